"""The SQLite file that holds the outcomes: one table, one row a puzzle and engine, one transaction an outcome.

Each is committed when it comes, into a write-ahead log, so the file can be read meanwhile, and killing the process at
any moment loses nothing that was committed. After a loss of power the file is sound, too; the last seconds' outcomes
may then be missing, and are worked out again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from types import TracebackType
from typing import Any, Self

from harness.errors import UsageError, one_line
from harness.regress.outcome import COLUMNS, UNFINISHED, VERSION, Key, Outcome, Status

APPLICATION_ID = 0x58776472  # "Xwdr"
SCHEMA = 1
"""The number of the table's form; another one is refused."""

_NUMBERS = {"width": "INTEGER", "height": "INTEGER", "tstates": "INTEGER", "line_calls": "INTEGER"} | {
    "attempts": "INTEGER",
    "seconds": "REAL",
}
_KEY = ("puzzle_key", "engine_key", "version")
_STORED = (*_KEY, *(column for column in COLUMNS if column not in _KEY))
"""The columns as the table has them: `integrity_check` of SQLite up to 3.40 mistakes one column for another, and finds
NULL in it, where those of the key do not stand in front."""
_TABLE = f"""
CREATE TABLE IF NOT EXISTS outcomes (
    {", ".join(f"{column} {_NUMBERS.get(column, 'TEXT')} NOT NULL" for column in _STORED)},
    PRIMARY KEY ({", ".join(_KEY)})
) WITHOUT ROWID
"""
_TYPES = {"INTEGER": int, "REAL": float, "TEXT": str}
_PUT = f"INSERT OR REPLACE INTO outcomes ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_ALL = f"SELECT {', '.join(COLUMNS)} FROM outcomes"
_BUSY_SECONDS = 60


class Store:
    """The outcomes in a file; ``with`` closes it.

    >>> with Store(":memory:") as store:
    ...     store.put(Outcome("p", "e", "cat", "tape", Status.AGREES))
    ...     [outcome.name for outcome in store.outcomes()], store.finished("e")
    (['cat'], {'p'})
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, or is something else.
        """
        self.path = os.fspath(path)
        with self._clear_errors():
            self._connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        execute = self._connection.execute
        (application,) = execute("PRAGMA application_id").fetchone()
        (tables,) = execute("SELECT count(*) FROM sqlite_master").fetchone()
        (schema,) = execute("PRAGMA user_version").fetchone()
        if tables and (application, schema) != (APPLICATION_ID, SCHEMA):
            raise UsageError(f"{one_line(self.path)}: not a file of outcomes, or of another version; name another file")
        execute("PRAGMA journal_mode=WAL")
        execute("PRAGMA synchronous=NORMAL")
        execute(f"PRAGMA application_id={APPLICATION_ID}")
        execute(f"PRAGMA user_version={SCHEMA}")
        execute(_TABLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def put(self, outcome: Outcome) -> None:
        """Commit an outcome, in place of one with the same key.

        Raises:
            UsageError: the file cannot be written.
        """
        with self._clear_errors():  # outside a transaction each statement is one of its own
            self._connection.execute(_PUT, [getattr(outcome, column) for column in COLUMNS])

    def finished(self, engine_key: str) -> set[str]:
        """The keys of the puzzles that need not be tried again with an engine, by our present version."""
        question = "SELECT puzzle_key, status FROM outcomes WHERE engine_key = ? AND version = ?"
        with self._clear_errors(), closing(self._connection.execute(question, (engine_key, VERSION))) as rows:
            try:
                return {key for key, status in rows if Status(status) not in UNFINISHED}
            except ValueError:
                raise self._nonsense() from None

    def outcomes(self, wanted: Collection[Key] | Mapping[Key, object] | None = None) -> Iterator[Outcome]:
        """All outcomes in the file, or those with the wanted keys."""
        with self._clear_errors(), closing(self._connection.execute(_ALL)) as rows:
            for row in rows:
                try:
                    outcome = _outcome_of(dict(zip(COLUMNS, row, strict=True)))
                except (ValueError, TypeError):
                    raise self._nonsense() from None
                if wanted is None or outcome.key in wanted:
                    yield outcome

    def _nonsense(self) -> UsageError:
        what = "holds something else than outcomes, or is damaged"
        return UsageError(f"{one_line(self.path)}: {what}; name another file, or delete this one")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            reason = f"cannot be used as a database ({error})"
            raise UsageError(f"{one_line(self.path)}: {reason}; name another file, or see to its folder") from None


def _outcome_of(values: dict[str, Any]) -> Outcome:
    """The outcome of a row.

    Raises:
        ValueError, TypeError: it is none.
    """
    for column, value in values.items():
        if not isinstance(value, _TYPES[_NUMBERS.get(column, "TEXT")]):
            raise TypeError(column)
    if values["clues"]:
        rows, columns = json.loads(values["clues"])
        if not all(isinstance(group, int) for side in (rows, columns) for clue in side for group in clue):
            raise TypeError("clues")
    return Outcome(**{**values, "status": Status(values["status"])})

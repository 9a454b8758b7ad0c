"""The run: a backend gives a corpus to the engines, the store keeps every outcome, a summary counts them.

The store is an SQLite file: one table, one row a puzzle and engine, one transaction an outcome. Each is committed when
it comes, into a write-ahead log, so the file can be read meanwhile, and killing the process at any moment loses nothing
that was committed. After a power cut the file is sound, too; the last seconds' outcomes may be missing, and are redone.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Self

from harness.errors import UsageError, one_line
from harness.regress.backends import Backend, Batch, Task
from harness.regress.corpus import Corpus, Entry
from harness.regress.engines import Engine
from harness.regress.outcome import COLUMNS, UNFINISHED, VERSION, WRONG, Key, PuzzleOutcome, Status, key_of

APPLICATION_ID = 0x58776472  # "Xwdr"
SCHEMA = 1
"""The number of the table's form; another one is refused."""
_NUMBERS = dict.fromkeys(("width", "height", "tstates", "line_calls", "attempts"), "INTEGER") | {"seconds": "REAL"}
_KEY = ("puzzle_key", "engine_key", "version")
_STORED = (*_KEY, *(column for column in COLUMNS if column not in _KEY))
"""The columns of the table: `integrity_check` of SQLite up to 3.40 takes one column for another, and finds NULL in it,
unless those of the key come first."""
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
    """The outcomes in a file; ``with`` closes it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file, or make it; raise UsageError if it cannot be opened, or is something else."""
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

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def put(self, outcome: PuzzleOutcome) -> None:
        """Commit an outcome, in place of one with the same key."""
        with self._clear_errors():  # outside a transaction each statement is one of its own
            self._connection.execute(_PUT, [getattr(outcome, column) for column in COLUMNS])

    def finished(self, engine_key: str) -> set[str]:
        """Return the keys of the puzzles that need no retry with an engine, by our present version."""
        question = "SELECT puzzle_key, status FROM outcomes WHERE engine_key = ? AND version = ?"
        with self._clear_errors(), closing(self._connection.execute(question, (engine_key, VERSION))) as rows:
            return {key for key, status in rows if Status(status) not in UNFINISHED}

    def outcomes(self, wanted: Collection[Key] | None = None) -> Iterator[PuzzleOutcome]:
        """Yield all outcomes in the file, or those with the wanted keys."""
        with self._clear_errors(), closing(self._connection.execute(_ALL)) as rows:
            for row in rows:
                outcome = _outcome_of(dict(zip(COLUMNS, row, strict=True)))
                if wanted is None or outcome.key in wanted:
                    yield outcome

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
            return
        except sqlite3.Error as error:
            what, fix = f"cannot be used as a database ({error})", "see to its folder"
        except (ValueError, TypeError):
            what, fix = "holds something else than outcomes, or is damaged", "delete this one"
        raise UsageError(f"{one_line(self.path)}: {what}; name another file, or {fix}")


def _outcome_of(values: dict[str, Any]) -> PuzzleOutcome:
    """Parse a row; raise ValueError or TypeError if it is no outcome."""
    for column, value in values.items():
        if not isinstance(value, _TYPES[_NUMBERS.get(column, "TEXT")]):
            raise TypeError(column)
    if values["clues"]:
        rows, columns = json.loads(values["clues"])
        if not all(isinstance(group, int) for side in (rows, columns) for clue in side for group in clue):
            raise TypeError("clues")
    return PuzzleOutcome(**{**values, "status": Status(values["status"])})


@dataclass
class Run:
    names: dict[Key, str] = field(default_factory=dict)
    """Each puzzle's name in the corpus, by the keys of its outcomes, in order; the first of several."""
    unreadable: list[PuzzleOutcome] = field(default_factory=list)
    done: set[Key] = field(default_factory=set)
    kept: set[Key] = field(default_factory=set)
    """Keys of outcomes from a run before."""
    repeated: int = 0
    """How often a puzzle came again under another name."""
    interrupted: bool = False

    def outcomes(self, store: Store) -> list[PuzzleOutcome]:
        """Return the outcomes to report, in the corpus's order: those done and kept, then the unreadable files."""
        found = {outcome.key: outcome for outcome in store.outcomes(self.done | self.kept)}
        present = (replace(found[key], name=name) for key, name in self.names.items() if key in found)
        return [*present, *self.unreadable]


def run(
    corpus: Corpus | Iterable[Entry],
    engines: Sequence[Engine],
    store: Store,
    backend: Backend,
    *,
    resume: bool = False,
    batch_size: int = 1,
    on_outcome: Callable[[PuzzleOutcome], object] | None = None,
) -> Run:
    """Give every puzzle to every engine, and commit the outcomes, until Ctrl-C; `resume` leaves out those of before."""
    result = Run()
    finished = {engine.key: store.finished(engine.key) if resume else set() for engine in engines}
    try:
        with closing(backend(_batches(corpus, engines, finished, result, batch_size))) as outcomes:
            for outcome in outcomes:
                store.put(replace(outcome, done_at=datetime.now(UTC).isoformat(timespec="milliseconds")))
                result.done.add(outcome.key)
                if on_outcome is not None:
                    on_outcome(outcome)
    except KeyboardInterrupt:
        result.interrupted = True
    return result


def _batches(
    corpus: Iterable[Entry], engines: Sequence[Engine], finished: dict[str, set[str]], run: Run, size: int
) -> Iterator[Batch]:
    """Yield the work to do, and enter the names and the unreadable files in `run`.

    The backend asks for more while outcomes come, in a thread of its own; nothing here touches the store.
    """
    gathered: dict[str, list[Task]] = {engine.key: [] for engine in engines}
    for entry in corpus:
        if entry.puzzle is None:
            run.unreadable.append(PuzzleOutcome("", "", entry.name, "", Status.UNREADABLE, sentence=entry.problem))
            continue
        puzzle_key = key_of(entry.puzzle)
        for engine in engines:
            key = puzzle_key, engine.key, VERSION
            if key in run.names:
                run.repeated += 1
                continue
            run.names[key] = entry.name
            if puzzle_key in finished[engine.key]:
                run.kept.add(key)
                continue
            tasks = gathered[engine.key]
            tasks.append((entry.name, entry.puzzle))
            if len(tasks) == size:
                gathered[engine.key] = []
                yield Batch(engine, tasks)
    for engine in engines:
        if gathered[engine.key]:
            yield Batch(engine, gathered[engine.key])


class Summary:
    """Outcomes, counted by status and sorted by engine, without those that could not be read; how many are `wrong`."""

    def __init__(self, outcomes: Sequence[PuzzleOutcome]) -> None:
        self.by_status = Counter(outcome.status for outcome in outcomes)
        self.by_engine: dict[str, list[PuzzleOutcome]] = {}
        for outcome in outcomes:
            if outcome.engine:
                self.by_engine.setdefault(outcome.engine, []).append(outcome)
        self.wrong = sum(self.by_status[status] for status in WRONG)

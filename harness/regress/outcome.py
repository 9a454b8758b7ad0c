"""Outcome of one puzzle with one engine: a value sent between processes, and the row of the table."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from importlib.metadata import version

from harness.puzzle import Puzzle

VERSION = version("spectrum-crosswords")
"""Ours, a part of each outcome's key."""


class Status(StrEnum):
    AGREES = "agrees"
    DISAGREES = "disagrees"
    FAILED = "failed"
    """There is no answer: the program broke down, or its output cannot be parsed."""
    LOST = "lost"
    """The process that worked on it died, and so did the one that retried it."""
    UNDECIDED = "undecided"
    """A limit was reached; the cells known by then are right."""
    SKIPPED = "skipped"
    """The engine rejects such a puzzle: too large for the screen, or in colour."""
    UNREADABLE = "unreadable"
    """The corpus names a puzzle that cannot be read."""


WRONG = frozenset({Status.DISAGREES, Status.FAILED, Status.LOST})
"""Kinds that make a run fail."""
UNFINISHED = frozenset({Status.UNDECIDED, Status.LOST})
"""Kinds that a resumed run retries: another time, or other limits, may do."""


@dataclass(frozen=True, slots=True)
class PuzzleOutcome:
    """Outcome of one puzzle with one engine.

    Attributes:
        puzzle_key, engine_key: see `key_of` and `Engine.key`; "" for a file that could not be read.
        name, engine: the puzzle's name in the corpus, and the engine's for a person.
        status, result: how it counts, and how the engine ended, in its own words.
        clues: the puzzle's clues as JSON, rows and columns; "" without any.
        answer, expected: the grid that the engine gave, rows joined by a blank, and the reference's, if they disagree.
        tstates: from the key that starts solving to the closing prompt; 0 for engines that are no Spectrum.
        seconds: CPU time of the engine; for another program its wall time.
        attempts: processes that began with it.
        done_at: UTC, in ISO 8601.
    """

    puzzle_key: str
    engine_key: str
    name: str
    engine: str
    status: Status
    result: str = ""
    sentence: str = ""
    width: int = 0
    height: int = 0
    clues: str = ""
    answer: str = ""
    expected: str = ""
    tstates: int = 0
    line_calls: int = 0
    seconds: float = 0.0
    attempts: int = 1
    done_at: str = ""
    version: str = VERSION

    @property
    def key(self) -> Key:
        return self.puzzle_key, self.engine_key, self.version

    @property
    def size(self) -> str:
        """Width×height; "" if not known."""
        return f"{self.width}×{self.height}" if self.width else ""

    def as_json(self) -> dict[str, object]:
        """The fields by name, grids as lists of rows."""
        value: dict[str, object] = asdict(self)
        value["clues"] = json.loads(self.clues) if self.clues else None
        for name in ("answer", "expected"):
            rows = getattr(self, name)
            value[name] = rows.split(" ") if rows else None
        return value


def result_in_words(result: str) -> str:
    """Write a `PuzzleOutcome.result` for a person, without the hyphens that it has for a program.

    >>> result_in_words("many-variants"), result_in_words("exit code -9")
    ('many variants', 'exit code -9')
    """
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", result)


Key = tuple[str, str, str]
"""The puzzle's, the engine's, our version."""
COLUMNS = tuple(field.name for field in fields(PuzzleOutcome))


def clues_text(puzzle: Puzzle) -> str:
    """Write a puzzle's clues as JSON: a list of the rows, a list of the columns; in colour with the colours.

    >>> clues_text(Puzzle(((2,), (1,)), ((2,), (1,))))
    '[[[2],[1]],[[2],[1]]]'
    """
    value: list[object] = [puzzle.rows, puzzle.columns]
    if puzzle.in_colour:
        rgb = puzzle.palette.rgb
        value = [[[(group.length, rgb(group.key)) for group in clue] for clue in side] for side in puzzle.sides]
    return json.dumps(value, separators=(",", ":"))


def key_of(puzzle: Puzzle) -> str:
    """Return a key for a puzzle's content, whatever its file, its title, its format."""
    return hashlib.sha256(clues_text(puzzle).encode("ascii")).hexdigest()[:32]

"""Engines and puzzles for the tests of a regression: quick, and some deadly. Worker processes import them from here."""

import multiprocessing
import os
import signal
from dataclasses import dataclass, replace
from pathlib import Path

from harness.puzzle import Puzzle
from harness.regress.corpus import Entry
from harness.regress.engines import blank
from harness.regress.outcome import PuzzleOutcome, Status


def die() -> None:
    """End this process, unless it is the one that the tests run in."""
    assert multiprocessing.parent_process()
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


@dataclass(frozen=True)
class Doubtful:
    """Agrees with whatever it is given, but for puzzles whose titles say what to do.

    ``dies`` kills the process; ``dies once`` only where `marks` holds no file that says that it has; ``breaks`` raises.
    """

    marks: str = ""
    name: str = "doubtful"
    key: str = "doubtful"

    def take(self, puzzle: Puzzle) -> PuzzleOutcome:
        """See `harness.regress.engines.Engine`."""
        if puzzle.title == "breaks":
            raise ZeroDivisionError("on purpose")
        if puzzle.title == "dies":
            die()
        if puzzle.title == "dies once":
            mark = Path(self.marks, "died")
            if not mark.exists():
                mark.touch()
                die()
        status = Status.DISAGREES if puzzle.title == "wrong" else Status.AGREES
        return replace(blank(self, puzzle), status=status, result="taken", answer=" ".join(["#" * puzzle.width]))


def outcome(name: str, status: Status = Status.AGREES, **values: object) -> PuzzleOutcome:
    """Return an outcome of the engine ``tape``, key ``e``."""
    return PuzzleOutcome(puzzle_key=name, engine_key="e", name=name, engine="tape", status=status, **values)  # type: ignore[arg-type]


def dot(number: int, title: str = "") -> Entry:
    """A puzzle like no other number's."""
    return Entry(f"puzzle {number}", Puzzle(((number,),), ((1,),) * number, title=title))

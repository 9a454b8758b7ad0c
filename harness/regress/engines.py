"""Engines that answer puzzles, and the judging of their answers: the program on a tape, a strategy of ours.

An `Engine` is small and can be pickled; large things, such as a machine with its tape loaded, are made once in each
process that works (`_program`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from harness.errors import DriverError, FormatError, PuzzleError, ReaderError, TooLargeError, UsageError
from harness.puzzle import Grid, Puzzle, tells_of
from harness.regress import PUZZLE_SECONDS
from harness.regress.outcome import PuzzleOutcome, Status, clues_text, key_of
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from harness.solver.strategy import Outcome, Result, load_strategy, solve_any
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.play import OnBranch, Played, PlayOutcome, play
from harness.verdict import follow_path, judge
from pyspectrum.errors import SpectrumError
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape

_IDLE: list[Spectrum] = []
"""Machines that have played a puzzle to its end; the next puzzle's entry resets them. Making a new one takes as long as
some ten frames. A machine whose puzzle ended in an error is not used again."""


class Engine(Protocol):
    """Interface of an engine: a name for people, and a key that tells it, with its options, from all others."""

    @property
    def name(self) -> str: ...

    @property
    def key(self) -> str: ...

    def take(self, puzzle: Puzzle) -> PuzzleOutcome:
        """Answer, and judge the answer. Errors of the input or of the engine are outcomes too."""


@dataclass(frozen=True)
class SpectrumEngine:
    """The program on a tape, a `.tap` file; puzzles are `injected` into its variables or typed, for `seconds` each."""

    name: str
    tape: bytes
    on_branch: OnBranch = OnBranch.STOP
    injected: bool = False
    seconds: float = PUZZLE_SECONDS
    spectrum_seconds: float | None = None

    @property
    def key(self) -> str:
        """The tape's hash, and how it is played; not the limits, which change no answer."""
        way = "injected" if self.injected else "typed"
        return f"tape {hashlib.sha256(self.tape).hexdigest()[:32]} {way} {self.on_branch}"

    def take(self, puzzle: Puzzle) -> PuzzleOutcome:
        outcome = blank(self, puzzle)
        try:
            plain = puzzle.black_and_white()
        except PuzzleError as error:
            return replace(outcome, status=Status.SKIPPED, result="in colour", sentence=str(error))
        try:
            program = _program(self.tape, self.injected)
        except (DriverError, SpectrumError) as error:
            return replace(outcome, result="broke down", sentence=str(error))
        begin = time.process_time()
        try:
            played = self._play(plain, program)
        except FormatError as error:
            return replace(outcome, status=Status.SKIPPED, result="too large", sentence=str(error))
        except (DriverError, ReaderError, SpectrumError) as error:
            seconds = round(time.process_time() - begin, 6)
            return replace(outcome, result="broke down", sentence=str(error), seconds=seconds)
        seconds = round(time.process_time() - begin, 6)
        verdict = judge(plain, played, self.on_branch, Budget(self.seconds))
        outcome = replace(
            outcome,
            result=played.outcome.value,
            sentence=verdict.sentence,
            answer=grid_text(played.grids[0]) if played.grids else "",
            tstates=played.tstates,
            line_calls=played.line_calls,
            seconds=seconds,
        )
        if verdict.agrees is False:
            return replace(outcome, status=Status.DISAGREES, expected=_expected(plain, played))
        is_decided = verdict.agrees and played.outcome is not PlayOutcome.STOPPED
        return replace(outcome, status=Status.AGREES if is_decided else Status.UNDECIDED)

    def _play(self, puzzle: Puzzle, program: LoadedProgram) -> Played:
        spectrum = _IDLE.pop() if _IDLE else Spectrum()
        limit = None if self.spectrum_seconds is None else spectrum.model.seconds_to_tstates(self.spectrum_seconds)
        played = play(
            puzzle,
            program.tape,
            on_branch=self.on_branch,
            should_stop=_limits(spectrum, Budget(self.seconds), limit),
            spectrum=spectrum,
            entry=program.inject if self.injected else program.type,
            keeps_screen=limit is not None,
        )
        _IDLE.append(spectrum)
        return played


def _limits(spectrum: Spectrum, budget: Budget, tstates: int | None) -> Callable[[], bool]:
    """Make the test for the end, asked while the program solves; the Spectrum's time counts from the first."""
    begun: int | None = None

    def is_over() -> bool:
        nonlocal begun
        begun = spectrum.tstates if begun is None else begun
        return (tstates is not None and spectrum.tstates - begun >= tstates) or budget.is_spent

    return is_over


@dataclass(frozen=True)
class SolverEngine:
    """One of our strategies, by its name; its answer is compared with the clues, and with the picture in the file."""

    name: str
    seconds: float = PUZZLE_SECONDS

    @property
    def key(self) -> str:
        return f"strategy {self.name}"

    def take(self, puzzle: Puzzle) -> PuzzleOutcome:
        outcome = blank(self, puzzle)
        load_strategy(self.name)  # so that no puzzle's time includes it
        begin = time.process_time()
        try:
            result = solve_any(puzzle, strategy=self.name, budget=Budget(self.seconds))
        except (UsageError, TooLargeError, PuzzleError) as error:
            skipped = "no puzzle" if isinstance(error, PuzzleError) else "not taken"
            return replace(outcome, status=Status.SKIPPED, result=skipped, sentence=str(error))
        outcome = replace(
            outcome,
            result=result.outcome.value,
            answer=grid_text(result.solutions[0] if result.solutions else result.fixpoint),
            line_calls=result.line_calls,
            seconds=round(time.process_time() - begin, 6),
        )
        if wrong := _mistake_in(puzzle, result):
            return replace(outcome, status=Status.DISAGREES, sentence=f"WRONG: {wrong}")
        is_decided = result.outcome in (Outcome.UNIQUE, Outcome.MULTIPLE, Outcome.CONTRADICTION)
        status = Status.AGREES if is_decided else Status.UNDECIDED
        return replace(outcome, status=status, sentence=f"the strategy finds: {result.outcome.value}")


def _mistake_in(puzzle: Puzzle, result: Result) -> str:
    """Return a result's mistake, as far as the puzzle itself tells; "" for none."""
    if not all(_satisfies(puzzle, picture) for picture in result.solutions):
        return "what it calls a solution has other clues"
    if (goal := puzzle.goal) is None:
        return ""
    if result.outcome is Outcome.CONTRADICTION:
        return "reports no solution, but the file contains one"
    if result.outcome is Outcome.UNIQUE and result.solutions[0].rows != goal.rows:
        return "it says that there is one solution, and the file has another"
    if not result.fixpoint.is_part_of(goal):
        return "line logic colours a cell otherwise than the picture in the file"
    return ""


def _satisfies(puzzle: Puzzle, picture: Grid) -> bool:
    try:
        drawn = puzzle.redrawn(picture.rows)
    except PuzzleError:
        return False
    given, meant = puzzle.groups(), drawn.groups()
    return all(tells_of(clue, meant[line]) for line, clue in given.items())


def _expected(puzzle: Puzzle, played: Played) -> str:
    """Return the reference's answer, for people to see beside the Spectrum's."""
    try:
        if played.outcome in (PlayOutcome.MANY_VARIANTS, PlayOutcome.STOPPED):
            grid = follow_path(puzzle, played.path, turned=played.turned)
            return grid_text(grid) if grid is not None else ""
        result = Fast().solve(puzzle, max_solutions=1, budget=Budget(PUZZLE_SECONDS))
        return grid_text(result.solutions[0] if result.solutions else result.fixpoint)
    except PuzzleError:
        return ""


def blank(engine: Engine, puzzle: Puzzle) -> PuzzleOutcome:
    """Make an outcome that knows only the puzzle and the engine; it counts as failed."""
    names = (key_of(puzzle), engine.key, puzzle.title, engine.name)
    clues = "" if puzzle.in_colour else clues_text(puzzle)
    return PuzzleOutcome(*names, Status.FAILED, width=puzzle.width, height=puzzle.height, clues=clues)


def grid_text(picture: Grid) -> str:
    """Write a picture as a `PuzzleOutcome` has it."""
    return " ".join(picture.rows)


@lru_cache(maxsize=4)
def _program(tape: bytes, injected: bool) -> LoadedProgram:
    """Load the program on a tape, once a process, so that no puzzle's time includes it."""
    program = LoadedProgram(Tape.parse(tape))
    assert program.at_start if injected else program.at_menu
    return program

"""Judgement of the Spectrum's answer by the reference solver."""

from __future__ import annotations

from dataclasses import dataclass

from harness.errors import PuzzleError
from harness.puzzle import Cell, Grid, Puzzle, common_cells
from harness.solver.budget import STOP_WORDS, Budget
from harness.solver.fast import Fast
from harness.solver.propagate import Board, propagate
from harness.solver.search import solve
from harness.solver.strategy import Result
from harness.spectrum.menu import EndMessage
from harness.spectrum.play import CountPlayed, OnBranch, Played, PlayOutcome


@dataclass(frozen=True)
class Verdict:
    """Judgement of a run: `agrees` is None if either side was stopped, `unique` is what the run proves, if anything."""

    agrees: bool | None
    unique: bool | None
    sentence: str


_STOPPED = Verdict(None, None, "not decided: stopped before a solution was found")


def judge(puzzle: Puzzle, played: Played, on_branch: OnBranch, budget: Budget | None = None) -> Verdict:
    """Compare what the program made of a puzzle, told what to do `on_branch`, with the reference."""
    if played.outcome is PlayOutcome.CHECKSUM_ERROR or played.entry_refused:
        return _judge_refused(puzzle, EndMessage.INCORRECT_ENTRY if played.entry_refused else EndMessage.CHECK_SUM)
    try:
        if played.outcome is PlayOutcome.STOPPED:
            return _judge_stopped(puzzle, played)
        if on_branch is OnBranch.ALL and not played.complete:
            return _judge_first(puzzle, played)
        if on_branch is not OnBranch.ALL and played.outcome is PlayOutcome.MANY_VARIANTS:
            return _judge_stop(puzzle, played)
        if on_branch is not OnBranch.ALL and played.path:
            return _judge_path(puzzle, played)
        return _judge_all(puzzle, played, budget)
    except PuzzleError as error:
        return Verdict(False, None, f"WRONG: the program accepted invalid clues: {error}")


def judge_view(puzzle: Puzzle, played: Played, verdict: Verdict) -> Verdict:
    """Return the verdict, or another if "View data" printed other numbers than those of the file."""
    if played.viewed is None:
        return verdict
    entered = puzzle.turned() if played.turned else puzzle
    for what, typed, shown in (
        ("row", entered.rows, played.viewed.rows),
        ("column", entered.columns, played.viewed.columns),
    ):
        if len(typed) != len(shown):
            return Verdict(False, None, f"WRONG: View data shows {len(shown)} {what}s; the file has {len(typed)}")
        for number, (wanted, printed) in enumerate(zip(typed, shown, strict=True), 1):
            if wanted != printed:
                numbers = (",".join(map(str, clue)) or "nothing" for clue in (printed, wanted))
                said = "; the file has ".join(numbers)
                return Verdict(False, None, f"WRONG: View data shows {what} {number} as {said}")
    return verdict


def judge_count(puzzle: Puzzle, played: CountPlayed, budget: Budget | None = None) -> Verdict:
    """Compare what the program counted with the reference: the number, and where it is whole the cells in common."""
    if played.refused is not None:
        return _judge_refused(puzzle, played.refused)
    try:
        reference = Fast().solve(puzzle, max_solutions=played.count + 1, budget=budget)
    except PuzzleError as error:
        return Verdict(False, None, f"WRONG: the program accepted invalid clues: {error}")
    found = len(reference.solutions)
    if found <= played.count and (unsettled := _unsettled(reference)):
        return unsettled
    if not played.complete:
        if not played.count:
            return _STOPPED
        agrees = found >= played.count
        what = f"at least {played.count} solution{'' if played.count == 1 else 's'}; the count was stopped"
        return Verdict(agrees, False if played.count > 1 else None, _sentence(agrees, what, reference))
    agrees = reference.complete and found == played.count
    if agrees and found:
        agrees = played.common == common_cells(reference.solutions)
    return Verdict(agrees, played.count == 1, _sentence(agrees, _solutions(played.count), reference))


def follow_path(puzzle: Puzzle, path: tuple[bool, ...], *, turned: bool = False) -> Grid | None:
    """Return the grid that line logic reaches after the guesses in `path`, or None after a contradiction.

    True is black. A puzzle that was turned for the Spectrum's screen is followed as the Spectrum sees it.
    """
    board = Board.of(puzzle.turned() if turned else puzzle)
    if propagate(board, Budget()) is not None:
        return None
    for black in path:
        row, cells = next((row, cells) for row, cells in enumerate(board.grid().rows) if Cell.UNKNOWN in cells)
        marked = board.put(row, cells.index(Cell.UNKNOWN), int(black))
        if propagate(board, Budget(), marked) is not None:
            return None
    grid = board.grid()
    return grid.turned() if turned else grid


def _judge_stop(puzzle: Puzzle, played: Played) -> Verdict:
    agrees = played.grids == (follow_path(puzzle, (), turned=played.turned),)
    unknown = played.grids[0].unknown_count
    what = f"line logic alone leaves {unknown} cells open; --on-branch all tells how many solutions there are"
    return Verdict(agrees, None, _sentence(agrees, what))


def _judge_stopped(puzzle: Puzzle, played: Played) -> Verdict:
    """Judge a run stopped on its way: it may not know more than line logic does."""
    if not played.grids:
        return _STOPPED
    reached = follow_path(puzzle, played.path, turned=played.turned)
    known = sum(row.count(cell) for row in played.grids[0].rows for cell in (Cell.BLACK, Cell.WHITE))
    what = f"stopped with {known} cells known"
    if reached is None or played.grids[0].is_part_of(reached):
        return Verdict(None, None, f"not decided: {what}")
    return Verdict(False, None, _sentence(False, what))


def _judge_path(puzzle: Puzzle, played: Played) -> Verdict:
    reached = follow_path(puzzle, played.path, turned=played.turned)
    agrees = (reached,) == played.grids if played.grids else reached is None
    what = "a solution, after" if played.grids else "a dead end, after"
    return Verdict(agrees, None, _sentence(agrees, f"{what} {len(played.path)} guessed cells"))


def _judge_all(puzzle: Puzzle, played: Played, budget: Budget | None) -> Verdict:
    """Judge what should be all solutions: those of a walk, or the one of line logic, or none."""
    found = len(played.grids)
    reference = solve(puzzle, found + 1, budget=budget)
    if len(reference.solutions) <= found and (unsettled := _unsettled(reference)):
        return unsettled
    agrees = reference.complete and set(reference.solutions) == set(played.grids)
    return Verdict(agrees, found == 1, _sentence(agrees, _solutions(found, "all "), reference))


def _judge_first(puzzle: Puzzle, played: Played) -> Verdict:
    """Judge a walk that was stopped after some solutions."""
    found = len(played.grids)
    agrees = len(set(played.grids)) == found and all(
        not grid.unknown_count and grid.puzzle().has_clues_of(puzzle) for grid in played.grids
    )
    what = f"the first {'solution' if found == 1 else f'{found} solutions'}; there may be more"
    return Verdict(agrees, False if found > 1 else None, _sentence(agrees, what))


def _judge_refused(puzzle: Puzzle, refused: EndMessage) -> Verdict:
    try:
        puzzle.check()
    except PuzzleError as error:
        agrees = (error.where is not None) is (refused is EndMessage.INCORRECT_ENTRY)
        return Verdict(agrees, False, _sentence(agrees, f"the clues make no puzzle ({error})"))
    return Verdict(False, False, "WRONG: the program rejected valid clues")


def _solutions(count: int, every: str = "") -> str:
    return {0: "there is no solution", 1: "the one solution"}.get(count, f"{every}{count} solutions")


def _unsettled(reference: Result) -> Verdict | None:
    """Return the verdict if the reference was stopped; None if it came to its end."""
    if reference.stopped not in STOP_WORDS:
        return None
    why = f"the reference solver was stopped ({STOP_WORDS[reference.stopped]})"
    return Verdict(None, None, f"not known whether this is right: {why}")


def _sentence(agrees: bool, what: str, reference: Result | None = None) -> str:
    if agrees:
        return f"right: {what}"
    found = f" (the reference finds: {reference.outcome.value})" if reference else ""
    return f"WRONG: the reference solver disagrees with: {what}{found}"

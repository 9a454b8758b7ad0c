"""A puzzle or a picture through the Spectrum program and back: load, enter, solve or count, read, walk the variants.

Nothing here knows the reference solver; `harness.verdict` compares the two.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import repeat
from types import NoneType

from harness.errors import DriverError, FormatError, Phrase, ReaderError, check_kind, choice_of
from harness.files.reading import data_folder
from harness.puzzle import BLOT, Clue, Grid, Puzzle
from harness.puzzle.variants import Variant, VariantEnd, tree_of
from harness.spectrum import OnBranch as OnBranch
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import EndMessage, Menu
from harness.spectrum.messages import Messages
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH, glimpse_grid
from harness.spectrum.screens import LoadedScreen
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import SCREEN_ADDRESS, Tape, code_blocks, read_tap

PICTURE_NAME = "picture"


@dataclass(frozen=True)
class PicturePlayed:
    """Result of a picture on the Spectrum.

    `puzzle` is what "View data" printed, `grid` the crossword as the program left it: whole where `stop` is SOLVED, in
    part where it is MANY_VARIANTS.
    """

    puzzle: Puzzle
    stop: EndMessage
    grid: Grid
    tstates: int
    line_calls: int
    screen: MachineState = field(repr=False)


def play_picture(picture: LoadedScreen, width: int, height: int, tape: Tape) -> PicturePlayed:
    """Put the picture on the tape behind the program and play menu items 3 and 4.

    Raises `PictureRefusedError` if the program does not take the picture, `DriverError` if it does not do its part
    otherwise, `ReaderError` if what it prints is no crossword.
    """
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(tape + Tape(code_blocks(PICTURE_NAME, picture.tape_bytes, SCREEN_ADDRESS)))
    with LineCallCounter(spectrum, tape) as counter:
        stop = menu.test_picture(width, height, PICTURE_NAME)
    tstates = menu.solving_tstates
    grid = menu.read().grid
    closing_screen = spectrum.state()
    menu.leave(stop)
    puzzle = read_printed_puzzle(menu.view_data(), menu.language)
    return PicturePlayed(puzzle, stop, grid, tstates, counter.count, closing_screen)


_LINE = re.compile(r"\D+(?P<number>\d+): ?(?P<groups>[0-9,]*)$")
_RULE = re.compile("_+$")


def read_printed_puzzle(lines: tuple[str, ...], said: Messages) -> Puzzle:
    """The puzzle in what "View data" prints; a clue may run over the end of a text line. All else is a `ReaderError`.

    >>> from harness.spectrum.messages import language
    >>> puzzle = read_printed_puzzle(("Horisontal lines:", "", "Line 1: 1,1", "", "Vertical lines:", "",
    ...     "Line 1: 1", "Line 2:", "Line 3: 1", "", "Press any key..."), language("en"))
    >>> puzzle.rows, puzzle.columns
    (((1, 1),), ((1,), (), (1,)))
    """
    sides: dict[str, list[str]] = {said["row_heading"]: [], said["column_heading"]: []}
    begins = tuple(f"{said[key]} " for key in ("row", "column"))
    clues: list[str] | None = None
    for line in lines:
        if line in sides:
            clues = sides[line]
        elif not line or _RULE.match(line) or line.startswith(said["any_key"]):
            continue
        elif clues is None:
            raise ReaderError("{line!r} stands before the first heading of the data", line=line)
        elif line.startswith(begins):
            clues.append(line)
        elif clues and re.fullmatch(r"[0-9,]+", line):
            clues[-1] += line
        else:
            raise ReaderError("{line!r} is not a line of the data", line=line)
    rows, columns = (tuple(_parse_clue(text, n) for n, text in enumerate(side, 1)) for side in sides.values())
    return Puzzle(rows, columns)


def _parse_clue(text: str, number: int) -> Clue:
    match = _LINE.fullmatch(text)
    if match is None or int(match["number"]) != number:
        raise ReaderError("{text!r} stands where line {number} of the data should", text=text, number=number)
    return tuple(int(group) for group in match["groups"].split(",") if group)


GLIMPSE_SECONDS = 0.1
"""Wall time between two looks at the grid for those who follow the progress."""


class PlayOutcome(StrEnum):
    """Outcomes of a puzzle in the program; the values are those of ``--json``."""

    SOLVED = "solved"
    CONTRADICTION = "contradiction"
    MANY_VARIANTS = "many-variants"
    CHECKSUM_ERROR = "checksum-error"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Played:
    """Result of a puzzle on the Spectrum.

    `grids` are the distinct solutions, or the one partial grid if the program stopped at "Many variants!" or was
    stopped before. `complete` tells whether every branch was walked. `tstates` runs from the key that starts solving to
    the closing prompt, summed over all branches; `line_calls` counts the analyses of a line. `path` is the colours
    given at "Many variants!" (True black). `entry_refused` is set if the program refused a number while it was typed.
    `viewed` is what "View data" printed, as it was entered; None without `view`, or if the run did not finish.
    `variants` is the tree of ``OnBranch.ALL``.
    """

    outcome: PlayOutcome
    grids: tuple[Grid, ...]
    complete: bool
    tstates: int
    line_calls: int
    path: tuple[bool, ...] = ()
    entry_refused: bool = False
    turned: bool = False
    viewed: Puzzle | None = None
    screen: MachineState | None = field(default=None, repr=False)
    variants: tuple[Variant, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Progress:
    """A glimpse of a run: its stage, the grid as the screen shows it, T-states since the start of solving."""

    stage: str
    grid: Grid | None
    tstates: int
    line_calls: int
    solutions: int


_ENDS = {
    EndMessage.MANY_VARIANTS: VariantEnd.FORK,
    EndMessage.SOLVED: VariantEnd.SOLUTION,
    EndMessage.INCORRECT: VariantEnd.DEAD_END,
}

ProgressListener = Callable[[Progress], None]
Entry = Callable[[Menu, Puzzle], EndMessage | None]
"""Way to bring a crossword into the program, as `Menu.enter`; see `harness.spectrum.injection`."""


def fit_to_screen(puzzle: Puzzle, name: str = "") -> tuple[Puzzle, bool]:
    """Return the puzzle as it can be entered, and whether its rows and columns had to be swapped; `name` is its file.

    Raises `FormatError` if it fits neither way into 62×42 cells, or has blotted numbers.
    """
    if any(BLOT in clue for clue in (*puzzle.rows, *puzzle.columns)):
        puzzle.check_no_blots(Phrase("the Spectrum program"), name)
    if puzzle.width <= MAX_WIDTH and puzzle.height <= MAX_HEIGHT:
        return puzzle, False
    if puzzle.height <= MAX_WIDTH and puzzle.width <= MAX_HEIGHT:
        return puzzle.turned(), True
    what = "{width}×{height} cells are too many"
    fix = "the Spectrum program takes {most_width}×{most_height}, or {most_height}×{most_width} turned"
    raise FormatError(
        what, fix, name, width=puzzle.width, height=puzzle.height, most_width=MAX_WIDTH, most_height=MAX_HEIGHT
    )


def play(
    puzzle: Puzzle,
    tape: Tape | None = None,
    *,
    on_branch: OnBranch = OnBranch.STOP,
    max_solutions: int | None = None,
    on_progress: ProgressListener | None = None,
    should_stop: Callable[[], bool] | None = None,
    spectrum: Spectrum | None = None,
    entry: Entry | None = None,
    view: bool = False,
    keeps_screen: bool = True,
    name: str = "",
) -> Played:
    """Let the Spectrum program solve a puzzle, in a freshly booted machine; `harness.verdict` judges the answer.

    Args:
        puzzle: in black and white.
        tape: with the program on it (None: `crossword.tap`).
        max_solutions: the most that ``OnBranch.ALL`` looks for (None: all).
        should_stop: asked before each line is typed and once in a frame of solving; what was found until then is kept.
        spectrum: the machine, freshly booted (None: one of its own).
        entry: how the crossword comes into the program (None: the tape is loaded, and the crossword typed).
        view: read "View data" as well, at the end.
        keeps_screen: whether `Played.screen` is wanted. Without it, and if the program is to stop at "Many variants!",
            the work ends at the very prompt, and `should_stop` is asked once in 8 frames.
        name: the puzzle's file, for the error.

    Raises:
        FormatError: the puzzle does not fit the screen.
        DriverError: the program does not do its part.

    >>> import harness
    >>> played = harness.run(harness.Puzzle([[1], [2]], [[1], [2]]))
    >>> played.outcome.value, played.grids[0].rows, played.line_calls
    ('solved', ('.#', '##'), 4)
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("tape", tape, Tape, NoneType)
    check_kind("spectrum", spectrum, Spectrum, NoneType)
    on_branch = choice_of("on_branch", on_branch, OnBranch)
    if tape is None:
        tape = read_tap(data_folder("tapes") / "crossword.tap")
    entered, turned = fit_to_screen(puzzle, name)
    session = _Session(entered, turned, spectrum or Spectrum(), on_progress, should_stop, keeps_screen)
    session.menu.stays_at_prompt = not keeps_screen and not view and on_progress is None and on_branch is OnBranch.STOP
    played = session.run(tape, on_branch, max_solutions, entry)
    return session.view(played) if view else played


class _StoppedError(Exception):
    """Time ran out, or the user asked to stop; never leaves this module."""


@dataclass(eq=False)
class _Session:
    """One puzzle in one machine, with the counts of all branches; `stop` is where it waits, None at the menu."""

    puzzle: Puzzle
    turned: bool
    spectrum: Spectrum
    on_progress: ProgressListener | None
    should_stop: Callable[[], bool] | None
    keeps_screen: bool
    counter: LineCallCounter | None = None
    tstates: int = 0
    path: list[bool] = field(default_factory=list)
    solutions: list[Grid] = field(default_factory=list)
    reached: dict[tuple[bool, ...], tuple[VariantEnd, Grid | None]] = field(default_factory=dict)
    last_screen: MachineState | None = None
    stop: EndMessage | None = None
    _glimpsed_at: float = 0.0

    def __post_init__(self) -> None:
        self.menu = Menu(self.spectrum, self._watch_frame if self.on_progress or self.should_stop else None)

    def run(self, tape: Tape, on_branch: OnBranch, max_solutions: int | None, entry: Entry | None) -> Played:
        if entry is None:
            self._tell("loading")
            self.menu.load(tape)
        self._tell("entering")
        try:
            refused = entry(self.menu, self.puzzle) if entry else self.menu.enter(self.puzzle, self._check_stop)
        except _StoppedError:
            known = () if on_branch is OnBranch.ALL else (self._glimpse(),)
            return self._played(PlayOutcome.STOPPED, *known, complete=False)
        if refused is not None:
            outcome = PlayOutcome.CHECKSUM_ERROR if refused is EndMessage.CHECK_SUM else PlayOutcome.CONTRADICTION
            return replace(self._played(outcome, complete=True), entry_refused=refused is EndMessage.INCORRECT_ENTRY)
        with LineCallCounter(self.spectrum, tape, timed=False) as self.counter:
            if on_branch is OnBranch.ALL:
                return self._walk_tree(max_solutions)
            return self._follow(on_branch)

    def count(self, tape: Tape) -> CountPlayed:
        """Let the program solve the puzzle once, and then count."""
        menu, spectrum = self.menu, self.spectrum
        menu.load(tape)
        item = menu.language["menu_count"]
        for _ in range(_ITEM_FRAMES):  # it is printed behind the one by which the menu is known
            if menu.shows(item):
                break
            spectrum.run_frames(1)
        else:
            raise DriverError("the program on this tape has no {item!r}; load crossword-turbo.tap", item=item)
        nothing = self._upright(Grid.unknown(self.puzzle.width, self.puzzle.height))
        try:
            if (refused := menu.enter(self.puzzle, self._check_stop)) is not None:
                return CountPlayed(0, True, nothing, 0, 0, refused, self.turned)
            menu.leave(menu.start_solving())
        except _StoppedError:
            return CountPlayed(0, False, nothing, 0, 0, turned=self.turned, screen=spectrum.state())
        with LineCallCounter(spectrum, tape) as self.counter:
            pressing = self._press_key()
            menu.watcher = (lambda _: next(pressing)) if self.should_stop else None
            counted = menu.count_solutions()
        spectrum.release()
        return CountPlayed(
            counted.solutions,
            counted.complete,
            self._upright(menu.read().grid),
            menu.solving_tstates,
            self._line_calls,
            turned=self.turned,
            screen=spectrum.state(),
        )

    def _press_key(self) -> Iterator[None]:
        """Press a key, once, for some frames, when the count is to be stopped; a step a frame."""
        while not self._line_calls or not (self.should_stop and self.should_stop()):
            yield  # while BASIC prepares the count, it waits for all keys to be up
        self.spectrum.hold("SPACE")
        yield from [None] * _KEY_FRAMES
        self.spectrum.release()
        yield from repeat(None)

    def view(self, played: Played) -> Played:
        """Add what "View data" prints to a finished run."""
        if played.entry_refused or played.outcome in (PlayOutcome.STOPPED, PlayOutcome.CHECKSUM_ERROR):
            return played
        screen = played.screen or self.spectrum.state()
        if self.stop is not None:
            self.menu.leave(self.stop)
        try:
            viewed = read_printed_puzzle(self.menu.view_data(), self.menu.language)
        except DriverError:
            said = self.menu.language
            if self.menu.shows(said["credit"]) or not self.menu.shows(said["menu_exit"]):
                raise
            viewed = None  # a program that is not ours, at its menu: item 4 does nothing there
        return replace(played, viewed=viewed, screen=screen)

    def _follow(self, on_branch: OnBranch) -> Played:
        """Follow one way: stop at the first question, or give every question the same answer."""
        is_black = on_branch is OnBranch.BLACK
        try:
            stop = self._timed(self.menu.start_solving)
            while stop is EndMessage.MANY_VARIANTS and on_branch is not OnBranch.STOP:
                self.path.append(is_black)
                stop = self._timed(partial(self.menu.continue_with, black=is_black))
        except _StoppedError:
            return self._played(PlayOutcome.STOPPED, self._glimpse(), complete=False)
        if stop is EndMessage.INCORRECT:
            return self._played(PlayOutcome.CONTRADICTION, complete=not self.path)
        grid = self._grid()
        if stop is EndMessage.MANY_VARIANTS:
            return self._played(PlayOutcome.MANY_VARIANTS, grid, complete=False)
        return self._played(PlayOutcome.SOLVED, grid, complete=not self.path)

    def _walk_tree(self, max_solutions: int | None) -> Played:
        """Walk every branch once: each run from the top follows a path, then takes black until it ends."""
        unwalked: list[tuple[bool, ...]] = [()]
        solve = self.menu.start_solving
        try:
            while unwalked and (max_solutions is None or len(self.solutions) < max_solutions):
                solve = self._walk_branch(unwalked, solve)
        except _StoppedError:
            outcome = PlayOutcome.SOLVED if self.solutions else PlayOutcome.STOPPED
            return self._played(outcome, *self.solutions, complete=False)
        outcome = PlayOutcome.SOLVED if self.solutions else PlayOutcome.CONTRADICTION
        return self._played(outcome, *self.solutions, complete=not unwalked)

    def _walk_branch(
        self, unwalked: list[tuple[bool, ...]], solve: Callable[[], EndMessage]
    ) -> Callable[[], EndMessage]:
        """Run from the top to an end, by the last of the unwalked paths; return what starts the next run."""
        given = iter(unwalked.pop())
        taken: tuple[bool, ...] = ()
        stop = self._timed(solve)
        self._keep_variant(taken, stop)
        while stop is EndMessage.MANY_VARIANTS:
            answer = next(given, None)
            if answer is None:
                unwalked.append((*taken, False))
                answer = True
            stop = self._timed(partial(self.menu.continue_with, black=answer))
            taken = (*taken, answer)
            self._keep_variant(taken, stop)
        if stop is EndMessage.SOLVED:
            grid = self._grid()
            if grid not in self.solutions:
                self.solutions.append(grid)
        self.menu.leave(stop)
        self.stop = None
        return self.menu.solve_again

    def _keep_variant(self, path: tuple[bool, ...], stop: EndMessage) -> None:
        """Note how a path ended if the program finished for the first time."""
        if path in self.reached:
            return
        grid = None if stop is EndMessage.INCORRECT else self.menu.read().grid
        self.reached[path] = _ENDS[stop], grid and self._upright(grid)

    def _grid(self) -> Grid:
        if self.keeps_screen:
            self.last_screen = self.spectrum.state()
        return self._upright(self.menu.read().grid)

    def _upright(self, grid: Grid) -> Grid:
        """Return a grid as the file has it."""
        return grid.turned() if self.turned else grid

    def _played(self, outcome: PlayOutcome, *grids: Grid, complete: bool) -> Played:
        """The outcome with the counts as they stand now."""
        return Played(
            outcome,
            grids,
            complete,
            tstates=self.tstates,
            line_calls=self._line_calls,
            path=tuple(self.path),
            turned=self.turned,
            screen=self.last_screen,
            variants=tree_of(self.reached, turned=self.turned) if self.reached else (),
        )

    def _timed(self, solve: Callable[[], EndMessage]) -> EndMessage:
        try:
            stop = solve()
        except _StoppedError:
            self.tstates += self.spectrum.tstates - self.menu.solving_since
            raise
        self.tstates += self.menu.solving_tstates
        self.stop = stop
        return stop

    @property
    def _line_calls(self) -> int:
        return self.counter.count if self.counter else 0

    def _glimpse(self) -> Grid:
        width, height = self.puzzle.width, self.puzzle.height
        # before the first analysis the grid is not drawn yet, and other things stand on the screen
        grid = glimpse_grid(self.spectrum.screen, width, height) if self._line_calls else Grid.unknown(width, height)
        return self._upright(grid)

    def _check_stop(self) -> None:
        if self.should_stop and self.should_stop():
            raise _StoppedError

    def _watch_frame(self, spectrum: Spectrum) -> None:
        self._check_stop()
        if not self.on_progress:
            return
        now = time.monotonic()
        if now - self._glimpsed_at < GLIMPSE_SECONDS:  # reading the grid costs more than emulating the frame
            return
        self._glimpsed_at = now
        self._tell("solving", self._glimpse(), spectrum.tstates - self.menu.solving_since)

    def _tell(self, stage: str, grid: Grid | None = None, tstates: int = 0) -> None:
        if self.on_progress:
            self.on_progress(Progress(stage, grid, self.tstates + tstates, self._line_calls, len(self.solutions)))


_ITEM_FRAMES = 5
_KEY_FRAMES = 3
"""Frames for which the key that stops the count is held: the program looks at it before every line."""


@dataclass(frozen=True)
class CountPlayed:
    """Result of a count on the Spectrum.

    `refused` says why it did not count; `count` is 0 then. `common` are the cells that all solutions counted have in
    common; if there is none, what line logic came to. `complete` is False if the count was stopped or had no memory
    left. `tstates` runs from the key to the closing prompt (right to the frame if it could have been stopped), and
    `line_calls` counts the analyses of a line in that time.
    """

    count: int
    complete: bool
    common: Grid
    tstates: int
    line_calls: int
    refused: EndMessage | None = None
    turned: bool = False
    screen: MachineState | None = field(default=None, repr=False)


def play_count(
    puzzle: Puzzle,
    tape: Tape,
    *,
    spectrum: Spectrum | None = None,
    should_stop: Callable[[], bool] | None = None,
    name: str = "",
) -> CountPlayed:
    """Enter the puzzle, in black and white, let the program solve it once, and play menu item 6.

    Args:
        tape: of an edition that counts.
        spectrum: freshly made; one of our own otherwise.
        should_stop: asked before each line is typed and once in a frame of solving, which ends without a count, and
            once in a frame of counting: then a key is pressed, and what was found stands.

    Raises `FormatError` if the puzzle does not fit the screen, `DriverError` if the tape has no such item, or the
    program does not do its part.
    """
    entered, turned = fit_to_screen(puzzle, name)
    return _Session(entered, turned, spectrum or Spectrum(), None, should_stop, keeps_screen=True).count(tape)

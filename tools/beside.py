"""Comparison of the program with a listing in print, such as the article's, screen by screen.

    python -m tools.beside LISTING.txt [--basic] [--puzzle FILE]

Both programs run on the emulated 48K, with the same answers: menu, sizes, the clues of a puzzle, solving, view data,
many variants, incorrect data, a wrong check sum, a picture. Compared are the screen and the border wherever a
program waits for a key, the steps of "Making data", and each analysis of a line: its cells and clue, and the screen
at that moment. Each difference is printed for comparison with the list in ``basic/README.md``. The exit code is 1 if
there is any.

The listing runs with the project's machine code for a line, as `crossword.tap` does; with --basic both programs
analyse lines in BASIC, as `crossword-basic.tap` does, which takes long.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

from harness.errors import HarnessError
from harness.formats import read_puzzle
from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.line_calls import ANALYSIS_LINES
from harness.spectrum.listing import build_listing_tape, read_listing
from harness.spectrum.menu import STEP_LIMIT, Menu, Stop
from harness.spectrum.play import PICTURE_NAME
from harness.spectrum.screens import build_picture_screen
from pyspectrum import memory
from pyspectrum.basic.variables import read_variables
from pyspectrum.coverage import NEXT_LINE
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape, code_blocks

ROOT = Path(__file__).resolve().parents[1]
CAR, TWO_SOLUTIONS, CONTRADICTION, HEART = (
    ROOT / "puzzles" / f"{name}.txt" for name in ("car", "two-solutions", "contradiction", "heart")
)
MOST_SHOWN = 5
"""Differing analyses printed for a scene."""
_NOT_KEPT = ("menu_exit", "row_heading", "making_data")
"""The menu, which is a scene of its own, and texts at which no key is waited for."""
_QUIET_FRAMES = 25
_ANSWER_FRAMES = 100
"""So soon after a size a program has said what it has against it."""
_GRID_BOTTOM_PX = 176
_SCREEN = 16384


@dataclass
class Scene:
    """Record of one way through a program: its screens as text, and its analyses of lines."""

    screens: list[str] = field(default_factory=list)
    analyses: list[str] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    """For each analysis a hash of the screen when it began."""


class Watched(Menu):
    """The driver, which keeps every screen at which the program waits."""

    def __init__(self, spectrum: Spectrum) -> None:
        super().__init__(spectrum)
        self.scene = Scene()
        self._inside = False

    def wait(self, *texts: str, timeout: float = STEP_LIMIT) -> str:
        found = super().wait(*texts, timeout=timeout)
        if found not in (self.language[key] for key in _NOT_KEPT):
            self.keep()
        return found

    def run_to_stop(self) -> Stop:
        stop = super().run_to_stop()
        self.keep(picture=True)
        return stop

    def shows(self, text: str) -> bool:
        lines = [line.strip() for line in self.text_lines() if text in line]
        if text == self.language["making_data"] and lines and lines[0].endswith("%"):
            self._add(lines[0])
        return super().shows(text)

    def keep(self, *, picture: bool = False) -> None:
        """Keep the screen once nothing has moved on it for half a second, its text or the `picture` above as well."""
        quiet, before = 0, self.text_lines()
        while quiet < _QUIET_FRAMES:
            self.spectrum.run_frames(1)
            quiet = quiet + 1 if self.text_lines() == before else 0
            before = self.text_lines()
        head = f"border {self.spectrum.core.border}"
        if picture:
            head += f", pixels {crc32(b''.join(self._row(y_px) for y_px in range(_GRID_BOTTOM_PX))):08x}"
        self._add("\n".join((head, *(line.rstrip() for line in before))))

    def _row(self, y_px: int) -> bytes:
        return self.spectrum.screen.row_bits(y_px).to_bytes(32, "big")

    def _add(self, screen: str) -> None:
        if self.scene.screens[-1:] != [screen]:
            self.scene.screens.append(screen)

    def note_analysis(self) -> None:
        """Keep what is handed to the analysis of a line."""
        names = read_variables(self.spectrum.core.memory, ("g$()", "h()", "datanline", "lenline"))
        length, count = int(str(names["lenline"])), int(str(names["datanline"]))
        cells, lengths = str(names["g$()"])[:length], list(names["h()"])[:count]  # type: ignore[arg-type]
        self.scene.analyses.append(f"{cells} {','.join(map(str, lengths))}")
        self.scene.pictures.append(crc32(self.spectrum.screen.bits))

    def note_basic_line(self) -> None:
        """Note the first BASIC line of each analysis; called at every line."""
        inside = memory.read_word(self.spectrum.core.memory, memory.PPC) in ANALYSIS_LINES
        if inside and not self._inside:
            self.note_analysis()
        self._inside = inside


def scenes(puzzles: Sequence[Path]) -> Iterator[tuple[str, Callable[[Watched], object]]]:
    """Yield the name of each scene, and what is done in it from the menu on."""
    yield "menu", lambda menu: menu.keep()
    yield "wrong sizes and clues", _answer_wrongly
    for path in puzzles:
        yield path.stem, lambda menu, path=path: _solve(menu, read_puzzle(path))  # type: ignore[misc]
    yield "check sum", lambda menu: menu.enter(Puzzle(((2,), (1,)), ((1,), (1,))))
    yield "picture", lambda menu: _test_picture(menu, read_puzzle(HEART))


def _answer_wrongly(menu: Watched) -> None:
    said = menu.language
    menu.choose("1")
    refused = said["size_range"].partition(" {")[0]
    for prompt, size in (("width_prompt", "63"), ("width_prompt", "5"), ("height_prompt", "0"), ("height_prompt", "6")):
        menu.answer(said[prompt], size)
        menu.spectrum.run_frames(_ANSWER_FRAMES)
        menu.keep()
        if menu.shows(refused):
            menu.spectrum.press(ENTER)
    menu.answer(said.said("row_prompt", 1), "5,1")
    menu.wait(said["incorrect_entry"])
    menu.spectrum.press(ENTER)
    menu.answer(said.said("row_prompt", 1), "5")
    menu.wait(said.said("row_prompt", 2))


def _solve(menu: Watched, puzzle: Puzzle) -> None:
    if menu.enter(puzzle) is not None:
        return
    stop = menu.start_solving()
    if stop is Stop.MANY_VARIANTS:
        stop = menu.continue_with(black=True)
    menu.leave(stop)
    menu.view_data()
    stop = menu.solve_again()
    if stop is Stop.MANY_VARIANTS:
        stop = menu.continue_with(black=False)
    menu.leave(stop)


def _test_picture(menu: Watched, puzzle: Puzzle) -> None:
    grid = solve(puzzle).solutions[0]
    menu.spectrum.insert_tape(Tape(code_blocks(PICTURE_NAME, build_picture_screen(grid), _SCREEN)))
    menu.leave(menu.test_picture(puzzle.width, puzzle.height, PICTURE_NAME))
    menu.view_data()


def record(tape: Tape, puzzles: Sequence[Path], *, code: bool) -> dict[str, Scene]:
    """Play every scene from the menu of a freshly loaded program. One that fails ends with the driver's sentence."""
    spectrum = Spectrum()
    Menu(spectrum).load(tape)
    loaded, recorded = spectrum.state(), {}
    for name, play in scenes(puzzles):
        spectrum.restore(loaded)
        spectrum.eject_tape()
        menu = Watched(spectrum)
        with (
            spectrum.watch(CODE_ADDRESS, menu.note_analysis)
            if code
            else spectrum.watch(NEXT_LINE, menu.note_basic_line)
        ):
            try:
                play(menu)
            except HarnessError as error:
                menu.scene.screens.append(f"ended: {error}")
        recorded[name] = menu.scene
    return recorded


def differences(listing: dict[str, Scene], ours: dict[str, Scene]) -> Iterator[str]:
    """Yield each difference as text: a scene's screens row by row, then its analyses."""
    for name, theirs in listing.items():
        mine = ours[name]
        matcher = SequenceMatcher(None, theirs.screens, mine.screens, autojunk=False)
        for kind, first, last, our_first, our_last in matcher.get_opcodes():
            if kind != "equal":
                pairs = zip_longest(theirs.screens[first:last], mine.screens[our_first:our_last])
                yield from (f"{name}, screen {n}: {_rows(*pair)}" for n, pair in enumerate(pairs, first + 1))
        if len(theirs.analyses) != len(mine.analyses):
            yield f"{name}: {len(theirs.analyses)} analyses of lines in the listing, {len(mine.analyses)} in ours"
        both = enumerate(zip(theirs.analyses, mine.analyses, strict=False), 1)
        unlike = [f"{name}, analysis {n}: {one} in the listing, {two} in ours" for n, (one, two) in both if one != two]
        yield from unlike[:MOST_SHOWN]
        if not unlike and theirs.analyses == mine.analyses:
            moments = zip(theirs.pictures, mine.pictures, strict=True)
            other = [str(n) for n, (one, two) in enumerate(moments, 1) if one != two]
            if other:
                yield f"{name}: another screen when an analysis began, {len(other)} times, first at {other[0]}"


def _rows(theirs: str | None, ours: str | None) -> str:
    """Tell in which rows two screens differ; None is a screen that a program does not have."""
    if theirs is None or ours is None:
        shown = "\n  ".join(line for line in (theirs or ours or "").splitlines() if line.strip())
        return f"only in {'ours' if theirs is None else 'the listing'}\n  {shown}"
    pairs = zip_longest(theirs.splitlines(), ours.splitlines(), fillvalue="")
    return "".join(f"\n  {one!r} in the listing, {two!r} in ours" for one, two in pairs if one != two)


def main(words: Sequence[str]) -> int:
    """Run the comparison; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.beside", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("listing", metavar="LISTING.txt", help="the listing as it was printed, or typed in")
    parser.add_argument("--basic", action="store_true", help="without machine code; takes long")
    parser.add_argument("--puzzle", type=Path, action="append", metavar="FILE", help="another puzzle to solve")
    given = parser.parse_args(words)
    edition = EDITIONS[1] if given.basic else EDITIONS[0]
    puzzles = (CAR, TWO_SOLUTIONS, CONTRADICTION, *(given.puzzle or ()))
    try:
        listing = read_listing(given.listing)
        tape = build_listing_tape(listing if given.basic else listing.with_code(), "listing", code=not given.basic)
        theirs = record(tape, puzzles, code=not given.basic)
        ours = record(build_tape(edition), puzzles, code=not given.basic)
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    found = list(differences(theirs, ours))
    print(*found, sep="\n")
    screens, analyses = (
        sum(len(getattr(scene, kind)) for scene in theirs.values()) for kind in ("screens", "analyses")
    )
    print(
        f"{screens} screens and {analyses} analyses in the listing; {len(found)} differences from {edition.file_name}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Hypothesis strategies that several tests share: clues, pictures, puzzles."""

import functools

from hypothesis import Phase
from hypothesis import strategies as st

from harness.puzzle import BLOT, Clue, Grid, Group, Puzzle, clue_of
from harness.puzzle.palette import Colour, Palette

NO_SHRINKING = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))
"""For tests whose every example takes a good part of a second: a failure is reported as it is, and at once."""

COLOUR_PALETTE = Palette((Colour("r", (255, 0, 0), "red"), Colour("g", (0, 128, 0)), Colour("k", (0, 0, 0))))
"""Of the pictures that `colour_grids` draws."""


@functools.cache
def line_cells(min_size: int = 1, max_size: int = 30, alphabet: str = "#.") -> st.SearchStrategy[str]:
    """A line drawn as text; a short one of two colours as one number, which is drawn faster."""
    if min_size == max_size <= 16 and len(alphabet) == 2:
        shown = str.maketrans("10", alphabet)
        return st.integers(0, 2**max_size - 1).map(lambda bits: format(bits, f"0{max_size}b").translate(shown))
    return st.text(alphabet=alphabet, min_size=min_size, max_size=max_size)


@functools.cache
def clues(length: int) -> st.SearchStrategy[Clue]:
    """A clue that fits a line of `length` cells."""
    return line_cells(length, length).map(clue_of)


@st.composite
def grids(draw: st.DrawFn, max_width: int = 8, max_height: int = 8, alphabet: str = "#.", min_side: int = 1) -> Grid:
    """A picture."""
    width, height = draw(st.integers(min_side, max_width)), draw(st.integers(min_side, max_height))
    row = line_cells(width, width, alphabet)
    return Grid(tuple(draw(st.lists(row, min_size=height, max_size=height))))


def colour_grids(max_side: int = 4) -> st.SearchStrategy[Grid]:
    """A picture in the colours of `COLOUR_PALETTE`."""
    return grids(max_side, max_side, "." + COLOUR_PALETTE.keys)


def colour_puzzles(max_side: int = 4) -> st.SearchStrategy[Puzzle]:
    """The puzzle of such a picture."""
    return colour_grids(max_side).map(lambda grid: grid.puzzle(COLOUR_PALETTE))


def header_texts(min_size: int = 0) -> st.SearchStrategy[str]:
    """Texts behind a header of a file: printable, no spaces at the ends."""
    printable = st.characters(blacklist_categories=("C", "Z"), whitelist_characters=" ")
    return st.text(printable, min_size=min_size, max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def puzzles(draw: st.DrawFn, max_width: int = 8, max_height: int = 8) -> Puzzle:
    """A puzzle that passes its check and has a solution, with or without its goal, title and notes."""
    grid = draw(grids(max_width, max_height))
    keys = st.from_regex(r"note-[a-z]{1,5}", fullmatch=True)
    headers = {name: draw(header_texts()) for name in ("title", "author", "source", "copyright", "license")}
    notes = tuple(draw(st.lists(st.tuples(keys, header_texts()), max_size=2)))
    return grid.puzzle().replace(**headers, notes=notes, goal=draw(st.sampled_from((grid, None))))


@st.composite
def clue_tables(draw: st.DrawFn, max_side: int = 5) -> Puzzle:
    """Clues that fit their lines, with or without a picture to them; the sums need not agree."""
    width, height = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    rows = draw(st.lists(clues(width), min_size=height, max_size=height))
    columns = draw(st.lists(clues(height), min_size=width, max_size=width))
    return Puzzle(tuple(rows), tuple(columns))


@st.composite
def blotted(draw: st.DrawFn, puzzles_with_solution: st.SearchStrategy[Puzzle]) -> Puzzle:
    """A puzzle that has a solution, with some of its numbers blotted."""
    drawn = draw(puzzles_with_solution)

    def blot(group: int) -> int:
        if not draw(st.booleans()):
            return group
        return Group(BLOT, group.key) if isinstance(group, Group) else BLOT

    rows, columns = (tuple(tuple(map(blot, clue)) for clue in side) for side in (drawn.rows, drawn.columns))
    goal = draw(st.sampled_from((drawn.goal, None)))
    return drawn.replace(rows=rows, columns=columns, title=draw(header_texts()), goal=goal)

"""Line logic in colour, against every arrangement counted out."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.solver.colour_lines import NumberedClue, solve_colour_line
from harness.solver.lines import solve_line
from tests.marks import examples


def numbered_clue_of(cells: tuple[int, ...]) -> NumberedClue:
    """The groups of a whole line, by itertools alone."""
    return tuple((len(list(run)), colour) for colour, run in itertools.groupby(cells) if colour)


def brute_force(length: int, clue: NumberedClue, masks: list[set[int]]) -> list[set[int]] | None:
    """Return the colours that each cell may have, from all fillings of the line with this clue; None if there are
    none.
    """
    found: list[set[int]] = [set() for _ in range(length)]
    for cells in itertools.product(*masks):
        if numbered_clue_of(cells) == clue:
            for seen, colour in zip(found, cells, strict=True):
                seen.add(colour)
    return None if set() in found else found


def solve_masks(length: int, clue: NumberedClue, masks: list[set[int]], colours: int) -> list[set[int]] | None:
    """`solve_colour_line` on a mask for every cell."""
    can = [sum(1 << cell for cell, mask in enumerate(masks) if colour in mask) for colour in range(colours + 1)]
    solved = solve_colour_line(length, clue, can)
    if solved is None:
        return None
    return [{colour for colour, cells in enumerate(solved) if cells >> cell & 1} for cell in range(length)]


@pytest.mark.parametrize(
    ("length", "clue", "expected"),
    [
        (3, ((1, 1), (1, 2), (1, 1)), ["1", "2", "1"]),
        (4, ((2, 1), (2, 2)), ["1", "1", "2", "2"]),
        (5, ((2, 1), (2, 1)), ["1", "1", "0", "1", "1"]),
        (5, ((2, 1), (2, 2)), ["01", "1", "012", "2", "02"]),
        (3, (), ["0", "0", "0"]),
        (3, ((3, 2),), ["2", "2", "2"]),
    ],
)
def test_whole_lines_by_hand(length: int, clue: NumberedClue, expected: list[str]) -> None:
    masks = [{0, 1, 2} for _ in range(length)]
    assert solve_masks(length, clue, masks, 2) == [{int(colour) for colour in mask} for mask in expected]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_every_line_with_two_colours(length: int) -> None:
    subsets = [{c for c in range(3) if bits >> c & 1} for bits in range(8)]
    every_clue = {numbered_clue_of(cells) for cells in itertools.product(range(3), repeat=length)}
    for masks in itertools.product(subsets, repeat=length):
        for clue in every_clue:
            given_masks = list(masks)
            assert solve_masks(length, clue, given_masks, 2) == brute_force(length, clue, given_masks), (clue, masks)


def test_random_lines_with_up_to_four_colours() -> None:
    source = random.Random(5)
    contradictions = 0
    for _ in range(1500):
        length, colours = source.randint(1, 7), source.randint(1, 4)
        clue = numbered_clue_of(tuple(source.choice([0, source.randint(1, colours)]) for _ in range(length)))
        whole = [source.choice([0, source.randint(1, colours)]) for _ in range(length)]
        masks = [{c for c in range(colours + 1) if source.random() < 0.6} for _ in range(length)]
        if source.random() < 0.6:  # make sure that something fits
            clue = numbered_clue_of(tuple(whole))
            masks = [mask | {colour} for mask, colour in zip(masks, whole, strict=True)]
        expected = brute_force(length, clue, masks)
        contradictions += expected is None
        assert solve_masks(length, clue, masks, colours) == expected, (clue, masks)
    assert 100 < contradictions < 1000


@settings(max_examples=examples(200))
@given(st.data())
def test_one_colour_is_black_and_white(data: st.DataObject) -> None:
    cells = data.draw(st.text(alphabet="#.?", min_size=1, max_size=62))
    drawn = data.draw(st.text(alphabet="#.", min_size=len(cells), max_size=len(cells)))
    clue = tuple(len(run) for run in drawn.split(".") if run)
    black, white = (sum(1 << i for i, cell in enumerate(cells) if cell == sign) for sign in "#.")
    everything = (1 << len(cells)) - 1
    solved = solve_colour_line(len(cells), tuple((n, 1) for n in clue), [everything & ~black, everything & ~white])
    plain = solve_line(len(cells), clue, black, white)
    if plain is None:
        assert solved is None
    else:
        assert solved == [everything & ~plain[0], everything & ~plain[1]]


def test_deduced_cells_stay() -> None:
    clue = ((2, 1), (1, 2), (3, 1))
    once = solve_colour_line(9, clue, [511, 511, 511])
    assert once is not None
    assert solve_colour_line(9, clue, once) == once


@pytest.mark.parametrize(
    ("length", "clue", "can"),
    [(2, ((0, 1),), [3, 3]), (2, ((1, 2),), [3, 3]), (2, ((1, 0),), [3, 3]), (2, ((1, 1),), [3, 7])],
)
def test_nonsense_is_refused(length: int, clue: NumberedClue, can: list[int]) -> None:
    with pytest.raises(ValueError, match=r"without length|beyond the 2"):
        solve_colour_line(length, clue, can)

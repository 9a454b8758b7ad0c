"""Blotted numbers in a line, against every arrangement counted out."""

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Sequence

import pytest

from harness.puzzle import BLOT, Clue
from harness.solver.colour_lines import NumberedClue, find_places, solve_colour_line
from harness.solver.enumerate import build_arrangements, count_arrangements
from harness.solver.lines import line_text, parse_line, solve_line
from harness.solver.recursion import analyse_line
from tests.line_cases import pictures_by_clue

LineSolver = Callable[[int, NumberedClue, Sequence[int]], list[int] | None]


def blotted(clue: tuple[int, ...]) -> set[Clue]:
    """The clue with numbers blotted in every way, but for the one without a blot."""
    return set(itertools.product(*((length, BLOT) for length in clue))) - {clue}


def pictures_by_blotted_clue(length: int) -> dict[Clue, list[int]]:
    found: defaultdict[Clue, list[int]] = defaultdict(list)
    for clue, pictures in pictures_by_clue(length).items():
        for with_blots in blotted(clue):
            found[with_blots] += pictures
    return found


def in_two_colours(solver: LineSolver) -> Callable[[int, Clue, int, int], tuple[int, int] | None]:
    """A line solver for colours as one for black and white."""

    def solve(length: int, clue: Clue, black: int, white: int) -> tuple[int, int] | None:
        cells = (1 << length) - 1
        can = solver(length, tuple((size, 1) for size in clue), [cells & ~black, cells & ~white])
        return None if can is None else (can[1] & ~can[0], can[0] & ~can[1])

    return solve


SOLVERS = {
    "lines": solve_line,
    "colour lines": in_two_colours(solve_colour_line),
    "recursion": in_two_colours(analyse_line),
}


def check_lines(length: int, sample: int | None = None) -> int:
    """Compare clues in all their states, or in some, with all arrangements; returns the number of cases."""
    dice, cells, cases = random.Random(length), (1 << length) - 1, 0
    for clue, pictures in pictures_by_blotted_clue(length).items():
        states: Sequence[str]
        if sample is None:
            states = ["".join(state) for state in itertools.product("#.?", repeat=length)]
        else:
            states = ["".join(dice.choices("#.?", (1, 1, 4), k=length)) for _ in range(sample)]
        for known in states:
            _, black, white = parse_line(known)
            fitting = [picture for picture in pictures if picture & white == 0 and black & ~picture == 0]
            everywhere, somewhere = cells, 0
            for picture in fitting:
                everywhere &= picture
                somewhere |= picture
            expected = (everywhere, cells & ~somewhere) if fitting else None
            for name, solver in SOLVERS.items():
                assert solver(length, clue, black, white) == expected, f"{name}: {known} with {clue}"
            cases += 1
    return cases


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_every_blotted_clue_in_every_state(length: int) -> None:
    assert check_lines(length) == 3**length * len(pictures_by_blotted_clue(length))


@pytest.mark.parametrize(("length", "sample"), [(5, 20), (6, 10), (7, 5), (8, 3), (9, 2), (10, 1)])
def test_every_blotted_clue_in_some_states(length: int, sample: int) -> None:
    assert check_lines(length, sample) == sample * len(pictures_by_blotted_clue(length))


@pytest.mark.slow
@pytest.mark.parametrize("length", [5, 6, 7])
def test_every_blotted_clue_in_every_state_of_longer_lines(length: int) -> None:
    assert check_lines(length) == 3**length * len(pictures_by_blotted_clue(length))


def coloured_arrangements(length: int) -> dict[NumberedClue, list[tuple[int, ...]]]:
    """Every line in two colours by its clue, blotted in every way or not at all."""
    found: defaultdict[NumberedClue, list[tuple[int, ...]]] = defaultdict(list)
    for cells in itertools.product(range(3), repeat=length):
        groups = [(len(list(run)), colour) for colour, run in itertools.groupby(cells) if colour]
        for clue in itertools.product(*(((size, colour), (BLOT, colour)) for size, colour in groups)):
            found[clue].append(cells)
    return found


def check_colours(length: int, sample: int) -> int:
    dice, cases = random.Random(length), 0
    for clue, lines in coloured_arrangements(length).items():
        for _ in range(sample):
            masks = [dice.choice((7, 7, 7, 3, 5, 6, 1, 2, 4)) for _ in range(length)]
            fitting = [line for line in lines if all(mask >> cell & 1 for mask, cell in zip(masks, line, strict=True))]
            can = [sum(1 << i for i, mask in enumerate(masks) if mask >> colour & 1) for colour in range(3)]
            expected = (
                [
                    sum(1 << i for i in {i for line in fitting for i in range(length) if line[i] == colour})
                    for colour in range(3)
                ]
                if fitting
                else None
            )
            assert solve_colour_line(length, clue, can) == expected, f"{masks} with {clue}"
            assert analyse_line(length, clue, can) == expected, f"recursion: {masks} with {clue}"
            cases += 1
    return cases


@pytest.mark.parametrize(("length", "sample"), [(1, 20), (2, 20), (3, 20), (4, 10), (5, 2)])
def test_blots_in_colour(length: int, sample: int) -> None:
    assert check_colours(length, sample) == sample * len(coloured_arrangements(length))


@pytest.mark.slow
@pytest.mark.parametrize("length", [5, 6])
def test_blots_in_colour_in_longer_lines(length: int) -> None:
    assert check_colours(length, 30) == 30 * len(coloured_arrangements(length))


def runs(cells: tuple[int, ...]) -> list[tuple[int, int]]:
    """The first and the last cell of each group."""
    places, first = [], 0
    for colour, run in itertools.groupby(cells):
        size = len(list(run))
        if colour:
            places.append((first, first + size - 1))
        first += size
    return places


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_places_are_those_of_all_arrangements(length: int) -> None:
    for clue, lines in coloured_arrangements(length).items():
        expected = [
            (sum(1 << s for s in {run[0] for run in group}), sum(1 << e for e in {run[1] for run in group}))
            for group in zip(*map(runs, lines), strict=True)
        ]
        assert find_places(length, clue, [(1 << length) - 1] * 3) == expected, clue


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_arrangements_are_built_each_once(length: int) -> None:
    for clue, lines in coloured_arrangements(length).items():
        expected = sorted(sum(1 << (length * colour + i) for i, colour in enumerate(line)) for line in lines)
        assert sorted(build_arrangements(length, clue, 3)) == expected, clue
        assert count_arrangements(length, clue) == len(expected)


@pytest.mark.parametrize(
    ("known", "clue", "expected"),
    [
        ("?????", (BLOT,), "?????"),
        ("#???#", (BLOT,), "#####"),
        ("#???#", (BLOT, BLOT), "#???#"),
        ("#.???", (BLOT, 3), "#.###"),
        ("??#??", (BLOT, BLOT, BLOT), "#.#.#"),
        ("?.?.?", (BLOT, BLOT), "?.?.?"),
    ],
)
def test_lines_by_hand(known: str, clue: Clue, expected: str) -> None:
    length, black, white = parse_line(known)
    solved = solve_line(length, clue, black, white)
    assert solved is not None
    assert line_text(length, *solved) == expected

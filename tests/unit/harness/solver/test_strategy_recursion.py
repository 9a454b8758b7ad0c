"""Memoized recursion: the line analysis against the reference and brute force, and lines of any length."""

import itertools

import pytest
from hypothesis import given, settings

from harness.puzzle import Clue, Grid, clue_of
from harness.solver.lines import line_text, parse_line, solve_line
from harness.solver.recursion import KNOWN_ANALYSES, Recursion
from harness.solver.recursion import analyse_line as analyse_masks
from tests.many_solutions import rooks
from tests.marks import examples
from tests.strategies import lines, solvable_lines


def analyse_line(length: int, clue: Clue, black: int, white: int) -> tuple[int, int] | None:
    """The analysis in black and white, with arguments and answers as `solve_line` has them."""
    everything = (1 << length) - 1
    analysed = analyse_masks(length, tuple((size, 1) for size in clue), [everything & ~black, everything & ~white])
    return None if analysed is None else (everything & ~analysed[0], everything & ~analysed[1])


def analyse_text(text: str, clue: Clue) -> str | None:
    """The analysis of a drawn line, drawn."""
    length, black, white = parse_line(text)
    analysed = analyse_line(length, clue, black, white)
    return None if analysed is None else line_text(length, *analysed)


@pytest.mark.parametrize(
    ("text", "clue", "expected"),
    [
        ("?????", (3,), "??#??"),
        ("?#???", (3,), "?##?."),
        ("#????", (3,), "###.."),
        ("?????", (), "....."),
        ("??#??", (), None),
        ("#.#", (3,), None),
        ("?.??", (2,), "..##"),
        ("##??", (1,), None),
        ("?????", (2, 2), "##.##"),
        ("????#", (1, 1), "???.#"),
        ("??.??#?", (2, 1), "##...#."),
        ("??.??#?", (2, 2), "##..?#?"),
    ],
)
def test_drawn_lines(text: str, clue: Clue, expected: str | None) -> None:
    assert analyse_text(text, clue) == expected


@pytest.mark.parametrize("length", range(1, 7))
def test_every_line_of_a_length(length: int) -> None:
    """All states of all clues, by brute force over all arrangements."""
    by_clue: dict[Clue, list[str]] = {}
    for cells in itertools.product("#.", repeat=length):
        by_clue.setdefault(clue_of("".join(cells)), []).append("".join(cells))
    for state in itertools.product("#.?", repeat=length):
        for clue, drawn in by_clue.items():
            fitting = [
                line for line in drawn if all(known in ("?", cell) for known, cell in zip(state, line, strict=True))
            ]
            together = ["".join(sorted(set(cells))) for cells in zip(*fitting, strict=True)]
            expected = "".join("?" if len(cells) > 1 else cells for cells in together) if fitting else None
            assert analyse_text("".join(state), clue) == expected, (state, clue)


@given(solvable_lines(max_size=62))
@settings(deadline=None, max_examples=examples(500))
def test_lines_with_an_arrangement(line: tuple[str, Clue]) -> None:
    length, black, white = parse_line(line[0])
    analysed = analyse_line(length, line[1], black, white)
    assert analysed is not None
    assert analysed == solve_line(length, line[1], black, white)


@given(lines(max_size=40))
@settings(deadline=None, max_examples=examples(500))
def test_lines_in_any_state(line: tuple[str, Clue]) -> None:
    length, black, white = parse_line(line[0])
    assert analyse_line(length, line[1], black, white) == solve_line(length, line[1], black, white)


@pytest.mark.parametrize("groups", [1, 100, 333, 500])
def test_long_lines_need_no_deep_stack(groups: int) -> None:
    clue = (1,) * groups
    assert analyse_line(1000, clue, 0, 0) == solve_line(1000, clue, 0, 0)
    assert analyse_line(1000, clue, 1, 0) == solve_line(1000, clue, 1, 0)


def test_a_deep_trial_needs_no_deep_stack() -> None:
    solution = next(Recursion().solutions(rooks(60)))
    assert solution.clues().has_clues_of(rooks(60))


def test_the_memory_is_limited_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KNOWN_ANALYSES * 500 < 20_000_000, "bytes, roughly"
    whole = list(Recursion().solutions(rooks(5)))
    monkeypatch.setattr("harness.solver.recursion.KNOWN_ANALYSES", 3)
    assert list(Recursion().solutions(rooks(5))) == whole


def test_colours_are_tried_on_copies() -> None:
    """A branch must not see what another one supposed: each solution is whole and different."""
    found = list(Recursion().solutions(rooks(4)))
    assert len(set(found)) == 24
    assert all(isinstance(grid, Grid) and grid.unknown_count == 0 for grid in found)

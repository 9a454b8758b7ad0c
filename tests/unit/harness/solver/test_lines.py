"""The reference's line analysis against brute force, and by hand-drawn examples."""

import itertools
import random
from functools import cache

import pytest
from hypothesis import given, settings

from harness.puzzle import Clue
from harness.solver.lines import line_text, mirror, parse_line, solve_line, solve_text
from tests.line_cases import pictures_by_clue, random_line
from tests.marks import examples, slow_but
from tests.strategies import lines, solvable_lines


def check_every_line(length: int) -> int:
    """Compare every clue in every state with all its arrangements; returns the number of cases."""
    cells = (1 << length) - 1
    cases = 0
    for clue, pictures in pictures_by_clue(length).items():
        for known in itertools.product("#.?", repeat=length):
            _, black, white = parse_line("".join(known))
            fitting = [picture for picture in pictures if picture & white == 0 and black & ~picture == 0]
            everywhere, somewhere = cells, 0
            for picture in fitting:
                everywhere &= picture
                somewhere |= picture
            expected = (everywhere, cells & ~somewhere) if fitting else None
            found = solve_line(length, clue, black, white)
            assert found == expected, f"{''.join(known)} with {clue}: {found}, not {expected}"
            cases += 1
    return cases


@pytest.mark.parametrize(
    ("length", "cases"),
    [(1, 6), (2, 27), (3, 135), (4, 648), (5, 3159), (6, 15309), (7, 74358), *slow_but((), [(8, 360855)])],
)
def test_every_clue_in_every_state(length: int, cases: int) -> None:
    assert check_every_line(length) == cases


@pytest.mark.slow
def test_every_clue_in_every_state_of_lines_of_nine_cells() -> None:
    assert check_every_line(9) > 0


def can_be_filled(text: str, clue: Clue) -> bool:
    """Return True if some arrangement fits: the plainest recursion over cells and groups, with memory."""

    @cache
    def fits(start: int, group: int) -> bool:
        if start >= len(text):
            return group == len(clue)
        if text[start] != "#" and fits(start + 1, group):
            return True
        if group == len(clue):
            return False
        end = start + clue[group]
        if end > len(text) or "." in text[start:end] or text[end : end + 1] == "#":
            return False
        return fits(end + 1, group + 1)

    return fits(0, 0)


def solve_by_trial(text: str, clue: Clue) -> str | None:
    """Solve a line by trying both colours in every unknown cell."""
    if not can_be_filled(text, clue):
        return None
    solved = ""
    for i, cell in enumerate(text):
        colours = "#." if cell == "?" else cell
        possible = [colour for colour in colours if can_be_filled(text[:i] + colour + text[i + 1 :], clue)]
        solved += possible[0] if len(possible) == 1 else "?"
    return solved


@given(lines(max_size=30))
@settings(max_examples=examples(400), deadline=None)
def test_lines_in_any_state_agree_with_trial(case: tuple[str, Clue]) -> None:
    assert solve_text(*case) == solve_by_trial(*case)


@given(solvable_lines(max_size=70))
@settings(max_examples=examples(400), deadline=None)
def test_solvable_lines_agree_with_trial(case: tuple[str, Clue]) -> None:
    solved = solve_text(*case)
    assert solved is not None
    assert solved == solve_by_trial(*case)


@given(lines(max_size=40))
@settings(deadline=None)
def test_a_second_look_finds_nothing_new(case: tuple[str, Clue]) -> None:
    text, clue = case
    solved = solve_text(text, clue)
    if solved is not None:
        assert solve_text(solved, clue) == solved


@given(lines(max_size=40))
@settings(deadline=None)
def test_the_mirrored_line_gives_the_mirrored_answer(case: tuple[str, Clue]) -> None:
    text, clue = case
    solved = solve_text(text, clue)
    assert solve_text(text[::-1], clue[::-1]) == (None if solved is None else solved[::-1])


@pytest.mark.slow
def test_two_thousand_lines_of_up_to_100_cells() -> None:
    dice = random.Random(1)
    contradictions = 0
    for _ in range(2_000):
        length = dice.randint(1, 100)
        text, clue = random_line(dice, length, density=dice.choice((0.2, 0.5, 0.8)), hidden=dice.random())
        if dice.random() < 0.2:
            spot = dice.randrange(length)
            text = text[:spot] + dice.choice("#.") + text[spot + 1 :]
        expected = solve_by_trial(text, clue)
        assert solve_text(text, clue) == expected, (text, clue)
        contradictions += expected is None
    assert contradictions > 50


@pytest.mark.parametrize(
    ("text", "clue", "solved"),
    [
        ("?????", (), "....."),
        ("?????", (5,), "#####"),
        ("?????", (3,), "??#??"),
        ("?????", (2, 2), "##.##"),
        ("??????", (2, 2), "?#??#?"),
        ("#????", (3,), "###.."),
        ("????#", (3,), "..###"),
        ("??.??", (2,), "??.??"),
        ("?#.??", (2,), "##..."),
        ("?.???", (2,), "..?#?"),
        ("?#?#?", (1, 1), ".#.#."),
        ("?#?#?", (3,), ".###."),
        ("??#??#??", (2, 2), ".?#??#?."),
        ("?????#????", (2, 1, 2), "????.#????"),
        ("#.#", (1, 1), "#.#"),
        ("?", (1,), "#"),
        ("?", (), "."),
    ],
)
def test_known_lines(text: str, clue: Clue, solved: str) -> None:
    assert solve_text(text, clue) == solved


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("#", ()),
        (".", (1,)),
        ("?", (2,)),
        ("???", (1, 2)),
        ("##?", (1,)),
        ("#.#", (1,)),
        ("#.#", (3,)),
        ("?.?.?", (2,)),
        ("#????#", (3,)),
        ("#?#", (1, 1, 1)),
        ("????????", (10**30,)),
    ],
)
def test_contradictions(text: str, clue: Clue) -> None:
    assert solve_text(text, clue) is None


def test_a_long_line_with_many_groups_is_no_matter_of_arrangements() -> None:
    clue = (2, 1) * 150  # 600 groups' gaps in 1000 cells: more arrangements than atoms in the world
    solved = solve_text("?" * 1000, clue)
    assert solved == "?" * 1000
    tight = solve_text("?" * 749, clue)
    assert tight == "##.#." * 149 + "##.#"


def test_a_cell_known_as_both_is_a_contradiction() -> None:
    assert solve_line(3, (1,), 0b010, 0b010) is None


@pytest.mark.parametrize("clue", [(0,), (1, 0), (-2, 2)])
def test_groups_below_one_are_refused(clue: Clue) -> None:
    with pytest.raises(ValueError, match="shorter than 1"):
        solve_line(5, clue, 0, 0)


@pytest.mark.parametrize(("black", "white"), [(0b1000, 0), (0, 0b1000)])
def test_cells_beyond_the_line_are_refused(black: int, white: int) -> None:
    with pytest.raises(ValueError, match="beyond"):
        solve_line(3, (1,), black, white)


def test_text_form_both_ways() -> None:
    assert parse_line("#.?") == (3, 0b001, 0b010)
    assert line_text(*parse_line("??#..#?")) == "??#..#?"
    assert mirror(0b001, 3) == 0b100
    with pytest.raises(ValueError, match="'x' is not a cell"):
        parse_line("#x")

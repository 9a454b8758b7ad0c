"""Every analysis of a line against all arrangements, against the reference, and at the edges of what it takes."""

import itertools

import pytest

from harness.solver.enumerate import build_arrangements, count_arrangements
from harness.solver.lines import NumberedClue, analyse_line, solve_line
from harness.solver.recursion import analyse_line as by_recursion
from tests.unit.harness.solver.line_analyses import (
    ANALYSES,
    KERNELS,
    OTHERS,
    Analysis,
    cases,
    check_random_lines,
    check_states,
    drawn_by_clue,
    solve_text,
)


@pytest.mark.parametrize("analysis", ANALYSES)
def test_every_clue_in_every_state(analysis: Analysis) -> None:
    assert [check_states(analysis, length) for length in (1, 2, 3)] == [12, 64, 576]
    check_states(analysis, 1, 2)
    check_states(analysis, 2, 2)


@pytest.mark.parametrize("analysis", ANALYSES)
def test_every_clue_in_some_states_of_longer_lines(analysis: Analysis) -> None:
    for length, colours, sample in ((4, 1, 20), (6, 1, 2), (8, 1, 1), (3, 2, 20), (3, 3, 2)):
        check_states(analysis, length, colours, sample)


@pytest.mark.parametrize("analysis", OTHERS)
@pytest.mark.parametrize(("length", "colours"), [(62, 1), (70, 1), (128, 1), (31, 2), (63, 2), (64, 2), (129, 2)])
def test_long_lines(analysis: Analysis, length: int, colours: int) -> None:
    check_random_lines(analysis, solve_line, length, 20 if colours > 1 else 40, colours)


@pytest.mark.parametrize("analysis", KERNELS)
@pytest.mark.parametrize("length", [130, 192])
def test_a_group_may_begin_at_the_edge_of_a_machine_word(analysis: Analysis, length: int) -> None:
    """Its last start, or that of the group before it, is the first or the last cell of a word."""
    everything = [(1 << length) - 1] * 3
    befores: tuple[NumberedClue, ...] = (), ((1, 1),), ((2, 2), (1, 1))
    for start, before in itertools.product((1, 62, 63, 64, 65, 127, 128), befores):
        taken = start + sum(size for size, _ in before) + bool(before)
        if taken < length:
            for clue in ((*before, (length - taken, 1)), ((length - taken, 1), *before[::-1])):
                found = analysis(length, clue, everything)
                assert found is not None
                assert list(found) == solve_line(length, clue, everything)


@pytest.mark.parametrize(("length", "colours"), [(1, 1), (4, 1), (7, 1), (1, 2), (3, 2), (4, 2)])
def test_arrangements_are_built_each_once(length: int, colours: int) -> None:
    for clue, pictures in drawn_by_clue(length, colours).items():
        assert sorted(build_arrangements(length, clue)) == sorted(drawn.cells for drawn in pictures), clue
        assert count_arrangements(length, clue) == len(pictures)


@pytest.mark.parametrize("clue", [((2, 1), (1, 1)), ((9, 1),)])
def test_a_clue_that_does_not_fit_has_no_arrangement(clue: NumberedClue) -> None:
    assert count_arrangements(3, clue) == len(list(build_arrangements(3, clue))) == 0


@pytest.mark.parametrize(("length", "colours", "sample"), [(1, 1, None), (4, 1, None), (2, 2, None), (4, 2, 5)])
def test_places_are_those_of_all_arrangements(length: int, colours: int, sample: int | None) -> None:
    for clue, can, drawn in cases(length, colours, sample):
        by_group = [{picture.places[group] for picture in drawn} for group in range(len(clue))]
        expected = [
            tuple(sum(1 << cell for cell in set(cells)) for cells in zip(*places, strict=True)) for places in by_group
        ]
        found = analyse_line(length, clue, can)
        assert (found and found[0]) == (expected if drawn else None), (clue, can)


@pytest.mark.parametrize("groups", [1, 100, 333, 500])
def test_a_long_line_needs_no_deep_stack(groups: int) -> None:
    clue, everything = ((1, 1),) * groups, (1 << 1000) - 1
    for can in ([everything] * 2, [everything - 1, everything]):
        assert by_recursion(1000, clue, can) == solve_line(1000, clue, can)


def test_a_long_line_with_many_groups_is_no_matter_of_arrangements() -> None:
    clue = (2, 1) * 150  # 300 groups with room between them: more arrangements than atoms in the world
    assert solve_text("?" * 1000, clue) == "?" * 1000
    assert solve_text("?" * 749, clue) == "##.#." * 149 + "##.#"


def test_a_group_far_too_long_is_a_contradiction() -> None:
    assert solve_text("????????", (10**30,)) is None


@pytest.mark.parametrize("clue", [((0, 1),), ((1, 1), (0, 1)), ((-2, 1),), ((1, 2),), ((1, 0),)])
def test_groups_without_length_or_colour_are_rejected(clue: NumberedClue) -> None:
    with pytest.raises(ValueError, match="without length"):
        solve_line(5, clue, [31, 31])


@pytest.mark.parametrize("can", [[3, 7], [7, 3]])
def test_cells_beyond_the_line_are_rejected(can: list[int]) -> None:
    with pytest.raises(ValueError, match="beyond the 2"):
        solve_line(2, ((1, 1),), can)

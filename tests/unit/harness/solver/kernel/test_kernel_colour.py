"""Both kernels in colour, with blotted groups and on long sides: against the reference, and against each other."""

import itertools
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import BACKGROUND, BLOT, ColourClue, Group, cells_needed, colour_clue_of
from harness.solver.colour_lines import find_starts, solve_colour_line
from harness.solver.kernel.choose import has_compiled_kernel
from harness.solver.kernel.kernel import SOLVED, STABLE, Kernel
from harness.solver.kernel.pure_kernel import PureKernel
from tests.marks import examples

COMPILED = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")
KERNELS = pytest.mark.parametrize("which", ["pure", pytest.param("compiled", marks=COMPILED)])
KEYS = BACKGROUND + "rg"

Clues = tuple[ColourClue, ...]


def kernel_of(which: str, keys: str, rows: Clues, columns: Clues) -> Kernel:
    if which == "pure":
        return PureKernel(keys, rows, columns)
    from harness.solver.kernel import _fast

    return _fast.Kernel(keys, rows, columns)


def check_line(which: str, clue: ColourClue, masks: tuple[int, ...], height: int = 1) -> bool:
    """One line, each cell of which may have the colours of its mask; returns whether anything fits it."""
    length = len(masks)
    # what the columns and the other rows say is never looked at; where there are many, the sets are wide
    kernel = kernel_of(which, KEYS, (clue, *[()] * (height - 1)), ((),) * length)
    for column, mask in enumerate(masks):
        for colour in range(len(KEYS)):
            if not mask >> colour & 1:
                kernel.rule_out(0, column, colour)
    can = [sum((mask >> colour & 1) << cell for cell, mask in enumerate(masks)) for colour in range(len(KEYS))]
    assert kernel.can(0) == tuple(can)
    numbered = tuple((size, KEYS.index(key)) for size, key in clue)
    expected, found = solve_colour_line(length, numbered, can), kernel.analyse(0)
    if expected is None or found is None:
        assert (expected, found) == (None, None), (clue, masks)
        return False
    assert list(found[1]) == expected, (clue, masks)
    assert list(found[0]) == find_starts(length, numbered, can), (clue, masks)
    return True


def blotted(clue: ColourClue, rng: random.Random, share: float) -> ColourClue:
    return tuple(Group(BLOT, key) if rng.random() < share else Group(size, key) for size, key in clue)


@KERNELS
@pytest.mark.parametrize("height", [1, 70, 140])
def test_every_clue_in_every_state(which: str, height: int) -> None:
    """Of lines of three cells: all that fit an empty line, and all of those with blots."""
    lines = {colour_clue_of("".join(cells)) for cells in itertools.product(KEYS, repeat=3)}
    clues = sorted(
        {
            tuple(Group(BLOT if is_blot else size, key) for (size, key), is_blot in zip(clue, blots, strict=True))
            for clue in lines
            for blots in itertools.product((False, True), repeat=len(clue))
        }
    )
    states = list(itertools.product(range(1, 8), repeat=3))
    rng = random.Random(height)
    cases = [(clue, masks) for clue in clues for masks in (states if height == 1 else rng.sample(states, 10))]
    assert {check_line(which, clue, masks, height) for clue, masks in cases} == {True, False}


@KERNELS
@pytest.mark.parametrize("length", [31, 63, 64, 65, 127, 128, 129, 300])
def test_long_lines_against_the_reference(which: str, length: int) -> None:
    rng = random.Random(length)
    outcomes = set[bool]()
    for _ in range(40):
        cells = [BACKGROUND]
        while len(cells) < length:  # runs of one colour
            cells += rng.choice(KEYS) * min(round(rng.expovariate(0.3)) + 1, length - len(cells))
        clue = blotted(colour_clue_of("".join(cells)), rng, rng.choice((0, 0, 0.2, 1)))
        hidden = rng.random()
        masks = [
            rng.randrange(8) | 1 << KEYS.index(cell) if rng.random() < hidden else 1 << KEYS.index(cell)
            for cell in cells
        ]
        if rng.random() < 0.3:  # most often a contradiction then
            masks[rng.randrange(length)] = 1 << rng.randrange(3)
        outcomes.add(check_line(which, clue, tuple(masks)))
    assert outcomes == {True, False}


@KERNELS
@pytest.mark.parametrize("length", [130, 192, 200])
def test_a_group_may_begin_at_the_edge_of_a_machine_word(which: str, length: int) -> None:
    """Its last start, or that of the group before it, is the first or the last cell of a word."""
    for start in (1, 62, 63, 64, 65, 127, 128):
        for before in ((), (Group(1, "r"),), (Group(2, "g"), Group(1, "r"))):
            taken = start + cells_needed(before) + bool(before)
            if taken < length:
                assert check_line(which, (*before, Group(length - taken, "r")), (7,) * length)
                assert check_line(which, (Group(length - taken, "r"), *before[::-1]), (7,) * length)


@COMPILED
@pytest.mark.parametrize("fruitless", [3, 1000])
def test_both_kernels_choose_the_same_cell(fruitless: int) -> None:
    rng = random.Random(7)
    answers = []
    for _ in range(12):
        drawn = ["".join(rng.choice(BACKGROUND + KEYS) for _ in range(9)) for _ in range(9)]
        columns = tuple(colour_clue_of("".join(column)) for column in zip(*drawn, strict=True))
        pure, compiled = (
            kernel_of(which, KEYS, tuple(map(colour_clue_of, drawn)), columns) for which in ("pure", "compiled")
        )
        assert pure.propagate() == compiled.propagate() == STABLE
        answers.append(pure.probe(-1, fruitless, None))
        assert compiled.probe(-1, fruitless, None) == answers[-1]
        assert (pure.rows(), pure.line_calls) == (compiled.rows(), compiled.line_calls)
    assert max(answers) >= 0


@st.composite
def pictures(draw: st.DrawFn) -> tuple[str, Clues, Clues]:
    """The keys and the clues of a picture in up to four colours, small or with a long side, some groups blotted."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    width, height = draw(st.sampled_from([(6, 6), (9, 5), (3, 66), (130, 2), (12, 12)]))
    keys = BACKGROUND + "rgbk"[: draw(st.integers(1, 4))]
    share, blots = draw(st.sampled_from([0.4, 0.8])), draw(st.sampled_from([0, 0, 0.1, 0.5]))
    drawn = [
        "".join(rng.choice(keys[1:]) if rng.random() < share else BACKGROUND for _ in range(width))
        for _ in range(height)
    ]
    columns = ["".join(column) for column in zip(*drawn, strict=True)]
    if draw(st.booleans()) and draw(st.booleans()):
        rng.shuffle(drawn)
    rows_clues, columns_clues = (
        tuple(blotted(colour_clue_of(line), rng, blots) for line in lines) for lines in (drawn, columns)
    )
    return keys, rows_clues, columns_clues


@COMPILED
@given(picture=pictures(), data=st.data())
@settings(deadline=None, max_examples=examples(120))
def test_both_kernels_take_the_same_steps(picture: tuple[str, Clues, Clues], data: st.DataObject) -> None:
    pure, compiled = (kernel_of(which, *picture) for which in ("pure", "compiled"))

    def both(act: Callable[[Kernel], object]) -> object:
        first, second = act(pure), act(compiled)
        assert first == second
        assert pure.rows() == compiled.rows()
        assert (pure.line_calls, pure.unknown_count) == (compiled.line_calls, compiled.unknown_count)
        return first

    answer = both(Kernel.propagate)
    for line in range(len(picture[1]) + len(picture[2])):
        assert pure.can(line) == compiled.can(line)
        assert pure.line(line) == compiled.line(line)
        assert pure.analyse(line) == compiled.analyse(line)
    credit, worth = data.draw(st.sampled_from([(0, 0), (50, 0), (200, 10)]))
    if answer == STABLE:
        both(lambda kernel: kernel.sweep(credit, worth, None))
    for _ in range(3 if answer == STABLE else 0):
        answer = both(lambda kernel: kernel.probe(300, 5, None))
        assert isinstance(answer, int)
        if answer <= SOLVED:
            break
        row, column = divmod(answer, len(picture[2]))
        colours = [colour for colour, cells in enumerate(pure.can(row)) if cells >> column & 1]
        assert len(colours) > 1
        both(Kernel.push)
        colour = data.draw(st.sampled_from(colours))
        act = data.draw(st.sampled_from(["put", "rule_out"]))
        both(lambda kernel, act=act, at=(row, column, colour): getattr(kernel, act)(*at))  # type: ignore[misc]
        if act == "put":
            assert both(Kernel.propagate) == STABLE, "the probe has tried all colours"
        elif both(Kernel.propagate) != STABLE:
            both(Kernel.pop)

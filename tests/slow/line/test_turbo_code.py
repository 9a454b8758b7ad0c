"""The turbo edition's code beside the reference solver: grids, counts, the picture on the screen, what it refuses."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from harness.puzzle import Grid, Puzzle
from harness.puzzle.puzzle import common_cells
from harness.solver.search import solve
from harness.spectrum.build import WORK_PAGE, turbo_code
from harness.spectrum.reader import Mark, read_solving_screen
from harness.spectrum.screens import build_grid_screen
from pyspectrum import memory
from pyspectrum.basic.variables import number_to_bytes
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import Screen
from tests.many_solutions import rooks
from tests.slow.line.line_reference import Line, every_line, solve_by_automaton
from tests.slow.line.line_rig import REPORT_NO_VARIABLE, REPORT_RANGE, CoreRig, build_variable, full_form
from tests.slow.line.turbo_rig import (
    BREAK_ROWS,
    DONE,
    FULL,
    INCORRECT,
    LIMIT,
    STOPPED,
    VARIANTS,
    TurboRig,
    program_variables,
)
from tests.unit.harness.solver.files import sample
from tools.made import domino_puzzle

NO_SOLUTION = sample("contradiction-by-trial")
"""Line logic finds nothing wrong with it."""
ONE_IN_EACH_OF_5 = rooks(5)
ANY_KEY = (3,)


@pytest.fixture(scope="module")
def rig() -> TurboRig:
    return TurboRig()


def draw_picture(dice: random.Random, width: int, height: int) -> Grid:
    """Cells black at random, more or fewer of them."""
    density = dice.random()
    return Grid(tuple("".join(".#"[dice.random() < density] for _ in range(width)) for _ in range(height)))


def draw_puzzle(dice: random.Random, side: int) -> Puzzle:
    """A small puzzle; in some of them rows and columns are of two pictures."""
    width, height = dice.randint(1, side), dice.randint(1, side)
    puzzle = draw_picture(dice, width, height).puzzle()
    if dice.random() < 0.5:
        other = Puzzle(puzzle.rows, draw_picture(dice, width, height).puzzle().columns)
        if sum(map(sum, other.rows)) == sum(map(sum, other.columns)):
            return other
    return puzzle


def test_it_solves_as_the_reference_does(rig: TurboRig) -> None:
    dice = random.Random(1)
    endings = set()
    for _ in range(200):
        puzzle = draw_puzzle(dice, 9)
        rig.load(puzzle, program_variables(puzzle, dice=dice), dirt=dice.randrange(256))
        result = rig.call("solve")
        reference = solve(puzzle)
        reading = read_solving_screen(result.screen, puzzle.width, puzzle.height)
        assert reading.grid == result.grid
        assert not rig.beyond_picture.strip()
        endings.add(result.status)
        if result.status == INCORRECT:
            assert reference.contradiction is not None
            assert [*reading.row_marks, *reading.column_marks].count(Mark.ACTIVE) == 1
            continue
        assert reference.contradiction is None
        assert result.grid == reference.fixpoint
        assert result.status == (VARIANTS if reference.fixpoint.unknown_count else DONE)
        result.assert_clear()
    assert endings == {DONE, INCORRECT, VARIANTS}


@pytest.mark.parametrize("size", [(62, 42), (61, 41), (1, 42), (62, 1), (1, 1), (7, 8), (8, 7), (33, 16), (56, 40)])
def test_the_picture_stands_where_the_specification_has_it(rig: TurboRig, size: tuple[int, int]) -> None:
    """Frame, cells and the gaps between: pixel for pixel, nothing else on the screen."""
    picture = Grid(tuple("".join(".#"[(x // 3 + y // 2) % 2] for x in range(size[0])) for y in range(size[1])))
    puzzle = picture.puzzle()
    rig.load(puzzle)
    result = rig.call("solve")
    expected = bytearray(build_grid_screen(result.grid))
    assert result.status in (DONE, VARIANTS)
    assert result.screen == Screen(bytes(expected))
    assert not rig.beyond_picture.strip()


def test_the_first_screen_shows_every_line_marked(rig: TurboRig) -> None:
    puzzle = Puzzle(((1,),) * 42, ((1,),) * 42 + ((),) * 20)
    rig.load(puzzle)
    result = rig.call("solve", keys=BREAK_ROWS)
    assert result.status == STOPPED
    reading = read_solving_screen(result.screen, 62, 42)
    assert reading.grid == Grid.unknown(62, 42)
    assert set(reading.row_marks + reading.column_marks) == {Mark.PASSIVE}
    # and it continues from there
    assert rig.call("go_on").status == VARIANTS


# -- the search ------------------------------------------------------------------------------------------------

PLAN_SIZE = 3
AT_ONCE, SOON = 0, 1
"""Limits of lines for a plan, in 256."""

MOST_SOLUTIONS = 300


@pytest.mark.parametrize("found", [0, 1, 254, 255, 256, 2603])
def test_the_cells_that_a_probe_found_are_counted_up_to_255(rig: TurboRig, found: int) -> None:
    core, symbols = rig.core, rig.code.symbols
    core.memory[symbols["unknown_count"] : symbols["unknown_count"] + 2] = (2604).to_bytes(2, "little")
    core.set("sp", 0x7FF0)
    core.memory[0x7FF0:0x7FF2] = (0x7000).to_bytes(2, "little")
    core.set("hl", 2604 - found)
    core.interrupts_enabled = False
    core.pc = symbols["cells_found"]
    assert core.run(core.tstates + 1000, {0x7000}) == 0x7000
    assert core.get("a") == min(found, 255)


@contextmanager
def plans_ending(rig: TurboRig, *limits: int) -> Iterator[None]:
    """Give the first plans other limits than theirs, for a while."""
    cells, plans = rig.core.memory, rig.code.symbols["plans"]
    before = bytes(cells[plans : plans + PLAN_SIZE * 4])
    for plan, limit in enumerate(limits):
        at = plans + PLAN_SIZE * plan + 1
        cells[at : at + 2] = limit.to_bytes(2, "little")
    try:
        yield
    finally:
        cells[plans : plans + len(before)] = before


def assert_counted(rig: TurboRig, puzzle: Puzzle, solutions: tuple[Grid, ...]) -> None:
    """Count, and compare the count, the picture in common, and what the screen shows."""
    result = rig.call("count_all")
    about = f"{puzzle}"
    assert (result.status, rig.count) == (DONE, len(solutions)), about
    result.assert_clear()
    if solutions:
        assert result.grid == common_cells(solutions), about


PLANS = [(), (AT_ONCE,), (AT_ONCE, AT_ONCE), (AT_ONCE, SOON, SOON), (SOON, SOON, SOON)]
"""The limits of the first plans: trying the first cell; probing, by the two orders; changing on the way."""


@pytest.mark.parametrize("seed", range(2))
def test_two_hundred_puzzles_are_counted_as_the_reference_does(rig: TurboRig, seed: int) -> None:
    """By each of the plans."""
    dice = random.Random(400 + seed)
    counted: list[int] = []
    while len(counted) < 100:
        puzzle = draw_puzzle(dice, 9)
        reference = solve(puzzle, MOST_SOLUTIONS)
        if not reference.complete or (reference.fixpoint.unknown_count == 0 and dice.random() < 0.9):
            continue
        counted.append(len(reference.solutions))
        rig.load(puzzle, dirt=dice.randrange(256))
        if dice.random() < 0.5:
            # so little memory that the trail continues in P$
            rig.set_free_memory_from(rig.code.symbols["ramtop"] - dice.randrange(200, 400))
        with plans_ending(rig, *dice.choice(PLANS)):
            assert_counted(rig, puzzle, reference.solutions)
    assert len(set(counted)) > 10


@pytest.mark.parametrize("limits", PLANS)
def test_every_plan_proves_that_there_is_no_solution(rig: TurboRig, limits: tuple[int, ...]) -> None:
    assert solve(NO_SOLUTION, None).fixpoint.unknown_count
    rig.load(NO_SOLUTION)
    with plans_ending(rig, *limits):
        assert_counted(rig, NO_SOLUTION, ())


@pytest.mark.parametrize("limits", [(), (AT_ONCE,), (AT_ONCE, AT_ONCE)])
def test_the_count_stops_for_a_key_and_for_memory(rig: TurboRig, limits: tuple[int, ...]) -> None:
    """Each cell takes two bytes of what BASIC and P$ leave free; the grid is put right all the same."""
    ramtop = rig.code.symbols["ramtop"]
    with plans_ending(rig, *limits):
        rig.load(ONE_IN_EACH_OF_5)
        stopped = rig.call("count_all", keys=ANY_KEY)
        assert (stopped.status, rig.count, stopped.grid) == (STOPPED, 0, Grid.unknown(5, 5))
        stopped.assert_clear()
        rig.load(rooks(40))
        rig.set_free_memory_from(ramtop - 700)
        full = rig.call("count_all")
    assert (full.status, rig.count) == (FULL, 0)
    assert full.grid == Grid.unknown(40, 40)
    # what it may write to ends there
    assert ramtop - 700 <= memory.read_word(rig.core.memory, rig.code.symbols["trail_start"])


def test_findings_of_an_earlier_plan_stand_when_a_later_one_is_stopped(rig: TurboRig) -> None:
    core, symbols = rig.core, rig.code.symbols
    rig.load(ONE_IN_EACH_OF_5)
    with pytest.raises(AssertionError, match="still running"):
        rig.call("count_all", limit_tstates=5_000_000)
    assert core.run(core.tstates + 1_000_000, {symbols["change_plan"]}) is not None
    found = rig.count
    assert 0 < found < 120
    core.memory[symbols["effort"] + 1] = 16  # as much as the first plan may take
    rig.press(*ANY_KEY)
    assert core.run(core.tstates + 10_000_000, {symbols["answer"]}) is not None
    rig.press()
    assert memory.read_word(core.memory, symbols["plan_at"]) == symbols["plans"] + PLAN_SIZE
    assert core.get("a") == STOPPED
    assert rig.count == found


@pytest.mark.parametrize(("puzzle", "most_line_calls"), [(domino_puzzle(4), 480), (domino_puzzle(5), 3_600)])
def test_a_hard_puzzle_takes_so_many_line_analyses(rig: TurboRig, puzzle: Puzzle, most_line_calls: int) -> None:
    rig.load(puzzle)
    result = rig.call("count_all")
    assert (result.status, rig.count) == (DONE, 1)
    assert result.line_calls <= most_line_calls


@pytest.mark.parametrize("seed", range(2))
def test_counting_at_many_variants_leaves_the_grid_as_it_was(rig: TurboRig, seed: int) -> None:
    dice = random.Random(200 + seed)
    counted = 0
    while counted < 10:
        puzzle = draw_puzzle(dice, 6)
        rig.load(puzzle)
        before = rig.call("solve")
        if before.status != VARIANTS:
            continue
        counted += 1
        after = rig.call("count_on")
        reference = solve(puzzle, 100)
        assert (after.status, rig.count) == (DONE if reference.complete else LIMIT, len(reference.solutions))
        assert after.grid == before.grid
        width, height = puzzle.width, puzzle.height
        assert read_solving_screen(after.screen, width, height) == read_solving_screen(before.screen, width, height)


def test_trying_goes_on_to_the_first_solution(rig: TurboRig) -> None:
    dice = random.Random(500)
    tried = 0
    while tried < 40:
        puzzle = draw_puzzle(dice, 7)
        rig.load(puzzle)
        if rig.call("solve").status != VARIANTS or not solve(puzzle).solutions:
            continue
        tried += 1
        with plans_ending(rig, *dice.choice(PLANS)):
            result = rig.call("try_on")
        assert result.status == DONE
        assert not result.grid.unknown_count
        assert result.grid.puzzle().has_clues_of(puzzle)
        result.assert_clear()


UNKNOWN_5 = Grid.unknown(5, 5).rows


@pytest.mark.parametrize(
    ("puzzle", "entry", "keys", "status", "rows"),
    [
        (NO_SOLUTION, "try_on", (), INCORRECT, None),
        (ONE_IN_EACH_OF_5, "try_on", ANY_KEY, VARIANTS, UNKNOWN_5),  # back to the question
        (ONE_IN_EACH_OF_5, "go_on_black", (), VARIANTS, ("#....", *[".????"] * 4)),
        (ONE_IN_EACH_OF_5, "go_on_white", (), VARIANTS, (".????", *["?????"] * 4)),
        (ONE_IN_EACH_OF_5, "count_on", (), LIMIT, UNKNOWN_5),  # a hundred are enough
    ],
)
def test_what_is_answered_at_many_variants(
    rig: TurboRig, puzzle: Puzzle, entry: str, keys: tuple[int, ...], status: int, rows: tuple[str, ...] | None
) -> None:
    rig.load(puzzle)
    assert rig.call("solve").status == VARIANTS
    result = rig.call(entry, keys=keys)
    assert result.status == status
    assert rows in (None, result.grid.rows)
    assert status != LIMIT or rig.count == 100


def test_counting_at_many_variants_ends_after_about_a_minute(rig: TurboRig) -> None:
    """Nineteen of each: so many ways that none is found to its end."""
    rows = ((1, 1, 1, 1, 1),) * 18 + ((2, 1, 1, 1),)
    rig.load(Puzzle(rows, rows))
    assert rig.call("solve").status == VARIANTS
    frames = memory.read_word(rig.core.memory, memory.FRAMES)
    result = rig.call("count_on")
    passed = memory.read_word(rig.core.memory, memory.FRAMES) - frames
    assert result.status == LIMIT
    assert rig.count == 100 or 55 * 50 <= passed <= 66 * 50


@pytest.mark.parametrize(("spare", "status"), [(-1, VARIANTS), (0, DONE), (7, DONE)])
def test_the_count_needs_room_for_the_unknown_cells_and_no_more(rig: TurboRig, spare: int, status: int) -> None:
    """All cells are unknown at the first guess, and on the trail when the first solution is found."""
    core, symbols, size = rig.core, rig.code.symbols, 40
    rig.load(rooks(size))
    assert rig.call("solve").status == VARIANTS
    in_first_part = size * size + spare - symbols["second_size"] // 2
    stack = symbols["ramtop"] - 5  # where the count begins
    rig.set_free_memory_from(stack - symbols["stack_reserve"] - 2 * in_first_part - symbols["trail_margin"])
    size_of_variable = 8
    behind = memory.read_word(core.memory, symbols["picture_at"]) + size_of_variable + 2 * 42 * 62  # and Q$
    kept = bytes(core.memory[behind : behind + 10])  # a little further on the first part begins
    assert rig.call("try_on").status == status
    start, end = (memory.read_word(core.memory, symbols[name]) for name in ("trail_start", "trail_end"))
    assert (end - start) // 2 == in_first_part
    assert core.memory[behind : behind + 10] == kept


def test_the_clock_loses_no_frame(rig: TurboRig) -> None:
    puzzle = draw_picture(random.Random(5), 30, 30).puzzle()
    rig.load(puzzle)
    start = rig.core.tstates
    rig.call("solve")
    in_all = rig.core.tstates // MODEL_48K.tstates_per_frame - start // MODEL_48K.tstates_per_frame
    counted = memory.read_word(rig.core.memory, memory.FRAMES)
    assert in_all - 8 <= counted <= in_all  # it is put to zero when the grid has been drawn


@pytest.mark.parametrize("missing", range(9))
def test_a_missing_variable_is_reported(rig: TurboRig, missing: int) -> None:
    variables = program_variables(ONE_IN_EACH_OF_5)
    name = variables.pop(missing)[0]
    rig.load(ONE_IN_EACH_OF_5, variables)
    needed = missing not in (2, 3)
    assert rig.call("solve").report == (REPORT_NO_VARIABLE if needed else None), f"without {name:#04x}"


@pytest.mark.parametrize("name", ["SizeX", "SizeY"])
@pytest.mark.parametrize("size", [0, 63, 256, 65535, -1, 1e9])
def test_a_size_out_of_range_is_reported(rig: TurboRig, name: str, size: float) -> None:
    variables = program_variables(ONE_IN_EACH_OF_5)
    variables[0 if name == "SizeX" else 1] = build_variable(name, size)
    rig.load(ONE_IN_EACH_OF_5, variables)
    assert rig.call("solve").report == REPORT_RANGE


@pytest.mark.parametrize("clue", [(6,), (3, 3), (1, 0, 1), (1, 1, 1, 1), (255,), (256,)])
def test_a_clue_that_fits_no_line_is_reported(rig: TurboRig, clue: tuple[int, ...]) -> None:
    rig.load(Puzzle((clue,), ((1,),) * 5))
    assert rig.call("solve").report == REPORT_RANGE


def test_numbers_in_their_full_form_are_read(rig: TurboRig) -> None:
    short, full = number_to_bytes(1), full_form(1)
    variables = [
        variable.replace(short, full) if variable[0] in (0x81, 0x82, 0x84) else variable
        for variable in program_variables(ONE_IN_EACH_OF_5)
    ]
    rig.load(ONE_IN_EACH_OF_5, variables)
    assert rig.call("solve").grid == Grid.unknown(5, 5)
    rig.call("count_all")
    assert rig.count == 120


def test_nothing_outside_is_written(rig: TurboRig) -> None:
    """Only the screen, P$, the work spaces, the stack, and while counting the free memory."""
    puzzle = draw_puzzle(random.Random(8), 9)
    rig.load(puzzle)
    before = bytearray(rig.core.memory)
    rig.call("solve", interrupts=False)
    rig.call("count_all", interrupts=False)
    after, symbols = rig.core.memory, rig.code.symbols
    picture = memory.read_word(after, symbols["picture_at"])
    for start, end in (
        (memory.DISPLAY_FILE, memory.SCREEN_END),
        (memory.FRAMES, memory.FRAMES + 3),
        (picture, picture + 42 * 62),
        (memory.read_word(after, symbols["trail_start"]), symbols["ramtop"] + 1),
        (symbols["turbo_low"], rig.code.origin),
        (WORK_PAGE, 0x10000),  # the line analysis has its own tests
    ):
        before[start:end] = after[start:end]
    assert before == after


# -- a line with one group ----------------------------------------------------------------------


class SingleRig(CoreRig):
    """The same calls, but of ``single_group``."""

    def __init__(self) -> None:
        super().__init__()
        code = turbo_code()
        cells, symbols = self.core.memory, code.symbols
        cells[code.origin : code.end] = code.code
        masks = 256 * symbols["tables_page"] + symbols["bit_masks"]
        cells[masks : masks + 8] = bytes(1 << bit for bit in range(8))
        self._entry = symbols["single_group"]


@pytest.fixture(scope="module")
def single() -> SingleRig:
    return SingleRig()


@pytest.mark.parametrize("length", range(1, 10))
def test_every_small_line_with_one_group(single: SingleRig, length: int) -> None:
    for line in every_line(length):
        if len(line.clue) == 1:
            assert single.analyse(*line) == solve_by_automaton(*line), f"{line}"


def test_lines_of_every_length_with_one_group(single: SingleRig) -> None:
    dice = random.Random(21)
    endings = set()
    for number in range(6_000):
        length = 1 + number % 62
        group = dice.randint(1, length)
        first = dice.randint(0, length - group)
        picture = ((1 << group) - 1) << first
        hidden = sum(1 << cell for cell in range(length) if dice.random() < dice.choice((0.5, 0.8, 0.95)))
        if dice.random() < 0.1:
            group = dice.randint(1, length)
        line = Line(length, (group,), picture & ~hidden, ~picture & ~hidden & (1 << length) - 1)
        found = single.analyse(*line)
        assert found == solve_by_automaton(*line), f"{line}"
        endings.add(found is None)
    assert endings == {False, True}

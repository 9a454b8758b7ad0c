"""The contract between BASIC and the code at #F600: which variables, in which forms, and what is left alone.

Its answers are held against brute force and an automaton; `test_exhaustive` has the core of it.
"""

import random

import pytest

from pyspectrum.basic.variables import Loop, Value
from pyspectrum.memory import ERR_NR, FRAMES, RAMTOP
from pyspectrum.models import MODEL_48K
from tests.slow.line.line_reference import (
    all_states,
    every_line,
    list_clues,
    random_line,
    solve_by_automaton,
    solve_by_enumeration,
)
from tests.slow.line.line_rig import (
    FIRST_UDG,
    REPORT_NO_VARIABLE,
    REPORT_RANGE,
    REPORT_SUBSCRIPT,
    STACK_TOP,
    VARS_START,
    WORK_PAGE,
    LineRig,
    MarkedRig,
    build_variable,
    contract_variables,
)

LONGEST_SPAN_TSTATES = 4_500  # without interrupts


@pytest.fixture(scope="module")
def rig() -> LineRig:
    return LineRig()


@pytest.fixture(scope="module")
def marked() -> MarkedRig:
    rig = MarkedRig()
    rig.put_program(10, 2195, 2200)
    return rig


def neighbours(generator: random.Random) -> list[bytes]:
    """Other variables of all six kinds, some with names close to the contract's."""
    names = ["x", "g", "h", "sizex", "unknown", "data", "datanlines", "datanlin", "datanlinf", "l", "len", "lenline2"]
    names += ["lenlinen", "e", "err", "errcode", "errlin", "errline1", "f", "firs", "neobrab", "z9", "errlinf", "d"]
    others = [build_variable(name, generator.randint(0, 65535)) for name in names]
    more: list[tuple[str, Value]] = [("g$", "?1"), ("h$", ""), ("a$", "\x80" * 300), ("g()", (1, 2))]
    more += [("a()", (7,) * 99), ("h$()", "1" * 31), ("p$()", ("?" * 62,) * 42)]
    more += [(letter, Loop(value, 10, 1, 100, 2)) for letter, value in (("i", 3), ("g", 1), ("z", -1))]
    others += [build_variable(name, value) for name, value in more]
    generator.shuffle(others)
    return others[: generator.randint(0, len(others))]


@pytest.mark.parametrize("length", range(1, 9))
def test_the_automaton_agrees_with_enumeration(length: int) -> None:
    generator = random.Random(length)
    for clue in list_clues(length):
        for black, white in generator.sample(all_states(length), 3 ** min(length, 5)):
            assert solve_by_automaton(length, clue, black, white) == solve_by_enumeration(length, clue, black, white)


@pytest.mark.parametrize("length", range(1, 6))
def test_every_short_line(rig: LineRig, length: int) -> None:
    for line in every_line(length):
        assert rig.analyse(*line) == solve_by_enumeration(*line), f"{line}"


@pytest.mark.parametrize("axis", ["row", "column"])
@pytest.mark.parametrize("length", range(1, 5))
def test_every_short_line_in_the_arrays(marked: MarkedRig, axis: str, length: int) -> None:
    for line in every_line(length):
        assert marked.analyse_at(axis, length, *line) == solve_by_enumeration(*line), f"{line}"


@pytest.mark.parametrize(("axis", "lines", "most"), [("row", 42, 31), ("column", 62, 21)])
def test_every_line_of_the_arrays(marked: MarkedRig, axis: str, lines: int, most: int) -> None:
    generator = random.Random(axis)
    for number in range(1, lines + 1):
        length = 2 * most
        full = (1,) * most
        assert marked.analyse_at(axis, number, length, full, 0, 2) == solve_by_automaton(length, full, 0, 2)
        for _ in range(5):
            line = random_line(generator, length=generator.randint(1, 2 * most), contradictions=0.2)
            assert marked.analyse_at(axis, number, *line) == solve_by_automaton(*line), (number, line)


@pytest.mark.parametrize("axis", ["row", "column"])
def test_a_line_is_left_to_basic_while_line_2195_is_missing(axis: str) -> None:
    """It may be taken out, put back, and move: each call looks where it is now."""
    rig = MarkedRig()
    for program in ((10, 2195), (10, 2190, 2200), (2195,), (10,), (), (10, 2194, 2195, 2196), (2194, 2196)):
        rig.put_program(*program)
        for _ in range(2):
            result = rig.call_at(axis, 2, 5, (4,))
            solved = 2195 in program
            assert (result.usr_value, result.cells[:5]) == ((0, "?111?") if solved else (2195, "?????")), program


@pytest.mark.parametrize("part", range(4))
def test_any_order_any_neighbours_any_form(rig: LineRig, part: int) -> None:
    generator = random.Random(f"neighbours {part}")
    contradictions = 0
    for _ in range(1_000):
        line = random_line(generator)
        wanted = contract_variables(*line, floating=generator.random() < 0.3)
        if generator.random() < 0.3:
            del wanted["errline"]
        variables = [*wanted.values(), *neighbours(generator)]
        generator.shuffle(variables)
        result = rig.call(variables, dirt=generator.randrange(256))
        expected = solve_by_automaton(*line)
        assert result.answer(line.length, line.black, line.white) == expected
        assert len(result.variables) == len(variables) + ("errline" not in wanted)
        contradictions += expected is None
    assert 20 < contradictions < 250


@pytest.mark.parametrize("missing", [{"g$"}, {"h"}, {"datanline"}, {"lenline"}, {*contract_variables(5, [2])}])
@pytest.mark.parametrize("without", [set(), {"errline"}])
def test_missing_variable_is_report_2(rig: LineRig, missing: set[str], without: set[str]) -> None:
    given = {name: value for name, value in contract_variables(5, [2]).items() if name not in missing | without}
    result = rig.call(list(given.values()))
    assert result.report == REPORT_NO_VARIABLE
    assert (result.err_line is not None) == ("errline" in given)


@pytest.mark.parametrize(
    ("axis", "missing"), [("row", "y"), ("row", "b"), ("column", "x"), ("column", "d"), ("row", "h")]
)
def test_what_a_marked_line_misses_is_report_2(axis: str, missing: str) -> None:
    rig = MarkedRig()
    rig.put_program(2195)
    assert rig.call_at(axis, 2, 5, (4,), without={missing}).report == REPORT_NO_VARIABLE


@pytest.mark.parametrize("first", [[], [build_variable("first", 0)], [build_variable("first", 1)]])
def test_first_is_not_needed_and_does_not_lead_astray(rig: LineRig, first: list[bytes]) -> None:
    wanted = contract_variables(5, [2], black=0b00100)
    del wanted["first"]
    assert rig.call([*wanted.values(), *first]).cells[:5] == "0?1?0"


def test_made_err_line_is_what_basic_would_make(rig: LineRig) -> None:
    wanted = contract_variables(5, [2])
    del wanted["errline"]
    area = list(wanted.values())
    rig.call(area)
    start = VARS_START + sum(map(len, area))
    expected = build_variable("errline", 0) + b"\x80\x0d\x80"
    assert rig.core.memory[start : start + len(expected)] == expected


@pytest.mark.parametrize("length", [0, 63, 64, 255, 256, 300, -1, -300])
@pytest.mark.parametrize("floating", [False, True])
def test_length_out_of_range_is_report_b(rig: LineRig, length: int, floating: bool) -> None:
    wanted = contract_variables(5, [2])
    wanted["lenline"] = build_variable("lenline", length, floating=floating)
    assert rig.call(list(wanted.values())).report == REPORT_RANGE


@pytest.mark.parametrize("count", [32, 33, 62, 255, 256, 257, -1, 1000.0])
@pytest.mark.parametrize("floating", [False, True])
def test_too_many_groups_are_a_contradiction(rig: LineRig, count: float, floating: bool) -> None:
    wanted = contract_variables(62, [1] * 31)
    wanted["datanline"] = build_variable("datanline", count, floating=floating)
    result = rig.call(list(wanted.values()))
    assert (result.report, result.err_line, result.cells) == (None, 1, "?" * 62)
    assert (result.usr_value, result.changed) == (0, ())


@pytest.mark.parametrize("clue", [[0], [-1], [-2], [6], [256], [257], [2, 0], [0, 2], [65535, 3], [1e9], [-1e9], [255]])
@pytest.mark.parametrize("floating", [False, True])
def test_absurd_lengths_are_a_contradiction(rig: LineRig, clue: list[float], floating: bool) -> None:
    result = rig.call(list(contract_variables(5, clue, floating=floating).values()))
    assert (result.report, result.err_line, result.cells[:5]) == (None, 1, "?????")


def test_clues_too_long_for_the_line_are_contradictions(rig: LineRig) -> None:
    for length in (1, 2, 7, 8, 9, 31, 61, 62):
        for clue in ((length + 1,), (length, 1), (1,) * (length // 2 + 2), (200,), (255, 255), (1, 255)):
            if len(clue) <= 31:
                assert rig.analyse(length, clue, 0, 0) is None, (length, clue)


@pytest.mark.parametrize(
    "array",
    [
        {"g$": build_variable("g$()", "?" * 19)},
        {"h": build_variable("h()", (1, 2))},
        {"g$": build_variable("g$()", ("?" * 20,) * 20)},
    ],
)
def test_arrays_too_small_are_report_3(rig: LineRig, array: dict[str, bytes]) -> None:
    assert rig.call(list((contract_variables(20, [1, 2, 3]) | array).values())).report == REPORT_SUBSCRIPT


@pytest.mark.parametrize(("cells", "groups"), [(5, 2), (259, 257)])
def test_arrays_just_large_enough_and_of_more_than_255_elements_will_do(rig: LineRig, cells: int, groups: int) -> None:
    wanted = contract_variables(5, [1, 2])
    groups_in_full = (1, 3, *[0] * (groups - 2))
    wanted |= {"g$": build_variable("g$()", "?" * cells), "h": build_variable("h()", groups_in_full)}
    assert rig.call(list(wanted.values())).cells == "10111".ljust(cells, "?")


def test_interrupts_at_any_moment_change_nothing(rig: LineRig) -> None:
    """Frames are made to end all along the call; the clock loses one only while the stack walks through H and G$."""
    generator = random.Random("interrupts")
    for length in (1, 10, 30, 62, 62):
        variables = list(contract_variables(*random_line(generator, length=length)).values())
        quiet = rig.call(variables)
        step = max(37, quiet.tstates // 200)
        lost = 0
        for tstates_to_interrupt in range(5, quiet.tstates, step):
            rig.core.memory[FRAMES] = 0
            start = 30 * MODEL_48K.tstates_per_frame - tstates_to_interrupt
            if start % MODEL_48K.tstates_per_frame < 64:
                continue  # the interrupt of a frame that has just begun may or may not be taken
            result = rig.call(variables, interrupts=True, start_tstates=start)
            # a frame that ends with the call itself may or may not be counted yet
            end = start + result.tstates
            counts = {
                at // MODEL_48K.tstates_per_frame - start // MODEL_48K.tstates_per_frame for at in (end - 64, end)
            }
            counted = rig.core.memory[FRAMES]
            assert counted in counts or counted + 1 in counts, "the clock lost more than a frame"
            lost += counted not in counts
            assert (result.cells, result.changed) == (quiet.cells, quiet.changed)
            assert result.err_line == quiet.err_line
        assert lost * step <= LONGEST_SPAN_TSTATES


def test_full_memory_is_report_4(rig: LineRig) -> None:
    """The sets of offsets need room on the stack; the ROM's own error exit goes where ERR_SP says, as a return does."""
    wanted = list(contract_variables(62, [1] * 19).values())
    room = STACK_TOP - VARS_START - sum(map(len, wanted))
    rig.core.memory[ERR_NR] = 0xFF
    plenty = rig.call([*wanted, build_variable("z$", "x" * (room - 800))])
    assert (plenty.err_line, rig.core.memory[ERR_NR]) == (0, 0xFF)
    rig.core.memory[ERR_NR] = 0xFF
    with pytest.raises(AssertionError, match="written outside"):  # ERR_NR itself
        rig.call([*wanted, build_variable("z$", "x" * (room - 750))])
    assert rig.core.memory[ERR_NR] == 3
    rig.core.memory[ERR_NR] = 0xFF


@pytest.mark.parametrize("depth", [250, 300, 700, 2_000])
def test_a_stack_that_reaches_the_work_page_is_report_4(depth: int) -> None:
    """As after hundreds of GO SUBs: nothing is written, neither in the stack nor in the page."""
    rig = LineRig()
    rig.core.memory[ERR_NR] = 0xFF
    with pytest.raises(AssertionError, match="written outside: \\[23610"):
        rig.call(list(contract_variables(62, [1] * 19).values()), stack_top=STACK_TOP - depth)
    assert rig.core.memory[ERR_NR] == 3


@pytest.mark.parametrize("depth", [0, 100, 230])
def test_a_stack_above_the_work_page_is_as_good(rig: LineRig, depth: int) -> None:
    result = rig.call(list(contract_variables(62, [1] * 19).values()), stack_top=STACK_TOP - depth)
    assert result.cells == rig.call(list(contract_variables(62, [1] * 19).values())).cells


def test_stack_below_work_page_with_low_ramtop_still_solves() -> None:
    rig = LineRig()
    rig.core.memory[RAMTOP : RAMTOP + 2] = (54_000).to_bytes(2, "little")
    assert rig.call(list(contract_variables(5, [4]).values()), stack_top=53_990).cells[:5] == "?111?"


def test_nothing_lies_where_a_128_keeps_its_paging(rig: LineRig) -> None:
    """#5B00-#5BFF: `LineRig.call` checks that it is not written; here, that no address of it is in the code."""
    assert not [name for name, value in rig.assembly.symbols.items() if 0x5B00 <= value < 0x5C00]


def test_code_and_work_space_end_below_the_udgs(rig: LineRig) -> None:
    assert rig.assembly.origin == 62976
    assert rig.assembly.end <= FIRST_UDG
    symbols = rig.assembly.symbols
    in_page = ("painted_rows", "changed_list", "old_unknown", "changed_count", "paint_from", "groups", "carries")
    assert {symbols[name] // 256 for name in in_page} == {symbols["work_page"]} == {WORK_PAGE[0] // 256}

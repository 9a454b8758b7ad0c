"""Breakpoints and watches held against single steps: exact, invisible to the program, in ROM and RAM alike."""

from collections.abc import Callable, Collection
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.core import HAS_C_SIMULATOR, Core
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.machine import Ports
from pyspectrum.models import MODEL_128K
from tests.marks import examples
from tests.unit.pyspectrum.machine.test_ports import spectrum_with

START = 0x8000
CODE_SIZE = 48
REGISTERS = ("af", "bc", "de", "hl", "ix", "iy", "sp", "i", "r")

needs_c = pytest.mark.skipif(not HAS_C_SIMULATOR, reason="SkoolKit's C simulator is not here")
simulators = pytest.mark.parametrize("pure_python", [pytest.param(False, marks=needs_c), True], ids=["c", "python"])
MANY = tuple(range(0x0040, 0x0060))
beside_others = pytest.mark.parametrize(
    ("pure_python", "others"),
    [*(pytest.param(False, others, marks=needs_c) for others in ((), (0x0038,), MANY)), (True, MANY)],
    ids=["c-1", "c-2", "c-many", "python-many"],
)
"""Breakpoints besides the one that is met: the C simulator has a way of its own for one, for a few and for many."""


def step_to(core: Core, until: int, points: Collection[int]) -> int | None:
    """Run as `Core.run` promises, an instruction at a time."""
    while core.tstates < until:
        core.step()
        if core.pc in points:
            return core.pc
    return None


def prepared(code: bytes, values: tuple[int, ...], *, began: int, pure_python: bool = False) -> Core:
    core = Core(pure_python=pure_python)
    core.memory[START : START + len(code)] = code
    for name, value in zip(REGISTERS, values, strict=True):
        core.set(name, value & 0xFF if len(name) == 1 else value)
    core.interrupts_enabled = True
    core.registers[27] = 1  # the interrupt mode
    core.tstates = began
    core.pc = START
    return core


def assert_same_stops(
    ours: Core, run: Callable[..., object], theirs: Core, until: int, points: Collection[int], most: int = 12
) -> None:
    """Run from stop to stop; `run` is what runs the other machine."""
    for _ in range(most):
        hit = ours.run(until, points)
        assert hit == run(until, points)
        assert list(ours.registers) == list(theirs.registers)
        assert ours.memory == theirs.memory
        assert (ours.border, ours.port_log.ula) == (theirs.border, theirs.port_log.ula)
        assert ours.ports.ula_reads == theirs.ports.ula_reads
        if hit is None:
            break


# small numbers and jumps back make loops; the rest of the opcodes make everything else
opcodes = st.sampled_from([0x10, 0x18, 0x20, 0x30, 0xCD, 0xC9, 0x77, 0x7E, 0x23, 0x36, 0xED, 0xB0, 0xD3, 0xDB, 0xFE])
code_bytes = st.lists(
    st.one_of(opcodes, st.integers(0, 255), st.integers(0xF0, 0xFF), st.just(START >> 8)),
    min_size=8,
    max_size=CODE_SIZE,
).map(bytes)
near_the_code = st.integers(START - 4, START + CODE_SIZE)
addresses = st.one_of(near_the_code, near_the_code, st.sampled_from([0x0038, 0x0010, 0x028E, 0x0000]))
register_values = st.tuples(*[st.one_of(st.integers(0, 0xFFFF), near_the_code) for _ in REGISTERS])


@settings(max_examples=examples(90))
@given(
    code=code_bytes,
    values=register_values,
    points=st.sets(addresses, min_size=1, max_size=9),
    began=st.integers(0, 69_887),
)
def test_any_program_stops_where_single_steps_do(
    code: bytes, values: tuple[int, ...], points: set[int], began: int
) -> None:
    ours, theirs = prepared(code, values, began=began), prepared(code, values, began=began)
    assert_same_stops(ours, partial(step_to, theirs), theirs, began + 6_000, points)


@settings(max_examples=examples(18))
@given(code=code_bytes, values=register_values, points=st.sets(addresses, min_size=1, max_size=4))
def test_the_python_simulator_stops_there_too(code: bytes, values: tuple[int, ...], points: set[int]) -> None:
    ours, theirs = prepared(code, values, began=0), prepared(code, values, began=0, pure_python=True)
    assert_same_stops(ours, theirs.run, theirs, 1_500, points, most=4)


@settings(max_examples=examples(40))
@given(code=code_bytes, values=register_values, points=st.sets(addresses, min_size=1, max_size=6))
def test_a_hook_at_a_port_sees_each_access_once(code: bytes, values: tuple[int, ...], points: set[int]) -> None:
    ours, theirs = prepared(code, values, began=0), prepared(code, values, began=0)
    seen: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for core, accesses in zip((ours, theirs), seen, strict=True):
        core.ports.write_hooks.append((0, 0, lambda *access, accesses=accesses: accesses.append(access)))
        core.ports.read_hooks.append((0, 0, lambda *access, accesses=accesses: accesses.append(access)))
    assert_same_stops(ours, partial(step_to, theirs), theirs, 4_000, points, most=6)
    assert seen[0] == seen[1]


LOOP = (0x3C, 0x3C, 0x18, 0xFC)  # inc a / inc a / jr loop: 20 T


@simulators
class TestTallies:
    """A place that is counted, alone or among others, is counted each time that PC comes there."""

    def test_it_counts_what_a_watch_sees(self, pure_python: bool) -> None:
        counted, watched = (spectrum_with(*LOOP, pure_python=pure_python) for _ in range(2))
        hits: list[int] = []
        with counted.tally(START + 1) as tally, watched.watch(START + 1, lambda: hits.append(1)):
            for tstates in (4, 1, 30, 100, 7, 250):
                counted.run_tstates(tstates)
                watched.run_tstates(tstates)
                assert (tally.count, counted.tstates, counted.core.pc) == (len(hits), watched.tstates, watched.core.pc)
        counted.run_tstates(100)
        assert tally.count == len(hits) > 15

    def test_others_are_served_beside_it(self, pure_python: bool) -> None:
        spectrum = spectrum_with(*LOOP, pure_python=pure_python)
        calls: list[int] = []
        with spectrum.tally(START) as one, spectrum.tally(START + 1) as other:
            spectrum.run_tstates(20 * 5)
            assert (one.count, other.count) == (5, 5)
            with spectrum.watch(START + 2, lambda: calls.append(one.count)):
                spectrum.run_tstates(20 * 2)
            assert spectrum.run_until_pc(START + 1) == START + 1
        assert (one.count, other.count, calls) == (7, 8, [5, 6])

    def test_a_page_counts_where_it_is_in_place(self, pure_python: bool) -> None:
        spectrum = spectrum_with(*LOOP, model="128", pure_python=pure_python)
        with spectrum.tally((2, START + 1)) as there:
            spectrum.run_tstates(20 * 5)
        with spectrum.tally((5, START + 1)) as elsewhere:
            spectrum.run_tstates(20 * 5)
        assert (there.count, elsewhere.count) == (5, 0)


@beside_others
class TestProgramsThatLookAtThemselves:
    def test_an_unpacker_writes_the_code_at_the_breakpoint(self, pure_python: bool, others: tuple[int, ...]) -> None:
        # ld hl,#9000 / ld (hl),#3c (inc a) / inc hl / ld (hl),#c9 (ret) / ld a,4 / call #9000 / jr $
        spectrum = spectrum_with(
            0x21, 0x00, 0x90, 0x36, 0x3C, 0x23, 0x36, 0xC9, 0x3E, 4, 0xCD, 0x00, 0x90, 0x18, 0xFE,
            pure_python=pure_python,
        )  # fmt: skip
        assert spectrum.run_until_pc(0x9000, *others, timeout=0.01) == 0x9000
        assert spectrum.core.get("a") == 4
        assert spectrum.run_until_pc(START + 13, *others, timeout=0.01) == START + 13
        assert spectrum.core.get("a") == 5
        assert spectrum.core.memory[0x9000:0x9002] == b"\x3c\xc9"

    def test_a_patch_that_is_taken_back_is_met(self, pure_python: bool, others: tuple[int, ...]) -> None:
        # ld hl,#9000 / ld b,(hl) / ld (hl),#c9 / call #9000 / ld (hl),b / ld b,0 / jr $
        spectrum = spectrum_with(
            0x21, 0x00, 0x90, 0x46, 0x36, 0xC9, 0xCD, 0x00, 0x90, 0x70, 0x06, 0, 0x18, 0xFE, pure_python=pure_python
        )
        hits: list[int] = []
        with spectrum.watch(0x9000, lambda: hits.append(spectrum.core.memory[0x9000])):
            spectrum.run_until_pc(START + 12, *others, timeout=0.01)
        assert hits == [0xC9]
        assert spectrum.core.memory[0x9000] == 0

    @pytest.mark.parametrize("first", [START, 0x0000], ids=["its own code", "the ROM"])
    def test_a_checksum_does_not_see_breakpoints(self, pure_python: bool, others: tuple[int, ...], first: int) -> None:
        # ld hl,first / ld b,32 / xor a / add a,(hl) / inc hl / djnz -4 / jr $
        code = (0x21, first & 0xFF, first >> 8, 0x06, 32, 0xAF, 0x86, 0x23, 0x10, 0xFC, 0x18, 0xFE)
        spectrum = spectrum_with(*code, pure_python=pure_python)
        expected = sum(spectrum.core.memory[first : first + 32]) & 0xFF
        hits: list[int] = []
        with (
            spectrum.watch(first + 3, lambda: hits.append(first + 3)),
            spectrum.watch(START + 6, lambda: hits.append(START + 6)),
        ):
            spectrum.run_until_pc(START + 10, *others, timeout=0.01)
        assert spectrum.core.get("a") == expected
        assert hits.count(START + 6) == 32
        assert hits.count(first + 3) == (first == START)


@beside_others
def test_to_arrive_as_the_time_runs_out_counts(pure_python: bool, others: tuple[int, ...]) -> None:
    core = Core(pure_python=pure_python)
    core.pc = START  # nothing but nops, of 4 T-states
    points = {START + 5, *others}
    assert core.run(20, points) == START + 5
    assert core.tstates == 20
    assert core.run(40, points) is None


class TestWatches:
    def test_a_callback_may_run_the_machine(self) -> None:
        spectrum = spectrum_with(*LOOP)
        seen: list[tuple[int, int]] = []

        def look() -> None:
            before = spectrum.core.get("a")
            spectrum.run_until_pc(START + 2)
            seen.append((before, spectrum.core.get("a")))

        with spectrum.watch(START + 1, look):
            spectrum.run_tstates(3 * 20)
        assert [after - before for before, after in seen] == [1, 1, 1]

    def test_its_own_watch_is_asleep_meanwhile_and_others_are_not(self) -> None:
        spectrum = spectrum_with(*LOOP)
        events: list[str] = []

        def outer() -> None:
            events.append("outer")
            spectrum.run_tstates(100)

        with spectrum.watch(START, outer), spectrum.watch(START + 1, lambda: events.append("inner")):
            spectrum.run_tstates(100)
        assert events == ["inner", "outer", *["inner"] * 5]

    def test_several_may_watch_one_place(self) -> None:
        spectrum = spectrum_with(*LOOP)
        calls: list[int] = []
        with spectrum.watch(START, lambda: calls.append(1)), spectrum.watch(START, lambda: calls.append(2)):
            spectrum.run_tstates(45)
        assert calls == [1, 2, 1, 2]

    def test_a_stop_where_a_watch_is_counts_for_both(self) -> None:
        spectrum = spectrum_with(*LOOP)
        calls: list[int] = []
        with spectrum.watch(START + 1, lambda: calls.append(spectrum.tstates)):
            assert spectrum.run_until_pc(START + 1) == START + 1
        assert calls == [spectrum.tstates]

    def test_a_callback_may_go_back_in_time(self) -> None:
        spectrum = spectrum_with(*LOOP)
        start = spectrum.state()
        visits: list[int] = []

        def once_more() -> None:
            visits.append(spectrum.tstates)
            if len(visits) < 3:
                spectrum.restore(start)

        with spectrum.watch(START + 2, once_more):
            spectrum.run_tstates(10)
        assert visits == [8, 8, 8]


def test_a_trap_at_a_port_instruction_of_the_rom_stops_before_it() -> None:
    out_in_ld_bytes = 0x055C
    core, reference = Core(), Core()
    for machine in (core, reference):
        machine.set("sp", 0x7F00)
        machine.set("a", 3)
        machine.pc = 0x0556
    assert core.run(10_000, (), (out_in_ld_bytes,)) == out_in_ld_bytes
    assert step_to(reference, 10_000, (out_in_ld_bytes,)) == out_in_ld_bytes
    memptr = 29
    assert list(core.registers)[:memptr] == list(reference.registers)[:memptr]
    assert core.border == 7
    assert core.run(core.tstates + 20) is None
    assert core.border == reference.memory[out_in_ld_bytes - 1] & 7


def test_a_breakpoint_in_a_bank_counts_only_while_it_is_there() -> None:
    core = Core(MODEL_128K)
    for bank in core.banks:
        bank[0:2] = b"\x3c\xc9"  # inc a / ret
    # for bank 1 and bank 3: ld bc,#7ffd / ld e,bank / out (c),e / call #c000; then jr $
    code = b"".join(bytes([0x01, 0xFD, 0x7F, 0x1E, bank, 0xED, 0x59, 0xCD, 0x00, 0xC0]) for bank in (1, 3))
    core.memory[START : START + 22] = code + b"\x18\xfe"
    core.set("sp", 0x7F00)
    core.pc = START
    start = core.state()
    for others in ((), (0x0038,), tuple(range(0x0040, 0x0060))):
        core.restore(start)
        assert core.run(10_000, {(3, 0xC000), *others}) == (3, 0xC000)
        assert core.page == 3
        core.restore(start)
        assert core.run(10_000, {0xC000, *others}) == 0xC000
        assert core.page == 1
    with Ports(core.ports).on_write(0, lambda port, value, tstates: None, mask=0):
        core.restore(start)
        assert core.run(10_000, {(3, 0xC000), 0x0038}) == (3, 0xC000)
        assert (core.page, core.ports.has_hooks) == (3, True)
    core.restore(start)
    assert core.run(200_000, {(ROM_1, 0x0038), (ROM_0, 0x0038)}) is None  # interrupts are off
    core.interrupts_enabled = True
    core.registers[27] = 1
    assert core.run(300_000, {(ROM_1, 0x0038), (ROM_0, 0x0038)}) == (ROM_0, 0x0038)

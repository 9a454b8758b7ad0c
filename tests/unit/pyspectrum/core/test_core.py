"""The simulator's wrapping: exact stops, both simulators alike, the clock."""

import pytest

from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.core import HAS_C_SIMULATOR, Core
from pyspectrum.core.contention import Contention
from pyspectrum.models import MODEL_48K

START = 0x8000


def core_with(*code: int, pure_python: bool = False) -> Core:
    core = Core(pure_python=pure_python)
    core.memory[START : START + len(code)] = bytes(code)
    core.pc = START
    return core


@pytest.mark.parametrize("pure_python", [False, True])
class TestBreakpoints:
    def test_stops_before_the_instruction_and_changes_nothing(self, pure_python: bool) -> None:
        # ld a,5 / inc a / out (254),a / nop
        core = core_with(0x3E, 5, 0x3C, 0xD3, 254, 0, pure_python=pure_python)
        assert core.run(1000, {START + 2}) == START + 2
        assert (core.get("a"), core.pc, core.tstates) == (5, START + 2, 7)
        assert core.memory[START : START + 6] == bytes([0x3E, 5, 0x3C, 0xD3, 254, 0])

    def test_goes_on_from_a_breakpoint(self, pure_python: bool) -> None:
        # loop: inc a / jr loop
        core = core_with(0x3C, 0x18, 0xFD, pure_python=pure_python)
        times = []
        for _ in range(3):
            assert core.run(10_000, {START}) == START
            times.append(core.tstates)
        assert times == [16, 32, 48]

    def test_adjacent_breakpoints_are_both_met(self, pure_python: bool) -> None:
        core = core_with(0x3C, 0x3C, 0x3C, 0x18, 0xFE, pure_python=pure_python)
        points = {START + 1, START + 2}
        assert [core.run(10_000, points), core.run(10_000, points), core.run(100, points)] == [
            START + 1,
            START + 2,
            None,
        ]

    def test_time_ends_the_run(self, pure_python: bool) -> None:
        core = core_with(0x18, 0xFE, pure_python=pure_python)
        assert core.run(100, {0x9000}) is None
        assert 100 <= core.tstates < 112
        assert core.memory[0x9000] == 0

    def test_a_real_out_is_no_breakpoint(self, pure_python: bool) -> None:
        # ld a,2 / out (254),a / jr $
        core = core_with(0x3E, 2, 0xD3, 254, 0x18, 0xFE, pure_python=pure_python)
        assert core.run(1000, {START + 4}) == START + 4
        assert core.border == 2


@pytest.mark.skipif(not HAS_C_SIMULATOR, reason="SkoolKit's C simulator was not built here")
def test_the_python_simulator_is_the_c_simulator_to_the_t_state() -> None:
    fast, slow = Core(), Core(pure_python=True)
    for core in (fast, slow):
        core.run(5 * TSTATES_PER_FRAME, {0x0038, 0x11DC})
        core.run(6 * TSTATES_PER_FRAME)
    assert list(fast.registers) == list(slow.registers)
    assert fast.memory == slow.memory


def test_contended_memory_is_slower() -> None:
    def time_of_loop(address: int) -> int:
        core = Core()
        core.tstates = 20_000  # the ULA is drawing the picture
        core.memory[address : address + 3] = bytes([0x10, 0xFE, 0x76])  # djnz $ / halt
        core.set("b", 0)
        core.pc = address
        core.run(200_000, {address + 2})
        return core.tstates - 20_000

    assert time_of_loop(0x8000) == 255 * 13 + 8
    assert time_of_loop(0x6000) > 255 * 13 + 8


def test_register_pairs() -> None:
    core = Core()
    for name in ("bc", "de", "hl", "ix", "iy", "af", "bc'", "de'", "hl'", "af'"):
        core.set(name, 0x1234)
        assert core.get(name) == 0x1234
    core.set("b", 0xFF)
    assert core.get("bc") == 0xFF34


def test_the_observer_sees_every_instruction() -> None:
    core = core_with(0x3E, 5, 0x3C, 0x18, 0xFE)
    visits: list[tuple[int, int]] = []
    core.observer = lambda pc, began, ended: visits.append((pc, began))
    core.run(30)
    assert visits[:3] == [(START, 0), (START + 2, 7), (START + 3, 11)]


def test_the_ear_follows_the_edges() -> None:
    core = core_with(*[0xDB, 0xFE] * 4)  # in a,(254), four times, 11 T-states each
    core.play_edges([20, 30])
    levels = []
    for _ in range(4):
        core.step()
        levels.append(core.get("a") >> 6 & 1)
    assert levels == [0, 0, 1, 0]


def test_memory_is_contended_in_the_lines_of_the_screen_alone() -> None:
    contention = Contention(MODEL_48K, lambda: False)
    first, line = 14_335, 224
    assert [contention.delay(first + tstate) for tstate in range(-1, 9)] == [0, 6, 5, 4, 3, 2, 1, 0, 0, 6]
    assert [contention.delay(first + 191 * line + tstate) for tstate in (0, 127, 128)] == [6, 0, 0]
    assert contention.delay(first + 192 * line) == 0

"""Ports without a device: they read the byte that the ULA is fetching, to the T-state."""

import pytest

from pyspectrum.core import Core
from pyspectrum.core.bus import NOTHING, Contention, FloatingBus
from pyspectrum.models import MODEL_48K, MODEL_128K, Model

IN_A_FF = bytes([0xDB, 0xFF])
IN_A_FF_TSTATES = 11
FIRST = {"48K": 14_339, "128K": 14_365}


def core_with_picture(model: Model) -> Core:
    """Every byte of the bitmap is its column and 0x20, every attribute its column and 0x40."""
    core = Core(model)
    core.memory[0x4000:0x5800] = bytes(0x20 | address & 31 for address in range(0x1800))
    core.memory[0x5800:0x5B00] = bytes(0x40 | address & 31 for address in range(0x300))
    return core


def read_ending_at(core: Core, tstates: int) -> int:
    """Read port #FF by code in memory that is not shared, so that the input cycle ends at `tstates`."""
    core.memory[0x8000:0x8002] = IN_A_FF
    core.set("a", 0xFF)
    core.pc, core.tstates = 0x8000, core.model.tstates_per_frame * 3 + tstates - IN_A_FF_TSTATES
    core.step()
    assert core.tstates % core.model.tstates_per_frame == tstates
    return core.get("a")


@pytest.mark.parametrize("model", [MODEL_48K, MODEL_128K], ids=lambda model: model.name)
class TestFetch:
    def test_four_bytes_and_four_rests_in_eight_tstates(self, model: Model) -> None:
        core, first = core_with_picture(model), FIRST[model.name]
        read = [read_ending_at(core, first + tstates) for tstates in range(-2, 18)]
        rest = [NOTHING] * 4
        assert read == [NOTHING, NOTHING, 0x20, 0x40, 0x21, 0x41, *rest, 0x22, 0x42, 0x23, 0x43, *rest, 0x24, 0x44]

    @pytest.mark.parametrize(("line", "place", "expected"), [
        (0, 124, NOTHING), (0, 120, 0x3E), (0, 123, 0x5F), (0, 128, NOTHING), (1, 0, 0x20), (191, 120, 0x3E),
        (192, 0, NOTHING),
    ])  # fmt: skip
    def test_edges_of_the_picture(self, model: Model, line: int, place: int, expected: int) -> None:
        core = core_with_picture(model)
        assert read_ending_at(core, FIRST[model.name] + line * model.tstates_per_line + place) == expected

    def test_each_line_has_its_own_bytes(self, model: Model) -> None:
        core = Core(model)
        for line in (0, 1, 8, 64, 100, 191):
            address = 0x4000 + (line >> 6 << 11 | (line & 7) << 8 | (line >> 3 & 7) << 5)
            core.memory[address], core.memory[0x5800 + 32 * (line >> 3)] = line | 1, line | 2
            at = FIRST[model.name] + line * model.tstates_per_line
            assert (read_ending_at(core, at), read_ending_at(core, at + 1)) == (line | 1, line | 2)


def test_the_shadow_screen_is_fetched_where_it_shows() -> None:
    core = core_with_picture(MODEL_128K)
    core.banks[7][0] = 0x99
    core.paging = 8
    assert read_ending_at(core, FIRST["128K"]) == 0x99


def test_the_python_simulator_has_it_too() -> None:
    core = Core(pure_python=True)
    core.memory[0x4000] = 0x77
    assert read_ending_at(core, FIRST["48K"]) == 0x77


def test_a_wait_at_the_port_counts() -> None:
    """By ``in a,(c)`` from a port in shared memory's range; the byte is the one at the end, waits included."""
    core = core_with_picture(MODEL_48K)
    core.memory[0x8000:0x8002] = bytes([0xED, 0x78])
    core.set("bc", 0x40FF)
    core.pc, core.tstates = 0x8000, 3 * 69_888 + 14_335
    core.step()
    contention = Contention(MODEL_48K, lambda: False)
    bus = FloatingBus(MODEL_48K, contention, lambda: (core.memory, 0x4000))
    assert core.get("a") == bus.byte_at(core.tstates)
    assert core.tstates % 69_888 > 14_335 + 12


class TestReadOf7ffd:
    """The 128 takes a read of #7FFD for a write of what is on the bus."""

    @pytest.mark.parametrize("pure_python", [False, True])
    def test_bytes_on_the_bus_are_those_paged_in(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        core.memory[0x4000] = 0x13  # bank 3, ROM 1
        core.banks[3][0] = 0xAB
        core.memory[0x8000:0x8006] = bytes([0xED, 0x78, 0x3A, 0x00, 0xC0, 0x76])  # in a,(c); ld a,(#C000); halt
        core.set("bc", 0x3FFD)  # the port has two address lines; this way the cycle does not wait
        began = 3 * MODEL_128K.tstates_per_frame + FIRST["128K"] - 12
        core.pc, core.tstates = 0x8000, began
        core.run(began + 200)
        assert core.paging == 0x13
        assert core.get("a") == 0xAB
        assert began < core.tstates < began + 300

    def test_nothing_is_on_the_bus_in_the_border_and_locked_paging_stays(self) -> None:
        core = Core(MODEL_128K)
        core.memory[0x8000:0x8003] = bytes([0xED, 0x78, 0x76])
        core.set("bc", 0x7FFD)
        core.pc, core.tstates = 0x8000, 3 * MODEL_128K.tstates_per_frame + 100
        core.step()
        assert (core.paging, core.paging_locked) == (0xFF, True)
        assert core.tstates < 4 * MODEL_128K.tstates_per_frame
        core.paging = 0x30
        core.pc = 0x8000
        core.step()
        assert core.paging == 0x30, "locked paging stays"

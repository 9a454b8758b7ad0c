"""The simulator's wrapping: contention, registers, the observer, the ear."""

from pyspectrum.core import Core
from pyspectrum.core.bus import Contention
from pyspectrum.models import MODEL_48K

START = 0x8000


def core_with(*code: int, at: int = START) -> Core:
    core = Core()
    core.memory[at : at + len(code)] = bytes(code)
    core.pc = at
    return core


def test_contended_memory_is_slower() -> None:
    def time_of_loop(address: int) -> int:
        core = core_with(0x10, 0xFE, 0x76, at=address)  # djnz $ / halt
        core.tstates = 20_000  # the ULA is drawing the picture
        core.set("b", 0)
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
    core.ports.play_edges([20, 30])
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

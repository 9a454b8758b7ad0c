"""Hooks at the ports and the log of what was sent to them, with the exact T-state of each access."""

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyspectrum import Spectrum
from pyspectrum.core import Core
from pyspectrum.errors import RunningError
from pyspectrum.machine import Ports
from pyspectrum.models import MODEL_48K, MODEL_128K, Model
from tests.marks import examples

START = 0x8000
KEMPSTON = 0x1F


def spectrum_with(*code: int, model: str = "48", joystick: str | None = None, pure_python: bool = False) -> Spectrum:
    spectrum = Spectrum(model, joystick=joystick, pure_python=pure_python)
    spectrum.core.memory[START : START + len(code)] = bytes(code)
    spectrum.core.set("sp", 0xBF00)
    spectrum.core.pc = START
    return spectrum


simulators = pytest.mark.parametrize("pure_python", [False, True], ids=["c", "python"])


@simulators
class TestReading:
    def test_a_hook_answers(self, pure_python: bool) -> None:
        spectrum = spectrum_with(0xDB, 0x7B, pure_python=pure_python)  # in a,(123)
        spectrum.core.set("a", 0x12)
        asked: list[tuple[int, int]] = []

        def answer(port: int, tstates: int) -> int:
            asked.append((port, tstates))
            return 42

        with spectrum.ports.on_read(123, answer):
            spectrum.core.step()
        assert spectrum.core.get("a") == 42
        assert asked == [(0x127B, 11)]

    def test_none_leaves_it_to_the_port(self, pure_python: bool) -> None:
        spectrum = spectrum_with(0xDB, 0xFE, pure_python=pure_python)
        spectrum.hold("SPACE")
        spectrum.core.set("a", 0x7F)
        with spectrum.ports.on_read(0xFE, lambda port, tstates: None):
            spectrum.core.step()
        assert spectrum.core.get("a") == 0xBE

    def test_the_last_hook_is_asked_first(self, pure_python: bool) -> None:
        spectrum = spectrum_with(0xDB, 0x7B, 0xDB, 0x7B, pure_python=pure_python)
        with spectrum.ports.on_read(0x7B, lambda port, tstates: 1):
            second = spectrum.ports.on_read(0x7B, lambda port, tstates: 2)
            spectrum.core.step()
            assert spectrum.core.get("a") == 2
            second.close()
            second.close()
            spectrum.core.step()
            assert spectrum.core.get("a") == 1

    def test_the_mask_says_which_ports(self, pure_python: bool) -> None:
        spectrum = spectrum_with(0xED, 0x78, 0xED, 0x78, pure_python=pure_python)  # in a,(c), twice
        spectrum.ports.on_read(0xDFFD, lambda port, tstates: 7, mask=0xFFFF)
        values = []
        for port in (0xDEFD, 0xDFFD):
            spectrum.core.set("bc", port)
            spectrum.core.step()
            values.append(spectrum.core.get("a"))
        assert values == [0xFF, 7]

    def test_the_kempston_port_reads_nothing_without_a_joystick(self, pure_python: bool) -> None:
        without = spectrum_with(0xDB, KEMPSTON, pure_python=pure_python)
        fitted = spectrum_with(0xDB, KEMPSTON, joystick="kempston", pure_python=pure_python)
        fitted.joystick("left+fire")
        for spectrum in (without, fitted):
            spectrum.core.step()
        assert (without.core.get("a"), fitted.core.get("a")) == (0xFF, 0b10010)


@simulators
def test_writes_are_told_after_they_had_their_effect(pure_python: bool) -> None:
    spectrum = spectrum_with(0xD3, 0xFE, 0xD3, 0x7B, pure_python=pure_python)  # out (254),a / out (123),a
    spectrum.core.set("a", 2)
    told: list[tuple[int, int, int, int]] = []

    def note(port: int, value: int, tstates: int) -> None:
        told.append((port, value, tstates, spectrum.core.border))

    with spectrum.ports.on_write(0xFE, note), spectrum.ports.on_write(0x7B, note):
        spectrum.run_tstates(22)
    assert told == [(0x02FE, 2, 11, 2), (0x027B, 2, 22, 2)]
    spectrum.core.pc = START
    spectrum.run_tstates(22)
    assert len(told) == 2


def test_a_write_hook_is_called_by_the_bits_of_its_mask_only() -> None:
    spectrum = spectrum_with(0xD3, 0x7B)  # out (123),a
    spectrum.core.set("a", 0x56)
    sent: list[tuple[int, int]] = []
    with spectrum.ports.on_write(0x127B, lambda port, value, tstates: sent.append((port, value))):
        spectrum.core.step()
    assert sent == [(0x567B, 0x56)]


@simulators
def test_a_hook_cannot_run_the_machine(pure_python: bool) -> None:
    spectrum = spectrum_with(0xDB, 0x7B, 0xDB, 0xFE, 0x18, 0xFE, pure_python=pure_python)
    with (
        spectrum.ports.on_read(0x7B, lambda port, tstates: spectrum.run_frames(1)),
        pytest.raises(RunningError, match="from within a port's hook"),
    ):
        spectrum.run_frames(1)
    with spectrum.ports.on_read(0xFE, lambda port, tstates: spectrum.core.step()), pytest.raises(RunningError):
        spectrum.run_frames(2)
    spectrum.run_frames(1)


def test_a_hook_s_own_error_comes_through() -> None:
    spectrum = spectrum_with(0xDB, 0x7B)
    with spectrum.ports.on_read(0x7B, lambda port, tstates: [0][port]), pytest.raises(IndexError):
        spectrum.run_frames(1)
    spectrum.run_frames(1)


input_code = st.sampled_from([(0xDB, 0x1F), (0xDB, 0xFE), *[(0xED, opcode) for opcode in (0x40, 0x78, 0x70)]])


@settings(max_examples=examples(100))
@given(
    code=input_code,
    address=st.sampled_from([0x4100, 0x5FFF, 0x7FFE, 0x7FFF, 0x8000, 0xC000]),
    port=st.sampled_from([0x00FE, 0x40FE, 0x7FFF, 0xC0FE, 0xC01F, 0x00FF]),
    began=st.integers(14_000, 60_000),
    model=st.sampled_from([MODEL_48K, MODEL_128K]),
    bank=st.sampled_from([0, 3]),
)
def test_reading_and_the_instruction_end_together(
    code: tuple[int, int], address: int, port: int, began: int, model: Model, bank: int
) -> None:
    core = Core(model)
    if model.banked:
        core.paging = bank
    core.memory[address], core.memory[address + 1] = code
    core.set("bc", port)
    core.set("a", port >> 8)
    core.tstates = began
    core.pc = address
    times: list[int] = []
    with Ports(core.ports).on_read(0, lambda port, tstates: times.append(tstates), mask=0):
        core.step()
    assert times == [core.tstates]


_IN_BLOCKS = (0xA2, 0xAA, 0xB2, 0xBA)


@settings(max_examples=examples(50))
@given(
    began=st.integers(14_000, 60_000),
    code=st.tuples(st.just(0xED), st.sampled_from([*_IN_BLOCKS, 0xA3, 0xAB, 0xB3, 0xBB])),
)
@example(began=20_000, code=(0xED, 0xBA))  # indr
def test_block_instructions_tell_when_their_port_was_reached(began: int, code: tuple[int, int]) -> None:
    """Uncontended: INI reads in the T-states 9 to 13 of 16, OUTI writes in the last four; both may repeat."""
    core = Core()
    core.memory[START : START + 2] = bytes(code)
    core.set("bc", 0x02FF)
    core.set("hl", 0x9000)
    core.tstates = began
    core.pc = START
    times: list[int] = []
    ports = Ports(core.ports)
    with (
        ports.on_read(0, lambda port, tstates: times.append(tstates), mask=0),
        ports.on_write(0, lambda port, value, tstates: times.append(tstates), mask=0),
    ):
        core.step()
    assert times == [began + (13 if code[1] in _IN_BLOCKS else 16)]


class TestTheLog:
    def test_changes_of_border_and_speaker_with_their_times(self) -> None:
        # ld a,2 / out (254),a / out (254),a / ld a,#12 / out (254),a
        spectrum = spectrum_with(0x3E, 2, 0xD3, 0xFE, 0xD3, 0xFE, 0x3E, 0x12, 0xD3, 0xFE)
        spectrum.run_tstates(7 + 11 + 11 + 7 + 11)
        assert spectrum.ports.log.ula == [(18, 2), (47, 0x12)]
        assert (spectrum.ports.log.since, spectrum.ports.log.ula_before) == (0, 7)

    def test_the_sound_chip_s_registers(self) -> None:
        # ld bc,#fffd / ld a,7 / out (c),a / ld b,#bf / ld a,62 / out (c),a
        code = (0x01, 0xFD, 0xFF, 0x3E, 7, 0xED, 0x79, 0x06, 0xBF, 0x3E, 62, 0xED, 0x79)
        spectrum = spectrum_with(*code, model="128")
        spectrum.run_tstates(10 + 7 + 12 + 7 + 7 + 12)
        assert spectrum.ports.log.ay == [(55, 7, 62)]
        assert spectrum.ports.ay_registers[7] == 62
        on_a_48k = spectrum_with(*code)
        on_a_48k.run_tstates(100)
        assert on_a_48k.ports.log.ay == []

    def test_it_is_bounded_and_says_from_when_on_it_is_complete(self) -> None:
        # loop: xor #10 / out (254),a / jr loop: 30 T-states
        spectrum = spectrum_with(0xEE, 0x10, 0xD3, 0xFE, 0x18, 0xFA)
        spectrum.run_tstates(30 * 150_000)
        log = spectrum.ports.log
        assert 50_000 <= len(log.ula) < 150_000
        first, value = log.ula[0]
        assert log.ula_before == value ^ 0x10
        gaps = {after - before for (before, _), (after, _) in itertools.pairwise(log.ula)}
        assert gaps | {first - log.since} <= set(range(30, 37))  # the ULA makes its port wait for up to six

    def test_it_begins_afresh_when_a_state_comes_back(self) -> None:
        spectrum = spectrum_with(0x3E, 2, 0xD3, 0xFE)
        before = spectrum.state()
        spectrum.run_tstates(18)
        assert spectrum.core.border == 2
        spectrum.restore(before)
        assert (spectrum.ports.log.ula, spectrum.ports.log.since, spectrum.core.border) == ([], 0, 7)

    def test_going_back_cuts_it_even_where_it_was_trimmed_meanwhile(self) -> None:
        # loop: xor #10 / out (254),a / jr loop: 30 T-states
        core = spectrum_with(0xEE, 0x10, 0xD3, 0xFE, 0x18, 0xFA).core
        core.run(30 * 90_000)
        checkpoint, before = core.checkpoint(), core.tstates
        core.run(before + 30 * 200_000)
        core.go_back(checkpoint)
        assert (core.port_log.ula, core.port_log.since) == ([], before)
        assert core.port_log.ula_before == core.ports.ula
        core.run(before + 3_000)
        again = core.port_log.ula[:]
        core.go_back(checkpoint)
        core.run(before + 3_000)
        assert core.port_log.ula == again

"""The whole machine: booting, typing, waiting, states."""

import itertools
import math
from collections.abc import Callable

import pytest

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.basic.variables import read_variables
from pyspectrum.errors import AddressError, KeyboardError, SpectrumError, TimeLimitError
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.models import MODEL_48K


def run_command(spectrum: Spectrum, command: str) -> None:
    spectrum.type(command + "\n")
    spectrum.wait_for_text(", 0:1")
    spectrum.run_frames(2)


def test_boot_takes_the_same_time_every_time(booted: MachineState) -> None:
    again = Spectrum()
    again.boot()
    assert again.state() == booted


def test_every_sign_can_be_typed_into_input(spectrum: Spectrum) -> None:
    text = "The quick, brown: fox! 0123456789 ()<>=+-*/?;'@#$%&_£"
    spectrum.type("INPUT LINE a$\n")
    spectrum.run_frames(10)
    spectrum.type(text + "\n")
    spectrum.wait_for_text("0 OK")
    assert read_variables(spectrum.core.memory)["a$"] == text.replace("£", "`")  # the Spectrum has £ at code 96


def test_a_limit_in_spectrum_time_carries_the_screen(spectrum: Spectrum) -> None:
    with pytest.raises(TimeLimitError, match=r"waited 0\.5 s of Spectrum time for Godot"):
        spectrum.run_until(lambda m: False, "Godot", timeout=0.5)
    with pytest.raises(TimeLimitError, match=r"waited 0\.\d s .* for 'godot' on the screen: BASIC waits") as caught:
        spectrum.wait_for_text("godot", timeout=1.5)
    assert caught.value.screen[23].startswith("© 1982")
    assert "© 1982 Sinclair" in str(caught.value)


def test_run_until_pc_is_exact_and_limited(spectrum: Spectrum) -> None:
    assert spectrum.run_until_pc(0x0038) == 0x0038
    assert spectrum.core.pc == 0x0038
    with pytest.raises(TimeLimitError, match="#0556"):
        spectrum.run_until_pc(0x0556, timeout=0.02)


def test_restore_goes_back_exactly(spectrum: Spectrum) -> None:
    before = spectrum.state()
    run_command(spectrum, "BORDER 1")
    assert spectrum.state() != before
    spectrum.restore(before)
    assert spectrum.state() == before
    run_command(spectrum, "BORDER 1")


def test_reset_starts_afresh(spectrum: Spectrum) -> None:
    run_command(spectrum, "LET a=1")
    spectrum.reset()
    spectrum.wait_for_text("1982 Sinclair")
    spectrum.run_frames(5)
    assert "a" not in read_variables(spectrum.core.memory)


def test_the_input_area_is_the_lower_screen(spectrum: Spectrum) -> None:
    spectrum.type('INPUT "How many? ";n\n')
    spectrum.run_until(lambda m: "How many?" in "".join(m.input_area()), "the prompt")
    assert len(spectrum.input_area()) == 2


class TestFrames:
    def test_many_short_runs_are_one_long_one(self, spectrum: Spectrum) -> None:
        start = spectrum.state()
        spectrum.run_frames(300)
        after_one = spectrum.state()
        spectrum.restore(start)
        for _ in range(300):
            spectrum.run_frames(1)
        assert spectrum.state() == after_one

    def test_frames_end_where_the_interrupt_comes_and_the_rest_of_one_counts(self, spectrum: Spectrum) -> None:
        for frames in (1, 7, 2):
            before = spectrum.tstates // MODEL_48K.tstates_per_frame
            spectrum.run_frames(frames)
            frame, since_edge = divmod(spectrum.tstates, MODEL_48K.tstates_per_frame)
            assert frame == before + frames
            assert since_edge < 32
            spectrum.run_tstates(40_000)

    def test_parts_of_frames_and_seconds_are_lengths_of_time(self, spectrum: Spectrum) -> None:
        before = spectrum.tstates
        spectrum.run_frames(0)
        spectrum.run_tstates(0)
        assert spectrum.tstates == before
        for part in range(1, 5):
            spectrum.run_frames(0.25)
            assert 0 <= spectrum.tstates - before - part * MODEL_48K.tstates_per_frame // 4 < 20 * part
        before = spectrum.tstates
        spectrum.run(seconds=0.5)
        assert 0 <= spectrum.tstates - before - 1_750_000 < 20


class TestPlaces:
    TABLE = SymbolTable({"start": 0x8000, "loop": 0x8001}, 0x8000, 0x8004)

    def test_a_name_that_is_no_symbol_is_refused(self, spectrum: Spectrum) -> None:
        with pytest.raises(AddressError, match="no symbol 'start': the machine has no symbols; set spectrum"):
            spectrum.run_until_pc("start")
        spectrum.symbols = Assembly(0x8000, b"", {"start": 0x8000})  # type: ignore[assignment]
        with pytest.raises(AddressError, match="the machine has for symbols an Assembly; set spectrum"):
            spectrum.run_until_pc("start")
        spectrum.symbols = self.TABLE
        with pytest.raises(AddressError, match="no symbol 'stop'; "), spectrum.watch("stop", lambda: None):
            pass

    def test_a_number_that_is_no_address_is_refused(self, spectrum: Spectrum) -> None:
        with pytest.raises(AddressError, match="65536 is not an address; use 0–65535"):
            spectrum.run_until_pc(65_536)

    def test_names_stand_in_the_error(self, spectrum: Spectrum) -> None:
        spectrum.symbols = self.TABLE
        with pytest.raises(TimeLimitError, match=r"waited 0\.1 s of Spectrum time for PC to reach loop or #0556"):
            spectrum.run_until_pc("loop", 0x0556, timeout=0.1)


@pytest.mark.parametrize("model", ["48", "128"])
def test_the_memory_of_a_state_is_what_the_z80_saw(model: str) -> None:
    spectrum = Spectrum(model)
    if model == "128":
        spectrum.core.paging = 0x13  # bank 3 at the top, the ROM of 48 BASIC
    spectrum.poke(0xC000, range(256))
    assert spectrum.state().core.memory == bytes(spectrum.core.memory)


@pytest.mark.parametrize(("mistake", "message"), [
    (lambda it: it.hold({"F1"}), "no key 'F1'"), (lambda it: it.core.get("PC"), "no register 'PC'; use "),
    (lambda it: it.core.set("ax", 1), "no register 'ax'; use "),
    (lambda it: it.poke(0, 3), "#0000 is in the ROM; poke #4000 or more"),
    (lambda it: it.run(seconds=-1), "cannot run for -1 seconds; use 0 or more"),
    (lambda it: it.run(seconds=math.nan), "cannot run for nan seconds"),
    (lambda it: it.run_frames(-1), "cannot run for -1 frames"), (lambda it: it.run_tstates(-5), "for -5 T-states"),
])  # fmt: skip
def test_mistakes_are_refused_in_a_line(spectrum: Spectrum, mistake: Callable[[Spectrum], None], message: str) -> None:
    before = spectrum.state()
    with pytest.raises(SpectrumError, match=message) as caught:
        mistake(spectrum)
    assert "\n" not in str(caught.value)
    assert spectrum.state() == before


def test_a_machine_says_its_model_place_and_frame(spectrum: Spectrum) -> None:
    spectrum.symbols = SymbolTable({"main": 0x8000}, 0x8000, 0x8010)
    spectrum.core.pc, spectrum.core.tstates = 0x8003, 69_888 * 7 + 5
    assert repr(spectrum) == "<Spectrum 48K, PC at main+3, frame 7>"


@pytest.mark.parametrize("kind", ["kempston", "sinclair1"])
def test_a_stick_that_is_tapped_lets_go_by_itself_and_is_seen(booted: MachineState, kind: str) -> None:
    machine = Spectrum(joystick=kind)
    machine.restore(booted)
    port = 31 if kind == "kempston" else 0xEFFE
    # in the next frame's interrupt: di: in a,(c): ld (hl),a: inc hl: ei: halt: jr
    machine.poke(0x8000, bytes.fromhex("fb 76 f3 ed78 77 23 18f7"))
    machine.core.pc = 0x8000
    machine.core.set("bc", port)
    machine.core.set("hl", 0x9000)
    machine.run_tstates(100_000)  # in the midst of a frame
    machine.joystick("left", seconds=0.02)
    machine.joystick("left")
    machine.tap("m", 2, joystick="fire", gap=1)
    machine.joystick("")
    machine.run_frames(2)
    seen = [*machine.peek(0x9000, machine.core.get("hl") - 0x9000)]
    neither, left, both = (0, 2, 18) if kind == "kempston" else (0xBF, 0xAF, 0xAE)
    assert [value for value, _ in itertools.groupby(seen)] == [neither, left, both, left, neither]
    assert seen.count(both) == 2
    with pytest.raises(KeyboardError, match="a tap of 0 frames is not seen"):
        machine.tap("m", 0)

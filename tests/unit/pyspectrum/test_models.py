"""The 128K and the +2: paging, the two ROMs, the sound chip, the shadow screen, their clock and their states."""

from dataclasses import replace

import pytest

from pyspectrum import Spectrum
from pyspectrum.basic.variables import read_variables
from pyspectrum.core import HAS_C_SIMULATOR, Core
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.errors import ModelError, TimeLimitError
from pyspectrum.machine import MachineState
from pyspectrum.models import MODEL_128K, model_named

Menus = dict[tuple[str, str | None], MachineState]
START = 0x8000
PAGING_PORT = 0x7FFD
AY_SELECT, AY_DATA = 0xFFFD, 0xBFFD


@pytest.fixture(scope="module")
def menus() -> Menus:
    """Each machine at its menu and in each of its BASICs."""
    states = {}
    for model in ("128", "+2"):
        for basic in (None, "128", "48"):
            spectrum = Spectrum(model)
            spectrum.boot(basic)
            states[model, basic] = spectrum.state()
    return states


def machine(menus: Menus, model: str, basic: str | None) -> Spectrum:
    spectrum = Spectrum(model)
    spectrum.restore(menus[model, basic])
    return spectrum


def send(core: Core, port: int, value: int) -> None:
    """An OUT by the machine itself, from code in bank 2, which never goes away."""
    core.memory[START : START + 2] = b"\xed\x79"  # out (c),a
    core.set("bc", port)
    core.set("a", value)
    core.pc = START
    core.step()


def receive(core: Core, port: int) -> int:
    core.memory[START : START + 2] = b"\xed\x78"  # in a,(c)
    core.set("bc", port)
    core.pc = START
    core.step()
    return core.get("a")


simulators = pytest.mark.parametrize("pure_python", [False, True], ids=["c", "python"])


def test_a_new_model_is_a_new_value() -> None:
    clone = replace(MODEL_128K, name="128K clone", tstates_per_second=3_500_000)
    spectrum = Spectrum(clone)
    spectrum.boot("128")
    spectrum.type("PRINT 6*7\n")
    spectrum.wait_for_text("0 OK")
    assert "42" in [line.strip() for line in spectrum.text_lines()]


class TestModels:
    @pytest.mark.parametrize(
        ("name", "called"),
        [
            ("48", "48K"), ("48K", "48K"), ("48k", "48K"), ("128", "128K"), ("128K", "128K"), (128, "128K"),
            ("+2", "+2"), ("plus2", "+2"),
        ],
    )  # fmt: skip
    def test_each_has_names(self, name: str, called: str) -> None:
        model = Spectrum(model=name).model
        facts = (False, 69_888) if called == "48K" else (True, 70_908)
        assert (model.name, model.banked, model.tstates_per_frame) == (called, *facts)

    def test_unemulated_models_are_refused_by_name(self) -> None:
        with pytest.raises(ModelError, match=r"no model '\+3'; use 48, 128 or \+2"):
            Spectrum("+3")

    def test_seconds_are_of_the_model(self) -> None:
        spectrum = Spectrum("128")
        spectrum.run(seconds=1)
        assert 0 <= spectrum.tstates - 3_546_900 < 24
        with pytest.raises(TimeLimitError, match=r"waited 2\.0 s of Spectrum time for Godot"):
            spectrum.run_until(lambda machine: False, "Godot", timeout=2)
        assert model_named("+2").seconds(3_546_900) == 1


@simulators
class TestPaging:
    def test_the_port_pages_bank_rom_and_screen(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        for number, bank in enumerate(core.banks):
            bank[-1] = 0x40 + number
        for number in range(8):
            send(core, PAGING_PORT, number)
            assert (core.page, core.memory[0xFFFF]) == (number, 0x40 + number)
        assert (core.memory[0x7FFF], core.memory[0xBFFF]) == (0x45, 0x42)
        assert (core.rom, core.display_bank, core.page_at(0x1000), core.page_at(0x7FFF)) == (0, 5, ROM_0, 5)
        rom_0 = core.memory[0:16]
        send(core, PAGING_PORT, 0x18)
        assert (core.rom, core.display_bank, core.page_at(0x1000), core.page_at(0xC000)) == (1, 7, ROM_1, 0)
        assert core.memory[0:16] != rom_0

    def test_the_z80_writes_into_the_bank_that_is_there(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        send(core, PAGING_PORT, 3)
        core.memory[START : START + 3] = b"\x32\x34\xd2"  # ld (#d234),a
        core.set("a", 77)
        core.pc = START
        core.step()
        assert [bank[0x1234] for bank in core.banks] == [0, 0, 0, 77, 0, 0, 0, 0]

    def test_the_lock_holds_until_reset(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        send(core, PAGING_PORT, 0x31)
        send(core, PAGING_PORT, 0x04)
        assert (core.page, core.rom, core.paging_locked) == (1, 1, True)
        core.reset()
        send(core, PAGING_PORT, 0x04)
        assert (core.page, core.rom, core.paging_locked) == (4, 0, False)

    def test_states_bring_banks_and_paging_back_even_when_locked(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        core.banks[6][5] = 9
        send(core, PAGING_PORT, 6)
        send(core, AY_SELECT, 8)
        before = core.state()
        send(core, AY_DATA, 15)
        core.memory[0xC005] = 1
        send(core, PAGING_PORT, 0x37)
        core.restore(before)
        assert (core.state(), core.page, core.memory[0xC005], core.ports.ay_registers[8]) == (before, 6, 9, 0)
        send(core, PAGING_PORT, 5)
        assert core.page == 5
        assert before.memory == b"".join((core.state().pages[ROM_0], core.banks[5], before.pages[2], before.pages[6]))

    def test_the_sound_chip_is_read_back_as_it_has_bits(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        for register in range(14):
            send(core, AY_SELECT, register)
            send(core, AY_DATA, 0xFF)
        read = []
        for register in range(14):
            send(core, AY_SELECT, register)
            read.append(receive(core, AY_SELECT))
        assert bytes(read).hex() == "ff0fff0fff0f1fff1f1f1fffff0f"
        assert [(register, value) for _, register, value in core.port_log.ay] == [(n, 0xFF) for n in range(14)]

    def test_port_a_of_the_sound_chip_reads_its_pins_or_what_was_written(self, pure_python: bool) -> None:
        core = Core(MODEL_128K, pure_python=pure_python)
        read = []
        for mixer in (0x3F, 0x7F):  # bit 6: port A is an output
            for register, value in ((7, mixer), (14, 0x24)):
                send(core, AY_SELECT, register)
                send(core, AY_DATA, value)
            read.append(receive(core, AY_SELECT))
        assert read == [0xBF, 0x24]


@pytest.mark.skipif(not HAS_C_SIMULATOR, reason="SkoolKit's C simulator was not built here")
def test_both_simulators_are_one_to_the_t_state() -> None:
    fast, slow = Core(MODEL_128K), Core(MODEL_128K, pure_python=True)
    for core in (fast, slow):
        core.tstates = 14_000  # so that the ULA draws meanwhile
        core.memory[START : START + 5] = b"\x34\x23\x10\xfc\xc9"  # loop: inc (hl) / inc hl / djnz loop / ret
        core.set("hl", 0xC000)
        core.paging = 5  # an odd bank: the ULA's too
        core.set("sp", 0xBFF0)
        core.pc = START
        core.run(40_000, {START + 4})
    assert list(fast.registers) == list(slow.registers)
    assert fast.state() == slow.state()


def test_odd_banks_are_contended_and_even_ones_not() -> None:
    def time_of_loop(bank: int) -> int:
        core = Core(MODEL_128K)
        core.tstates = 20_000  # the ULA is drawing the picture
        core.paging = bank
        core.memory[0xC000:0xC003] = bytes([0x10, 0xFE, 0x76])  # djnz $ / halt
        core.set("b", 0)
        core.pc = 0xC000
        assert core.run(200_000, {0xC002}) == 0xC002
        return core.tstates - 20_000

    times = [time_of_loop(bank) for bank in range(8)]
    assert times[0::2] == [255 * 13 + 8] * 4
    assert min(times[1::2]) > 255 * 13 + 8


def test_the_interrupt_comes_every_70908_t_states() -> None:
    spectrum = Spectrum("128")
    spectrum.boot()
    began: list[int] = []
    with spectrum.watch((ROM_0, 0x0038), lambda: began.append(spectrum.tstates)):
        spectrum.run_frames(5)
    assert [tstates // 70_908 for tstates in began] == [began[0] // 70_908 + frame for frame in range(5)]
    assert all(tstates % 70_908 < 60 for tstates in began)


class TestBooting:
    @pytest.mark.parametrize("model", ["128", "+2"])
    def test_boot_shows_the_menu(self, model: str, menus: Menus) -> None:
        spectrum = machine(menus, model, None)
        lines = [line.strip(" \ufffd") for line in spectrum.text_lines()]
        assert lines[8:12] == ["Tape Loader", "128 BASIC", "Calculator", "48 BASIC"]
        assert not spectrum.core.paging_locked

    @pytest.mark.parametrize("model", ["128", "+2"])
    def test_48_basic_is_a_48k_with_the_paging_locked(self, model: str, menus: Menus) -> None:
        spectrum = machine(menus, model, "48")
        assert spectrum.text_lines()[23].startswith("© 1982 ")
        spectrum.type("LET a=6*7: OUT 32765,4\n")
        spectrum.wait_for_text("0 OK, 0:2")
        assert read_variables(spectrum.core.memory)["a"] == 42
        assert (spectrum.core.rom, spectrum.core.page, spectrum.core.paging_locked) == (1, 0, True)

    def test_usr_0_gives_48_basic_with_the_paging_open(self, menus: Menus) -> None:
        spectrum = machine(menus, "128", "128")
        spectrum.type("randomize usr 0\n")
        spectrum.run_until_pc((ROM_1, 0x0F2C))
        spectrum.run_until(lambda m: "© 1982" in m.text_lines()[23], "the copyright message")
        spectrum.type("CLEAR 40000\n")  # the stack must not go with the bank
        spectrum.wait_for_text("0 OK, 0:1")
        spectrum.type("OUT 32765,20: POKE 49152,99\n")
        spectrum.wait_for_text("0 OK, 0:2")
        assert not spectrum.core.paging_locked
        assert [bank[0] for bank in spectrum.core.banks].index(99) == 4

    def test_a_48k_has_one_basic(self) -> None:
        with pytest.raises(ModelError, match="a 48K has no '128' BASIC"):
            Spectrum().boot("128")
        with pytest.raises(ModelError, match="a 128K has no '64' BASIC"):
            Spectrum("128").boot("64")


def test_the_screen_is_the_one_that_shows(menus: Menus) -> None:
    spectrum = machine(menus, "128", "48")
    core = spectrum.core
    spectrum.restore(menus["128", None])
    core.banks[7][0:6912] = bytes(6144) + bytes([0o7]) * 768
    send(core, PAGING_PORT, 0x08)
    assert core.display_bank == 7
    assert spectrum.screen.attribute(0, 0).ink == 7
    assert not "".join(spectrum.text_lines()).strip()
    send(core, PAGING_PORT, 0x00)
    assert "Tape Loader" in spectrum.text_lines()[8]


def test_memory_is_seen_as_one_piece() -> None:
    core = Core(MODEL_128K)
    memory = core.memory
    memory[0x7FFF:0xC002] = bytes(range(256)) * 64 + b"end"
    assert (core.banks[5][-1], core.banks[2][0], core.banks[0][:2]) == (0, 1, bytearray(b"nd"))
    assert memory[0x7FFF:0xC002] == bytes(range(256)) * 64 + b"end"
    assert (len(memory), memory[-1], memory[0xC001], bytes(memory)[0xC001]) == (65_536, 0, ord("d"), ord("d"))
    assert list(memory[0x8000:0x8008:4]) == [1, 5]
    assert memory == bytes(memory) == bytearray(memory)
    assert memory != bytes(65_536)
    with pytest.raises(ValueError, match="2 bytes do not fill 3 addresses"):
        memory[0x8000:0x8003] = b"ab"
    with pytest.raises(IndexError, match="65536 is not an address"):
        memory[0x10000]


def test_a_state_of_another_model_is_refused(menus: Menus) -> None:
    with pytest.raises(ModelError, match="not of a 48K"):
        Spectrum().restore(menus["128", None])
    with pytest.raises(ModelError, match="not of a 128K"):
        Spectrum("128").restore(Spectrum().state())


def test_pages_in_places_are_checked() -> None:
    spectrum = Spectrum("128")
    with pytest.raises(ModelError, match="12 is not a page"):
        spectrum.run_until_pc((12, 0xC000))
    with pytest.raises(TimeLimitError, match="PC to reach #C000 in page 3"):
        spectrum.run_until_pc((3, 0xC000), timeout=0.1)

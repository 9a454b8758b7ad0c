"""Expectations wait by themselves, fail with what was seen, and end early when BASIC has stopped."""

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from pyspectrum import ExpectationError, Font, Screen, Spectrum, SymbolTable, compare_images, expect
from pyspectrum.basic.variables import Sought
from pyspectrum.core.states import CLOCK
from pyspectrum.errors import ModelError, ScreenError, SpectrumError, VariableError
from pyspectrum.testing.expectations import Written, goldens
from tests.assembled import assembled

CODE = 0x8000
ATTRIBUTES = 0x5800


def enter(spectrum: Spectrum, *lines: str) -> None:
    for line in lines:
        spectrum.type(f"{line}\n")


class TestText:
    def test_it_waits_until_the_text_is_there_and_no_longer(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PAUSE 100: PRINT AT 5,3;"SCORE 03"')
        began = spectrum.tstates
        expect(spectrum).to_show("SCORE 03")
        assert 1.9 < spectrum.model.seconds(spectrum.tstates - began) < 2.2

    def test_the_place_counts_when_it_is_named(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PRINT AT 5,3;"SCORE 03"')
        expect(spectrum).to_show("SCORE 03", row=5)
        expect(spectrum).to_show("SCORE 03", column=3)
        expect(spectrum).to_show("03", row=5, column=9)
        for row, column in ((4, None), (None, 4), (5, 2)):
            with pytest.raises(ExpectationError):
                expect(spectrum).to_show("SCORE 03", timeout=0.1, row=row, column=column)

    def test_several_lines_and_patterns(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PRINT "one"\'"two"\'"LIVES ";3')
        expect(spectrum).to_show("one\ntwo")
        expect(spectrum).to_show("one\ntwo", row=0, column=0)
        expect(spectrum).not_to_show("two\none")
        expect(spectrum).to_show(re.compile(r"LIVES \d$", re.MULTILINE))
        expect(spectrum).to_show(re.compile(r"\d"), row=2, column=6)
        expect(spectrum).to_show(re.compile(r"^two$"), row=1)
        expect(spectrum).not_to_show(re.compile(r"^two$"), row=0)
        expect(spectrum).not_to_show(re.compile(r"LIVES \d\d"))

    def test_it_fails_with_what_the_screen_shows(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PRINT "SCORE 02"')
        with pytest.raises(ExpectationError) as caught:
            expect(spectrum).to_show("SCORE 03", row=0, timeout=0.5)
        message = str(caught.value)
        assert message.startswith("expected the screen to show 'SCORE 03' in row 0, but not within 0.5 s")
        assert "    |SCORE 02                        |" in message
        assert caught.value.screen[0].startswith("SCORE 02")
        assert isinstance(caught.value, AssertionError)

    def test_not_to_show_waits_until_it_has_gone(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PRINT "READY": PAUSE 50: CLS')
        expect(spectrum).to_show("READY")
        expect(spectrum).not_to_show("READY")
        expect(spectrum).to_report("0 OK")
        with pytest.raises(ExpectationError, match=r"expected the screen not to show '0 OK', but not within 0.2 s"):
            expect(spectrum).not_to_show("0 OK", timeout=0.2)

    def test_letters_that_look_alike_in_the_font(self, spectrum: Spectrum) -> None:
        glyphs = dict(Font.rom().glyphs)
        alike = Font({"O": glyphs["0"], **{sign: glyphs[sign] for sign in "0123456789SCRE "}})
        enter(spectrum, 'PRINT "SC0RE 100"')
        expect(spectrum).to_show("SCORE 100", font=alike)

    @pytest.mark.parametrize(("row", "column"), [(24, None), (-1, None), (None, 32)])
    def test_places_that_are_not_there(self, spectrum: Spectrum, row: int | None, column: int | None) -> None:
        with pytest.raises(ScreenError, match="not on the screen"):
            expect(spectrum).to_show("x", row=row, column=column)


class TestWhenBasicStops:
    @pytest.mark.parametrize("waits", [
        lambda e: e.to_show("SCORE"), lambda e: e.to_have_border(2), lambda e: e.to_have_attribute(0, 0, ink=2),
        lambda e: e.to_beep(), lambda e: e.to_reach(0xFFFE), lambda e: e.not_to_have_border(7),
        lambda e: e.to_report("0 OK"),
    ])  # fmt: skip
    def test_waiting_ends_early_with_the_report_named(
        self, spectrum: Spectrum, waits: Callable[[object], None]
    ) -> None:
        enter(spectrum, "10 PAUSE 20: STOP", "RUN")
        began = spectrum.tstates
        with pytest.raises(ExpectationError, match=r"but BASIC stopped: \"9 STOP statement, 10:2\""):
            waits(expect(spectrum, timeout=60))
        assert spectrum.model.seconds(spectrum.tstates - began) < 2

    def test_a_text_already_shown_is_seen(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PRINT "SEEN": PRINT undefined')
        expect(spectrum).to_report("Variable not found")
        expect(spectrum).to_show("SEEN")

    def test_a_program_s_end_is_no_error(self, spectrum: Spectrum) -> None:
        enter(spectrum, "PRINT 1")
        expect(spectrum).to_report("0 OK")
        with pytest.raises(ExpectationError, match="but not within 1 s"):
            expect(spectrum).to_show("SCORE", timeout=1)

    @pytest.mark.parametrize("stack", [None, 0xBFFE])
    def test_machine_code_under_an_old_report_is_waited_for(self, spectrum: Spectrum, stack: int | None) -> None:
        enter(spectrum, "PRINT undefined")
        expect(spectrum).to_report("Variable not found")
        # ei: ld b,100: halt: djnz $-1: ld a,2: out (254),a: jr $
        spectrum.poke(CODE, bytes.fromhex("fb0664 76 10fd 3e02 d3fe 18fe"))
        spectrum.core.pc = CODE
        spectrum.core.set("sp", stack or spectrum.core.get("sp"))
        expect(spectrum).to_have_border(2)

    def test_on_a_128_too(self) -> None:
        spectrum = Spectrum("128")
        spectrum.boot(basic="128")
        enter(spectrum, "PRINT 6*7")
        expect(spectrum).to_report("0 OK, 0:1")
        expect(spectrum).to_show("42")
        enter(spectrum, "10 PAUSE 9: PRINT a", "RUN")
        with pytest.raises(ExpectationError, match='but BASIC stopped: "2 Variable not found, 10:2"'):
            expect(spectrum).to_show("SCORE", timeout=60)


class TestReport:
    def test_it_waits_for_the_report(self, spectrum: Spectrum) -> None:
        enter(spectrum, "10 PAUSE 50", "RUN")
        expect(spectrum).not_to_report("0 OK")
        expect(spectrum).to_report("0 OK, 10:1")
        expect(spectrum).to_report(re.compile(r"^0 OK, \d+:1$"))

    def test_another_one_ends_it(self, spectrum: Spectrum) -> None:
        enter(spectrum, "PRINT 1")
        message = "expected BASIC to report '9 STOP', but BASIC stopped: \"0 OK, 0:1\""
        with pytest.raises(ExpectationError, match=message):
            expect(spectrum).to_report("9 STOP", timeout=60)

    def test_text_that_only_looks_like_a_report_is_none(self, spectrum: Spectrum) -> None:
        enter(spectrum, '10 PRINT #0;AT 1,0;"0 OK, 1:1"', "20 GO TO 20", "RUN")
        expect(spectrum).to_show("0 OK, 1:1", row=23)
        with pytest.raises(ExpectationError, match="expected BASIC to report"):
            expect(spectrum).to_report("0 OK", timeout=0.5)


class TestColours:
    def test_border(self, spectrum: Spectrum) -> None:
        enter(spectrum, "PAUSE 20: BORDER 2")
        expect(spectrum).not_to_have_border(2)
        expect(spectrum).to_have_border(2)
        expect(spectrum).not_to_have_border(7)
        with pytest.raises(ExpectationError, match=r"expected the border to be 3, but not within 0.1 s.*; it is 2"):
            expect(spectrum).to_have_border(3, timeout=0.1)
        with pytest.raises(ScreenError, match="8 is not a border colour"):
            expect(spectrum).to_have_border(8)

    def test_attribute(self, spectrum: Spectrum) -> None:
        enter(spectrum, 'PAUSE 20: PRINT AT 3,4; INK 2; PAPER 6; BRIGHT 1;"x"')
        expect(spectrum).not_to_have_attribute(3, 4, ink=2)
        expect(spectrum).to_have_attribute(3, 4, ink=2, paper=6, bright=True, flash=False)
        expect(spectrum).to_have_attribute(3, 4, paper=6)
        with pytest.raises(ExpectationError, match=r"row 3, column 4 to have ink 1, but .*; it has ink 2, paper 6"):
            expect(spectrum).to_have_attribute(3, 4, ink=1, timeout=0.1)


class TestBeep:
    def test_the_pitch_counts(self, spectrum: Spectrum) -> None:
        enter(spectrum, "BEEP .5,9")
        expect(spectrum).to_beep(hz=440, tolerance=0.01)
        expect(spectrum).to_beep()
        message = r"expected a tone of 466 Hz to be heard, but .*; heard 440\.\d Hz for 0\.\d\d s"
        with pytest.raises(ExpectationError, match=message):
            expect(spectrum).to_beep(hz=466, timeout=1)

    def test_only_tones_from_the_last_key_or_call_on_count(self, spectrum: Spectrum) -> None:
        enter(spectrum, "BEEP .2,9")
        expect(spectrum).to_report("0 OK")
        enter(spectrum, "BEEP .2,0")
        expect(spectrum).to_beep(hz=261.6)
        expect(spectrum).not_to_beep(hz=440, timeout=0.5)
        spectrum.tap("q")
        expect(spectrum).not_to_beep(timeout=0.5)
        spectrum.call(0x03B5, hl=0x066A, de=100)  # the ROM's BEEPER
        expect(spectrum).to_beep(hz=261.6)
        spectrum.core.memory[CODE] = 0xC9
        spectrum.call(CODE)
        expect(spectrum).not_to_beep(timeout=0.2)

    def test_the_key_click_is_no_tone(self, spectrum: Spectrum) -> None:
        spectrum.press("a")
        expect(spectrum).not_to_beep(timeout=0.5)
        assert len(spectrum.sound.edges) >= 2

    def test_not_to_beep_runs_the_whole_time_and_ends_at_a_tone(self, spectrum: Spectrum) -> None:
        began = spectrum.tstates
        expect(spectrum).not_to_beep(timeout=1)
        assert 1 <= spectrum.model.seconds(spectrum.tstates - began) < 1.03
        with pytest.raises(ExpectationError, match="nothing was heard"):
            expect(spectrum).to_beep(timeout=0.1)
        enter(spectrum, "PAUSE 20: BEEP 2,9")
        with pytest.raises(ExpectationError, match=r"tone of 440 Hz never to be heard, but .*; heard 440"):
            expect(spectrum).not_to_beep(hz=440, timeout=10)


class TestReach:
    def test_a_label(self, spectrum: Spectrum) -> None:
        spectrum.core.memory[CODE : CODE + 7] = bytes.fromhex("06ff 10fe 00 18fe")  # ld b,255: djnz $: nop: jr $
        spectrum.symbols = SymbolTable({"done": CODE + 4, "never": CODE + 20}, CODE, CODE + 30)
        spectrum.core.pc = CODE
        expect(spectrum).to_reach("done")
        assert spectrum.core.pc == CODE + 4
        expect(spectrum).to_reach("done")
        expect(spectrum).not_to_reach("never", timeout=0.5)
        with pytest.raises(ExpectationError, match=r"expected PC to reach 'never', but not within 0.2 s.*; PC is done"):
            expect(spectrum).to_reach("never", timeout=0.2)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of golden files during the test."""
    with goldens(folder=tmp_path):
        yield tmp_path


class TestScreenshot:
    def test_a_golden_picture_is_written_only_when_told_to(self, spectrum: Spectrum, folder: Path) -> None:
        with pytest.raises(ExpectationError, match=r"no golden picture .*title\.png.*--spectrum-update") as caught:
            expect(spectrum).to_match_screenshot("title.png")
        assert set(caught.value.pictures) == {"actual"}
        assert list(folder.iterdir()) == []
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("title.png")
        expect(spectrum).to_match_screenshot("title.png")
        with Image.open(folder / "title.png") as golden:
            assert golden.mode == "P"
            assert golden.size == (320, 256)
            assert golden.convert("RGB").tobytes() == spectrum.image().convert("RGB").tobytes()

    def test_a_difference_fails_with_pictures(self, spectrum: Spectrum, folder: Path) -> None:
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("title.png")
        spectrum.core.memory[ATTRIBUTES + 32 * 2 + 3] = 0o20
        with pytest.raises(ExpectationError, match="64 of 81920 pixels differ, x 56–63, y 48–55") as caught:
            expect(spectrum).to_match_screenshot("title.png", timeout=0.1)
        pictures = caught.value.pictures
        assert set(pictures) == {"expected", "actual", "difference"}
        assert pictures["difference"].getpixel((56, 48)) == (255, 0, 255)
        assert pictures["difference"].getpixel((55, 48)) != (255, 0, 255)
        assert pictures["actual"].convert("RGB").getpixel((56, 48)) == (0xD7, 0, 0)
        expect(spectrum).to_match_screenshot("title.png", mask=[(2, 3, 1, 1)], timeout=0.1)
        expect(spectrum).not_to_match_screenshot("title.png", timeout=0.1)
        with pytest.raises(ExpectationError, match="not to match"):
            expect(spectrum).not_to_match_screenshot("title.png", mask=[(0, 0, 24, 32)], timeout=0.1)

    @pytest.mark.parametrize("beam", [False, True])
    def test_a_golden_picture_with_all_of_the_border(self, spectrum: Spectrum, folder: Path, beam: bool) -> None:
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("full.png", border=48, beam=beam)
        with Image.open(folder / "full.png") as golden:
            assert golden.size == (352, 288)
        spectrum.core.memory[ATTRIBUTES + 32 * 2 + 3] = 0o20
        spectrum.run_frames(2)
        expect(spectrum).to_match_screenshot("full.png", border=48, beam=beam, mask=[(2, 3, 1, 1)], timeout=0.02)
        with pytest.raises(ExpectationError, match="64 of 101376 pixels differ, x 72–79, y 64–71"):
            expect(spectrum).to_match_screenshot("full.png", border=48, beam=beam, timeout=0.02)

    @pytest.mark.usefixtures("folder")
    def test_it_waits_for_the_picture(self, spectrum: Spectrum) -> None:
        enter(spectrum, "CLS : PAUSE 40: BORDER 1: INK 3")
        state = spectrum.state()
        with goldens(update=True):
            expect(spectrum).to_report("0 OK")
            expect(spectrum).to_match_screenshot("end.png")
        spectrum.restore(state)
        expect(spectrum).to_match_screenshot("end.png")
        expect(spectrum).to_report("0 OK")

    def test_an_update_keeps_a_golden_picture_that_still_matches(self, spectrum: Spectrum, folder: Path) -> None:
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("title.png", border=False)
            written = (folder / "title.png").read_bytes()
            began = spectrum.tstates
            expect(spectrum).to_match_screenshot("title.png", border=False)
            assert spectrum.tstates == began
        spectrum.core.memory[ATTRIBUTES] = 0o20
        with goldens(update=True, written=Written()):  # in another run
            expect(spectrum).to_match_screenshot("title.png", border=False)
        assert (folder / "title.png").read_bytes() != written

    @pytest.mark.usefixtures("folder")
    def test_flashing_squares_match_in_either_phase(self, spectrum: Spectrum) -> None:
        spectrum.core.memory[ATTRIBUTES] = 0x80 | 0o20
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("flash.png")
        for _ in range(3):
            spectrum.run_frames(9)
            expect(spectrum).to_match_screenshot("flash.png", timeout=0)

    def test_stripes_as_the_beam_drew_them(self, spectrum: Spectrum, folder: Path) -> None:
        spectrum.core.memory[CODE : CODE + 7] = bytes.fromhex("f3 3c d3fe 18fb 00")  # di: loop inc a: out (254),a
        spectrum.core.pc = CODE
        spectrum.run_frames(3)
        with goldens(update=True):
            expect(spectrum).to_match_screenshot("stripes.png", beam=True, timeout=0)
        with Image.open(folder / "stripes.png") as golden:
            assert len({golden.getpixel((0, y)) for y in range(256)}) > 4

    def test_a_file_that_is_no_picture(self, spectrum: Spectrum, folder: Path) -> None:
        (folder / "title.png").write_text("nothing")
        with pytest.raises(ScreenError, match=r"title.png: not a picture"):
            expect(spectrum).to_match_screenshot("title.png")


def test_memory(spectrum: Spectrum) -> None:
    spectrum.type("10 FOR i=1 TO 50: NEXT i: POKE 40000,7: POKE 40001,8\nRUN\n")
    expect(spectrum).to_have_memory(40000, 7)
    expect(spectrum).to_have_memory(40000, b"\x07\x08")
    expect(spectrum).not_to_have_memory(40000, 0)
    message = r"the memory at #9C40 to be #09 \(9\), but not within .*; it is #07 \(7\)"
    with pytest.raises(ExpectationError, match=message):
        expect(spectrum).to_have_memory(40000, 9, timeout=0.1)
    with pytest.raises(ExpectationError, match="not to be #07 #08"):
        expect(spectrum).not_to_have_memory(40000, [7, 8], timeout=0.1)
    expect(spectrum).to_have_word(40000, 0x0807)
    with pytest.raises(ExpectationError, match=r"to be #0708 \(1800\), but .*; it is #0807 \(2055\)"):
        expect(spectrum).to_have_word(40000, 0x0708, timeout=0.1)
    expect(spectrum).not_to_have_word(40000, 0x0708)


@pytest.mark.parametrize(("name", "value", "other"), [
    ("lamp", 1, 2), ("a$", "on", "off"), ("t", 0.1, 0.2), ("h()", [1, 2.5, 3], [1, 2, 3]), ("H(2)", 2.5, 3),
    ("g$()", ["ab", "  "], ["ab"]), ("g$(1)", "ab", "a"), ("g$(1, 2)", "b", "a"), ("b$", "xy ", "xy"), ("i", 9, 8),
])  # fmt: skip
def test_variables_are_waited_for(spectrum: Spectrum, name: str, value: Sought, other: Sought) -> None:
    enter(
        spectrum,
        'LET lamp=0: PAUSE 20: LET lamp=1: LET a$="on": LET t=.1: DIM h(3): LET h(1)=1: LET h(2)=2.5: LET h(3)=3: '
        'DIM g$(2,2): LET g$(1)="ab": DIM b$(3): LET b$="xy": FOR i=1 TO 8: NEXT i',
    )
    expect(spectrum).to_have_variable(name, value)
    expect(spectrum).not_to_have_variable(name, other)
    with pytest.raises(ExpectationError, match=rf"the variable {re.escape(name)} to be .*; it is "):
        expect(spectrum).to_have_variable(name, other, timeout=0.1)
    with pytest.raises(ExpectationError, match="not to be"):
        expect(spectrum).not_to_have_variable(name, value, timeout=0.1)


def test_a_variable_that_is_not_there_is_named(spectrum: Spectrum) -> None:
    enter(spectrum, "LET lamb=1: DIM h(3)")
    messages = {"lamp": r"there is no variable lamp; the program has lamb, h\(\)", "h(4)": "subscript out of range"}
    for name, message in messages.items():
        with pytest.raises(ExpectationError, match=message):
            expect(spectrum).to_have_variable(name, 1, timeout=0.1)
        expect(spectrum).not_to_have_variable(name, 1)
    for name in ("", "1a", "ab$", "ab()", "h(a)", "h(1"):
        with pytest.raises(VariableError, match="no variable's name"):
            expect(spectrum).to_have_variable(name, 1)


@pytest.mark.parametrize("fails", [
    lambda e: e.to_have_memory("home", 300), lambda e: e.to_have_memory(40000, [1, -1]),
    lambda e: e.to_have_word(40000, 0x10000), lambda e: e.never(seconds=0),
])  # fmt: skip
def test_values_that_memory_cannot_have_are_rejected(spectrum: Spectrum, fails: Callable[[object], None]) -> None:
    with pytest.raises(SpectrumError, match=r"; use "):
        fails(expect(spectrum))


class TestNever:
    """A span of time is run to its end, and what comes within it ends it."""

    @pytest.mark.parametrize("looks", [
        lambda e: e.to_show("DONE", row=0), lambda e: e.to_have_border(4), lambda e: e.to_have_memory(40000, 7),
        lambda e: e.to_have_variable("x", 5), lambda e: e.to_have_attribute(0, 0, paper=2), lambda e: e.to_beep(),
        lambda e: e.to_report("0 OK"), lambda e: e.to_write_port(0xFE, 4, mask=0xFF), lambda e: e.to_reach(0x2294),
        lambda e: e.to_match_text("done.txt", rows=range(1)),
        lambda e: e.to_match_screenshot("done.png", mask=[(1, 0, 23, 32)], border=False),
    ])  # fmt: skip
    @pytest.mark.usefixtures("folder")
    def test_what_comes_in_time_fails_and_what_comes_later_does_not(
        self, spectrum: Spectrum, looks: Callable[[object], None]
    ) -> None:
        enter(spectrum, 'PAUSE 50: LET x=5: POKE 40000,7: BORDER 4: PAPER 2: CLS: BEEP .1,0: PRINT "DONE"')
        before = spectrum.state()
        expect(spectrum).to_report("0 OK")
        with goldens(update=True):
            expect(spectrum).to_match_text("done.txt", rows=range(1))
            expect(spectrum).to_match_screenshot("done.png", border=False)
        spectrum.restore(before)
        looks(expect(spectrum).never(seconds=0.5))
        assert spectrum.model.seconds(spectrum.tstates - before.core.registers[CLOCK]) >= 0.5
        with pytest.raises(ExpectationError, match=r"(?s)never to .* came after 0\."):
            looks(expect(spectrum).never(seconds=2))

    def test_always(self, spectrum: Spectrum) -> None:
        enter(spectrum, "BORDER 4: PAUSE 25: BORDER 1")
        expect(spectrum).to_have_border(4)
        expect(spectrum).never(seconds=0.3).not_to_have_border(4)
        with pytest.raises(ExpectationError, match="the border always to be 4, but that came after 0"):
            expect(spectrum).never(seconds=1).not_to_have_border(4)


def test_banks_and_the_sound_chip() -> None:
    spectrum = Spectrum("128")
    spectrum.boot("128")
    spectrum.type("OUT 65533,8: OUT 49149,12\n")
    expect(spectrum).to_have_ay(8, 12)
    expect(spectrum).not_to_have_ay(8, 11)
    with pytest.raises(ExpectationError, match=r"register 8 of the sound chip to be #03 \(3\), .*; it is #0C \(12\)"):
        expect(spectrum).to_have_ay(8, 3, timeout=0.1)
    expect(spectrum).to_have_page(spectrum.core.page)
    with pytest.raises(ExpectationError, match="bank 3 to be paged in"):
        expect(spectrum).to_have_page(3, timeout=0.1)
    expect(spectrum).not_to_have_page(3)
    with pytest.raises(ModelError, match="a 48K has no banks"):
        expect(Spectrum()).to_have_page(1)
    with pytest.raises(ModelError, match="no register 16"):
        expect(spectrum).to_have_ay(16, 0)


def test_ports(spectrum: Spectrum) -> None:
    spectrum.type("10 PAUSE 20: OUT 254,5: PAUSE 20: OUT 40001,3\nRUN")
    spectrum.hold("ENTER")
    expect(spectrum).to_write_port(254, 5)
    expect(spectrum).to_write_port(40001)
    expect(spectrum).not_to_write_port(40001, timeout=0.5)
    with pytest.raises(ExpectationError, match=r"#09 \(9\) to be sent to port #00FE, but .*; sent were"):
        expect(spectrum).to_write_port(0xFE, 9, mask=0xFF, timeout=0.1)
    spectrum.release()
    spectrum.type("10 PAUSE 5: OUT 254,5: GO TO 10\nRUN\n")
    with pytest.raises(ExpectationError, match=r"#05 .* never to be sent"):
        expect(spectrum).not_to_write_port(254, 5, timeout=2)


def test_a_frame_budget(spectrum: Spectrum) -> None:
    source = "        org 0x8000\nloop:   ei\n        halt\n        ld bc,(time)\nwork:   dec bc\n        ld a,b\n"
    source += "        or c\n        jr nz,work\ndone:   jr loop\ntime:   dw 1000\n"
    code = assembled(source)
    spectrum.poke(code.origin, code.code)
    spectrum.symbols = code.symbol_table()
    spectrum.core.pc = 0x8000
    expect(spectrum).to_finish_frames_within(30_000)
    expect(spectrum).to_finish_frames_within(30_000, idle="done", frames=3)
    with pytest.raises(ExpectationError, match=r"within 20,000 T-states each, but frame 1 was not; .* work"):
        expect(spectrum).to_finish_frames_within(20_000)
    spectrum.poke("time", [0x10, 0x0E])
    with pytest.raises(ExpectationError, match="frame 1 was not"):
        expect(spectrum).to_finish_frames_within(60_000)
    for tstates in (0, spectrum.model.tstates_per_frame):
        with pytest.raises(ModelError, match="no part of a frame"):
            expect(spectrum).to_finish_frames_within(tstates)


def test_text_snapshots(spectrum: Spectrum, folder: Path) -> None:
    spectrum.type('PRINT "HELLO"\n')
    with pytest.raises(ScreenError, match="--spectrum-update"):
        expect(spectrum).to_match_text("screen.txt")
    with goldens(update=True):
        expect(spectrum).to_match_text("screen.txt")
        expect(spectrum).to_match_text("top.txt", rows=range(2))
    assert (folder / "top.txt").read_text(encoding="utf-8") == "HELLO\n\n"
    expect(spectrum).to_match_text("screen.txt")
    spectrum.type('PRINT AT 1,0;"WORLD"\n')
    expect(spectrum).to_show("WORLD", row=1)
    with pytest.raises(ExpectationError, match=r"(?s)in these rows .* 1 -\n +\+WORLD"):
        expect(spectrum).to_match_text("top.txt", rows=range(2), timeout=0.1)


# -- two pictures compared ------------------------------------------------------------------------

SIZE = (40, 30)


def grey() -> Image.Image:
    return Image.new("RGB", SIZE, (128, 128, 128))


def test_the_same_picture_has_no_difference() -> None:
    found = compare_images(grey(), grey())
    assert not found
    assert (found.pixels, found.box, found.summary) == (0, None, "no pixel differs")


@pytest.mark.parametrize("colour", [(129, 128, 128), (128, 127, 128), (128, 128, 129)])
def test_the_least_difference_of_any_colour_counts(colour: tuple[int, int, int]) -> None:
    other = grey()
    other.putpixel((5, 7), colour)
    found = compare_images(grey(), other)
    assert found
    assert (found.pixels, found.box) == (1, (5, 7, 6, 8))
    assert found.summary == "1 of 1200 pixels differ, x 5–5, y 7–7"
    assert found.picture.getpixel((5, 7)) == (255, 0, 255)
    assert found.picture.getpixel((6, 7)) != (255, 0, 255)


def test_masked_areas_are_not_compared() -> None:
    other = grey()
    for place in ((5, 7), (20, 20)):
        other.putpixel(place, (0, 0, 0))
    assert compare_images(grey(), other, [(5, 7, 6, 8)]).box == (20, 20, 21, 21)
    assert not compare_images(grey(), other, [(0, 0, 10, 10), (20, 20, 21, 21)])
    mask = Image.new("1", SIZE)
    mask.paste(1, (20, 20, 21, 21))
    assert compare_images(grey(), other, mask).box == (5, 7, 6, 8)


def test_pictures_of_other_sizes_differ_whole() -> None:
    found = compare_images(grey(), Image.new("RGB", (40, 31)), [(0, 0, 40, 31)])
    assert found
    assert found.summary == "the picture is 40 by 31 pixels, expected 40 by 30"
    assert found.picture.size == (40, 31)


@pytest.mark.parametrize("flash", [False, True])
@pytest.mark.parametrize("scale", [1, 2])
def test_the_palette_picture_has_the_colours_of_the_true_colour_one(flash: bool, scale: int) -> None:
    screen = Screen(random.Random(4).randbytes(6912))
    picture = screen.palette_image(flash=flash, border=5, scale=scale)
    assert picture.mode == "P"
    assert not compare_images(screen.image(flash=flash, border=5, scale=scale), picture)
    file = io.BytesIO()
    picture.save(file, "PNG")
    with Image.open(file) as read:
        assert not compare_images(picture, read)
    assert file.getvalue()[24:26] == bytes((4, 3))  # four bits a pixel, of a palette

"""Every key typed is read by the program, exactly once, however the program reads."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import MachineState, Spectrum, Tape, TimeLimitError
from pyspectrum.basic import program_in, tokenise
from pyspectrum.basic.variables import read_variables
from pyspectrum.errors import KeyboardError
from pyspectrum.tape import program_blocks
from tests.assembled import assembled
from tests.marks import examples

NO_KEY = [0x1F] * 8


def run_program(spectrum: Spectrum, listing: str) -> None:
    """Load a BASIC program, which starts at once."""
    spectrum.insert_tape(Tape(program_blocks("test", tokenise(listing), int(listing.split()[0]))))
    spectrum.type('LOAD ""\n')


def shown(spectrum: Spectrum) -> list[str]:
    return [line.rstrip() for line in spectrum.text_lines() if line.strip()]


def run_code(spectrum: Spectrum, source: str, before: str = "") -> None:
    """Assemble a program that begins with ``org #8000``, put it there, and call it after these statements."""
    spectrum.poke(0x8000, assembled(source).code)
    spectrum.type(f"{before}RANDOMIZE USR 32768\n")


def value(spectrum: Spectrum, name: str) -> object:
    return read_variables(spectrum.core.memory)[name]


# -- the editor --------------------------------------------------------------------------------


def test_lines_and_commands_in_one_text(spectrum: Spectrum) -> None:
    spectrum.type('10 INPUT a$: PRINT "RUN is "; a$\n20 REM PRINT  this\nRUN\nRUN\nLIST 20\n')
    spectrum.wait_for_text("0 OK, 0:1")
    assert shown(spectrum) == ["RUN is RUN", "  20>REM PRINT  this", "0 OK, 0:1"]
    assert value(spectrum, "a$") == "RUN"


def test_a_remark_with_colons_is_entered_as_it_stands(spectrum: Spectrum) -> None:
    remark = 'a:b: Cls:5 x;:PRINT"a:b":c :: "d'
    spectrum.type(f"10 REM {remark}\n20 CLS\n")
    spectrum.run_frames(20)
    assert [line.content[1:].decode() for line in program_in(spectrum.core.memory)] == [remark, ""]


def test_a_long_text(spectrum: Spectrum) -> None:
    lines = [f'{number} LET s=s+{number}: REM "{number}" ' + "x" * 20 for number in range(20, 420, 20)]
    spectrum.type("10 LET s=0\n" + "\n".join(lines) + "\nGO TO 10\n")
    spectrum.wait_for_text("0 OK, 400:2")
    assert value(spectrum, "s") == sum(range(20, 420, 20))


def test_new_forgets_all_but_the_keys_to_come(spectrum: Spectrum) -> None:
    spectrum.type("10 STOP\nNEW\n20 PRINT 8\nRUN\n")
    spectrum.wait_for_text("0 OK, 20:1")


def test_the_cursor_keys_edit_the_line_and_edit_brings_it_back(spectrum: Spectrum) -> None:
    spectrum.type("10 PRINT 13")
    for key in ("LEFT", "2", "RIGHT", "4", "DELETE", "ENTER", "EDIT"):
        spectrum.press(key)
    spectrum.type("2")  # behind the line's number
    spectrum.press("ENTER")
    spectrum.type("RUN\n")
    spectrum.wait_for_text("0 OK, 102:1")
    assert "123" in shown(spectrum)


# -- INPUT, PAUSE, INKEY$ ----------------------------------------------------------------------

ANSWERS: dict[str, tuple[str, str, dict[str, object]]] = {
    "letters where they spell keywords": (
        "10 INPUT LINE a$: INPUT LINE b$",
        "PRINT TO\nRUN\n",
        {"a$": "PRINT TO", "b$": "RUN"},
    ),
    "scroll": ('10 FOR i=1 TO 60: PRINT i: NEXT i: INPUT "done?";a', "yy5\n", {"a": 5}),
    "the key that ends a pause": (
        '10 LET a$="": FOR i=1 TO 14: PAUSE 0: LET a$=a$+INKEY$: NEXT i',
        "hello, world!!",
        {"a$": "hello, world!!"},
    ),
    "pauses that time ends": (
        '10 LET a$="": FOR i=1 TO 40: PAUSE 5: LET a$=a$+INKEY$: NEXT i',
        "aabbcdde",
        {"a$": "aabbcdde"},
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_program_that_asks_is_answered(spectrum: Spectrum, name: str) -> None:
    listing, typed, values = ANSWERS[name]
    run_program(spectrum, listing)
    spectrum.type(typed)
    spectrum.wait_for_text("0 OK")
    assert {name: value(spectrum, name) for name in values} == values


@pytest.mark.parametrize("model", ["48", "128"])
def test_a_chord_is_seen_whole_at_any_moment_of_the_roms_scan(model: str) -> None:
    """The scan reads CAPS SHIFT's row before all others: DELETE that came half would be a 0."""
    spectrum = Spectrum(model)
    spectrum.boot(None if model == "48" else "128")
    spectrum.type("10 INPUT LINE a$\nRUN\nab")
    spectrum.run_frames(10)
    spectrum.run_frames(1)  # the interrupt comes now
    start = spectrum.state()
    for tstates in range(0, 2_500, 17):
        spectrum.restore(start)
        spectrum.run_tstates(tstates)
        spectrum.press("DELETE")
        spectrum.run_frames(3)
        assert spectrum.input_area()[-1].split() == ["aL"], tstates


def test_typing_takes_no_longer_than_the_rom_needs(spectrum: Spectrum) -> None:
    run_program(spectrum, "10 INPUT LINE a$")
    spectrum.run_frames(10)
    before = spectrum.tstates
    spectrum.type("abcdefghijklmnopqrst\n")
    assert (spectrum.tstates - before) / spectrum.model.tstates_per_frame <= 21 * 4


def test_three_pauses_take_three_keys(spectrum: Spectrum) -> None:
    run_program(spectrum, "10 PAUSE 0: LET a=1: PAUSE 0: LET b=2: PAUSE 0: LET c=3: PAUSE 0")
    spectrum.type("xyz")
    spectrum.run_frames(100)
    assert [value(spectrum, name) for name in "abc"] == [1, 2, 3]
    assert not any(line.startswith("0 OK") for line in shown(spectrum))
    spectrum.press("x")
    spectrum.wait_for_text("0 OK, 10:7")


INKEY_PROGRAMS = {
    "one place": '10 LET k$=INKEY$: IF k$<>"" THEN LET a$=a$+k$\n20 GO TO 10',
    "a place that waits and one that takes": '10 IF INKEY$="" THEN GO TO 10\n20 LET a$=a$+INKEY$: GO TO 10',
    "a wait for all keys to be up": (
        '10 IF INKEY$<>"" THEN GO TO 10\n20 IF INKEY$="" THEN GO TO 20\n30 LET a$=a$+INKEY$: GO TO 10'
    ),
    "slow work before the wait": (
        '10 LET k$=INKEY$: IF k$="" THEN GO TO 10\n20 LET a$=a$+k$: FOR i=1 TO 300: NEXT i\n'
        '30 IF INKEY$<>"" THEN GO TO 30\n40 GO TO 10'
    ),
    "one question for each key": "\n".join(
        [f'{10 + i} IF INKEY$="{key}" THEN LET a$=a$+"{key}"' for i, key in enumerate("qaop")] + ["40 GO TO 10"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", INKEY_PROGRAMS)
def test_a_program_that_polls_sees_each_key_once(spectrum: Spectrum, name: str) -> None:
    run_program(spectrum, '5 LET a$=""\n' + INKEY_PROGRAMS[name])
    spectrum.type("qaoppooqqa")
    spectrum.run_frames(50)
    assert value(spectrum, "a$") == "qaoppooqqa"


def test_keys_that_inkey_has_seen_do_not_enter_the_next_input(spectrum: Spectrum) -> None:
    run_program(spectrum, '10 LET k$=INKEY$: IF k$="" THEN GO TO 10\n20 INPUT n: LET l$=k$: GO TO 10')
    for number in (5, 66, 5, 777):
        spectrum.type(f"k{number}\n")
        spectrum.run_frames(3)
        assert (value(spectrum, "l$"), value(spectrum, "n")) == ("k", number)


@pytest.mark.parametrize(
    ("command", "key", "report"),
    [
        ("10 GO TO 10\nRUN\n", "BREAK", "L BREAK into program, 10:1"),
        ('LOAD ""\n', "SPACE", "D BREAK - CONT repeats, 0:1"),
        ('LOAD ""\n', "BREAK", "D BREAK - CONT repeats, 0:1"),
    ],
)
def test_break_is_read_as_break(spectrum: Spectrum, command: str, key: str, report: str) -> None:
    spectrum.type(command)
    spectrum.run_frames(50)
    spectrum.press(key)
    spectrum.wait_for_text(report)
    spectrum.type("PRINT 5\n")
    spectrum.wait_for_text("0 OK, 0:1")
    assert "5" in shown(spectrum)


# -- machine code ------------------------------------------------------------------------------

OWN_SCAN = (Path(__file__).parent / "own_scan.asm").read_text("utf-8")
KEEPS_EARLY_KEYS = (Path(__file__).parent / "early_keys.asm").read_text("utf-8")
THE_ROM_TAKES_IT = """set 5, (iy+1)
key:    call 0x10a8
        jr nc, key"""


@pytest.mark.parametrize(
    ("none", "new"), [("busy", ""), ("take", ""), ("busy", THE_ROM_TAKES_IT)], ids=["polls", "waits", "revives"]
)
def test_a_program_that_keeps_early_keys_gets_each_once(spectrum: Spectrum, none: str, new: str) -> None:
    run_code(spectrum, KEEPS_EARLY_KEYS.format(none=none, new=new), "POKE 23560,0: ")
    for text in ("ab", "b", "c", "cd"):
        spectrum.type(text)
    spectrum.run_frames(50)
    assert spectrum.peek(0x9000, 7) == b"abbccd\0"


@pytest.mark.parametrize("interrupts", ["di", "ei"])
def test_a_program_with_its_own_scan_gets_each_key_once(spectrum: Spectrum, interrupts: str) -> None:
    run_code(spectrum, OWN_SCAN.replace("di\n", interrupts + "\n"))
    spectrum.type("qwweerrtTRE")  # capitals are letters to it: keywords have keys only in the editor
    assert spectrum.peek(0x9000, 12) == bytes([1, 2, 2, 4, 4, 8, 8, 16, 16, 8, 4, 0])


def test_presses_reach_it_one_by_one_however_rarely_it_looks(spectrum: Spectrum) -> None:
    slow = "halt\n" * 9  # it looks at the keys once in nine frames
    run_code(spectrum, OWN_SCAN.replace("di\n", "ei\n").replace("wait:", f"wait: {slow}").replace("up:", f"up: {slow}"))
    for key in "qqt":
        spectrum.press(key)
        spectrum.run_frames(10)
    spectrum.type("wee")
    assert spectrum.peek(0x9000, 7) == bytes([1, 1, 16, 2, 4, 4, 0])


def test_tap_holds_a_key_for_whole_frames(spectrum: Spectrum) -> None:
    run_code(spectrum, OWN_SCAN)
    spectrum.run_frames(0.3)
    spectrum.tap("q", frames=3)
    spectrum.tap("q")
    spectrum.tap("e", frames=1, gap=1)
    assert spectrum.peek(0x9000, 4) == bytes([1, 1, 4, 0])


# -- what is refused, and keys that are held ---------------------------------------------------


@pytest.mark.parametrize("program", ["10 LET a=1: GO TO 10", "10 CLS : GO TO 10"])
def test_no_key_stays_down_when_time_runs_out(spectrum: Spectrum, program: str) -> None:
    run_program(spectrum, program)  # which never reads a key, or throws each away
    for press in (spectrum.press, spectrum.type):
        with pytest.raises(TimeLimitError, match=r"waited 1\.0 s of Spectrum time for the program to read the key a"):
            press("a", timeout=1)
        assert spectrum.core.keyboard_rows == NO_KEY
    with pytest.raises(TimeLimitError, match="the program to read"):
        spectrum.type("a", timeout=0.02)
    assert spectrum.core.keyboard_rows == NO_KEY


def test_a_machine_that_does_not_look_at_the_keyboard(spectrum: Spectrum) -> None:
    run_code(spectrum, "        org 0x8000\n        di\nhere:   jr here\n")
    for press in (spectrum.press, spectrum.type):
        with pytest.raises(TimeLimitError, match="the program to read the key q"):
            press("q", timeout=0.5)
    with pytest.raises(TimeLimitError, match="the program to look at the keyboard"):
        spectrum.type("PRINT 1", timeout=0.5)
    assert spectrum.core.keyboard_rows == NO_KEY


def test_a_press_needs_a_key_that_there_is(spectrum: Spectrum) -> None:
    for keys in ((), "F1", "CAPS+"):
        with pytest.raises(KeyboardError, match="no key"):
            spectrum.press(keys)
    with pytest.raises(KeyboardError, match="no key of the Spectrum types 'é'"):
        spectrum.type("PRINT é\n")
    spectrum.run_frames(20)
    assert shown(spectrum)[0].startswith("© 1982")  # nothing was typed before it was refused


def test_hold_and_release(spectrum: Spectrum) -> None:
    spectrum.hold("SPACE")
    spectrum.hold("CAPS+0")
    assert spectrum.core.keyboard_rows == [0x1E, 0x1F, 0x1F, 0x1F, 0x1E, 0x1F, 0x1F, 0x1E]
    spectrum.release("SPACE")
    assert spectrum.core.keyboard_rows == [0x1E, 0x1F, 0x1F, 0x1F, 0x1E, 0x1F, 0x1F, 0x1F]
    spectrum.release()
    assert spectrum.core.keyboard_rows == NO_KEY


@pytest.mark.parametrize(("kind", "keys"), [("sinclair1", "67890"), ("sinclair2", "12345"), ("cursor", "58670")])
def test_joysticks_that_press_keys(booted: MachineState, kind: str, keys: str) -> None:
    spectrum = Spectrum(joystick=kind)
    spectrum.restore(booted)
    run_program(spectrum, '10 LET a$=INKEY$: POKE 30000,CODE (a$+" "): GO TO 10')
    for direction, key in zip(("left", "right", "down", "up", "fire", ""), f"{keys} ", strict=True):
        spectrum.joystick(direction)
        spectrum.run_frames(10)
        assert spectrum.peek(30000) == ord(key)


PIECES = st.sampled_from(
    ["CLS", "PRINT {n}", "BORDER {b}", "PAUSE {b}", "PRINT AT 21,0;{n}", "PRINT #0;{n}", "BEEP .01,{b}", "LIST 9990",
     "FOR i=1 TO {n}: NEXT i", "PRINT #0;: PRINT #1;{n}", "POKE 23692,255", "CIRCLE 128,88,{n}"]
)  # fmt: skip
FORMS = {"INPUT ": "INPUT {0}", "INPUT ?": 'INPUT "?";{0}', "LINE": "INPUT LINE {0}$: LET {0}=VAL {0}$"}


@given(
    st.lists(
        st.tuples(st.lists(PIECES, max_size=3), st.integers(0, 99_999), st.sampled_from(sorted(FORMS))),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 7),
    st.integers(1, 60),
)
@settings(max_examples=examples(25), derandomize=True)
def test_any_program_of_inputs_gets_exactly_what_was_typed(
    asked: list[tuple[list[str], int, str]], b: int, n: int
) -> None:
    machine = Spectrum()
    machine.boot()
    lines = []
    for number, (pieces, _, form) in enumerate(asked):
        work = [piece.format(b=b + 1, n=n) for piece in pieces]
        lines.append(f"{10 * number + 10} " + ": ".join([*work, FORMS[form].format("abcdef"[number])]))
    run_program(machine, "\n".join(lines) + "\n9990 REM")
    machine.type("".join(f"{number}\n" for _, number, _ in asked))
    machine.wait_for_text("0 OK")
    assert [value(machine, "abcdef"[index]) for index in range(len(asked))] == [number for _, number, _ in asked]


@pytest.mark.parametrize("model", ["128", "+2"])
def test_the_menu_and_the_editor_of_a_128_are_typed_to(model: str) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    menu = spectrum.state()
    for key in ("DOWN", "DOWN", "UP", "DOWN", "DOWN", "ENTER"):
        spectrum.press(key)
    spectrum.run_until(lambda m: "48 BASIC" not in "".join(m.text_lines()), "the menu to go")
    spectrum.wait_for_text("© 1982")
    spectrum.restore(menu)
    spectrum.press("DOWN")
    spectrum.type("\n10 INPUT a: CLS : INPUT b: PAUSE 0\n20 PRINT a;b;INKEY$: REM PRINT this\nRUN\n12\n34\nx")
    spectrum.wait_for_text("0 OK, 20:2")
    assert shown(spectrum)[0] == "1234x"
    spectrum.type("30 PRINT 8\nGO TO 30\n")
    spectrum.wait_for_text("0 OK, 30:1")

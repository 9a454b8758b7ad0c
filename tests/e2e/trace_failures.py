"""Tests that fail on purpose, one of each kind, in the examples or with a mistake planted in one of them.

Not collected by itself: the proof `test_viewer_page.py` runs it in a folder of its own and opens what it leaves.
"""

from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.tape import code_blocks, program_blocks
from pyspectrum.testing.machines import Load, NewSpectrum

EXAMPLES = Path(__file__).parent / "examples"
LOADER = '10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768'
BASIC = '10 PRINT AT 5,0;"PRESS A KEY"\n20 PAUSE 0: LET score=0\n30 PRINT "GO": LET score=socre+10: PRINT score'


def planted(folder: Path, *changes: tuple[str, str]) -> Assembly:
    """Snake with mistakes."""
    source = (EXAMPLES / "snake" / "snake.asm").read_text(encoding="utf-8")
    for right, wrong in changes:
        assert right in source
        source = source.replace(right, wrong, 1)
    path = folder / "snake.asm"
    path.write_text(source, encoding="utf-8")
    return assemble(path)


def start(load: Load, code: Assembly) -> Spectrum:
    blocks = program_blocks("snake", tokenise(LOADER), 10) + code_blocks("snake", code.code, code.origin)
    return load(Tape(blocks), until="PRESS SPACE OR FIRE", symbols=code)


@pytest.fixture
def snake(load: Load, tmp_path: Path) -> Spectrum:
    return start(load, planted(tmp_path))


def test_text(load: Load, tmp_path: Path) -> None:
    """The score is counted in binary: the line with the decimal adjustment is gone."""
    snake = start(load, planted(tmp_path, ("        daa\n", "")))
    snake.tap("SPACE")
    snake.run(seconds=0.2)
    snake.poke("score", 0x09)
    print("the score is", snake.peek("score"))
    head = snake.peek("head")
    at = snake.peek("rows", 256)[head], snake.peek("columns", 256)[head]
    snake.poke(0x5800 + 32 * at[0] + at[1] + 1, 0x57)  # food right before it
    expect(snake).to_show("SCORE 10", row=0, timeout=2)


def test_timeout(snake: Spectrum) -> None:
    snake.tap("SPACE")
    snake.run_until_pc("next_frame")
    snake.hold("q")
    snake.run(seconds=4)  # into the wall
    snake.run_until_pc("next_frame", timeout=3)


def test_report(load: Load) -> None:
    spectrum = load(Tape(program_blocks("g", tokenise(BASIC), 10)), until="PRESS A KEY")
    spectrum.press("a")
    expect(spectrum).to_show("SCORE 10")


def test_crash(load: Load, tmp_path: Path) -> None:
    """A return too many: the stack gives what was never pushed."""
    snake = start(
        load, planted(tmp_path, ("print_score:\n", "print_score:\n        pop hl\n        ld hl,0\n        push hl\n"))
    )
    snake.tap("SPACE")
    expect(snake).to_show("SCORE 01", row=0, timeout=2)


def test_picture(snake: Spectrum) -> None:
    snake.poke(0x5800 + 5 * 32 + 13, [0x02] * 5)
    expect(snake).to_match_screenshot("title.png", timeout=0)


def test_sound(snake: Spectrum) -> None:
    snake.tap("SPACE")
    expect(snake).to_beep(883, timeout=0.5)


def test_border(snake: Spectrum) -> None:
    expect(snake).to_have_border(2, timeout=0.2)


def test_memory(snake: Spectrum) -> None:
    snake.tap("SPACE")
    snake.run(seconds=0.5)
    assert snake.peek("score") == 1


def test_golden_missing(snake: Spectrum) -> None:
    expect(snake).to_match_screenshot("nowhere.png", timeout=0)


def test_two_machines(snake: Spectrum, new_spectrum: NewSpectrum) -> None:
    """A text of one player's machine does not come on the other's; the second one is what the failure is about."""
    with new_spectrum("128") as other:
        snake.tap("SPACE")
        snake.run(seconds=0.3)
        other.press("ENTER")
        expect(snake).to_show("SCORE 00", row=0)
        expect(other).to_show("SCORE 00", row=0, timeout=0.5)


def test_waiting_loop(spectrum: Spectrum) -> None:
    """It looks at a byte again and again that nobody writes."""
    spectrum.poke(0x8000, bytes.fromhex("3A 00 90 FE 05 20 F9 C9"))  # wait: ld a,(0x9000); cp 5; jr nz,wait; ret
    spectrum.core.pc = 0x8000
    expect(spectrum).to_show("NEVER", timeout=0.2)


def test_long_run(spectrum: Spectrum) -> None:
    """More than five minutes: the trace has the last of them."""
    spectrum.run(seconds=310)
    expect(spectrum).to_show("NEVER", timeout=0.1)


def test_not_exact(snake: Spectrum) -> None:
    def meddle(port: int, tstates: int) -> int | None:
        snake.core.memory[0x9FFF] = snake.core.memory[0x9FFF] + 1 & 0xFF
        return None

    with snake.ports.on_read(0x1F, meddle):
        snake.run(seconds=0.5)
    expect(snake).to_show("NEVER", timeout=0.1)


@pytest.mark.spectrum(model="128")
def test_banks_and_sound_chip(load: Load) -> None:
    code = assemble(EXAMPLES / "rooms" / "rooms.asm")
    blocks = program_blocks("rooms", tokenise(LOADER), 10) + code_blocks("rooms", code.code, code.origin)
    house = load(Tape(blocks), timeout=60, symbols=code)
    house.run(seconds=1)
    expect(house).to_show("NOWHERE", timeout=1)


def test_passed(snake: Spectrum) -> None:
    snake.tap("SPACE")
    expect(snake).to_show("SCORE 00", row=0)


# di: ld sp,#BFF0: bank 7 to #C000: its top row in white on blue: ei: thirty HALTs: di: bank 7 is shown: jr $
OTHER_SCREEN = bytes.fromhex(
    "f3 31f0bf 01fd7f 3e07 ed79 2100d8 0620 360f 23 10fb fb 061e 76 10fd f3 01fd7f 3e0f ed79 18fe"
)


def test_other_screen(new_spectrum: NewSpectrum) -> None:
    """A screen drawn out of sight changes the picture only when it is shown."""
    with new_spectrum("128") as machine:
        machine.poke(0x8000, OTHER_SCREEN)
        machine.core.pc = 0x8000
        expect(machine).to_show("LEVEL 2", row=0, timeout=1)

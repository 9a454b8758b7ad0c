"""The picture as the beam drew it: every stripe is where the T-states of its instructions put it.

The T-states in the comments are counted by hand from the frame's interrupt on, with the waits of the
ULA's contention (6, 5, 4, 3, 2, 1, 0, 0 from 14,335 on in each of 192 lines).
"""

import itertools
from collections.abc import Iterable
from pathlib import Path

import pytest

from pyspectrum import Spectrum, Tape
from pyspectrum.errors import ScreenError
from pyspectrum.screen.beam import write_tails
from pyspectrum.screen.picture import BORDER_PX
from pyspectrum.tape import screen_blocks
from tests.assembled import assembled

CODE = 0x8000
ATTRIBUTES = 0x5800
FULL_BLOCK = 0xFF

LD_HL_A = b"\x77"  # ld (hl),a: the write begins 4 T-states after the instruction
PUSH_HL = b"\xe5"  # push hl: H is written 5 T-states after it began, then L
LDI = b"\xed\xa0"  # ldi: the write begins 11 T-states after it, two more waits follow
STAY = b"\x18\xfe"  # jr $


def delay(tstates: int) -> bytes:
    """Code that takes so long and changes nothing but B, which it leaves 0."""
    code = b""
    while tstates > 3000:
        tstates -= 7 + 13 * 200 - 5
        code += b"\x06\xc8\x10\xfe"  # ld b,200: djnz $
    turns = (tstates - 40) // 13
    rest = tstates - (7 + 13 * turns - 5)
    code += bytes([0x06, turns, 0x10, 0xFE])
    loads = next(loads for loads in range(4) if (rest - 7 * loads) % 4 == 0)
    return code + b"\x06\x00" * loads + b"\x00" * ((rest - 7 * loads) // 4)  # ld b,0 and nop


def started(code: bytes, tstate: int = 0, *, model: str = "48", **registers: int) -> Spectrum:
    """A machine about to execute `code`, with the interrupts off, `tstate` T-states into its frame."""
    spectrum = Spectrum(model)
    core = spectrum.core
    code = delay(tstate) + code if tstate else code
    core.memory[CODE : CODE + len(code)] = code
    core.pc = CODE
    core.interrupts_enabled = False
    core.tstates = 10 * spectrum.model.tstates_per_frame
    for name, value in registers.items():
        core.set(name, value)
    return spectrum


def pixels_of(spectrum: Spectrum, x_px: int, rows: Iterable[int]) -> list[object]:
    """Return the colours in a column of the last frame's screen."""
    picture = spectrum.image(beam=True, border=False)
    return [picture.getpixel((x_px, y)) for y in rows]


def row_of(spectrum: Spectrum, y_px: int) -> list[tuple[int, object]]:
    """The colours in a row of the picture with its border: each x where another one begins, and which."""
    picture = spectrum.image(beam=True)
    row = [picture.getpixel((x, y_px)) for x in range(picture.width)]
    return [(x, colour) for x, colour in enumerate(row) if x == 0 or row[x - 1] != colour]


STRIPES = (Path(__file__).parent / "stripes.asm").read_text("utf-8")


def test_border_stripes_are_where_the_outs_put_them() -> None:
    spectrum = started(assembled(STRIPES).code)
    spectrum.run_frames(1.5)
    # The border takes a colour when the OUT has 3 T-states to go. The picture's top line is 32 above the screen: its
    # screen part begins at 14,336 - 32 * 224 = 7168; 7192 is 24 T-states, six squares, further; 7210 is in the tenth.
    assert row_of(spectrum, 0) == [(0, 2), (BORDER_PX + 8 * 6, 4), (BORDER_PX + 8 * 10, 1)]
    assert row_of(spectrum, 1) == [(0, 1)]
    # Screen line 50 begins at 14,336 + 50 * 224 = 25,536; 25,671 is the last T-state of square 33, in the right border.
    left, right = BORDER_PX, BORDER_PX + 256
    assert row_of(spectrum, BORDER_PX + 49) == [(0, 1), (left, 0), (right, 1)]
    assert row_of(spectrum, BORDER_PX + 50) == [(0, 1), (left, 0), (right, 1), (BORDER_PX + 8 * 33, 6)]
    assert row_of(spectrum, BORDER_PX + 51) == [(0, 6), (left, 0), (right, 6)]
    assert spectrum.beam.last_frame().exact


def test_border_stripes_of_a_128() -> None:
    spectrum = started(assembled(STRIPES).code, model="128")
    spectrum.run_frames(1.5)
    # A 128's lines have 228 T-states, its first pixel comes at 14,362: the top line's at 14,362 - 32 * 228 = 7066.
    # 7192 is 126 later, in square 31; 7210 is 144 later, square 36, right of the border: it shows a line below.
    assert row_of(spectrum, 0) == [(0, 2), (BORDER_PX + 8 * 31, 4)]
    assert row_of(spectrum, 1) == [(0, 1)]


def test_the_border_of_a_frame_continues_that_of_the_one_before() -> None:
    spectrum = started(assembled(STRIPES).code)
    spectrum.run_frames(2.5)
    assert set(spectrum.beam.last_frame().border) == {6}
    assert row_of(spectrum, 0) == [(0, 6)]


def test_the_full_picture_has_48_px_of_border() -> None:
    spectrum = started(assembled(STRIPES).code)
    spectrum.run_frames(1.5)
    full, usual = spectrum.image(beam=True, border=48), spectrum.image(beam=True)
    assert (full.size, usual.size) == ((352, 288), (320, 256))
    assert full.crop((16, 16, 336, 272)).tobytes() == usual.tobytes()
    green = 16 + BORDER_PX + 8 * 6  # 16 px further from the left edge
    assert [full.getpixel((x, 16)) for x in (0, 15, green - 1, green, 351)] == [2, 2, 2, 4, 1]
    assert {full.getpixel((x, y)) for x in (0, 351) for y in range(15)} == {2}
    assert {full.getpixel((x, 287)) for x in range(352)} == {6}
    assert spectrum.image(border=48).size == (352, 288)
    assert spectrum.image(border=8).size == (272, 208)
    assert spectrum.image(border=False, beam=True).size == (256, 192)


@pytest.mark.parametrize("border", [7, 56, -8])
def test_other_widths_of_border_are_refused(border: int) -> None:
    spectrum = Spectrum()
    with pytest.raises(ScreenError, match=f"cannot be {border} px wide; use 8"):
        spectrum.image(border=border)
    with pytest.raises(ScreenError, match="px wide"), spectrum.record_video("never.gif", border=border):
        pytest.fail("it began to record")


MULTICOLOUR = (Path(__file__).parent / "multicolour.asm").read_text("utf-8")


def test_multicolour_gives_each_pixel_row_its_own_ink() -> None:
    spectrum = started(assembled(MULTICOLOUR).code)
    for line in range(8):
        spectrum.core.memory[0x4000 + 32 + 256 * line + 5] = FULL_BLOCK
    spectrum.run_frames(1.5)
    picture = spectrum.image(beam=True, border=False)
    assert [picture.getpixel((8 * 5 + 3, y)) for y in range(8, 16)] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert [picture.getpixel((8 * 6, y)) for y in range(8, 16)] == [0] * 8
    plain = spectrum.image(border=False)
    assert [plain.getpixel((8 * 5 + 3, y)) for y in range(8, 16)] == [7] * 8


# Line 10 of the screen begins at 14,336 + 10 * 224 = 16,576, its contention at 16,575; squares 2p and 2p + 1 are
# fetched at 16,578 + 8p. Each line: the T-state at which ld (hl),a begins, and the first column that it still reaches.
REACHED = [
    (16_500, 0),  # written at 16,504–16,507, before the line
    (16_570, 0),  # 16,574: no wait yet; done at 16,577, just before the first fetch
    (16_571, 2),  # 16,575 waits for 6: done at 16,584, after the first fetch and before the second at 16,586
    (16_576, 2),  # 16,580 waits for 1: the same
    (16_578, 2),  # 16,582 waits for none: done at 16,585
    (16_579, 4),  # 16,583 waits for 6: done at 16,592, before the third at 16,594
    (16_690, 30),  # 16,694 waits for none: done at 16,697; the last fetch is at 16,698
    (16_691, 32),  # 16,695 waits for 6: done at 16,704, too late for this line
]


@pytest.mark.parametrize(("tstate", "reached"), REACHED)
@pytest.mark.parametrize("side", [-1, 0])
def test_a_write_shows_from_the_pair_of_squares_that_is_fetched_after_it(tstate: int, reached: int, side: int) -> None:
    column = reached + side
    column = min(max(column, 0), 31)  # beyond the screen there is no square: take the nearest
    spectrum = started(LD_HL_A + STAY, tstate, hl=ATTRIBUTES + 32 + column, a=0o20)
    spectrum.run_frames(1.5)
    first_row = 10 if column >= reached else 11
    assert pixels_of(spectrum, 8 * column, range(16)) == [0] * first_row + [2] * (16 - first_row)


@pytest.mark.parametrize(("tstate", "column", "first_row"), [(16_636, 0, 10), (16_637, 1, 11), (16_637, 2, 10)])
def test_a_write_on_a_128(tstate: int, column: int, first_row: int) -> None:
    # Line 10 begins at 14,362 + 10 * 228 = 16,642, contention at 16,641, the first fetch at 16,644.
    spectrum = started(LD_HL_A + STAY, tstate, model="128", hl=ATTRIBUTES + 32 + column, a=0o20)
    spectrum.run_frames(1.5)
    assert pixels_of(spectrum, 8 * column, range(8, 14)) == [0] * (first_row - 8) + [2] * (14 - first_row)


# The bytes behind the push must not be taken for its own: the second has ld (#9000),hl after it. With H = 0 only the
# low byte changes anything.
@pytest.mark.parametrize(
    ("code", "high"), [(PUSH_HL + STAY, 2), (PUSH_HL + b"\x22\x00\x90" + STAY, 2), (PUSH_HL + STAY, 0)]
)
def test_a_push_writes_its_high_byte_first(code: bytes, high: int) -> None:
    # H begins at 16,575 and waits for 6: done at 16,584, L waits for 5 more: done at 16,592. So H reaches column 3 in
    # line 10 (fetched at 16,586), and L column 2 only in line 11.
    spectrum = started(code, 16_570, sp=ATTRIBUTES + 32 + 4, hl=high << 11 | 0o10)
    spectrum.run_frames(1.5)
    assert pixels_of(spectrum, 8 * 3, (9, 10, 11)) == [0, high, high]
    assert pixels_of(spectrum, 8 * 2, (9, 10, 11)) == [0, 0, 1]


# Each begins 10 T-states (14 with a prefix) before its low byte's write at 16,575; that is done at 16,584 and reaches
# column 2 in line 10; the high byte is done at 16,592 and reaches column 3 only in line 11.
@pytest.mark.parametrize(
    ("code", "tstate", "pair"), [(b"\x22", 16_565, "hl"), (b"\xed\x43", 16_561, "bc"), (b"\xdd\x22", 16_561, "ix")]
)
def test_a_pair_is_loaded_into_memory_low_byte_first(code: bytes, tstate: int, pair: str) -> None:
    place = (ATTRIBUTES + 32 + 2).to_bytes(2, "little")
    load = {"hl": b"\x21", "bc": b"\x01", "ix": b"\xdd\x21"}[pair] + b"\x08\x10"  # paper 1 low, paper 2 high
    load_tstates = 14 if pair == "ix" else 10
    spectrum = started(load + code + place + STAY, tstate - load_tstates)
    spectrum.run_frames(1.5)
    assert pixels_of(spectrum, 8 * 2, (9, 10, 11)) == [0, 1, 1]
    assert pixels_of(spectrum, 8 * 3, (9, 10, 11)) == [0, 0, 2]


@pytest.mark.parametrize(("column", "first_row"), [(1, 11), (2, 10)])
def test_tstates_after_the_write_in_an_ldi_do_not_count(column: int, first_row: int) -> None:
    # The write begins at 16,575 and is done at 16,584, the instruction at 16,591, after the fetch at 16,586.
    spectrum = started(LDI + STAY, 16_564, hl=0x9000, de=ATTRIBUTES + 32 + column, bc=1)
    spectrum.core.memory[0x9000] = 0o20
    spectrum.run_frames(1.5)
    assert pixels_of(spectrum, 8 * column, range(8, 14)) == [0] * (first_row - 8) + [2] * (14 - first_row)


def test_the_shadow_screen_is_followed_in_mid_frame() -> None:
    out_7ffd = b"\xed\x79"  # out (c),a: 12 T-states, its port has no wait
    spectrum = started(out_7ffd + STAY, 30_000, model="128", bc=0x7FFD, a=8)
    spectrum.core.banks[5][0x1800:0x1B00] = bytes([0o20]) * 768
    spectrum.core.banks[7][0x1800:0x1B00] = bytes([0o40]) * 768
    spectrum.run_frames(1.5)
    # done at 30,012: (30,012 - 14,362) / 228 is line 68, and 146 T-states into it, past its last fetch
    assert pixels_of(spectrum, 0, range(192)) == [2] * 69 + [4] * (192 - 69)


def test_a_tape_s_leader_tone_draws_its_stripes(spectrum: Spectrum) -> None:
    spectrum.type('LOAD ""\n')
    spectrum.play_tape(Tape(screen_blocks("title", bytes(6912))))
    spectrum.run(seconds=2)
    frame = spectrum.beam.last_frame()
    assert frame.exact
    left = frame.border[::40]
    changes = [y for y in range(1, 256) if left[y] != left[y - 1]]
    assert set(left) == {2, 5}  # red and cyan
    # half a wave of the leader is 2168 T-states, and a line 224
    assert {after - before for before, after in itertools.pairwise(changes)} == {9, 10}
    assert (changes[-1] - changes[0]) / (len(changes) - 1) == pytest.approx(2168 / 224, abs=0.05)


def test_looking_leaves_the_machine_as_it_was() -> None:
    spectrum = started(assembled(MULTICOLOUR).code)
    spectrum.hold("q")
    spectrum.run_frames(1.5)
    before = spectrum.state()
    rows = list(spectrum.core.keyboard_rows)
    log = list(spectrum.ports.log.ula)
    spectrum.image(beam=True)
    assert spectrum.state() == before
    assert spectrum.core.keyboard_rows == rows
    assert spectrum.ports.log.ula == log


def test_a_frame_is_exact_after_a_key_but_not_after_a_change_of_memory(spectrum: Spectrum) -> None:
    spectrum.tap("q")
    spectrum.run_frames(2)
    assert spectrum.beam.last_frame().exact
    spectrum.run_frames(1)
    spectrum.core.memory[ATTRIBUTES] = 0o20
    assert not spectrum.beam.last_frame().exact
    assert spectrum.image(beam=True, border=False).getpixel((0, 0)) == 2
    spectrum.run_frames(3)
    assert spectrum.beam.last_frame().exact


def test_keys_and_changes_within_the_frame_are_followed(spectrum: Spectrum) -> None:
    spectrum.run_frames(2)
    spectrum.run_tstates(int(0.4 * 69_888))
    spectrum.hold("q")
    spectrum.run_tstates(int(0.3 * 69_888))
    spectrum.core.memory[ATTRIBUTES : ATTRIBUTES + 768] = bytes([0o20]) * 768  # at 0.7 of the frame: line 154
    spectrum.release()
    spectrum.run_tstates(69_888)
    frame = spectrum.beam.last_frame()
    assert frame.exact
    assert frame.number == spectrum.tstates // 69_888 - 1
    papers = [frame.attributes[32 * y] >> 3 & 7 for y in range(176)]  # below, the ROM answers the key
    changed = papers.index(2)
    assert papers == [7] * changed + [2] * (176 - changed)
    assert changed == pytest.approx((0.7 * 69_888 - 14_336) / 224, abs=20)


def test_another_past_is_not_drawn(spectrum: Spectrum) -> None:
    state = spectrum.state()
    spectrum.run_frames(40)
    spectrum.restore(state)
    spectrum.core.memory[ATTRIBUTES] = 0o20
    spectrum.run_frames(60)
    frame = spectrum.beam.last_frame()
    assert frame.exact
    assert frame.attributes[0] == 0o20


def test_a_hook_at_a_port_is_not_called_again() -> None:
    spectrum = started(b"\xdb\xfe" + b"\x18\xfc")  # in a,(254) for ever
    calls = []

    def answer(port: int, tstates: int) -> int:
        calls.append(tstates)
        return 0xFF

    with spectrum.ports.on_read(0xFE, answer):
        spectrum.run_frames(2)
        asked = len(calls)
        frame = spectrum.beam.last_frame()
    assert asked > 0
    assert len(calls) == asked
    assert not frame.exact


def test_observers_do_not_see_the_replayed_frame() -> None:
    spectrum = started(STAY)
    seen: list[int] = []
    spectrum.core.observer = lambda pc, began, ended: seen.append(pc)
    spectrum.run_frames(2)
    observed = len(seen)
    assert observed > 0
    assert spectrum.beam.last_frame().exact
    assert len(seen) == observed
    spectrum.run_frames(1)
    assert len(seen) > observed


def test_flashing_squares_change_every_sixteen_frames() -> None:
    spectrum = started(STAY)
    spectrum.core.memory[ATTRIBUTES] = 0x80 | 0o21
    spectrum.run_frames(2.5)
    seen = []
    for _ in range(3):
        seen.append((spectrum.image(beam=True, border=False).getpixel((0, 0)), spectrum.beam.last_frame().number))
        spectrum.run_frames(16)
    assert [paper for paper, _ in seen] == [1 if number // 16 % 2 else 2 for _, number in seen]
    assert {paper for paper, _ in seen} == {1, 2}


@pytest.mark.parametrize(("code", "repeats", "tails"), [
    ((0xC5, 0), False, ((3,), ())),  # push bc
    ((0xDD, 0xE5), False, ((3,), ())),  # push ix
    ((0xC7, 0), False, ((3,), ())),  # rst 0
    ((0x22, 0), False, ((3,), ())),  # ld (nn),hl
    ((0xED, 0x43), False, ((3,), ())),  # ld (nn),bc
    ((0xE3, 0), False, ((3, 1, 1), (1, 1))),  # ex (sp),hl
    ((0xFD, 0xE3), False, ((3, 1, 1), (1, 1))),  # ex (sp),iy
    ((0xED, 0xA8), False, ((1, 1),)),  # ldd
    ((0xED, 0xB8), True, ((1,) * 7,)),  # lddr: five T-states more
    ((0xED, 0xB2), True, ((1,) * 5,)),  # inir
    ((0xED, 0xB2), False, ((),)),  # the last of it
    ((0xED, 0xA2), False, ((),)),  # ini
    ((0x77, 0), False, ((),)),  # ld (hl),a
])  # fmt: skip
def test_the_cycles_after_each_write_are_those_of_the_z80(code: tuple[int, int], repeats: bool, tails: object) -> None:
    assert write_tails(code, repeats=repeats) == tails


def test_the_python_simulator_draws_the_same_picture() -> None:
    code = assembled(MULTICOLOUR).code
    pictures = []
    for pure_python in (False, True):
        spectrum = Spectrum(pure_python=pure_python)
        spectrum.core.memory[CODE : CODE + len(code)] = code
        spectrum.core.memory[0x4025:0x4825:256] = bytes([FULL_BLOCK]) * 8
        spectrum.core.pc = CODE
        spectrum.run_frames(1.2)
        pictures.append(spectrum.image(beam=True).tobytes())
    assert pictures[0] == pictures[1]

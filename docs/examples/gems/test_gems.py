"""Gems: a game with colours, its own letters and a turbo loader, played by a test.

The tape is made as a publisher would: BASIC loads a loader of its own by the ROM, and that the picture and the game,
at more than twice the ROM's speed. pyspectrum loads it once, and every test begins at the title.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Assembly, Font, Load, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks

HERE = Path(__file__).parent
BASIC = '10 BORDER 0: CLEAR 32767: LOAD "" CODE : IF USR 64256 = 0 THEN PRINT "BAD TAPE": STOP'
ZERO_TSTATES, ONE_TSTATES = 350, 700
SIGNS = "".join(map(chr, range(32, 96)))
GEM_SIZE, GEMS = 5, 8
CART_ROW, CART_WIDTH = 21, 4
RED, GREEN, YELLOW = 2, 4, 6


def turbo_block(data: bytes) -> Signal:
    pulses = ((1200, 1600), (2, 500))
    content = data + bytes([checksum(0, data)])
    zero, one = (ZERO_TSTATES, ZERO_TSTATES), (ONE_TSTATES, ONE_TSTATES)
    return Signal("turbo speed data", pulses, content, zero=zero, one=one, pause_tstates=350_000)


def loading_picture() -> bytes:
    """Rays of all colours, to be seen while the game loads."""
    pixels = bytes(0xF0 if (y >> 3 & 1) else 0x0F for y in range(192) for _ in range(32))
    colours = bytes((row + column) % 7 + 1 | (row * 2 + column) % 7 << 3 for row in range(24) for column in range(32))
    return pixels + colours


def gems_tape(loader: Assembly, game: Assembly) -> Tape:
    code = bytearray(loader.code)
    size = loader.symbol_table()["game_size"] - loader.origin
    code[size : size + 2] = len(game.code).to_bytes(2, "little")
    begin = (*program_blocks("gems", tokenise(BASIC), 10), *code_blocks("loader", bytes(code), loader.origin))
    return Tape((*begin, turbo_block(loading_picture()), turbo_block(game.code)))


@pytest.fixture(scope="session")
def loader() -> Assembly:
    return assemble(HERE / "loader.asm")


@pytest.fixture(scope="session")
def code() -> Assembly:
    return assemble(HERE / "gems.asm")


@pytest.fixture(scope="session")
def tape(loader: Assembly, code: Assembly) -> Tape:
    return gems_tape(loader, code)


@pytest.fixture(scope="session")
def letters(code: Assembly) -> Font:
    """The game's own letters, as they stand in its code."""
    start = code.symbol_table()["font"] - code.origin
    return Font.from_bytes(code.code[start : start + 8 * len(SIGNS)], SIGNS)


@pytest.fixture
def title(load: Load, tape: Tape, code: Assembly, letters: Font) -> Spectrum:
    return load(tape, until=lambda machine: "PRESS SPACE" in machine.text_lines(letters)[12], symbols=code)


@pytest.fixture
def game(title: Spectrum, letters: Font) -> Spectrum:
    title.tap("SPACE")
    expect(title).to_show("LIVES 3", font=letters, row=0)
    return title


def gem(column: int, *, row: int = CART_ROW - 1, colour: int = GREEN) -> bytes:
    """A gem that moves within a frame or two."""
    return bytes([row, column, 1, 6, colour])


def falling(spectrum: Spectrum) -> list[tuple[int, int]]:
    """Row and column of every gem in the air, the lowest first."""
    table = spectrum.peek("gems", GEMS * GEM_SIZE)
    gems = [(table[at], table[at + 1]) for at in range(0, len(table), GEM_SIZE)]
    return sorted((place for place in gems if place[0]), reverse=True)


def cart_column(spectrum: Spectrum) -> int:
    return spectrum.peek("cart")


def test_the_picture_comes_before_the_game(load: Load, tape: Tape) -> None:
    picture = loading_picture()
    spectrum = load(tape, until=lambda machine: machine.screen.data == picture)
    expect(spectrum).to_have_attribute(0, 1, ink=2, paper=1)


def test_the_loader_is_more_than_twice_as_fast_as_the_rom(title: Spectrum) -> None:
    log = [line for line in title.deck.log if "played as pulses" in line]
    assert len(log) == 2
    assert 2 * 855 / (2 * ZERO_TSTATES) > 2


def test_a_bad_tape_is_refused(load: Load, loader: Assembly, code: Assembly) -> None:
    tape = gems_tape(loader, code)
    last = tape.parts[-1]
    assert isinstance(last, Signal)
    damaged = turbo_block(code.code[:-1] + b"?")
    bad = Signal("turbo speed data", damaged.pulses, last.data[:-2] + damaged.data[-2:-1] + last.data[-1:],
                 zero=last.zero, one=last.one, pause_tstates=350_000)  # fmt: skip
    spectrum = load(Tape((*tape.parts[:-1], bad)), until="STOP statement")
    assert "BAD TAPE" in "".join(spectrum.text_lines())


def test_the_title(title: Spectrum, letters: Font) -> None:
    expect(title).to_show("GEMS", font=letters, row=8, column=13)
    expect(title).to_have_attribute(8, 13, ink=YELLOW, paper=0, bright=True)


def test_space_starts_the_game(title: Spectrum, letters: Font) -> None:
    title.tap("SPACE")
    expect(title).to_show("SCORE 0000  GEMS 00  LIVES 3", font=letters, row=0)


@pytest.mark.spectrum(joystick="kempston")
def test_fire_starts_it_and_the_stick_moves_the_cart(spectrum: Spectrum, code: Assembly, letters: Font) -> None:
    spectrum.poke(code.origin, code.code)  # without its tape, for a change
    spectrum.symbols = code.symbol_table()
    spectrum.core.pc = code.origin
    expect(spectrum).to_show("PRESS SPACE", font=letters)
    spectrum.joystick("fire")
    expect(spectrum).to_show("LIVES 3", font=letters)
    spectrum.joystick("left")
    spectrum.run_frames(10)
    spectrum.joystick("")
    assert cart_column(spectrum) < 14


@pytest.mark.parametrize(("key", "end"), [("o", 0), ("p", 32 - CART_WIDTH)])
def test_the_cart_stops_at_the_edge(game: Spectrum, key: str, end: int) -> None:
    game.hold(key)
    game.run(seconds=1.5)
    assert cart_column(game) == end
    expect(game).to_have_attribute(CART_ROW, end, ink=YELLOW, bright=True)


@pytest.mark.parametrize("colour", [2, 3, 4, 5, 6])
def test_a_caught_gem_counts_by_its_colour(game: Spectrum, letters: Font, colour: int) -> None:
    game.poke("gems", gem(cart_column(game) + 1, colour=colour))
    expect(game).to_show(f"SCORE 000{colour}  GEMS 01  LIVES 3", font=letters, row=0)
    expect(game).to_have_border(colour, timeout=0.1)
    expect(game).to_beep(3_500_000 / 2 / (16 * (127 - 8 * colour) + 39))


def test_the_score_is_decimal(game: Spectrum, letters: Font) -> None:
    game.poke("score", [0x00, 0x98])
    game.poke("gems", gem(cart_column(game), colour=6))
    expect(game).to_show("SCORE 0104", font=letters)


def test_a_lost_gem_costs_a_life(game: Spectrum, letters: Font) -> None:
    game.poke("gems", gem((cart_column(game) + 10) % 32))
    expect(game).to_show("LIVES 2", font=letters, row=0)
    expect(game).to_have_border(RED, timeout=0.1)
    expect(game).to_have_border(0)


def test_the_third_ends_the_game(game: Spectrum, letters: Font) -> None:
    game.hold("o")
    expect(game).to_show("GAME OVER", font=letters, row=8, timeout=60)
    expect(game).to_show("PRESS SPACE", font=letters, timeout=5)


def test_the_sky_behind_a_gem_comes_back(game: Spectrum) -> None:
    (row, column), *_ = falling_after(game)
    game.run_until(lambda machine: falling(machine)[0][0] > row, "the gem to move on")
    expect(game).to_have_attribute(row, column, ink=game.call("sky_colour", d=row).a & 7)


def falling_after(game: Spectrum) -> list[tuple[int, int]]:
    """The gems, as soon as one is well in the air."""
    game.run_until(lambda machine: any(row > 4 for row, _ in falling(machine)), "a gem to fall")
    return falling(game)


def next_to_land(spectrum: Spectrum) -> int:
    """The column of the gem that will be at the cart first; the middle while there is none."""
    table = spectrum.peek("gems", GEMS * GEM_SIZE)
    gems = [table[at : at + GEM_SIZE] for at in range(0, len(table), GEM_SIZE)]
    times = {(CART_ROW - 1 - row) * pace + wait: column for row, column, wait, pace, _ in gems if 0 < row < CART_ROW}
    return times[min(times)] if times else 14


def test_a_player_with_good_eyes_wins(game: Spectrum, letters: Font) -> None:
    """Steer to the gem that lands next until all are saved."""
    limit = game.tstates + game.model.seconds_to_tstates(60)
    while "ALL SAVED" not in game.text_lines(letters)[8]:
        way = next_to_land(game) - cart_column(game) - 1
        game.release()
        if way:
            game.hold("o" if way < 0 else "p")
        game.run_frames(2)
        assert game.tstates < limit
    assert game.peek("lives") != 0


@pytest.mark.parametrize(("row", "column"), [(0, 0), (12, 8), (23, 31)])
def test_the_address_of_an_attribute(title: Spectrum, row: int, column: int) -> None:
    assert title.call("attribute_address", d=row, e=column).hl == 0x5800 + 32 * row + column


def test_a_frame_is_enough_for_a_turn(game: Spectrum) -> None:
    """All moving parts together leave the Z80 a good part of the frame."""
    game.poke("gems", b"".join(gem(column, row=10) for column in range(GEMS)))
    game.run_until_pc("move_cart")
    begun = game.tstates
    game.run_until_pc("wait_frame")
    assert game.tstates - begun < 60_000

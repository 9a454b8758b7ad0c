"""Snake, played by a test: its own key scan, its joystick, its sound, its routines one by one.

``snake.asm`` is put on a tape with a loader in BASIC, as it would be for a real machine. pyspectrum loads that tape
once; every test begins at the title picture.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Spectrum, Tape, assemble, expect
from pyspectrum.assembler import Assembly
from pyspectrum.basic import tokenise
from pyspectrum.pytest_plugin import Load
from pyspectrum.tape import code_blocks, program_blocks

HERE = Path(__file__).parent
LOADER = '10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768'
RED, GREEN = 2, 4
FOOD = 0x57


@pytest.fixture(scope="session")
def code() -> Assembly:
    return assemble(HERE / "snake.asm")


@pytest.fixture(scope="session")
def tape(code: Assembly) -> Tape:
    return Tape(program_blocks("snake", tokenise(LOADER), 10) + code_blocks("snake", code.code, code.origin))


@pytest.fixture
def snake(load: Load, tape: Tape, code: Assembly) -> Spectrum:
    return load(tape, until="PRESS SPACE OR FIRE", symbols=code)


@pytest.fixture
def game(snake: Spectrum) -> Spectrum:
    snake.tap("SPACE")
    return snake


def head(snake: Spectrum) -> tuple[int, int]:
    """Row and column of the snake's head."""
    (place,) = snake.peek("head")
    return snake.peek("rows", 256)[place], snake.peek("columns", 256)[place]


def put_food(snake: Spectrum, row: int, column: int) -> None:
    snake.poke(0x5800 + 32 * row + column, FOOD)


def test_the_title(snake: Spectrum) -> None:
    expect(snake).to_match_screenshot("title.png")


def test_space_starts_the_game(snake: Spectrum) -> None:
    snake.tap("SPACE")
    expect(snake).to_show("SCORE 00", row=0)
    expect(snake).to_have_attribute(12, 11, paper=GREEN)


@pytest.mark.parametrize(("key", "step"), [("q", (-1, 0)), ("a", (1, 0)), ("p", (0, 1))])
def test_the_keys_steer(game: Spectrum, key: str, step: tuple[int, int]) -> None:
    game.tap(key)
    game.run_until_pc("step")
    row, column = head(game)
    game.run_until_pc("step")
    assert head(game) == (row + step[0], column + step[1])


def test_there_is_no_way_straight_back(game: Spectrum) -> None:
    game.tap("o")
    game.run(seconds=0.5)
    assert head(game)[1] > 11
    expect(game).not_to_show("GAME OVER", timeout=0)


@pytest.mark.spectrum(joystick="kempston")
def test_the_joystick_steers(snake: Spectrum) -> None:
    snake.joystick("fire")
    expect(snake).to_show("SCORE 00")
    snake.joystick("up")
    snake.run(seconds=0.5)
    snake.joystick("left")
    snake.run(seconds=0.5)
    row, column = head(snake)
    assert (row < 12, column < 12) == (True, True)


def test_food_makes_it_longer(game: Spectrum) -> None:
    put_food(game, 12, 14)
    expect(game).to_show("SCORE 01")
    expect(game).to_beep(883)
    game.run_until_pc("step")
    row, column = head(game)
    assert [game.screen.attribute(row, column - behind).paper == GREEN for behind in range(6)] == [True] * 5 + [False]


def test_the_score_is_decimal(game: Spectrum) -> None:
    game.poke("score", 0x09)
    put_food(game, 12, 14)
    expect(game).to_show("SCORE 10")


def test_the_wall_ends_the_game(game: Spectrum) -> None:
    expect(game).to_show("GAME OVER", timeout=10)
    expect(game).to_beep(439)
    game.run(seconds=0.2)  # while the tone sounds no keys are read
    game.tap("SPACE")
    expect(game).to_show("SNAKE")


@pytest.mark.parametrize(("row", "column"), [(0, 0), (12, 8), (23, 31)])
def test_the_address_of_a_cell(snake: Spectrum, row: int, column: int) -> None:
    assert snake.call("cell_address", b=row, c=column).hl == 0x5800 + 32 * row + column


@pytest.mark.parametrize("length", [1, 122, 247])
def test_the_pitch_of_a_tone(snake: Spectrum, length: int) -> None:
    three, one = (snake.call("tone", b=half_periods, c=length).tstates for half_periods in (3, 1))
    assert (three - one) / 2 == pytest.approx(16 * length + 30, abs=4)  # the ULA may hold up an OUT


def test_food_comes_to_every_corner(snake: Spectrum) -> None:
    bytes_drawn = {snake.call("random").a for _ in range(2000)}
    assert len(bytes_drawn) == 256


def test_all_of_the_game_is_played_here(game: Spectrum) -> None:
    with game.coverage() as coverage:
        for key in "qopa":
            game.tap(key)
        put_food(game, *(head(game)[0], head(game)[1] + 2))
        expect(game).to_show("GAME OVER", timeout=10)
    assert coverage.executions(game.address("game_over")) == 1
    assert coverage.executions(game.address("step")) == coverage.executions(game.address("turn"))

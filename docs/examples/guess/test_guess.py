"""A game in BASIC, tested on a 48K and a 128K: what it says, how it sounds, and that no line is left untested."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Load, Spectrum, Tape, expect, tokenise
from pyspectrum.basic.variables import read_variables
from pyspectrum.tape import program_blocks

LISTING = Path(__file__).with_name("guess.bas")
C4, A4, C5 = 261.6, 440, 523.3
GREEN = 4

BOTH_MODELS = [
    pytest.param(model, marks=pytest.mark.spectrum(model=model, basic=basic))
    for model, basic in (("48", None), ("128", "128"))
]


@pytest.fixture
def game(load: Load) -> Spectrum:
    program = tokenise(LISTING.read_text(encoding="utf-8"), LISTING.name)
    return load(Tape(program_blocks("guess", program, autostart_line=10)), until="YOUR GUESS?")


def secret(game: Spectrum) -> int:
    number = read_variables(game.core.memory)["secret"]
    assert isinstance(number, float | int)
    return int(number)


def test_a_guess_too_low(game: Spectrum) -> None:
    game.type("0\n")
    expect(game).to_show("0 IS TOO LOW")
    expect(game).to_beep(C4)


def test_a_guess_too_high(game: Spectrum) -> None:
    game.type("100\n")
    expect(game).to_show("100 IS TOO HIGH")
    expect(game).to_beep(C5)


@pytest.mark.parametrize("model", BOTH_MODELS)
def test_halving_finds_it_in_seven_tries(game: Spectrum, model: str) -> None:
    low, high = 1, 99
    for number in range(1, 8):
        guess = (low + high) // 2
        game.type(f"{guess}\n")
        expect(game).to_show("YOUR GUESS?" if guess != secret(game) else f"{guess} IS RIGHT, AFTER {number} TRIES")
        if guess == secret(game):
            break
        low, high = (guess + 1, high) if guess < secret(game) else (low, guess - 1)
    expect(game).to_have_border(GREEN)
    expect(game).to_beep(A4)


def test_no_number_stops_the_program(game: Spectrum) -> None:
    game.type("x\n")
    expect(game).to_report("2 Variable not found, 50:1")


def another_game(game: Spectrum) -> None:
    game.type("y\n")
    expect(game).not_to_show("IS RIGHT")
    expect(game).to_show("YOUR GUESS?")


def test_another_game_has_another_number(game: Spectrum) -> None:
    first = secret(game)
    game.type(f"{first}\n")
    expect(game).to_show("ANOTHER ONE")
    another_game(game)
    assert secret(game) != first


def test_every_line_is_run(game: Spectrum) -> None:
    with game.coverage(basic=LISTING, counts=False) as coverage:
        game.type(f"0\n100\n{secret(game)}\n")
        another_game(game)
        game.type(f"{secret(game)}\n")
        game.type("n\n")
        expect(game).to_report("0 OK")
    assert coverage.missing_basic_lines == (20,), coverage.summary()  # it ran while the tape was loaded

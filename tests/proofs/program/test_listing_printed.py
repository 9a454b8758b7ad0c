"""Programs set in print, broken at every place or in random ways, are read back byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from harness.errors import BuildError
from harness.spectrum.build import CALLING_LINE, EDITIONS, LOADING_LINE, edition_source
from harness.spectrum.listing import parse_listing, read_listing
from pyspectrum.basic import tokenise
from pyspectrum.basic.source import Token, split_tokens
from tests.unit.harness.spectrum.test_listing import broken, tokens_of

DATA = Path(__file__).parents[2] / "data" / "listings"
PROSE_BEFORE = (
    "ЯПОНСКИЕ КРОССВОРДЫ",
    "10 лет назад мало кто знал, что это такое; в 2003 году — все.",
    "Программа написана на Бейсике, строки 2200 и дальше разбирают одну линию.",
    "20 years ago everybody typed programs in from magazines, line by line.",
    "Listing 1. The whole program",
    "5 minutes and 3 cups of tea later it runs",
    "48K Spectrum",
)
PROSE_AFTER = (
    "57",
    "3 года спустя",
    "Press RUN and wait for the menu to come.",
    "9000 copies of this magazine were printed",
    "Продолжение следует",
)
KEYWORD_SPELLINGS = {
    "GOTO": ("GO TO", "GOTO", "GO  TO"),
    "GOSUB": ("GO SUB", "GOSUB"),
    "DEF FN": ("DEF FN", "DEFFN", "DEF  FN"),
}


class Printer:
    """A print shop with habits of its own, chosen at random."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._small = random.random() < 0.2
        self._typographic = random.random() < 0.4
        self._number_width = random.choice((0, 0, 4, 5))
        self._loose = random.choice((0.0, 0.1, 0.5))
        self._width = random.randint(60, 70)
        self._trimmed = random.random() < 0.5
        self._indent = random.choice((0, 0, 2, 5))

    def print(self, source: str) -> str:
        """A program as text lines, with prose around and a page break somewhere."""
        break_line = self._random.choice((self._at_fixed_column, self._raggedly, self._between_words))
        lines = [text for line in source.splitlines() for text in break_line(self._program_line(line))]
        if self._random.random() < 0.5:
            # not in front of the rest of a broken number, which nobody could tell from the page's
            place = self._random.choice([n for n, text in enumerate(lines) if not text.strip().isdigit()])
            lines[place:place] = ["", self._random.choice(("— 23 —", "стр. 23", "[23]", "23")), ""]
        before = self._random.sample(PROSE_BEFORE, self._random.randrange(len(PROSE_BEFORE)))
        after = self._random.sample(PROSE_AFTER, self._random.randrange(len(PROSE_AFTER)))
        return self._random.choice(("\n", "\r\n")).join([*before, "", *lines, "", *after])

    def _program_line(self, line: str) -> str:
        number, _, content = line.partition(" ")
        return number.rjust(self._number_width) + " " + self._statements(split_tokens(content))

    def _statements(self, tokens: list[Token]) -> str:
        text = ""
        for token in tokens:
            spelled = self._spelled(token)
            needed = text and text[-1].isalnum() and spelled[:1].isalnum()
            loose = text and token.kind != "remark" and self._random.random() < self._loose
            text += " " * (self._random.choice((1, 1, 1, 2)) if loose else bool(needed)) + spelled
            if token.kind == "keyword" and spelled[-1].isalpha():
                text += " "
        return text

    def _spelled(self, token: Token) -> str:
        if token.kind == "keyword":
            spelled = self._random.choice(KEYWORD_SPELLINGS.get(token.text, (token.text,)))
            if self._typographic:
                spelled = {"<=": "≤", ">=": "≥", "<>": "≠"}.get(spelled, spelled)
            return spelled.lower() if self._small else spelled
        if token.kind == "string" and self._typographic:
            return f"“{token.text[1:-1]}”"
        if token.kind == "symbol" and self._typographic:
            return {"-": "−", "*": "×"}.get(token.text, token.text)
        return token.text

    def _at_fixed_column(self, line: str) -> list[str]:
        pieces = self._pieces(line, lambda: self._width)
        return [piece.rstrip() for piece in pieces] if self._trimmed else pieces

    def _raggedly(self, line: str) -> list[str]:
        return self._pieces(line, lambda: self._random.randint(60, 70))

    def _between_words(self, line: str) -> list[str]:
        """Breaks at single blanks only: of several, a printer who breaks between words keeps one."""
        lines, text = [], ""
        for word in re.findall(r"\S+(?:\s\s+\S+)*", line):
            if text and len(text) + 1 + len(word) > 66:
                lines.append(text)
                text = " " * self._indent + word
            else:
                text += " " * bool(text) + word
        return [*lines, text]

    def _pieces(self, line: str, width: Callable[[], int]) -> list[str]:
        pieces, indent = [], 0
        while line:
            columns = width() - indent
            pieces.append(" " * indent + line[:columns])
            line, indent = line[columns:], self._indent
        return pieces


@cache
def our_program() -> str:
    """The program of the main tape without lines 5 and 2195."""
    lines = edition_source(EDITIONS[0]).splitlines()
    return "\n".join(line for line in lines if int(line.split()[0]) not in (LOADING_LINE, CALLING_LINE))


def check_print(random: Random, program: str) -> None:
    printed = Printer(random).print(program)
    listing = parse_listing(printed.encode(), "printed.txt")
    assert listing.tokenise() == tokenise(program), printed


@pytest.mark.parametrize("seed", range(6))
def test_our_program_in_many_prints_is_read_back(seed: int) -> None:
    check_print(Random(seed), our_program())


@pytest.mark.parametrize("seed", range(40))
def test_a_misprint_drops_nothing_in_silence(seed: int) -> None:
    """A letter changed in print is an error with its place, or no line is left out because of it."""
    random = Random(seed)
    lines = [line[at : at + 66] for line in our_program().splitlines()[:40] for at in range(0, len(line), 66)]
    place = random.randrange(len(lines))
    column = random.randrange(len(lines[place]))
    sign = random.choice('abcXYZ0123456789":;,()=+<$ ')
    lines[place] = lines[place][:column] + sign + lines[place][column + 1 :]
    assert silent_loss("\n".join(lines)) is None


def silent_loss(printed: str) -> str | None:
    """The note that something was left out; None when nothing was, or an error with its place was raised."""
    try:
        notes = parse_listing(printed.encode(), "misprint.txt").notes
    except BuildError as error:
        return None if re.match(r"misprint\.txt:\d+:\d+: ", str(error)) else str(error)
    return next((note for note in notes if note.startswith("skipped")), None)


@pytest.mark.parametrize("width", range(40, 75))
def test_broken_anywhere(width: int) -> None:
    program = (
        '10 IF INKEY$="" THEN GO TO 1230: PRINT AT 10,20;"Many  words   here": LET DataNLine=65535: GO SUB 2190\n'
        '1230 FOR i=1 TO 20 STEP 2: PRINT a(i);",";b$(i, TO 3);: IF a(i)>=12 AND b$(i)<>"" OR NOT c THEN RETURN\n'
        "2190 RANDOMIZE USR 62976: RETURN\n"
    )
    printed = "\n".join(broken(line, width) for line in program.splitlines())
    assert tokens_of(printed) == tokenise(program)


@pytest.mark.parametrize(
    "statement",
    [
        'PRINT "abc"',
        "GO TO 1230",
        "RANDOMIZE USR 62976",
        "PRINT AT 1,2;x",
        "IF aa>=bb OR cc<>2.5 THEN STOP",
        'LET a$="""x"""',
    ],
)
def test_broken_at_every_place_of_a_statement(statement: str) -> None:
    usual = "20 " + "LET abc=1: " * 12 + "STOP"
    for place in range(1, len(statement)):
        line = f'10 PRINT "{"x" * (54 - place)}":{statement}: STOP'
        assert line[66 - place : 66] == statement[:place]
        assert tokens_of(f"{broken(line)}\n{broken(usual)}") == tokenise(f"{line}\n{usual}"), broken(line)


def test_the_mini_crossword_is_read_as_it_was_written() -> None:
    source = (DATA / "mini-crossword.bas").read_text(encoding="ascii").replace("Data N Line", "DataNLine")
    listing = read_listing(DATA / "mini-crossword.txt")
    assert listing.tokenise() == tokenise(source)
    assert (
        listing.notes[0]
        == "skipped 11 lines of text that are no part of the program: 1, 3–5, 7, 9, 69, 71, 130–131, 133"
    )

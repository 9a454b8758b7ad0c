"""The Cyrillic letters of the Russian editions: drawn in ``basic/cyrillic.txt``, their codes, and their code on tape.

Small letters have the codes 96–127 in the order of KOI-7, each in the place of the Latin letter of its sound, so that
a report of the ROM can still be made out. Capitals are the user-defined graphics B to S, but those that look like Latin
ones *are* Latin ones. Digits, signs and Latin capitals are the ROM's.

Right below the edition's code lie 768 bytes of character set, the first 512 copied from the ROM, then
``asm/letters.asm``, which copies them, and the user-defined graphics A to S. The tape brings all but the ROM's part.

Source: GOST 27463-87, set N2 of KOI-7, for the order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum.assembling import assemble_source
from pyspectrum.assembler import Assembly
from pyspectrum.screen.fonts import Font

SMALL = "юабцдефгхийклмнопярстужвьызшэщчъ"
"""The small letters by their codes, from 96 on."""
CAPITALS = "БГДЖЗИЙЛПУФЦЧШЩЭЮЯ"
"""The capitals by their codes, from 145 on: the user-defined graphics B to S (T and U are keywords on a 128K)."""
LOOK_ALIKES: Mapping[str, str] = dict(zip("АВЕКМНОРСТХ", "ABEKMHOPCTX", strict=True))
"""Capitals that are shown by the ROM's Latin ones."""

FIRST_SMALL, FIRST_CAPITAL = 96, 145
GLYPH_BYTES = 8
_UNCHANGED = frozenset(range(32, FIRST_SMALL))
_BACKSLASH = ord("\\")


def read_drawings(text: str) -> Mapping[str, bytes]:
    """The glyphs drawn in a text, eight bytes a letter, the top one first; `BuildError` for a strip that is not whole.

    The text has strips of letters side by side: a line with ``;`` names them, the eight below it draw them. No letter
    is drawn twice.

    >>> drawing = "; о\\n" + "\\n".join(["........"] * 2 + ["..###..."] + [".#...#.."] * 3 + ["..###...", "........"])
    >>> read_drawings(drawing)["о"].hex(" ")
    '00 00 38 44 44 44 38 00'
    """
    lines = text.splitlines()
    glyphs: dict[str, bytes] = {}
    for number, line in enumerate(lines):
        if not line.startswith(";"):
            continue
        letters = line[1:].split()
        rows = [row.split() for row in lines[number + 1 : number + 1 + GLYPH_BYTES]]
        if [len(row) for row in rows] != [len(letters)] * GLYPH_BYTES:
            raise BuildError(
                f"cyrillic.txt, line {number + 1}: eight rows with {len(letters)} letters each must follow"
            )
        for letter, drawn in zip(letters, zip(*rows, strict=True), strict=True):
            if letter in glyphs or any(len(row) != GLYPH_BYTES or row.strip("#.") for row in drawn):
                raise BuildError(
                    f"cyrillic.txt, line {number + 1}: {letter} is drawn twice, or not in 8 by 8 of # and ."
                )
            glyphs[letter] = bytes(int(row.replace("#", "1").replace(".", "0"), 2) for row in drawn)
    return glyphs


@cache
def glyphs() -> Mapping[str, bytes]:
    """The glyphs of ``basic/cyrillic.txt``."""
    return read_drawings((data_folder("basic") / "cyrillic.txt").read_text(encoding="utf-8"))


@cache
def pattern_bytes(letters: str) -> bytes:
    """The glyphs of some letters, one after the other; `BuildError` if one is not drawn."""
    drawn = glyphs()
    missing = [letter for letter in letters if letter not in drawn]
    if missing:
        raise BuildError(f"cyrillic.txt: no drawing of {' '.join(missing)}; draw it")
    return b"".join(drawn[letter] for letter in letters)


def character_codes(text: str) -> bytes:
    """A text in the character codes of a Russian edition; `BuildError` for a letter that has none.

    >>> character_codes("Выход 5").decode("latin-1")
    'Byhod 5'
    """
    return bytes(_code(character, text) for character in text)


def in_listing(text: str) -> str:
    """The same as a BASIC listing has it between quotes.

    >>> in_listing("Я в Ю!")
    '\\\\{162} w \\\\{161}!'
    """
    codes = character_codes(text)
    plain = [chr(code) if code < 123 and code not in (FIRST_SMALL, _BACKSLASH) else f"\\{{{code}}}" for code in codes]
    return "".join(plain).replace('"', '""')


@cache
def reading_font() -> Font:
    """Font for reading a Russian edition's screen: its letters, then the ROM's, in which answers are typed."""
    own = [(letter, pattern_bytes(letter)) for letter in SMALL + CAPITALS]
    rom = Font.rom()
    return Font([*own, *rom.glyphs, *((letter, rom.pattern(latin)) for letter, latin in LOOK_ALIKES.items())])


def _code(character: str, text: str) -> int:
    character = LOOK_ALIKES.get(character, character)
    if character in SMALL:
        return FIRST_SMALL + SMALL.index(character)
    if character in CAPITALS:
        return FIRST_CAPITAL + CAPITALS.index(character)
    if ord(character) in _UNCHANGED:
        return ord(character)
    raise BuildError(f"messages.toml: {text!r}: the Russian editions have no {character!r}; say it without")


LETTERS = "letters"
"""Name of the block on the tape."""
ROM_PART, CODE_OFFSET, CODE_SIZE = 512, 768, 34
GRAPHICS_OFFSET = CODE_OFFSET + CODE_SIZE
LETTERS_SIZE = GRAPHICS_OFFSET + 8 * (1 + len(CAPITALS))
_GRAPHIC_A = bytes(8)
"""The first graphic is the program's own: it draws the unknown grid with it."""


def letters_code(first: int) -> Assembly:
    """The block as it lies in memory, `first` being the address of the blank: its code is at `origin` + 256."""
    code = assemble_source("letters.asm", letters=first + CODE_OFFSET)
    if len(code.code) != CODE_SIZE:
        raise BuildError(
            f"letters.asm assembles to {len(code.code)} bytes, letters.py expects {CODE_SIZE}; update CODE_SIZE"
        )
    patterns = pattern_bytes(SMALL), _GRAPHIC_A + pattern_bytes(CAPITALS)
    return replace(code, origin=first + ROM_PART, code=patterns[0] + code.code + patterns[1])


def letters_statements(first: int | None) -> Mapping[str, str]:
    """Return the statements for ``{{use_letters}}`` and so on: empty if the ROM's letters do (`first` None).

    ``{{own}}`` and ``{{rom}}`` are items of PRINT, before and behind a text: empty texts whose making calls the
    code, by the functions of ``{{letter_functions}}``; ``{{own_item}}`` and ``{{rom_item}}`` are the same for INPUT.
    ``{{own_now}}``, for either, and ``{{rom_now}}``, for PRINT, do without the functions: longer, but quicker by 3,000
    T-states. The others are whole statements.
    """
    symbols = letters_code(first or 0).symbols
    use, own, rom = (f"USR {symbols[label]}" for label in ("use_letters", "own_letters", "rom_letters"))
    statements = {
        "use_letters": f"RANDOMIZE {use}: ",
        "letter_functions": f'DEF FN o$()=""AND {own}: DEF FN r$()=""AND {rom}',
        "rom_letters": f"RANDOMIZE {rom}: ",
        "own": "FN o$();",
        "rom": ";FN r$()",
        "own_item": "(FN o$());",
        "rom_item": ";(FN r$())",
        "own_now": f'(""AND {own});',
        "rom_now": f';""AND {rom}',
    }
    return dict.fromkeys(statements, "") if first is None else statements

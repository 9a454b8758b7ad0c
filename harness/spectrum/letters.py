"""The letters of an edition that is not in English, in its memory: one block of code and patterns on its tape.

Right below the edition's code: 768 bytes of character set, the first 512 copied from the ROM, then
``asm/letters.asm``, which copies them, and the user-defined graphics A to S. The tape brings all but the ROM's part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum.assembling import assemble_source, keeps_code
from harness.spectrum.cyrillic import CAPITALS, SMALL, pattern_bytes
from pyspectrum.assembler import Assembly

LETTERS = "letters"
"""Name of the block on the tape."""
ROM_PART, CODE_OFFSET, CODE_SIZE = 512, 768, 35
GRAPHICS_OFFSET = CODE_OFFSET + CODE_SIZE
LETTERS_SIZE = GRAPHICS_OFFSET + 8 * (1 + len(CAPITALS))
_GRAPHIC_A = bytes(8)
"""The first graphic is the program's own: it draws the unknown grid with it."""


@cache
def letters_code(first: int) -> Assembly:
    """The block as it lies in memory, `first` being the address of the blank: its code is at `origin` + 256.

    Raises:
        BuildError: the code is not as long as `CODE_SIZE` tells.
    """
    code = assemble_source(data_folder("asm") / "letters.asm", defines={"letters": first + CODE_OFFSET})
    if len(code.code) != CODE_SIZE:
        raise BuildError(
            f"letters.asm assembles to {len(code.code)} bytes, letters.py expects {CODE_SIZE}; update CODE_SIZE"
        )
    patterns = pattern_bytes(SMALL), _GRAPHIC_A + pattern_bytes(CAPITALS)
    return replace(code, origin=first + ROM_PART, code=patterns[0] + code.code + patterns[1])


keeps_code(letters_code.cache_clear)


def letters_statements(first: int | None) -> Mapping[str, str]:
    """Return the statements for a listing's ``{{load_letters}}`` and so on: empty if the ROM's letters do (`first`
    None).

    ``{{own}}`` and ``{{rom}}`` are items of PRINT, before and behind a text: empty texts whose making calls the
    code, by the functions of ``{{letter_functions}}``; ``{{own_item}}`` and ``{{rom_item}}`` are the same for INPUT.
    ``{{own_first}}`` adds nothing to a number, and makes it with our letters. The others are whole statements.
    """
    names = (
        "load_letters", "use_letters", "letter_functions", "rom_letters",
        "own", "rom", "own_item", "rom_item", "own_first",
    )  # fmt: skip
    if first is None:
        return dict.fromkeys(names, "")
    symbols = letters_code(first).symbols
    statements = (
        f'LOAD "{LETTERS}"CODE {first + ROM_PART}: ',
        f"RANDOMIZE USR {symbols['use_letters']}: ",
        f'DEF FN o$()=""AND USR {symbols["own_letters"]}: DEF FN r$()=""AND USR {symbols["rom_letters"]}: ',
        f"RANDOMIZE USR {symbols['rom_letters']}: ",
        "FN o$();",
        ";FN r$()",
        "(FN o$());",
        ";(FN r$())",
        '("a"=FN o$())+',
    )
    return dict(zip(names, statements, strict=True))

"""Messages of the program in each language: the table ``basic/messages.toml``, for the build and for the driver.

A listing names a message, ``PRINT {{text.title}}``, or fills its gap, ``LET i$={{text.row_prompt(STR$ y)}}``; the
build puts an expression there. The driver waits for the same message on the screen.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum.letters import CAPITALS, LOOK_ALIKES, character_codes, in_listing, pattern_bytes, reading_font
from pyspectrum.core.paging import Memory
from pyspectrum.memory import UDG, read_word
from pyspectrum.screen.fonts import Font

GAP = "{}"
_BYTES_A_GRAPHIC = 8
_MIXED_WORD = re.compile("[A-Z]?[а-я]+")
_CYRILLIC = str.maketrans({latin: letter for letter, latin in LOOK_ALIKES.items()})


@dataclass(frozen=True, eq=False)
class Messages:
    """The messages of one language by key, and the font that they are read with (None: the ROM's).

    >>> language("ru")["any_key"], language("en").said("row_prompt", 3)
    ('Нажмите любую клавишу...', 'Horisontal line 3:')
    """

    code: str
    messages: Mapping[str, str] = field(repr=False)
    font: Font | None = field(default=None, repr=False)

    def __getitem__(self, key: str) -> str:
        """A message as the screen shows it, without the blank before an answer."""
        return self._message(key).strip()

    def said(self, key: str, *values: object) -> str:
        """A message with its gap filled."""
        return self[key].format(*values)

    def spell(self, text: str) -> str:
        """A text as it is read off the screen: Н as the Latin H that it looks like."""
        return self.font.spell(text) if self.font else text

    def written(self, line: str) -> str:
        """Correct a text read off the screen: a Latin H in a Russian word becomes Н.

        >>> language("ru").written("Hажмите ENTER...")
        'Нажмите ENTER...'
        """
        return _MIXED_WORD.sub(lambda word: word[0].translate(_CYRILLIC), line) if self.font else line

    def in_basic(self, key: str, value: str = "") -> str:
        """A message as a BASIC expression; `value` is that for its gap. `BuildError` if only one of these is there.

        >>> language("en").in_basic("wrong_size", "STR$ n")
        '"Wrong size: "+STR$ n+" bytes!"'
        """
        before, gap, after = self._message(key).partition(GAP)
        if bool(gap) != bool(value):
            raise BuildError(f"{{{{text.{key}}}}}: the message {'has' if gap else 'has not'} a gap; fix the listing")
        parts = [self._quoted(before), value, self._quoted(after)] if gap else [f'"{self._in_listing(before)}"']
        return "+".join(part for part in parts if part)

    def in_codes(self, key: str) -> bytes:
        """A message in the character codes of the editions in this language."""
        return character_codes(self[key]) if self.font else self[key].encode("ascii")

    def _message(self, key: str) -> str:
        if key not in self.messages:
            raise BuildError(f"messages.toml has no {key!r} in {self.code!r}; add it, or fix the name")
        return self.messages[key]

    def _quoted(self, text: str) -> str:
        return text and f'"{self._in_listing(text)}"'

    def _in_listing(self, text: str) -> str:
        return in_listing(text) if self.font else text.replace('"', '""')


@cache
def language(code: str) -> Messages:
    """A language of the table: ``en`` or ``ru``."""
    table = tomllib.loads((data_folder("basic") / "messages.toml").read_text(encoding="utf-8"))
    messages = {key: message[code] for key, message in table.items() if code in message}
    return Messages(code, messages, reading_font() if code == "ru" else None)


ENGLISH, RUSSIAN = "en", "ru"
LANGUAGES = (ENGLISH, RUSSIAN)


def language_in(memory: Memory) -> Messages:
    """The language of the program in a machine's 65,536 bytes of memory: Russian where UDG leads to its capitals."""
    first, capitals = read_word(memory, UDG) + _BYTES_A_GRAPHIC, pattern_bytes(CAPITALS)
    return language(RUSSIAN if bytes(memory[first : first + len(capitals)]) == capitals else ENGLISH)

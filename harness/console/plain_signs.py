"""Signs that an output's encoding lacks, as plain ones: an ASCII terminal, Latin-1, the C locale.

Python would rather end the program. Nothing is changed where the encoding has the sign.
"""

from __future__ import annotations

import codecs
import unicodedata
from typing import TextIO

_NAME = "crossword-plain"

_PLAIN = {
    "×": "x", "–": "-", "—": "-", "·": ".", "…": "...", "±": "+-", "→": "->", "„": '"', "“": '"', "”": '"', "’": "'",
    "«": '"', "»": '"', "█": "#", "▀": '"', "▄": "_", "▒": "?", "░": ":", "▛": "#", "▙": "#", "│": "|", "─": "-",
    "├": "|", "└": "`",
}  # fmt: skip


def plain(sign: str) -> str:
    """The plain sign for one: what it looks like, its letter without accents, or an escape.

    >>> plain("×"), plain("é"), plain("\\udcff"), plain("ж")
    ('x', 'e', '\\\\xff', '?')
    """
    if sign in _PLAIN:
        return _PLAIN[sign]
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or "?"


def use_on(stream: TextIO) -> None:
    """Print plain signs on a stream, from now on, where its encoding lacks what is printed."""
    codecs.register_error(_NAME, _replace)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_NAME)


def can_show(stream: TextIO, signs: str) -> bool:
    """Return True if a stream's encoding has these signs."""
    try:
        signs.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(sign) for sign in error.object[error.start : error.end]), error.end

"""The text on a screen that is most like another: for messages about a text that did not come."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

_ALIKE, _MISTYPED = 0.5, 0.7
_NUMBER = re.compile(r"[0-9]+")


def closest_row(text: str, lines: Sequence[str]) -> int | None:
    """Return the row whose text is most like this one, or None if none is like it.

    >>> closest_row("SCORE 10", ("   SCORE 09   ", "LIVES 3"))
    0
    """
    ratios = [difflib.SequenceMatcher(None, text, aligned(text, line)).ratio() for line in lines]
    best = max(range(len(lines)), key=ratios.__getitem__)
    return best if ratios[best] > _ALIKE else None


def aligned(text: str, line: str) -> str:
    """Return the part of a line that fits a text best, as long as the text; all of a short line.

    >>> aligned("SCORE 10", "            SCORE 0:            ")
    'SCORE 0:'
    """
    stripped = line.strip()
    if len(stripped) <= len(text):
        return stripped
    starts = range(len(line) - len(text) + 1)
    scores = [sum(a == b for a, b in zip(text, line[start:], strict=False)) for start in starts]
    start = max(starts, key=scores.__getitem__)
    return line[start : start + len(text)] if scores[start] else stripped


def did_you_mean(text: str, lines: Sequence[str]) -> str:
    """Return the text on the screen that may have been meant, for a message; nothing if none is like it.

    Another number is no mistake in writing.

    >>> did_you_mean("pres a key", ("", "    PRESS A KEY    1 PLAYER")), did_you_mean("GAME OVER", ("", "SCORE 10"))
    (" (did you mean 'PRESS A KEY' in row 1?)", '')
    >>> did_you_mean("SCORE 10", ("SCORE 09",))
    ''
    """
    pieces: dict[str, tuple[str, int]] = {}
    for row, line in enumerate(lines):
        for piece in (*line.split("  "), aligned(text, line)):
            if _NUMBER.sub("0", piece.strip()) != _NUMBER.sub("0", text.strip()):
                pieces.setdefault(piece.strip().casefold(), (piece.strip(), row))
    for near in difflib.get_close_matches(text.strip().casefold(), pieces, n=1, cutoff=_MISTYPED):
        piece, row = pieces[near]
        return f" (did you mean {piece!r} in row {row}?)"
    return ""

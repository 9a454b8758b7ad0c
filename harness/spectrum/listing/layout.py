"""Layout of a printed listing: the width, the places and the indent at which long program lines were broken.

The text does not show blanks that stood where a line was broken; inside quotes they matter. So it is worked out from
all the breaks of a listing together:

- *fixed*: most broken lines have the same length W, or nearly so. The line was cut at column W whatever
  stood there; a shorter line has lost W − length blanks at its end.
- *ragged*: the lengths differ, and words or numbers are cut in two: nothing is missing anywhere.
- *by words*: the lengths differ and no word is cut: every break stands for one blank.

A continuation's indent that all continuations have is the print shop's; what exceeds it is the program's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from harness.spectrum.listing.text import TextLine

UNKNOWN_WIDTH = 50
"""Before anything is known, lines shorter than this by `SHORT_BY` are not thought to continue."""
SHORT_BY = 10
"""Columns that a broken line may lack, in any layout."""
_NEARLY = 3
_ENOUGH_TO_SEE_AN_INDENT = 3
_FIRST_WORD = re.compile(r"\s*(\w+|\S)")
_UNBROKEN = re.compile(r"\s*(\S+(?:\s\s+\S+)*)")


class Wrap(Enum):
    """Ways of breaking lines."""

    UNKNOWN = "unknown"
    FIXED = "at a fixed column"
    RAGGED = "at various columns"
    BY_WORDS = "between words"


@dataclass(frozen=True)
class Break:
    """A place where a program line continues from `left` to `right`.

    `in_word` and `between_words` tell what the program shows: that it is BASIC only when the two are
    joined directly, or only with a blank between. `quoted` is a break inside a string.
    """

    left: TextLine
    right: TextLine
    in_word: bool = False
    between_words: bool = False
    quoted: bool = False


@dataclass(frozen=True)
class Layout:
    """Known facts about a listing's breaks.

    `width` counts columns, from the first letter unless `with_indent`; `indent` is that of every
    continuation; `keeps_blanks` tells that the program's own blanks can be seen at the start of lines.
    """

    wrap: Wrap = Wrap.UNKNOWN
    width: int = UNKNOWN_WIDTH
    with_indent: bool = True
    indent: int = 0
    keeps_blanks: bool = False

    def blanks(self, left: TextLine, right: TextLine) -> int:
        r"""Return the number of the program's blanks at a break between two lines of text.

        >>> from harness.spectrum.listing.text import read_text
        >>> left, right = read_text(b'10 PRINT "AB\nCD"', "a.txt").lines
        >>> Layout(Wrap.FIXED, width=14).blanks(left, right)
        2
        """
        at_start = max(0, right.indent - self.indent) if self.wrap is not Wrap.UNKNOWN else 0
        at_end = left.trailing_blanks
        match self.wrap:
            case Wrap.FIXED:
                return max(at_end, self.width - _measure(left, self.with_indent)) + at_start
            case Wrap.BY_WORDS:
                return max(1, at_end + at_start)
            case _:
                return at_end + at_start

    def is_short(self, left: TextLine, right: TextLine) -> bool:
        """Return True if `left` had so much room after it that nobody would have broken it before `right`."""
        # who breaks between words only never breaks what has no blank in it, such as a long string, nor at several
        word = (_UNBROKEN if self.wrap is Wrap.BY_WORDS else _FIRST_WORD).match(right.text)
        needed = 1 + len(word[1]) if word else 0
        return _measure(left, self.with_indent) + needed <= self.width - SHORT_BY


def find_layout(breaks: Sequence[Break], first_lines: Sequence[TextLine]) -> Layout:
    """Infer the layout from a listing's breaks and the first lines of its program lines."""
    if not breaks:
        return Layout()
    indent = _indent(breaks, first_lines)
    modes = {with_indent: _mode([_measure(b.left, with_indent) for b in breaks]) for with_indent in (True, False)}
    with_indent = modes[True][1] >= modes[False][1]
    width, count = modes[with_indent]
    in_words = sum(b.in_word for b in breaks)
    # a blank that is missing at the very width says that the width is none
    between = sum(b.between_words and _measure(b.left, with_indent) >= width and not b.right.indent for b in breaks)
    lengths = sorted(_measure(b.left, with_indent) for b in breaks)
    keeps_blanks = any(b.right.indent > indent for b in breaks)
    nearly = lengths[-1] - lengths[0] <= _NEARLY
    if (2 * count > len(breaks) or nearly) and between <= in_words:
        width = width if 2 * count > len(breaks) else lengths[-1]
        return Layout(Wrap.FIXED, width, with_indent, indent, keeps_blanks)
    at_ends = any(b.left.trailing_blanks for b in breaks)
    wrap = Wrap.RAGGED if in_words or at_ends else Wrap.BY_WORDS
    typical = sorted(b.left.length for b in breaks)[len(breaks) // 2]
    return Layout(wrap, typical, True, indent, keeps_blanks)


def _measure(line: TextLine, with_indent: bool) -> int:
    return line.length if with_indent else line.length - line.indent


def _mode(lengths: Sequence[int]) -> tuple[int, int]:
    """The commonest length, the longest of several, and how many have it."""
    return max(Counter(lengths).items(), key=lambda item: (item[1], item[0]))


def _indent(breaks: Sequence[Break], first_lines: Sequence[TextLine]) -> int:
    indent = min(b.right.indent for b in breaks)
    whole_listing = min((line.indent for line in first_lines), default=0)
    if indent == 1 and whole_listing != 1 and len(breaks) < _ENOUGH_TO_SEE_AN_INDENT:
        return 0  # rather the program's own blank
    return indent

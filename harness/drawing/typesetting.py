"""Setting text in lines of a given width, without a font at hand: how wide it is at most in the usual sans-serifs.

Lengths are in millimetres, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass

_WIDTHS = {
    0.30: "'Iijl",
    0.35: " ,./:;\\|·",
    0.40: "!()-[]ft",
    0.45: "r",
    0.50: '"*J`',
    0.55: "csz“”гзсэ",
    0.60: "?L_kvxy–втухчь",
    0.65: "$0123456789FTabdeghnopqu{}«»ГЗТУабеийклоряё",
    0.70: "ABEKPSVXYZАБВЕРХЧЬднпцЁ",
    0.75: "CNRUИЙКСЭЯъ",
    0.80: "&DGHOQДЛНОПЦмы",
    0.85: "#+<=>^w~×Ъю",
    0.90: "MМФЫжф",
    0.95: "%шщ",
    1.00: "Wm—…",
    1.10: "№ЖШЩЮ",
}
"""Advance widths in the type size: of each the greater of DejaVu Sans's, which is wide, and Liberation Sans's."""
_EM = {character: width for width, characters in _WIDTHS.items() for character in characters}
_BOLD = 1.15
LEADING = 1.25
"""From line to line, in the type size."""


@dataclass(frozen=True)
class Line:
    """A piece of text on its baseline, which may begin with words in bold."""

    x: float
    y: float
    size: float
    text: str = ""
    bold: str = ""

    @property
    def right(self) -> float:
        """Where it ends at most."""
        return self.x + text_width(self.bold, self.size, bold=True) + text_width(self.text, self.size)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at most.

    Raises:
        KeyError: a character whose width is not known.

    >>> round(text_width("Illi", 10), 2), round(text_width("Ж", 10, bold=True), 2)
    (12.0, 12.65)
    """
    return sum(_EM[character] for character in text) * size * (_BOLD if bold else 1)


def break_lines(text: str, size: float, width: float, first_indent: float = 0) -> list[str]:
    """The lines of a paragraph: as many words on each as fit, the first beginning `first_indent` later.

    >>> break_lines("one two three", 2, 10), break_lines("one two three", 2, 10, first_indent=9)
    (['one two', 'three'], ['', 'one two', 'three'])
    """
    lines, room = [""], width - first_indent
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) > room:
            lines.append(word)
            room = width
        else:
            lines[-1] = longer
    return lines


class Column:
    """A column of text that grows downwards.

    Attributes:
        x, y: where the next line begins: its left end, and its top.
        width: of every line.
        lines: what has been set.
    """

    def __init__(self, x: float, y: float, width: float, size: float) -> None:
        self.x, self.y, self.width, self.size = x, y, width, size
        self.lines: list[Line] = []

    def set_heading(self, text: str) -> None:
        """A line in bold, larger, with room above it where it is not the first."""
        size = self.size * 1.15
        self.y += size * 0.45 if self.lines else 0
        self._put(0, size, bold=text)
        self.y += size * 0.1

    def set_entry(self, term: str, text: str) -> None:
        """A paragraph that begins with a term in bold and hangs by a small indent; without a term it is a plain one."""
        bold = f"{term} " if term else ""
        indent = self.size if term else 0
        first, *others = break_lines(
            text, self.size, self.width - indent, text_width(bold, self.size, bold=True) - indent
        )
        self._put(0, self.size, first, bold)
        for line in others:
            self._put(indent, self.size, line)

    def _put(self, indent: float, size: float, text: str = "", bold: str = "") -> None:
        self.lines.append(Line(self.x + indent, self.y + size, size, text, bold))
        self.y += size * LEADING

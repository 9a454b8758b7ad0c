"""Elements and attributes allowed in webpbn.com's XML; the reader rejects all others.

Source: Jan Wolter, "XML Format for Paint-by-Number Puzzles", https://webpbn.com/pbn_fmt.html.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from harness.errors import FormatError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

TEXTS = ("title", "author", "source", "copyright")
"""Facts about a puzzle, or about a set of them, that have a place of their own in a `Puzzle`."""
TOLD = ("id", "description", "authorid")
"""Facts that become notes."""

_ONCE = frozenset({*TEXTS, *TOLD, "puzzle", "image"})
_PARTS: dict[str, frozenset[str]] = {
    "puzzleset": frozenset({*TEXTS, *TOLD, "note", "puzzle"}),
    "puzzle": frozenset({*TEXTS, *TOLD, "note", "color", "clues", "solution"}),
    "clues": frozenset({"line"}),
    "line": frozenset({"count"}),
    "solution": frozenset({"image", "note"}),
}
"""Allowed contents of the elements that hold others; the rest hold text."""
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "puzzle": frozenset({"type", "defaultcolor", "backgroundcolor", "id"}),
    "color": frozenset({"name", "char"}),
    "clues": frozenset({"type"}),
    "count": frozenset({"color"}),
    "solution": frozenset({"type", "id"}),
}
_FIX_TEXT = {
    "clues": "write it in <line><count>",
    "line": "write each length in <count>",
    "solution": "write the rows in <image>",
}
_MEND_UNKNOWN = "the format does not have that: check its spelling, or remove it"


def check_structure(element: Element, error: Callable[[str, str, Element], FormatError]) -> None:
    """See that an element and all in it are what the format has.

    Args:
        error: makes the error, of what is wrong, how to fix it, and the element in question.

    Raises:
        FormatError: an element or attribute that is unknown (perhaps misspelt), a second one of what there is once,
            or text where none belongs.
    """
    tag = element.tag
    if unknown := sorted(set(element.attrib) - _ATTRIBUTES.get(tag, frozenset())):
        raise error(f"<{tag}> has the attribute {unknown[0]!r}", _MEND_UNKNOWN, element)
    parts = _PARTS.get(tag, frozenset())
    tails = (part.tail for part in element)
    for text in (element.text, *tails) if parts else tails:
        if text and text.strip():
            fix = _FIX_TEXT.get(tag, "remove it, or write it in an element")
            raise error(f"{text.strip()[:30]!r} stands in <{tag}> itself", fix, element)
    seen: set[str] = set()
    for part in element:
        if part.tag not in parts:
            raise error(f"<{part.tag}> in <{tag}>", _MEND_UNKNOWN, part)
        if part.tag in _ONCE and part.tag in seen:
            raise error(f"a second <{part.tag}> in <{tag}>", "keep one of them", part)
        seen.add(part.tag)
        check_structure(part, error)

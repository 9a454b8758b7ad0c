"""The XML of webpbn.com's format as a tree that knows its lines, and a set of puzzles taken apart.

The parser is a hardened one: entities that a file declares are refused, and so are more elements than any puzzle needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from harness.errors import FormatError
from harness.formats.base import MAX_PARTS, Source

MAX_ELEMENTS = 1_200_000
"""The largest puzzle has a million groups, each an element."""
MAX_TOLD = 20_000
"""The most bytes around the puzzles of a set, as they are read with each of them."""


@dataclass
class Document:
    """The XML tree, and the line on which each element begins."""

    root: Element
    line_of: dict[Element, int]
    source: Source

    def error(self, what: str, fix: str, element: Element, /, **values: object) -> FormatError:
        """An error in an element."""
        return self.source.error(what, fix, self.line_of.get(element), **values)

    def line_of_file(self, element: Element) -> int:
        """The line of the whole file on which an element begins."""
        return self.source.line_of_file(self.line_of[element])


class _TooManyElementsError(Exception):
    """A file that would fill the memory."""


class _LineBuilder(TreeBuilder):
    """Builds the tree and notes where its elements begin."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.line_of: dict[Element, int] = {}
        self.parser = _parser_for(self, source)

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """An element opens; called by the parser."""
        if len(self.line_of) == MAX_ELEMENTS:
            raise _TooManyElementsError
        element = super().start(tag, attrs)
        self.line_of[element] = self.parser.parser.CurrentLineNumber
        return element


class _PuzzleFinder:
    """Notes where the puzzles of a set begin and where their end tags do: (line, byte, byte of the end tag)."""

    def __init__(self, source: Source) -> None:
        self.parser = _parser_for(self, source)
        self.found: list[tuple[int, int, int]] = []
        self._depth = 0
        self._begun = (0, 0)

    def start(self, tag: str, attrs: dict[str, str], /) -> None:
        """An element opens; called by the parser."""
        self._depth += 1
        if self._depth == 2 and tag == "puzzle":
            self._begun = (self.parser.parser.CurrentLineNumber, self.parser.parser.CurrentByteIndex)

    def end(self, tag: str, /) -> None:
        """An element closes; called by the parser."""
        if self._depth == 2 and tag == "puzzle":
            if len(self.found) == MAX_PARTS:
                raise _TooManyElementsError
            self.found.append((*self._begun, self.parser.parser.CurrentByteIndex))
        self._depth -= 1

    def data(self, text: str, /) -> None:
        """Text between the tags; called by the parser."""

    def close(self) -> None:
        """The document has ended; called by the parser."""


def read_document(source: Source) -> Document:
    """The tree of a file.

    Raises:
        FormatError: it is no XML, declares entities, or has more than `MAX_ELEMENTS` elements.
    """
    builder = _LineBuilder(source)
    root: Element = _parsed(builder, source)
    return Document(root, builder.line_of, source)


def split_set(source: Source) -> Iterator[Source]:
    """Each puzzle of a set as a set of its own, with all that the set says of itself; nothing where it has only one.

    Raises:
        FormatError: as `read_document`; or more than `MAX_TOLD` bytes stand around the puzzles.
    """
    finder = _PuzzleFinder(source)
    _parsed(finder, source)
    found = finder.found
    if len(found) < 2:
        return
    data = source.data
    ends = [data.index(b">", end_tag) + 1 for _, _, end_tag in found]
    # what stands around the puzzles goes with each of them, on one line so that the puzzle's own lines can be counted
    gaps = zip([0, *ends], [*(begin for _, begin, _ in found), len(data)], strict=True)
    *before, after = (b" ".join(data[start:end].split()) for start, end in gaps)
    head = b"".join(before)
    if len(head) + len(after) > MAX_TOLD:
        what = "more than {most:,} bytes stand around the puzzles"
        raise source.error(what, "divide it into several files", most=MAX_TOLD)
    for number, ((line, begin, _), end) in enumerate(zip(found, ends, strict=True), start=1):
        yield source.part(number, head + data[begin:end] + after, lines_before=line - 1)


def _parser_for(target: _LineBuilder | _PuzzleFinder, source: Source) -> DefusedXMLParser:
    """A parser that knows HTML's entities where the document type, which is not fetched, could have declared them."""
    parser = DefusedXMLParser(target=target)
    if b"&" in source.data:
        from html.entities import name2codepoint  # a long table

        parser.entity.update((name, chr(point)) for name, point in name2codepoint.items())
    return parser


def _parsed(target: _LineBuilder | _PuzzleFinder, source: Source) -> Any:
    try:
        target.parser.feed(source.data)
        return target.parser.close()
    except _TooManyElementsError:
        what, fix = "more than {most:,} elements, or {parts:,} puzzles", "no puzzle needs so many: give another file"
        raise source.error(what, fix, most=MAX_ELEMENTS, parts=MAX_PARTS) from None
    except ParseError as error:
        reason = str(error).partition(": line ")[0]
        raise source.error("this is not XML ({reason})", "correct the file", error.position[0], reason=reason) from None
    except DefusedXmlException:
        raise source.error("the file declares entities", "remove its <!ENTITY …> lines") from None
    except (LookupError, ValueError) as error:  # an encoding that does not exist, or is not the file's own
        raise source.error("this is not XML ({reason})", "save it as UTF-8", reason=str(error)) from None

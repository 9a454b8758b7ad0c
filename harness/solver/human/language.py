"""Sentences for what the rules find, in any language: templates filled with phrases.

A `Language` is data, its tables of sentences and texts, and a grammar, which puts a fact (a set of cells, a block, a
wall …) into words. A place in a template is `{fact}` or `{fact:form}`; the form, such as a case, is what the sentence
needs there, and each language has forms of its own. Cells, lines and blocks count from 1 in all of them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from harness.puzzle import Axis, Line
from harness.solver.human.explain import Level
from harness.solver.human.findings import (
    BLACK_AND_WHITE,
    Blocks,
    Cells,
    ColourBlock,
    Fact,
    Hue,
    Hues,
    KnownCells,
    Limit,
    LineFinding,
    Place,
    Side,
    Wall,
    Why,
)
from harness.solver.human.rules import Rule
from harness.solver.human.steps import Contradiction, LineStep, PictureStep, Step
from harness.solver.human.trial import Branch
from harness.solver.lines import members

ClueBlocks = tuple[ColourBlock, ...]
"""The blocks of a line."""


class Decided(NamedTuple):
    """Cells of a line with their colours: sets of cells, perhaps empty."""

    cells: tuple[tuple[Hue, int], ...]

    @classmethod
    def of(cls, hues: tuple[Hue, ...], told: tuple[int, ...]) -> "Decided":
        """Return cells by the numbers of their colours; black is told before white."""
        cells = tuple(zip(hues, told, strict=True))
        return cls(cells if hues[0].in_colour else cells[::-1])


Term = Fact | Decided | Place | Line | str
"""A value for a template; a string stands for itself."""

_FIRST_LETTERS = re.compile(r"(?:^|(?<=[.!?] ))\w")


class Language(ABC):
    """A language to explain in."""

    code: ClassVar[str]
    """Name that the user types."""
    sentences: ClassVar[Mapping[str, str]]
    """The templates, by the keys that findings and trials have; `texts` are for all other sentences."""
    texts: ClassVar[Mapping[str, str]]
    rules: ClassVar[Mapping[Rule, str]]
    """The rules' names."""
    levels: ClassVar[Mapping[Level, str]]
    whys: ClassVar[Mapping[Why, str]]
    """Reasons against all other blocks, put behind the one named; may be empty."""
    limits: ClassVar[Mapping[Side | None, str]]
    """The start and the end of a block's range; for None, the known cells that set it."""
    edges: ClassVar[Mapping[Axis, Mapping[Side, Mapping[str, str]]]]
    """The edges of the picture, by the form."""
    either: ClassVar[str]
    """The word before the last of several, any one of which is meant: "a, b or c"."""

    def tell(self, step: Step) -> tuple[str, ...]:
        """The sentences of a step: what follows, and why. They name the lines if the step is about several."""
        if isinstance(step, LineStep):
            return tuple([self._tell_finding(step, finding) for finding in step.findings])
        told = [sentence for branch in step.branches for sentence in self._tell_branch(branch, step.branches[0])]
        return *told, self._tell_conclusion(step)

    def tell_alone(self, step: Step) -> str:
        """Return a step as one text with its line."""
        told = " ".join(self.tell(step))
        return f"{self.heading(step)}. {told}" if isinstance(step, LineStep) else told

    def heading(self, step: LineStep | Contradiction) -> str:
        """The line with its clue: "Row 3 (2,1)"."""
        return self.fill("{line} ({clue})", step.line, step.clue, line=step.line, clue=self.clue(step.clue))

    def clue(self, clue: ClueBlocks) -> str:
        """The clue of a line, in colour with its colours."""
        return self.between_blocks(clue).join(self.clue_parts(clue)) or "-"

    def clue_parts(self, clue: ClueBlocks) -> list[str]:
        """Each number of a line, with its colour."""
        return [self.block_text(block) if block.hue.in_colour else str(block.length) for block in clue]

    def between_blocks(self, clue: ClueBlocks) -> str:
        """Separator between two numbers of a line."""
        return ", " if clue and clue[0].hue.in_colour else ","

    def fill(self, template: str, at_line: Line | None = None, at_clue: ClueBlocks = (), /, **terms: Term) -> str:
        """Fill a template, and capitalise its sentences; cells and blocks among the terms belong to `at_line`."""
        slots = {name: _Slot(self, term, at_line, at_clue) for name, term in terms.items()}
        filled = template.format_map(slots)
        return _FIRST_LETTERS.sub(lambda first: first[0].upper(), filled)

    def text(self, key: str, **terms: Term) -> str:
        """Fill a text of the table."""
        return self.fill(self.texts[key], **terms)

    def _tell_finding(self, step: LineStep, finding: LineFinding) -> str:
        decided = Decided.of(step.hues, finding.told)
        terms: dict[str, Term] = {**finding.facts, "decided": decided, "line": step.line}
        return self.fill(self.sentences[finding.sentence], step.line, step.clue, **terms)

    def _tell_conclusion(self, step: PictureStep) -> str:
        first = step.cells[0]
        terms: dict[str, Term] = {"place": first.place, "colour": first.hue, "count": step.solutions}
        for name, named in zip(("line", "crossing"), step.lines, strict=False):
            terms |= {name: named.line, f"{name}_clue": self.clue(named.clue)}
        key = step.rule.value
        if step.rule is Rule.ELIMINATION:
            told: dict[Hue, int] = {}
            for place, hue in step.cells:
                at = place.column if step.lines[0].line.axis is Axis.ROW else place.row
                told[hue] = told.get(hue, 0) | 1 << at
            terms["decided"] = Decided(tuple(told.items()))
        elif step.solutions:
            key = "colour-solution" if step.solutions == 1 else "colour-solutions"
        elif step.rule is Rule.NESTED_TRIAL:
            terms["other"] = BLACK_AND_WHITE[1 - BLACK_AND_WHITE.index(first.hue)]
        return self.fill(self.sentences[key], **terms)

    def _tell_branch(self, branch: Branch, first: Branch) -> list[str]:
        terms: dict[str, Term] = {"place": branch.place, "colour": branch.hue}
        refuted: dict[str, Term] = {}
        if branch.refuted is not None:
            refuted = {"line": branch.refuted.line, "clue": self.clue(branch.refuted.clue)}
        if branch.links is None:
            return [self.fill(self.sentences["colour-refuted"], **terms, **refuted)]
        told = [self.fill(self.sentences["suppose" if branch is first else "suppose-otherwise"], **terms)]
        for link in branch.links:
            decided, clue = Decided.of(BLACK_AND_WHITE, link.told), self.clue(link.named.clue)
            told.append(self.fill(self.sentences["link"], decided=decided, line=link.named.line, clue=clue))
        if refuted:
            told.append(self.fill(self.sentences["refuted"], **refuted))
        return told

    # the grammar

    def phrase(self, term: Term, form: str, line: Line | None, clue: ClueBlocks) -> str:
        """A term in the form that the sentence needs."""
        match term:
            case str():
                return term
            case int():
                return self.number(term, form)
            case Cells():
                return self.cells(tuple(members(term.mask)), form)
            case Decided():
                return ", ".join(self.decided(tuple(members(cells)), hue) for hue, cells in term.cells if cells)
            case KnownCells():
                return self.run(tuple(members(term.mask)), term.hue, form)
            case Hue():
                return self.hue(term, form)
            case Hues():
                return listed([self.hue(hue, form) for hue in term.hues], self.either)
            case Place():
                return self.place(term, form)
            case Line():
                return self.line(term, form)
            case Blocks():
                return listed([self.block(index, clue, form) for index in term.indices], self.either)
            case Why():
                return self.whys[term]
            case Limit():
                return self.limit(term, clue)
        assert line is not None
        return self.wall(term, line, form)

    @abstractmethod
    def number(self, number: int, form: str) -> str:
        """A number; some forms add the noun."""

    @abstractmethod
    def cells(self, cells: tuple[int, ...], form: str) -> str:
        """One or more cells of a line: "cells 1, 3–5 and 7"."""

    @abstractmethod
    def decided(self, cells: tuple[int, ...], hue: Hue) -> str:
        """Cells with their colour, a clause: "cells 3–4 are black"."""

    @abstractmethod
    def run(self, cells: tuple[int, ...], hue: Hue, form: str) -> str:
        """Cells of one colour: "red cells 3–4"."""

    @abstractmethod
    def hue(self, hue: Hue, form: str = "") -> str:
        """A colour of the puzzle."""

    @abstractmethod
    def block_text(self, block: ColourBlock) -> str:
        """A number of a clue with its colour: "3 red"."""

    @abstractmethod
    def place(self, place: Place, form: str) -> str:
        """A cell of the picture."""

    @abstractmethod
    def line(self, line: Line, form: str) -> str:
        """The line, or a word that depends on its direction."""

    @abstractmethod
    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        """A block of the clue."""

    def wall(self, wall: Wall, line: Line, form: str) -> str:
        """A known cell, or the edge of the picture."""
        if wall.cell is None:
            return self.edges[line.axis][wall.side][form]
        return self.run((wall.cell,), wall.hue, form)

    def limit(self, limit: Limit, clue: ClueBlocks) -> str:
        """Describe the range of a block, as a clause."""
        held = ""
        if limit.held is not None:
            held = self.limits[None].format(self.phrase(limit.held, "acc", None, clue))
        return f"{self.block(limit.block, clue, '')} {held}{self.limits[limit.side].format(limit.cell + 1)}"


class _Slot(NamedTuple):
    """A term, waiting for the form that the template asks for."""

    language: Language
    term: Term
    line: Line | None
    clue: ClueBlocks

    def __format__(self, form: str) -> str:
        return self.language.phrase(self.term, form, self.line, self.clue)


def cell_ranges(cells: tuple[int, ...], conjunction: str) -> str:
    """Format cells, from 1, as ranges.

    >>> cell_ranges((0, 2, 3, 4, 6), "and")
    '1, 3–5 and 7'
    """
    ranges: list[list[int]] = []
    for cell in cells:
        if ranges and ranges[-1][1] == cell - 1:
            ranges[-1][1] = cell
        else:
            ranges.append([cell, cell])
    texts = [f"{first + 1}" if first == last else f"{first + 1}–{last + 1}" for first, last in ranges]
    return listed(texts, conjunction)


def listed(texts: list[str], conjunction: str) -> str:
    """Join the texts with a word before the last one.

    >>> listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    return f" {conjunction} ".join(text for text in (", ".join(texts[:-1]), texts[-1]) if text)


def occurrence(index: int, clue: ClueBlocks) -> int | None:
    """Return a block's number among those of its length and colour, from 1; None if there is no other.

    >>> clue = tuple(ColourBlock(length, BLACK_AND_WHITE[1]) for length in (2, 1, 2))
    >>> occurrence(2, clue), occurrence(1, clue)
    (2, None)
    """
    before = [block for block in clue[: index + 1] if block == clue[index]]
    return len(before) if len(before) > 1 or clue[index] in clue[index + 1 :] else None

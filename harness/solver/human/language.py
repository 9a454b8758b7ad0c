"""Sentences for what the rules find: English templates, filled with phrases, and the grammar of the phrases.

A place in a template is `{fact}` or `{fact:form}`. The form, such as a case, is what the sentence needs there. In
English, numbers take `cells` ("3 cells"), colours `is`, `are` and `were`, blocks `that`, lines `kind` ("row"), `start`
and `end` (the way to their ends), `first` and `last` (the arrangements there); other languages have other forms.
Cells, lines and blocks count from 1.

Another language is a translation of the templates and a `Language` with its grammar, as in `russian`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from harness.puzzle import Axis, Line
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
    Why,
)
from harness.solver.human.line_view import stretches
from harness.solver.human.rules import Rule
from harness.solver.human.steps import Contradiction, LineStep, PictureStep, Step
from harness.solver.human.trial import Branch

_ROOM = "between {start} and {end} there is room for {room:cells} only, and"
_A_RUN = "if {cell} were black, {joined} would be a run of {length:cells}, and no block"
SENTENCES = {
    "no-blocks": "this {line:kind} has no blocks: {decided}.",
    "full-line": "the blocks, with one white cell between each two, fill the whole {line:kind}: {decided}.",
    "full-line-one": "{block} fills the whole {line:kind}: {decided}.",
    "completed-line": "all {total} black cells are found: {decided}.",
    "completed-line-both": "both black cells are found: {decided}.",
    "completed-line-one": "the only black cell is found: {decided}.",
    "last-blacks": "as many cells are open as black ones are missing, namely {missing}: {decided}.",
    "last-blacks-one": "one black cell is missing, and only one cell is open: {decided}.",
    "overlap": (
        "with all blocks as far {line:start} as they go, {block} covers {first}; with all as far {line:end} as they "
        "go, {last}. In any case {decided}."
    ),
    "overlap-alone": (
        "as far {line:start} as it goes, {block} covers {first}; as far {line:end} as it goes, {last}. "
        "In any case {decided}."
    ),
    "overlap-one-place": "there is room for {block} in {first} only: {decided}.",
    "finished-block": "{run} can only be {block}{why}, and that is complete: {decided}.",
    "finished-block-longest": (
        "{run} may be one or another block{why}, but none of these is longer than {longest:cells}: {decided}."
    ),
    "joining": "{runs} can only be parts of one block, {block}{why}: {decided}.",
    "splitting": f"{_A_RUN} that can be there is longer than {{longest}}: {{decided}}.",
    "splitting-misfit": f"{_A_RUN} can cover that: {{decided}}.",
    "does-not-fit-any": f"{_ROOM} even the shortest block of the {{line:kind}} has {{shortest}}: {{decided}}.",
    "does-not-fit-unfinished": f"{_ROOM} even the shortest block that is not finished has {{shortest}}: {{decided}}.",
    "does-not-fit": f"{_ROOM} the shortest block that could be there has {{shortest}}: {{decided}}.",
    "push-from-wall": (
        "{run} can only belong to {block}{why}. {wall} stops it, so it reaches as far as {reached} at least: {decided}."
    ),
    "push-from-wall-shortest": (
        "{run} may belong to one or another block{why}, each of {shortest:cells} or more. {wall} stops it, so it "
        "reaches as far as {reached} at least: {decided}."
    ),
    "unreachable-before": "{starts}, and no block comes before it: {decided}.",
    "unreachable-between": "{ends}, and {starts}: {decided}.",
    "unreachable-after": "{ends}, and no block comes after it: {decided}.",
    "extremes": (
        "in the {line:first} arrangement that fits the known cells {block} covers {first}; in the {line:last} one, "
        "{last}. In any case {decided}."
    ),
    "extremes-one-place": "the known cells leave {block} one place only, {first}: {decided}.",
    "either-block": (
        "{run} can only belong to {blocks}. Wherever {blocks:that} stands, with the other blocks taken into account, "
        "{decided}."
    ),
    "one-or-other": (
        "{run} can only belong to {blocks}, and each of these has one place there. Whichever it is, with the "
        "other blocks taken into account, {decided}."
    ),
    "all-arrangements-one": "only one arrangement of the blocks fits the known cells: {decided}.",
    "all-arrangements-few": "in all {count} arrangements that fit the known cells {decided}.",
    "all-arrangements-many": (
        "too many arrangements fit the known cells to list them ({count}), but in every one of them {decided}."
    ),
    "colour-full-line": (
        "the blocks, with a white cell between two of one colour, fill the whole {line:kind}: {decided}."
    ),
    "colour-full-line-touching": "the blocks fill the whole {line:kind}, each touching the next one: {decided}.",
    "colour-completed-line": "all coloured cells are found, {total} in number: {decided}.",
    "colour-completed-line-one": "the only coloured cell is found: {decided}.",
    "colour-finished-block": (
        "{run} can only be {block}{why}, and that is complete. No block of another colour can touch it there: "
        "{decided}."
    ),
    "colour-finished-block-longest": (
        "{run} may be one or another block{why}, but none of these is longer than {longest:cells}. No block of "
        "another colour can touch it there: {decided}."
    ),
    "touching": "{one} and {other} touch: {ending} ends there, and {starting} begins. {decided}.",
    "touching-any": (
        "{one} and {other} touch: a block ends there, and another one begins. Whichever they are, {decided}."
    ),
    "colour-splitting": (
        "if {cell} {hue:were}, {joined} would be a run of {length:cells}, and no block can cover that: {decided}."
    ),
    "colour-splitting-other": (
        "if {cell} {hue:were}, {joined} would be a run of {length:cells}, and no block can cover that; and a block of "
        "another colour that reaches it is too long: {decided}."
    ),
    "crossing": (
        "of this {line:kind} only {across} blocks reach {cells}, and of the column there only {down} ones: {decided}."
    ),
    "crossing-several": (
        "of this {line:kind} only {across} blocks reach {cells}, and of the columns there only {down} ones: {decided}."
    ),
    "both-lines": (
        "{line} ({line_clue}) and {crossing} ({crossing_clue}), each in all its arrangements, leave only one colour in "
        "common for {place}: it {colour:is}."
    ),
    "elimination": (
        "going from line to line, and remembering which colours each rules out, leaves one colour in {line} "
        "({line_clue}): {decided}."
    ),
    "colour-refuted": "if {place} {colour:were}, no arrangement would be left in the end for {line} ({clue}).",
    "colour-solution": (
        "no short reason was found; but only one solution agrees with the known cells, and in it {place} {colour:is}."
    ),
    "colour-solutions": (
        "no short reason was found; but in all {count} solutions that agree with the known cells {place} {colour:is}."
    ),
    "suppose": "suppose {place} {colour:were}.",
    "suppose-otherwise": "now suppose {place} {colour:were}.",
    "link": "then in {line} ({clue}) {decided}.",
    "refuted": "but then no arrangement is left for {line} ({clue}).",
    "trial": "so {place} {colour:is}.",
    "either-way": "either way {place} {colour:is}.",
    "nested-trial": (
        "trying single cells gives nothing more. If {place} {other:were}, that would lead to a contradiction in the "
        "end, but only trying further cells after it shows that. So it {colour:is}."
    ),
}
"""The templates, by the keys that findings and trials have."""

TEXTS = {
    "crossword": "crossword",
    "whole-picture": "whole picture",
    "solved": "Solved.",
    "multiple": "Several solutions: {count:cells} can be either. One of them is:",
    "multiple-many": "Several solutions, and nothing more was found that they all have in common. One of them is:",
    "no-solution": "No solution: trying cell after cell shows it.",
    "no-arrangement": "No solution: no arrangement fits {line} ({clue}), of which this is known: {text}",
    "timeout": "Time ran out; this is known so far:",
    "memory": "Memory ran out; this is known so far:",
    "interrupted": "Interrupted; this is known so far:",
    "class-line": "Difficulty LINE: looking at one line at a time is enough",
    "class-branch": "Difficulty BRANCH: cells must be tried",
    "class-mult": "Difficulty MULT: several solutions",
    "class-unknown": "Difficulty unknown: the solution is not finished",
    "level": "{level}, score {score}",
    "score": "score {score}",
    "no-step": "no step at all",
    "hint-complete": "The picture is complete and right.",
    "hint-wrong": "{place} is wrong: it must be {colour}.",
    "hint-wrong-more": "{place} is wrong: it must be {colour}. {count} more are wrong.",
    "hint-wrong-more-one": "{place} is wrong: it must be {colour}. One more is wrong.",
    "hint-line": "Something is wrong: no arrangement fits {line} ({clue}), of which this is known: {text}",
    "hint-contradiction": "Something is wrong: none of the puzzle's solutions agrees with this picture.",
    "hint-puzzle-line": "The puzzle has no solution: no arrangement fits {line} ({clue}).",
    "hint-no-solution": "The puzzle has no solution.",
    "hint-multiple": "Nothing more follows: several solutions agree with this picture.",
    "hint-timeout": "Time ran out before a step was found.",
    "hint-memory": "Memory ran out before a step was found.",
    "hint-interrupted": "Interrupted before a step was found.",
}
"""All other sentences."""

PLACE = "the cell in row {row}, column {column}"
LIMITS = {
    (Side.START, False): "{block} starts at cell {cell} at the earliest",
    (Side.END, False): "{block} ends at cell {cell} at the latest",
    (Side.START, True): "{block} covers {held} and so starts at cell {cell} at the earliest",
    (Side.END, True): "{block} covers {held} and so ends at cell {cell} at the latest",
}
"""The start or the end of a block's range, without and with the known cells that set it."""

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

    code: ClassVar[str]  # the name that the user types
    thousands: ClassVar[str]  # the sign between them
    also: ClassVar[str]  # the word before the last of several: "a, b and c"
    either: ClassVar[str]  # the same: "a, b or c"
    counted: ClassVar[Mapping[str, tuple[str, ...]]]  # by the form, the noun behind a number, as `plural` chooses it
    cell: ClassVar[Mapping[str, tuple[str, str]]]  # by the form, one cell and several
    that: ClassVar[tuple[str, str]]  # what stands for one block, and for one of several
    line_words: ClassVar[Mapping[Axis, Mapping[str, str]]]  # by the form, words of lines and of their edges

    def tell(self, step: Step) -> tuple[str, ...]:
        """The sentences of a step: what follows, and why. They name the lines if the step is about several."""
        if isinstance(step, LineStep):
            told = [self._tell_finding(step, finding) for finding in step.findings]
        else:
            told = [sentence for branch in step.branches for sentence in self._tell_branch(branch, step.branches[0])]
            told.append(self._tell_conclusion(step))
        return tuple([_capitalised(sentence) for sentence in told])

    def tell_alone(self, step: Step) -> str:
        """Return a step as one text with its line."""
        told = " ".join(self.tell(step))
        return f"{self.heading(step)}. {told}" if isinstance(step, LineStep) else told

    def heading(self, step: LineStep | Contradiction) -> str:
        """The line with its clue: "Row 3 (2,1)"."""
        return _capitalised(f"{self.line(step.line)} ({self.clue(step.clue)})")

    def clue(self, clue: ClueBlocks) -> str:
        """The clue of a line, in colour with its colours."""
        return self.between_blocks(clue).join(self.clue_parts(clue)) or "-"

    def clue_parts(self, clue: ClueBlocks) -> list[str]:
        """Each number of a line, with its colour."""
        return [self.block_text(block) if block.hue.in_colour else str(block.length) for block in clue]

    def between_blocks(self, clue: ClueBlocks) -> str:
        """Separator between two numbers of a line."""
        return ", " if clue and clue[0].hue.in_colour else ","

    def text(self, key: str, **terms: Term) -> str:
        """Fill one of the `TEXTS`."""
        return _capitalised(self.fill(TEXTS[key], **terms))

    def fill(self, template: str, at_line: Line | None = None, at_clue: ClueBlocks = (), /, **terms: Term) -> str:
        """Fill an English template in this language; cells and blocks among the terms belong to `at_line`."""
        slots = {name: _Slot(self, term, at_line, at_clue) for name, term in terms.items()}
        return self.words(template).format_map(slots)

    def _tell_finding(self, step: LineStep, finding: LineFinding) -> str:
        decided = Decided.of(step.hues, finding.told)
        terms: dict[str, Term] = {**finding.facts, "decided": decided, "line": step.line}
        return self.fill(SENTENCES[finding.sentence], step.line, step.clue, **terms)

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
        return self.fill(SENTENCES[key], **terms)

    def _tell_branch(self, branch: Branch, first: Branch) -> list[str]:
        terms: dict[str, Term] = {"place": branch.place, "colour": branch.hue}
        refuted: dict[str, Term] = {}
        if branch.refuted is not None:
            refuted = {"line": branch.refuted.line, "clue": self.clue(branch.refuted.clue)}
        if branch.links is None:
            return [self.fill(SENTENCES["colour-refuted"], **terms, **refuted)]
        told = [self.fill(SENTENCES["suppose" if branch is first else "suppose-otherwise"], **terms)]
        for link in branch.links:
            decided, clue = Decided.of(BLACK_AND_WHITE, link.told), self.clue(link.named.clue)
            told.append(self.fill(SENTENCES["link"], decided=decided, line=link.named.line, clue=clue))
        if refuted:
            told.append(self.fill(SENTENCES["refuted"], **refuted))
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
                return self.cells(term.mask, form)
            case Decided():
                return ", ".join([self._decided(cells, hue) for hue, cells in term.cells if cells])
            case KnownCells():
                return self.run(term.mask, term.hue, form)
            case Hue():
                return self.hue(term, form)
            case Hues():
                return _listed([self.hue(hue, form) for hue in term.hues], self.either)
            case Place():
                return self.words(PLACE).format(row=term.row + 1, column=term.column + 1)
            case Line():
                return self.line(term, form)
            case Blocks() if form == "that":
                return self.that[len(term.indices) > 1]
            case Blocks():
                return _listed([self.block(index, clue, form) for index in term.indices], self.either)
            case Why():
                return f" ({self.words(term.value)})" if term.value else ""
            case Limit():
                template = LIMITS[term.side, term.held is not None]
                held, cell = term.held or "", str(term.cell + 1)
                return self.fill(template, line, clue, block=Blocks((term.block,)), held=held, cell=cell)
        if term.cell is not None:
            return self.run(1 << term.cell, term.hue, form)
        assert line is not None
        return self.line_words[line.axis]["-".join(filter(None, (term.side.value, "edge", form)))]

    def number(self, number: int, form: str = "") -> str:
        """A number; the forms add a noun."""
        text = f"{number:,}".replace(",", self.thousands)
        return f"{text} {self.counted[form][self.plural(number)]}" if form else text

    def cells(self, cells: int, form: str = "") -> str:
        """A set of cells of a line: "cells 1, 3–5 and 7"."""
        spans = [(first + 1, last + 1) for first, last, _ in stretches(cells)]
        ranges = [f"{first}" if first == last else f"{first}–{last}" for first, last in spans]
        return self.cell[form][cells.bit_count() > 1].format(_listed(ranges, self.also))

    def line(self, line: Line, form: str = "") -> str:
        """The line, or a word that depends on its direction."""
        return self.line_words[line.axis][form].format(line.number)

    def _decided(self, cells: int, hue: Hue) -> str:
        """Cells with their colour, a clause: "cells 3–4 are black"."""
        return f"{self.cells(cells)} {self.hue(hue, 'are' if cells.bit_count() > 1 else 'is')}"

    @abstractmethod
    def words(self, template: str) -> str:
        """The template, which is English, in this language."""

    @abstractmethod
    def plural(self, number: int) -> int:
        """The place of the noun that follows a number."""

    @abstractmethod
    def run(self, cells: int, hue: Hue, form: str) -> str:
        """Cells of one colour: "red cells 3–4"."""

    @abstractmethod
    def hue(self, hue: Hue, form: str = "") -> str:
        """A colour of the puzzle."""

    @abstractmethod
    def block_text(self, block: ColourBlock) -> str:
        """A number of a clue with its colour: "3 red"."""

    @abstractmethod
    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        """A block of the clue."""


class _Slot(NamedTuple):
    """A term, waiting for the form that the template asks for."""

    language: Language
    term: Term
    line: Line | None
    clue: ClueBlocks

    def __format__(self, form: str) -> str:
        return self.language.phrase(self.term, form, self.line, self.clue)


def _capitalised(text: str) -> str:
    """Return the text with each of its sentences begun by a capital."""
    return _FIRST_LETTERS.sub(lambda first: first[0].upper(), text)


def _listed(texts: list[str], conjunction: str) -> str:
    """Join the texts with a word before the last one: "a, b or c"."""
    return f" {conjunction} ".join(text for text in (", ".join(texts[:-1]), texts[-1]) if text)


def occurrence(index: int, clue: ClueBlocks) -> int | None:
    """Return a block's number among those of its length and colour, from 1; None if there is no other."""
    before = [block for block in clue[: index + 1] if block == clue[index]]
    return len(before) if len(before) > 1 or clue[index] in clue[index + 1 :] else None


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class English(Language):
    """English.

    >>> English().cells(0b1101), English().number(3, "cells")
    ('cells 1 and 3–4', '3 cells')
    """

    code = "en"
    thousands, also, either = ",", "and", "or"
    counted: ClassVar = {"cells": ("cell", "cells")}
    cell: ClassVar = {"": ("cell {}", "cells {}")}
    that = "that", "that"
    line_words: ClassVar = {
        Axis.ROW: {
            "": "row {}", "kind": "row", "start": "left", "end": "right", "first": "leftmost", "last": "rightmost",
            "start-edge": "the left edge", "end-edge": "the right edge",
        },
        Axis.COLUMN: {
            "": "column {}", "kind": "column", "start": "up", "end": "down", "first": "topmost", "last": "lowest",
            "start-edge": "the top edge", "end-edge": "the bottom edge",
        },
    }  # fmt: skip

    def words(self, template: str) -> str:
        return template

    def plural(self, number: int) -> int:
        return int(number != 1)

    def run(self, cells: int, hue: Hue, form: str) -> str:
        return f"{self.hue(hue)} {self.cells(cells)}"

    def hue(self, hue: Hue, form: str = "") -> str:
        return f"{form} {hue.name or 'white'}".lstrip()

    def block_text(self, block: ColourBlock) -> str:
        return f"{block.length} {self.hue(block.hue)}"

    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        which, block = occurrence(index, clue), clue[index]
        named = f"{self.hue(block.hue)} {block.length}" if block.hue.in_colour else f"{block.length}"
        return f"the {named}" if which is None else f"the {_ordinal(which)} {named}"


def _ordinal(number: int) -> str:
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

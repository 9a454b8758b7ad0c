"""The explanations in English.

Forms of terms: numbers take `cells` ("3 cells"), lines `kind` ("row"), `start` and `end` (the way to their ends),
`first` and `last` (the arrangements there).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from harness.puzzle import Axis, Line
from harness.solver.human.explain import Level
from harness.solver.human.findings import ColourBlock, Hue, Place, Side, Why
from harness.solver.human.language import ClueBlocks, Language, cell_ranges, occurrence
from harness.solver.human.rules import Rule

_SENTENCES = {
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
    "splitting": (
        "if {cell} were black, {joined} would be a run of {length:cells}, and no block that can be there is longer "
        "than {longest}: {decided}."
    ),
    "splitting-misfit": (
        "if {cell} were black, {joined} would be a run of {length:cells}, and no block can cover that: {decided}."
    ),
    "does-not-fit-any": (
        "between {start} and {end} there is room for {room:cells} only, and even the shortest block of the {line:kind} "
        "has {shortest}: {decided}."
    ),
    "does-not-fit-unfinished": (
        "between {start} and {end} there is room for {room:cells} only, and even the shortest block that is not "
        "finished has {shortest}: {decided}."
    ),
    "does-not-fit": (
        "between {start} and {end} there is room for {room:cells} only, and the shortest block that could be there "
        "has {shortest}: {decided}."
    ),
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
        "{run} can only belong to {blocks}. Wherever that stands, with the other blocks taken into account, {decided}."
    ),
    "either-block-one": (
        "{run} can only belong to {blocks}. Wherever that stands, with the other blocks taken into account, {decided}."
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
        "if {cell} were {hue}, {joined} would be a run of {length:cells}, and no block can cover that: {decided}."
    ),
    "colour-splitting-other": (
        "if {cell} were {hue}, {joined} would be a run of {length:cells}, and no block can cover that; and a block of "
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
        "common for {place}: it is {colour}."
    ),
    "elimination": (
        "going from line to line, and remembering which colours each rules out, leaves one colour in {line} "
        "({line_clue}): {decided}."
    ),
    "colour-refuted": "if {place} were {colour}, no arrangement would be left in the end for {line} ({clue}).",
    "colour-solution": (
        "no short reason was found; but only one solution agrees with the known cells, and in it {place} is {colour}."
    ),
    "colour-solutions": (
        "no short reason was found; but in all {count} solutions that agree with the known cells {place} is {colour}."
    ),
    "suppose": "suppose {place} were {colour}.",
    "suppose-otherwise": "now suppose {place} were {colour}.",
    "link": "then in {line} ({clue}) {decided}.",
    "refuted": "but then no arrangement is left for {line} ({clue}).",
    "trial": "so {place} is {colour}.",
    "either-way": "either way {place} is {colour}.",
    "nested-trial": (
        "trying single cells gives nothing more. If {place} were {other}, that would lead to a contradiction in the "
        "end, but only trying further cells after it shows that. So it is {colour}."
    ),
}

_TEXTS = {
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

_RULES = {
    Rule.NO_BLOCKS: "no blocks",
    Rule.FULL_LINE: "full line",
    Rule.COMPLETED_LINE: "completed line",
    Rule.LAST_BLACKS: "last black cells",
    Rule.OVERLAP: "overlap",
    Rule.FINISHED_BLOCK: "finished block",
    Rule.TOUCHING: "touching colours",
    Rule.JOINING: "joining",
    Rule.SPLITTING: "splitting",
    Rule.DOES_NOT_FIT: "does not fit",
    Rule.PUSH_FROM_WALL: "push from a wall",
    Rule.UNREACHABLE: "out of reach",
    Rule.CROSSING: "crossing colours",
    Rule.MUTUAL_EXCLUSION: "mutual exclusion",
    Rule.EXTREMES: "extreme arrangements",
    Rule.EITHER_BLOCK: "whichever block it is",
    Rule.ALL_ARRANGEMENTS: "all arrangements of the line",
    Rule.BOTH_LINES: "all arrangements of both lines",
    Rule.ELIMINATION: "elimination from line to line",
    Rule.TRIAL: "trial",
    Rule.EITHER_WAY: "either way",
    Rule.NESTED_TRIAL: "trial within trial",
}

_LEVELS = {
    Level.EASY: "easy",
    Level.MODERATE: "moderate",
    Level.TRICKY: "tricky",
    Level.HARD: "hard",
    Level.VERY_HARD: "very hard",
    Level.EXTREME: "extreme",
}

_WHYS = {
    Why.ONLY_BLOCK: "",
    Why.TOO_SHORT: " (the others are too short)",
    Why.OUT_OF_REACH: " (the others do not reach that far)",
    Why.TAKEN: " (other black cells need the other blocks that could be there)",
    Why.TAKEN_IN_COLOUR: " (other coloured cells need the other blocks that could be there)",
    Why.NOT_THERE: " (the others are too short, do not reach that far or do not fit)",
}

_LINE_WORDS = {
    Axis.ROW: {"kind": "row", "start": "left", "end": "right", "first": "leftmost", "last": "rightmost"},
    Axis.COLUMN: {"kind": "column", "start": "up", "end": "down", "first": "topmost", "last": "lowest"},
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class English(Language):
    """English.

    >>> English().cells((0, 2, 3), ""), English().number(3, "cells")
    ('cells 1 and 3–4', '3 cells')
    """

    code = "en"
    sentences: ClassVar[Mapping[str, str]] = _SENTENCES
    texts: ClassVar[Mapping[str, str]] = _TEXTS
    rules: ClassVar[Mapping[Rule, str]] = _RULES
    levels: ClassVar[Mapping[Level, str]] = _LEVELS
    whys: ClassVar[Mapping[Why, str]] = _WHYS
    limits: ClassVar[Mapping[Side | None, str]] = {
        None: "covers {} and so ",
        Side.START: "starts at cell {} at the earliest",
        Side.END: "ends at cell {} at the latest",
    }
    edges: ClassVar[Mapping[Axis, Mapping[Side, Mapping[str, str]]]] = {
        Axis.ROW: {Side.START: {"": "the left edge"}, Side.END: {"": "the right edge"}},
        Axis.COLUMN: {Side.START: {"": "the top edge"}, Side.END: {"": "the bottom edge"}},
    }
    either = "or"

    def number(self, number: int, form: str) -> str:
        text = f"{number:,}"
        return f"{text} {'cell' if number == 1 else 'cells'}" if form == "cells" else text

    def cells(self, cells: tuple[int, ...], form: str) -> str:
        return f"cell{'' if len(cells) == 1 else 's'} {cell_ranges(cells, 'and')}"

    def decided(self, cells: tuple[int, ...], hue: Hue) -> str:
        return f"{self.cells(cells, '')} {'is' if len(cells) == 1 else 'are'} {self.hue(hue)}"

    def run(self, cells: tuple[int, ...], hue: Hue, form: str) -> str:
        return f"{self.hue(hue)} {self.cells(cells, '')}"

    def hue(self, hue: Hue, form: str = "") -> str:
        return hue.name or "white"

    def block_text(self, block: ColourBlock) -> str:
        return f"{block.length} {self.hue(block.hue)}"

    def place(self, place: Place, form: str) -> str:
        return f"the cell in row {place.row + 1}, column {place.column + 1}"

    def line(self, line: Line, form: str) -> str:
        words = _LINE_WORDS[line.axis]
        return words[form] if form else f"{words['kind']} {line.number}"

    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        which = occurrence(index, clue)
        block = clue[index]
        named = f"{self.hue(block.hue)} {block.length}" if block.hue.in_colour else f"{block.length}"
        return f"the {named}" if which is None else f"the {_ordinal(which)} {named}"


def _ordinal(number: int) -> str:
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

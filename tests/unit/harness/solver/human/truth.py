"""All arrangements of a line, and what they say of a rule's findings and of the facts that its sentences name."""

import itertools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import and_
from typing import Any

from harness.puzzle import Clue, Grid, Puzzle, clue_of, groups_of
from harness.solver.human.findings import Hue, Limit, LineFinding, Side, Wall, Why
from harness.solver.human.line_view import WHITE, LineView, known_cells
from harness.solver.human.rules import LINE_RULES, Rule, all_arrangements, told_in_line
from harness.solver.lines import NumberedClue

KEYS = ".rb"
HUES = (Hue("."), Hue("r", "red"), Hue("b", "blue"))
NOWHERE = Puzzle([[]], [[]]), Grid(["?"])
"""Puzzle and picture of a step that is only put into words."""


@cache
def arrangements(length: int, clue: NumberedClue) -> tuple[tuple[int, ...], ...]:
    """The first cells of the blocks in every arrangement of an empty line."""
    if not clue:
        return ((),)
    (size, colour), *others = clue
    found = []
    for start in range(length - size + 1):
        behind = start + size + bool(others and others[0][1] == colour)
        rest = arrangements(max(length - behind, 0), tuple(others))
        found += [(start, *(behind + other for other in starts)) for starts in rest]
    return tuple(found)


def finished_ends(view: LineView) -> tuple[list[int], list[int]]:
    """The first cells of the runs with a known cell beside them, and only known ones from there to an end."""
    colours = [
        "".join(sign if cells >> at & 1 else "" for cells, sign in zip(view.known, KEYS, strict=False))
        for at in range(view.length)
    ]
    signs = "".join(colour or "?" for colour in colours)
    runs = [match.span() for match in re.finditer(r"r+|b+", signs)]
    left = [begin for begin, end in runs if "?" not in signs[: end + 1]]
    return (left, [begin for begin, _ in runs if "?" not in signs[max(begin - 1, 0) :]]) if "?" in signs else ([], [])


class Truth:
    """The arrangements that fit a line, and those that fit it as far as other colours are walls to its blocks."""

    def __init__(self, view: LineView) -> None:
        self.view, self.lengths = view, view.lengths
        self.colours = [colour for _, colour in view.clue]
        walls = [view.all_known & ~known for known in view.known]
        self.left, self.right = finished_ends(view)
        self.between_walls = [
            starts
            for starts in arrangements(view.length, view.clue)
            if not any(self.place(starts, block) & walls[colour] for block, colour in enumerate(self.colours))
            and list(starts[: len(self.left)]) == self.left
            and list(starts[len(starts) - len(self.right) :]) == self.right
        ]
        self.fitting = [
            starts
            for starts in self.between_walls
            if not any(known & ~own for known, own in zip(view.known, self.cells(starts), strict=True))
        ]

    def place(self, starts: tuple[int, ...], block: int) -> int:
        """The cells of a block."""
        return ((1 << self.lengths[block]) - 1) << starts[block]

    def cells(self, starts: tuple[int, ...]) -> list[int]:
        """The cells of each colour."""
        cells = [(1 << self.view.length) - 1] + [0] * (len(self.view.known) - 1)
        for block, colour in enumerate(self.colours):
            cells[WHITE] &= ~self.place(starts, block)
            cells[colour] |= self.place(starts, block)
        return cells

    def common(self) -> list[int]:
        """For each colour the cells that have it in all arrangements that fit."""
        return [reduce(and_, sets) for sets in zip(*map(self.cells, self.fitting), strict=True)]

    def owners(self, cells: int) -> set[int]:
        """The blocks that cover all these cells in some arrangement that fits."""
        return {
            block
            for starts, block in itertools.product(self.fitting, range(len(self.lengths)))
            if not cells & ~self.place(starts, block)
        }

    def check(self, finding: LineFinding) -> None:
        """Check that a finding and its sentence hold in all arrangements that fit."""
        view, kind = self.view, finding.sentence
        facts: Mapping[str, Any] = finding.facts
        assert not any(told & ~known for told, known in zip(finding.told, self.common(), strict=True)), kind
        assert finding.decided, "nothing is decided"
        assert not finding.decided & view.all_known, "it was known"
        for fact in facts.values():
            if isinstance(fact, Limit):
                self.check_limit(fact)
            elif isinstance(fact, Wall):
                self.check_wall(fact)
        if kind.startswith(("overlap", "extremes")):
            self.check_range(finding, self.between_walls if kind.startswith("overlap") else self.fitting)
        if "run" in facts or "runs" in facts:
            self.check_owner(finding)
        if "reached" in facts:
            self.check_reached(finding)
        if "joined" in facts:
            joined = facts["joined"].mask
            assert joined & ~facts["cell"].mask & ~view.all_known == 0
            assert facts["length"] == joined.bit_count()
            assert not self.owners(joined)
            if (longest := facts.get("longest")) is not None:
                assert (longest < joined.bit_count()) == (kind == "splitting")
                runs = [run.mask for run in view.runs if run.mask & joined]
                assert all(self.lengths[owner] <= longest for run in runs for owner in self.owners(run))
        if kind.startswith("does-not-fit"):
            gap = range(self.cell_of(facts["start"]) + 1, self.cell_of(facts["end"]))
            assert finding.told[WHITE] == finding.decided == sum(1 << cell for cell in gap)
            assert facts["room"] == len(gap) < facts["shortest"]
            unfinished = self.lengths[len(self.left) : len(self.lengths) - len(self.right)]
            assert facts["shortest"] == min(unfinished) or kind == "does-not-fit"
            assert (unfinished != self.lengths) == kind.endswith("unfinished") or kind == "does-not-fit"
        if kind.startswith("all-arrangements"):
            count = len(self.fitting)
            assert facts["count"] == count
            assert kind.endswith("one" if count == 1 else "few" if count <= 50 else "many")
        coloured = (view.all_known & ~view.known[WHITE]).bit_count()
        if "completed-line" in kind:
            assert facts["total"] == sum(self.lengths) == coloured
        if kind.startswith("last-blacks"):
            assert facts["missing"] == sum(self.lengths) - coloured
        if kind == "touching":
            (ending,), (starting,) = facts["ending"].indices, facts["starting"].indices
            assert self.owners(facts["one"].mask) == {ending}
            assert self.owners(facts["other"].mask) == {starting} == {ending + 1}

    def check_wall(self, wall: Wall) -> None:
        """It is the edge, or a cell known to have that colour."""
        assert wall.cell is None or self.view.known[self.view.hues.index(wall.hue)] >> wall.cell & 1

    def cell_of(self, wall: Wall) -> int:
        """The cell of a wall, or the one that would be beyond the edge."""
        edge = -1 if wall.side is Side.START else self.view.length
        return edge if wall.cell is None else wall.cell

    def check_range(self, finding: LineFinding, among: Sequence[tuple[int, ...]]) -> None:
        """The places named are the first and the last ones, and have the cells in common."""
        facts: Mapping[str, Any] = finding.facts
        places = [self.place(starts, *facts["block"].indices) for starts in among]
        first, last = facts["first"].mask, facts["last"].mask
        assert (first, last) == (min(places), max(places))
        assert not finding.decided & ~(first & last)
        assert (first == last) == finding.sentence.endswith("one-place")

    def check_limit(self, limit: Limit) -> None:
        """The block starts (ends) there in some arrangement, and no sooner (later); what it shall hold it holds."""
        starts = [starts[limit.block] for starts in self.fitting]
        at_end = max(starts) + self.lengths[limit.block] - 1
        assert limit.cell == (min(starts) if limit.side is Side.START else at_end)
        if limit.held is not None:
            assert self.owners(limit.held.mask) == {limit.block}
            assert limit.held.hue == self.view.hues[self.colours[limit.block]]

    def check_owner(self, finding: LineFinding) -> None:
        """The run belongs to the block named in all arrangements, for the reason named; or to one of those named."""
        facts: Mapping[str, Any] = finding.facts
        fact = facts.get("run") or facts["runs"]
        cells = fact.mask
        runs = [run.mask for run in self.view.runs if run.mask & cells]
        owners = set.union(*map(self.owners, runs))
        (colour,) = {self.colours[owner] for owner in owners}
        assert self.view.hues[colour] == fact.hue
        if "blocks" in facts:
            assert owners <= set(facts["blocks"].indices)
            if finding.sentence == "one-or-other":
                for owner in owners:
                    places = {self.place(starts, owner) for starts in self.fitting}
                    assert len({place for place in places if not cells & ~place}) == 1
            return
        if finding.sentence.endswith("finished-block-longest"):
            assert {self.lengths[owner] for owner in owners} == {cells.bit_count()} == {finding.facts["longest"]}
        if finding.sentence.endswith(("finished-block-longest", "push-from-wall-shortest")):
            return
        (block,) = facts["block"].indices
        assert owners == {block}
        others = [other for other, own in enumerate(self.colours) if own == colour and other != block]
        known, elsewhere = self.view.known[colour], self.view.all_known & ~self.view.known[colour]
        pairs = list(itertools.product(others, runs))
        match facts["why"]:
            case Why.ONLY_BLOCK:
                assert not others
            case Why.TOO_SHORT:
                assert all(self.lengths[other] < run.bit_count() for other, run in pairs)
            case Why.OUT_OF_REACH:
                assert all(run & ~self.place(starts, other) for starts in self.between_walls for other, run in pairs)
            case Why.NOT_THERE:
                for starts, (other, run) in itertools.product(self.between_walls, pairs):
                    place = self.place(starts, other)
                    assert run & ~place or place & elsewhere or (place << 1 | place >> 1) & ~place & known
            case Why.TAKEN | Why.TAKEN_IN_COLOUR:
                assert any(self.lengths[other] >= run.bit_count() for other, run in pairs)
                # two runs of one block are other cells to each other
                assert self.view.all_known & ~self.view.known[WHITE] & ~cells or len(runs) > 1, "no other known cells"

    def check_reached(self, finding: LineFinding) -> None:
        """The block that has the run covers all cells up to the one named."""
        facts: Mapping[str, Any] = finding.facts
        cells, reached = facts["run"].mask, facts["reached"].mask
        span = (1 << max(cells, reached).bit_length()) - min(cells & -cells, reached)
        assert not finding.decided & ~span
        assert all(self.lengths[owner] >= facts["shortest"] for owner in self.owners(cells))
        blocks = range(len(self.lengths))
        assert all(any(not span & ~self.place(starts, block) for block in blocks) for starts in self.fitting)


def check_rules(view: LineView) -> None:
    """Hold every rule on a line, and what it reckons with, against the truth."""
    truth = Truth(view)
    for rule in LINE_RULES:
        decided = 0
        for finding in told_in_line(rule, view):
            truth.check(finding)
            assert finding.decided & ~decided, "a sentence too many"
            decided |= finding.decided
        if rule is Rule.ALL_ARRANGEMENTS:
            assert decided == sum(truth.common()) & view.unknown
    assert [finding.facts["count"] for finding in all_arrangements(view)] == [len(truth.fitting)]
    for ranges, among in ((view.packed, truth.between_walls), (view.extremes, truth.fitting)):
        assert list(ranges.earliest) == [min(starts) for starts in zip(*among, strict=True)]
        assert list(ranges.latest) == [max(starts) for starts in zip(*among, strict=True)]


def view_of(whole: str, text: str) -> LineView:
    """A line of these cells, in black and white or in `KEYS`, of which only the text is known."""
    if "#" in whole + text or not set(whole) & set(KEYS[1:]):
        return LineView.of(text, clue_of(whole))
    clue = tuple((group.length, KEYS.index(group.key)) for group in groups_of(whole))
    return LineView(len(whole), clue, known_cells(text, KEYS), HUES)


def all_small_lines(length: int, keys: str) -> Iterator[LineView]:
    """Every line of a length in every state."""
    for whole in map("".join, itertools.product(keys, repeat=length)):
        for hidden in itertools.product((True, False), repeat=length):
            yield view_of(whole, "".join("?" if hide else cell for cell, hide in zip(whole, hidden, strict=True)))


def plain_lines(count: int, seed: int = 3, most: int = 15) -> Iterator[tuple[str, Clue]]:
    """Lines in black and white, partly known, the same every time."""
    chance = random.Random(seed)
    for _ in range(count):
        density, hidden = chance.choice((0.3, 0.5, 0.6)), chance.choice((0.6, 0.75, 0.9))
        whole = "".join("#" if chance.random() < density else "." for _ in range(chance.randint(4, most)))
        yield "".join("?" if chance.random() < hidden else cell for cell in whole), clue_of(whole)


def coloured_lines(count: int, seed: int = 5, most: int = 12) -> Iterator[tuple[str, str]]:
    """Lines in two colours, whole and partly known, the same every time."""
    chance = random.Random(seed)
    for _ in range(count):
        length, hidden = chance.randint(5, most), chance.choice((0.5, 0.7, 0.85))
        cells = ""
        while len(cells) < length:
            cells += chance.choice((".", "r", "b", "r", "b")) * chance.choice((1, 1, 2, 3))
        whole = cells[:length]
        yield whole, "".join("?" if chance.random() < hidden else cell for cell in whole)

"""The table of the rules that people use, the easiest first: what each is called, what it costs, and how it works.

A new rule is a function in `line_rules`; its entry here; its name and its sentences in the tables of `english` and
`russian`; its section in docs/human-techniques.md.
"""

from __future__ import annotations

from enum import Enum

from harness.solver.human import arrangements, line_rules
from harness.solver.human.findings import Finding
from harness.solver.human.line_rules import LineRule, findings_of
from harness.solver.human.line_view import LineView


class Rule(Enum):
    """A way to find cells, the easiest first. The value is the rule's name in JSON, and the key of its name in words.

    Attributes:
        effort: what a step by the rule adds to the score; it grows in the order of the rules.
        in_line: the rule for one line; None if it needs more than one line.
    """

    _value_: str
    effort: int
    in_line: LineRule | None

    def __new__(cls, value: str, effort: int, in_line: LineRule | None = None) -> Rule:
        rule = object.__new__(cls)
        rule._value_ = value
        rule.effort = effort
        rule.in_line = in_line
        return rule

    NO_BLOCKS = "no-blocks", 1, line_rules.no_blocks
    """A line without blocks is white."""
    FULL_LINE = "full-line", 1, line_rules.full_line
    """The blocks and the single cells between them fill the line."""
    COMPLETED_LINE = "completed-line", 1, line_rules.completed_line
    """All black (coloured) cells are found: the rest is white."""
    LAST_BLACKS = "last-blacks", 1, line_rules.last_blacks
    """In black and white, as many cells are open as black ones are missing: they are black."""
    OVERLAP = "overlap", 2, line_rules.overlap
    """A block owns the cells that it covers both at its far left and at its far right; only walls are looked at."""
    FINISHED_BLOCK = "finished-block", 2, line_rules.finished_block
    """A run as long as its block, or as the longest that it can be, has white cells at its ends."""
    TOUCHING = "touching", 2, line_rules.touching
    """Two colours that touch: one block ends and the next one begins."""
    JOINING = "joining", 3, line_rules.joining
    """Two runs of one block: the cells between them are the block's, too."""
    SPLITTING = "splitting", 3, line_rules.splitting
    """Two runs that cannot be one block: the cell between them is white."""
    DOES_NOT_FIT = "does-not-fit", 3, line_rules.does_not_fit
    """A gap shorter than every block that could stand there is white."""
    PUSH_FROM_WALL = "push-from-wall", 3, line_rules.push_from_wall
    """A run near a wall continues away from the wall, because its block has no room to begin earlier."""
    UNREACHABLE = "unreachable", 4, line_rules.unreachable
    """Cells that no block reaches are white."""
    CROSSING = "crossing", 4
    """The blocks of a row and those of a column that reach a cell have no colour in common: it is white."""
    MUTUAL_EXCLUSION = "mutual-exclusion", 5, line_rules.mutual_exclusion
    """A run cannot be a block that other runs need; or each that it can be has one place, and these agree on cells."""
    EXTREMES = "extremes", 5, line_rules.extremes
    """Overlap again, with the leftmost and rightmost arrangement that fit the known cells."""
    EITHER_BLOCK = "either-block", 6, arrangements.either_block
    """Whichever block a run is, and wherever that stands, some cells come out the same."""
    ALL_ARRANGEMENTS = "all-arrangements", 10, arrangements.all_arrangements
    """Cells that all arrangements of the line have in common: all there is to know about one line."""
    BOTH_LINES = "both-lines", 10
    """All arrangements of a row leave a cell some colours, those of its column others: one is among both."""
    ELIMINATION = "elimination", 10
    """Lines rule out colours, those that cross them rule out more, and so on, until one is left."""
    TRIAL = "trial", 25
    """A cell's colour leads to a line without arrangement, so it has another one."""
    EITHER_WAY = "either-way", 30
    """Both colours of a cell lead to the same colour of another one."""
    NESTED_TRIAL = "nested-trial", 60
    """A cell's colour can be refuted only by trying further cells after it."""


LINE_RULES = tuple(rule for rule in Rule if rule.in_line is not None)
"""The rules that look at one line; the last one misses nothing that a line tells."""


def told_in_line(rule: Rule, view: LineView) -> tuple[Finding, ...]:
    """Return the findings of a rule for one line; each decides cells that those before it do not."""
    assert rule.in_line is not None
    return findings_of(rule.in_line, view)

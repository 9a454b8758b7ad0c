"""Quick tests of the rules for one line: which of them may find anything, going by the complete analysis of the line.

No rule finds more than all arrangements have in common. So a rule for cells beside runs is asked only if the analysis
finds such a cell, a rule that fills the space between two runs only if the analysis fills one, and so on. That takes a
few operations on sets, whatever the number of blocks. A rule that passes may still find nothing.
"""

from __future__ import annotations

from harness.solver.human.line_view import WHITE, LineView
from harness.solver.human.rules import Rule

_BIT = {rule: 1 << number for number, rule in enumerate(Rule)}
_ALWAYS = _BIT[Rule.ALL_ARRANGEMENTS]
_WITH_RUNS = _BIT[Rule.MUTUAL_EXCLUSION] | _BIT[Rule.EITHER_BLOCK]
_PUSH_FROM_WALL = _BIT[Rule.PUSH_FROM_WALL]
_TOUCHING = _BIT[Rule.TOUCHING]
_NO_BLOCKS = _BIT[Rule.NO_BLOCKS]
_FULL_LINE = _BIT[Rule.FULL_LINE]
_COMPLETED_LINE = _BIT[Rule.COMPLETED_LINE]
_LAST_BLACKS = _BIT[Rule.LAST_BLACKS]
_OVERLAP = _BIT[Rule.OVERLAP]
_FINISHED_BLOCK = _BIT[Rule.FINISHED_BLOCK]
_JOINING = _BIT[Rule.JOINING]
_SPLITTING = _BIT[Rule.SPLITTING]
_DOES_NOT_FIT = _BIT[Rule.DOES_NOT_FIT]
_UNREACHABLE = _BIT[Rule.UNREACHABLE]
_EXTREMES = _BIT[Rule.EXTREMES]


def may_work(view: LineView) -> int:
    """The set of the rules that may find something in a line (bit i: the rule number i, the easiest is number 0).

    Args:
        view: a line of which `may_tell` is what its complete analysis finds, at least one cell.

    The rules that need not be asked about a line:

    >>> view = LineView.of("?##???#?#?", (2, 3))
    >>> view.may_tell = (0b1000111001, 0b0010000000)
    >>> [rule.value for number, rule in enumerate(Rule) if not may_work(view) >> number & 1 and rule.in_line]
    ['no-blocks', 'completed-line', 'last-blacks', 'overlap', 'touching', 'splitting']
    """
    white, unknown = view.may_tell[WHITE], view.unknown
    found = _ALWAYS
    coloured = view.all_known & ~view.known[WHITE]
    if coloured:
        found |= _WITH_RUNS
    if white:
        found |= _UNREACHABLE
        if not view.lengths:
            found |= _NO_BLOCKS
        if white == unknown:
            found |= _COMPLETED_LINE
        if white & (coloured << 1 | coloured >> 1):
            found |= _FINISHED_BLOCK
        # gaps that are white from end to end: an addition carries from their first cells to the cells behind them
        if (white & ~(unknown << 1)) + white & ~unknown:
            found |= _DOES_NOT_FIT
    told = white
    for known, cells in zip(view.known[1:], view.may_tell[1:], strict=True):
        if white & known << 1 & known >> 1:
            found |= _SPLITTING
        if not cells:
            continue
        told |= cells
        found |= _EXTREMES
        if cells == unknown and not view.in_colour:
            found |= _LAST_BLACKS
        if cells & view.packed.core:
            found |= _OVERLAP
        behind = cells & known << 1
        if behind or cells & known >> 1:
            found |= _PUSH_FROM_WALL if len(view.known) == 2 else _PUSH_FROM_WALL | _TOUCHING
            if behind + cells & known:  # carried to the next run
                found |= _JOINING
    if told == unknown:
        found |= _FULL_LINE
    return found

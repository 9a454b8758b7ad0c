"""The kernel of the fast solver: line logic and probing on a stack of states, in any number of colours.

A kernel holds what is known of one puzzle, and a stack of such states for the search to go back to: for every line and
every colour the set of the cells that may have it. Black and white is the case of one colour beside the background.
There are two kernels that do exactly the same: `PureKernel` of `pure_kernel`, and the compiled one of
`c/kernel.c`, which is built when the project is installed where there is a C compiler. `choose` chooses.

*Probing* tries all colours of an unknown cell. One that leads to a contradiction is ruled out; what all the others
have in common holds in any case. If nothing follows for a while, it names a cell to branch on.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

STABLE = -1
"""`Kernel.propagate`: nothing more follows from single lines."""

SOLVED = -1
"""`Kernel.probe`: all cells are known."""
CONTRADICTION = -2
"""`Kernel.probe`: the state has no solution."""
PAUSED = -3
"""`Kernel.probe`: the limit of analyses was reached first."""

Check = Callable[[], None]
"""Asked now and then whether the search may continue; raises if not."""

Supposition = tuple[int, int, tuple[int, ...]]
"""A cell (row, column), and the colours that it is supposed to have one of."""


class Kernel(Protocol):
    """Interface of both kernels. Lines count from 0, the rows before the columns."""

    @property
    def line_calls(self) -> int:
        """Number of lines analysed so far."""

    @property
    def unknown_count(self) -> int:
        """Number of unknown cells in the state."""

    def propagate(self, check: Check | None = None, /) -> int:
        """Analyse the marked lines, and those marked thereby, until none is left: `STABLE`, or the line in the way.

        All lines are marked at first, later those of the cells put. An exception from `check` ends it.
        """

    def put(self, row: int, column: int, colour: int, /) -> None:
        """Give an unknown cell a colour, 0 for the background, and mark its lines."""

    def rule_out(self, row: int, column: int, colour: int, /) -> None:
        """Take a colour from those that a cell may have, and mark its lines."""

    def push(self, from_lowest: bool = False, /) -> None:
        """Work on a copy of the state from now on, or on one of the lowest state, where nothing is supposed."""

    def pop(self) -> None:
        """Forget the state for the one that was copied last."""

    def probe(self, limit: int, fruitless: int, check: Check | None, /) -> int:
        """Decide by trial what can be decided.

        Args:
            limit: analyses that may be spent, about (-1: as many as it takes).
            fruitless: cells probed without success before one is named to branch on.
            check: asked now and then; what it raises ends the probing.

        Returns:
            `SOLVED`, `CONTRADICTION`, `PAUSED`, or the cell to branch on, as row · width + column: any colour of
            it can be put without a contradiction in single lines.
        """

    def sweep(self, credit: int, worth: int, check: Check | None, /) -> int:
        """Probe all unknown cells in turn, again and again, for as long as it pays.

        Args:
            credit: analyses that may be spent, about.
            worth: how many more for every colour of a cell that is ruled out.
            check: asked now and then; what it raises ends it.

        Returns:
            `SOLVED`, `CONTRADICTION`, or `PAUSED` if it pays no more.
        """

    def guess(self, attempts: int, share: float, sweeps: int, damping: float, check: Check | None, /) -> int:
        """Look for a solution by belief propagation, which proves nothing; the state is that solution, or of no use.

        Each line tells its cells how likely each of their colours is, in several `sweeps` over all lines; then the
        surest ones are coloured so, and so on. A contradiction ends the attempt, and the next one starts half-way.

        Args:
            attempts: the most to be made.
            share: of the unknown cells, to be coloured each time.
            damping: how much of what a line told before it continues telling: 0 to less than 1.
            check: asked now and then; what it raises ends it.

        Returns:
            `SOLVED`, or `PAUSED` if no attempt came to a solution. The pure kernel makes none: each would take minutes;
            nor does the compiled one where groups are of unknown length.
        """

    def vary(self, reach: int, check: Check | None, /) -> int:
        """Look for a solution near the one that the state is, which proves nothing if it is not found.

        One by one, each cell that the state below leaves open is given another colour, and all cells more than
        `reach` rows or columns away keep theirs. Single lines are asked for what follows; cells that they leave open
        keep their colours, too, wherever they can.

        Args:
            check: asked now and then; what it raises ends it.

        Returns:
            `SOLVED`: the state is another solution that the state below allows; or `PAUSED`: it is as it was. The
            pure kernel, which makes no guesses, looks for none.

        Raises:
            IndexError: there is no state below.
            ValueError: some cell of the state is not known.
        """

    def walk(
        self, keys: str | None, mark: bytes, most: int, limit: int, check: Check | None, /
    ) -> tuple[int, int, bytes, BaseException | None]:
        """Continue through the solutions of the state as it was at the first call, depth first and without probing.

        Args:
            keys: an ASCII character for each colour, to draw the solutions with; None to count them.
            mark: what stands between two of them.
            most: solutions of this call, 1 to 65,536; their pictures are 64 MB at most.
            limit: analyses from one solution to the next.
            check: asked now and then; what it raises ends the walk for good.

        Returns:
            `SOLVED` if there may be more, `CONTRADICTION` if those were all, or `PAUSED` at the limit; how many; and
            their rows, each with a newline behind it; and what the check raised, so that what was found by then is not
            lost. States that it pushed are still there at `PAUSED`: see `path`.
        """

    def path(self) -> tuple[tuple[int, int, int, bool], ...]:
        """Return the guesses of the walk: rows, columns, colours, and True if the cell has colours left, so that it
        pushed.
        """

    def rows(self) -> tuple[str, ...]:
        """The state drawn with the keys of the colours and `?`, row 0 first."""

    def can(self, line: int, /) -> tuple[int, ...]:
        """For each colour, the background first, the set of a line's cells that may have it."""

    def line(self, line: int, /) -> tuple[int, int]:
        """The sets of a line's cells that are known to be coloured, and known to be background."""

    def analyse(self, line: int, /) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the possibilities of a line: each group's starts, and for each colour the cells that may have it.

        None if no arrangement fits.
        """

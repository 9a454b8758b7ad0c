"""The compiled kernel, `c/python/kernel.c`; see `harness.solver.kernel`.

While a check is asked, it answers what it knows (`rows`, `possible`, `line` and the counts) and refuses all else with a
`RuntimeError`, to other threads as well. Numbers that cannot be meant are a `ValueError`.
"""

from harness.puzzle import Clue
from harness.solver.kernel import Check

VERSION: int
MAX_SIDE: int
SOURCES: str

class Kernel:
    """The state of one puzzle, and the states below it. Lines count from 0, the rows before the columns."""

    def __init__(self, keys: str, rows: tuple[Clue, ...], columns: tuple[Clue, ...], /) -> None: ...
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
            `SOLVED`, or `PAUSED` if no attempt came to a solution. There is
            none where groups are of unknown length.
        """

    def vary(self, reach: int, check: Check | None, /) -> int:
        """Look for a solution near the one that the state is, which proves nothing if it is not found.

        One by one, each cell that the state below leaves open is given another colour, and all cells more than
        `reach` rows or columns away keep theirs. Single lines are asked for what follows; cells that they leave open
        keep their colours, too, wherever they can.

        Args:
            check: asked now and then; what it raises ends it.

        Returns:
            `SOLVED`: the state is another solution that the state below allows; or `PAUSED`: it is as it was.

        Raises:
            IndexError: there is no state below.
            ValueError: some cell of the state is not known.
        """

    def refute(
        self, cuts: bytes, wanted: int, limit: int, check: Check | None, /
    ) -> tuple[tuple[int, int, int], ...] | None:
        """Suppose each colour of each unknown cell in black and white, in a person's order, and follow it.

        A trial whose lines have not changed since it was made last is not made again.

        Args:
            cuts: numbers of lines after which a trial is given up (0: never), one after the other.
            wanted: trials with a contradiction, under the same cut, that are enough.
            limit: analyses that may be spent (-1: as many as it takes).
            check: asked now and then; what it raises ends it.

        Returns:
            Row, column and colour of the trials that led to a contradiction; None if the analyses ran out.
        """

    def either_way(self, limit: int, check: Check | None, /) -> tuple[int, int, int, int] | tuple[()] | None:
        """Find a cell, none of whose colours `refute` has found to be wrong, that decides another cell in any case.

        Returns:
            Row and column of the cell and of the other one, which both colours reach soonest; nothing if there is none;
            None if the analyses ran out.
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

    def search(
        self, most: int, left: int, limit: int, fruitless: int, has_stops: bool, check: Check | None, /
    ) -> tuple[int, list[tuple[str, ...]], BaseException | None]:
        """Continue the walk with probing: it branches on the cells that `probe` names.

        From the third solution on it does without probing, for as long as the next one is near.

        Args:
            most: solutions of this call.
            left, limit: analyses to the first solution, and from each to the next (-1: as many as it takes).
            fruitless: as for `probe`.
            has_stops: True to stop at every step, for those who watch: `NAMED`, `SUPPOSED` and `STRANDED`.
            check: as for `walk`.

        Returns:
            The code, as for `walk`; the solutions as rows; what the check raised.
        """

    def begin(
        self, most: int, credit: int, worth: int, bound: int, fruitless: int, /
    ) -> tuple[int, int, tuple[str, ...], list[tuple[str, ...]], int]:
        """Settle the lines, `sweep` and `search` on a board that is new; `Begun` has the arguments and the answers."""

    @property
    def guesses(self) -> int:
        """Number of cells that the walk has branched on."""

    def path(self) -> tuple[tuple[int, int, int, tuple[int, ...]], ...]:
        """Return the guesses of the walk: rows, columns, colours, and the colours left for each; if there are any, it
        pushed.
        """

    def rows(self) -> tuple[str, ...]:
        """The state drawn with the keys of the colours and `?`, row 0 first."""

    def possible(self, line: int, /) -> tuple[int, ...]:
        """For each colour, the background first, the set of a line's cells that may have it."""

    def analyse(self, line: int, /) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the possibilities of a line: each group's starts, and for each colour the cells that may have it.

        None if no arrangement fits.
        """

    def deduce(self, line: int, sets: tuple[int, ...], /) -> tuple[int, ...] | None:
        """Return the cells that may have each colour, in a line of which these are known; None if nothing fits."""

def read_plain(data: bytes, /) -> tuple[tuple[Clue, ...], tuple[Clue, ...], str, list[tuple[str, str]]] | None:
    """See `harness.solver.kernel.read_plain`."""

def believe(keys: str, clue: Clue, weights: tuple[float, ...], /) -> tuple[float, ...] | None:
    """A line's chances, for tests; None if nothing fits."""

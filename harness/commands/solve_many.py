"""``solve`` with many puzzles: a report, a JSON object or a line of CSV for each, in their order."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from harness.console.common import EXIT_BAD_INPUT, EXIT_GOOD, EXIT_INTERRUPTED, print_csv, print_json
from harness.console.each import ShouldStop
from harness.console.interrupt import interruptible
from harness.console.limits import budget_of
from harness.console.many import Tally, answers
from harness.console.solved import Solved, list_bytes_of, print_brief, print_report, solve_puzzle, solved_as_json
from harness.errors import UsageError, one_line
from harness.formats import NamedPuzzle

_FOR_ONE = ("watch", "png", "svg", "gif", "apng")
"""Options that show one puzzle."""

_COLUMNS = ("width", "height", "strategy", "outcome", "solutions", "unique", "complete", "stopped", "difficulty")
_COSTS = ("line_calls", "guesses", "cpu_ms")


@dataclass(frozen=True)
class SolveOne:
    """What is done with each puzzle; sent to the processes that do it."""

    arguments: argparse.Namespace

    def __call__(self, puzzle: NamedPuzzle, should_stop: ShouldStop) -> Solved:
        """Read and solve it; time and memory are each puzzle's own.

        Raises:
            HarnessError: it cannot be read, or is beyond the strategy.
        """
        budget = budget_of(self.arguments, should_stop, list_bytes_of(self.arguments))
        return solve_puzzle(puzzle.read(), self.arguments, budget)


def run_many(puzzles: Iterable[NamedPuzzle], arguments: argparse.Namespace) -> int:
    """Solve all and report as each is done.

    Raises:
        UsageError: an option that is for one puzzle.
    """
    for option in _FOR_ONE:
        if getattr(arguments, option):
            raise UsageError(f"--{option} shows one puzzle, and there are several; name one, as in PACK.nonpack#1")
    tally = Tally()
    outcomes: Counter[str] = Counter()
    report = _reporter(arguments)
    with interruptible() as interrupt:
        for name, solved in answers(puzzles, SolveOne(arguments), arguments.jobs, interrupt, tally):
            outcomes[solved.result.outcome.value] += 1
            report(name, solved)
    if not (arguments.json or arguments.csv):
        _print_sums(tally, outcomes)
    if interrupt():
        return EXIT_INTERRUPTED
    return EXIT_BAD_INPUT if tally.failed else EXIT_GOOD


def _reporter(arguments: argparse.Namespace) -> Callable[[str, Solved], None]:
    if arguments.json:
        return _print_object
    if arguments.csv:
        print_csv(("puzzle", "title", *_COLUMNS, *_COSTS))
        return _print_row
    return partial(_print_titled, quiet=arguments.quiet)


def _print_object(name: str, solved: Solved) -> None:
    print_json({"puzzle": name, **solved_as_json(solved)})


def _print_row(name: str, solved: Solved) -> None:
    values = solved_as_json(solved) | {"solutions": len(solved.result.solutions)}
    print_csv((name, solved.puzzle.title, *(values[column] for column in (*_COLUMNS, *_COSTS))))


def _print_titled(name: str, solved: Solved, *, quiet: bool) -> None:
    if quiet:
        print(one_line(name), end=": ")
        print_brief(solved)
    else:
        print(f"==> {one_line(name)} <==")
        print_report(solved)
        print()


def _print_sums(tally: Tally, outcomes: Counter[str]) -> None:
    parts = [f"{count} {outcome}" for outcome, count in outcomes.most_common()]
    parts += [f"{tally.failed} that could not be read or solved"] if tally.failed else []
    count = tally.answered + tally.failed
    print(f"{count} puzzle{'' if count == 1 else 's'}" + (f": {', '.join(parts)}" if parts else ""))

"""Analysis of a drawing as a puzzle, sent bit by bit while the page draws on: the quick results first.

Each answer is a dictionary with ``part``, in this order:

* ``solutions``: whether there is one; where there are several, the cells that are not the same in all of them, those
  undecided in time, and another solution, the nearest found; and what line logic alone finds, with the lines in which
  it stalls;
* ``difficulty``: how many steps by which rules a person needs;
* ``repair``: a change that leaves one solution, again and again a smaller one, or another as small; with the ``levels``
  of difficulty without it, as far as rules lead (null: not at all), and with it (all null: not known in time);
* ``repaired``: no more of them come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from harness.advice.repair import find_repairs
from harness.advice.report import levels_of
from harness.errors import HarnessError
from harness.puzzle import Axis, Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget
from harness.solver.human.explain import explain
from harness.solver.human.presentation import LANGUAGES
from harness.solver.shared import Differing, find_differing
from harness.solver.strategy import Outcome, Result, solve_any
from harness.studio.documents import Document
from harness.studio.language import in_language

Answer = dict[str, Any]
SOLUTIONS = 20
"""Solutions looked for, at most."""
SHARING_SECONDS = 1.0
"""Time limit for the cells that all of them share."""
SOLVING_SECONDS = 10.0
EXPLAINING_SECONDS = 10.0
REPAIRING_SECONDS = 20.0
MEMORY_BYTES = 500_000_000
_PATIENCE = 6
"""Times as long is judged when a person says so."""


def analyse(
    document: Document, should_stop: Callable[[], bool] = lambda: False, *, is_patient: bool = False
) -> Iterator[Answer]:
    """Yield the answers about a drawing until `should_stop`; `is_patient` takes longer."""
    puzzle, patience = document.puzzle(), _PATIENCE if is_patient else 1
    result = solve_any(puzzle, max_solutions=SOLUTIONS, budget=_budget(patience * SOLVING_SECONDS, should_stop))
    if should_stop():
        return
    others = [solution.rows for solution in result.solutions if solution.rows != document.rows]
    differing = Differing((), ())
    if result.outcome is Outcome.MULTIPLE:
        budget = _budget(patience * SHARING_SECONDS, should_stop)
        differing = find_differing(puzzle, [document.rows, *others], budget)
        if should_stop():
            return
    yield _solutions(result, differing)
    if result.outcome is Outcome.UNIQUE:
        difficulty = difficulty_of(puzzle, _budget(EXPLAINING_SECONDS, should_stop))
        if not should_stop():
            yield {"part": "difficulty", **difficulty}
    elif result.outcome is Outcome.MULTIPLE:
        for repair in find_repairs(puzzle, document.rows, others, _budget(REPAIRING_SECONDS, should_stop)):
            changes = [[change.row, change.column, change.after] for change in repair.changes]
            levels = levels_of(puzzle, repair, _budget(SHARING_SECONDS, should_stop))
            named = levels and [level and level.value for level in levels]
            yield {"part": "repair", "changes": changes, "smallest": repair.is_smallest, "levels": named}
        yield {"part": "repaired"}


def _budget(seconds: float, should_stop: Callable[[], bool]) -> Budget:
    return Budget(seconds, should_stop=should_stop, memory_bytes=MEMORY_BYTES)


def _solutions(result: Result, differing: Differing) -> Answer:
    known = result.fixpoint.rows
    return {
        "part": "solutions",
        "outcome": result.outcome.value,
        "solutions": len(result.solutions),
        "complete": result.complete,
        "difficulty": result.difficulty.value if result.difficulty else None,
        "differing": [list(cell) for cell in differing.cells],
        "undecided": len(differing.undecided),
        "other": differing.nearest,
        "known": list(known),
        "stalled": [
            [axis.value, index]  # the lines that line logic leaves unfinished
            for axis, lines in ((Axis.ROW, known), (Axis.COLUMN, zip(*known, strict=True)))
            for index, line in enumerate(lines)
            if UNKNOWN in line
        ],
        "lines": result.line_calls,
    }


def difficulty_of(puzzle: Puzzle, budget: Budget) -> dict[str, Any]:
    """Rate a puzzle with one solution for people: class, level, steps, and the rules, the hardest first."""
    explanation = explain(puzzle, budget)
    rating = explanation.rating
    return {
        "difficulty": rating.difficulty.value if rating.difficulty else None,
        "level": rating.level.value if rating.level else None,
        "steps": len(explanation.steps),
        "rules": [
            {
                "rule": rule.value,
                "name": {code: told.words(rule.title) for code, told in LANGUAGES.items()},
                "steps": steps,
            }
            for rule, steps in reversed(rating.counts)
        ],
    }


def serve(page: Connection) -> None:
    """Answer one page's requests, ``{"id": …, "document": …}``, until it goes; a newer request ends an older one.

    Each answer has the request's ``id``; the last one has ``part`` ``done``, or ``error`` with a ``message``.
    """
    newer: list[dict[str, Any]] = []

    def is_outdated() -> bool:
        while page.poll():
            newer.append(page.recv())
        return bool(newer)

    with suppress(EOFError, OSError):
        while True:
            request = newer[-1] if newer else page.recv()
            newer.clear()
            number = request.get("id")
            try:
                document, is_patient = Document.of_json(request.get("document")), request.get("patient") is True
                for answer in analyse(document, is_outdated, is_patient=is_patient):
                    page.send({"id": number, **answer})
                    if is_outdated():
                        break
                if not newer:
                    page.send({"id": number, "part": "done"})
            except HarnessError as error:
                page.send({"id": number, "part": "error", "message": in_language(error, request.get("language"))})

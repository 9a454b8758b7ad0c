"""Analysis of a drawing as a puzzle, sent bit by bit while the page draws on: the quick results first.

Each answer is a dictionary with ``part``, in this order:

* ``clues``: the numbers;
* ``solutions``: whether there is one; where there are several, the cells that are not the same in all of them, and
  what line logic alone finds, with the lines in which it stalls;
* ``difficulty``: how many steps by which rules a person needs;
* ``repair``: the smallest change found that leaves one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from harness.advice.repair import find_repair
from harness.errors import HarnessError
from harness.puzzle import UNKNOWN, Axis, Puzzle, differing_cells
from harness.solver.budget import Budget
from harness.solver.human.explain import explain
from harness.solver.human.presentation import LANGUAGES
from harness.solver.strategy import Outcome, Result, solve_any
from harness.studio.documents import Document, clues_as_json
from harness.studio.link import Command, Link, LinkClosedError, PipeLink, in_language

Answer = dict[str, Any]

SOLUTIONS = 20
"""Solutions compared, at most, to find the cells that differ."""
SOLVING_SECONDS = 10.0
EXPLAINING_SECONDS = 10.0
REPAIRING_SECONDS = 20.0
MEMORY_BYTES = 500_000_000
_PATIENCE = 6
"""Times as long is judged when a person says so."""


def analyse(
    document: Document, should_stop: Callable[[], bool] = lambda: False, *, is_patient: bool = False
) -> Iterator[Answer]:
    """The answers about a drawing, until `should_stop` says that nobody wants them; `is_patient` takes longer.

    Raises:
        HarnessError: it is no picture of a puzzle.

    >>> for answer in analyse(Document(("#.", ".#"))):
    ...     print(answer["part"], answer.get("outcome"), answer.get("differing"), answer.get("changes"))
    clues None None None
    solutions multiple [[0, 0], [0, 1], [1, 0], [1, 1]] None
    repair None None [[0, 0, '.']]
    """
    puzzle = document.puzzle()
    yield {"part": "clues", **clues_as_json(puzzle)}
    seconds = SOLVING_SECONDS * (_PATIENCE if is_patient else 1)
    result = solve_any(puzzle, max_solutions=SOLUTIONS, budget=_budget(seconds, should_stop))
    if should_stop():
        return
    yield _solutions(document, puzzle, result)
    if result.outcome is Outcome.UNIQUE:
        difficulty = difficulty_of(puzzle, _budget(EXPLAINING_SECONDS, should_stop))
        if not should_stop():
            yield {"part": "difficulty", **difficulty}
    elif result.outcome is Outcome.MULTIPLE:
        others = [solution.rows for solution in result.solutions if solution.rows != document.rows]
        repair = find_repair(puzzle, document.rows, others, _budget(REPAIRING_SECONDS, should_stop))
        if not should_stop():
            changes = [[change.row, change.column, change.after] for change in repair.changes] if repair else []
            yield {"part": "repair", "changes": changes, **({"smallest": repair.is_smallest} if repair else {})}


def _budget(seconds: float, should_stop: Callable[[], bool]) -> Budget:
    return Budget(seconds, should_stop=should_stop, memory_bytes=MEMORY_BYTES)


def _solutions(document: Document, puzzle: Puzzle, result: Result) -> Answer:
    others = [solution.rows for solution in result.solutions if solution.rows != document.rows]
    differing = sorted({cell for other in others for cell in differing_cells(document.rows, other)})
    known = result.fixpoint.rows
    return {
        "part": "solutions",
        "outcome": result.outcome.value,
        "solutions": len(result.solutions),
        "complete": result.complete,
        "difficulty": result.difficulty.value if result.difficulty else None,
        "differing": [list(cell) for cell in differing],
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
            {"name": {code: told.rules[rule] for code, told in LANGUAGES.items()}, "steps": steps}
            for rule, steps in reversed(rating.counts)
        ],
    }


def serve(link: Link) -> None:
    """Answer one page's requests, ``{"id": …, "document": …}``, until it goes; a newer request ends an older one.

    Each answer has the request's ``id``; the last one has ``part`` ``done``, or ``error`` with a ``message``.

    Raises:
        LinkClosedError: the page has gone.
    """
    newer: list[Command] = []

    def is_outdated() -> bool:
        while (command := link.receive(0)) is not None:
            newer.append(command)
        return bool(newer)

    while True:
        request = newer[-1] if newer else link.receive(3600)
        newer.clear()
        if request is None:
            continue
        number = request.get("id")
        try:
            document, is_patient = Document.of_json(request.get("document")), request.get("patient") is True
            for answer in analyse(document, is_outdated, is_patient=is_patient):
                link.send({"id": number, **answer})
                if is_outdated():
                    break
            else:
                link.send({"id": number, "part": "done"})
        except HarnessError as error:
            link.send({"id": number, "part": "error", "message": in_language(error, request.get("language"))})


def main(connection: Connection) -> None:
    """A worker process."""
    with suppress(LinkClosedError):
        serve(PipeLink(connection))

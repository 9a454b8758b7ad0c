"""Report of a run: a folder with a page, JUnit's XML, JSON lines, and a file of every puzzle that went wrong.

============== =====================================================
file           what
============== =====================================================
index.html     the page, which needs nothing else: see `page`
junit.xml      a test case an outcome, for a CI: see `junit`
outcomes.jsonl an outcome a line, as `Outcome.as_json` has it
puzzles/       the puzzles that went wrong, for the commands that repeat them
============== =====================================================

Outcomes as JUnit's XML, which every CI reads.

Wrong outcomes are failures, or errors where there is no answer; undecided ones are failures, too, for a run with one
does not pass; what was skipped is skipped.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from harness.errors import PuzzleError
from harness.files.writing import check_folder
from harness.formats import build_puzzle, write_bytes
from harness.puzzle.puzzle import Puzzle
from harness.regress.outcome import WRONG, Key, Outcome, Status
from harness.regress.page import build_page

_ELEMENTS = {
    Status.DISAGREES: "failure",
    Status.UNDECIDED: "failure",
    Status.FAILED: "error",
    Status.LOST: "error",
    Status.UNREADABLE: "error",
    Status.SKIPPED: "skipped",
}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, even by reference."""


def build_junit(outcomes: Sequence[Outcome], repeats: Mapping[Key, str], title: str) -> bytes:
    """The file; `repeats` are the commands that repeat an outcome.

    >>> made = build_junit([Outcome("p", "e", "cat", "tape", Status.AGREES)], {}, "corpus")
    >>> ElementTree.fromstring(made).find("testsuite/testcase").attrib["name"]
    'cat'
    """
    root = ElementTree.Element("testsuites", name=_clean(title))
    engines = list(dict.fromkeys(outcome.engine for outcome in outcomes))
    for engine in engines:
        of_engine = [outcome for outcome in outcomes if outcome.engine == engine]
        kinds = [_ELEMENTS.get(outcome.status) for outcome in of_engine]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(engine or "corpus"),
            tests=str(len(of_engine)),
            failures=str(kinds.count("failure")),
            errors=str(kinds.count("error")),
            skipped=str(kinds.count("skipped")),
            time=f"{sum(outcome.seconds for outcome in of_engine):.3f}",
        )
        for outcome, kind in zip(of_engine, kinds, strict=True):
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=_clean(engine or "corpus"),
                name=_clean(outcome.name),
                time=f"{outcome.seconds:.3f}",
            )
            if kind is not None:
                element = ElementTree.SubElement(case, kind, message=_clean(outcome.sentence))
                element.text = _clean(repeats.get(outcome.key, ""))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)


PAGE, JUNIT, LINES, PUZZLES = "index.html", "junit.xml", "outcomes.jsonl", "puzzles"

Commands = Mapping[str, Callable[[str], str]]
"""By an engine's key: the command line that gives it the puzzle in a file."""


def write_report(folder: str, outcomes: Sequence[Outcome], commands: Commands, title: str) -> None:
    """Write all of it; what is there already by the same names is replaced.

    Raises:
        UsageError: it cannot be written.
    """
    puzzles = Path(folder, PUZZLES)
    check_folder(os.fspath(puzzles))
    repeats = {outcome.key: _write_puzzle(outcome, puzzles, commands) for outcome in outcomes if needs_a_look(outcome)}
    write_bytes(build_page(outcomes, repeats, title).encode("utf-8", "replace"), os.fspath(Path(folder, PAGE)))
    write_bytes(build_junit(outcomes, repeats, title), os.fspath(Path(folder, JUNIT)))
    write_bytes(_lines(outcomes), os.fspath(Path(folder, LINES)))


def report_files(folder: str) -> list[Path]:
    """The files that `write_report` writes whatever the outcomes are; the puzzles beside them lie in `PUZZLES`."""
    return [Path(folder, name) for name in (PAGE, JUNIT, LINES)]


def needs_a_look(outcome: Outcome) -> bool:
    """Return True if a person should see it with the command that repeats it."""
    return outcome.status in WRONG or outcome.status is Status.UNDECIDED


def puzzle_of(outcome: Outcome) -> Puzzle | None:
    """The puzzle that an outcome is of; None in colour, and where there was none."""
    if not outcome.clues:
        return None
    rows, columns = (tuple(tuple(clue) for clue in side) for side in json.loads(outcome.clues))
    return Puzzle(rows, columns, title=outcome.name)


def _write_puzzle(outcome: Outcome, folder: Path, commands: Commands) -> str:
    """Save the puzzle; return the command that repeats its outcome, or "" without one."""
    puzzle = puzzle_of(outcome)
    name = outcome.name
    if puzzle is not None:
        path = folder / f"{outcome.puzzle_key[:12]}.txt"
        try:
            write_bytes(build_puzzle(puzzle, "puzzle.txt"), os.fspath(path))
            name = os.fspath(path)
        except PuzzleError:
            pass  # numbers that make no puzzle: the corpus has them under their name
    command = commands.get(outcome.engine_key)
    return command(shlex.quote(name)) if command is not None else ""


def _lines(outcomes: Iterable[Outcome]) -> bytes:
    return "".join(json.dumps(outcome.as_json()) + "\n" for outcome in outcomes).encode("ascii")

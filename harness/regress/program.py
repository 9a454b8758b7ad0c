"""Any other program as an engine: it runs on a file with the puzzle, and its output is parsed as its answer.

It may print

* JSON, as our own ``solve --json`` does: an object with ``solutions``, a list of grids, each a list of rows, and with
  ``unique`` if it knows;
* or the picture, one line a row: ``#``, ``X``, ``x``, ``*``, ``1``, ``@``, ``█`` or ``■`` is black, ``.``, ``-``,
  ``_``, ``0``, ``·`` or ``□`` white. A blank between two cells, and whatever else it prints before and after, does not
  count. The last such picture of the puzzle's size is taken.

A program that prints no picture says in words that there is no solution, such as "no solution", "unsolvable" or
"contradiction", and ends with exit code 0. Anything else, such as a line that begins with "usage:", is no answer.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from harness.errors import FormatError, PuzzleError, UsageError, one_line
from harness.formats import build_puzzle, format_named
from harness.puzzle import Grid, Puzzle
from harness.regress import PLACE, PUZZLE_SECONDS
from harness.regress.engines import blank, grid_text
from harness.regress.outcome import PuzzleOutcome, Status
from harness.regress.shells import SHELL, split_words
from harness.solver.budget import Budget
from harness.solver.strategy import solve_any
from harness.work import end_group, group_of_its_own
from pyspectrum.atomic import write_whole

_SIGNS = str.maketrans({**dict.fromkeys("#Xx*1@█■", "#"), **dict.fromkeys(".-_0·□", ".")})
_OF_SHELLS = frozenset({"|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", ">&2"})
"""Words that mean something to a shell, and nothing to a program."""
MAX_OUTPUT_BYTES = 16_000_000
"""The most that a program may print; the largest puzzle's picture is as large."""
_NO_SOLUTION = re.compile(
    r"\bno(?:t any)? (?:valid )?solutions?\b|\b0 solutions\b|\bunsol[uv]able\b|\bnot (?:sol[uv]able|satisfiable)\b"
    r"|\b(?:contradict|inconsisten|unsat|impossible)",
    re.IGNORECASE,
)
_DRAIN_SECONDS = 1.0
"""Time to read the pipes of a program that has ended."""


@dataclass(frozen=True)
class ProgramEngine:
    """Another program: a command with `PLACE` for the file, which no shell sees, and the file's format."""

    name: str
    format: str = "non"
    seconds: float = PUZZLE_SECONDS

    @property
    def key(self) -> str:
        return f"program {self.format} {self.name}"

    def take(self, puzzle: Puzzle) -> PuzzleOutcome:
        outcome = blank(self, puzzle)
        try:
            plain = puzzle.black_and_white()
            data = build_puzzle(plain.replace(goal=None), self.format)
        except PuzzleError as error:
            return replace(outcome, status=Status.SKIPPED, result="not taken", sentence=str(error))
        begin = time.monotonic()
        try:
            printed = run_on_file(self.name, data, format_named(self.format).suffixes[0], self.seconds)
            outcome = replace(outcome, seconds=round(time.monotonic() - begin, 6))
            if printed.returncode:
                said = one_line(printed.stderr.strip()[-300:]) or "nothing on the standard error"
                return replace(outcome, result=f"exit code {printed.returncode}", sentence=f"it ended with: {said}")
            grids, unique = read_answer(printed.stdout, plain.width, plain.height)
        except subprocess.TimeoutExpired:
            return replace(outcome, status=Status.UNDECIDED, result="stopped", sentence="time ran out")
        except FormatError as error:
            return replace(outcome, result="not understood", sentence=str(error))
        outcome = replace(outcome, answer=grid_text(grids[0]) if grids else "")
        return _judged(outcome, plain, grids, unique, self.seconds)


def check_command(command: str) -> None:
    """Check that a command can be run on a file: a sign for a shell would be an argument, and the failure no answer."""
    try:
        words = split_words(command)
    except ValueError as error:
        raise UsageError(f"{command!r} cannot be taken apart ({error}); check its quotation marks") from None
    for word in words:
        if word in _OF_SHELLS or word.endswith(";"):
            raise UsageError(f"{command!r}: no shell runs it, so {word!r} does nothing; wrap it all in {SHELL}")
    if not any(PLACE in word for word in words):
        raise UsageError(f"{command!r} names no file; write {PLACE} where its name goes")


def run_on_file(
    command: str, data: bytes, suffix: str, seconds: float, *, most_bytes: int = MAX_OUTPUT_BYTES
) -> subprocess.CompletedProcess[str]:
    """Run a command on a temporary file that holds `data`; all that it has started ends with it.

    Raises `UsageError` if there is no such program, `FormatError` if it printed more than `most_bytes`, and
    `subprocess.TimeoutExpired` after so many seconds; then it was ended.
    """
    with tempfile.TemporaryDirectory(prefix="crossword-") as folder:
        path = Path(folder, f"puzzle{suffix}")
        write_whole(path, data)
        words = [word.replace(PLACE, str(path)) for word in split_words(command)]
        try:
            with group_of_its_own(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                assert process.stdout
                assert process.stderr
                printed = {process.stdout: bytearray(), process.stderr: bytearray()}
                readers = [
                    threading.Thread(target=_drain, args=(process, *one, most_bytes), daemon=True)
                    for one in printed.items()
                ]
                for reader in readers:
                    reader.start()
                code = process.wait(seconds)
                end_group(process)  # its children would keep the pipes open
                for reader in readers:
                    reader.join(_DRAIN_SECONDS)
        except OSError as error:
            raise UsageError(f"{one_line(words[0])} cannot be run ({error.strerror}); check the command") from None
    if any(len(data) > most_bytes for data in printed.values()):
        raise FormatError(f"it printed more than {most_bytes / 1e6:g} MB", "have it print its answer alone")
    output, errors = (data.decode("utf-8", "replace") for data in printed.values())
    return subprocess.CompletedProcess(words, code, output, errors)


def _drain(process: subprocess.Popen[bytes], pipe: IO[bytes], printed: bytearray, most_bytes: int) -> None:
    """Read what a program prints; end it if that is too much."""
    with suppress(OSError, ValueError):  # the pipe is closed once the waiting is over
        while len(printed) <= most_bytes and (piece := os.read(pipe.fileno(), 1 << 16)):
            printed += piece
    if len(printed) > most_bytes:
        end_group(process)
        process.kill()


def read_answer(text: str, width: int, height: int) -> tuple[list[Grid], bool | None]:
    """Parse a program's solutions, and whether it says that there is only one (None: it does not say).

    No solutions are an answer too, if it says so; neither that nor a picture of the puzzle's size is a `FormatError`.

    >>> read_answer("found it:\\n# .\\nX X\\n", 2, 2)
    ([Grid(rows=('#.', '##'))], None)
    >>> read_answer("It has no solution.", 2, 2)
    ([], None)
    """
    if text.lstrip().startswith("{"):
        return _read_json(text, width, height)
    lines = ["".join(line.split()).translate(_SIGNS) for line in text.splitlines()]
    for start in range(len(lines) - height, -1, -1):
        rows = lines[start : start + height]
        if all(len(row) == width and not set(row) - set("#.") for row in rows):
            return [Grid(tuple(rows))], None
    if _NO_SOLUTION.search(text):
        return [], None
    said = one_line(text.strip()[:60]) or "nothing"
    raise FormatError(f"it printed no picture of {width}×{height} cells, but {said!r}", "print it, or 'no solution'")


def _read_json(text: str, width: int, height: int) -> tuple[list[Grid], bool | None]:
    try:
        answer = json.loads(text)
        grids = [Grid(tuple(rows)) for rows in answer["solutions"]]
    except (ValueError, KeyError, TypeError, PuzzleError) as error:
        raise FormatError(f"its JSON has no solutions ({error})", "print what `solve --json` prints") from None
    if any((grid.width, grid.height) != (width, height) or grid.unknown_count for grid in grids):
        raise FormatError("its JSON has a picture of another size, or not a whole one", f"print {width}×{height} cells")
    unique = answer.get("unique")
    return grids, unique if isinstance(unique, bool) else None


def _judged(
    outcome: PuzzleOutcome, puzzle: Puzzle, grids: list[Grid], unique: bool | None, seconds: float
) -> PuzzleOutcome:
    """Compare it with the clues, and if that does not settle it, with our own default strategy."""
    outcome = replace(outcome, result="solution" if grids else "no solution")
    is_right = all(grid.puzzle().has_clues_of(puzzle) for grid in grids)
    if is_right and grids and unique is None:
        return replace(outcome, status=Status.AGREES, sentence="right: a solution")
    reference = solve_any(puzzle, budget=Budget(seconds))
    agrees: bool | None = False
    if not is_right:
        claim = "its picture has other clues"
    elif grids:
        agrees = None if reference.unique is None else reference.unique is unique
        claim = "the one solution" if unique else "a solution, not the only one"
    else:
        agrees = not reference.solutions if reference.solutions or reference.complete else None
        claim = "there is no solution"
    if agrees is None:
        return replace(outcome, status=Status.UNDECIDED, sentence=f"not decided: {claim}")
    if agrees:
        return replace(outcome, status=Status.AGREES, sentence=f"right: {claim}")
    expected = grid_text(reference.solutions[0]) if reference.solutions else ""
    sentence = f"WRONG: {claim} (the reference finds: {reference.outcome.value})"
    return replace(outcome, status=Status.DISAGREES, sentence=sentence, expected=expected)

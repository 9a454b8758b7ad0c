"""A session at a machine, written down as a person would write its test: load, press, expect.

Such a test names no T-state and no checksum, so it holds for the next build of the program as well.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspectrum.atomic import save_file
from pyspectrum.errors import ExpectationError, RecordingError, TimeLimitError
from pyspectrum.machine import Spectrum
from pyspectrum.screen.fonts import UNREADABLE

_SETTLED_FRAMES = 25
"""The text has settled when it has not changed for half a second."""
_PATIENCE_FRAMES = 250
_MOST_EXPECTED = 2
"""Lines of the screen that one expectation is made of, at most."""
_LONGEST_LINE = 110
_OF_LOADING = ("Program: ", "Bytes: ", "Number array: ", "Character array: ", "To cancel")
"""Texts that the ROMs write while they load."""


@dataclass(frozen=True)
class Step:
    """One line of the test: ``type``, ``press``, ``tap``, ``wait``, ``run_frames`` or ``expect``, and what with.

    `row` is where a text is expected, None for anywhere; `is_own` tells those that the user asked for.
    """

    kind: str
    value: Any
    row: int | None = None
    is_own: bool = True

    def code(self) -> str:
        """The line of Python."""
        match self.kind:
            case "expect":
                row = "" if self.row is None else f", row={self.row}"
                return f"expect(spectrum).to_show({quoted(self.value)}{row})"
            case "wait":
                return f"spectrum.run(seconds={self.value:g})"
            case "run_frames":
                return f"spectrum.run_frames({self.value})"
            case _:
                return f"spectrum.{self.kind}({quoted(self.value)})"

    def take(self, spectrum: Spectrum) -> None:
        """Do what the line does."""
        from pyspectrum.testing.expectations import expect

        match self.kind:
            case "expect":
                expect(spectrum).to_show(self.value, row=self.row)
            case "wait":
                spectrum.run(seconds=self.value)
            case "run_frames":
                spectrum.run_frames(self.value)
            case _:
                getattr(spectrum, self.kind)(self.value)


class Script:
    """The steps of a session, noted as it runs.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> script = Script(spectrum)
    >>> script.act("type", "PRINT 6*7\\n")
    >>> script.settle()
    >>> for step in script.steps:
    ...     print(step.code())
    spectrum.type("PRINT 6*7\\n")
    expect(spectrum).to_show("0 OK, 0:1", row=23)
    expect(spectrum).to_show("42", row=0)
    """

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum
        self.steps: list[Step] = []
        self._seen = steady_lines(spectrum)

    def act(self, kind: str, value: Any) -> None:
        """Do and note a step of the user's."""
        step = Step(kind, value)
        step.take(self._spectrum)
        self.steps.append(step)
        if kind == "expect":
            self._seen = steady_lines(self._spectrum)

    def settle(self) -> None:
        """Run until the text on the screen keeps still, and note what is new there, or else the time it took."""
        before = self._seen
        frames = self._run_until_still()
        if steady_lines(self._spectrum) == before:
            self.steps.append(Step("run_frames", frames, is_own=False))
        else:
            self.expect_what_shows(is_own=False)

    def expect_what_shows(self, *, is_own: bool = True) -> None:
        """Note as expected what is new on the screen since the last such moment."""
        lines = steady_lines(self._spectrum)
        for row, text in new_texts(self._seen, lines)[:_MOST_EXPECTED]:
            self.steps.append(Step("expect", text, row, is_own))
        self._seen = lines

    def _run_until_still(self) -> int:
        spectrum, still, frames = self._spectrum, 0, 0
        lines = spectrum.text_lines()
        while still < _SETTLED_FRAMES and frames < _PATIENCE_FRAMES:
            spectrum.run_frames(1)
            frames += 1
            now = spectrum.text_lines()
            still = still + 1 if now == lines else 0
            lines = now
        return frames


def steady_lines(spectrum: Spectrum) -> tuple[str, ...]:
    """The text on the screen without what flashes, as the cursor does."""
    screen = spectrum.screen
    return tuple(
        "".join(UNREADABLE if screen.attribute(row, column).flash else sign for column, sign in enumerate(line))
        for row, line in enumerate(spectrum.text_lines())
    )


def new_texts(before: tuple[str, ...], after: tuple[str, ...]) -> list[tuple[int, str]]:
    """The readable texts that are new, each with its row, the longest first and else from above.

    >>> new_texts(("SCORE 00", "        "), ("SCORE 10", "GAME OVER "))
    [(1, 'GAME OVER'), (0, 'SCORE 10')]
    """
    changed = [(row, line) for row, line in enumerate(after) if line != before[row : row + 1][0]]
    pieces = [(row, piece) for row, line in changed if (piece := _longest_piece(line))]
    return sorted(pieces, key=lambda place: (-len(place[1]) >= -2, -len(place[1])))


def _longest_piece(line: str) -> str:
    """The longest text in a line without what cannot be read."""
    return max((piece.strip() for piece in line.split(UNREADABLE)), key=len)


def title_of(spectrum: Spectrum) -> str | None:
    """A text that tells a loaded program: the longest on the screen; None if there is nothing to be read."""
    texts = [text for _, text in new_texts(("",) * 24, steady_lines(spectrum)) if not text.startswith(_OF_LOADING)]
    return texts[0] if texts and len(texts[0]) > 2 else None


def checked(steps: list[Step], spectrum: Spectrum) -> list[Step]:
    """The steps without those expectations of our own that do not hold when the session is taken again.

    Raises:
        RecordingError: one of the user's own does not hold.
    """
    kept = []
    for step in steps:
        try:
            step.take(spectrum)
        except (ExpectationError, TimeLimitError) as error:
            if step.is_own:
                summary = str(error).splitlines()[0]
                raise RecordingError(f"taken again, the session went another way: {step.code()}: {summary}") from None
        else:
            kept.append(step)
    return kept


def write_script(
    steps: list[Step],
    path: Path | str,
    media: Path | str,
    *,
    until: str | None = None,
    machine: dict[str, str] | None = None,
) -> None:
    """Write a pytest test of these steps.

    Args:
        path: the file.
        media: the tape or snapshot; its path is written relative to the test's.
        until: the text that says it has been loaded.
        machine: what the mark `spectrum` is given, for another machine than a plain 48K.

    Raises:
        RecordingError: the file cannot be written.
    """
    path = Path(path)
    expects = any(step.kind == "expect" for step in steps)
    wanted = ", ".join(f"{key}={quoted(value)}" for key, value in (machine or {}).items())
    imports = [*(["import pytest", ""] if wanted else []), *(["from pyspectrum import expect"] if expects else [])]
    lines = [
        f'"""Recorded with {Path(media).name}: the keys pressed, and the screens expected."""',
        "",
        *imports,
        *([""] if imports and imports[-1] else []),
        *(["", f"@pytest.mark.spectrum({wanted})"] if wanted else [""]),
        f"def {test_name(path)}(load):",
        f"    spectrum = load({from_test(media, path)}{f', until={quoted(until)}' if until else ''})",
        *(f"    {code}{'  # noqa: E501' if len(code) > _LONGEST_LINE else ''}" for code in map(Step.code, steps)),
        "",
    ]
    save_test(path, lines)


def test_name(path: Path) -> str:
    """The name of the function in a test file of this name.

    >>> test_name(Path("test_my-game.py"))
    'test_my_game'
    """
    name = re.sub(r"\W+", "_", path.stem).strip("_").removeprefix("test_")
    return f"test_{name or 'recording'}"


def from_test(media: Path | str, test: Path) -> str:
    """The path of a medium as seen from a test's folder, in quotes."""
    return quoted(Path(os.path.relpath(media, test.parent)).as_posix())


def save_test(path: Path, lines: list[str]) -> None:
    """Write a test, whole or not at all."""
    save_file(path, "\n".join(lines).encode(), "the test", RecordingError, "name another place")


def quoted(text: str) -> str:
    r"""A text as Python has it, in double quotes.

    >>> print(quoted('say "RUN"\n'))
    "say \"RUN\"\n"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

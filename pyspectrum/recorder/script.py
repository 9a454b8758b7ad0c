"""Script of a session, written as a person would write its test: load, press, expect.

It has no T-states and no checksums, so it holds for the next build of the program as well.
"""

from __future__ import annotations

import json
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
"""Frames without a change after which the text has settled."""
_PATIENCE_FRAMES = 250
_MOST_EXPECTED = 2
"""Texts of the screen that are expected at once, at most."""
_LONGEST_LINE = 110
_OF_LOADING = ("Program: ", "Bytes: ", "Number array: ", "Character array: ", "To cancel")
"""Texts that the ROMs write while they load."""


@dataclass(frozen=True)
class Step:
    """One line of the test: ``type``, ``press``, ``tap``, ``wait``, ``run_frames`` or ``expect``, and its argument.

    `row` is that of an expected text, None for any; `is_own` marks those that the user asked for.
    """

    kind: str
    value: Any
    row: int | None = None
    is_own: bool = True

    def code(self) -> str:
        if self.kind == "wait":
            return f"spectrum.run(seconds={self.value:g})"
        value = quoted(self.value) if isinstance(self.value, str) else self.value
        if self.kind == "expect":
            return f"expect(spectrum).to_show({value}{'' if self.row is None else f', row={self.row}'})"
        return f"spectrum.{self.kind}({value})"

    def take(self, spectrum: Spectrum) -> None:
        from pyspectrum.testing.expectations import expect

        if self.kind == "wait":
            spectrum.run(seconds=self.value)
        elif self.kind == "expect":
            expect(spectrum).to_show(self.value, row=self.row)
        else:
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
        """Do and note a step that the user asked for."""
        step = Step(kind, value)
        step.take(self._spectrum)
        self.steps.append(step)
        if kind == "expect":
            self._seen = steady_lines(self._spectrum)

    def settle(self) -> None:
        """Run until the text on the screen keeps still, and note what is new there, or else the time it took."""
        spectrum, still, frames = self._spectrum, 0, 0
        lines = spectrum.text_lines()
        while still < _SETTLED_FRAMES and frames < _PATIENCE_FRAMES:
            spectrum.run_frames(1)
            frames += 1
            before, lines = lines, spectrum.text_lines()
            still = still + 1 if lines == before else 0
        if steady_lines(spectrum) == self._seen:
            self.steps.append(Step("run_frames", frames, is_own=False))
        else:
            self.expect_what_shows(is_own=False)

    def expect_what_shows(self, *, is_own: bool = True) -> None:
        """Expect the texts that are new on the screen since the last expectation."""
        lines = steady_lines(self._spectrum)
        for row, text in new_texts(self._seen, lines)[:_MOST_EXPECTED]:
            self.steps.append(Step("expect", text, row, is_own))
        self._seen = lines


def steady_lines(spectrum: Spectrum) -> tuple[str, ...]:
    """Return the text on the screen without what flashes, as the cursor does."""
    screen = spectrum.screen
    return tuple(
        "".join(UNREADABLE if screen.attribute(row, column).flash else sign for column, sign in enumerate(line))
        for row, line in enumerate(spectrum.text_lines())
    )


def new_texts(before: tuple[str, ...], after: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the readable texts that are new, each with its row, the longest first and else from above.

    >>> new_texts(("SCORE 00", "        "), ("SCORE 10", "GAME OVER "))
    [(1, 'GAME OVER'), (0, 'SCORE 10')]
    """
    changed = [(row, line) for row, line in enumerate(after) if line != before[row : row + 1][0]]
    longest = [(row, max((piece.strip() for piece in line.split(UNREADABLE)), key=len)) for row, line in changed]
    return sorted(((row, text) for row, text in longest if text), key=lambda place: -len(place[1]))


def title_of(spectrum: Spectrum) -> str | None:
    """Return a text that tells a loaded program: the longest on the screen, or None if there is none."""
    texts = [text for _, text in new_texts(("",) * 24, steady_lines(spectrum)) if not text.startswith(_OF_LOADING)]
    return texts[0] if texts and len(texts[0]) > 2 else None


def checked(steps: list[Step], spectrum: Spectrum) -> list[Step]:
    """Return the steps without those recorded expectations that do not hold when the session is run again.

    RecordingError if one of the user's own does not hold.
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
    steps: list[Step], path: Path | str, media: Path | str, *, until: str | None = None,
    machine: dict[str, str] | None = None,
) -> None:  # fmt: skip
    """Write a pytest test of these steps: `until` is the text that ends the load of `media`, a tape or snapshot.

    `machine` are arguments of the mark `spectrum`, for another machine than a plain 48K.
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
        f"    spectrum = load({from_test(media, path)}{f', until_text={quoted(until)}' if until else ''})",
        *(f"    {code}{'  # noqa: E501' if len(code) > _LONGEST_LINE else ''}" for code in map(Step.code, steps)),
        "",
    ]
    save_test(path, "\n".join(lines))


def test_name(path: Path) -> str:
    name = re.sub(r"\W+", "_", path.stem).strip("_").removeprefix("test_")
    return f"test_{name or 'recording'}"


def from_test(media: Path | str, test: Path) -> str:
    """Return the path of a medium as seen from a test's folder, in quotes."""
    try:
        seen = Path(os.path.relpath(media, test.parent))
    except ValueError:  # it is on another drive of Windows
        seen = Path(media).absolute()
    return quoted(seen.as_posix())


def save_test(path: Path, text: str) -> None:
    save_file(path, text.encode(), "the test", RecordingError, "name another place")


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

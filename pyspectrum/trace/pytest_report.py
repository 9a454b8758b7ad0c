"""A failed test in pytest's report: our message in place of the traceback, and the trace's file."""

from __future__ import annotations

import base64
import io
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from pyspectrum.atomic import write_whole
from pyspectrum.errors import SpectrumError
from pyspectrum.trace.failure import Failure, describe, test_lines
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import record
from pyspectrum.trace.write import trace_page

_INDENT = "    "
_MOST_ROWS = 12
_COLUMNS = 32

Paint = Callable[[str, str], str]
"""Colours a text: ``good``, ``bad`` or ``strong``."""

_CODES = {"good": "32", "bad": "31", "strong": "1"}


def plain(text: str, _: str) -> str:
    """No colour."""
    return text


def coloured(text: str, kind: str) -> str:
    """Colours as terminals have them."""
    return f"\x1b[{_CODES[kind]}m{text}\x1b[0m"


def message(failure: Failure, screen: Sequence[str], trace: Path | None, paint: Paint = plain) -> list[str]:
    """The lines of the message, without line ends.

    Args:
        screen: the 24 text lines.
        trace: the trace's file, if there is one.
        paint: `coloured` in a terminal that shows colours.
    """
    lines: list[str] = []
    if failure.call is not None:
        for place, text in test_lines(failure.call):
            lines += [place, f"{_INDENT}{text}", ""]
    lines += [failure.finding.title, ""]
    lines += _texts(failure, paint)
    if failure.report:
        lines += [*(f"{_INDENT}{line}" for line in failure.report), ""]
    if failure.facts:
        lines += [*failure.facts, ""]
    lines += [*rows(screen), ""]
    if trace is not None:
        lines.append(opening(trace, paint=paint))
    return [f"{_INDENT}{line}".rstrip() for line in lines]


def _texts(failure: Failure, paint: Paint) -> list[str]:
    expected, shown = failure.finding.expected, failure.finding.shown
    if expected is None or shown is None:
        return []
    differs = [
        index
        for index in range(max(len(expected), len(shown)))
        if expected[index : index + 1] != shown[index : index + 1]
    ]
    marks = "".join("^" if index in differs else " " for index in range(max(differs, default=-1) + 1))
    lines = [f"{_INDENT}expected   {paint(expected, 'good')}", f"{_INDENT}shown      {paint(shown, 'bad')}"]
    if marks and not expected.startswith("/"):
        lines.append(f"{_INDENT}           {marks}")
    return [*lines, ""]


def rows(screen: Sequence[str]) -> list[str]:
    """The rows that have something on them, in a frame, with their numbers.

    >>> for line in rows(["   SCORE", *[""] * 23]):
    ...     print(line.strip())
    +--------------------------------+
    0 |   SCORE                        |
    +-- 23 empty rows are left out --+
    """
    filled = [(number, line) for number, line in enumerate(screen) if line.strip()]
    edge = "-" * _COLUMNS
    lines = [f"    +{edge}+"]
    lines += [f"{number:>3} |{line.ljust(_COLUMNS)}|" for number, line in filled[:_MOST_ROWS]]
    empty = len(screen) - len(filled)
    if len(filled) > _MOST_ROWS:
        note = f" {len(filled) - _MOST_ROWS} more rows "
    elif empty:
        note = (
            " the screen is empty " if not filled else f" {empty} empty row{'s are' if empty > 1 else ' is'} left out "
        )
    else:
        note = ""
    lines.append(f"    +{note.center(_COLUMNS, '-')}+")
    return lines


def opening(
    trace: Path,
    *,
    paint: Paint = plain,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> str:
    """The command that opens a trace; where CI is set, its path.

    >>> opening(Path("out/trace.html"), environment={}, platform="darwin")
    'open out/trace.html'
    """
    path = paint(str(trace), "strong")
    if environment.get("CI"):
        return path
    program = "start" if platform == "win32" else "open" if platform == "darwin" else "xdg-open"
    name = f'"{path}"' if " " in str(trace) else path
    if paint is not plain:  # a terminal: the path is a link in those that know links
        name = f"\x1b]8;;{trace.resolve().as_uri()}\x1b\\{name}\x1b]8;;\x1b\\"
    return f"{program} {name}"


def save_and_tell(
    item: pytest.Item, report: pytest.TestReport, call: pytest.CallInfo[None], journals: Sequence[Journal], path: Path
) -> None:
    """Write the trace of a test; where the test failed, say in the report what is wrong and how to open the trace.

    Args:
        journals: of each machine that the test had.
    """
    error = call.excinfo.value if call.excinfo and report.failed else None
    for journal in journals:
        journal.finish()
    ordered = sorted(journals, key=lambda one: not any(made.error is error for made in one.calls))
    recordings = [record(journal) for journal in ordered]
    journal = ordered[0]
    failure = describe(journal, recordings[0], error) if error is not None else None
    text = trace_page(
        ordered,
        test=item.nodeid,
        outcome=report.outcome,
        recordings=recordings,
        failure=failure.head if failure else None,
        pictures=_pictures(error),
        failed_at=_failed_at(error, item.path) if error is not None else None,
        output="".join(text for name, text in report.sections if name.startswith("Captured ")),
    )
    write_whole(path, text.encode())
    if failure is None or error is None:
        return
    here = Path(os.path.relpath(path)) if path.is_relative_to(Path.cwd()) else path
    screen = journal.spectrum.text_lines()
    paint = coloured if item.config.get_terminal_writer().hasmarkup and sys.stdout.isatty() else plain
    if failure.call is not None and isinstance(error, SpectrumError) and not item.config.getoption("fulltrace"):
        lines = message(failure, screen, here, paint)
        report.longrepr = _representation(item, failure, lines)
    else:
        report.sections.append(("Spectrum", "\n".join([*rows(screen), "", opening(here, paint=paint)])))


def _failed_at(error: BaseException, test: Path) -> tuple[str, int] | None:
    """The last line of the test's own file on the way to an error."""
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return next((place for place in reversed(frames) if Path(place[0]) == test), None)


def _representation(item: pytest.Item, failure: Failure, lines: list[str]) -> ReprExceptionInfo:
    """The message as pytest keeps a failure, its one line for the summary included."""
    assert failure.call is not None
    places = failure.call.places
    path, line = (places[0].path, places[0].line) if places else (str(item.path), 0)
    entry = ReprEntryNative(["\n".join(["", *lines, ""])])
    crash = ReprFileLocation(path, line, failure.finding.summary)
    return ReprExceptionInfo(ReprTraceback([entry], None, "native"), crash)


def _pictures(error: BaseException | None) -> dict[str, str] | None:
    """The golden picture, the actual one and their difference, as URLs of data."""
    found = {}
    for name, picture in getattr(error, "pictures", {}).items():
        data = io.BytesIO()
        picture.save(data, "PNG")
        found[name] = "data:image/png;base64," + base64.b64encode(data.getvalue()).decode("ascii")
    return found or None

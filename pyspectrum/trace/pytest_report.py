"""A failed test in pytest's report: a message in place of the traceback, and the trace's file."""

from __future__ import annotations

import base64
import html
import os
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from pyspectrum.atomic import write_whole
from pyspectrum.errors import SpectrumError
from pyspectrum.screen.picture import png_bytes
from pyspectrum.trace.failure import Diagnosis, Failure, test_lines
from pyspectrum.trace.journal import Call, Journal
from pyspectrum.trace.recording import record
from pyspectrum.trace.write import fill, trace_page

ENTRY = "spectrum_trace"
"""The attribute of a report that has its entry in the index of traces."""
_INDENT = "    "
_MOST_ROWS = 12
_COLUMNS = 32

_GREEN, _RED, _BOLD = "32", "31", "1"


def _painted(text: str, code: str, in_colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if in_colour else text


def message(failure: Failure, call: Call, screen: Sequence[str], trace: Path, in_colour: bool) -> list[str]:
    """Return the lines of the message about a failed call, without line ends."""
    lines: list[str] = []
    for place, text in test_lines(call):
        lines += [place, f"{_INDENT}{text}", ""]
    lines += [failure.diagnosis.title, "", *_texts(failure.diagnosis, in_colour)]
    if failure.report:
        lines += [*(f"{_INDENT}{line}" for line in failure.report), ""]
    if failure.facts:
        lines += [*failure.facts, ""]
    lines += [*rows(screen), "", opening(trace, in_colour)]
    return [f"{_INDENT}{line}".rstrip() for line in lines]


def _texts(diagnosis: Diagnosis, in_colour: bool) -> list[str]:
    expected, shown = diagnosis.expected, diagnosis.shown
    if expected is None or shown is None:
        return []
    marks = "".join(" " if one == other else "^" for one, other in zip_longest(expected, shown)).rstrip()
    lines = [
        f"{_INDENT}expected   {_painted(expected, _GREEN, in_colour)}",
        f"{_INDENT}shown      {_painted(shown, _RED, in_colour)}",
    ]
    if marks and not expected.startswith("/"):
        lines.append(f"{_INDENT}           {marks}")
    return [*lines, ""]


def rows(screen: Sequence[str]) -> list[str]:
    """Return the rows that have something on them, in a frame, with their numbers.

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
    note = f" {empty} empty row{'s are' if empty > 1 else ' is'} left out " if empty else ""
    if len(filled) > _MOST_ROWS:
        note = f" {len(filled) - _MOST_ROWS} more rows "
    elif not filled:
        note = " the screen is empty "
    lines.append(f"    +{note.center(_COLUMNS, '-')}+")
    return lines


def opening(trace: Path, in_colour: bool) -> str:
    """Return the command that opens a trace; if CI is set, its path."""
    path = _painted(str(trace), _BOLD, in_colour)
    if os.environ.get("CI"):
        return path
    program = {"win32": "explorer", "darwin": "open"}.get(sys.platform, "xdg-open")
    name = f'"{path}"' if " " in str(trace) else path
    if in_colour:  # a terminal: the path is a link in those that know links
        name = f"\x1b]8;;{trace.resolve().as_uri()}\x1b\\{name}\x1b]8;;\x1b\\"
    return f"{program} {name}"


def save_and_tell(
    item: pytest.Item, report: pytest.TestReport, call: pytest.CallInfo[None], journals: Sequence[Journal], path: Path
) -> None:
    """Write the trace of a test; if it failed, say in the report what is wrong and how to open the trace."""
    error = call.excinfo.value if call.excinfo and report.failed else None
    for journal in journals:
        journal.finish()
    ordered = sorted(journals, key=lambda one: not any(made.error is error for made in one.calls))
    recordings = [record(journal) for journal in ordered]
    journal = ordered[0]
    failure = Failure(journal, recordings[0], error) if error is not None else None
    head, failed_at = failure.head if failure else None, _failed_at(error, item.path)
    output = "".join(text for name, text in report.sections if name.startswith("Captured "))
    text = trace_page(
        ordered, test=item.nodeid, outcome=report.outcome, recordings=recordings, failure=head,
        pictures=_pictures(error), failed_at=failed_at, output=output,
    )  # fmt: skip
    write_whole(path, text.encode())
    kind, title = (failure.head["kind"], failure.head["title"]) if failure else (report.outcome, "")
    report.__dict__[ENTRY] = tuple(Entry(str(path), item.nodeid, kind, title))  # workers of xdist send plain tuples
    if failure is None:
        return
    here = _from_here(path)
    screen = journal.spectrum.text_lines()
    in_colour = item.config.get_terminal_writer().hasmarkup and sys.stdout.isatty()
    made = failure.call
    if made is None or not isinstance(error, SpectrumError) or item.config.getoption("fulltrace"):
        report.sections.append(("Spectrum", "\n".join([*rows(screen), "", opening(here, in_colour)])))
        return
    file, line = (made.places[0].path, made.places[0].line) if made.places else (str(item.path), 0)
    entry = ReprEntryNative(["\n".join(["", *message(failure, made, screen, here, in_colour), ""])])
    crash = ReprFileLocation(file, line, failure.diagnosis.summary)
    report.longrepr = ReprExceptionInfo(ReprTraceback([entry], None, "native"), crash)


class Entry(NamedTuple):
    """A trace for the index; `kind` is that of the failure, or ``passed``, `title` what is wrong."""

    trace: str
    test: str
    kind: str
    title: str


def index_reports(reports: Iterable[object], folder: Path) -> str:
    """Write the index of the traces that the reports of a run have; return a line that says so, "" without traces.

    It is one HTML page, filtered by text and by kind of failure.
    """
    found = {entry[0]: Entry(*entry) for report in reports if (entry := getattr(report, ENTRY, None))}
    entries = [entry for path, entry in found.items() if Path(path).is_file()]  # an attempt that passed removed its own
    if not entries:
        return ""
    counts = sorted(Counter(entry.kind for entry in entries).items())
    kinds = "".join(f'<option value="{kind}">{kind} ({count})</option>' for kind, count in counts)
    path = folder / "index.html"
    try:
        rows = "".join(_row(entry, folder) for entry in sorted(entries, key=lambda entry: entry.test))
        page = fill("index.html", {"KINDS": kinds, "ROWS": rows, "COUNT": str(len(entries))})
        write_whole(path, page.encode())
    except (OSError, ValueError) as error:  # ValueError: a trace lies elsewhere
        return f"the index of the traces cannot be written: {error}"
    return f"All traces: {opening(_from_here(path), in_colour=False)}"


def _row(entry: Entry, folder: Path) -> str:
    link = quote(Path(entry.trace).relative_to(folder).as_posix())
    test, kind, title = html.escape(entry.test), html.escape(entry.kind), html.escape(entry.title)
    return f'<tr data-kind="{kind}"><td><a href="{link}">{test}</a></td><td>{kind}</td><td>{title}</td></tr>\n'


def _from_here(path: Path) -> Path:
    return Path(os.path.relpath(path)) if path.is_relative_to(Path.cwd()) else path


def _failed_at(error: BaseException | None, test: Path) -> tuple[str, int] | None:
    """Return the last line of the test's own file on the way to an error."""
    walked = traceback.walk_tb(error.__traceback__ if error else None)
    lines = [line for frame, line in walked if Path(frame.f_code.co_filename) == test]
    return (str(test), lines[-1]) if lines else None


def _pictures(error: BaseException | None) -> dict[str, str]:
    pictures = {name: png_bytes(picture) for name, picture in getattr(error, "pictures", {}).items()}
    return {name: f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}" for name, data in pictures.items()}

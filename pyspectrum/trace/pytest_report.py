"""A failed test in pytest's report: our message in place of the traceback, and the trace's file."""

from __future__ import annotations

import base64
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from pyspectrum.atomic import write_text_whole
from pyspectrum.errors import SpectrumError
from pyspectrum.trace.failure import Failure, describe
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.message import coloured, message, opening, plain, rows
from pyspectrum.trace.recording import record
from pyspectrum.trace.write import trace_page


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
    )
    write_text_whole(path, text)
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

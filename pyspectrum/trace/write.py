"""A trace written: from the journals of a test's machines, and what failed, to one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspectrum.trace.head import FORMAT, Sources, calls_of, keys_of, model_facts
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.page import Part, page
from pyspectrum.trace.recording import Recording, record


def trace_page(
    journals: Sequence[Journal],
    *,
    test: str,
    outcome: str,
    recordings: Sequence[Recording] = (),
    failure: dict[str, Any] | None = None,
    pictures: dict[str, str] | None = None,
) -> str:
    """The trace of a test as HTML.

    Args:
        journals: of each of its machines; the first is the one that the failure is about.
        recordings: what was recorded of each already.
        failure: what `failure.describe` says of it.
        pictures: golden pictures, as data URLs.
    """
    parts = []
    for number, journal in enumerate(journals):
        recording = recordings[number] if number < len(recordings) else record(journal)
        parts.append(_part(journal, recording, test, outcome))
        if len(journals) > 1:
            parts[-1].head["name"] = f"{number + 1}: {parts[-1].model.name}"
    if failure is not None:
        parts[0].head["failure"] = failure
    if pictures:
        parts[0].head["pictures"] = pictures
    return page(parts, f"{test.rpartition('::')[2]} · trace")


def _part(journal: Journal, recording: Recording, test: str, outcome: str) -> Part:
    model = journal.spectrum.model
    sources = Sources()
    calls = calls_of(journal, recording, sources)
    file, _, name = test.rpartition("::")
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": model.name,
        "test": name,
        "file": file,
        "outcome": outcome,
        "model": model_facts(model),
        "begin": recording.begin,
        "end": recording.end,
        "calls": calls,
        "keys": keys_of(journal, recording),
    }
    if recording.begin > journal.begin:
        head["cut"] = f"the last {model.seconds(recording.end - recording.begin) / 60:.0f} minutes"
    if recording.right_until is not None:
        head["not_exact"] = not_exact_text(journal, recording)
    return Part(head, sources.describe(journal.spectrum.symbols), recording, model)


def not_exact_text(journal: Journal, recording: Recording) -> str:
    """From where on running again went another way, and what may be why."""
    frame = max(0, len(recording.frames) - 1)
    hooks = journal.spectrum.core.ports
    why = " (a hook at a port)" if hooks.has_hooks or journal.answers else ""
    return f"The replay differs from frame {frame} on{why}. The trace ends there."

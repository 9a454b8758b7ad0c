"""The page of a trace: one HTML file made of the journals of a test's machines and of what failed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from pyspectrum.models import Model
from pyspectrum.page import join_with_imports
from pyspectrum.trace.encode import encode_changes, encode_frames, encode_sound, packed
from pyspectrum.trace.head import FORMAT, Sources, calls_of, keys_of
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import Recording, record

STYLES = ("tokens.css", "viewer.css")

_LONGEST_OUTPUT = 100_000
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:"


def trace_page(
    journals: Sequence[Journal],
    *,
    test: str,
    outcome: str,
    recordings: Sequence[Recording] = (),
    failure: dict[str, Any] | None = None,
    pictures: dict[str, str] | None = None,
    failed_at: tuple[str, int] | None = None,
    output: str = "",
) -> str:
    """Return the trace of a test as HTML.

    Args:
        journals: one for each of its machines; the first is that of the failure.
        recordings: their recordings, if they have been made already.
        failure: the head of `failure.describe`.
        pictures: golden pictures, as data URLs.
        failed_at: the file and the line of the test that failed.
        output: what the test has printed.
    """
    data: list[str] = []
    for number, (journal, recording) in enumerate(zip(journals, recordings or map(record, journals), strict=True)):
        sources, model = Sources(), journal.spectrum.model
        head = _head(journal, recording, sources, test, outcome)
        if len(journals) > 1:
            head["name"] = f"{number + 1}: {model.name}"
        if number == 0:
            if failure is not None:
                line = {"line": [sources.number(failed_at[0]), failed_at[1]]} if failed_at is not None else {}
                head["failure"] = failure | line
            if output:
                head["output"] = output[:_LONGEST_OUTPUT]
            if pictures:
                head["pictures"] = pictures
        data += _sections(number, head, sources.describe(journal.spectrum.symbols), recording, model)
    values = {
        "TITLE": html.escape(f"{test.rpartition('::')[2]} · trace", quote=False),
        "POLICY": _POLICY,
        "STYLE": "\n".join(map(_viewer_file, STYLES)),
        "DATA": "\n".join(data),
        "SCRIPT": script(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], _viewer_file("page.html"))


def script() -> str:
    """Return all modules of the viewer as one script."""
    return join_with_imports("main", lambda name: _viewer_file(f"{name}.js"))


def _viewer_file(name: str) -> str:
    """Return a file of the viewer, or the Z80 that it shares with the Spectrum in a page."""
    own = files("pyspectrum.trace") / "viewer" / name
    return (own if own.is_file() else files("pyspectrum") / "page" / name).read_text(encoding="utf-8")


def _head(journal: Journal, recording: Recording, sources: Sources, test: str, outcome: str) -> dict[str, Any]:
    model = journal.spectrum.model
    file, _, name = test.rpartition("::")
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": model.name,
        "test": name,
        "file": file,
        "outcome": outcome,
        "model": model.facts,
        "begin": recording.begin,
        "end": recording.end,
        "calls": calls_of(journal, recording, sources),
        "keys": keys_of(journal, recording),
    }
    if recording.begin > journal.begin:
        head["cut"] = f"the last {model.seconds(recording.end - recording.begin) / 60:.0f} minutes"
    if recording.right_until is not None:
        why = " (a hook at a port)" if journal.spectrum.core.ports.has_hooks or journal.answers else ""
        frame = max(0, len(recording.frames) - 1)
        head["not_exact"] = f"The replay differs from frame {frame} on{why}. The trace ends there."
    return head


def _sections(
    number: int, head: dict[str, Any], source: dict[str, Any], recording: Recording, model: Model
) -> Iterable[str]:
    """Yield the elements with one machine's data."""
    frames, every = encode_frames(recording)
    head |= {"frames": len(recording.frames) - 1, "every": every}
    text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
    yield f'<script type="application/json" id="head-data-{number}">{text}</script>'
    sections = {
        "source": packed(json.dumps(source, separators=(",", ":"), ensure_ascii=False).encode("utf-8")),
        "ram": packed(recording.ram),
        "rom": packed(b"".join(Path(path).read_bytes() for path in model.rom_paths)),
        "frames": frames,
        "reads": packed(bytes(recording.reads)),
        "sound": encode_sound(recording),
        "changes": encode_changes(recording),
    }
    for name, content in sections.items():
        yield f'<script type="text/plain" id="{name}-{number}">{content}</script>'

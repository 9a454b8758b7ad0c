"""A trace written: from the journals of a test's machines, and what failed, to one HTML file."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Part:
    """One machine's trace: its head, its source and what was recorded of it."""

    head: dict[str, Any]
    source: dict[str, Any]
    recording: Recording
    model: Model


def viewer_file(name: str) -> str:
    """A file of the viewer, or one that it shares with the Spectrum in a page: the Z80."""
    own = files("pyspectrum.trace") / "viewer" / name
    return (own if own.is_file() else files("pyspectrum") / "page" / name).read_text(encoding="utf-8")


def script() -> str:
    """All modules as one script."""
    return join_with_imports("main", lambda name: viewer_file(f"{name}.js"))


def page(parts: Sequence[Part], title: str) -> str:
    """The whole file; `parts` are the machines of the test, the one to be shown first at the front."""
    data = "\n".join(line for number, part in enumerate(parts) for line in _data(number, part))
    text = viewer_file("page.html")
    values = {
        "TITLE": html.escape(title, quote=False),
        "POLICY": _POLICY,
        "STYLE": "\n".join(map(viewer_file, STYLES)),
        "DATA": data,
        "SCRIPT": script(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], text)


def _data(number: int, part: Part) -> Iterable[str]:
    recording = part.recording
    frames, every = encode_frames(recording)
    head = {**part.head, "frames": len(recording.frames) - 1, "every": every}
    text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
    yield f'<script type="application/json" id="head-data-{number}">{text}</script>'
    source = json.dumps(part.source, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    rom = b"".join(Path(path).read_bytes() for path in part.model.rom_paths)
    sections = {
        "source": packed(source),
        "ram": packed(recording.ram),
        "rom": packed(rom),
        "frames": frames,
        "reads": packed(bytes(recording.reads)),
        "sound": encode_sound(recording),
        "changes": encode_changes(recording),
    }
    for name, content in sections.items():
        yield f'<script type="text/plain" id="{name}-{number}">{content}</script>'


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
    """The trace of a test as HTML.

    Args:
        journals: of each of its machines; the first is the one that the failure is about.
        recordings: what was recorded of each already.
        failure: what `failure.describe` says of it.
        pictures: golden pictures, as data URLs.
        failed_at: the file and the line of the test that failed.
        output: what the test has printed.
    """
    parts = []
    for number, journal in enumerate(journals):
        recording = recordings[number] if number < len(recordings) else record(journal)
        parts.append(_part(journal, recording, test, outcome, failed_at if not number and failure else None))
        if len(journals) > 1:
            parts[-1].head["name"] = f"{number + 1}: {parts[-1].model.name}"
    if failure is not None:
        parts[0].head["failure"] = failure | parts[0].head.pop("failed_at", {})
    if output:
        parts[0].head["output"] = output[:_LONGEST_OUTPUT]
    if pictures:
        parts[0].head["pictures"] = pictures
    return page(parts, f"{test.rpartition('::')[2]} · trace")


def _part(journal: Journal, recording: Recording, test: str, outcome: str, failed_at: tuple[str, int] | None) -> Part:
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
        "model": model.facts,
        "begin": recording.begin,
        "end": recording.end,
        "calls": calls,
        "keys": keys_of(journal, recording),
    }
    if failed_at is not None:
        head["failed_at"] = {"line": [sources.number(failed_at[0]), failed_at[1]]}
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

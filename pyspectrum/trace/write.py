"""The page of a trace: one HTML file made of the journals of a test's machines and of what failed.

The head of each machine's data is JSON: the test, its calls and keys, the failure. The recording stands in base64,
deflated. A number in it is written in groups of seven bits, the lowest first, bit 7 set on all but the last; of the
registers only those that have changed are written, under a mask of 24 bits.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.keyboard import kempston_directions
from pyspectrum.models import Model
from pyspectrum.page import join_with_imports, json_in_html
from pyspectrum.trace.journal import Call, Journal, Runs
from pyspectrum.trace.recording import Frame, Trace, record

STYLES = ("tokens.css", "viewer.css")
FORMAT = "spectrum-trace 1"
FRAMES_BUDGET = 600_000
"""Bytes (in base64) that the frames may take before only some of them are kept."""
_MOST_THINNED = 64
_LONGEST_ARGUMENT = 60
_LONGEST_OUTPUT = 100_000
_MOST_SOURCE_LINES = 20_000
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:"


def trace_page(
    journals: Sequence[Journal], *, test: str, outcome: str, recordings: Sequence[Trace] = (),
    failure: dict[str, Any] | None = None, pictures: dict[str, str] | None = None,
    failed_at: tuple[str, int] | None = None, output: str = "",
) -> str:  # fmt: skip
    """Return the trace of a test as HTML.

    There is a journal for each of its machines, the first that of the failure, whose `head` is `failure`; `recordings`
    are theirs, if they have been made already, `pictures` golden ones, as data URLs, `failed_at` the file and the line
    of the test, and `output` is what it has printed.
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
    title = html.escape(f"{test.rpartition('::')[2]} · trace", quote=False)
    return fill("page.html", {"TITLE": title, "DATA": "\n".join(data), "SCRIPT": script()})


def fill(page: str, values: Mapping[str, str]) -> str:
    """Return a page of the viewer with its styles and these values."""
    values = {"POLICY": _POLICY, "STYLE": "\n".join(map(_viewer_file, STYLES)), **values}
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], _viewer_file(page))


def script() -> str:
    """Return all modules of the viewer as one script."""
    return join_with_imports("main.js", _viewer_file)


def _viewer_file(name: str) -> str:
    """Return a file of the viewer; its scripts import others from the Spectrum in a page."""
    return (files("pyspectrum.trace") / "viewer" / name).read_text(encoding="utf-8")


def _head(journal: Journal, recording: Trace, sources: Sources, test: str, outcome: str) -> dict[str, Any]:
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
    number: int, head: dict[str, Any], source: dict[str, Any], recording: Trace, model: Model
) -> Iterable[str]:
    frames, every = encode_frames(recording)
    head |= {"frames": len(recording.frames) - 1, "every": every}
    yield f'<script type="application/json" id="head-data-{number}">{json_in_html(head)}</script>'
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


class Sources:
    """Source files that a trace shows, and the lines of its instructions."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, path: str) -> int:
        """Return the number of a file, which is shown from now on."""
        return self._numbers.setdefault(path, len(self._numbers))

    def describe(self, symbols: SymbolTable | None) -> dict[str, Any]:
        """Return labels, lines by address, and the files' text."""
        symbols = symbols or SymbolTable({}, 0, 0)
        lowest = 0x4000 if symbols.labels is not None else max(0x4000, symbols.start)
        labels: list[list[Any]] = []
        for name in symbols.symbols if symbols.labels is None else symbols.labels:
            value = symbols.symbols[name]
            if lowest <= value <= 0xFFFF:
                labels.append([value, name, *([symbols.banks[name]] if name in symbols.banks else [])])
        lines = {str(address): [self.number(at.path), at.line] for address, at in symbols.lines.items()}
        files = [{"name": Path(path).name, "lines": source_text(path)[:_MOST_SOURCE_LINES]} for path in self._numbers]
        return {"labels": sorted(labels), "lines": lines, "files": files, "start": symbols.start, "end": symbols.end}


def calls_of(journal: Journal, recording: Trace, sources: Sources) -> list[dict[str, Any]]:
    found = []
    for call in journal.calls:
        end = recording.end if call.end < 0 else call.end
        if end < recording.begin:
            continue
        facts: dict[str, Any] = {
            "k": "expect" if call.name.startswith(("to_", "not_to_")) else "do",
            "n": call.name,
            "a": arguments_text(call),
            "t": max(0, call.begin - recording.begin),
            "e": min(end, recording.end) - recording.begin,
            "l": [[sources.number(place.path), place.function, place.line] for place in call.places],
        }
        if call.error is not None:
            facts["error"] = str(call.error).split("\n", 1)[0]
        found.append(facts)
    return found


def keys_of(journal: Journal, recording: Trace) -> list[list[Any]]:
    """List the keys held, with the times of each change."""
    found = []
    for event in journal.spectrum.matrix.log:
        names = sorted(event.keys) + ([kempston_directions(event.kempston)] if event.kempston else [])
        if event.tstates <= recording.end:
            found.append([max(0, event.tstates - recording.begin), names])
    return found


def arguments_text(call: Call) -> str:
    """Format the arguments about as the test wrote them: ``"SCORE", row=0``."""
    return ", ".join([*map(_value, call.arguments), *(f"{name}={_value(v)}" for name, v in call.options.items())])


def _value(value: Any) -> str:
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    elif value is None or isinstance(value, bool | int | float):
        text = repr(value)
    elif isinstance(value, re.Pattern):
        text = f"/{value.pattern}/"
    elif isinstance(value, Path):
        text = json.dumps(value.name)
    elif isinstance(value, bytes | bytearray):
        text = f"{len(value)} bytes"
    elif isinstance(value, Mapping):
        text = "{…}"
    elif isinstance(value, list | tuple | set | frozenset | range) and len(value) <= 8:
        text = "[" + ", ".join(map(_value, value)) + "]"
    elif callable(value):
        text = getattr(value, "__name__", "function")
    elif isinstance(value, Iterable):
        text = "[…]"
    else:
        text = type(value).__name__.lower()
    return text if len(text) <= _LONGEST_ARGUMENT else text[: _LONGEST_ARGUMENT - 1] + "…"


def packed(data: bytes) -> str:
    """Encode as raw deflate in base64, as ``DecompressionStream("deflate-raw")`` opens it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode("ascii")


def _number(value: int, out: bytearray) -> None:
    """Append a number of 0 or more."""
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _runs(runs: Runs, out: bytearray) -> None:
    _number(len(runs), out)
    at = 0
    for place, content in runs:
        _number(place - at, out)
        _number(len(content), out)
        out += content
        at = place + len(content)


def _words(words: Sequence[int], before: Sequence[int], out: bytearray) -> None:
    mask, values = 0, bytearray()
    for index, (now, was) in enumerate(zip(words, before, strict=True)):
        if now != was:
            mask |= 1 << index
            values += now.to_bytes(2, "little")
    out += mask.to_bytes(3, "little") + values


def encode_frames(recording: Trace) -> tuple[str, int]:
    """Encode the frames, every nth of them as the budget needs; returns the text and n."""
    every = 1
    while True:
        text = packed(_frames(_thinned(recording.frames, every), recording.begin))
        if len(text) <= FRAMES_BUDGET or every >= _MOST_THINNED:
            return text, every
        every *= 2


def _frames(frames: Iterable[Frame], begin: int) -> bytes:
    out = bytearray()
    clock, reads = begin, 0
    words: Sequence[int] = (0,) * 17
    for frame in frames:
        _number(frame.tstates - clock, out)
        _words(frame.words, words, out)
        _number(frame.reads - reads, out)
        _runs(frame.memory, out)
        clock, reads, words = frame.tstates, frame.reads, frame.words
    return bytes(out)


def _thinned(frames: Sequence[Frame], every: int) -> list[Frame]:
    """Return each `every`th frame and the last, with the changes in between joined."""
    if every == 1:
        return list(frames)
    kept: list[Frame] = []
    changed: dict[int, int] = {}
    for index, frame in enumerate(frames):
        for place, content in frame.memory:
            changed.update(zip(range(place, place + len(content)), content, strict=True))
        if index % every == 0 or index == len(frames) - 1:
            kept.append(Frame(frame.tstates, frame.words, frame.reads, _joined(changed)))
            changed = {}
    return kept


def _joined(cells: dict[int, int]) -> Runs:
    places = sorted(cells)
    if not places:
        return ()
    cuts = [0, *(index for index, (a, b) in enumerate(pairwise(places), 1) if b != a + 1), len(places)]
    return tuple((places[a], bytes(cells[place] for place in places[a:b])) for a, b in pairwise(cuts))


def encode_sound(recording: Trace) -> str:
    """Encode the writes to the ULA and to the sound chip: times from the one before, and values."""
    out = bytearray()
    writes: tuple[tuple[bytes, Sequence[tuple[int, ...]]], ...] = (
        (bytes([recording.ula_before]), recording.ula),
        (recording.ay_before.ljust(16, b"\0"), recording.ay),
    )
    for before, log in writes:
        out += before
        _number(len(log), out)
        clock = recording.begin
        for tstates, *values in log:
            _number(tstates - clock, out)
            out += bytes(values)
            clock = tstates
    return packed(bytes(out))


def encode_changes(recording: Trace) -> str:
    out = bytearray()
    _number(len(recording.changes), out)
    for change in recording.changes:
        _number(change.tstates - recording.begin, out)
        _number(max(0, change.clock - recording.begin), out)
        out.append(change.words is not None)
        for word in change.words or ():
            out += word.to_bytes(2, "little")
        _runs(change.memory, out)
    return packed(bytes(out))

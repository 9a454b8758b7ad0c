"""Readable head of a trace: the test, its calls and keys, the failure; and the source beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.keyboard import kempston_directions
from pyspectrum.trace.journal import Call, Journal
from pyspectrum.trace.recording import Recording

FORMAT = "spectrum-trace 1"
_LONGEST_ARGUMENT = 60
_MOST_SOURCE_LINES = 20_000


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


def calls_of(journal: Journal, recording: Recording, sources: Sources) -> list[dict[str, Any]]:
    """List the calls of the test, in their order."""
    found = []
    for call in journal.calls:
        end = recording.end if call.end < 0 else call.end
        if end < recording.begin:
            continue
        facts: dict[str, Any] = {
            "k": call.kind,
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


def keys_of(journal: Journal, recording: Recording) -> list[list[Any]]:
    """List the keys held, with the times of each change."""
    found = []
    for event in journal.spectrum.matrix.log:
        names = sorted(event.keys) + ([kempston_directions(event.kempston)] if event.kempston else [])
        if event.tstates <= recording.end:
            found.append([max(0, event.tstates - recording.begin), names])
    return found


def arguments_text(call: Call) -> str:
    """Format the arguments about as the test wrote them.

    >>> arguments_text(Call("to_show", ("SCORE",), {"row": 0}, 0, ()))
    '"SCORE", row=0'
    """
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

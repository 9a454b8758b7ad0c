"""A recording as the bytes that the viewer reads: numbers in as few bytes as they need, deflated, in base64.

A number is written in groups of seven bits, the lowest first, bit 7 set on all but the last. Of the registers only
those are written that have changed, under a mask of 24 bits.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pyspectrum.trace.journal import Runs
from pyspectrum.trace.recording import Frame, Recording

FRAMES_BUDGET = 600_000
"""Bytes (in base64) that the frames may take before only some of them are kept."""

_MOST_THINNED = 64


def packed(data: bytes) -> str:
    """Encode as raw deflate in base64, as ``DecompressionStream("deflate-raw")`` opens it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode("ascii")


def number(value: int, out: bytearray) -> None:
    """Append a number of 0 or more.

    >>> out = bytearray()
    >>> number(300, out)
    >>> list(out)
    [172, 2]
    """
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _runs(runs: Runs, out: bytearray) -> None:
    number(len(runs), out)
    at = 0
    for place, content in runs:
        number(place - at, out)
        number(len(content), out)
        out += content
        at = place + len(content)


def _words(words: Sequence[int], before: Sequence[int], out: bytearray) -> None:
    mask, values = 0, bytearray()
    for index, (now, was) in enumerate(zip(words, before, strict=True)):
        if now != was:
            mask |= 1 << index
            values += now.to_bytes(2, "little")
    out += mask.to_bytes(3, "little") + values


def encode_frames(recording: Recording) -> tuple[str, int]:
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
        number(frame.tstates - clock, out)
        _words(frame.words, words, out)
        number(frame.reads - reads, out)
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


def encode_sound(recording: Recording) -> str:
    """Encode the writes to the ULA and to the sound chip: times from the one before, and values."""
    out = bytearray()
    writes: tuple[tuple[bytes, Sequence[tuple[int, ...]]], ...] = (
        (bytes([recording.ula_before]), recording.ula),
        (recording.ay_before.ljust(16, b"\0"), recording.ay),
    )
    for before, log in writes:
        out += before
        number(len(log), out)
        clock = recording.begin
        for tstates, *values in log:
            number(tstates - clock, out)
            out += bytes(values)
            clock = tstates
    return packed(bytes(out))


def encode_changes(recording: Recording) -> str:
    """Encode the changes from outside."""
    out = bytearray()
    number(len(recording.changes), out)
    for change in recording.changes:
        number(change.tstates - recording.begin, out)
        number(max(0, change.clock - recording.begin), out)
        out.append(change.words is not None)
        for word in change.words or ():
            out += word.to_bytes(2, "little")
        _runs(change.memory, out)
    return packed(bytes(out))

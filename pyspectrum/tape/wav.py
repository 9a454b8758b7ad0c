"""Tapes as `.wav` sound, for the EAR socket of a real machine: 44,100 Hz, 8 bits, one channel."""

from __future__ import annotations

import wave
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import BinaryIO

from pyspectrum.clock import TSTATES_PER_SECOND, seconds
from pyspectrum.errors import TapeError
from pyspectrum.tape.blocks import Block, Part, Recording, Signal
from pyspectrum.tape.pulses import waveform

SAMPLE_RATE = 44_100
MAX_SECONDS = 3600
_LEVELS = (b"\x20", b"\xe0")
_LEAD_IN_TSTATES = TSTATES_PER_SECOND // 2
_TAIL_TSTATES = (TSTATES_PER_SECOND, TSTATES_PER_SECOND // 100, TSTATES_PER_SECOND // 2)
"""Silence at the end, a click, silence: who reads the sound hears the end of a block by what comes behind it."""


def write_wav(file: BinaryIO, parts: Iterable[Part]) -> None:
    """Write the sound of a tape; each edge is at the sample nearest to its time.

    `Stop` is half a second of silence at most: a sound file cannot wait for anyone. A second and a half follows the
    last part.

    Raises:
        TapeError: more than an hour, or a part with too many pulses.
    """
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(SAMPLE_RATE)
        for samples in _samples(parts):
            sound.writeframesraw(samples)


def _samples(parts: Iterable[Part]) -> Iterator[bytes]:
    now, written = _LEAD_IN_TSTATES, _sample(_LEAD_IN_TSTATES)
    yield _LEVELS[0] * written
    for group in _sounding_groups(parts):
        wave_part = waveform(group, now)
        if seconds(wave_part.end_tstates) > MAX_SECONDS:
            raise TapeError("the tape plays for more than an hour; write a .tzx")
        times = [now, *wave_part.edges, wave_part.end_tstates]
        level = 0
        chunk = bytearray()
        for start, end in pairwise(times):
            first, last = _sample(start), _sample(end)
            chunk += _LEVELS[level] * (last - max(first, written))
            written = max(written, last)
            level ^= 1
        yield bytes(chunk)
        now = wave_part.end_tstates
    for level, length in zip((0, 1, 0), _TAIL_TSTATES, strict=True):
        now += length
        yield _LEVELS[level] * (_sample(now) - written)
        written = _sample(now)


def _sounding_groups(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Rows of parts, each of which ends in silence or at the tape's end."""
    group: list[Part] = []
    for part in parts:
        if isinstance(part, Block | Signal | Recording):
            group.append(part)
            if part.pause_tstates:
                yield group
                group = []
    if group:
        yield group


def _sample(tstates: int) -> int:
    return round(tstates * SAMPLE_RATE / TSTATES_PER_SECOND)

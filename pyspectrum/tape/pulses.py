"""Tapes as they sound: the times at which the EAR level turns over.

The rules are those of the `.tzx` format: each pulse has the other level than the one before; silence
is low, after a millisecond in which the last pulse is finished. The leader of a block at the ROM's
speed begins with an edge; the ROM does not mind which way up it hears a tape.

Source: the TZX specification, revision 1.20, "the current pulse level"; the PZX specification 1.0.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from pyspectrum.errors import TapeError
from pyspectrum.tape.blocks import (
    BIT_TSTATES,
    MAX_PULSES,
    PILOT_TSTATES,
    SYNC_TSTATES,
    TSTATES_PER_SECOND,
    Block,
    Part,
    Recording,
    Signal,
)

_FINISH_TSTATES = TSTATES_PER_SECOND // 1000


@dataclass(frozen=True)
class Waveform:
    """Part of a tape on the machine's clock: the level at the EAR socket, low at first, turns over at each edge.

    `last_tstates` is the end of the last pulse, `end_tstates` that of the silence after it.
    """

    edges: array[int]
    last_tstates: int
    end_tstates: int

    @property
    def finished_tstates(self) -> int:
        """When the last edge has been heard, and nothing but silence is left."""
        return self.last_tstates + _FINISH_TSTATES


def waveform(parts: Iterable[Part], start_tstates: int = 0) -> Waveform:
    """Parts of a tape that start to play at `start_tstates`.

    >>> waveform([Signal("three pulses", ((2, 100), (1, 50)))]).edges
    array('q', [100, 200, 250])

    Raises:
        TapeError: more than 8,000,000 pulses.
    """
    edges = array("q")
    now = last = start_tstates
    silent = True
    count = 0
    for part in parts:
        if not isinstance(part, Block | Signal | Recording):
            continue
        count += part.pulse_count
        if count > MAX_PULSES:
            raise TapeError(
                f"{count:,} pulses are too many to play in one go; the limit is {MAX_PULSES:,}: "
                "load the tape block by block"
            )
        level = len(edges) & 1
        if isinstance(part, Block):
            durations, wanted = _block_pulses(part), 1 if silent and part.pause_tstates else level
        elif isinstance(part, Recording):
            durations, wanted = _runs(part)
        else:
            durations, wanted = _signal_pulses(part), level if part.level is None else part.level
        if wanted != level:
            edges.append(now)
        if durations:
            ends = array("q", accumulate(durations, initial=now))
            now = last = ends[-1]
            silent = False
            # a recording says no more than its samples: nothing turns over at its end
            edges.extend(ends[1:-1] if isinstance(part, Recording) else ends[1:])
        if part.pause_tstates:
            if len(edges) & 1 and not (isinstance(part, Signal) and part.level and not durations):
                edges.append(now + min(_FINISH_TSTATES, part.pause_tstates))
            now += part.pause_tstates
            silent = True
    return Waveform(edges, last, now)


def leader_tstates(part: Part) -> int:
    """Return how long a part sounds before its first bit.

    >>> leader_tstates(Block.build(0, bytes(17)))
    17481986
    """
    if isinstance(part, Block):
        pulses: Iterable[tuple[int, int]] = ((part.pilot_pulses, PILOT_TSTATES), *((1, sync) for sync in SYNC_TSTATES))
    else:
        pulses = part.pulses if isinstance(part, Signal) else ()
    return sum(count * duration for count, duration in pulses)


def duration_tstates(part: Part) -> int:
    """Return how long a part is heard, with the silence after it.

    >>> duration_tstates(Signal("two bits", (), b"@", (10, 10), (20, 20), used_bits=2, pause_tstates=5))
    65
    """
    if isinstance(part, Recording):
        return (8 * (len(part.samples) - 1) + part.used_bits) * part.sample_tstates + part.pause_tstates
    if isinstance(part, Block):
        data, used_bits, pause = part.to_bytes(), 8, part.pause_tstates
        zero, one = (2 * pulse for pulse in BIT_TSTATES)
    elif isinstance(part, Signal):
        data, used_bits, pause = part.data, part.used_bits, part.pause_tstates + part.tail
        zero, one = sum(part.zero), sum(part.one)
    else:
        return 0
    bits = int.from_bytes(data, "big") >> (8 - used_bits)
    count = max(0, 8 * len(data) - (8 - used_bits))
    ones = bits.bit_count()
    return leader_tstates(part) + ones * one + (count - ones) * zero + pause


def _block_pulses(block: Block) -> array[int]:
    pulses = array("q", (PILOT_TSTATES,)) * block.pilot_pulses
    pulses.extend(SYNC_TSTATES)
    zero, one = BIT_TSTATES
    _extend_with_bytes(pulses, block.to_bytes(), (zero, zero), (one, one))
    return pulses


def _signal_pulses(signal: Signal) -> array[int]:
    pulses = array("q")
    for count, duration in signal.pulses:
        pulses.extend(array("q", (duration,)) * count)
    if signal.data:
        _extend_with_bytes(pulses, signal.data[:-1], signal.zero, signal.one)
        for bit in f"{signal.data[-1]:08b}"[: signal.used_bits]:
            pulses.extend(signal.one if bit == "1" else signal.zero)
    if signal.tail:
        pulses.append(signal.tail)
    return pulses


def _extend_with_bytes(pulses: array[int], data: bytes, zero: tuple[int, ...], one: tuple[int, ...]) -> None:
    table = [
        tuple(duration for bit in range(7, -1, -1) for duration in (one if byte >> bit & 1 else zero))
        for byte in range(256)
    ]
    for byte in data:
        pulses.extend(table[byte])


def _runs(recording: Recording) -> tuple[array[int], int]:
    """Return how long each level of a recording lasts, and the first level."""
    bits = "".join(f"{byte:08b}" for byte in recording.samples)
    bits = bits[: len(bits) - 8 + recording.used_bits]
    runs = (match.end() - match.start() for match in re.finditer("0+|1+", bits))
    return array("q", (length * recording.sample_tstates for length in runs)), int(bits[:1] == "1")

"""Tones: what pitch was heard and for how long, from the speaker's edges and the sound chip's registers."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

LOWEST_HZ = 20
"""Slower beats are heard one by one, not as a tone."""

_SAME_PITCH = 0.025  # under half a semitone (5.9 %), over the unevenness of a loop in contended memory
_JITTER_TSTATES = 16  # the same for high tones, where one contended instruction is more than 2.5 %
_PAUSE_SECONDS = 0.004  # longer than an interrupt routine, shorter than BASIC takes to the next BEEP
_FEWEST_WAVES = 2  # the ROM's key click is one

_MIXER, _FIRST_VOLUME = 7, 8
_AY_DIVISOR = 16
_REGISTERS = 16


class Tone(NamedTuple):
    """A pitch and how long it was held."""

    hz: float
    seconds: float

    def __str__(self) -> str:
        return f"{self.hz:.1f} Hz for {self.seconds:.2f} s"


class Note(NamedTuple):
    """A tone and when it began, in T-states."""

    start: int
    tone: Tone


def is_same_pitch(hz: float, other_hz: float, tolerance: float) -> bool:
    """Return True if two pitches differ by no more than `tolerance`, a fraction of the second.

    >>> is_same_pitch(442, 440, 0.01), is_same_pitch(466, 440, 0.01)
    (True, False)
    """
    return abs(hz - other_hz) <= tolerance * other_hz


def dominant_hz(tones: Iterable[Tone]) -> float | None:
    """The pitch that sounds longest in all; None where nothing does.

    >>> dominant_hz([Tone(440, 0.1), Tone(220, 0.15), Tone(440.5, 0.1)])
    440.0
    """
    groups: list[list[Tone]] = []
    for tone in sorted(tones):
        if groups and is_same_pitch(tone.hz, groups[-1][0].hz, _SAME_PITCH):
            groups[-1].append(tone)
        else:
            groups.append([tone])
    if not groups:
        return None
    longest = max(groups, key=lambda group: sum(tone.seconds for tone in group))
    return float(max(longest, key=lambda tone: tone.seconds).hz)


@dataclass
class BeeperTones:
    """Finds the tones in the speaker's edges, which are fed to it as they come.

    A wave lasts from one rising edge to the next. Waves of one length are a tone; a single longer one, as an
    interrupt makes, does not end it, two others do, and so does a pause.

    >>> finder = BeeperTones(3_500_000)
    >>> for wave in range(100):
    ...     finder.rise(7000 * wave)
    >>> [(round(tone.hz), round(tone.seconds, 3)) for _, tone in finder.notes()]
    [(500, 0.2)]
    """

    tstates_per_second: int
    _found: list[Note] = field(default_factory=list)
    _last: int | None = None
    _waves: list[int] = field(default_factory=list)
    _start: int = 0
    _strays: list[int] = field(default_factory=list)
    _length: float = 0.0

    def rise(self, tstates: int) -> None:
        """The level went up at `tstates`."""
        last, self._last = self._last, tstates
        if last is None:
            return
        wave = tstates - last
        if wave * LOWEST_HZ > self.tstates_per_second:
            self._close()
        elif not self._waves:
            self._open(last, [wave])
        elif self._is_alike(wave, self._length):
            self._strays.clear()
            self._waves.append(wave)
            self._length += (wave - self._length) / len(self._waves)
        elif len(self._waves) == 1:
            self._open(last, [wave])
        elif wave - self._length > max(self._length / 2, _PAUSE_SECONDS * self.tstates_per_second):
            self._close()
        else:
            self._stray(last, wave)

    def notes(self) -> list[Note]:
        """The tones so far, the one that still sounds included."""
        return self._found + self._sounding()

    def _stray(self, last: int, wave: int) -> None:
        """A wave of another length: by itself it is an interruption, the second is the end of the tone."""
        self._strays.append(wave)
        if len(self._strays) == 1:
            return
        before = self._strays[-2]
        self._close()
        if self._is_alike(wave, before):
            self._open(last - before, [before, wave])
        else:
            self._open(last, [wave])

    def _open(self, start: int, waves: list[int]) -> None:
        self._start, self._waves, self._length = start, waves, sum(waves) / len(waves)
        self._strays = []

    def _close(self) -> None:
        self._found += self._sounding()
        self._waves, self._strays = [], []

    def _sounding(self) -> list[Note]:
        if len(self._waves) < _FEWEST_WAVES or self._last is None:
            return []
        length = statistics.median(self._waves)
        # one wave more than there are lengths between rises; each stray is one that was held up, at its usual length
        waves = len(self._waves) + 1
        return [Note(self._start, Tone(self.tstates_per_second / length, waves * length / self.tstates_per_second))]

    def _is_alike(self, wave: float, other: float) -> bool:
        return abs(wave - other) <= max(_SAME_PITCH * other, _JITTER_TSTATES)


def ay_notes(
    writes: Sequence[tuple[int, int, int]], start: int, end: int, tstates_per_second: int, voice: int
) -> list[Note]:
    """The tones of one of the sound chip's three voices between two moments, from all that was written to it.

    A voice sounds while the mixer lets its tone through and its volume is not 0; one that follows the envelope
    counts as sounding. A pitch that lasts for less than two waves, as between the writes of its two bytes, is none.

    Args:
        writes: ``(tstates, register, value)``, ascending.
        voice: 0–2 for A, B, C.
    """
    clock = tstates_per_second / 2  # the chip runs at half the processor's speed
    registers = [0] * _REGISTERS
    registers[_MIXER] = 0xFF
    found: list[Note] = []
    since, period = start, 0

    def end_of_note(now: int) -> None:
        hz = clock / (_AY_DIVISOR * period) if period else 0
        seconds = (now - since) / tstates_per_second
        if seconds * hz >= _FEWEST_WAVES:
            found.append(Note(since, Tone(hz, seconds)))

    for tstates, register, value in writes:
        if tstates >= end:
            break
        registers[register % _REGISTERS] = value
        sounds = not registers[_MIXER] >> voice & 1 and registers[_FIRST_VOLUME + voice] & 0x1F
        now = max(1, registers[2 * voice] | (registers[2 * voice + 1] & 0x0F) << 8) if sounds else 0
        if now != period:
            if tstates > start:
                end_of_note(tstates)
            since, period = max(tstates, start), now
    end_of_note(end)
    return found

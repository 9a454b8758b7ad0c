"""Sound of the machine: the speaker's edges, the sound chip's registers, their tones, and a ``.wav`` file."""

from __future__ import annotations

import bisect
import io
import itertools
import statistics
import wave
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pyspectrum.atomic import save_file
from pyspectrum.core import Core
from pyspectrum.errors import SpectrumError

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


@dataclass
class BeeperTones:
    """Finds the tones in the speaker's edges, one edge after another.

    A wave lasts from one rising edge to the next. Waves of one length are a tone; a single longer one, as an
    interrupt makes, does not end it; two others do, and so does a pause.
    """

    tstates_per_second: int
    _found: list[Note] = field(default_factory=list)
    _last: int | None = None
    _waves: list[int] = field(default_factory=list)
    _start: int = 0
    _strays: list[int] = field(default_factory=list)
    _length: float = 0.0

    def rise(self, tstates: int) -> None:
        """Take the next rising edge, at `tstates`."""
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
        else:  # a wave of another length: one alone is an interruption, the second ends the tone
            self._strays.append(wave)
            if len(self._strays) > 1:
                before = self._strays[-2]
                self._close()
                if self._is_alike(wave, before):
                    self._open(last - before, [before, wave])
                else:
                    self._open(last, [wave])

    def notes(self) -> list[Note]:
        """Return the tones so far, with the one that still sounds."""
        return self._found + self._sounding()

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
    """Return the tones of one of the sound chip's three voices, 0–2, between two moments.

    `writes` are all to the chip: ``(tstates, register, value)``, ascending. A voice sounds while the mixer lets its
    tone through and its volume is not 0; one that follows the envelope counts as sounding. A pitch that lasts for less
    than two waves, as between the writes of its two bytes, is left out.
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


SAMPLE_RATE = 44_100
"""Samples a second of a ``.wav`` file."""

_SPEAKER = 0x10
_LOUDEST = 0x7FFF
_AY_STEP_TSTATES = 622  # how finely the sound chip's registers are followed: 114 times a frame


class Sound:
    """The sound of a machine since the last key, call or `mark`.

    Times are in T-states since power-on, as `Spectrum.tstates`. The log behind it is bounded: very old
    sound is forgotten.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._per_second = core.model.tstates_per_second
        self._since = 0
        self._finder: BeeperTones | None = None
        """Tones of the speaker from `since` to `_heard`."""
        self._heard = 0
        self._rows = list(core.keyboard_rows)
        self._kempston = core.ports.kempston

    @property
    def since(self) -> int:
        """The time from which tones and edges count."""
        return min(self._since, self._core.tstates)

    def mark(self, at: int | None = None) -> None:
        """Listen from now on, or from an earlier moment. Every key, push of the joystick and call does so too."""
        self._since = self._core.tstates if at is None else at
        self._finder = None

    def before_run(self) -> None:
        """Listen from now on if a key or the joystick has been pressed since the last run."""
        core = self._core
        if core.keyboard_rows != self._rows:
            if any(before & ~now for before, now in zip(self._rows, core.keyboard_rows, strict=True)):
                self.mark()
            self._rows = list(core.keyboard_rows)
        if core.ports.kempston != self._kempston:
            if (core.ports.kempston or 0) & ~(self._kempston or 0):
                self.mark()
            self._kempston = core.ports.kempston

    # -- what was heard ------------------------------------------------------------------------

    @property
    def edges(self) -> Sequence[int]:
        """T-states at which the speaker's level changed."""
        return [tstates for tstates, _ in self._changes(self.since, self._core.tstates)]

    @property
    def ay_writes(self) -> Sequence[tuple[int, int, int]]:
        """Writes to the sound chip: (T-states, register, value)."""
        return [write for write in self._core.port_log.ay if write[0] >= self.since]

    def tones(self, start: int | None = None, end: int | None = None) -> list[Tone]:
        """Return the tones from `start` (`since`) to `end` (now), in the order in which they began: ``(hz, seconds)``.

        They are the speaker's and the sound chip's. A tone has two waves at least: the ROM's key click has one.
        """
        start = self.since if start is None else start
        if end is None and start == self.since:
            notes = self._listen()
        else:
            finder = BeeperTones(self._per_second)
            self._feed(finder, start, self._core.tstates if end is None else end)
            notes = finder.notes()
        writes, until = self._ay_log(), self._core.tstates if end is None else end
        for voice in range(3 if writes else 0):
            notes += ay_notes(writes, start, until, self._per_second, voice)
        return [note.tone for note in sorted(notes, key=lambda note: note.start)]

    def frequency(self) -> float | None:
        """Return the pitch in Hz that sounded longest in all, or None without a tone; see `tones`."""
        groups: list[list[Tone]] = []
        for tone in sorted(self.tones()):
            if groups and is_same_pitch(tone.hz, groups[-1][0].hz, _SAME_PITCH):
                groups[-1].append(tone)
            else:
                groups.append([tone])
        if not groups:
            return None
        longest = max(groups, key=lambda group: sum(tone.seconds for tone in group))
        return max(longest, key=lambda tone: tone.seconds).hz

    # -- into a file ---------------------------------------------------------------------------

    def save(self, path: str | Path, start: int | None = None, end: int | None = None) -> None:
        """Write the sound as a ``.wav`` file, whole or not at all: mono, 16 bits: the speaker and the sound chip mixed.

        `start` and `end` are as in `tones`.
        """
        stream = io.BytesIO()
        with wave.open(stream, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(self.samples(start, end).tobytes())
        save_file(path, stream.getvalue(), "the sound", SpectrumError)

    def samples(self, start: int | None = None, end: int | None = None) -> array[int]:
        """Return the sound between two moments, `SAMPLE_RATE` samples a second from 0 to 32767."""
        start = self.since if start is None else start
        end = self._core.tstates if end is None else end
        chip = self._ay_samples(start, end)
        share = _LOUDEST / 2 if chip else _LOUDEST
        mixed = [0.0] * max(0, (end - start) * SAMPLE_RATE // self._per_second)
        for voice in (self._beeper_samples(start, end), chip):
            for index, sample in enumerate(voice[: len(mixed)]):
                mixed[index] += sample * share
        return array("h", [min(_LOUDEST, round(sample)) for sample in mixed])

    def _beeper_samples(self, start: int, end: int) -> list[float]:
        from skoolkit.audio import CLOCK_SPEED, moving_average_filter
        from skoolkit.audio import SAMPLE_RATE as RATE_OPTION

        times = [tstates for tstates, _ in self._changes(start, end)]
        moments = [start, *([start] if self._level_before(start) else []), *times, end]
        delays = [after - before for before, after in itertools.pairwise(moments)]
        options = {CLOCK_SPEED: self._per_second, RATE_OPTION: SAMPLE_RATE}
        samples: list[float] = moving_average_filter(delays, options, 1)
        return samples

    def _ay_samples(self, start: int, end: int) -> list[float]:
        from skoolkit.ay import AY, AY_MODES

        writes = self._ay_log()
        if not writes:
            return []
        registers = {register: value for tstates, register, value in writes if tstates < start}
        before = [(start, register, value) for register, value in registers.items()]
        during = [write for write in writes if start <= write[0] < end]
        unused = 15  # a register that makes no sound: it says where the log begins and ends
        log = [(start, unused, 0), *before, *during, (end, unused, 0)]
        per_fiftieth = self._per_second / 50  # what SkoolKit takes for a frame
        _, channels, pan = AY_MODES[0]
        samples: list[float] = AY(pan).render(log, SAMPLE_RATE, per_fiftieth, _AY_STEP_TSTATES, 2 / 3)
        return samples[:: 2 // channels]

    # -- the log -------------------------------------------------------------------------------

    def _ay_log(self) -> list[tuple[int, int, int]]:
        """Return all writes to the sound chip that are known, after the values that its registers held before."""
        log = self._core.port_log
        if not log.ay and not any(log.ay_before):
            return []
        begun = min(log.since, log.ay[0][0]) if log.ay else log.since
        return [(begun, register, value) for register, value in enumerate(log.ay_before)] + log.ay

    def _level_before(self, tstates: int) -> int:
        log = self._core.port_log
        index = bisect.bisect_left(log.ula, (tstates, 0))
        return (log.ula[index - 1][1] if index else log.ula_before) & _SPEAKER

    def _changes(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return each edge from `start` to before `end`, and the level it goes to (0 or not)."""
        log = self._core.port_log.ula
        level = self._level_before(start)
        found = []
        for tstates, value in log[bisect.bisect_left(log, (start, 0)) : bisect.bisect_left(log, (end, 0))]:
            if value & _SPEAKER != level:
                level = value & _SPEAKER
                found.append((tstates, level))
        return found

    def _listen(self) -> list[Note]:
        """Return the speaker's tones from `since` to now; edges that were heard are not read again."""
        if self._finder is None or self._heard > self._core.tstates:  # a key has come between, or time has gone back
            self._finder, self._heard = BeeperTones(self._per_second), self._since
        self._feed(self._finder, self._heard, self._core.tstates)
        self._heard = self._core.tstates
        return self._finder.notes()

    def _feed(self, finder: BeeperTones, start: int, end: int) -> None:
        for tstates, level in self._changes(start, end):
            if level:
                finder.rise(tstates)

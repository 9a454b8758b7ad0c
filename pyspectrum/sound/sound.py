"""Sound of the machine: the speaker's edges, the sound chip's registers, the tones, and a ``.wav`` file."""

from __future__ import annotations

import bisect
import io
import itertools
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

from pyspectrum.atomic import save_file
from pyspectrum.core import Core
from pyspectrum.errors import SpectrumError
from pyspectrum.sound.tones import BeeperTones, Note, Tone, ay_notes, dominant_hz

SAMPLE_RATE = 44_100
"""Samples a second of a ``.wav`` file."""

_SPEAKER = 0x10
_LOUDEST = 0x7FFF
_VOICES = 3
_AY_STEP_TSTATES = 622  # how finely the sound chip's registers are followed: 114 times a frame


class Sound:
    """The sound of a machine since the last key, call or `mark`.

    Times are in T-states since power-on, as `Spectrum.tstates`. The log behind it is bounded: very old
    sound is forgotten.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type("BEEP .5,9\\n")
    >>> spectrum.run(seconds=1)
    >>> round(spectrum.sound.frequency())
    440
    >>> [(round(hz), round(seconds, 2)) for hz, seconds in spectrum.sound.tones()]
    [(440, 0.5)]
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._since = 0
        self._finder: BeeperTones | None = None
        """Tones of the speaker from `since` to `_heard`."""
        self._heard = 0
        self._rows = list(core.keyboard_rows)
        self._kempston = core.kempston

    @property
    def since(self) -> int:
        """The moment that is listened from."""
        return min(self._since, self._core.tstates)

    def mark(self, at: int | None = None) -> None:
        """Listen from now on, or from an earlier moment. Every key, push of the joystick and call does it by itself."""
        self._since = self._core.tstates if at is None else at
        self._finder = None

    def before_run(self) -> None:
        """The machine is about to run: listen from now on if a key or the joystick has been pressed."""
        core = self._core
        if core.keyboard_rows != self._rows:
            if any(before & ~now for before, now in zip(self._rows, core.keyboard_rows, strict=True)):
                self.mark()
            self._rows = list(core.keyboard_rows)
        if core.kempston != self._kempston:
            if (core.kempston or 0) & ~(self._kempston or 0):
                self.mark()
            self._kempston = core.kempston

    # -- what was heard ------------------------------------------------------------------------

    @property
    def edges(self) -> Sequence[int]:
        """The T-states at which the speaker's level turned over."""
        return [tstates for tstates, _ in self._changes(self.since, self._now)]

    @property
    def ay_writes(self) -> Sequence[tuple[int, int, int]]:
        """Writes to the sound chip: (T-states, register, value)."""
        return [write for write in self._core.port_log.ay if write[0] >= self.since]

    def tones(self, start: int | None = None, end: int | None = None) -> list[Tone]:
        """The tones, in the order in which they began: ``(hz, seconds)``, from the speaker and the sound chip.

        A tone has two waves at least: the ROM's key click, which has one, is none.

        Args:
            start: from when, `since` by default.
            end: until when, now by default.
        """
        start = self.since if start is None else start
        writes = self._ay_log()
        if end is None and start == self.since:
            notes = self._listen()
        else:
            finder = BeeperTones(self._per_second)
            self._feed(finder, start, self._now if end is None else end)
            notes = finder.notes()
        if writes:
            until = self._now if end is None else end
            for voice in range(_VOICES):
                notes = notes + ay_notes(writes, start, until, self._per_second, voice)
            notes.sort(key=lambda note: note.start)
        return [note.tone for note in notes]

    def frequency(self, start: int | None = None, end: int | None = None) -> float | None:
        """The pitch in Hz that sounded longest, or None where there was no tone; see `tones`."""
        return dominant_hz(self.tones(start, end))

    # -- into a file ---------------------------------------------------------------------------

    def save(self, path: str | Path, start: int | None = None, end: int | None = None) -> None:
        """Write the sound as a ``.wav`` file, whole or not at all: mono, 16 bits: the speaker and the sound chip mixed.

        Args:
            start: from when, `since` by default.
            end: until when, now by default.

        Raises:
            SpectrumError: the file cannot be written.
        """
        start = self.since if start is None else start
        samples = self.samples(start, self._now if end is None else end)
        stream = io.BytesIO()
        with wave.open(stream, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(samples.tobytes())
        save_file(path, stream.getvalue(), "the sound", SpectrumError)

    def samples(self, start: int, end: int) -> array[int]:
        """The sound between two moments, `SAMPLE_RATE` samples a second from 0 to 32767."""
        total = max(0, (end - start) * SAMPLE_RATE // self._per_second)
        beeper = self._beeper_samples(start, end)
        chip = self._ay_samples(start, end)
        share = _LOUDEST / 2 if chip else _LOUDEST
        mixed = [0.0] * total
        for voice in (beeper, chip):
            for index, sample in enumerate(voice[:total]):
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
        registers: dict[int, int] = {}
        log: list[tuple[int, int, int]] = []
        for tstates, register, value in writes:
            if tstates < start:
                registers[register] = value
            elif tstates < end:
                log.append((tstates, register, value))
        before = [(start, register, value) for register, value in registers.items()]
        unused = 15  # a register that makes no sound: it says where the log begins and ends
        log = [(start, unused, 0), *before, *log, (end, unused, 0)]
        per_fiftieth = self._per_second / 50  # what SkoolKit takes for a frame
        _, channels, pan = AY_MODES[0]
        samples: list[float] = AY(pan).render(log, SAMPLE_RATE, per_fiftieth, _AY_STEP_TSTATES, 2 / 3)
        return samples[:: 2 // channels]

    # -- the log -------------------------------------------------------------------------------

    @property
    def _now(self) -> int:
        return self._core.tstates

    @property
    def _per_second(self) -> int:
        return self._core.model.tstates_per_second

    def _ay_log(self) -> list[tuple[int, int, int]]:
        """All writes to the sound chip that are known, and before them what its registers held."""
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
        """Each edge from `start` to before `end`, and the level it goes to (0 or not)."""
        log = self._core.port_log.ula
        level = self._level_before(start)
        found = []
        for tstates, value in log[bisect.bisect_left(log, (start, 0)) : bisect.bisect_left(log, (end, 0))]:
            if value & _SPEAKER != level:
                level = value & _SPEAKER
                found.append((tstates, level))
        return found

    def _listen(self) -> list[Note]:
        """The speaker's tones from `since` to now; what has been heard already is not gone through again."""
        if self._finder is None or self._heard > self._now:  # a key has come between, or time has gone back
            self._finder, self._heard = BeeperTones(self._per_second), self._since
        self._feed(self._finder, self._heard, self._now)
        self._heard = self._now
        return self._finder.notes()

    def _feed(self, finder: BeeperTones, start: int, end: int) -> None:
        for tstates, level in self._changes(start, end):
            if level:
                finder.rise(tstates)

"""History of a watched Spectrum: moments to go back to, and the keys since, so that it can be seen again.

A moment is a whole state of the machine; from there the machine does the same again when the same keys go down at the
same T-states. So the past is played in a second machine, and the one that lives is not touched.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from pyspectrum.keyboard.matrix import InputEvent
from pyspectrum.machine import MachineState, Spectrum

MOMENT_FRAMES = 50
"""Frames between two moments at first: a second."""
MOMENTS = 60
"""Moments kept; each takes the 64 KB of a 48K. When there are more, every other one goes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A machine at the start of a frame."""

    frame: int
    state: MachineState


class History:
    """History of a machine; `note` is called at the start of each frame."""

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum
        self._moments: list[Moment] = []
        self._apart = MOMENT_FRAMES
        self._earlier: list[InputEvent] = []  # keys that the machine's own log, begun afresh since, does not have

    @property
    def frame(self) -> int:
        """The number of the frame that the machine is in."""
        return self._spectrum.tstates // self._spectrum.model.tstates_per_frame

    @property
    def keys(self) -> list[InputEvent]:
        """Changes of the keys, the oldest first."""
        return self._earlier + self._spectrum.matrix.log

    def note(self) -> None:
        """Keep the moment where one is due."""
        frame = self.frame
        while self._moments and self._moments[-1].frame > frame:  # the clock was put back
            self._moments.pop()
        if not self._moments or frame - self._moments[-1].frame >= self._apart:
            self._moments.append(Moment(frame, self._spectrum.state()))
            if len(self._moments) > MOMENTS:
                del self._moments[1::2]
                self._apart *= 2

    @property
    def first_frame(self) -> int:
        """The number of the first frame that can be seen again."""
        return self._moments[0].frame if self._moments else self.frame

    def before(self, frame: int) -> Moment | None:
        """The last moment not after a frame, or else the first one kept; None before anything was."""
        place = bisect_right([moment.frame for moment in self._moments], frame)
        return self._moments[max(0, place - 1)] if self._moments else None

    def go_on_from(self, state: MachineState) -> None:
        """Make a moment of the past the machine's present; what came after has never been."""
        earlier = self.keys
        self._spectrum.restore(state)
        self._earlier = [event for event in earlier if event.tstates < self._spectrum.tstates]
        self.note()


class Past:
    """A machine that does once more what another one did, frame by frame."""

    def __init__(self, history: History, model: str) -> None:
        self._history = history
        self.spectrum = Spectrum(model)
        self.frame = -1

    def go_to(self, frame: int) -> bool:
        """Be at the start of a frame, or of the first one that is known; False where nothing is known."""
        moment = self._history.before(frame)
        if moment is None:
            return False
        self.spectrum.restore(moment.state)
        self.frame = moment.frame
        while self.frame < frame:
            self.next_frame()
        return True

    def next_frame(self) -> None:
        """Do what the next frame did."""
        spectrum = self.spectrum
        end = (self.frame + 1) * spectrum.model.tstates_per_frame
        keys = self._history.keys
        place = bisect_right([event.tstates for event in keys], spectrum.tstates)
        if place:
            spectrum.matrix.set(keys[place - 1].keys, keys[place - 1].kempston)
        for event in keys[place:]:
            if event.tstates >= end:
                break
            spectrum.run_to(event.tstates)
            spectrum.matrix.set(event.keys, event.kempston)
        spectrum.run_to(end)
        self.frame += 1

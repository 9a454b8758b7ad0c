"""The picture as the beam drew it: border stripes, and what a program changed on the screen in mid-frame.

The border comes from the port log. No log holds the screen's memory as the beam passed it, so the last complete frame
is run again, instruction by instruction, from the latest of a few moments that were kept on the way. That costs some
milliseconds, and nothing while nobody asks. The machine comes back as it was; that the run came to the very same memory
and registers is the proof that the frame was the same one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pyspectrum.core import Checkpoint, Core
from pyspectrum.core.frames import Frames
from pyspectrum.screen.picture import BORDER_PX, FLASH_FRAMES, add_border, border_width, draw_squares, enlarge
from pyspectrum.screen.raster import Fetches, Raster, first_written, write_tails

if TYPE_CHECKING:
    from PIL import Image

_MOMENTS = 6
_FRAMES_BETWEEN = 50


class Listening(Protocol):
    """A listener whose beginning is not to move while a frame is run again: `sound.Sound`."""

    @property
    def since(self) -> int: ...
    def mark(self, at: int | None = None) -> None: ...


@dataclass(frozen=True)
class _Moment:
    """A moment that can be continued from: the machine's state, and what is held down."""

    tstates: int
    checkpoint: Checkpoint
    rows: list[int]
    kempston: int | None


@dataclass(frozen=True)
class BeamFrame:
    """One frame as the television showed it.

    Attributes:
        bits: 32 bytes for each of the 192 pixel rows, as they were when the beam passed.
        attributes: the same for the attributes: a byte for eight pixels of one row.
        border: the colour of each square of eight pixels, 40 a line, 32 lines above the screen to 32 below; more
            with a wider border.
        exact: False where the frame could not be run again (a key went down or memory was changed from outside
            within it), and bits and attributes are those of now.
        number: which frame since power-on it was.
        border_px: how wide the border is.
    """

    bits: bytes
    attributes: bytes
    border: bytes
    exact: bool
    number: int
    border_px: int = BORDER_PX

    @property
    def flash(self) -> bool:
        """True if flashing squares show their other phase: every 16 frames they change."""
        return bool(self.number // FLASH_FRAMES & 1)

    def image(self, *, scale: int = 1, border: bool = True) -> Image.Image:
        """The frame as a palette picture."""
        picture = draw_squares(self.bits, self.attributes, flash=self.flash)
        return enlarge(add_border(picture, self.border, self.border_px) if border else picture, scale)


class BeamRecorder:
    """Keeps a few moments of a machine's past, to draw its last complete frame from.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> frame = spectrum.beam.last_frame()
    >>> frame.exact, set(frame.border) == {7}
    (True, True)
    """

    def __init__(self, core: Core, frames: Frames, listening: Listening) -> None:
        self._core = core
        self._listening = listening
        self._per_frame = core.model.tstates_per_frame
        self._raster = Raster(core.model)
        self._moments: deque[_Moment] = deque(maxlen=_MOMENTS)
        self._left_at = -1
        self._last = self._moment()
        frames.listen(self._keep, every=_FRAMES_BETWEEN)

    def before_run(self, until: int) -> None:
        """The machine is about to run: keep this moment if somebody has meddled, or may have, since the last one.

        Somebody has where a key went up or down or PC was set from outside, and may have before each run of
        several frames. (In between a moment is kept now and then all the same.)
        """
        core, frame = self._core, self._per_frame
        now = core.tstates
        if now < self._last.tstates:  # the clock was set back
            self._moments.clear()
        elif (
            core.pc == self._left_at
            and core.keyboard_rows == self._last.rows
            and core.kempston == self._last.kempston
            and (until - now < 2 * frame or now - self._last.tstates < frame)
        ):
            return
        self._keep()

    def after_run(self) -> None:
        """The machine has run: remember where it stands, to see whether it is moved from outside."""
        self._left_at = self._core.pc

    def forget(self) -> None:
        """The machine has been put into another state: what was kept is not its past."""
        self._moments.clear()
        self._left_at = -1

    def last_frame(self, border_px: int = BORDER_PX) -> BeamFrame:
        """The last frame that the beam has drawn to its end, with so much of its border."""
        core, per_frame = self._core, self._per_frame
        number = max(0, core.tstates // per_frame - 1)
        start = number * per_frame
        log = core.port_log
        changes = [(at - start, value) for at, value in log.ula if start <= at < start + per_frame]
        before = next((value for at, value in reversed(log.ula) if at < start), log.ula_before) & 7
        fetches = self._run_again(start)
        exact = fetches is not None
        if fetches is None:
            fetches = Fetches()
            fetches.go_to(self._raster.fetched(per_frame), core.screen_bytes())
        return BeamFrame(
            bytes(fetches.bits),
            bytes(fetches.attributes),
            self._raster.border_squares(before, changes, border_px),
            exact,
            number,
            border_px,
        )

    def image(self, *, scale: int, border: bool | int) -> Image.Image:
        """See `Spectrum.image`."""
        border_px = border_width(border)
        return self.last_frame(border_px or BORDER_PX).image(scale=scale, border=bool(border_px))

    def _keep(self) -> None:
        self._last = self._moment()
        self._moments.append(self._last)

    def _moment(self) -> _Moment:
        core = self._core
        return _Moment(core.tstates, core.checkpoint(), list(core.keyboard_rows), core.kempston)

    def _run_again(self, start: int) -> Fetches | None:
        """Run the frame that began at `start` again; return its fetches, or None if that is impossible.

        The run goes from one kept moment to the next, and takes over what each has of its own: a key that went
        down, memory that a test had changed. After the frame it must come to the next moment, or to now, as it was.
        """
        core, log = self._core, self._core.port_log
        earlier = [moment for moment in self._moments if moment.tstates <= start]
        if not earlier or core.ports.has_hooks:  # a hook would be called twice
            return None
        end = start + self._per_frame
        now = self._moment()
        then = next((moment for moment in self._moments if moment.tstates >= end), now)
        logged = list(log.ula), list(log.ay), log.since, log.ula_before
        listened_from = self._listening.since
        watching = core.observer, core.journal
        core.observer = core.journal = None  # it has all happened already
        try:
            self._go_back(earlier[-1])
            core.run(start)
            within = [moment for moment in self._moments if start < moment.tstates < end]
            fetches = self._draw(start, end, within)
            core.run(then.tstates)
            again = core.checkpoint()
        finally:
            self._go_back(now)
            log.ula[:], log.ay[:], log.since, log.ula_before = logged
            self._listening.mark(listened_from)
            core.observer, core.journal = watching
        return fetches if _are_same(again, then.checkpoint) else None

    def _go_back(self, moment: _Moment) -> None:
        core = self._core
        core.go_back(moment.checkpoint)
        core.keyboard_rows[:] = moment.rows
        core.kempston = moment.kempston

    def _draw(self, start: int, end: int, within: list[_Moment]) -> Fetches:
        """Run a frame, one instruction after the other, by way of the moments `within` it; fetch as the beam goes."""
        core, raster = self._core, self._raster
        fetches = Fetches()
        seen = core.screen_bytes()

        def look(pc: int, _: int, ended: int) -> None:
            nonlocal seen
            screen = core.screen_bytes()
            if screen != seen:
                self._follow(fetches, seen, screen, pc, ended - start)
                seen = screen

        core.observer = look
        for moment in within:
            core.run(moment.tstates)
            fetches.go_to(raster.fetched(moment.tstates - start), seen)
            self._go_back(moment)
            seen = core.screen_bytes()
        core.run(end)
        core.observer = None
        fetches.go_to(raster.fetched(self._per_frame), seen)
        return fetches

    def _follow(self, fetches: Fetches, before: bytes, after: bytes, pc: int, end: int) -> None:
        """The instruction at `pc`, which ended at `end`, has changed the screen: fetch what the beam saw before."""
        core, raster = self._core, self._raster
        code = [core.memory[pc + index & 0xFFFF] for index in range(4)]
        tails = write_tails(code, repeats=core.pc == pc)
        if len(tails) == 2:
            fetches.go_to(raster.fetched(raster.write_end(tails[0], end)), before)
            place = self._place(first_written(code, core.get("sp")))
            before = before[:place] + after[place : place + 1] + before[place + 1 :]
        fetches.go_to(raster.fetched(raster.write_end(tails[-1], end)), before)

    def _place(self, address: int) -> int:
        """Return the place of a byte of memory in the screen that shows; past its end if it is in none."""
        core = self._core
        return address & 0x3FFF if core.page_at(address) == core.display_bank else len(core.screen_bytes())


def _are_same(one: Checkpoint, other: Checkpoint) -> bool:
    """Return True if two moments have the same memory, registers and ports."""
    return one.registers == other.registers and one.ram == other.ram and one.ports[0] == other.ports[0]

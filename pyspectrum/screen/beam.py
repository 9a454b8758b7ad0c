"""The picture as the beam drew it: border stripes, and what a program changed on the screen in mid-frame.

The border comes from the port log. For the screen's memory as the beam passed it, the last complete frame is run again,
instruction by instruction, from the latest of a few moments kept on the way, which costs some milliseconds. The machine
comes back as it was; if the run came to the same memory and registers, the frame was the same one.

The ULA draws a line in 224 T-states (228 on a 128), two pixels in each, and fetches the bits and the
attributes of two squares at a time, every eight T-states. In these eight it keeps the processor from its
memory for six, so a byte written while it draws a line is there either for both squares or for neither.

Numbers: the first pixel comes 14,336 T-states after the interrupt on a 48K, 14,362 on a 128, its fetch two
later. A border colour counts from the square that begins when the OUT has its last three T-states to go.
Source: "Contended memory" and "Floating bus" of the Sinclair Wiki; the comp.sys.sinclair FAQ (an OUT
that ends at 14,339–14,342 changes the border at the first square of the screen).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pyspectrum.core import Checkpoint, Core
from pyspectrum.core.bus import Contention
from pyspectrum.core.running import Frames
from pyspectrum.models import Model
from pyspectrum.screen import DISPLAY_SIZE, pixel_row_offset
from pyspectrum.screen.picture import (
    BORDER_PX,
    COLUMNS,
    HEIGHT_PX,
    WIDTH_PX,
    add_border,
    border_width,
    draw_squares,
    enlarge,
    flashes,
)

if TYPE_CHECKING:
    from PIL import Image

_FETCH_LATER = 2
_PAIR_TSTATES = 8
_PAIRS = COLUMNS // 2
_OUT_LOGGED_LATER = 3  # the port log has the OUT's end, three T-states after the border takes the colour
_SQUARE_TSTATES = 4

_PUSHES = {0xC5, 0xD5, 0xE5, 0xF5, 0xCD, *range(0xC4, 0x100, 8), *range(0xC7, 0x100, 8)}  # PUSH, CALL, RST
_EX_SP = 0xE3
_LD_NN_PAIR = 0x22
_ED_LD_NN_PAIR = {0x43, 0x53, 0x63, 0x73}
_ED_MOVES = {0xA0, 0xA8, 0xB0, 0xB8}  # LDI, LDD, LDIR, LDDR
_ED_REPEATED_INPUTS = {0xB2, 0xBA}  # INIR, INDR
_REPEATING = (1, 1, 1, 1, 1)
_WRITE = (3,)

Tails = tuple[tuple[int, ...], ...]


def write_tails(code: Sequence[int], *, repeats: bool) -> Tails:
    """Return the machine cycles that follow each byte an instruction writes, in the order of the writes.

    Most write their one byte in their last cycle. Two bytes have a write of three T-states between them. `code` are
    the instruction's first two bytes; an LDIR, say, `repeats`.
    """
    first, second = code[:2]
    if first in (0xDD, 0xFD):
        first = second
    if first == 0xED:
        if second in _ED_LD_NN_PAIR:
            return (_WRITE, ())
        if second in _ED_MOVES:
            return ((1, 1, *(_REPEATING if repeats else ())),)
        return (_REPEATING if repeats and second in _ED_REPEATED_INPUTS else (),)
    if first == _EX_SP:
        return ((*_WRITE, 1, 1), (1, 1))
    return (_WRITE, ()) if first in _PUSHES or first == _LD_NN_PAIR else ((),)


def first_written(code: Sequence[int], stack: int) -> int:
    """Return the address of the first of the two bytes that an instruction has written, given four bytes and SP."""
    prefixed = code[0] in (0xDD, 0xED, 0xFD)
    if code[0] == 0xED or code[prefixed] == _LD_NN_PAIR:  # the low byte first
        return code[prefixed + 1] | code[prefixed + 2] << 8
    return stack + 1 & 0xFFFF


class Raster:
    """The times of one model's frame, all in T-states after its interrupt."""

    def __init__(self, model: Model) -> None:
        self.line_tstates = model.tstates_per_line
        self.first_pixel = model.first_fetch_tstate
        self.delay = Contention(model).delay

    def fetched(self, tstates: int) -> int:
        """Return how many of the 192 × 16 pairs of squares have been fetched when `tstates` have passed."""
        line, within = divmod(tstates - self.first_pixel - _FETCH_LATER, self.line_tstates)
        if line < 0:
            return 0
        return min(HEIGHT_PX * _PAIRS, _PAIRS * line + min(_PAIRS, within // _PAIR_TSTATES + 1))

    def write_end(self, tail: Sequence[int], end: int) -> int:
        """Return when a byte had been written, from its instruction's end and the cycles between, each contended."""
        latest = end - sum(tail)
        for moment in range(latest, latest - 7 * len(tail) - 1, -1):
            now = moment
            for cycle in tail:
                now += self.delay(now) + cycle
            if now == end and not self.delay(moment - 3):
                return moment
        return latest

    def border_squares(self, before: int, changes: Iterable[tuple[int, int]], border_px: int = BORDER_PX) -> bytes:
        """Return the colour of every square of a border, 40 a line, from 32 lines above the screen to 32 below it.

        `before` is the colour when the frame began, `changes` are ``(tstates, value)`` of each OUT as the port log has
        it, ascending.
        """
        start = self.first_pixel + _OUT_LOGGED_LATER - border_px * self.line_tstates - border_px // 2
        columns = (WIDTH_PX + 2 * border_px) // 8
        count = columns * (HEIGHT_PX + 2 * border_px)
        squares = bytearray()
        colour = before
        for tstates, value in changes:
            line, within = divmod(tstates - start, self.line_tstates)
            passed = columns * line + min(columns, within // _SQUARE_TSTATES)
            squares += bytes([colour]) * (min(passed, count) - len(squares))
            colour = value & 7
        squares += bytes([colour]) * (count - len(squares))
        return bytes(squares)


class Fetches:
    """The ULA's fetches of a frame so far: bits and attributes, 32 of each for each pixel row."""

    def __init__(self) -> None:
        self.bits = bytearray(DISPLAY_SIZE)
        self.attributes = bytearray(DISPLAY_SIZE)
        self._pairs = 0

    def go_to(self, pairs: int, screen: bytes) -> None:
        """Fetch from these 6,912 bytes until `pairs` pairs of squares have been fetched."""
        while self._pairs < pairs:
            y_px, pair = divmod(self._pairs, _PAIRS)
            last = min(_PAIRS, pair + pairs - self._pairs)
            start, size = COLUMNS * y_px + 2 * pair, 2 * (last - pair)
            source = pixel_row_offset(y_px) + 2 * pair
            self.bits[start : start + size] = screen[source : source + size]
            source = DISPLAY_SIZE + COLUMNS * (y_px >> 3) + 2 * pair
            self.attributes[start : start + size] = screen[source : source + size]
            self._pairs += last - pair


_MOMENTS = 6
_FRAMES_BETWEEN = 50


class Listening(Protocol):
    """A listener whose beginning must not move while a frame is run again: `sound.Sound`."""

    @property
    def since(self) -> int: ...
    def mark(self, at: int | None = None) -> None: ...


@dataclass(frozen=True)
class _Moment:
    tstates: int
    checkpoint: Checkpoint
    rows: list[int]
    kempston: int | None


@dataclass(frozen=True)
class BeamFrame:
    """One frame as the television showed it, the one of that `number` since power-on.

    `bits` are 32 bytes for each of the 192 pixel rows, as they were when the beam passed; `attributes` likewise, a byte
    for eight pixels of one row. `border` is the colour of each square of eight pixels, 40 a line, 32 lines above the
    screen to 32 below; more with a wider border. If it is not `exact`, the frame could not be run again (a key went
    down or memory was changed from outside within it), and bits and attributes are those of now.
    """

    bits: bytes
    attributes: bytes
    border: bytes
    exact: bool
    number: int
    border_px: int = BORDER_PX

    def image(self, *, scale: int = 1, border: bool = True) -> Image.Image:
        picture = draw_squares(self.bits, self.attributes, flash=flashes(self.number))
        return enlarge(add_border(picture, self.border, self.border_px) if border else picture, scale)


class BeamRecorder:
    """Keeps a few moments of a machine's past, to draw its last complete frame from."""

    def __init__(self, core: Core, frames: Frames, listening: Listening) -> None:
        self._core = core
        self._listening = listening
        self._per_frame = core.model.tstates_per_frame
        self._raster = Raster(core.model)
        self._moments: deque[_Moment] = deque(maxlen=_MOMENTS)
        self._last = self._moment()
        frames.listen(self._keep, every=_FRAMES_BETWEEN, only_looks=True)

    def before_run(self, until: int, *, was_moved: bool) -> None:
        """Keep the moment before a run if the machine was changed from outside since the last one, or may have been.

        It was if a key went up or down or PC was set (`was_moved`); it may have been before each run of several frames.
        """
        core, frame = self._core, self._per_frame
        now = core.tstates
        if now < self._last.tstates:  # the clock was set back
            self._moments.clear()
        elif (
            self._moments
            and not was_moved
            and core.keyboard_rows == self._last.rows
            and core.ports.kempston == self._last.kempston
            and (until - now < 2 * frame or now - self._last.tstates < frame)
        ):
            return
        self._keep()

    def forget(self) -> None:
        """Drop what was kept, since the machine has been put into another state."""
        self._moments.clear()

    def last_frame(self, border_px: int = BORDER_PX) -> BeamFrame:
        """Return the last frame that the beam has drawn to its end, with so much of its border."""
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
        border = self._raster.border_squares(before, changes, border_px)
        return BeamFrame(bytes(fetches.bits), bytes(fetches.attributes), border, exact, number, border_px)

    def image(self, *, scale: int, border: bool | int) -> Image.Image:
        border_px = border_width(border)
        return self.last_frame(border_px or BORDER_PX).image(scale=scale, border=bool(border_px))

    def _keep(self) -> None:
        self._last = self._moment()
        self._moments.append(self._last)

    def _moment(self) -> _Moment:
        core = self._core
        return _Moment(core.tstates, core.checkpoint(), list(core.keyboard_rows), core.ports.kempston)

    def _run_again(self, start: int) -> Fetches | None:
        """Run the frame that began at `start` again; return its fetches, or None if that is impossible.

        Each kept moment on the way is taken over with its keys and memory. After the frame the run must come to the
        next moment, or to now, as it was.
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
        there = then.checkpoint
        same = again.registers == there.registers and again.ram == there.ram and again.ports[0] == there.ports[0]
        return fetches if same else None

    def _go_back(self, moment: _Moment) -> None:
        core = self._core
        core.go_back(moment.checkpoint)
        core.keyboard_rows[:] = moment.rows
        core.ports.kempston = moment.kempston

    def _draw(self, start: int, end: int, within: list[_Moment]) -> Fetches:
        """Run a frame, instruction by instruction, by way of the moments `within` it; fetch as the beam goes."""
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
        """Fetch what the beam saw before the instruction at `pc`, which ended at `end`, changed the screen."""
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

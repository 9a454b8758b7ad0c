"""When the ULA fetches what it draws: the beam's way over the screen, in T-states of a frame.

The ULA draws a line in 224 T-states (228 on a 128), two pixels in each, and fetches the bits and the
attributes of two squares at a time, every eight T-states. In these eight it keeps the processor from its
memory for six, so a byte written while it draws a line is there either for both squares or for neither.

Numbers: the first pixel comes 14,336 T-states after the interrupt on a 48K, 14,362 on a 128, its fetch two
later. A border colour counts from the square that begins when the OUT has its last three T-states to go.
Source: "Contended memory" and "Floating bus" of the Sinclair Wiki; the comp.sys.sinclair FAQ (an OUT
that ends at 14,339–14,342 changes the border at the first square of the screen).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyspectrum.core.contention import Contention
from pyspectrum.models import Model
from pyspectrum.screen.picture import BORDER_PX, COLUMNS, HEIGHT_PX, WIDTH_PX
from pyspectrum.screen.screen import DISPLAY_SIZE, pixel_row_offset

_FETCH_LATER = 2
_PAIR_TSTATES = 8
_PAIRS = COLUMNS // 2
_OUT_LOGGED_LATER = 3  # the port log has the OUT's end, three T-states after the border takes the colour
_SQUARE_TSTATES = 4

_PUSHES = {0xC5, 0xD5, 0xE5, 0xF5, 0xCD, *range(0xC4, 0x100, 8), *range(0xC7, 0x100, 8)}  # PUSH, CALL, RST
_EX_SP = 0xE3
_LD_NN_PAIR = 0x22
_ED_LD_NN_PAIR = {0x43, 0x53, 0x63, 0x73}
_ED_MOVES = {0xA0, 0xA8}  # LDI, LDD
_ED_REPEATED_MOVES = {0xB0, 0xB8}  # LDIR, LDDR
_ED_REPEATED_INPUTS = {0xB2, 0xBA}  # INIR, INDR
_REPEATING = (1, 1, 1, 1, 1)
_WRITE = (3,)

Tails = tuple[tuple[int, ...], ...]


def write_tails(code: Sequence[int], *, repeats: bool) -> Tails:
    """The machine cycles that follow each byte an instruction writes, in the order of the writes.

    Most write their one byte in their last cycle. Two bytes have a write of three T-states between them.

    Args:
        code: the instruction's first two bytes.
        repeats: it is an LDIR, say, that continues.

    >>> write_tails([0xE5, 0], repeats=False)  # push hl
    ((3,), ())
    >>> write_tails([0xED, 0xB0], repeats=True)  # ldir
    ((1, 1, 1, 1, 1, 1, 1),)
    """
    first, second = code[0], code[1]
    if first in (0xDD, 0xFD):
        first = second
    if first == 0xED:
        if second in _ED_LD_NN_PAIR:
            return (_WRITE, ())
        if second in _ED_MOVES or second in _ED_REPEATED_MOVES:
            return ((1, 1, *(_REPEATING if repeats else ())),)
        return (_REPEATING if repeats and second in _ED_REPEATED_INPUTS else (),)
    if first == _EX_SP:
        return ((*_WRITE, 1, 1), (1, 1))
    return (_WRITE, ()) if first in _PUSHES or first == _LD_NN_PAIR else ((),)


def first_written(code: Sequence[int], stack: int) -> int:
    """The address of the first of the two bytes that an instruction has written.

    Args:
        code: the instruction's four bytes, or more than it has.
        stack: SP after it.

    >>> first_written([0xE5, 0, 0, 0], 0x5800), first_written([0xED, 0x43, 0x34, 0x12], 0)  # push hl; ld (#1234),bc
    (22529, 4660)
    """
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
        """Return how many of the 192 × 16 pairs of squares have been fetched when `tstates` have passed.

        >>> from pyspectrum.models import MODEL_48K
        >>> raster = Raster(MODEL_48K)
        >>> [raster.fetched(t) for t in (14_337, 14_338, 14_345, 14_346, 14_336 + 224)]
        [0, 1, 1, 2, 16]
        """
        line, within = divmod(tstates - self.first_pixel - _FETCH_LATER, self.line_tstates)
        if line < 0:
            return 0
        return min(HEIGHT_PX * _PAIRS, _PAIRS * line + min(_PAIRS, within // _PAIR_TSTATES + 1))

    def write_end(self, tail: Sequence[int], end: int) -> int:
        """When a byte had been written, by the end of its instruction and the cycles between, each contended.

        >>> from pyspectrum.models import MODEL_48K
        >>> Raster(MODEL_48K).write_end((3,), 1000), Raster(MODEL_48K).write_end((3,), 14_352)
        (997, 14345)
        """
        latest = end - sum(tail)
        for moment in range(latest, latest - 7 * len(tail) - 1, -1):
            now = moment
            for cycle in tail:
                now += self.delay(now) + cycle
            if now == end and not self.delay(moment - 3):
                return moment
        return latest

    def border_squares(self, before: int, changes: Iterable[tuple[int, int]], border_px: int = BORDER_PX) -> bytes:
        """The colour of every square of the border, 40 a line, from 32 lines above the screen to 32 below it.

        With another `border_px` it is as many squares and lines as that makes.

        Args:
            before: the colour when the frame began.
            changes: ``(tstates, value)`` of each OUT as the port log has it, ascending.
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

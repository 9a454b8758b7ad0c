"""Looking at a machine's screen again and again: its text, read where it has changed."""

from __future__ import annotations

from collections.abc import Callable

from pyspectrum.core import Core
from pyspectrum.memory import DF_SZ
from pyspectrum.screen.fonts import Font, FontLike, as_font
from pyspectrum.screen.picture import COLUMNS, ROWS
from pyspectrum.screen.screen import DISPLAY_SIZE, TextReader

_MOST_READERS = 8
_LAST_THIRD_ROW = 16
_LAST_THIRD, _THIRD_SIZE = 0x1000, 0x800


class View:
    """View of a machine; it keeps what it has read, one text for each font."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._readers: dict[Font, TextReader] = {}
        self._last_font: FontLike = None
        self._lower_squares = self._last_third = b""
        self._lower_font: FontLike = None
        self._lower_lines: tuple[str, ...] = ()
        self._reader = self._reader_of(as_font(None))

    def text_lines(self, font: FontLike = None) -> tuple[str, ...]:
        """See `Spectrum.text_lines`."""
        if font is not self._last_font:  # as a rule one font is asked for again and again
            self._reader, self._last_font = self._reader_of(as_font(font)), font
        return self._reader.read(self._core.screen_bytes(DISPLAY_SIZE))

    def _reader_of(self, font: Font) -> TextReader:
        reader = self._readers.get(font)
        if reader is None:
            if len(self._readers) >= _MOST_READERS:
                self._readers.clear()
            reader = self._readers[font] = TextReader(font)
        return reader

    def shows(self, text: str) -> Callable[[], bool]:
        """A condition to wait for: the text stands on one line of the screen, read only where it has changed."""
        seen: tuple[str, ...] = ()

        def shows() -> bool:
            nonlocal seen
            lines = self.text_lines()
            if lines is seen:  # the very same: nothing has changed
                return False
            seen = lines
            return any(text in line for line in lines)

        return shows

    def input_area(self, font: FontLike = None) -> tuple[str, ...]:
        """See `Spectrum.input_area`."""
        core = self._core
        first = max(0, ROWS - core.memory[DF_SZ])
        if first < _LAST_THIRD_ROW:
            return self.text_lines(font)[first:]
        start, size = COLUMNS * (first - _LAST_THIRD_ROW), COLUMNS * (ROWS - first)
        begin, seen = _LAST_THIRD + start, self._last_third
        if len(seen) == _THIRD_SIZE - start and core.screen_is(seen, begin) and font is self._lower_font:
            return self._lower_lines
        self._last_third = third = core.screen_bytes(DISPLAY_SIZE, begin)
        squares = b"".join([third[at : at + size] for at in range(0, len(third), 256)])
        if squares != self._lower_squares or font is not self._lower_font:
            read = as_font(font).readings.__getitem__
            text = "".join([read(squares[square::size]) for square in range(size)])
            lines = tuple([text[at : at + COLUMNS] for at in range(0, size, COLUMNS)])
            self._lower_squares, self._lower_font, self._lower_lines = squares, font, lines
        return self._lower_lines

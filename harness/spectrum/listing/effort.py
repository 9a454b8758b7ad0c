"""Limits on the work of a listing: a text with too many readings is rejected, not searched for hours."""

from __future__ import annotations

from harness.errors import BuildError

MAX_LISTING_BYTES = 2_000_000
"""Many times what a program that fits into a Spectrum takes in print, with a whole article around it."""
MAX_TEXT_LINES = 20_000
MAX_LINE_CHARACTERS = 5_000
"""The longest line of text: the Spectrum's own editor takes some seven hundred characters."""

_BASE = 20_000
_PER_CHARACTER = 40
_MOST = 1_000_000
"""A program that just fits into a Spectrum needs two thirds of it; all of it takes less than a minute."""
_STEPS_PER_CHARACTER_READ = 20  # of the choice among spans, which are that much quicker than the tokeniser


class Effort:
    """Counts the work done on a text, in characters given to the tokeniser.

    The allowance grows in proportion to the text, up to a fixed bound. Listings as printed need about a fifth of it.
    """

    def __init__(self, name: str, characters: int) -> None:
        self._name = name
        self._left = min(_BASE + _PER_CHARACTER * characters, _MOST)
        self._steps = 0

    def spend(self, characters: int) -> None:
        """Note that so many characters are read once more.

        Raises:
            BuildError: that is more than the text is worth.
        """
        self._left -= characters
        if self._left < 0:
            raise BuildError(
                f"{self._name}: this can be read as a program in too many ways; leave out what is no part of it, and "
                "put each program line on one line of text"
            )

    def step(self, count: int) -> None:
        """Note so many steps of choosing among readings.

        Raises:
            BuildError: as `spend`.
        """
        self._steps += count
        self.spend(self._steps // _STEPS_PER_CHARACTER_READ)
        self._steps %= _STEPS_PER_CHARACTER_READ

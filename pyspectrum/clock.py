"""Spectrum time: T-states, frames, seconds.

A 48K Spectrum's Z80 runs at 3.5 MHz; the ULA draws a frame, and interrupts, every 69,888 T-states
(a little over 50 times a second). For the clocks of the other machines see `pyspectrum.models`.
"""

from __future__ import annotations

TSTATES_PER_SECOND = 3_500_000
TSTATES_PER_FRAME = 69_888


def seconds(tstates: int) -> float:
    """T-states as seconds of Spectrum time.

    >>> seconds(7_000_000)
    2.0
    """
    return tstates / TSTATES_PER_SECOND


def frames_to_tstates(frames: float) -> int:
    """Frames as T-states.

    >>> frames_to_tstates(50)
    3494400
    """
    return round(frames * TSTATES_PER_FRAME)


def seconds_to_tstates(duration: float) -> int:
    """Seconds of Spectrum time as T-states.

    >>> seconds_to_tstates(0.5)
    1750000
    """
    return round(duration * TSTATES_PER_SECOND)

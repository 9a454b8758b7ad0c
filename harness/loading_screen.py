"""The picture that stands on the screen while the tape loads."""

from __future__ import annotations


def draw_loading_screen() -> bytes:
    """The 6,912 bytes of the loading SCREEN$."""
    return bytes(6144) + bytes([7]) * 768

"""The key matrix, the typist and the joystick."""

from pyspectrum.keyboard.keyboard import (
    BREAK,
    DELETE,
    ENTER,
    MATRIX,
    Chord,
    chords_for_command,
    chords_for_text,
    main_code,
    parse_chord,
)

__all__ = [
    "BREAK",
    "DELETE",
    "ENTER",
    "MATRIX",
    "Chord",
    "chords_for_command",
    "chords_for_text",
    "main_code",
    "parse_chord",
]

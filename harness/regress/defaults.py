"""Default settings of `regress`; imports nothing slow."""

from __future__ import annotations

PUZZLE_SECONDS = 60.0
"""Of wall time for a puzzle, and as much again for judging the answer."""
PLACE = "{file}"
"""Mark in a command for the file's name."""

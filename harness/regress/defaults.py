"""What is so where nobody says otherwise; loads nothing, for those who only describe options."""

from __future__ import annotations

PUZZLE_SECONDS = 60.0
"""Of wall time for a puzzle, and as much again for judging the answer."""
PLACE = "{file}"
"""Where in a command the file's name goes."""

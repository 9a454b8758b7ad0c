"""Options of a random puzzle; imports no solver, for callers that only describe them."""

from __future__ import annotations

from dataclasses import dataclass

from harness.errors import UsageError
from harness.formats.quantise import MAX_COLOURS
from harness.puzzle import MAX_SIDE


@dataclass(frozen=True, slots=True)
class RandomOptions:
    """Options of a random puzzle.

    Attributes:
        width, height: in cells, 1 to `MAX_SIDE`.
        colours: the background among them, 2 to `MAX_COLOURS`; 2 is black on white.
        density: the part of the cells that are not background before smoothing, 0 to 1.
        smooth: how often each cell takes the colour that is most frequent around it.
        unique: whether it must have exactly one solution.
        difficulty: how hard it must be, if that matters; `difficulty.DIFFICULTIES` has the names.

    Raises:
        UsageError: a number out of its range.
    """

    width: int = 20
    height: int = 20
    colours: int = 2
    density: float = 0.5
    smooth: int = 1
    unique: bool = False
    difficulty: str | None = None

    def __post_init__(self) -> None:
        for what, number, least, most in (
            ("width", self.width, 1, MAX_SIDE),
            ("height", self.height, 1, MAX_SIDE),
            ("number of colours", self.colours, 2, MAX_COLOURS),
            ("density", self.density, 0, 1),
            ("number of smoothings", self.smooth, 0, 100),
        ):
            if not least <= number <= most:
                raise UsageError(f"a {what} of {number}; choose {least} to {most}")
        if self.difficulty is None:
            return
        from harness.advice.difficulty import Wanted  # and with it the rules of people, where they matter

        wanted = Wanted(self.difficulty)
        if self.unique and not wanted.is_unique:
            raise UsageError(
                f"difficulty {self.difficulty} means several solutions, which --unique rules out; choose "
                "another difficulty or drop --unique"
            )

"""The machines there are: their clocks, their frames, their ROMs.

Numbers: the ULA of the 48K draws 312 lines of 224 T-states at 3.5 MHz, that of the 128K and the +2 311
lines of 228 at 3.5469 MHz; the first pixel of the picture comes 64 lines (63 on a 128) after the
interrupt, which is held for 32 (36) T-states. Source: the comp.sys.sinclair FAQ, "Technical
information", and the 128K service manual.
"""

from __future__ import annotations

from dataclasses import dataclass

from skoolkit import ROM48, ROM128, ROM_PLUS2

from pyspectrum.errors import ModelError


@dataclass(frozen=True)
class Model:
    """What sets one kind of Spectrum apart.

    `rom_paths` is the files of its ROMs: one, or two, of which the second holds 48 BASIC.
    `tstates_per_line` and the others in T-states count from the frame's interrupt on.
    """

    name: str
    tstates_per_second: int
    tstates_per_line: int
    lines_per_frame: int
    first_screen_tstate: int
    interrupt_tstates: int
    rom_paths: tuple[str, ...]

    @property
    def banked(self) -> bool:
        """Whether it has 128K in banks, two ROMs, and the AY sound chip."""
        return len(self.rom_paths) == 2

    @property
    def tstates_per_frame(self) -> int:
        """T-states from one interrupt to the next.

        >>> MODEL_48K.tstates_per_frame, MODEL_128K.tstates_per_frame
        (69888, 70908)
        """
        return self.tstates_per_line * self.lines_per_frame

    def seconds(self, tstates: int) -> float:
        """T-states as seconds on this machine."""
        return tstates / self.tstates_per_second

    def seconds_to_tstates(self, duration: float) -> int:
        """Seconds on this machine as T-states.

        >>> MODEL_128K.seconds_to_tstates(2)
        7093800
        """
        return round(duration * self.tstates_per_second)

    def frames_to_tstates(self, frames: float) -> int:
        """Frames of this machine as T-states."""
        return round(frames * self.tstates_per_frame)


MODEL_48K = Model("48K", 3_500_000, 224, 312, 64 * 224, 32, (ROM48,))
MODEL_128K = Model("128K", 3_546_900, 228, 311, 63 * 228, 36, tuple(ROM128))
MODEL_PLUS2 = Model("+2", 3_546_900, 228, 311, 63 * 228, 36, tuple(ROM_PLUS2))

_BY_NAME = {
    "48": MODEL_48K,
    "48k": MODEL_48K,
    "128": MODEL_128K,
    "128k": MODEL_128K,
    "+2": MODEL_PLUS2,
    "plus2": MODEL_PLUS2,
}


def model_named(name: str | Model) -> Model:
    """The model of that name: ``48``, ``128``, ``+2``, also ``48K``, ``128K``, ``plus2``.

    >>> model_named("plus2").name
    '+2'

    Raises:
        ModelError: no such machine is emulated.
    """
    if isinstance(name, Model):
        return name
    try:
        return _BY_NAME[str(name).lower()]  # the numbers 48 and 128 are as good
    except KeyError:
        raise ModelError(f"no model {name!r}; use 48, 128 or +2") from None

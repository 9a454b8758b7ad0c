"""The models: every fact in which one differs from another, so that a new model is a new value.

ROM addresses: a new key (bit 5 of FLAGS) is taken, looked at or thrown away at all places that reset that bit, found by
searching the ROMs for writes to FLAGS; and INKEY$ scans the keys itself.

Source of the numbers: the comp.sys.sinclair FAQ, "Technical information", and the 128K service manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, ClassVar

from skoolkit import ROM48, ROM128, ROM_PLUS2

from pyspectrum.errors import ModelError


class KeyPlace(Enum):
    """The kinds of places in a ROM that have to do with the keyboard."""

    TAKES = auto()
    """It reads the new key: KEY-INPUT, for the editor, INPUT and ``scroll?``; the 128's editor."""
    ENDS_PAUSE = auto()
    """PAUSE has ended, by a key or because its time has passed."""
    DROPS = auto()
    """It throws an unread key away: before a report, ``scroll?``, or a change to the lower screen."""
    LOOKS = auto()
    """INKEY$ is about to scan the keys."""
    PAUSES = auto()
    """PAUSE begins."""
    WAITS = auto()
    """It waits for a key in a loop."""


@dataclass(frozen=True)
class BasicRom:
    """Addresses in the ROM that holds 48 BASIC; the values are the 48K's."""

    editor: int = 0x0F2C  # ED-LOOP: edit the input line
    editor_error: int = 0x107F  # where the editor continues after an error of its own
    line_scan: int = 0x1B17  # LINE-SCAN: check the line in the editing area, and put the values behind its numbers
    editor_waits: int = 0x0F3B  # WAIT-KEY returns there in ED-LOOP: on the stack, right below the error handler
    wait_key: range = range(0x15DE, 0x15E4)  # WAIT-KEY's loop
    in_wait_key: int = 0x15E1  # KEY-INPUT and the channel's routine return there in WAIT-KEY
    key_input: int = 0x10A8  # the keyboard channel's routine
    pause_halts: tuple[int, ...] = (0x1F3D, 0x1F3E)  # PAUSE's HALT, and where PC may be while it waits
    copies_line: int = 0x1167  # the error handler of ED-COPY, with the one before it next on the stack
    waits_for_key: int = 0x10B0  # KEY-INPUT: is there a new key?
    takes_key: int = 0x10B5  # KEY-INPUT takes it
    inkey_scans: tuple[int, ...] = (0x2646,)  # INKEY$'s calls of KEY-SCAN
    inkey_scanned: int = 0x2649  # KEY-SCAN returns there in INKEY$
    key_scan: range = range(0x028E, 0x02BF)  # the scan of the keys; it leaves its return address on top of the stack
    interrupt_scanned: int = 0x02C2  # KEY-SCAN returns there in the interrupt routine
    key_places: ClassVar[Mapping[int, KeyPlace]] = {  # all places that have to do with keys
        0x0CB0: KeyPlace.DROPS,  # scroll?
        0x10B0: KeyPlace.WAITS,  # KEY-INPUT
        0x10B5: KeyPlace.TAKES,
        0x1304: KeyPlace.DROPS,  # MAIN-4, before a report
        0x1638: KeyPlace.DROPS,  # CHAN-K, as INPUT, CLS and all that goes to the lower screen call it
        0x1F3A: KeyPlace.PAUSES,
        0x1F3E: KeyPlace.WAITS,  # PAUSE, a frame later
        0x1F4F: KeyPlace.ENDS_PAUSE,
        0x2646: KeyPlace.LOOKS,  # S-INKEY$
    }


@dataclass(frozen=True)
class EditorRom:
    """Addresses in the first ROM of a 128, and its menu; the values are the 128K's."""

    waits_for_key: int = 0x3683  # where the editor waits for bit 5 of FLAGS to announce a key
    menu_waits_for_key: int = 0x25E3
    line_scan: int = 0x17AF  # check a line as the other ROM's LINE-SCAN does, with the statements of 128 BASIC
    stack: range = range(0x5B00, 0x5C00)  # the editor's own, in what is the printer buffer of a 48K
    menu: ClassVar[Mapping[str, int]] = {"128": 1, "48": 3}  # how far down each BASIC is, by its number

    @property
    def key_places(self) -> Mapping[int, KeyPlace]:
        """All places that have to do with keys."""
        waits = dict.fromkeys((self.menu_waits_for_key, self.waits_for_key), KeyPlace.WAITS)
        return {0x032D: KeyPlace.DROPS, **waits, self.waits_for_key + 4: KeyPlace.TAKES}


@dataclass(frozen=True)
class Model:
    """One kind of Spectrum; its T-states count from the frame's interrupt on."""

    name: str
    tstates_per_second: int
    tstates_per_line: int
    lines_per_frame: int
    first_screen_tstate: int  # where the first pixel comes
    first_fetch_tstate: int  # where the ULA has fetched the first pixel
    contention_lead_tstates: int  # from the first wait to the first pixel
    interrupt_tstates: int  # how long the interrupt is held
    rom_paths: tuple[str, ...]  # one, or two, of which the second holds 48 BASIC
    banked: bool  # it has 128K in banks, and the AY sound chip
    basic_rom: BasicRom = BasicRom()
    editor_rom: EditorRom | None = None  # the ROM with the menu and the 128's editor

    @property
    def tstates_per_frame(self) -> int:
        """T-states from one interrupt to the next.

        >>> MODEL_48K.tstates_per_frame, MODEL_128K.tstates_per_frame
        (69888, 70908)
        """
        return self.tstates_per_line * self.lines_per_frame

    @property
    def facts(self) -> dict[str, Any]:
        """Facts that the scripts of a trace or a page need, by their names there."""
        return {
            "name": self.name,
            "banked": self.banked,
            "frame": self.tstates_per_frame,
            "second": self.tstates_per_second,
            "interrupt": self.interrupt_tstates,
            "contention": [self.first_screen_tstate - self.contention_lead_tstates, self.tstates_per_line],
            "fetch": self.first_fetch_tstate,
        }

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


MODEL_48K = Model(
    name="48K",
    tstates_per_second=3_500_000,
    tstates_per_line=224,
    lines_per_frame=312,
    first_screen_tstate=64 * 224,
    first_fetch_tstate=14_336,
    contention_lead_tstates=1,
    interrupt_tstates=32,
    rom_paths=(ROM48,),
    banked=False,
)
MODEL_128K = Model(
    name="128K",
    tstates_per_second=3_546_900,
    tstates_per_line=228,
    lines_per_frame=311,
    first_screen_tstate=63 * 228,
    first_fetch_tstate=14_362,
    contention_lead_tstates=3,
    interrupt_tstates=36,
    rom_paths=tuple(ROM128),
    banked=True,
    basic_rom=BasicRom(inkey_scans=(0x2646, 0x3B6C), inkey_scanned=0x3B6F),  # it goes from one to the other
    editor_rom=EditorRom(),
)
_EDITOR_PLUS2 = EditorRom(waits_for_key=0x36A9, menu_waits_for_key=0x2602, line_scan=0x17CE)
MODEL_PLUS2 = replace(MODEL_128K, name="+2", rom_paths=tuple(ROM_PLUS2), editor_rom=_EDITOR_PLUS2)

_BY_NAME = {"48": MODEL_48K, "128": MODEL_128K, "+2": MODEL_PLUS2, "plus2": MODEL_PLUS2}


def model_named(name: str | Model) -> Model:
    """Return the model of that name: ``48``, ``128``, ``+2``, also ``48K``, ``128K``, ``plus2``, or ModelError.

    >>> model_named("plus2").name
    '+2'
    """
    if isinstance(name, Model):
        return name
    try:
        return _BY_NAME[str(name).lower().removesuffix("k")]  # also of the numbers 48 and 128
    except KeyError:
        raise ModelError(f"no model {name!r}; use 48, 128 or +2") from None

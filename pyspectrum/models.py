"""The models: every fact in which one differs from another, so that a new model is a new value.

ROM addresses: a new key (bit 5 of FLAGS) is taken, looked at or thrown away at all places that reset that bit, found by
searching the ROMs for writes to FLAGS; and INKEY$ scans the keys itself.

Source of the numbers: the comp.sys.sinclair FAQ, "Technical information", and the 128K service manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import Any

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
    """Addresses in the ROM that holds 48 BASIC.

    Attributes:
        editor: edit the input line (ED-LOOP's beginning).
        editor_error: where the editor continues after an error of its own.
        line_scan: check the line in the editing area, and put the values behind its numbers (LINE-SCAN).
        editor_waits: where WAIT-KEY returns to in ED-LOOP: on the stack, right below the editor's error handler.
        wait_key, in_wait_key: WAIT-KEY's loop, and where KEY-INPUT and the channel's routine return to in it.
        key_input: KEY-INPUT, the keyboard channel's routine.
        pause_halts: PAUSE's HALT, and where PC may be while it waits.
        copies_line: the error handler of ED-COPY, with the one before it next on the stack.
        waits_for_key, takes_key: KEY-INPUT: is there a new key? And where it takes it.
        inkey_scans: INKEY$'s calls of KEY-SCAN.
        inkey_scanned: where KEY-SCAN returns to in INKEY$.
        key_scan: the scan of the keys; it leaves its return address on top of the stack.
        interrupt_scanned: where KEY-SCAN returns to in the interrupt routine.
        key_places: all places that have to do with keys.
    """

    editor: int
    editor_error: int
    line_scan: int
    editor_waits: int
    wait_key: range
    in_wait_key: int
    key_input: int
    pause_halts: tuple[int, ...]
    copies_line: int
    waits_for_key: int
    takes_key: int
    inkey_scans: tuple[int, ...]
    inkey_scanned: int
    key_scan: range
    interrupt_scanned: int
    key_places: Mapping[int, KeyPlace] = field(hash=False, repr=False)


@dataclass(frozen=True)
class EditorRom:
    """Addresses in the first ROM of a 128, and its menu.

    Attributes:
        waits_for_key: where the editor waits for bit 5 of FLAGS to announce a key.
        line_scan: check a line as the other ROM's LINE-SCAN does, with the statements of 128 BASIC.
        stack: the editor's own, in what is the printer buffer of a 48K.
        menu: how far down each BASIC is, by its number.
        key_places: all places that have to do with keys.
    """

    waits_for_key: int
    line_scan: int
    stack: range
    menu: Mapping[str, int] = field(hash=False)
    key_places: Mapping[int, KeyPlace] = field(hash=False, repr=False)


@dataclass(frozen=True)
class Model:
    """One kind of Spectrum.

    The numbers in T-states count from the frame's interrupt on.

    Attributes:
        tstates_per_line, lines_per_frame, first_screen_tstate: the frame; the latter is where the first pixel comes.
        first_fetch_tstate: where the ULA has fetched the first pixel.
        contention_lead_tstates: from the first wait to the first pixel.
        interrupt_tstates: how long the interrupt is held.
        rom_paths: the files of its ROMs: one, or two, of which the second holds 48 BASIC.
        banked: it has 128K in banks, and the AY sound chip.
        basic_rom: addresses in the ROM with 48 BASIC.
        editor_rom: addresses in the ROM with the menu and the 128's editor, where it has one.
    """

    name: str
    tstates_per_second: int
    tstates_per_line: int
    lines_per_frame: int
    first_screen_tstate: int
    first_fetch_tstate: int
    contention_lead_tstates: int
    interrupt_tstates: int
    rom_paths: tuple[str, ...]
    banked: bool
    basic_rom: BasicRom
    editor_rom: EditorRom | None = None

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


_KEYS_IN_BASIC: Mapping[int, KeyPlace] = MappingProxyType(
    {
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
)
_BASIC_48K = BasicRom(
    editor=0x0F2C,
    editor_error=0x107F,
    line_scan=0x1B17,
    editor_waits=0x0F3B,
    wait_key=range(0x15DE, 0x15E4),
    in_wait_key=0x15E1,
    key_input=0x10A8,
    pause_halts=(0x1F3D, 0x1F3E),
    copies_line=0x1167,
    waits_for_key=0x10B0,
    takes_key=0x10B5,
    inkey_scans=(0x2646,),
    inkey_scanned=0x2649,
    key_scan=range(0x028E, 0x02BF),
    interrupt_scanned=0x02C2,
    key_places=_KEYS_IN_BASIC,
)
_BASIC_128K = replace(_BASIC_48K, inkey_scans=(0x2646, 0x3B6C), inkey_scanned=0x3B6F)  # it goes from one to the other


def _editor_keys(menu: int, editor: int) -> Mapping[int, KeyPlace]:
    waits = dict.fromkeys((menu, editor), KeyPlace.WAITS)
    return MappingProxyType({0x032D: KeyPlace.DROPS, **waits, editor + 4: KeyPlace.TAKES})


_EDITOR_128K = EditorRom(
    waits_for_key=0x3683,
    line_scan=0x17AF,
    stack=range(0x5B00, 0x5C00),
    menu=MappingProxyType({"128": 1, "48": 3}),
    key_places=_editor_keys(menu=0x25E3, editor=0x3683),
)
_EDITOR_PLUS2 = replace(
    _EDITOR_128K, waits_for_key=0x36A9, line_scan=0x17CE, key_places=_editor_keys(menu=0x2602, editor=0x36A9)
)

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
    basic_rom=_BASIC_48K,
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
    basic_rom=_BASIC_128K,
    editor_rom=_EDITOR_128K,
)
MODEL_PLUS2 = replace(MODEL_128K, name="+2", rom_paths=tuple(ROM_PLUS2), editor_rom=_EDITOR_PLUS2)

_BY_NAME = {
    "48": MODEL_48K,
    "48k": MODEL_48K,
    "128": MODEL_128K,
    "128k": MODEL_128K,
    "+2": MODEL_PLUS2,
    "plus2": MODEL_PLUS2,
}


def model_named(name: str | Model) -> Model:
    """Return the model of that name: ``48``, ``128``, ``+2``, also ``48K``, ``128K``, ``plus2``.

    >>> model_named("plus2").name
    '+2'

    Raises:
        ModelError: no such machine is emulated.
    """
    if isinstance(name, Model):
        return name
    try:
        return _BY_NAME[str(name).lower()]  # also of the numbers 48 and 128
    except KeyError:
        raise ModelError(f"no model {name!r}; use 48, 128 or +2") from None

"""Search for moments in a journal: by running it again, instruction by instruction only in one frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pyspectrum.core import Core
from pyspectrum.screen import DISPLAY_SIZE, SCREEN_SIZE
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import Frame, Replay, Trace

_RAM, _SCREEN_END, _BANK = 0x4000, 0x5B00, 0x4000
_IDLE_FRAMES = 3
_SLED = bytes(8)

_Sight = tuple[Callable[[Core], object], Callable[[bytearray, int], object]]
"""Functions that read a thing from a machine, and from the RAM and the paging of a recording."""


@dataclass(frozen=True)
class Moment:
    """An instruction that was executed: its address, when it began, and in which frame."""

    frame: int
    tstates: int
    pc: int


def last_change(journal: Journal, recording: Trace, looks_at: Mapping[str, Any]) -> Moment | None:
    """Return the instruction that last changed a thing, or None if nothing did."""
    if "border" in looks_at:
        return _last_border(journal, recording)
    sight = _sight(journal.spectrum.core, looks_at)
    if sight is None:
        return None
    read, read_in_ram = sight
    last, seen = 0, None
    for number, frame, ram in recording.run_of_frames():
        before, seen = seen, read_in_ram(ram, frame.words[-1])
        if number and seen != before:
            last = number
    return _changes_in(journal, recording, last - 1, read) if last else None


def _sight(core: Core, looks_at: Mapping[str, Any]) -> _Sight | None:
    banked = bool(core.banks)
    if "address" in looks_at:
        start, length = looks_at["address"], looks_at.get("length", 1)
        addresses = [address for address in range(start, start + length) if address >= _RAM]

        def place(address: int, paging: int) -> int:
            bank = (5, 2, paging & 7)[(address >> 14) - 1]
            return bank * _BANK | address % _BANK if banked else address - _RAM

        return (
            lambda at: bytes(at.memory[start : start + length]),
            lambda ram, paging: bytes(ram[place(address, paging)] for address in addresses),
        )
    columns = range(32)
    if "screen" in looks_at:
        rows = range(24)
    elif "row" in looks_at:
        rows = range(looks_at["row"], looks_at["row"] + looks_at.get("rows", 1))
    elif "square" in looks_at:
        row, column = looks_at["square"]
        rows, columns = range(row, row + 1), range(column, column + 1)
    else:
        return None
    wanted = [at + column for row in rows for at in _lines(row) for column in columns]

    def cut(screen: bytes) -> bytes:
        return screen if len(wanted) == SCREEN_SIZE else bytes(screen[offset] for offset in wanted)

    def in_ram(ram: bytearray, paging: int) -> bytes:
        start = (7 if paging & 8 else 5) * _BANK if banked else 0
        return cut(bytes(ram[start : start + SCREEN_SIZE]))

    return lambda at: cut(at.screen_bytes()), in_ram


def _lines(row: int) -> list[int]:
    """Return the places at which a text row's pixel lines and its attributes begin on the screen."""
    first = (row & 0x18) << 8 | (row & 7) << 5
    return [*(first | line << 8 for line in range(8)), DISPLAY_SIZE + 32 * row]


def _step_through(journal: Journal, recording: Trace, number: int, look: Callable[[Core, Moment], object]) -> Core:
    """Run a frame again, with `look` called before each instruction; returns the core at the frame's end."""
    again = Replay(journal)
    core = again.core
    again.run_to(recording.frames[number].tstates)

    def ask(pc: int) -> int:
        look(core, Moment(number, core.tstates, pc))
        return 0

    with again.executing(ask=ask):
        again.run_to(recording.frames[number + 1].tstates)
    return core


def _changes_in(journal: Journal, recording: Trace, number: int, read: Callable[[Core], object]) -> Moment | None:
    """Return the last instruction in a frame that changed what `read` gives."""
    before: object = None
    last: Moment | None = None
    found: Moment | None = None

    def look(core: Core, moment: Moment) -> None:
        nonlocal before, last, found
        now = read(core)
        if now != before and last is not None:
            found = last
        before, last = now, moment

    core = _step_through(journal, recording, number, look)
    return last if read(core) != before else found


def _last_border(journal: Journal, recording: Trace) -> Moment | None:
    values = [recording.ula_before, *(value for _, value in recording.ula)]
    writes = zip(recording.ula, values, strict=False)
    changes = [tstates for (tstates, now), before in writes if (now ^ before) & 7]
    if not changes:
        return None
    return _changes_in(journal, recording, recording.frame_at(changes[-1] - 1), lambda core: core.border)


def _instruction_before(
    journal: Journal, recording: Trace, number: int, is_there: Callable[[int], bool]
) -> Moment | None:
    """Return the last instruction in a frame before PC first came where `is_there` holds."""
    last: Moment | None = None
    found: Moment | None = None

    def look(_: Core, moment: Moment) -> None:
        nonlocal last, found
        if found is None and last is not None and is_there(moment.pc):
            found = last
        last = moment

    _step_through(journal, recording, number, look)
    return found


def visits(journal: Journal, recording: Trace, address: int) -> list[int]:
    """Return the frames in which PC came to an address, one for each time."""
    again = Replay(journal)
    found = []
    again.run_to(recording.begin)
    while again.run_to(recording.end, address):
        found.append(recording.frame_at(again.core.tstates))
    return found


@dataclass(frozen=True)
class Activity:
    """The code that ran: each executed address with its last frame, a HALT that waits as one instruction.

    `idle` are the addresses of the loop that the program is in at the end, interrupts included; `idle_since` is the
    frame from which on nothing else has run, None if more still does.
    """

    last_ran: Mapping[int, int]
    idle: frozenset[int]
    idle_since: int | None


def activity(journal: Journal, recording: Trace) -> Activity:
    """Find when each address ran last, and since when the program only waits."""
    again = Replay(journal)
    again.run_to(recording.begin)
    last_ran: dict[int, int] = {}
    executed: list[set[int]] = []
    for number, frame in enumerate(recording.frames[1:]):
        addresses: set[int] = set()
        with again.executing(note=addresses):
            again.run_to(frame.tstates)
        last_ran.update(dict.fromkeys(addresses, number))
        executed = [*executed[-_IDLE_FRAMES + 1 :], addresses]
    idle = frozenset().union(*executed)
    others = {address: frame for address, frame in last_ran.items() if address not in idle}
    in_ram = [frame for address, frame in others.items() if address >= _RAM]
    since = max(in_ram or others.values(), default=-1) + 1
    is_idle = 0 < since < len(recording.frames) - 2 * _IDLE_FRAMES
    return Activity(last_ran, idle, since if is_idle else None)


def crash(journal: Journal, recording: Trace) -> tuple[Moment, int] | None:
    """Return the instruction that led the program out of its code, and its target; None without a crash."""
    frames = recording.frames
    called = [(call.begin, call.end) for call in journal.calls if call.name in ("call", "reset", "boot", "load")]
    for number in visits(journal, recording, 0):
        start = frames[number].tstates
        if any(begin <= start <= end or start <= begin <= frames[number + 1].tstates for begin, end in called):
            continue
        found = _instruction_before(journal, recording, number, lambda pc: pc == 0)
        if found is not None:
            return found, 0
    if not any(frame.words[11] >= _RAM for frame in frames):
        return None  # a program in BASIC
    for number, frame, ram in recording.run_of_frames():
        if number and _holds_no_code(journal.spectrum.core, frame, ram):
            lost = _lost(journal, recording, number)
            return (lost, frame.words[11]) if lost else None
    return None


def _holds_no_code(core: Core, frame: Frame, ram: bytearray) -> bool:
    pc = frame.words[11]
    if pc < _SCREEN_END:
        return pc >= _RAM
    return not core.banks and ram.startswith(_SLED, pc - _RAM)


def _lost(journal: Journal, recording: Trace, number: int) -> Moment | None:
    """Return the jump out of the code, in the last frames before the one in which PC is lost."""
    symbols = journal.spectrum.symbols
    known = symbols.lines if symbols is not None else {}
    low, high = (symbols.start, symbols.end) if symbols is not None else (_SCREEN_END, 0x10000)

    def outside(pc: int) -> bool:
        return pc >= _RAM and pc not in known and not low <= pc < high

    for earlier in range(number - 1, max(-1, number - 4), -1):
        found = _instruction_before(journal, recording, earlier, outside)
        if found is not None:
            return found
    return None

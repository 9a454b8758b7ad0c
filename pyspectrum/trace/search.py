"""Looking for moments in what a journal did: by running it again, instruction by instruction only in one frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pyspectrum.core import Core
from pyspectrum.screen import DISPLAY_SIZE, SCREEN_SIZE
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import Frame, Recording
from pyspectrum.trace.replay import Replay

_RAM, _SCREEN_END, _BANK = 0x4000, 0x5B00, 0x4000
_IDLE_FRAMES = 3
_SLED = bytes(8)


@dataclass(frozen=True)
class Moment:
    """An instruction that was executed: its address, when it began, and in which frame."""

    frame: int
    tstates: int
    pc: int


def last_change(journal: Journal, recording: Recording, looks_at: Mapping[str, Any]) -> Moment | None:
    """The instruction that last changed what was looked at; None where nothing did."""
    if "border" in looks_at:
        return _last_border(journal, recording)
    sight = _sight(journal.spectrum.core, looks_at)
    if sight is None:
        return None
    ram, frames, last, seen = bytearray(recording.ram), recording.frames, 0, None
    for number, frame in enumerate(frames):
        for place, content in frame.memory:
            ram[place : place + len(content)] = content
        before, seen = seen, sight.in_ram(ram, frame.words[-1])
        if number and seen != before:
            last = number
    return _changes_in(journal, recording, last - 1, sight.read) if last else None


@dataclass(frozen=True)
class _Sight:
    """The thing looked at: functions that read it from a machine, and from the RAM and the paging of a recording."""

    read: Callable[[Core], object]
    in_ram: Callable[[bytearray, int], object]


def _sight(core: Core, looks_at: Mapping[str, Any]) -> _Sight | None:
    banked = bool(core.banks)
    if "address" in looks_at:
        start, length = looks_at["address"], looks_at.get("length", 1)
        addresses = [address for address in range(start, start + length) if address >= _RAM]

        def place(address: int, paging: int) -> int:
            bank = (5, 2, paging & 7)[(address >> 14) - 1]
            return bank * _BANK | address % _BANK if banked else address - _RAM

        return _Sight(
            lambda at: bytes(at.memory[start : start + length]),
            lambda ram, paging: bytes(ram[place(address, paging)] for address in addresses),
        )
    if "screen" in looks_at:
        rows = range(24)
    elif "row" in looks_at:
        rows = range(looks_at["row"], looks_at["row"] + looks_at.get("rows", 1))
    elif "square" in looks_at:
        rows = range(looks_at["square"][0], looks_at["square"][0] + 1)
    else:
        return None
    columns = slice(0, 32) if "square" not in looks_at else slice(looks_at["square"][1], looks_at["square"][1] + 1)
    wanted = [at + column for row in rows for at in _lines(row) for column in range(32)[columns]]

    def cut(screen: bytes) -> bytes:
        return screen if len(wanted) == SCREEN_SIZE else bytes(screen[offset] for offset in wanted)

    def in_ram(ram: bytearray, paging: int) -> bytes:
        start = (7 if paging & 8 else 5) * _BANK if banked else 0
        return cut(bytes(ram[start : start + SCREEN_SIZE]))

    return _Sight(lambda at: cut(at.screen_bytes()), in_ram)


def _lines(row: int) -> list[int]:
    """Return the places at which a text row's pixel lines and its attributes begin on the screen."""
    first = (row & 0x18) << 8 | (row & 7) << 5
    return [*(first | line << 8 for line in range(8)), DISPLAY_SIZE + 32 * row]


def _changes_in(journal: Journal, recording: Recording, number: int, read: Callable[[Core], object]) -> Moment | None:
    """The last instruction in a frame that changed what `read` gives."""
    start, end = recording.frames[number], recording.frames[number + 1]
    again = Replay(journal)
    core = again.core
    again.run_to(start.tstates)
    before, found = read(core), None
    last: tuple[int, int] | None = None

    def look(pc: int) -> int:
        nonlocal before, found, last
        now = read(core)
        if now != before and last is not None:
            before, found = now, Moment(number, *last)
        before, last = now, (core.tstates, pc)
        return 0

    with again.executing(ask=look):
        again.run_to(end.tstates)
    if read(core) != before and last is not None:
        found = Moment(number, *last)
    return found


def _last_border(journal: Journal, recording: Recording) -> Moment | None:
    value, changed = recording.ula_before, None
    for tstates, now in recording.ula:
        if (now ^ value) & 7:
            changed = tstates
        value = now
    if changed is None:
        return None
    return _changes_in(journal, recording, recording.frame_at(changed - 1), lambda core: core.border)


def instruction_before(
    journal: Journal, recording: Recording, number: int, is_there: Callable[[int], bool]
) -> Moment | None:
    """The last instruction before PC first came, in a frame, where `is_there` holds."""
    again = Replay(journal)
    core = again.core
    again.run_to(recording.frames[number].tstates)
    last: tuple[int, int] | None = None
    found: Moment | None = None

    def look(pc: int) -> int:
        nonlocal last, found
        if found is None and last is not None and is_there(pc):
            found = Moment(number, *last)
        last = core.tstates, pc
        return 0

    with again.executing(ask=look):
        again.run_to(recording.frames[number + 1].tstates)
    return found


def visits(journal: Journal, recording: Recording, address: int) -> list[int]:
    """The frames in which PC came to an address, one for each time."""
    again = Replay(journal)
    found = []
    again.run_to(recording.begin)
    while again.run_to(recording.end, address):
        found.append(recording.frame_at(again.core.tstates))
    return found


@dataclass(frozen=True)
class Activity:
    """The code that ran, frame by frame.

    Attributes:
        last_ran: of each address that was executed, the last frame; a HALT that waits counts as one instruction.
        idle: the addresses of the loop that the program is in at the end, interrupts included.
        idle_since: from which frame on nothing else has run; None where more still does.
    """

    last_ran: Mapping[int, int]
    idle: frozenset[int]
    idle_since: int | None


def activity(journal: Journal, recording: Recording) -> Activity:
    """When each address ran last, and since when the program only waits."""
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
    others = [frame for address, frame in last_ran.items() if address not in idle and address >= _RAM]
    if not others:
        others = [frame for address, frame in last_ran.items() if address not in idle]
    since = max(others, default=-1) + 1
    is_idle = 0 < since < len(recording.frames) - 2 * _IDLE_FRAMES
    return Activity(last_ran, idle, since if is_idle else None)


def crash(journal: Journal, recording: Recording) -> tuple[Moment, int] | None:
    """The instruction that led the program out of its code, and where to; None where nothing like that happened."""
    frames = recording.frames
    called = [(call.begin, call.end) for call in journal.calls if call.name in ("call", "reset", "boot", "load")]
    for number in visits(journal, recording, 0):
        start = frames[number].tstates
        if any(begin <= start <= end or start <= begin <= frames[number + 1].tstates for begin, end in called):
            continue
        found = instruction_before(journal, recording, number, lambda pc: pc == 0)
        if found is not None:
            return found, 0
    if not any(frame.words[11] >= _RAM for frame in frames):
        return None  # a program in BASIC
    ram = bytearray(recording.ram)
    for number, frame in enumerate(frames):
        for place, content in frame.memory:
            ram[place : place + len(content)] = content
        if number and _holds_no_code(journal.spectrum.core, frame, ram):
            lost = _lost(journal, recording, number)
            return (lost, frame.words[11]) if lost else None
    return None


def _holds_no_code(core: Core, frame: Frame, ram: bytearray) -> bool:
    pc = frame.words[11]
    if _RAM <= pc < _SCREEN_END:
        return True
    if pc < _RAM or core.banks:
        return False
    place = pc - _RAM
    return ram[place : place + len(_SLED)] == _SLED


def _lost(journal: Journal, recording: Recording, number: int) -> Moment | None:
    """The jump out of the code, in the frame before the one in which PC is lost."""
    symbols = journal.spectrum.symbols
    known = symbols.lines if symbols is not None else {}
    low, high = (symbols.start, symbols.end) if symbols is not None else (_SCREEN_END, 0x10000)

    def outside(pc: int) -> bool:
        return pc >= _RAM and pc not in known and not low <= pc < high

    for earlier in range(number - 1, max(-1, number - 4), -1):
        found = instruction_before(journal, recording, earlier, outside)
        if found is not None:
            return found
    return None

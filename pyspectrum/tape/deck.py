"""The tape recorder at a machine: a tape that loads at once where the ROM wants it, or plays as pulses.

Where the ROM's LD-BYTES is called, the next block is put in memory at once. A loader that enters the ROM's routine
further down (at #0562, say), or times edges itself, never comes there. It reads the EAR port many times in a frame,
mostly with interrupts off, for longer than it takes to look at the keyboard. A game that waits for a key may do that as
well; so the deck runs the program with the tape and without, and goes back: if that makes no difference, the program
does not listen. If it does, the next block plays as pulses, each to the T-state, once; after it the deck stops, and the
short-cut is open again. `Deck.log` says what was done.

A block that is not at the ROM's speed is always played as pulses. Behind one that was given at once the tape runs on,
as a real one does: some loaders listen for a few milliseconds only. If nobody listens, that is wound back. `Stop` on a
tape costs nothing. Where the ROM's SA-BYTES is called, the block goes to `Deck.saved` at once.

A block given at once leaves registers, flags and stack as LD-BYTES does, so that the ROM continues with its reports:

- the flag byte is compared with A; another one ends it, zero and carry reset;
- then DE bytes go to IX onwards (carry set: LOAD) or are compared with what is there (carry reset: VERIFY; a
  difference ends it, zero and carry reset);
- the byte after these is taken for the checksum, whatever it is: carry set when it all adds up;
- if a block ends too soon, the routine waits for an edge that never comes: zero set, carry reset;
- with DE = 0 nothing but the flag byte is read, and it alone is summed.

Both routines begin with an OUT, at which the core can stop at no cost; the registers are then those that the routine
has set up: AF has changed places with AF', and for saving IX is one less, DE one more.

Source: the 48K ROM, SA-BYTES (#04C2) and LD-BYTES (#0556) to SA/LD-RET (#053F).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.paging import ROM_1
from pyspectrum.tape import Block, Part, Recording, Signal, Stop, Tape, Waveform, checksum, leader_tstates, waveform

SA_BYTES = 0x04C2
LD_BYTES = 0x0556
SA_LEADER_OUT = 0x04DA
LD_START_OUT = 0x055C
LISTENING = range(0x0562, 0x05F2)
"""Where the ROM listens to a tape: from LD-BYTES's first look at the EAR socket to the end of LD-EDGE-1."""
_SA_LD_RET = 0x053F  # restores the border, looks for BREAK, enables interrupts
_SA_BYTES_RET = 0x053E  # the RET at SA-BYTES's end
_LD_BYTES_RET = 0x05E2  # the RET at LD-BYTES's end
_FIRST_RAM = 0x4000
_CARRY = 0x01
_TIMED_OUT = (0x00, 0x50)  # A and F after LD-EDGE-1 has counted B up to zero
_B_AFTER_BYTE = 0xB0
_AF2_AFTER_LOADING = 0x0145  # the level kept beside each byte, and the flags of the test for the first one
_AF2_AFTER_VERIFYING = 0x0044
_C_AT_END = 0x01  # the level and border of the last edge
_SPACE_ROW, _SPACE = 7, 0x01


def load_bytes(core: Core, block: Block) -> None:
    """Give a block to a machine that stands at `LD_BYTES` or at `LD_START_OUT`."""
    memory = core.memory
    wanted = core.get("af'" if core.pc == LD_START_OUT else "af")
    expected, loading = wanted >> 8, bool(wanted & _CARRY)
    address, left = core.get("ix"), core.get("de")
    parity = difference = 0
    a, f, b, last = *_TIMED_OUT, 0, 1  # the registers if the block ends too soon
    for position, byte in enumerate(block.to_bytes()):
        parity ^= byte
        if left == 0:
            a, f, b, last = parity, _compare_flags(parity), _B_AFTER_BYTE, byte
            break
        if position == 0:
            difference = expected ^ byte
        elif loading:
            difference = 0
            if address >= _FIRST_RAM:
                memory[address] = byte
        else:
            difference = memory[address] ^ byte
        if difference:
            a, f, b, last = difference, _logic_flags(difference), _B_AFTER_BYTE, byte
            break
        if position:
            address = address + 1 & 0xFFFF
            left -= 1
    if core.get("de") != left and (loading or not difference):  # a byte was taken, after the flag byte had matched
        core.set("af'", _AF2_AFTER_LOADING if loading else _AF2_AFTER_VERIFYING)
        core.set("c", _C_AT_END)
    core.set("ix", address)
    core.set("de", left)
    for name, value in (("a", a), ("f", f), ("b", b), ("h", parity), ("l", last)):
        core.set(name, value)
    stack = core.get("sp") - 2 & 0xFFFF  # with the address that LD-BYTES has pushed
    for place, byte in ((stack, _SA_LD_RET & 0xFF), (stack + 1 & 0xFFFF, _SA_LD_RET >> 8)):
        if place >= _FIRST_RAM:
            memory[place] = byte
    core.set("sp", stack)
    core.interrupts_enabled = False
    core.pc = _LD_BYTES_RET


def save_bytes(core: Core) -> Block | None:
    """Take the block from a machine that stands at `SA_LEADER_OUT`.

    Returns None, with nothing changed, while SPACE is held: the ROM's own routine then breaks off.
    """
    if not core.keyboard_rows[_SPACE_ROW] & _SPACE:
        return None
    flag, start, length = core.get("af'") >> 8, core.get("ix") + 1 & 0xFFFF, core.get("de") - 1 & 0xFFFF
    memory = core.memory
    payload = bytes(memory[start : start + length])
    payload += bytes(memory[0 : length - len(payload)])  # around the top of memory
    block = Block(flag, payload, checksum(flag, payload))
    for name, value in _AFTER_SAVING.items():
        core.set(name, value)
    core.set("ix", start + length + 1 & 0xFFFF)
    core.pc = _SA_BYTES_RET
    return block


# the counters have run down, the checksum of all bytes and itself is 0, SPACE was up (carry)
_AFTER_SAVING = {"a": 0x00, "f": 0x51, "bc": 0x000E, "de": 0xFFFF, "hl": 0x0000}


def _compare_flags(value: int) -> int:
    """Return the flags of ``cp 1`` with `value` in A."""
    sign, zero, half = value - 1 & 0x80, 0x40 * (value == 1), 0x10 * (value & 0x0F == 0)
    return sign | zero | half | 0x04 * (value == 0x80) | 0x02 | _CARRY * (value == 0)


def _logic_flags(value: int) -> int:
    """Return the flags of ``xor`` with `value`, other than 0, as result."""
    even_parity = 0x04 if value.bit_count() % 2 == 0 else 0
    return value & 0xA8 | even_parity


_LOADS = (ROM_1, LD_START_OUT)
_SAVES = (ROM_1, SA_LEADER_OUT)
_ONLY_SAVES, _ONLY_LOADS, _BOTH = (_SAVES,), (_LOADS,), (_LOADS, _SAVES)
_LOOK_TSTATES = 23_456
"""T-states between the deck's looks for a listener: about three times a frame, never in step with it."""
_SUSPICIOUS = 40
"""This much suspicion leads to a trial: a look with interrupts off adds 10, one with them on 1."""
_READS_A_LOOK = 60
"""A loop that times edges reads the port at least every 390 T-states."""
_TRIALS = (1, 2)
"""Frames that trials take: most listeners are noticed by the first."""
_DEAF_FRAMES = 50
"""Frames to wait before the next trial if the program did not listen."""
_GAP_TSTATES = 70_000
"""Silence of a frame or more: a loader that continues listening will be heard again."""


@dataclass(frozen=True)
class Playing:
    """Sound from `start` on: the parts of the tape from `first` up to `following`; `heard` if somebody listens."""

    first: int
    following: int
    start: int
    wave: Waveform
    leader_tstates: int
    heard: bool = True


@dataclass(frozen=True)
class DeckState:
    """State that `Deck.restore` needs to go back to a moment."""

    tape: Tape | None
    position: int
    log: tuple[str, ...]
    saved: tuple[Block, ...]
    playing: Playing | None
    begun: int | None
    silent_until: int
    listening: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Reads of the EAR port since the last look, when that was, when the next is due, the suspicion, since when."""


class Deck:
    """The recorder: empty, or with a `tape` in, of which `parts[position]` plays next.

    The machine asks `traps` before each run where it should stop for the deck and calls `serve` when it
    stands at one of these addresses; and it stops at `next_look` to let the deck `look`.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self.tape: Tape | None = None
        self.position = 0
        self.log: list[str] = []
        self.catches_saves = True
        """True if SA-BYTES is watched; if not, the ROM saves at its own pace, and nothing is kept."""
        self._saved: list[Block] = []
        self._playing: Playing | None = None
        self._begun: int | None = None  # the position that the deck last began to play by itself
        self._silent_until = 0
        self._reads = self._looked = self._look_at = self._suspicion = self._suspected = 0
        self._sought: tuple[Tape | None, int, int | None] = (None, 0, None)
        self._listen_afresh()

    # -- the buttons ---------------------------------------------------------------------------

    def insert(self, cassette: Tape) -> None:
        """Put a tape in, at its beginning; the one that is in comes out."""
        self.eject()
        self.tape = cassette
        self.log.append(f"inserted: {len(cassette.parts)} parts")

    def eject(self) -> None:
        """Take the tape out; what plays is stopped."""
        self.tape = None
        self.rewind()

    def rewind(self) -> None:
        """Stop, and go back to the beginning of the tape."""
        self._stop(0)
        self._begun = None
        self._silent_until = 0

    def play(self, cassette: Tape) -> int:
        """Play a whole tape as pulses, from the next frame on, without a stop; return when it ends, in T-states.

        TapeError if it is too long to be played in one go.
        """
        self.eject()
        start = self._core.tstates + self._core.model.tstates_per_frame
        wave = waveform(cassette.parts, start)
        self._start(Playing(0, 0, start, wave, 0))
        return wave.edges[-1] if wave.edges else self._core.tstates

    @property
    def at_end(self) -> bool:
        """True if nothing is left to be heard, or no tape is in."""
        return self._next_sound() is None

    @property
    def is_playing(self) -> bool:
        """True if pulses are on their way to somebody who listens."""
        return self._playing is not None and self._playing.heard

    @property
    def is_wanted(self) -> bool:
        """True if the ROM listens for a tape just now."""
        return self._core.pc in LISTENING and self._core.rom == 1

    @property
    def saved(self) -> Tape:
        """All blocks that were saved, in their order."""
        return Tape(tuple(self._saved))

    def clear_saved(self) -> None:
        """Put an empty tape in for what is saved."""
        self._saved.clear()

    # -- for the machine -----------------------------------------------------------------------

    def traps(self) -> Collection[Breakpoint]:
        """Return the breakpoints in the 48 BASIC ROM at which the machine stops for the deck."""
        if self.at_end:
            return _ONLY_SAVES if self.catches_saves else ()
        return _BOTH if self.catches_saves else _ONLY_LOADS

    def idle_traps(self) -> Collection[Breakpoint] | None:
        """Return the `traps` if nothing plays or is left to be heard, so that there is no need to `look`; else None."""
        if self._playing is not None or not self.at_end:
            return None
        return _ONLY_SAVES if self.catches_saves else ()

    def serve(self, trap: Breakpoint) -> None:
        """Do the deck's part with the machine at one of the `traps`."""
        self._core.touch()
        if trap == _LOADS:
            self._give_block()
            return
        block = save_bytes(self._core)
        if block:
            self._saved.append(block)
            self.log.append(f"saved block {len(self._saved)}: {describe(block)}")

    def next_look(self, until: int) -> int:
        """Return when the machine must stop next to let the deck `look`: before or at `until`."""
        if self._playing:
            until = min(until, max(self._playing.wave.finished_tstates, self._core.tstates + 1))
        if self.is_playing or self.at_end:
            return until
        return min(until, max(self._look_at, self._core.tstates + 1))

    def look(self) -> None:
        """Stop the tape at the end of what plays; start it where the program listens."""
        core, playing, now = self._core, self._playing, self._core.tstates
        if playing and now >= playing.wave.finished_tstates:
            self._finish()
            return
        if self.is_playing or now < self._look_at or self.at_end:
            return
        reads, span = core.ports.ula_reads - self._reads, now - self._looked
        weight = 10 if self.is_wanted or not core.interrupts_enabled else 1
        if reads * _LOOK_TSTATES >= _READS_A_LOOK * span and span <= 2 * _LOOK_TSTATES:
            self._suspicion += weight
        else:
            self._suspicion, self._suspected = 0, now
        self._reads, self._looked, self._look_at = core.ports.ula_reads, now, now + _LOOK_TSTATES
        if self._suspicion < _SUSPICIOUS or self._begun == self._next_sound():
            return
        self._suspicion = 0
        if playing is None or now < playing.start or self._suspected > playing.leader_tstates:
            playing = self._next_group(now)
        if not self._makes_a_difference(playing):
            self._look_at = now + _DEAF_FRAMES * core.model.tstates_per_frame
            return
        self._begun = playing.first
        if now < self._silent_until:
            playing = self._next_group(self._silent_until)
        self._play_group(playing, f"#{core.pc:04X} listens by itself")

    def state(self) -> DeckState:
        """Return the tape, its position, what sounds, the log and what was saved, for `restore`."""
        log, saved = tuple(self.log), tuple(self._saved)
        looks = (self._core.ports.ula_reads - self._reads, self._looked, self._look_at)
        listening = (*looks, self._suspicion, self._suspected)
        under_way = (self._playing, self._begun, self._silent_until)
        return DeckState(self.tape, self.position, log, saved, *under_way, listening)

    def restore(self, state: DeckState | None) -> None:
        """Go back to a `state`; None is an empty deck."""
        state = state or DeckState(None, 0, (), (), None, None, 0)
        self.tape, self.position = state.tape, state.position
        self.log[:], self._saved[:] = state.log, state.saved
        self._begun, self._silent_until = state.begun, state.silent_until
        self._start(state.playing)
        reads, self._looked, self._look_at, self._suspicion, self._suspected = state.listening
        self._reads = self._core.ports.ula_reads - reads

    # -- inside --------------------------------------------------------------------------------

    def _listen_afresh(self) -> None:
        """Drop all suspicion; reads of the port count from now on."""
        self._reads, self._looked, self._suspicion = self._core.ports.ula_reads, self._core.tstates, 0
        self._suspected, self._look_at = self._looked, self._looked + _LOOK_TSTATES

    def _next_sound(self) -> int | None:
        tape, position, found = self._sought
        if tape is not self.tape or position != self.position:  # asked at every turn, so looked up once
            parts, position = self._parts, self.position
            found = next((index for index in range(position, len(parts)) if _sounds(parts[index])), None)
            self._sought = (self.tape, position, found)
        return found

    @property
    def _parts(self) -> Sequence[Part]:
        return self.tape.parts if self.tape else ()

    def _give_block(self) -> None:
        """Give the ROM the next block, at once if it is at the ROM's speed."""
        playing, now = self._playing, self._core.tstates
        if playing:
            if now >= playing.wave.last_tstates or not playing.heard:
                self._finish()
            elif not isinstance(self._parts[playing.first], Block):
                return  # the ROM hears the pulses
            else:  # a block whose bits have come is gone by; one whose leader still sounds is not
                self._stop(playing.first if now < playing.leader_tstates else playing.following)
        index = self._next_sound()
        if index is None:
            return
        part = self._parts[index]
        if isinstance(part, Block):
            load_bytes(self._core, part)
            self.position = index + 1
            self.log.append(f"part {index + 1} loaded at once: {describe(part)}")
            self._run_on()
        else:
            group = self._next_group(max(now, self._silent_until))
            self._play_group(group, "the ROM wants it, and it is not at the ROM's speed")

    def _run_on(self) -> None:
        """Let the tape play behind a block given at once, if it does not go on at the ROM's speed."""
        parts, first = self._parts, self._next_sound()
        between = parts[self.position - 1 : first]
        if first is None or isinstance(parts[first], Block) or any(map(self._stops, between)):
            return
        pause = sum(part.pause_tstates for part in between if isinstance(part, Block | Signal))
        start = max(self._core.tstates, self._silent_until) + pause
        self._start(replace(self._next_group(start), heard=False))

    def _stops(self, part: Part) -> bool:
        return isinstance(part, Stop) and not (part.only_48k and self._core.model.banked)

    def _play_group(self, playing: Playing, why: str) -> None:
        self._start(replace(playing, heard=True))
        last = playing.following
        numbers = f"part {last}" if last == playing.first + 1 else f"parts {playing.first + 1}–{last}"
        self.log.append(f"{numbers} played as pulses ({self._parts[playing.first].kind}): {why}")

    def _next_group(self, start: int) -> Playing:
        """Return the parts that sound without a gap from the next one on."""
        parts, first = self._parts, self._next_sound()
        assert first is not None
        following, silence = first, 0
        while following < len(parts) and silence < _GAP_TSTATES:
            part = parts[following]
            if self._stops(part):
                break
            if isinstance(part, Block | Signal | Recording):
                silence = part.pause_tstates if _sounds(part) else silence + part.pause_tstates
            following += 1
        wave = waveform(parts[first:following], start)
        return Playing(first, following, start, wave, start + leader_tstates(parts[first]))

    def _makes_a_difference(self, playing: Playing) -> bool:
        """Return True if this sound changes what the program does; leave the machine unchanged.

        The level that was read stands in a register of any program; one that listens takes another way by it.
        """
        if self._core.ports.has_hooks or self._core.before_step is not None:  # they must not see what did not happen
            return True
        edges = playing.wave.edges
        return any(self._after(frames, ()) != self._after(frames, edges) for frames in _TRIALS)

    def _after(self, frames: int, edges: Sequence[int]) -> tuple[int, ...]:
        """Run a trial; return the program's place, the time and (by R) the number of instructions."""
        core = self._core
        now = core.checkpoint()
        kept = core.journal, core.accelerates
        core.journal = None  # it will not have happened
        core.accelerates = False  # without contention any program takes another way
        core.ports.play_edges(edges)
        try:
            core.run(core.tstates + frames * core.model.tstates_per_frame)
            return core.pc, core.tstates, core.get("r"), core.get("sp")
        finally:
            core.go_back(now)
            self._start(self._playing)
            core.journal, core.accelerates = kept

    def _start(self, playing: Playing | None) -> None:
        self._playing = playing
        self._core.ports.play_edges(playing.wave.edges if playing else (), heard=self.is_playing)

    def _finish(self) -> None:
        """Stop behind what plays, or before it if nobody has listened."""
        assert self._playing is not None
        if self._playing.heard:
            self._silent_until = self._playing.wave.end_tstates
            self._stop(self._playing.following)
        else:
            self._start(None)

    def _stop(self, position: int) -> None:
        self.position = position
        self._start(None)
        self._listen_afresh()


def describe(block: Block) -> str:
    """Describe a block in words: its header's file, or how many bytes it has."""
    header = block.header
    what = f"{header.kind}: {header.name}" if header else f"{len(block.payload):,} bytes"
    return what if block.is_sound else f"{what}, checksum wrong"


def _sounds(part: Part) -> bool:
    """Return True if there is more in a part than silence."""
    return isinstance(part, Block | Recording) or (isinstance(part, Signal) and bool(part.pulses or part.data))

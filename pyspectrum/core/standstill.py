"""A machine that will do nothing new until a key is pressed, so that a wait for a text or a place may end early.

Two things count, both with the tape over and with nobody there who may step in (hooks, watches, listeners to frames):

- The ROM waits for a key, in its own loop and under its own interrupt: PAUSE 0, or WAIT-KEY, which serves the editor,
  INPUT and ``scroll?``; on a 128 also the menu and the other editor.
- Memory, registers and ports are as they were some frames ago, so all of it will come again. The interrupt counts
  FRAMES on, and R never stands still: these two are left out. In return the same frames are run on trial, and if an
  instruction reads FRAMES or R, the program may do something else the next time.

Source: the 48K ROM, MASK-INT (#0038), WAIT-KEY (#15D4), PAUSE (#1F3A).
"""

from __future__ import annotations

from skoolkit.simutils import IM, REGISTERS, T

from pyspectrum.core import Core
from pyspectrum.core.memory_watch import accesses
from pyspectrum.core.paging import PAGE_SIZE
from pyspectrum.core.running import Runner
from pyspectrum.memory import CURCHL, FLAGX, FRAMES, INPUT_MODE, read_word

_STILL_LOOKS = 50
"""A second without another picture: before it waits, the ROM draws all that it wants to."""
_LONGEST_PERIOD = 25
"""Frames at most between two moments that are equal: the trial runs them instruction by instruction."""
_R = REGISTERS["R"]
_LD_A_R = bytes((0xED, 0x5F))
_HALT = 0x76
_COUNTS_FRAMES = range(0x0038, 0x0048)
"""The part of the ROM's interrupt routine that has to do with FRAMES."""
_DEEPEST = 16
"""Words on the stack below which WAIT-KEY's own return address lies, with an interrupt in it."""


def rom_wait(core: Core) -> str | None:
    """Say for what the ROM waits, if it does nothing but wait for a key; else None."""
    memory, pc = core.memory, core.pc
    if pc >= PAGE_SIZE or core.registers[IM] == 2 or any(row != 0x1F for row in core.keyboard_rows):
        return None
    rom, editor, stack = core.model.basic_rom, core.model.editor_rom, core.get("sp")
    if core.rom == 0:
        return "the 128's menu or editor waits for a key" if editor and stack in editor.stack else None
    if pc in rom.pause_halts and core.get("halt") and not core.get("bc"):
        return "the program waits for a key at PAUSE 0"
    words = [read_word(memory, stack + 2 * depth) for depth in range(_DEEPEST)]
    if pc not in rom.wait_key and rom.in_wait_key not in words:
        return None
    if read_word(memory, read_word(memory, CURCHL) + 2) != rom.key_input:
        return None  # a program's own keyboard channel
    if rom.editor_waits not in words:
        return "the ROM waits for a key"
    return "the program waits at INPUT" if memory[FLAGX] & INPUT_MODE else "BASIC waits for a command"


class _MayDifferError(Exception):
    """The program has read something that is not the same each time."""


class Standstill:
    """Looks at a machine once in a while, always at the same place in a frame."""

    def __init__(self, runner: Runner) -> None:
        self._runner, self._core = runner, runner.core
        self._began = runner.core.tstates
        self._begin_anew()

    def check(self, waited_for: str) -> bool:
        """Look; raise TimeLimitError if what is waited for cannot come. Returns False: it has not come yet."""
        if why := self.look():
            raise self._runner.time_limit_error(waited_for, self._core.tstates - self._began, why)
        return False

    def _begin_anew(self) -> None:
        self._still_looks = self._looks = self._kept_at = 0
        self._picture = b""
        self._renew_at = 1
        self._kept: tuple[object, ...] = ()
        self._pages: tuple[bytes, ...] = ()

    def look(self) -> str | None:
        """Return why nothing new will happen, or None if something may."""
        core = self._core
        if self._runner.is_attended or any((core.ports.has_hooks, core.before_step, core.observer)):
            self._begin_anew()
            return None
        wait = rom_wait(core)
        picture = core.screen_bytes() if wait else b""
        self._still_looks = self._still_looks + 1 if wait and picture == self._picture else 0
        self._picture = picture
        if self._still_looks < _STILL_LOOKS and not self._is_the_same_again():
            return None
        return wait or "the program does the same over and over"

    def _is_the_same_again(self) -> bool:
        """Compare with a moment that is kept for twice as many looks each time (Brent's way to find a cycle)."""
        core, now = self._core, self._registers()
        self._looks += 1
        period = self._looks - self._kept_at
        if now == self._kept and period <= _LONGEST_PERIOD and self._memory_is_the_same():
            if not self._may_differ():
                return True
            self._kept = ()
        if self._looks >= self._renew_at:
            self._renew_at, self._kept_at = 2 * self._looks, self._looks
            self._kept, self._kept_tstates = now, core.tstates
            self._pages = tuple(map(bytes, core.live_pages))
        return False

    def _registers(self) -> tuple[object, ...]:
        core, ports = self._core, self._core.ports
        registers = list(core.registers)
        registers[T] %= core.model.tstates_per_frame
        registers[_R] = 0
        return *registers, *core.keyboard_rows, ports.kempston, ports.state()

    def _memory_is_the_same(self) -> bool:
        number, at = (5, FRAMES % PAGE_SIZE) if self._core.banks else (0, FRAMES)
        for page, (now, was) in enumerate(zip(self._core.live_pages, self._pages, strict=True)):
            if page != number and now != was:
                return False
            if page == number and not (now.startswith(was[:at]) and now.startswith(was[at + 3 :], at + 3)):
                return False
        return True

    def _may_differ(self) -> bool:
        """Run the same frames once more on trial; return True if one of their instructions reads FRAMES or R."""
        core = self._core
        now = core.checkpoint()
        journal, core.journal = core.journal, None  # it will not have happened
        core.before_step = self._check
        try:
            core.run(2 * core.tstates - self._kept_tstates)
        except _MayDifferError:
            return True
        finally:
            core.before_step, core.journal = None, journal
            core.go_back(now)
        return False

    def _check(self, pc: int) -> int:
        memory = self._core.memory
        if memory[pc] == _HALT or pc in _COUNTS_FRAMES:
            return 0
        read, _ = accesses(memory, self._core.registers, pc)
        if memory[pc : pc + 2] == _LD_A_R or (read and read[0] < FRAMES + 3 and read[0] + read[1] > FRAMES):
            raise _MayDifferError
        return 0

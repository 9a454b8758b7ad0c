"""Calls the BASIC analysis of a line inside the program that it is part of, in the emulated machine.

The program of the tape without machine code runs up to its menu's first line, where it stops; its variables are then
as a real call finds them. Each call starts from a copy of that machine, so no call can lean on the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from harness.spectrum.build import BASIC_SYMBOLS, EDITIONS, FIRST_LINE, GUARD, edition_source, guard_code
from pyspectrum import memory
from pyspectrum.basic import tokenise
from pyspectrum.basic.variables import find_variable, number_to_bytes
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, code_blocks, program_blocks
from tests.slow.line.line_rig import MAX_CELLS, MAX_GROUPS, draw_line, parse_line

ANALYSIS_LINE = 2190
CALL_LIMIT_SECONDS = 180
"""A line may take minutes in BASIC, but not more than three."""

_ROM_GO_SUB, _ROM_STOP, _ROM_REPORT = 0x1EED, 0x1CEE, 0x1303
COUNTED_AT, LISTED_AT = BASIC_SYMBOLS["changed_count"], BASIC_SYMBOLS["before_changed"] + 1
_STOP_LINE, _CALL_LINE = 128, 129
_NUMBERS = ("LenLine", "DataNLine", "First", "ErrLine", "SizeX", "SizeY")

Watcher = Callable[[Spectrum], None]


@cache
def program_source() -> str:
    """The listing of the tape without machine code, stopping before its menu, with a call of the analysis behind."""
    edition = next(edition for edition in EDITIONS if not edition.machine_code)
    source = edition_source(edition) + f"{_STOP_LINE} STOP\n{_CALL_LINE} GO SUB {ANALYSIS_LINE}: STOP\n"
    lines = {int(line.split()[0]): line for line in source.splitlines()}
    return "\n".join(lines[number] for number in sorted(lines))


def playable_tape() -> Tape:
    """The same listing as a tape that starts by itself and goes to its menu."""
    ours = (f"{_STOP_LINE} ", f"{_CALL_LINE} ")
    source = "\n".join(line for line in program_source().splitlines() if not line.startswith(ours))
    return _tape_of(source)


def _tape_of(source: str) -> Tape:
    """A listing that starts by itself, with the guard behind it, which it loads."""
    guard = guard_code()
    blocks = (*program_blocks("crossword", tokenise(source), FIRST_LINE), *code_blocks(GUARD, guard.code, guard.origin))
    return Tape(blocks)


@dataclass(frozen=True)
class BasicCall:
    """State after a call: G$ up to LenLine and beyond, ErrLine, the list of new cells, and the time it took."""

    cells: str
    beyond: str
    err_line: int
    changed: tuple[int, ...]
    tstates: int


class BasicRig:
    """The program, ready to analyse any line."""

    def __init__(self) -> None:
        self.spectrum = Spectrum()
        self.spectrum.boot()
        self.spectrum.insert_tape(_tape_of(program_source()))
        self.spectrum.type('LOAD ""')
        self.spectrum.press(ENTER)
        self.spectrum.wait_for_text(f"9 STOP statement, {_STOP_LINE}:1")
        self.spectrum.eject_tape()
        self.spectrum.type("CLS")
        self.spectrum.press(ENTER)
        self.spectrum.wait_for_text("0 OK, 0:1")
        self.spectrum.type(f"GO TO {_CALL_LINE}")
        self._ready: MachineState = self.spectrum.state()
        cells = self.spectrum.core.memory
        self._numbers = {name: find_variable(cells, name).body_address for name in _NUMBERS}
        # behind an array's length (2 bytes), its number of dimensions (1) and its one dimension (2)
        self._cells_at = find_variable(cells, "g$()").body_address + 5
        self._groups_at = find_variable(cells, "h()").body_address + 5

    def call(
        self,
        length: int,
        clue: Sequence[int],
        black: int,
        white: int,
        *,
        first: bool = False,
        height: int = 42,
        beyond: str = "?",
        watcher: Watcher | None = None,
    ) -> BasicCall:
        """Analyse one line: sets of known cells as integers, bit 0 the leftmost cell.

        `height` is SizeY; above 34 the analysis shows nothing. `beyond` fills G$ behind LenLine. `watcher` is called
        with the machine twice a frame. Asserts that the call comes back, and leaves nothing that it should not.
        """
        spectrum, cells = self.spectrum, self.spectrum.core.memory
        spectrum.restore(self._ready)
        self._set_numbers(LenLine=length, DataNLine=len(clue), First=first, ErrLine=7, SizeX=length, SizeY=height)
        line = draw_line(length, black, white) + beyond * MAX_CELLS
        cells[self._cells_at : self._cells_at + MAX_CELLS] = line[:MAX_CELLS].encode("ascii")
        groups = b"".join(number_to_bytes(group) for group in [*clue, *[9] * (MAX_GROUPS - len(clue))])
        cells[self._groups_at : self._groups_at + len(groups)] = groups
        cells[COUNTED_AT : COUNTED_AT + 64] = b"\xa5" * 64
        spectrum.press(ENTER)
        spectrum.run_until_pc(_ROM_GO_SUB)
        start = spectrum.tstates
        self._run(watcher)
        tstates = spectrum.tstates - start
        count = cells[COUNTED_AT]
        left = bytes(cells[self._cells_at : self._cells_at + MAX_CELLS]).decode("ascii")
        return BasicCall(
            cells=left[:length],
            beyond=left[length:],
            err_line=cells[self._numbers["ErrLine"] + 2],
            changed=tuple(cells[LISTED_AT : LISTED_AT + count]),
            tstates=tstates,
        )

    def analyse(
        self, length: int, clue: Sequence[int], black: int, white: int, *, first: bool = False
    ) -> tuple[int, int] | None:
        """The sets (black, white) after a call, None for a contradiction. Checks all that the contract says."""
        result = self.call(length, clue, black, white, first=first)
        before = draw_line(length, black, white)
        assert result.err_line in (0, 1)
        assert set(result.beyond) <= {"?"}, "cells beyond LenLine were touched"
        changed = tuple(cell + 1 for cell in range(length) if before[cell] != result.cells[cell])
        assert result.changed == changed, f"listed {result.changed}, changed {changed}"
        if result.err_line:
            assert not changed, "G$ was changed although no arrangement fits"
            return None
        return parse_line(result.cells)

    def _set_numbers(self, **values: float) -> None:
        for name, value in values.items():
            address = self._numbers[name]
            self.spectrum.core.memory[address : address + 5] = number_to_bytes(value)

    def _run(self, watcher: Watcher | None) -> None:
        limit = MODEL_48K.seconds_to_tstates(CALL_LIMIT_SECONDS)
        spectrum = self.spectrum
        if watcher:
            in_call = True

            def left() -> None:
                nonlocal in_call
                in_call = False

            with spectrum.watch(_ROM_STOP, left):
                deadline = spectrum.tstates + limit
                while in_call:
                    assert spectrum.tstates < deadline, f"no end after {CALL_LIMIT_SECONDS} s: {spectrum.screen.text()}"
                    spectrum.run_frames(0.5)
                    if in_call:
                        watcher(spectrum)
            return
        hit = spectrum.run_until_pc(_ROM_STOP, _ROM_REPORT, timeout=spectrum.model.seconds(limit))
        line = memory.read_word(spectrum.core.memory, memory.PPC)
        assert hit == _ROM_STOP, f"report {spectrum.core.memory[memory.ERR_NR] + 1} in BASIC line {line}"

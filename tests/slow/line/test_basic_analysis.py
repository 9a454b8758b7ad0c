"""The analysis of a line in BASIC: complete, never wrong, and not too slow.

The program is loaded once and stopped at its menu's first line; its variables are then as a real call finds them. Each
call starts from a copy of that machine, so no call can lean on the one before it.
"""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.spectrum.build import BASIC_SYMBOLS, EDITIONS, GUARD, LOADING_LINE, edition_source, guard_code
from pyspectrum import memory
from pyspectrum.basic import tokenise
from pyspectrum.basic.variables import find_variable, number_to_bytes, read_variables
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import Screen
from pyspectrum.tape import Tape, code_blocks, program_blocks
from tests.slow.line.line_reference import (
    draw_line,
    every_line,
    list_clues,
    random_line,
    solve_by_automaton,
    solve_by_enumeration,
)
from tests.slow.line.line_rig import MAX_CELLS, MAX_GROUPS, Analysed, parse_line

ANALYSIS_LINE = 2190
CALL_LIMIT_SECONDS = 180
"""A line may take minutes in BASIC, but not more than three."""

_ROM_GO_SUB, _ROM_STOP, _ROM_REPORT = 0x1EED, 0x1CEE, 0x1303
COUNTED_AT, LISTED_AT = BASIC_SYMBOLS["changed_count"], BASIC_SYMBOLS["before_changed"] + 1
_STOP_LINE, _CALL_LINE = 128, 129
LOOK_TSTATES = MODEL_48K.tstates_per_frame // 2
_NUMBERS = ("LenLine", "DataNLine", "First", "ErrLine", "SizeX", "SizeY")

Watcher = Callable[[Spectrum], None]


def stopping_tape() -> Tape:
    """The tape without machine code, which stops before its menu, with a call of the analysis and the guard behind."""
    edition = next(edition for edition in EDITIONS if not edition.machine_code)
    source = edition_source(edition) + f"{_STOP_LINE} STOP\n{_CALL_LINE} GO SUB {ANALYSIS_LINE}: STOP\n"
    program = tokenise("\n".join(sorted(source.splitlines(), key=lambda line: int(line.split()[0]))))
    guard = guard_code()
    return Tape((*program_blocks("crossword", program, LOADING_LINE), *code_blocks(GUARD, guard.code, guard.origin)))


class BasicRig:
    """The program, ready to analyse any line."""

    def __init__(self) -> None:
        self.spectrum = Spectrum()
        self.spectrum.load(stopping_tape(), until_text=f"9 STOP statement, {_STOP_LINE}:1")
        self.spectrum.eject_tape()
        self.spectrum.type("CLS\n")
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
    ) -> Analysed:
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
        self._run(watcher)
        left = bytes(cells[self._cells_at : self._cells_at + MAX_CELLS]).decode("ascii")
        listed = bytes(cells[LISTED_AT : LISTED_AT + cells[COUNTED_AT]])
        return Analysed(left, cells[self._numbers["ErrLine"] + 2], tuple(listed))

    def analyse(
        self, length: int, clue: Sequence[int], black: int, white: int, *, first: bool = False
    ) -> tuple[int, int] | None:
        """The sets (black, white) after a call, None for a contradiction. Checks all that the contract says."""
        return self.call(length, clue, black, white, first=first).answer(length, black, white)

    def _set_numbers(self, **values: float) -> None:
        for name, value in values.items():
            address = self._numbers[name]
            self.spectrum.core.memory[address : address + 5] = number_to_bytes(value)

    def _run(self, watcher: Watcher | None) -> None:
        spectrum, ends = self.spectrum, {_ROM_STOP, _ROM_REPORT}
        limit = spectrum.tstates + MODEL_48K.seconds_to_tstates(CALL_LIMIT_SECONDS)
        hit = None
        while hit is None:
            assert spectrum.tstates < limit, f"no end after {CALL_LIMIT_SECONDS} s: {spectrum.screen.text()}"
            hit = spectrum.run_to(spectrum.tstates + LOOK_TSTATES if watcher else limit, ends)
            if hit is None and watcher:
                watcher(spectrum)
        line = memory.read_word(spectrum.core.memory, memory.PPC)
        assert hit == _ROM_STOP, f"report {spectrum.core.memory[memory.ERR_NR] + 1} in BASIC line {line}"


OWN_VARIABLES = {*"pcihfeqrlbmgsntajzuv", *(f"{letter}$()" for letter in "dovzmwbfx"), "t()", "l()", "r()"}
"""Variables that lines 2200–3610 may use for themselves: docs/basic-analysis.md lists them."""


@pytest.fixture(scope="module")
def basic() -> BasicRig:
    return BasicRig()


@pytest.mark.parametrize("length", range(1, 5))
def test_every_short_line(basic: BasicRig, length: int) -> None:
    for line in every_line(length):
        assert basic.analyse(*line) == solve_by_enumeration(*line), f"{line}"


@pytest.mark.parametrize("length", range(1, 9))
def test_first_look_at_every_clue(basic: BasicRig, length: int) -> None:
    for clue in list_clues(length):
        assert basic.analyse(length, clue, 0, 0, first=True) == solve_by_enumeration(length, clue, 0, 0), clue


@pytest.mark.parametrize("seed", range(10))
def test_random_lines(basic: BasicRig, seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(20):
        line = random_line(generator, contradictions=0.2)
        assert basic.analyse(*line) == solve_by_automaton(*line), f"{line}"


@pytest.mark.parametrize(
    ("clue", "cells", "wanted"),
    [
        # the two packings show nothing; only a trial does
        ((2, 2), "??1??1??", "0?1??1?0"),
        ((2, 2, 1, 1, 5, 3, 5), "?????11????????1???1?????1????", "????0110???????11??1?????11???"),
        ((2, 3, 3, 8, 2), "??0??11????0??????111111100011", "??00?11????0????01111111100011"),
        ((1, 1), "1?1?", "1010"),
        ((1, 1), "1?1?1", None),
        ((3,), "1??1", None),
        ((2,), "?0?", None),
        ((4,), "???", None),
        ((), "?0?", "000"),
        ((), "?1?", None),
        ((31 * (1,)), "?" * 61, "1" + 30 * "01"),
        ((31 * (1,)), "?" * 60, None),
        ((62,), "?" * 61 + "1", "1" * 62),
        ((1,), "?" * 61 + "1", "0" * 61 + "1"),
        ((30, 30), "1" + "?" * 61, "1" * 30 + "0" + "?" + "1" * 29 + "?"),
    ],
)
def test_known_lines(basic: BasicRig, clue: tuple[int, ...], cells: str, wanted: str | None) -> None:
    expected = None if wanted is None else parse_line(wanted)
    assert solve_by_automaton(len(cells), clue, *parse_line(cells)) == expected
    assert basic.analyse(len(cells), clue, *parse_line(cells)) == expected


def test_cells_behind_the_line_do_not_matter(basic: BasicRig) -> None:
    for beyond in "01":
        result = basic.call(5, (1, 1), *parse_line("??1??"), beyond=beyond)
        assert result.cells == "?010?".ljust(MAX_CELLS, beyond)


def test_only_its_own_variables_change(basic: BasicRig) -> None:
    kept: list[dict[str, object]] = []
    for clue, cells in (((2, 2), "??1??1??"), ((1, 3), "????????"), ((3,), "1??1"), ((4,), "????")):
        basic.call(len(cells), clue, *parse_line(cells), first="1" not in cells)
        variables = read_variables(basic.spectrum.core.memory)
        kept.append({name: value for name, value in variables.items() if name not in OWN_VARIABLES})
    contract = {"g$()", "h()", "lenline", "datanline", "errline", "first", "sizex"}
    assert contract <= kept[0].keys()
    assert {"x", "y", "p$()", "unknown", "neobrab", "u$"} <= kept[0].keys() - contract
    for after in kept[1:]:
        assert {name for name in after if after[name] != kept[0][name]} <= contract
        assert after.keys() == kept[0].keys()


# --- what it shows ---------------------------------------------------------------------------------------------


class Observer:
    """Every different picture of text rows 18–20, and whether a part of row 19 was ever inverse."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self.inverse: set[str] = set()
        self._last = b""

    def __call__(self, spectrum: Spectrum) -> None:
        screen: Screen = spectrum.screen
        if screen.data == self._last:
            return
        self._last = screen.data
        rows = tuple(screen.text_line(row) for row in (18, 19, 20))
        self.rows.append(rows)
        groups = "".join(
            cell if inverse else " " for cell, inverse in zip(rows[1], screen.inverse_cells(19), strict=True)
        )
        self.inverse |= set(groups.split())


def test_it_shows_its_work(basic: BasicRig) -> None:
    observer = Observer()
    clue, cells = (2, 3, 3, 8, 2), "??0??11????0??????111111100011"
    result = basic.call(len(cells), clue, *parse_line(cells), height=34, watcher=observer)
    shown = {row.rstrip() for row, _, _ in observer.rows}
    assert "G" + cells in shown
    deduced = [row.rstrip() for _, _, row in observer.rows if row.startswith("L") and len(row.rstrip()) > len(cells)]
    assert deduced[0] == "L" + cells
    assert "L" + result.cells[: len(cells)] in deduced
    tried = [row for _, row, _ in observer.rows if row.strip()]
    assert all(row[0] == " " and len(row.rstrip()) <= len(cells) + 1 for row in tried)
    assert any(row.strip("0 ") for row in tried)
    assert "11" in observer.inverse or "111" in observer.inverse
    assert [basic.spectrum.screen.text_line(row).strip() for row in (18, 19, 20)] == ["", "", ""]


@pytest.mark.parametrize(("length", "height"), [(31, 35), (32, 34), (62, 42)])
def test_it_shows_nothing_where_there_is_no_room(basic: BasicRig, length: int, height: int) -> None:
    observer = Observer()
    basic.call(length, (2, 2), 1 << 9, 0, height=height, watcher=observer)
    assert {"".join(rows).strip() for rows in observer.rows} == {""}


def test_the_widest_line_that_is_shown(basic: BasicRig) -> None:
    observer = Observer()
    basic.call(31, (2, 2), 1 << 30, 0, height=34, watcher=observer)
    assert "G" + "?" * 30 + "1" in {row for row, _, _ in observer.rows}
    assert "L" + "?" * 28 + "011" in {row for _, _, row in observer.rows}
    assert {row[0] for _, row, _ in observer.rows} == {" "}
    assert not "".join(basic.spectrum.screen.text()).strip()


# --- the time it takes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clue", "cells"),
    [
        (15 * (1,), "?" * 62),
        (15 * (1,), "?" * 30 + "1" + "?" * 31),
        (15 * (2,), "????1???????" * 5 + "??"),
        ((1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3), "?0?????1???" * 5 + "???????"),
    ],
)
def test_a_long_line_of_many_groups_takes_minutes_at_most(basic: BasicRig, clue: tuple[int, ...], cells: str) -> None:
    black, white = parse_line(cells)
    assert basic.analyse(len(cells), clue, black, white) == solve_by_automaton(len(cells), clue, black, white)

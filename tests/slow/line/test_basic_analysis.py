"""The analysis of a line in BASIC: complete, never wrong, the same as the machine code's, and not too slow."""

from __future__ import annotations

import random
from itertools import product

import pytest

from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu, Stop
from pyspectrum.basic.variables import read_variables
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import Screen
from tests.slow.line.basic_rig import BasicRig, playable_tape
from tests.slow.line.line_lines import Line, all_states, random_line
from tests.slow.line.line_reference import list_clues, solve_by_automaton, solve_by_enumeration
from tests.slow.line.line_rig import LineRig, draw_line, parse_line
from tests.slow.program.rig import sample

OWN_VARIABLES = {*"pcihfeqrlbmgsntajzuv", *(f"{letter}$()" for letter in "dovzmwbfx"), "t()", "l()", "r()"}
"""Variables that lines 2200–3610 may use for themselves: docs/basic-analysis.md lists them."""


@pytest.fixture(scope="module")
def basic() -> BasicRig:
    return BasicRig()


@pytest.fixture(scope="module")
def machine_code() -> LineRig:
    return LineRig()


def described(line: Line) -> str:
    return f"{draw_line(line.length, line.black, line.white)} with {line.clue}"


@pytest.mark.parametrize("length", range(1, 5))
def test_every_short_line(basic: BasicRig, length: int) -> None:
    for clue, (black, white) in product(list_clues(length), all_states(length)):
        line = Line(length, clue, black, white)
        assert basic.analyse(*line) == solve_by_enumeration(*line), described(line)


@pytest.mark.parametrize("length", range(1, 9))
def test_first_look_at_every_clue(basic: BasicRig, length: int) -> None:
    for clue in list_clues(length):
        assert basic.analyse(length, clue, 0, 0, first=True) == solve_by_enumeration(length, clue, 0, 0), clue


@pytest.mark.parametrize("seed", range(10))
def test_random_lines_as_the_machine_code(basic: BasicRig, machine_code: LineRig, seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(20):
        line = random_line(generator, contradictions=0.2)
        expected = solve_by_automaton(*line)
        assert basic.analyse(*line) == expected, described(line)
        assert machine_code.analyse(*line) == expected, described(line)


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
        assert (result.cells, set(result.beyond)) == ("?010?", {beyond})


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
    assert "L" + result.cells in deduced
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


def solved(menu: Menu, puzzle: Puzzle) -> tuple[Screen, float]:
    """The screen at the closing prompt, and the T-states from the key that starts solving."""
    assert menu.enter(puzzle) is None
    assert menu.start_solving() is Stop.SOLVED
    tstates = menu.solving_tstates
    menu.spectrum.run_frames(5)  # the cursor comes after the prompt
    return menu.spectrum.screen, tstates


def test_the_car_ends_with_the_same_screen_as_with_machine_code() -> None:
    car = sample("car")
    menu = Menu(Spectrum())
    menu.load(playable_tape())
    screen, tstates = solved(menu, car)
    assert tstates < MODEL_48K.seconds_to_tstates(90)
    other = Menu(Spectrum())
    other.load(build_tape(next(edition for edition in EDITIONS if edition.file_name == "crossword.tap")))
    assert screen.data == solved(other, car)[0].data

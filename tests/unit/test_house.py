"""The rules of the house that a program can check."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.house import PLAN, ROOT, SIMULATOR_ROOM, House, imported_names, read_sources, room_of

SOURCES = read_sources()
UNIT = Path(__file__).parent
SIMULATORS = {
    "skoolkit.simulator",
    "skoolkit.cmiosimulator",
    "skoolkit.simutils",
    "skoolkit.CCMIOSimulator",
    "skoolkit.CSimulator",
}
MOST_ROOMS = 26


@cache
def the_house() -> House:
    """The house as it is; no other process has to read it while tests are collected."""
    return House.of(SOURCES)


def with_line(module: str, line: str) -> House:
    """The house as it would be if a module began with this line."""
    return House.of({**SOURCES, module: f"{line}\n{SOURCES[module]}"})


def test_the_plan_has_every_room_and_exactly_the_arrows_that_there_are() -> None:
    assert the_house().arrows().keys() == PLAN.keys()
    assert the_house().wrong_arrows() == []


def test_the_rooms_form_no_circle() -> None:
    done: set[str] = {"pyspectrum"}
    while ready := {room for room, others in PLAN.items() if room not in done and others <= done}:
        done |= ready
    assert PLAN.keys() - done == set()


def test_the_modules_form_no_circle_even_by_types() -> None:
    assert the_house().circles() == []


def test_the_machine_has_few_rooms_at_its_top() -> None:
    assert sum(room.startswith("pyspectrum.") for room in PLAN) <= MOST_ROOMS


def test_no_way_leads_from_the_solver_to_the_spectrum_or_back() -> None:
    assert list(the_house().ways_between("harness.solver", ("harness.spectrum", "pyspectrum"))) == []
    assert list(the_house().ways_between("harness.spectrum", ("harness.solver",))) == []


def test_the_machine_knows_nothing_of_crosswords() -> None:
    assert list(the_house().ways_between("pyspectrum", ("harness",))) == []


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("harness.solver.lines", "from harness.spectrum.reader import MAX_WIDTH", "arrow"),
        ("harness.solver.lines", "from harness.spectrum.reader import MAX_WIDTH", "way"),
        ("harness.puzzle.line", "import harness.spectrum.menu", "way"),  # every solver module loads it
        ("harness.errors", "from harness.puzzle import Line", "circle"),
        ("harness.puzzle.palette", "from harness.formats.colours import KEYS", "arrow"),
        ("harness.spectrum.play", "import harness.cli", "arrow"),
        ("pyspectrum.core.core", "from pyspectrum.machine import Spectrum", "arrow"),
        ("pyspectrum.core.core", "from pyspectrum.machine import Spectrum", "circle"),
        ("pyspectrum.tape.deck", "if TYPE_CHECKING:\n    from pyspectrum.machine import Spectrum", "circle"),
        ("harness.solver.lines", "def f() -> None:\n    from harness.spectrum.reader import MAX_WIDTH", "way"),
    ],
)
def test_the_guard_catches(module: str, line: str, complaint: str) -> None:
    house = with_line(module, line)
    found = {
        "arrow": house.wrong_arrows(),
        "way": list(house.ways_between("harness.solver", ("harness.spectrum", "pyspectrum"))),
        "circle": house.circles(),
    }
    assert found[complaint]


def test_the_guard_catches_an_arrow_of_the_plan_that_nobody_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAN, "harness.errors", frozenset({"harness.puzzle"}))
    assert the_house().wrong_arrows() == ["harness.errors does not import harness.puzzle"]


def test_only_the_core_touches_the_simulator() -> None:
    assert {room_of(name) for name, text in SOURCES.items() if imported_names(text) & SIMULATORS} == {SIMULATOR_ROOM}


def test_the_unit_tests_mirror_the_rooms() -> None:
    folders = [path.relative_to(UNIT) for path in UNIT.rglob("*") if path.is_dir() and (path / "__init__.py").exists()]
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    assert {folder.parts[0] for folder in folders} == {"pyspectrum", "harness"}


@pytest.mark.parametrize("name", SOURCES)
def test_modules_are_small_enough_to_hold_in_the_head(name: str) -> None:
    assert len(SOURCES[name].splitlines()) <= 420


def test_every_module_says_what_it_is_for() -> None:
    assert [name for name, text in SOURCES.items() if not ast.get_docstring(ast.parse(text))] == []

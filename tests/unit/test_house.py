"""The rules of the house that a program can check."""

import ast

import pytest

from tests.house import FLOORS, ROOMS, House, read_sources, room_of

SOURCES = read_sources()
HOUSE = House.of(SOURCES)
SIMULATORS = {"skoolkit.simulator", "skoolkit.cmiosimulator", "skoolkit.CCMIOSimulator", "skoolkit.CSimulator"}


def all_imports(text: str) -> set[str]:
    """Every module that a source text names in an import, ours or not."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def with_line(module: str, line: str) -> House:
    """The house as it would be if a module began with this line."""
    return House.of({**SOURCES, module: f"{line}\n{SOURCES[module]}"})


def test_every_room_is_on_the_plan() -> None:
    assert {room_of(module) for module in SOURCES} - {""} == ROOMS.keys()


def test_no_arrow_leads_where_the_plan_does_not() -> None:
    assert list(HOUSE.wrong_arrows()) == []


def test_every_module_of_the_machine_is_on_a_floor() -> None:
    modules = {name.split(".")[1] for name in SOURCES if name.startswith("pyspectrum.")}
    assert modules == frozenset().union(*FLOORS)


def test_in_the_machine_no_import_leads_upstairs() -> None:
    assert list(HOUSE.steps_up()) == []
    assert list(with_line("pyspectrum.core", "from pyspectrum.machine import Spectrum").steps_up())


def test_imports_run_in_no_circle() -> None:
    assert HOUSE.circles() == []


def test_no_way_leads_from_the_solver_to_the_spectrum_or_back() -> None:
    assert list(HOUSE.ways_between("solver", frozenset({"spectrum", "pyspectrum"}))) == []
    assert list(HOUSE.ways_between("spectrum", frozenset({"solver"}))) == []


def test_the_machine_knows_nothing_of_crosswords() -> None:
    assert list(HOUSE.ways_between("pyspectrum", frozenset(ROOMS) - {"pyspectrum"})) == []


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("harness.solver.lines", "from harness.spectrum.reader import MAX_WIDTH", "wrong arrow"),
        ("harness.solver.lines", "from harness.spectrum.reader import MAX_WIDTH", "way"),
        ("harness.puzzle.line", "import harness.spectrum.menu", "way"),  # every solver module loads it
        ("harness.errors", "from harness.puzzle import Line", "circle"),
        ("harness.puzzle.palette", "from harness.formats.colours import KEYS", "wrong arrow"),
        ("harness.spectrum.play", "import harness.cli", "wrong arrow"),
        ("harness.formats.base", "from pyspectrum.screen import Screen", "wrong arrow"),
    ],
)
def test_the_guard_catches(module: str, line: str, complaint: str) -> None:
    house = with_line(module, line)
    found = {
        "wrong arrow": list(house.wrong_arrows()),
        "way": list(house.ways_between("solver", frozenset({"spectrum", "pyspectrum"}))),
        "circle": house.circles(),
    }
    assert found[complaint]


def test_an_import_inside_a_function_counts() -> None:
    house = with_line("harness.solver.lines", "def f() -> None:\n    from harness.spectrum.reader import MAX_WIDTH")
    assert list(house.ways_between("solver", frozenset({"pyspectrum"})))


def test_only_the_core_touches_the_simulator() -> None:
    assert [name for name, text in SOURCES.items() if all_imports(text) & SIMULATORS] == ["pyspectrum.core"]


@pytest.mark.parametrize("name", SOURCES)
def test_modules_are_small_enough_to_hold_in_the_head(name: str) -> None:
    assert len(SOURCES[name].splitlines()) <= 420


def test_every_module_says_what_it_is_for() -> None:
    assert [name for name, text in SOURCES.items() if not ast.get_docstring(ast.parse(text))] == []

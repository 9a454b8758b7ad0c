"""The rules for tests that a program can check."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.house import ROOT
from tests.profiles import FIXED

WATCHING_ANOTHER_PROGRAM = {"tests/e2e/fuse_rig.py"}
"""Files that may look at the clock: Fuse runs in its own time, and does not say when it is done."""
MEASURING = {"tests/cpu_time.py"} | {
    f"tests/bench/{name}.py" for name in ("baselines", "emulator", "regress", "studio", "trace")
}
"""The benchmarks themselves."""

RAISING = {"raises", "expect", "wait_for_text", "assert_outcomes"}
"""Functions from elsewhere that fail if something is wrong."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> Mapping[str, ast.Module]:
    """The tests' modules by path, parsed when the first test asks for them and not while tests are collected."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


def functions(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function, but not of the functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def all_tests(tree: ast.AST) -> Iterator[Function]:
    return (function for function in functions(tree) if function.name.startswith("test_"))


def returning_tests(modules: Mapping[str, ast.AST]) -> list[str]:
    """A test runs to its end; what may stop before an assertion may never reach one."""
    return [
        f"{name}:{test.lineno} {test.name}"
        for name, tree in modules.items()
        for test in all_tests(tree)
        if any(isinstance(node, ast.Return) for node in own_nodes(test))
    ]


def unchecking_tests(modules: Mapping[str, ast.AST]) -> list[str]:
    """Tests that neither assert nor expect an error nor call a function of the tests that does, by whatever way."""
    checking = set(RAISING)
    every = [function for tree in modules.values() for function in functions(tree)]
    while more := {f.name for f in every if f.name not in checking and _checks(f, checking)}:
        checking |= more
    return [
        f"{name}:{test.lineno} {test.name}"
        for name, tree in modules.items()
        for test in all_tests(tree)
        if test.name not in checking
    ]


def _checks(function: Function, checking: set[str]) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in checking:
                return True
    return False


def single_looks(modules: Mapping[str, ast.AST]) -> list[str]:
    """Calls of Playwright's ``wait_for_function`` with something else than a JavaScript function.

    An expression is evaluated at each look, which the policy of our pages refuses from the second look on: the wait
    ends with an error wherever it would have to wait.
    """
    return [
        f"{name}:{node.lineno}"
        for name, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "wait_for_function"
        and not re.match(r"\s*(\w+|\([^)]*\)) =>", _first_string(node))
    ]


def _first_string(call: ast.Call) -> str:
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return names


def test_every_test_runs_to_its_end() -> None:
    assert returning_tests(modules()) == []


def test_every_test_checks_something() -> None:
    assert unchecking_tests(modules()) == []


def test_every_wait_in_the_browser_may_look_twice() -> None:
    assert single_looks(modules()) == []


def test_no_test_reads_the_clock() -> None:
    assert {
        name for name, tree in modules().items() if "time" in imported(tree)
    } <= WATCHING_ANOTHER_PROGRAM | MEASURING


@pytest.mark.parametrize("room", ["unit", "differential", "bench"])
def test_the_rooms_of_the_tests_share_what_lies_above_them(room: str) -> None:
    others = {f"tests.{other}" for other in ("unit", "differential", "e2e", "bench") if other != room}
    assert [
        f"{name} imports {there}"
        for name, tree in modules().items()
        for there in sorted(imported(tree))
        if Path(name).parent == Path("tests", room) and ".".join(there.split(".")[:2]) in others
    ] == []


def test_the_examples_are_the_same_on_every_run() -> None:
    profile = settings.get_profile(FIXED)
    assert profile.derandomize
    assert profile.deadline is None


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def test_x():\n    if y:\n        return\n    assert y", returning_tests),
        ("def test_x():\n    y()", unchecking_tests),
        ("def helper():\n    y()\ndef test_x():\n    helper()", unchecking_tests),
        ("page.wait_for_function('done > 1')", single_looks),
    ],
)
def test_the_guard_catches(source: str, complaint: object) -> None:
    assert callable(complaint)
    assert len(complaint({"m": ast.parse(source)})) == 1


def test_the_guard_lets_pass() -> None:
    sound = ast.parse(
        "def helper():\n    inner()\ndef inner():\n    assert y\n"
        "def test_x():\n    def listen():\n        return 1\n    helper()\n"
        "def test_y():\n    with pytest.raises(E):\n        y()\n"
        "def test_z():\n    page.wait_for_function('() => done')\n    page.wait_for_function('n => x > n', arg=1)\n"
        "    assert y\n"
    )
    assert returning_tests({"m": sound}) == []
    assert unchecking_tests({"m": sound}) == []
    assert single_looks({"m": sound}) == []

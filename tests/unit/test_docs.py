"""Promises in print: the commands, an example, and the version."""

import re
import tomllib

import pytest

from tests.house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_sh_blocks_are_the_quick_start_and_then_the_tests() -> None:
    first, second = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)[:2]
    (start,), (tests,) = first.splitlines(), second.splitlines()
    assert start.startswith("python3 -m venv")
    assert start.endswith("run puzzles/car.txt")
    assert tests.endswith("pytest -q")
    before = README[: README.index(tests)].splitlines()
    assert "minutes" in before[-3], "the README says how long all of them take"


def test_the_example_in_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/solvers.md").read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {"print": lambda *_: None}
    exec(example, names)
    assert "search" in names


def test_the_docstring_that_shows_how_is_one_of_ours() -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)
    assert shown in (ROOT / "harness" / "spectrum" / "reader.py").read_text("utf-8")


def test_the_version_is_that_of_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    released = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released[0] == project["version"]
    assert released == sorted(released, key=lambda number: [*map(int, number.split("."))], reverse=True)

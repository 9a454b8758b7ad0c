"""What `harness` hands on: names that load nothing before they are asked for."""

import ast
import doctest
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import FunctionType

import pytest

import harness
from tests.house import ROOT

MISUSES = tomllib.loads((ROOT / "tests" / "misuses.toml").read_text("utf-8"))

PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
CALLED, RETURNED = (re.findall(r"^::: harness\.(\w+)$", part, re.MULTILINE) for part in PAGE.split("\n## What they"))


def test_the_reference_has_every_public_name() -> None:
    assert sorted(CALLED + RETURNED) == harness.__all__ == sorted(harness.__all__)
    assert dir(harness) == sorted(dir(harness))
    assert set(harness.__all__) <= set(dir(harness))


def test_type_checkers_see_the_same_names() -> None:
    source = ast.parse(Path(harness.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(source) if isinstance(node, ast.ImportFrom)]
    seen = {name.asname or name.name: f"{node.module}:{name.name}" for node in imports for name in node.names}
    there = harness._THERE
    homes = {
        name: f"harness.{home}:{there.get(name, name)}" for home, names in harness._HOMES.items() for name in names
    }
    assert seen == {**homes, "annotations": "__future__:annotations"}
    assert homes.keys() == set(harness.__all__)


def test_every_public_name_is_documented_and_what_is_called_has_an_example_that_calls_it() -> None:
    assert [name for name in harness.__all__ if not getattr(harness, name).__doc__] == []
    for name in CALLED:
        value = getattr(harness, name)
        examples = doctest.DocTestFinder(recurse=False).find(value, name)[0].examples
        source = "".join(example.source for example in examples)
        assert re.search(rf"\bharness\.{name}\b|from harness import .*\b{name}\b", source), name


@pytest.mark.parametrize("call", MISUSES)
def test_an_argument_of_a_wrong_type_is_named_in_one_line(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {name: getattr(harness, name) for name in harness.__all__}
    heart = harness.read(ROOT / "puzzles" / "heart.txt")
    monkeypatch.chdir(ROOT if "puzzles/" in call else tmp_path)
    with pytest.raises((TypeError, ValueError, harness.HarnessError), match=f"^{re.escape(MISUSES[call])}") as raised:
        eval(call, {**names, "HEART": heart, "PICTURE": heart.goal})
    assert "\n" not in str(raised.value)


def test_a_call_without_its_arguments_names_the_public_function_which_can_be_pickled() -> None:
    functions = {name: getattr(harness, name) for name in CALLED if isinstance(getattr(harness, name), FunctionType)}
    assert "solve" in functions
    for name, function in functions.items():
        with pytest.raises(TypeError, match=rf"^{name}\(\) missing"):
            function()
        assert pickle.loads(pickle.dumps(function)) is function


def test_importing_it_loads_none_of_them_and_an_unknown_name_is_reported() -> None:
    script = "import sys, harness; print([name for name in sys.modules if name.startswith(('harness.', 'pyspectrum'))])"
    done = subprocess.run([sys.executable, "-c", f"{script}; from harness import sole"], capture_output=True, text=True)
    assert done.stdout == "[]\n"
    assert "cannot import name 'sole'" in done.stderr

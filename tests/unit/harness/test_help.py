"""``--help``: it fits a terminal of 80 columns, has no marks of markup, and its examples can be typed as they stand."""

import re
import shlex
from importlib.metadata import version

import pytest

from tests.cli_runner import TOOLS, run_cli


@pytest.mark.parametrize(
    ("name", "command"), [(tool.name, command) for tool in TOOLS.values() for command in ("", *tool.commands)]
)
def test_help_fits_and_its_examples_can_be_typed(name: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = run_cli(*command.split(), "--help", tool=name).out
    assert max(map(len, text.splitlines())) <= 80
    assert "``" not in text
    assert not re.search(r"^\S.*  ", text, re.MULTILINE), "a line of a table is not indented, and flows"
    examples = re.findall(rf"^  {name} (.*)\n      \S", text.partition("\nexamples:\n")[2], re.MULTILINE)
    assert examples or not command
    for example in examples:
        words = shlex.split(example)
        assert words[0] == command
        assert TOOLS[name].build_parser(command).parse_args(words[1:]).run


def test_a_wide_terminal_has_no_endless_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert 80 < max(map(len, run_cli("check", "--help").out.splitlines())) <= 100


def test_the_version() -> None:
    for tool in TOOLS.values():
        assert run_cli("--version", tool=tool.name).out == f"{tool.name} {version(tool.distribution)}\n"

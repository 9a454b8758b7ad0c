"""``--help``: it fits a terminal of 80 columns, has no marks of markup, and its examples can be typed as they stand."""

import re
import shlex
from importlib.metadata import version

import pytest

from harness.cli import COMMANDS, build_parser
from tests.cli_runner import run_cli


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_and_its_examples_can_be_typed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = run_cli(*command.split(), "--help").out
    assert max(map(len, text.splitlines())) <= 80
    assert "``" not in text
    examples = re.findall(r"^  crossword (.*)\n      \S", text.partition("\nexamples:\n")[2], re.MULTILINE)
    assert examples or not command
    for example in examples:
        words = shlex.split(example)
        assert words[0] == command
        assert build_parser(command).parse_args(words).run


def test_a_wide_terminal_has_no_endless_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert 80 < max(map(len, run_cli("check", "--help").out.splitlines())) <= 100


def test_the_version() -> None:
    assert run_cli("--version").out == f"crossword {version('spectrum-crosswords')}\n"


@pytest.mark.parametrize(
    ("arguments", "place"), [(["solve", ""], "2"), (["build", "--out", ""], "--out"), (["convert", "a.txt", ""], "3")]
)
def test_an_empty_argument_is_refused(arguments: list[str], place: str) -> None:
    """As of a shell's variable that is not set: the name of a folder would have been "here", or the project's own."""
    ran = run_cli(*arguments)
    assert ran.code == 2
    assert ran.err.startswith(f"crossword {arguments[0]}: argument {place} is empty, ")

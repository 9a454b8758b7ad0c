"""``--help``: it fits a terminal of 80 columns, has no marks of markup, and its examples can be typed as they stand."""

import re
import shlex
from importlib.metadata import version

import pytest

from harness.cli import COMMANDS, build_parser, main

EVERY = [("--help",), *((name, "--help") for name in COMMANDS)]


def help_of(*arguments: str, columns: int, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> str:
    """Return the help on a terminal of this width."""
    patch.setenv("COLUMNS", str(columns))
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_help_fits(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of(*arguments, columns=80, capsys=capsys, patch=monkeypatch)
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert "``" not in text


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_can_be_typed(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of(command, "--help", columns=80, capsys=capsys, patch=monkeypatch)
    examples = re.findall(r"^  crossword (.*)\n      \S", text.partition("\nexamples:\n")[2], re.MULTILINE)
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert words[0] == command
        assert build_parser(command).parse_args(words).run


def test_a_wide_terminal_has_no_endless_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of("check", "--help", columns=300, capsys=capsys, patch=monkeypatch)
    assert 80 < max(map(len, text.splitlines())) <= 100


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"crossword {version('spectrum-crosswords')}\n"


@pytest.mark.parametrize(
    ("arguments", "place"),
    [(["solve", ""], "2"), (["build", "--out", ""], "--out"), (["convert", "a.txt", ""], "3")],
)
def test_an_empty_argument_is_refused(arguments: list[str], place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As of a shell's variable that is not set: the name of a folder would have been "here", or the project's own."""
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"crossword {arguments[0]}: argument {place} is empty, ")


def test_unknown_options_lead_to_the_help_of_their_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "cat.txt", "--png", "x.png"]) == 2
    said = "crossword check: unrecognized arguments: --png x.png (see crossword check --help)\n"
    assert capsys.readouterr().err == said

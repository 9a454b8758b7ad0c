"""Commands as a user types them, and all that they answer: a heading in `sessions/` states a fact, and is a test.

A line that begins with `$` is typed; behind it come the standard output, the standard error with `!` before each line,
and in brackets an exit code that is not 0. `<<EOF` hands the command the lines up to EOF, and `cat > FILE` keeps them.
Times and looks are left out. ``pytest -n 0 --update-golden tests/e2e/test_sessions.py`` writes what is answered now.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli_runner import Ran, run_cli

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))
LEFT_OUT = re.compile(
    r"""\d[\d,.]*(?= ms\b)|(?<=fast: )[\d,]+|(?<="cpu_ms": )[\d.]+|(?<="line_calls": )\d+"""
    r"""|(?<=done in )[\d.]+ s(, [\d.]+ a second)?|(?<=ms: ).*|(?<=Spectrum time: ).*|(?<=line analyses: ).*"""
    r"""|(?<=,)(\d+,\d+,)?\d+\.\d+(?=,)"""  # looks, guesses and time in a table
    r"""|\d+ guess(es)?\b|(?<="guesses": )\d+"""
    r"""|(?<=,multiple,2,no,)(yes|no)|(?<=not unique: )2 (or more )?solutions, (at least )?"""
)
"""Times, and what differs without the compiled kernel: looks, guesses, whether a first answer names all solutions."""


def facts(path: Path) -> dict[str, str]:
    """Return the sessions in a file by their headings."""
    parts = re.split(r"^## (.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {heading: text.strip("\n") for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def typed(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield each line that is typed, and what is handed to it."""
    for line, heredoc in re.findall(r"^\$ (.*)\n?((?:(?<=<<EOF\n)(?:.*\n)*?EOF$)?)", text, re.MULTILINE):
        yield line, heredoc.removesuffix("EOF") if heredoc else None


def answered(ran: Ran) -> str:
    code = f"[{ran.code}]\n" if ran.code else ""
    return LEFT_OUT.sub("…", ran.out + "".join(f"! {line}\n" for line in ran.err.splitlines()) + code)


def play(text: str, folder: Path) -> str:
    """Type the lines of a session anew; return it with what is answered now."""
    shown = ""
    for line, given in typed(text):
        shown += f"$ {line}\n" + (f"{given}EOF\n" if given is not None else "")
        tool, *arguments = shlex.split(line.removesuffix("<<EOF"))
        if tool == "cat":
            (folder / arguments[1]).write_text(given or "", "utf-8", newline="\n")
        else:
            shown += answered(run_cli(*arguments, cwd=folder, stdin=given, tool=tool))
    return shown.strip("\n")


@pytest.mark.parametrize(
    ("path", "fact"),
    [(path, fact) for path in SESSIONS for fact in facts(path)],
    ids=lambda value: getattr(value, "stem", value),
)
def test_a_session_goes_as_it_is_written(path: Path, fact: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    expected = facts(path)[fact]
    shown = play(expected, tmp_path)
    if request.config.getoption("--update-golden"):
        text = "\n\n".join(f"## {one}\n{shown if one == fact else said}" for one, said in facts(path).items())
        path.write_text(f"{text}\n", "utf-8", newline="\n")
    assert shown == expected

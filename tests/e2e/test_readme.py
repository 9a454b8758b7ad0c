"""What documents name is there: commands with their arguments, files, extras. Proofs run the commands."""

from __future__ import annotations

import re
import shlex
import tomllib

from harness.cli import COMMANDS, build_parser
from tests.house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
LIST_OF_COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!`)\]\((?!https?:)([^()\s#]+)")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a document in one language ("": those without)."""
    return [block for name, block in BLOCK.findall(text) if name == language]


def crossword_lines(text: str) -> list[list[str]]:
    """Return the arguments of each ``crossword`` or ``python -m harness`` command in a text's shell blocks."""
    found = []
    for block in blocks(text, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            for name in ("crossword", "harness"):
                if name in words and not line.startswith(("python3 -m venv", "dask")):
                    found.append(words[words.index(name) + 1 :])
    return [words for words in found if words[0] != "--print-completion"]


def test_each_command_line_has_arguments_that_the_command_takes() -> None:
    lines = [line for path in DOCUMENTS for line in crossword_lines(path.read_text(encoding="utf-8"))]
    assert len(lines) > 50
    for arguments in lines:
        if "--help" not in arguments and arguments[0].islower():
            assert build_parser(arguments[0]).parse_args(arguments).run


def test_the_list_of_commands_names_each_command() -> None:
    assert {arguments[0] for arguments in crossword_lines(LIST_OF_COMMANDS)} == COMMANDS.keys()


def test_every_link_leads_to_a_file() -> None:
    links = [(path, link) for path in DOCUMENTS for link in LINK.findall(path.read_text(encoding="utf-8"))]
    assert len(links) > 100
    assert [(str(path), link) for path, link in links if not (path.parent / link).exists()] == []


def test_extras_that_documents_name_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {name for path in DOCUMENTS for name in re.findall(r"'\.\[(\w+)\]'", path.read_text(encoding="utf-8"))}
    assert "studio" in named <= extras.keys()

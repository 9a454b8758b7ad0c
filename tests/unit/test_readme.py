"""The README's promises that a program can check."""

import re

from tests.house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_sh_block_is_the_two_commands_and_nothing_else() -> None:
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block
    commands = block[1].splitlines()
    assert len(commands) == 2
    assert commands[0].startswith("python3 -m venv")
    assert commands[0].endswith("run puzzles/car.txt")
    assert "pytest" in commands[1]


def test_every_link_into_the_project_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert [target for target in targets if not (ROOT / target).exists()] == []

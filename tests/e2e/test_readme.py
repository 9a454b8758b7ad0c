"""Each command in README, its Russian half page, the list of commands and the tutorials works as printed there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli import COMMANDS, build_parser
from tests.cli_runner import ROOT, run_cli

README = (ROOT / "README.md").read_text(encoding="utf-8")
LIST_OF_COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^\$ (crossword .*)\n((?:.*\n)*?)^```$", re.MULTILINE)


DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a document in one language ("": those without)."""
    return [block for name, block in BLOCK.findall(text) if name == language]


def puzzle_of(tutorial: str) -> str:
    """Return the puzzle file that a tutorial asks to save."""
    return next(block for block in blocks(tutorial, "") if block.startswith("title:"))


def crossword_lines(text: str) -> list[list[str]]:
    """Return the arguments of each ``crossword`` or ``python -m harness`` command in a text's shell blocks."""
    found = []
    for block in blocks(text, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            for name in ("crossword", "harness"):
                if name in words and not line.startswith(("python3 -m venv", "dask")):
                    found.append(words[words.index(name) + 1 :])
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_command_line_has_arguments_that_the_command_takes(document: Path) -> None:
    for arguments in crossword_lines(document.read_text(encoding="utf-8")):
        if "--help" not in arguments and arguments[0].islower():
            assert build_parser(arguments[0]).parse_args(arguments).run


def test_the_list_of_commands_names_each_command() -> None:
    assert {arguments[0] for arguments in crossword_lines(LIST_OF_COMMANDS)} == COMMANDS.keys()


def test_the_first_command_prints_the_block_below_it() -> None:
    assert run_cli("run", "puzzles/car.txt").out == blocks(README, "")[0]


def test_the_puzzle_shown_in_the_readme_is_the_sample() -> None:
    (picture,) = [text for text in blocks(README, "") if text.startswith("picture:")]
    assert (ROOT / "puzzles" / "heart.txt").read_text(encoding="utf-8").endswith(picture)


def shows(command: str, shown: str, folder: Path) -> None:
    """Check that a command prints what is shown, but for line breaks; dots stand for lines left out."""
    printed = " ".join(run_cli(*shlex.split(command)[1:], cwd=folder).out.split())
    for part in filter(str.strip, shown.split("…\n")):
        _, found, printed = printed.partition(" ".join(part.split()))
        assert found, (command, part)


def test_the_first_puzzle_goes_as_shown(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorials" / "first-puzzle.md").read_text(encoding="utf-8")
    (tmp_path / "fish.txt").write_text(puzzle_of(text), encoding="utf-8")
    for command, shown in SESSION.findall(text):
        shows(command, shown, tmp_path)


def test_the_robot_goes_as_shown_before_and_after_it_has_square_eyes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorials" / "drawing.md").read_text(encoding="utf-8")
    robot = puzzle_of(text)
    (before, not_unique), (after, unique), (build, built) = SESSION.findall(text)
    (tmp_path / "robot.txt").write_text(robot, encoding="utf-8")
    shows(before, not_unique, tmp_path)
    (eyes,) = re.findall(r"`(\.#[.#]{10})`", text)
    rows = robot.splitlines()
    first = rows.index("picture:") + 4
    rows[first : first + 2] = [eyes, eyes]
    (tmp_path / "robot.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    shows(after, unique, tmp_path)
    shows(build, built, tmp_path)
    assert "Easy, score 78" in run_cli("explain", "robot.txt", cwd=tmp_path).out
    assert run_cli("run", "robot.txt", cwd=tmp_path).out.endswith("right: the one solution\n")


def test_the_test_shown_in_the_readme_passes(tmp_path: Path) -> None:
    (example,) = blocks(README, "python")
    (tmp_path / "test_menu.py").write_text(example, encoding="utf-8")
    shutil.copytree(ROOT / "tapes", tmp_path / "tapes")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_menu.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout


@pytest.mark.slow
def test_every_command_of_the_readme_runs_in_a_fresh_clone(tmp_path: Path) -> None:
    """The second runs the tests, this one among them, so here it only installs; the studio ends when it has begun."""
    for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    (first, second), others = (block.splitlines() for block in blocks(README, "sh")[:2])
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    assert run(first).endswith("right: the one solution\n")
    *lines, last = others
    for line in lines:
        run(f". .venv/bin/activate && {line}")
    studio = last.partition("  #")[0].replace(
        "crossword studio", "timeout -s INT 20 crossword studio --no-browser --port 0"
    )
    assert "http://127.0.0.1:" in run(f". .venv/bin/activate && ({studio} || test $? = 124 -o $? = 130)")
    run(second.replace("-m pytest -q", "-m pytest --version"))
    (example,) = blocks(README, "python")
    (tmp_path / "test_menu.py").write_text(example, encoding="utf-8")
    assert "1 passed" in run(". .venv/bin/activate && pytest -q test_menu.py")

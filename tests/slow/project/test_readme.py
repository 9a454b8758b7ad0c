"""The commands of README and of the tutorials print what is printed there."""

import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from harness.formats import read_puzzle
from harness.puzzle import Grid
from tests.cli_runner import run_cli
from tests.e2e.test_readme import README, blocks
from tests.house import ROOT

TUTORIALS = ROOT / "docs" / "tutorials"
SESSION = re.compile(r"^\$ (crossword .*)\n((?:.*\n)*?)^```$", re.MULTILINE)


def puzzle_of(tutorial: str) -> str:
    """Return the puzzle file that a tutorial asks to save."""
    return next(block for block in blocks(tutorial, "") if block.startswith("title:"))


def shows(command: str, shown: str, folder: Path) -> None:
    """Check that a command prints what is shown, but for line breaks; dots stand for lines left out."""
    printed = " ".join(run_cli(*shlex.split(command)[1:], cwd=folder).out.split())
    for part in filter(str.strip, shown.split("…\n")):
        _, found, printed = printed.partition(" ".join(part.split()))
        assert found, (command, part)


def test_the_first_command_prints_the_block_below_it() -> None:
    assert run_cli("run", "puzzles/car.txt").out == blocks(README, "")[0]


def test_the_commands_of_one_s_own_puzzle_run(tmp_path: Path) -> None:
    """But for the last two, which install and begin the studio."""
    shutil.copytree(ROOT / "puzzles", tmp_path / "puzzles")
    *lines, _, _ = blocks(README, "sh")[2].splitlines()
    assert len(lines) == 4
    for line in lines:
        ran = run_cli(*shlex.split(line, comments=True)[1:], cwd=tmp_path)
        assert ran.code == 0, ran
    assert (tmp_path / "heart.tap").is_file()


def test_the_first_puzzle_goes_as_shown(tmp_path: Path) -> None:
    text = (TUTORIALS / "first-puzzle.md").read_text(encoding="utf-8")
    (tmp_path / "fish.txt").write_text(puzzle_of(text), encoding="utf-8")
    for command, shown in SESSION.findall(text):
        shows(command, shown, tmp_path)


def test_the_first_puzzle_in_russian_goes_as_shown(tmp_path: Path) -> None:
    """Each picture knows more than the one before, and follows from lines alone."""
    text = (TUTORIALS / "first-puzzle.ru.md").read_text(encoding="utf-8")
    heart = read_puzzle(ROOT / "puzzles" / "heart.txt")
    *grids, _ = blocks(text, "")
    known = []
    for clues, *rows in map(str.splitlines, grids):
        assert [(int(clue),) for clue in clues.split()] == list(heart.columns)
        assert [tuple(map(int, row.split()[0].split(","))) for row in rows] == list(heart.rows)
        known.append(Grid(tuple("".join(row.split()[1:]) for row in rows)))
    assert known[0].unknown_count == 25
    assert known[-1] == heart.goal
    assert all(before != after and before.is_part_of(after) for before, after in pairwise(known))
    for command, shown in SESSION.findall(text):
        shows(command, shown, tmp_path)


def test_the_robot_goes_as_shown_before_and_after_it_has_square_eyes(tmp_path: Path) -> None:
    text = (TUTORIALS / "drawing.md").read_text(encoding="utf-8")
    robot = puzzle_of(text)
    (before, not_unique), (after, unique) = SESSION.findall(text)
    build = blocks(text, "sh")[-1]
    (tmp_path / "robot.txt").write_text(robot, encoding="utf-8")
    shows(before, not_unique, tmp_path)
    (eyes,) = re.findall(r"`(\.#[.#]{10})`", text)
    rows = robot.splitlines()
    first = rows.index("picture:") + 4
    rows[first : first + 2] = [eyes, eyes]
    (tmp_path / "robot.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    shows(after, unique, tmp_path)
    assert run_cli(*build.split()[1:], cwd=tmp_path).out.startswith("robot.tap: ")
    assert "Easy, score 78" in run_cli("explain", "robot.txt", cwd=tmp_path).out
    assert run_cli("run", "robot.txt", cwd=tmp_path).out.endswith("right: the one solution\n")


def test_the_test_shown_in_the_readme_passes(tmp_path: Path) -> None:
    _, example = blocks(README, "python")
    (tmp_path / "test_menu.py").write_text(example, encoding="utf-8")
    shutil.copytree(ROOT / "tapes", tmp_path / "tapes")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_menu.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout

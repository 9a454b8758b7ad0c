"""Every command in a block ``sh`` of docs/ does what it says, in a folder that has what its page speaks of."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from harness.puzzle import Grid
from pyspectrum import Tape, tokenise
from pyspectrum.tape import program_blocks, write_tap
from tests.cli_runner import run_cli
from tests.house import ROOT

DOCUMENTS = sorted(path for path in (ROOT / "docs").rglob("*.md") if "```sh" in path.read_text("utf-8"))
ELSEWHERE = re.compile(r"(pip|python3? -m (pip|venv|pytest)|python3 -m venv|dask|crossword studio)\b|.*--backend dask")
"""What installs, serves or needs a cluster: other tests do that."""
SMALLER = ((":10000:", ":5:"), ("othersolver --quiet", f"{shlex.quote(sys.executable)} -m harness solve"))
ENDS = {" check ": (0, 1), " shrink wrong.txt": (2,), " page puzzles ": (2,)}
"""A verdict is "yes" or "no"; `wrong.txt` is right, as long as our tapes are; some samples have no solution."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the samples, a photograph, a screen, a collection and a game."""
    shutil.copytree(ROOT / "puzzles", tmp_path / "puzzles")
    shutil.copy(ROOT / "tapes" / "crossword-turbo.tap", tmp_path / "my.tap")
    shutil.copy(ROOT / "tests" / "data" / "listings" / "article.txt", tmp_path)
    photo = Image.new("RGB", (600, 600), "white")
    ImageDraw.Draw(photo).ellipse((40, 40, 560, 560), "black")
    for name in ("photo.jpg", "photo.png"):
        photo.save(tmp_path / name)
    duck, heart = (tmp_path / "puzzles" / name for name in ("duck.txt", "heart.txt"))
    assert run_cli("convert", str(duck), str(tmp_path / "drawing.scr")).code == 0
    (tmp_path / "half-done.txt").write_text(str(Grid.unknown(15, 15)), encoding="utf-8")
    for name in ("wrong.txt", "robot.txt"):
        shutil.copy(heart, tmp_path / name)
    for name in ("more", "collection", "folder"):
        (tmp_path / name).mkdir()
        shutil.copy(heart, tmp_path / name)
    shutil.make_archive(str(tmp_path / "my"), "zip", tmp_path / "more")
    (game,) = re.findall(r"```basic\n(.*?)```", (ROOT / "docs/tutorials/game-under-test.md").read_text("utf-8"), re.S)
    tape = Tape(program_blocks("game", tokenise(game, "game.bas"), autostart_line=10))
    for name in ("game.tap", "folder/game.tap"):
        write_tap(tmp_path / name, tape)
    return tmp_path


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.stem)
def test_the_commands_of_a_page_end_as_they_should(page: Path, folder: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line and not ELSEWHERE.match(line)]
    for line in lines:
        for large, small in SMALLER:
            line = line.replace(large, small)
        words = shlex.split(line, comments=True)
        words = words[3:] if words[:2] == ["python", "-m"] and words[2] == "harness" else words
        if words[:3] == ["python", "-m", "pyspectrum"]:
            done = subprocess.run([sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
            code, said = done.returncode, done.stdout + done.stderr
        else:
            ran = run_cli(*words[words[0] == "crossword" :], cwd=folder)
            code, said = ran.code, ran.out + ran.err
        (allowed,) = [ends for part, ends in ENDS.items() if part in line] or [(0,)]
        assert code in allowed, (line, said)

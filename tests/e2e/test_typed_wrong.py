"""Words typed a little wrong, or only begun: the nearest command, option and file, and completion in a shell."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.cli import COMMANDS
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("slove", "puzzles/car.txt"), "there is no command 'slove'; did you mean 'solve'?"),
        (("regres", "puzzles"), "did you mean 'regress'?"),
        (("xyzzy",), "there is no command 'xyzzy'; the commands are run, solve, "),
        (("solve", "puzzles/car.txt", "--tmeout", "3"), "--tmeout 3; did you mean '--timeout'?"),
        (("convert", "puzzles/car.txt", "x.non", "--heigth=3"), "--heigth=3; did you mean '--height'?"),
        (("solve", "puzzles/car.txt", "--xyzzy"), "unrecognized arguments: --xyzzy (see crossword solve --help)"),
        (("solve", "puzzles/carr.txt"), "puzzles/carr.txt: no such file; did you mean 'puzzles/car.txt'?"),
        (("solve", "puzzles/xyzzy"), "puzzles/xyzzy: no such file; check the name"),
        (("run", "puzzles/car.txt", "--tape", "crossword-turob.tap"), "did you mean 'crossword-turbo.tap'?"),
    ],
)
def test_the_nearest_is_named(typed: tuple[str, ...], meant: str) -> None:
    assert_one_line_refusal(run_cli(*typed), meant)


def test_a_sample_is_named_from_any_folder(tmp_path: Path) -> None:
    ran = run_cli("solve", "puzzles/rokcet.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "no such file; did you mean 'puzzles/rocket.txt'?")


def test_a_file_beside_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "my puzzle.non").touch()
    assert_one_line_refusal(run_cli("solve", "my puzle.non", cwd=tmp_path), "did you mean 'my puzzle.non'?")


def test_without_a_command_there_is_help() -> None:
    ran = run_cli()
    assert (ran.code, ran.err) == (0, "")
    assert all(f"\n    {command}" in ran.out for command in COMMANDS)


def test_a_table_has_how_hard_each_puzzle_is_for_a_person() -> None:
    names = ["car", "winter", "wink", "contradiction"]
    ran = run_cli("solve", *(f"puzzles/{name}.txt" for name in names), "--csv", "--rate")
    rows = {row["title"] or Path(row["puzzle"]).stem: row for row in csv.DictReader(io.StringIO(ran.out))}
    for name in ("car", "winter"):
        rating = run_cli("explain", f"puzzles/{name}.txt", "--json").json["rating"]
        assert (rows[name]["score"], rows[name]["level"]) == (str(rating["score"]), rating["level"])
    for row in list(rows.values())[2:]:
        assert (row["score"], row["level"]) == ("", ""), "nobody solves it to its end"


def test_convert_makes_an_empty_sheet(tmp_path: Path) -> None:
    ran = run_cli("convert", "puzzles/car.txt", "car.svg", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "car.svg: an empty sheet, 10×8 cells\n")
    sheet = ElementTree.parse(tmp_path / "car.svg").getroot()
    fills = {element.get("fill") for element in sheet.iter(f"{SVG}rect")}
    assert fills <= {"#fff"}, "no cell is drawn"
    assert "6" in {element.text for element in sheet.iter(f"{SVG}text")}
    ran = run_cli("convert", "puzzles/tulips.g", "tulips.PDF", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "tulips.PDF: an empty sheet, 16×20 cells\n")
    data = (tmp_path / "tulips.PDF").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 1, "no answer behind it"
    refused = run_cli("convert", "puzzles/car.txt", "x.svg", "--view", "grid", cwd=tmp_path)
    assert_one_line_refusal(refused, "--view is for pictures")
    assert run_cli("convert", "puzzles/car.txt", "-", "--to", "svg").out.startswith("<?xml")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_its_options(shell: str, tmp_path: Path) -> None:
    ran = run_cli("--print-completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert all(command in ran.out for command in COMMANDS)
    assert "max-solutions" in ran.out
    assert "spectrum-timeout" in ran.out
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(ran.out, encoding="utf-8")
        subprocess.run([shell, "-n", script], check=True, timeout=60)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("so",), ["solve"]),
        (("solve", "--max"), ["--max-solutions"]),
        (("solve", "--strategy", "pro"), ["probe"]),
        (("run", "--tape", "CHANGE"), ["CHANGELOG.md"]),
        (("solve", "CHANGE"), ["CHANGELOG.md"]),
    ],
)
def test_bash_completes(typed: tuple[str, ...], offered: list[str], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run_cli("--print-completion", "bash").out, encoding="utf-8")
    words = " ".join(("crossword", *typed))
    ask = f'source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_crossword; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert done.stdout.split() == offered

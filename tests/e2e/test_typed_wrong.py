"""Words typed a little wrong, or only begun: the nearest command, option and file, and completion in a shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.cli import COMMANDS
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.marks import LINKS, SHELL

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
        (("--json", "solve", "puzzles/car.txt"), "--json; write it behind the command: crossword solve --json …"),
        (("solve", "puzzles/car.txt", "-json"), "unrecognized arguments: -json; did you mean '--json'?"),
        (("solve", "puzzles/car.txt", "--strategy", "fst"), "--strategy: there is no 'fst'; did you mean 'fast'?"),
        (("solve", "puzzles/car.txt", "--strategy", "x"), "--strategy: there is no 'x'; choose from fast, probe, "),
        (("build", "--puzzle", "puzzles/car.txt", "--tape", "crosword.tap"), "did you mean 'crossword.tap'?"),
        (("solve", "puzzles/car"), "puzzles/car: no such file; did you mean 'puzzles/car.txt'?"),
        (("solve", "puzzles/CAR.TXT"), "puzzles/CAR.TXT: no such file; did you mean 'puzzles/car.txt'?"),
        (("puzzles/car.txt",), "there is no command 'puzzles/car.txt'; to solve it: crossword run puzzles/car.txt"),
        (
            ("help",),
            "there is no command 'help'; crossword --help lists the commands, crossword COMMAND --help tells of",
        ),
        (("random", "x.txt", "--width", "0"), "--width: '0' is not a whole number, 1 to 4000"),
        (("random", "x.txt", "--width", "99999"), "--width: '99999' is not a whole number, 1 to 4000"),
        (("random", "x.txt", "--colours", "1"), "--colours: '1' is not a whole number, 2 to 64"),
        (("line", "3 1", "1001"), "WIDTH: '1001' is not a whole number, 1 to 1000"),
        (("solve", "puzzles/xyzzy"), "puzzles/xyzzy: no such file; check the name"),
        (("run", "puzzles/car.txt", "--tape", "crossword-turob.tap"), "did you mean 'crossword-turbo.tap'?"),
        (("race", "nosuch.txt"), "nosuch.txt: no such file"),
        (("explain", "nowhere.txt"), "nowhere.txt: no such file"),
        (("hint", "puzzles/heart.txt", "--state", "nowhere.txt"), "nowhere.txt: no such file"),
        (("hint", "puzzles/heart.txt", "--lang", "de"), "--lang: there is no 'de'; choose from en, ru"),
        (("build", "--check", "--out", "gone"), "gone: no such folder"),
        (("picture", "docs/images/relax-20x30.png"), "convert takes other pictures"),
        (("run", "puzzles/car.txt", "--max-solutions", "2"), "--max-solutions needs --on-branch all"),
        (("solve", "puzzles/car.txt", "--delay", "1"), "--delay slows --watch, --gif or --apng down"),
        (("japan", "--max-solutions=-3"), "--max-solutions: '-3' is not a whole number"),
        (("japan", "--max-solutions=many"), "--max-solutions: 'many' is not a whole number"),
    ],
)
def test_what_is_wrong_is_named_and_the_nearest(typed: tuple[str, ...], meant: str) -> None:
    assert_one_line_refusal(run_cli(*typed), meant)


def test_a_sample_is_named_from_any_folder(tmp_path: Path) -> None:
    ran = run_cli("solve", "puzzles/rokcet.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "no such file; did you mean 'puzzles/rocket.txt'?")


def test_a_file_beside_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "my puzzle.non").touch()
    assert_one_line_refusal(run_cli("solve", "my puzle.non", cwd=tmp_path), "did you mean 'my puzzle.non'?")


@LINKS
def test_a_link_that_leads_nowhere_is_not_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("nowhere.txt")
    ran = run_cli("solve", "link.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "link.txt: a link to nowhere.txt, which is not there; name another file")


def test_without_a_command_there_is_help() -> None:
    ran = run_cli()
    assert (ran.code, ran.err) == (0, "")
    assert all(f"\n  {command}" in ran.out for command in COMMANDS)


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
    assert run_cli("convert", "puzzles/car.txt", "-", "--to", "svg").out.startswith("<?xml")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_its_options(shell: str, tmp_path: Path) -> None:
    ran = run_cli("--print-completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert all(command in ran.out for command in COMMANDS)
    assert "max-solutions" in ran.out
    assert "spectrum-timeout" in ran.out
    if sys.platform != "win32" and shutil.which(shell):
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
@SHELL
def test_bash_completes(typed: tuple[str, ...], offered: list[str], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run_cli("--print-completion", "bash").out, encoding="utf-8")
    words = " ".join(("crossword", *typed))
    ask = f'source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_crossword; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert done.stdout.split() == offered

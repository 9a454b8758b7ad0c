"""Words typed a little wrong, or only begun: the nearest command, option and file, and completion in a shell."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.cli import COMMANDS
from pyspectrum.commands import SPECTRUM
from tests.cases import cases
from tests.cli_runner import ROOT, TOOLS, assert_one_line_refusal, run_cli
from tests.marks import LINKS, SHELL

SVG = "{http://www.w3.org/2000/svg}"


@LINKS
def test_a_link_that_leads_nowhere_is_not_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("nowhere.txt")
    ran = run_cli("solve", "link.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "link.txt: a link to nowhere.txt, which is not there; name another file")


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_alone_and_help_print_the_help(tool: str) -> None:
    alone, helped = run_cli(tool=tool), run_cli("help", tool=tool)
    assert alone == helped == run_cli("--help", tool=tool)
    assert (alone.code, alone.err) == (0, "")
    assert set(re.findall(r"^  ([a-z]+) ", alone.out, re.MULTILINE)) == {*TOOLS[tool].commands}
    assert run_cli("help", "run", tool=tool) == run_cli("run", "--help", tool=tool)


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
    for tool, words in (
        ("crossword", [*COMMANDS, "max-solutions", "spectrum-timeout"]),
        ("spectrum", [*SPECTRUM.commands, "expect-text", "load-timeout"]),
    ):
        ran = run_cli("--print-completion", shell, tool=tool)
        assert (ran.code, ran.err) == (0, "")
        assert [word for word in words if word not in ran.out] == []
    if sys.platform != "win32" and shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(ran.out, encoding="utf-8")
        subprocess.run([shell, "-n", script], check=True, timeout=60)


@cases("typed", "offered")
@SHELL
def test_bash_completes(typed: tuple[str, ...], offered: tuple[str, ...], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run_cli("--print-completion", "bash").out, encoding="utf-8")
    words = " ".join(("crossword", *typed))
    ask = f'source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_crossword; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert tuple(done.stdout.split()) == offered

"""Words typed a little wrong, or only begun: the nearest command, option and file, and completion in a shell."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.cli import COMMANDS
from harness.cli import main as crossword
from pyspectrum.commands import SPECTRUM
from pyspectrum.commands import main as spectrum
from tests.cases import cases
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.marks import LINKS, SHELL

SVG = "{http://www.w3.org/2000/svg}"


SLIPS = {
    "crossword": """
        slove puzzles/car.txt                           | there is no command 'slove'; did you mean 'solve'?
        regres puzzles                                  | did you mean 'regress'?
        xyzzy                                           | there is no command 'xyzzy'; the commands are run, solve,
        puzzles/car.txt                                 | to run it: crossword run puzzles/car.txt
        --json solve puzzles/car.txt                    | --json; write it behind the command: crossword solve --json …
        --json                                          | required: COMMAND (see crossword --help)
        solve                                           | required: PUZZLE (see crossword solve --help)
        solve puzzles/car.txt --tmeout 3                | --tmeout 3; did you mean '--timeout'?
        convert puzzles/car.txt x.non --heigth=3        | --heigth=3; did you mean '--height'?
        solve puzzles/car.txt --xyzzy                   | unrecognized arguments: --xyzzy (see crossword solve --help)
        solve puzzles/car.txt -json                     | unrecognized arguments: -json; did you mean '--json'?
        solve puzzles/carr.txt                          | no such file; did you mean 'puzzles/car.txt'?
        solve puzzles/car                               | no such file; did you mean 'puzzles/car.txt'?
        solve puzzles/CAR.TXT                           | no such file; did you mean 'puzzles/car.txt'?
        solve caat                                      | caat: no such file; did you mean 'cat.txt'?
        solve puzzles/xyzzy                             | puzzles/xyzzy: no such file; check the name
        solve puzzles/car.txt --strategy fst            | --strategy: there is no 'fst'; did you mean 'fast'?
        solve puzzles/car.txt --strategy x              | --strategy: there is no 'x'; choose from fast, probe,
        solve puzzles/car.txt --delay 1                 | --delay slows --watch, --gif or --apng down
        solve puzzles/car.txt --png                     | argument --png: expected one argument
        solve puzzles/car.txt --png=                    | argument --png is empty, perhaps a variable that was never set
        solve ''                                        | argument 2 is empty,
        build --out ''                                  | argument --out is empty,
        solve puzzles/car.txt --timeout=--              | argument --timeout: -- is no value; give a value
        build --puzzle puzzles/car.txt --tape crosword.tap | did you mean 'crossword.tap'?
        build --check --out gone                        | gone: no such folder
        random x.txt --width 0                          | --width: '0' is not a whole number, 1 to 4000
        random x.txt --width 99999                      | --width: '99999' is not a whole number, 1 to 4000
        random x.txt --colours 1                        | --colours: '1' is not a whole number, 2 to 64
        line "3 1" 1001                                 | WIDTH: '1001' is not a whole number, 1 to 1000
        run puzzles/car.txt --tape crossword-turob.tap  | did you mean 'crossword-turbo.tap'?
        run puzzles/car.txt --max-solutions 2           | --max-solutions needs --on-branch all
        regress puzzles --backend dask                  | --backend dask needs --scheduler; give the address
        race nosuch.txt                                 | nosuch.txt: no such file
        explain nowhere.txt                             | nowhere.txt: no such file
        hint puzzles/heart.txt --state nowhere.txt      | nowhere.txt: no such file
        hint puzzles/heart.txt --lang de                | --lang: there is no 'de'; choose from en, ru
        picture docs/images/relax-20x30.png             | convert takes other pictures
        japan --max-solutions=-3                        | --max-solutions: '-3' is not a whole number
        japan --max-solutions=many                      | --max-solutions: 'many' is not a whole number
    """,
    "spectrum": """
        rnu tapes/crossword.tap                         | there is no command 'rnu'; did you mean 'run'?
        dance                                           | the commands are run, record, trace, info, convert, page
        tapes/crossword.tap                             | to run it: spectrum run tapes/crossword.tap
        --text run tapes/crossword.tap                  | --text; write it behind the command: spectrum run --text …
        --text                                          | required: COMMAND (see spectrum --help)
        run                                             | required: FILE (see spectrum run --help)
        convert tapes/crossword.tap                     | required: OUT (see spectrum convert --help)
        run tapes/crossword.tap --modle 48              | --modle 48; did you mean '--model'?
        run tapes/crossword.tap --xyzzy                 | unrecognized arguments: --xyzzy (see spectrum run --help)
        run tapes/crossword.tap -text                   | unrecognized arguments: -text; did you mean '--text'?
        trace tapes/crossword.tap --output=x.html       | --output=x.html; did you mean '--out'?
        run tapes/crossword.tap --model ZX81            | --model: there is no 'ZX81'; choose from 48, 128, +2
        page tapes/crossword.tap --joystick kempstone   | did you mean 'kempston'?
        info tapes/crosword.tap                         | no such file; did you mean 'tapes/crossword.tap'?
        info nowhere.tap                                | nowhere.tap: no such file; check the name
        run tapes                                       | tapes: this is a folder; name a file in it
        run tapes/crossword.tap --press ''              | argument --press is empty, perhaps a variable that was never
        run tapes/crossword.tap --press=                | argument --press is empty, perhaps a variable that was never
        run tapes/crossword.tap --press=--              | argument --press: -- is no value; give a value
        run tapes/crossword.tap --press ENTRE           | argument --press: the Spectrum has no key 'ENTRE'; the nearest
        run tapes/crossword.tap --tap CAPS+             | argument --tap: 'CAPS+' has a + with no key beside it
        run tapes/crossword.tap --press                 | argument --press: expected one argument
        run tapes/crossword.tap --timeout x             | --timeout: 'x' is not a number of seconds, 0 to 1,000,000
        run tapes/crossword.tap --timeout nan           | --timeout: 'nan' is not a number of seconds
        run tapes/crossword.tap --wait -1               | --wait: '-1' is not a number of seconds
        run tapes/crossword.tap --org x8000             | 'x8000' is not a number from 0 to 65535
        convert tapes/crossword.tap x.doc               | x.doc: a tape cannot be converted to .doc; use .tap, .tzx
        record tapes/crossword.tap --out x.txt          | x.txt: a test is a Python file; name it .py
    """,
}
"""What is typed, and a part of what is answered."""
TOOLS = {"crossword": crossword, "spectrum": spectrum}


def slips() -> list[tuple[str, str, str]]:
    """Return the tool, the line typed and the answer of each slip."""
    every = ((tool, line.split("|")) for tool, text in SLIPS.items() for line in text.strip().splitlines())
    return [(tool, typed.strip(), meant.strip()) for tool, (typed, meant) in every]


@pytest.mark.parametrize(("tool", "typed", "meant"), slips())
def test_a_slip_is_answered_in_one_line_with_what_was_meant(tool: str, typed: str, meant: str) -> None:
    ran = run_cli(*shlex.split(typed), tool=TOOLS[tool])
    assert_one_line_refusal(ran, meant)
    assert ran.err.startswith(f"{tool}")


def test_a_sample_is_named_from_any_folder(tmp_path: Path) -> None:
    ran = run_cli("solve", "puzzles/rokcet.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "no such file; did you mean 'puzzles/rocket.txt'?")


def test_a_sample_is_called_by_its_name_alone_unless_there_is_such_a_file(tmp_path: Path) -> None:
    for name in ("cat", "cat.txt"):
        assert run_cli("solve", name, "--quiet", cwd=tmp_path).out == "cat, 15×15: unique: one solution, and no other\n"
    (tmp_path / "cat").write_text("picture:\n#\n")
    assert "1×1" in run_cli("solve", "cat", "--quiet", cwd=tmp_path).out


def test_a_file_beside_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "my puzzle.non").touch()
    assert_one_line_refusal(run_cli("solve", "my puzle.non", cwd=tmp_path), "did you mean 'my puzzle.non'?")


@LINKS
def test_a_link_that_leads_nowhere_is_not_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("nowhere.txt")
    ran = run_cli("solve", "link.txt", cwd=tmp_path)
    assert_one_line_refusal(ran, "link.txt: a link to nowhere.txt, which is not there; name another file")


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_alone_and_help_print_the_help(tool: str) -> None:
    alone, helped = run_cli(tool=TOOLS[tool]), run_cli("help", tool=TOOLS[tool])
    assert alone == helped == run_cli("--help", tool=TOOLS[tool])
    assert (alone.code, alone.err) == (0, "")
    assert "\n  race" not in alone.out, "a show is not for the first screen"
    assert run_cli("help", "run", tool=TOOLS[tool]) == run_cli("run", "--help", tool=TOOLS[tool])


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
        (crossword, [*COMMANDS, "max-solutions", "spectrum-timeout"]),
        (spectrum, [*SPECTRUM.commands, "expect-text", "load-timeout"]),
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
def test_bash_completes(typed: tuple[str, ...], offered: list[str], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run_cli("--print-completion", "bash").out, encoding="utf-8")
    words = " ".join(("crossword", *typed))
    ask = f'source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_crossword; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert done.stdout.split() == offered

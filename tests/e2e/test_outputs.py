"""Every option that writes a file, and what it does not write over: whatever stands there in another format."""

import ast
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from harness.formats import build_puzzle, parse_puzzle
from harness.formats.registry import puzzle_formats
from harness.puzzle import Grid
from pyspectrum import atomic
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.fuzz.corpus import STEP
from tests.marks import LINKS

CAT, TAPE, LISTING = "cat.txt", "crossword.tap", "mini-crossword.txt"
OUTPUTS: dict[str, tuple[str, bool]] = tomllib.loads((Path(__file__).parent / "outputs.toml").read_text("utf-8"))
"""Every option that writes a file: what is typed, the format that is written, and whether it takes no time."""
OWN = {"puzzle.txt", "non", "xml", "text"}
INPUTS = {"txt", "tap", "dat", "scr"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for path in (f"puzzles/{CAT}", f"tapes/{TAPE}", f"tests/data/listings/{LISTING}"):
        shutil.copy(ROOT / path, tmp_path)
    (tmp_path / "japan.dat").write_text("1\n1 1\n1\n1 1\n")
    (tmp_path / "screen.scr").write_bytes(build_puzzle(STEP, "scr"))
    return tmp_path


def run(typed: str, name: str = "") -> tuple[int, str]:
    """The exit code, and what is said on the standard error; a `name` stands for that of the output."""
    tool, *arguments = (re.sub(r"OUT\.\w+", name, typed) if name else typed).split()
    ran = run_cli(*arguments, cwd=Path.cwd(), tool=tool)
    return ran.code, ran.err


@pytest.mark.parametrize("typed", [typed for typed, (kind, _) in OUTPUTS.items() if kind])
def test_no_output_replaces_another_format(typed: str, folder: Path) -> None:
    kind = OUTPUTS[typed][0]
    name = re.findall(r"OUT\.\w+", typed)[0]
    for content in (Path(CAT).read_bytes(), b"a diary\n", b"\x7fELF\0\1\2", b"<?xml version='1.0'?><a/>"):
        (folder / name).write_bytes(content)
        code, said = run(typed)
        assert code == 2, typed
        assert re.fullmatch(rf"\w+: {re.escape(name)}: [^\n]+\n", said), said
        assert ("--force" in said) == (kind in OWN and b"rows:" in content)
        assert (folder / name).read_bytes() == content
    (folder / name).unlink()
    if typed.startswith("crossword page"):
        return  # another name is that of a folder
    code, said = run(typed, "OUT.jpg")
    assert code == 2
    assert "OUT.jpg: " in said
    assert said.count("\n") == 1
    assert not list(folder.glob("OUT*"))


@pytest.mark.parametrize("typed", [typed for typed, (kind, is_quick) in OUTPUTS.items() if kind and is_quick])
def test_an_output_replaces_its_like(typed: str, folder: Path) -> None:
    """A puzzle only by another one, and with --force; what was written is known again."""
    kind, forced = OUTPUTS[typed][0], ""
    name = re.findall(r"OUT\.\w+", typed)[0]
    for _ in range(2):
        code, said = run(typed + forced)
        assert code == 0, said
        if kind in OWN:
            assert run(typed)[0] == 2
            forced = " --force"
        elif kind not in ("japan.sol", "pbm", "rofl"):
            assert atomic.kind_of((folder / name).read_bytes(), name) == kind
    assert len(list(folder.iterdir())) == 6


def input_of(typed: str) -> str:
    """The file that a command line reads; "" if none."""
    return next(
        (word for word in typed.split()[2:] if not word.startswith("OUT") and word.rpartition(".")[2] in INPUTS), ""
    )


@LINKS
@pytest.mark.parametrize("typed", [typed for typed, (kind, _) in OUTPUTS.items() if kind and input_of(typed)])
def test_no_output_replaces_the_input(typed: str, folder: Path) -> None:
    """Not even through a link."""
    name = re.findall(r"OUT\.\w+", typed)[0]
    (folder / name).symlink_to(input_of(typed))
    before = (folder / name).read_bytes()
    code, said = run(typed)
    assert (code, (folder / name).read_bytes()) == (2, before)
    assert f"{name}: " in said
    assert "would overwrite the file that is read; name another" in said


def test_force_replaces_no_puzzle_by_a_picture(folder: Path) -> None:
    (folder / "cat.png").write_bytes(Path(CAT).read_bytes())
    assert_one_line_refusal(run_cli("convert", CAT, "cat.png", "--force", cwd=folder), "not in the format png")
    (folder / "notes.txt").write_text("a diary\n")
    ran = run_cli("random", "notes.txt", "--force", cwd=folder)
    assert_one_line_refusal(ran, "notes.txt: the file that is there is not in the format puzzle.txt; name another file")


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (("page", CAT, "--out", "."), ("index.html",)),
        (("regress", CAT, "--report", "."), ("junit.xml", "outcomes.jsonl", "outcomes.sqlite")),
        (
            ("build", "--out", ".", "--also", "wav"),
            ("crossword-ru.tap", "crossword.trd", "crossword.scl", "crossword.wav", "SHA256SUMS"),
        ),
    ],
    ids=["page", "regress", "build"],
)
def test_in_a_folder_too_a_file_is_replaced_by_its_like_alone(
    command: tuple[str, ...], names: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.commands.build.build_all", lambda: pytest.fail("it began to build"))
    for name in names:
        (folder / name).write_bytes(Path(CAT).read_bytes())
        assert_one_line_refusal(run_cli(*command, cwd=folder), f"{name}: ", "; name another folder")
        (folder / name).unlink()


@LINKS
def test_build_replaces_its_own_tapes_and_none_of_its_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "tapes", folder / "t")
    monkeypatch.setattr("harness.commands.build.build_all", lambda: {"crossword.tap": b"new"})
    assert run_cli("build", "--out", "t", cwd=folder).code == 0
    assert (folder / "t/crossword.tap").read_bytes() == b"new"
    (folder / "t/crossword.tap").unlink()
    (folder / "t/crossword.tap").symlink_to(ROOT / "basic/crossword.bas")
    ran = run_cli("build", "--out", "t", cwd=folder)
    assert_one_line_refusal(ran, "crossword.tap: --out would overwrite the file that is read; name another folder")


def test_the_list_has_every_command_that_writes() -> None:
    writers = re.compile(r"write_\w+|save_file|_opened|Store")
    writing = set()
    for package, tool in (("harness", "crossword"), ("pyspectrum", "spectrum")):
        for path in (ROOT / package / "commands").glob("[a-z]*.py"):
            calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
            if path.stem != "common" and any(writers.fullmatch(ast.unparse(call).split(".")[-1]) for call in calls):
                writing.add(f"{tool} {path.stem}")
    assert writing == {" ".join(typed.split()[:2]) for typed in OUTPUTS}


def test_every_format_that_is_written_is_known_again() -> None:
    formats, flag = puzzle_formats(), Grid(("#.#", "###", ".#.")).puzzle()
    for kind in ("puzzle.txt", "non", "g", "picross", "pynogram", "nonogrid", "mk", "cwd", "gno", "japan.dat", "pbm"):
        assert kind in formats.recognise(build_puzzle(flag, kind), "x"), kind
    assert parse_puzzle(build_puzzle(flag, "nin"), "x.nin").has_clues_of(flag)


MARKED = {"html", "svg", "png", "gif", "pdf"}
OTHERS = {
    "html": b"<!DOCTYPE html><title>mine</title>",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "png": b"\x89PNG\r\n\x1a\n",
    "gif": b"GIF89a",
    "pdf": b"%PDF-1.7",
}


@pytest.mark.parametrize(
    "typed", [typed for typed, (kind, is_quick) in OUTPUTS.items() if kind in MARKED and is_quick] + [
        f"spectrum trace {TAPE} -o OUT.html", f"crossword page {CAT} --out OUT.html"]
)  # fmt: skip
def test_a_page_or_picture_of_others_is_replaced_by_force_alone(typed: str, folder: Path) -> None:
    name = re.findall(r"OUT\.\w+", typed)[0]
    theirs = OTHERS[name.rpartition(".")[2]]
    (folder / name).write_bytes(theirs)
    code, said = run(typed)
    assert (code, (folder / name).read_bytes()) == (2, theirs)
    assert (
        f"{name}: the file that is there was made by something else; name another file, or replace it with --f" in said
    )
    for force in (" --force", ""):
        assert run(typed + force)[0] == 0
        assert b"pytest-spectrum" in (folder / name).read_bytes()


def test_a_folder_of_others_gets_no_page_without_force(folder: Path) -> None:
    (folder / "index.html").write_bytes(OTHERS["html"])
    before = {*folder.iterdir()}
    ran = run_cli("page", CAT, "--out", ".", cwd=folder)
    assert_one_line_refusal(ran, "index.html: the file that is there was made by something else; name another folder")
    assert {*folder.iterdir()} == before
    for force in (["--force"], []):
        assert run_cli("page", CAT, "--out", ".", *force, cwd=folder).code == 0

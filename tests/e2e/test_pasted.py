"""Addresses and game ids in place of files, and messages that stay short whatever is given."""

from pathlib import Path

import pytest

from harness.formats import build_puzzle, parse_puzzle
from tests.cli_runner import ROOT, Ran, assert_one_line_refusal, run_cli

STEP = "picture:\n#.#\n###\n"
LONGEST = 620
"""A message of 600 characters with the program's name before it."""


@pytest.mark.parametrize("kind", ["puzz.link", "tatham"])
@pytest.mark.parametrize("command", ["solve", "check", "explain", "hint", "race"])
def test_an_address_or_a_game_id_stands_for_a_file(kind: str, command: str) -> None:
    text = build_puzzle(parse_puzzle(STEP), kind).decode().strip()
    ran = run_cli(command, text)
    assert (ran.code, ran.err) == (0, "")
    read = run_cli("convert", text, "-", "--to", "text")
    assert read.out == "#.#\n###\n"


def test_several_addresses_and_files_are_solved_together() -> None:
    text = build_puzzle(parse_puzzle(STEP), "puzz.link").decode().strip()
    ran = run_cli("solve", "--quiet", text, str(ROOT / "puzzles/car.txt"))
    assert ran.code == 0
    assert ran.out.startswith("https://puzz.link/p?nonogram/3/2/")


@pytest.mark.parametrize("cut", range(1, 8))
def test_an_address_that_was_cut_is_not_the_whole_of_it(cut: int) -> None:
    text = build_puzzle(parse_puzzle(STEP), "puzz.link").decode().strip()
    assert_one_line_refusal(run_cli("solve", text[:-cut]), "copy all of it")


def test_a_file_of_that_name_is_read_first(tmp_path: Path) -> None:
    (tmp_path / "2x2:1").write_text(STEP, encoding="utf-8")
    assert run_cli("convert", "2x2:1", "-", "--to", "text", cwd=tmp_path).out == "#.#\n###\n"


LONG = 100_000 * "x"
FILES = {
    "a.json": f'{{"{LONG}": [[1]], "{LONG}2": [[1]]}}',
    "b.txt": LONG,
    "c.txt": f"rows:\n{LONG}\ncolumns:\n1\n",
    "e.non": f"width {LONG}",
    "g.xml": f"<puzzleset><{LONG}/></puzzleset>",
}


@pytest.mark.parametrize("name", FILES)
def test_no_file_brings_a_long_message_about(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    assert_short(run_cli("check", name, cwd=tmp_path))


@pytest.mark.parametrize(
    "typed",
    [["solve", LONG], ["solve", f"3x2:{LONG}"], ["solve", "x", "--strategy", LONG], ["solve", "x", "--from", LONG]],
)
def test_no_argument_brings_a_long_message_about(typed: list[str]) -> None:
    assert_short(run_cli(*typed))


@pytest.mark.parametrize("typed", [["info", LONG], [LONG], ["run", "x.tap", "--model", LONG]])
def test_nor_does_one_of_spectrum(typed: list[str]) -> None:
    assert_short(run_cli(*typed, tool="spectrum"))


def assert_short(ran: Ran) -> None:
    assert ran.code == 2
    assert max(map(len, ran.err.splitlines())) <= LONGEST

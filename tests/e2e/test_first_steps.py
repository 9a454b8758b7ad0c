"""First steps of a newcomer: samples from anywhere, links that lead nowhere, seeds, words that are cut short."""

import io
import re
import signal
import subprocess
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from harness.advice import generate
from harness.advice.generate import NotFoundError, RandomOptions, RandomPuzzle
from harness.commands._streams import keep_names_whole
from harness.commands.random import MOST_SEEDS
from harness.formats import write_puzzle
from harness.regress import program
from harness.solver.budget import Budget
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.marks import LINKS
from tools.made import noise_puzzle

TURBO = ("--tape", "crossword-turbo.tap")


def test_page_says_what_more_time_may_decide(tmp_path: Path) -> None:
    write_puzzle(noise_puzzle(50, 50, 0.5, 1), tmp_path / "hard.non")
    ran = run_cli("page", "hard.non", "--out", "pages", "--timeout", "0.01", *TURBO, cwd=tmp_path)
    assert_one_line_refusal(ran, "hard.non: not decided whether it has one solution: time ran out after 0.01 s")
    assert "--timeout allows more" in ran.err


def test_all_samples_are_solved_in_any_folder(tmp_path: Path) -> None:
    """The folder stands for the samples where there is none of that name."""
    ran = run_cli("solve", "puzzles", "--csv", "--timeout", "0", cwd=tmp_path)
    assert (ran.code, ran.err) == (4, "")
    assert len(ran.out.splitlines()) > 20
    (tmp_path / "puzzles").mkdir()
    assert run_cli("solve", "puzzles", "--csv", cwd=tmp_path).code == 2


@LINKS
class TestLinksInACircle:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A folder with a good puzzle and a link that leads to itself."""
        (tmp_path / "good.txt").write_text("picture:\n#\n", encoding="ascii")
        (tmp_path / "round.txt").symlink_to("round.txt")
        return tmp_path

    def test_as_an_output(self, folder: Path) -> None:
        for line in (
            "convert good.txt round.txt",
            "random round.txt",
            "build --inlay round.txt",
            "solve good.txt --png round.txt",
        ):
            assert_one_line_refusal(run_cli(*line.split(), cwd=folder), "round.txt: cannot write the file: ")
        assert (folder / "round.txt").is_symlink()

    def test_as_one_of_many(self, folder: Path) -> None:
        """It is a line of its own; the others are solved."""
        ran = run_cli("solve", ".", "--quiet", cwd=folder)
        assert ran.code == 2
        assert "good.txt: crossword, 1×1: unique" in ran.out
        assert re.fullmatch(r"crossword: round\.txt: cannot read the file: .*; name another file\n", ran.err)


@pytest.mark.parametrize(
    ("options", "failures", "code", "tries"),
    [(["--width", "4", "--height", "4"], 2, 0, 3), (["--width", "4"], 99, 4, MOST_SEEDS), (["--seed", "7"], 99, 4, 1)],
    ids=["found", "not found", "with a seed"],
)
def test_other_seeds_are_tried_if_none_is_named(
    options: list[str], failures: int, code: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    made = generate.random_puzzle

    def random_puzzle(options: RandomOptions, seed: int, budget: Budget | None = None) -> RandomPuzzle:
        tried.append(seed)
        if len(tried) <= failures:
            raise NotFoundError(f"no puzzle was found with the seed {seed}; choose another")
        return made(options, seed, budget)

    monkeypatch.setattr(generate, "random_puzzle", random_puzzle)
    ran = run_cli("random", "-", "--to", "text", *options)
    assert (ran.code, len(tried), ran.out == "") == (code, tries, code == 4)
    *notes, last = ran.err.splitlines()
    assert notes == [f"note: nothing was found with the seed {seed}; trying another" for seed in tried[:-1]]
    assert f"seed {tried[-1]}" in last


def test_a_report_counts_in_english() -> None:
    """One line is not "lines", and a short time is not none."""
    ran = run_cli("solve", "puzzles/two-solutions.txt", "--state", "-", stdin="##\n??\n")
    assert re.search(r"^fast: 1 line looked at, (0\.[1-9]|[1-9][\d,.]*) ms$", ran.out, re.MULTILINE)


def test_a_trial_that_ctrl_c_ended_says_nothing_of_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal sends Ctrl-C to the predicate's process as well."""

    def ended_by_ctrl_c(*_: object) -> subprocess.CompletedProcess[bytes]:
        handle = signal.getsignal(signal.SIGINT)
        assert callable(handle)
        handle(signal.SIGINT, None)
        return subprocess.CompletedProcess("mytest", -signal.SIGINT)

    monkeypatch.setattr(program, "run_on_file", ended_by_ctrl_c)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        ran = run_cli("shrink", "puzzles/heart.txt", "--predicate", "mytest {file}")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (ran.code, ran.out, ran.err) == (130, "", "crossword: interrupted\n")


def test_a_narrow_terminal_cuts_no_name_short() -> None:
    printed = io.StringIO()
    table = keep_names_whole(Table("label", "T-states"))
    table.add_row("walk_array_or_long_line", "7,888")
    Console(width=24, file=printed, legacy_windows=False).print(table)
    assert "…" not in printed.getvalue()
    rows = [line.split("│")[1].strip() for line in printed.getvalue().splitlines() if "│" in line]
    assert "".join(rows) == "walk_array_or_long_line"

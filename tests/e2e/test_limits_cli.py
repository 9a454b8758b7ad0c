"""Every limit binds: what is known then is printed, and the line says which limit it was."""

import random
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from harness.formats import write_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.strategy import Outcome
from tests.cli_runner import assert_one_line_refusal, run_cli
from tools.made import noise_puzzle


def put_noise(side: int, folder: Path, name: str = "noise.non") -> str:
    """The file of a puzzle of which nobody knows soon that it has no solution: two columns are exchanged."""
    puzzle = noise_puzzle(side, side, 0.5, 1)
    columns = list(puzzle.columns)
    columns[0], columns[1] = columns[1], columns[0]
    write_puzzle(Puzzle(puzzle.rows, tuple(columns)), folder / name)
    return str(folder / name)


def test_when_memory_runs_out_what_is_known_is_printed(tmp_path: Path) -> None:
    path = put_noise(36, tmp_path)
    said = "not decided: memory ran out; --memory allows more"
    ran = run_cli("solve", path, "--memory", "1MB")
    assert ran.code == 4
    assert f"36×36: {said}; 86 of 1,296 cells are known" in ran.out
    assert len(ran.out.splitlines()) > 36, "the grid is there"
    answer = run_cli("solve", path, "--memory", "1MB", "--json").json
    assert (answer["outcome"], answer["stopped"], answer["unique"]) == ("memory", "memory", None)
    ran = run_cli("check", path, "--memory", "1MB", "--quiet")
    assert (ran.code, ran.err, said in ran.out) == (4, "", True)
    ran = run_cli("convert", path, tmp_path / "x.png", "--memory", "1MB")
    assert (ran.code, ran.out, said in ran.err, len(ran.err.splitlines())) == (4, "", True, 1)
    assert not (tmp_path / "x.png").exists()


def test_the_limit_of_memory_is_for_lists_too() -> None:
    arguments = "solve", "puzzles/lighthouse.txt", "--strategy", "enumerate"
    assert run_cli(*arguments, "--memory", "150MB", "--json").json["outcome"] == Outcome.UNIQUE.value
    assert_one_line_refusal(run_cli(*arguments, "--memory", "1MB"), "the limit is 1 MB")


class TestAtOnce:
    """Refusals and answers that need no work come at once."""

    def test_a_picture_too_large_for_rofl(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_puzzle(Grid(("#." * 150,)).puzzle(), tmp_path / "p.pbm")
        monkeypatch.setattr("harness.solver.strategy.solve_any", None)  # nobody is to solve it
        ran = run_cli("convert", str(tmp_path / "p.pbm"), str(tmp_path / "p.rofl"))
        assert_one_line_refusal(ran, "300 columns; the format rofl holds 255 at most")

    def test_a_line_that_no_slip_explains(self, tmp_path: Path) -> None:
        path = tmp_path / "ones.non"
        lines = "width 3\nheight 2\nrows\n{}\n1\ncolumns\n1\n1\n1\n"
        path.write_text(lines.format(",".join(["1"] * 20_000)))
        assert_one_line_refusal(run_cli("check", str(path)), "ones.non:4: more than 4000 groups")
        path.write_text(lines.format(",".join(["1"] * 1_000)))
        ran = run_cli("check", str(path))
        assert ran.code == 1
        assert "no single wrong number explains it" in ran.out
        assert len(ran.out) < 2000


def test_a_goal_is_no_help(tmp_path: Path) -> None:
    """A puzzle whose file has its picture needs no solving to be drawn, however large it is."""
    puzzle = noise_puzzle(60, 60, 0.5, 1)
    lot = random.Random(1)
    rows = tuple("".join("#" if lot.random() < 0.5 else "." for _ in range(60)) for _ in range(60))
    write_puzzle(puzzle.replace(goal=Grid(rows)), tmp_path / "p.non")
    assert run_cli("convert", str(tmp_path / "p.non"), str(tmp_path / "p.png"), "--memory", "1MB").code == 0


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        ("solve puzzles/heart.txt --timeout 5", 5.0),
        ("solve puzzles/heart.txt --timeout=5", 5.0),
        ("regress puzzles/heart.txt --solver-only --jobs 1", None),
    ],
)
def test_a_timeout_counts_for_reading_too_but_a_default_does_not(
    arguments: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float | None] = []

    def noted(limit: float | None) -> AbstractContextManager[None]:
        limits.append(limit)
        return nullcontext()

    monkeypatch.setattr("harness.cli.reading_within", noted)
    assert run_cli(*arguments.split()).code == 0
    assert limits == [seconds]


def test_a_drawing_that_is_too_large_is_refused_before_the_search(tmp_path: Path) -> None:
    write_puzzle(Puzzle(((),) * 1000, ((),) * 1000), tmp_path / "p.non")
    ran = run_cli("solve", str(tmp_path / "p.non"), "--png", str(tmp_path / "p.png"))
    assert_one_line_refusal(ran, "is too large; draw it as SVG (--svg)")

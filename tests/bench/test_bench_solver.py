"""The solver's benchmark: what it measures, and that it counts only right solutions. No time is held to anything."""

import json
from pathlib import Path

import pytest

from harness.bench.made import domino_puzzle, noise_puzzle
from harness.bench.solver import (
    CORPUS_VARIABLE,
    Entrant,
    Group,
    build_entrants,
    build_groups,
    corpus_folder,
    measure,
)
from harness.cli import main
from harness.puzzle import Grid, Puzzle

SMALL = Group("small", (("3-dom", domino_puzzle(3)), ("one", Puzzle(((1,),), ((1,),)))))


@pytest.mark.parametrize("entrant", build_entrants(), ids=lambda entrant: entrant.name)
def test_whoever_is_there_solves_small_puzzles(entrant: Entrant) -> None:
    if entrant.solve is None:
        pytest.skip(entrant.note)
    score = measure(SMALL, entrant, 10)
    assert (score.puzzles, score.solved) == (2, 2)
    assert 0 < score.median_ms <= score.sum_ms


def test_wrong_and_late_answers_do_not_count() -> None:
    assert (
        measure(SMALL, Entrant("wrong", lambda puzzle, _: [Grid(("#" * puzzle.width,) * puzzle.height)]), 1).solved == 1
    )
    assert measure(SMALL, Entrant("none", lambda *_: []), 1).solved == 0
    assert measure(SMALL, Entrant("late", lambda *_: None), 1).solved == 0


def test_noise_is_the_same_on_every_run() -> None:
    assert noise_puzzle(20, 10, 0.5, 7) == noise_puzzle(20, 10, 0.5, 7)
    assert noise_puzzle(20, 10, 0.5, 7) != noise_puzzle(20, 10, 0.5, 8)
    assert (noise_puzzle(20, 10, 0.5, 7).width, noise_puzzle(20, 10, 0.5, 7).height) == (20, 10)


def test_the_groups_without_a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path / "nowhere"))
    assert corpus_folder() is None
    middle, lines, search, large = build_groups()
    assert [len(group.puzzles) for group in (middle, lines, search, large)] == [12, 28, 13, 1]
    assert set(middle.puzzles) < set(lines.puzzles)
    assert max(puzzle.width for _, puzzle in lines.puzzles) == 99


def test_the_corpus_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path))
    (tmp_path / "step.non").write_text("width 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n", encoding="utf-8")
    assert corpus_folder() == tmp_path
    assert "step" in [name for name, _ in build_groups()[1].puzzles]


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path / "nowhere"))
    assert main(["bench", "solver", "--ours", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "corpus" in answer["notes"]
    first, *_ = answer["scores"]
    assert (first["solver"], first["median_ratio"], first["sum_ratio"]) == ("fast", 1, 1)
    # the large one is beyond the pure kernel
    scores = [score for score in answer["scores"] if not score["group"].startswith("large")]
    assert all(score["solved"] == score["puzzles"] for score in scores)
    assert main(["bench", "solver", "--ours"]) == 0
    assert "by search" in capsys.readouterr().out

"""``solve`` as a user runs it: every strategy, limits, time, watching, drawings."""

import itertools
import xml.etree.ElementTree as ElementTree
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from harness.drawing.animation import Recorder
from harness.formats import read_any, read_puzzle, write_puzzle
from harness.puzzle import Grid
from harness.solver.budget import Budget
from harness.solver.strategy import DEFAULT, find_strategy, strategy_names
from tests.cli_runner import ROOT, run_cli
from tests.many_solutions import switches

TOTEM = "puzzles/totem.txt"
COLOURED = "width 2\nheight 2\ncolor a #dc0000\ncolor b #0000c8\nrows\n1a,1b\n1b\ncolumns\n1a\n2b\n"
STRATEGIES = pytest.mark.parametrize("strategy", strategy_names())


@STRATEGIES
def test_totem_is_unique_and_needs_trial(strategy: str) -> None:
    answer = run_cli("solve", TOTEM, "--strategy", strategy, "--json").json
    assert (answer["strategy"], answer["outcome"], answer["unique"]) == (strategy, "unique", True)
    assert (answer["difficulty"], answer["complete"], answer["stopped"]) == ("branch", True, None)
    (solution,) = answer["solutions"]
    assert Grid(tuple(solution)).puzzle().has_clues_of(read_puzzle(ROOT / TOTEM))
    assert sum(row.count("?") for row in answer["fixpoint"]) == 42
    assert answer["guesses"] >= 0
    assert answer["line_calls"] > 20
    assert answer["cpu_ms"] >= 0  # a coarse clock may not have moved


@STRATEGIES
def test_the_keys_are_the_same_for_every_end(strategy: str) -> None:
    keys = None
    for puzzle in ("car", "two-solutions", "contradiction", "contradiction-by-trial"):
        answer = run_cli("solve", f"puzzles/{puzzle}.txt", "--strategy", strategy, "--json").json
        assert keys in (None, set(answer))
        keys = set(answer)
    assert keys is not None
    assert {"width", "height", "strategy", "outcome", "solutions", "unique", "cpu_ms", "guesses", "difficulty"} <= keys


def test_findings_at_the_time_limit_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second passes at each look at the clock."""
    write_puzzle(switches(16), tmp_path / "endless.txt")
    ticks = itertools.count()
    monkeypatch.setattr("harness.commands._arguments.Budget", partial(Budget, clock=lambda: float(next(ticks))))
    ran = run_cli("solve", str(tmp_path / "endless.txt"), "--timeout", "200", "--max-solutions", "9999999", "--json")
    assert ran.code == 0
    assert (ran.json["outcome"], ran.json["stopped"], ran.json["complete"]) == ("multiple", "timeout", False)
    for solution in ran.json["solutions"][:3]:
        assert Grid(tuple(solution)).puzzle().has_clues_of(switches(16))


@STRATEGIES
def test_watching_without_a_terminal(strategy: str) -> None:
    ran = run_cli("solve", TOTEM, "--strategy", strategy, "--watch")
    assert ran.code == 0
    *changes, solution, _ = [block.splitlines() for block in ran.out.strip().split("\n\n")]  # the last is the report
    assert changes[0] == ["?" * 10] * 10
    for before, after in itertools.pairwise(changes):
        assert before != after
        assert [len(row) for row in after] == [10] * 10
    assert solution == list(run_cli("solve", TOTEM, "--json").json["solutions"][0])
    assert solution in changes
    assert len(ran.err.strip().splitlines()) == 1, "it says once that looking at lines stalls"


def test_it_draws_pictures_and_animations(tmp_path: Path) -> None:
    names = {kind: tmp_path / f"heart.{kind}" for kind in ("png", "svg", "gif", "apng")}
    options = [word for kind, name in names.items() for word in (f"--{kind}", name)]
    ran = run_cli("solve", "puzzles/heart.txt", *options, "--json")
    assert (ran.code, ran.err, ran.json["unique"]) == (0, "", True)
    assert ElementTree.parse(names["svg"]).getroot().tag.endswith("svg")
    for kind, format, is_animated in (("png", "PNG", False), ("gif", "GIF", True), ("apng", "PNG", True)):
        with Image.open(names[kind]) as image:
            assert image.format == format
            assert (getattr(image, "n_frames", 1) > 5) is is_animated


def test_an_animation_has_the_colours(tmp_path: Path) -> None:
    gif = tmp_path / "c.gif"
    ran = run_cli("solve", "-", "--gif", gif, stdin=COLOURED)
    assert (ran.code, ran.err.count("\n")) == (0, 1), ran.err
    with Image.open(gif) as image:
        frames = getattr(image, "n_frames", 1)
        assert frames > 1
        image.seek(frames - 1)
        colours = {colour for _, colour in image.convert("RGB").getcolors() or []}
    assert {(0xDC, 0, 0), (0, 0, 0xC8)} <= colours


@pytest.mark.parametrize("option", ["--gif", "--apng"])
def test_an_animation_with_a_delay_has_a_frame_a_step(option: str, tmp_path: Path) -> None:
    path = tmp_path / "heart"
    ran = run_cli("solve", "puzzles/heart.txt", option, str(path), "--delay", "0.4")
    assert ran.code == 0, ran.err
    recorder = Recorder(read_any(ROOT / "puzzles/heart.txt"))
    find_strategy(DEFAULT).solve(read_puzzle(ROOT / "puzzles/heart.txt"), on_step=recorder)
    with Image.open(path) as image:
        frames = getattr(image, "n_frames", 1)
        assert frames == recorder.step_count + 2  # nothing known before, the solution held at the end
        durations = set()
        for number in range(frames - 1):
            image.seek(number)
            durations.add(image.info["duration"])
    assert durations == {400}


def test_an_animation_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "heart.gif"
    ran = run_cli("solve", "puzzles/heart.txt", "--gif", str(path), "--delay", "0.4", "--last", "32", "--quiet")
    with Image.open(path) as image:
        frames = getattr(image, "n_frames", 1)
        image.seek(frames - 1)
        assert image.info["duration"] == 32_000
    size = f"{path.stat().st_size / 1000:,.0f} KB"
    assert ran.err == f"{path}: {frames} frames, 0.4 s each, the last 32 s, {size}\n"
    assert ran.out.count("\n") == 1


def test_frames_are_the_pictures_of_the_animation(tmp_path: Path) -> None:
    gif, folder = tmp_path / "heart.gif", tmp_path / "steps"
    ran = run_cli("solve", "puzzles/heart.txt", "--gif", str(gif), "--frames", str(folder), "--scale", "2")
    assert ran.code == 0
    pictures = sorted(folder.iterdir())
    assert ran.err.endswith(f"{folder}: {len(pictures)} pictures\n")
    with Image.open(gif) as image:
        assert getattr(image, "n_frames", 1) == len(pictures)
        for number, path in enumerate(pictures):
            image.seek(number)
            with Image.open(path) as picture:
                assert picture.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_the_scale_is_that_of_the_pictures(tmp_path: Path) -> None:
    sizes = []
    for scale in ("1", "3"):
        path = tmp_path / f"{scale}.png"
        assert run_cli("solve", "puzzles/heart.txt", "--png", str(path), "--scale", scale).code == 0
        with Image.open(path) as image:
            sizes.append(image.size)
    assert sizes[1] == tuple(3 * (side - 1) + 1 for side in sizes[0])


def test_frames_never_overwrite_the_puzzle(tmp_path: Path) -> None:
    puzzle = tmp_path / "1.png"
    with Image.new("1", (3, 1)) as image:
        image.putpixel((1, 0), 1)
        image.save(puzzle)
    before = puzzle.read_bytes()
    ran = run_cli("solve", str(puzzle), "--frames", str(tmp_path))
    assert (ran.code, puzzle.read_bytes()) == (2, before)
    assert "would overwrite the file that is read" in ran.err

"""The solver's benchmark: what it measures, and that it counts only right solutions. No time is held to anything."""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from harness.puzzle import BLOT, AnyPuzzle, Grid, Puzzle
from harness.solver.kernel.choose import build_kernel
from harness.solver.registry import solve_any
from tools.bench import groups, peers, start_up
from tools.bench.__main__ import main
from tools.bench.entrant import Answer, Entrant
from tools.bench.entrants import build_entrants
from tools.bench.groups import CORPUS_VARIABLE, LARGE, Group, build_groups, build_hard_groups, corpus_folder
from tools.bench.peers import PEERS, find_peers
from tools.bench.solver import Score, Times, fits, measure
from tools.cpu_time import children_seconds, cpu_seconds
from tools.made import colour_noise, domino_puzzle, noise_puzzle

NAMES = ("3-dom", "one")
SMALL = Group("small", ((NAMES[0], domino_puzzle(3)), (NAMES[1], Puzzle(((1,),), ((1,),)))))


IN_TIME = [entrant for entrant in build_entrants() if entrant.name != "brute force"]  # 7×7 is too much for that one


@pytest.mark.parametrize("entrant", IN_TIME, ids=lambda entrant: entrant.name)
def test_every_entrant_solves_small_puzzles(entrant: Entrant) -> None:
    if not entrant.takes_part:
        pytest.skip(entrant.note)
    (score,) = measure(SMALL, [entrant], 10)
    assert score.solved == score.names == NAMES
    assert (score.cold is not None) == (entrant.cold is not None)
    assert all(0 < times.median_ms <= times.sum_ms for times in (score.warm, score.cold) if times)


def test_wrong_and_late_answers_do_not_count() -> None:
    entrants = [
        Entrant("wrong", lambda puzzle, _: [Grid(("#" * puzzle.width,) * puzzle.height)]),
        Entrant("none", lambda *_: []),
        Entrant("late", lambda *_: None),
    ]
    assert [(score.entrant, score.solved) for score in measure(SMALL, entrants, 1)] == [
        ("wrong", NAMES[1:]),
        ("none", ()),
        ("late", ()),
    ]


def test_noise_is_the_same_on_every_run() -> None:
    assert noise_puzzle(20, 10, 0.5, 7) == noise_puzzle(20, 10, 0.5, 7)
    assert noise_puzzle(20, 10, 0.5, 7) != noise_puzzle(20, 10, 0.5, 8)
    assert (noise_puzzle(20, 10, 0.5, 7).width, noise_puzzle(20, 10, 0.5, 7).height) == (20, 10)


def test_the_groups_without_a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path / "nowhere"))
    monkeypatch.setattr(groups, "LARGE", LARGE[:1])  # the others take a second to be made
    assert corpus_folder() is None
    middle, lines, search, large, *sides, noise, smooth = build_groups()
    assert [len(group.puzzles) for group in (middle, lines, search, large, noise, smooth)] == [12, 28, 13, 1, 12, 12]
    assert [group.in_colour for group in (large, *sides, noise, smooth)] == [False] * 2 + [True] * 2
    assert [group.puzzles[0][1].width for group in sides] == [side for side, _, _ in LARGE[:1]]
    assert [side for side, _, _ in LARGE] == [127, 200, 512]
    assert set(middle.puzzles) < set(lines.puzzles)
    assert max(puzzle.width for _, puzzle in lines.puzzles) == 99


def test_the_hard_groups_take_search() -> None:
    found = {group.name: len(group.puzzles) for group in build_hard_groups()}
    assert found == {"hard, noise 30×30 at 50%": 8, "hard, noise 40×40 at 40%": 8, "hard, dominoes": 5}
    for group in build_hard_groups():
        for _, puzzle in group.puzzles:
            kernel = build_kernel(puzzle)
            kernel.propagate()
            assert kernel.unknown_count > 0


def test_the_corpus_is_beside_the_checkout_unless_the_environment_says_otherwise() -> None:
    assert Path(__file__).resolve().parents[2].parent / "shared" / "corpus" == groups.BESIDE


def test_the_corpus_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path))
    (tmp_path / "step.non").write_text("width 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n", encoding="utf-8")
    (tmp_path / "red.non").write_text("width 1\nheight 1\nrows\n1r\ncolumns\n1r\n", encoding="utf-8")
    assert corpus_folder() == tmp_path
    assert [name for name, _ in groups.read_corpus()] == ["step"]
    for made in ("_made", "_coloured"):
        monkeypatch.setattr(groups, made, lambda *_, **__: [])
    monkeypatch.setattr(groups, "LARGE", ())
    by_name = {group.name: [name for name, _ in group.puzzles] for group in build_groups()}
    assert (by_name["by lines, all"], by_name["colour, corpus"]) == (["step"], ["red"])


def test_noise_in_colour_is_the_same_on_every_run() -> None:
    first, second = colour_noise(9, 3, 0.6, 2, smooth=True), colour_noise(9, 3, 0.6, 2, smooth=True)
    assert (first, first.used_keys) == (second, "krb")
    assert first != colour_noise(9, 3, 0.6, 3, smooth=True)
    (found, *_) = solve_any(first).solutions
    assert fits(found, first)
    assert not fits(found, colour_noise(9, 3, 0.6, 3, smooth=True))


def _says(name: str, *verdicts: str | None, ms: float = 2, asked: list[str] | None = None) -> Entrant:
    """An entrant that answers the puzzles of `SMALL` with these, whatever it is asked, and notes that it was."""

    def answer(puzzle: AnyPuzzle, _: float) -> Answer:
        if asked is not None:
            asked.append(name)
        return Answer(verdicts[0 if puzzle.width > 1 else -1], ms)

    return Entrant(name, cold=answer)


def test_the_word_of_a_program_counts_where_there_is_nothing_else() -> None:
    assert measure(SMALL, [_says("peer", "unique")], 1) == [Score("small", "peer", NAMES, NAMES, cold=Times((2, 2)))]
    for verdict, solved in (("multiple", NAMES), ("contradiction", ()), (None, ())):
        assert measure(SMALL, [_says("peer", verdict)], 1)[0].solved == solved


def test_entrants_with_processes_take_turns() -> None:
    asked: list[str] = []
    measure(SMALL, [_says(name, "unique", asked=asked) for name in "ab"], 1)
    assert asked == ["a", "b"] * 6  # two puzzles, three rounds
    asked.clear()
    measure(SMALL, [_says("a", "unique", asked=asked), _says("b", None, ms=1000, asked=asked)], 1)
    assert asked == ["a", "b"] * 2  # what takes long is asked but once
    asked.clear()
    measure(SMALL, [_says("a", "unique", asked=asked)], 1)
    assert asked == ["a", "a"]  # nobody to be compared with


def test_contradicting_entrants_are_named_and_late_ones_are_not() -> None:
    entrants = [_says("fast", "unique"), _says("same", "unique"), _says("peer", "multiple", None)]
    assert [score.disagrees for score in measure(SMALL, entrants, 1)] == [(), (), ("3-dom: multiple, not unique",)]


def test_ratios_are_of_like_to_like() -> None:
    ours = Score("g", "fast", ("a", "b"), ("a", "b"), warm=Times((1, 1)), cold=Times((2, 6)))
    peer = Score("g", "peer", ("a", "b"), ("a",), cold=Times((1, 12)), disagrees=("a: unique, not multiple",))
    assert peer.as_json(ours) == {
        "group": "g",
        "solver": "peer",
        "puzzles": 2,
        "solved": 1,
        "cold_median_ms": 6.5,
        "cold_sum_ms": 13,
        "cold_median_ratio": 1.62,
        "cold_sum_ratio": 1.62,
        "cold_mean_ratio": 1,  # half as long as ours in one, twice in the other
        "cold_quicker": {"a": 0.5},
        "disagrees": ["a: unique, not multiple"],
    }
    gave_up = Score("g", "peer", ("a", "b"), ("b",), cold=Times((1, 12)))
    assert gave_up.as_json(ours)["cold_quicker"] == {}
    assert list(ours.as_json(ours))[4:10] == [
        *("median_ms", "sum_ms", "median_ratio", "sum_ratio"),
        *("mean_ratio", "quicker"),
    ]
    assert Times((0.0, 4.0)).ratios(Times((0.002, 2.0))) == [0.5, 2]  # a clock that says nothing says a microsecond


FAKE = """#!{python}
import pathlib, sys
puzzle = pathlib.Path(sys.argv[-1]).read_text()
assert sys.argv[1:-1] == {options}, sys.argv
print({output!r} if "dominoes" in puzzle else "what is that?")
"""
SAID = {
    "pbnsolve": (
        "3 dominoes\nUNIQUE SOLUTION:\n.XX\nCells Solved: 49 of 49\nLines in Puzzle: 14\nLines Processed: 31 (200%)\n"
        "Exhaustive Search: 0 cells in 1 pass\nBacktracking: 5 probes, 2 guesses, 1 backtracks\n"
        "Cache Hits: 3/17 (17.0%) Adds: 14  Flushes: 0\nProcessing Time: 0.000225 sec \n"
    ),
    "picross_cli": "File,Grid,Size,Valid,Difficulty,Timing (ms),Misc\npuzzle.non,3 dominoes,7x7,OK,,0.225,\n",
}
ASKED = {"pbnsolve": ["-tu"], "picross_cli": ["--validation", "--timeout", "10"]}


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs on the PATH that answer as the peers do, and know but the one puzzle."""
    for program, output in SAID.items():
        path = tmp_path / program
        path.write_text(FAKE.format(python=sys.executable, options=ASKED[program], output=output), encoding="utf-8")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path


def test_peers_on_the_path_take_part_by_their_own_clock(fakes: Path) -> None:
    found = find_peers()
    assert [entrant.name for entrant in found] == ["pbnsolve", "picross_cli"]
    for entrant in found:
        dominoes, one = (Group("one", (case,)) for case in SMALL.puzzles)
        assert measure(dominoes, [entrant], 10) == [
            Score("one", entrant.name, NAMES[:1], NAMES[:1], cold=Times((0.225,)))
        ]
        assert measure(one, [entrant], 10) == [Score("one", entrant.name, NAMES[1:], (), cold=Times((10_000,)))]


def test_a_later_version_has_another_name(fakes: Path) -> None:
    (fakes / "picross_cli").rename(fakes / "picross_solver_cli")
    _, picross = find_peers()
    assert picross.cold is not None
    assert picross.cold(SMALL.puzzles[0][1], 10) == Answer("unique", 0.225)


def test_a_peer_reads_blots_as_it_writes_them(fakes: Path) -> None:
    program = f"#!{sys.executable}\nimport pathlib, sys\nfile = pathlib.Path(sys.argv[-1]).read_text()\n"
    program += "good = file.count('>0</count>') == 2 and '?</count>' not in file\n"
    (fakes / "pbnsolve").write_text(
        program + "print('UNIQUE SOLUTION:\\nProcessing Time: 0.5 sec' if good else file)\n"
    )
    pbnsolve, _ = find_peers()
    assert pbnsolve.cold is not None
    assert pbnsolve.cold(Puzzle(((BLOT,),), ((BLOT,),)), 10) == Answer("unique", 500)


def test_an_answer_that_took_too_long_is_none(fakes: Path) -> None:
    path = fakes / "pbnsolve"
    path.write_text(path.read_text().replace("0.000225", "1.5"))
    pbnsolve, _ = find_peers()
    assert pbnsolve.cold is not None
    assert pbnsolve.cold(SMALL.puzzles[0][1], 1) == Answer(None, 1000)


def test_peers_that_are_not_there_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [(entrant.takes_part, entrant.note) for entrant in find_peers()] == [(False, "not on the PATH")] * 2


def test_a_peer_that_does_not_end_is_ended(fakes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "_SPARE_SECONDS", -0.7)
    (fakes / "pbnsolve").write_text(f"#!{sys.executable}\nimport threading\nthreading.Event().wait(60)\n")
    pbnsolve, _ = find_peers()
    assert pbnsolve.cold is not None
    assert pbnsolve.cold(SMALL.puzzles[0][1], 1) == Answer(None, 1000)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("FOUND MULTIPLE SOLUTIONS:\n.X\nALTERNATE SOLUTION\nProcessing Time: 1.5 sec", "multiple"),
        ("NO SOLUTION.\nProcessing Time: 0.1 sec", "contradiction"),
        ("UNIQUE DEPTH-2 SOLUTION:\nProcessing Time: 0.1 sec", "unique"),
        ("UNIQUE LINE SOLUTION:\n.X", None),
        ("", None),
    ],
)
def test_answers_of_pbnsolve(said: str, verdict: str | None) -> None:
    found = PEERS[0].read(said)
    assert (found and found[0]) == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("a.non,,2x2,MULT,,1.25,", "multiple"),
        ("a.non,,2x2,ZERO,,1e-05,", "contradiction"),
        ('a.non,,2x2,ERR,,,"bad"', None),
    ],
)
def test_answers_of_picross_cli(said: str, verdict: str | None) -> None:
    found = PEERS[1].read(f"File,Grid,Size,Valid,Difficulty,Timing (ms),Misc\n{said}\n")
    assert (found and found[0]) == verdict


def test_the_column_of_solutions_of_later_picross_solvers_is_not_the_time() -> None:
    later = "File,Grid,Size,Valid,Difficulty,Solutions,Timing (ms),Misc\npuzzle.non,dominoes,7x7,OK,LINE,1,0.225,\n"
    assert [PEERS[1].read(text) for text in (later, SAID["picross_cli"])] == [("unique", 0.225)] * 2


def test_the_command_prints_the_ratio_to_a_peer(
    fakes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.bench.commands.solver.build_groups", lambda: [Group("small", SMALL.puzzles[:1])])
    monkeypatch.setattr("tools.bench.solver._ROUNDS", 1)
    assert main(["solver", "--json"]) == 0
    scores = {score["solver"]: score for score in json.loads(capsys.readouterr().out)["scores"]}
    peer, ours = scores["pbnsolve"], scores["fast"]
    assert "median_ms" not in peer
    assert peer["cold_median_ratio"] == pytest.approx(peer["cold_median_ms"] / ours["cold_median_ms"], rel=0.02)
    assert main(["solver", "--group", "small"]) == 0
    assert "pbnsolve" in capsys.readouterr().out
    assert main(["solver", "--group", "none"]) == 2


def test_the_command_says_who_contradicts_us(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.bench.commands.solver.build_groups", lambda: [SMALL])
    peers_of_ours = [_says("fast", "unique"), _says("peer", "unique", "multiple")]
    monkeypatch.setattr("tools.bench.commands.solver.build_entrants", lambda: peers_of_ours)
    assert main(["solver"]) == 0
    assert "peer, small: one: multiple, not unique" in capsys.readouterr().out


def test_the_command_names_the_puzzles_on_which_a_peer_was_quicker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.bench.commands.solver.build_groups", lambda: [SMALL])
    quick = [_says("fast", "unique"), _says("peer", "unique", None, ms=1.5)]
    monkeypatch.setattr("tools.bench.commands.solver.build_entrants", lambda: quick)
    assert main(["solver"]) == 0
    assert "peer was quicker (cold), small, 1 of 2: 3-dom (0.75)\n" in capsys.readouterr().out


def test_cpu_time_is_that_of_the_processes_begun_as_well() -> None:
    before, children = cpu_seconds(), children_seconds()
    subprocess.run([sys.executable, "-S", "-c", "sum(range(100_000))"], check=True)
    spent = children_seconds() - children
    assert spent > 0
    assert cpu_seconds() - before >= spent


@pytest.mark.slow
def test_start_up_is_measured_beside_bare_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.bench.commands.solver.measure_start_up", lambda: islice(start_up.measure_start_up(1), 2))
    assert main(["solver", "--start-up", "--json"]) == 0
    bare, solve = json.loads(capsys.readouterr().out)["start_up"]
    assert (bare["ratio"], solve["command"]) == (1, "solve car.txt")
    assert solve["least_ms"] > bare["least_ms"] > 0


@pytest.mark.slow
def test_a_small_puzzle_is_solved_in_few_times_the_time_of_bare_python() -> None:
    """All in one run, the least of many times each: 6.9 and 3.3 times on a machine that does other things too."""
    bare, solve, commands, *helps = start_up.measure_start_up()
    assert max(cost.least_ms for cost in (solve, *helps)) < 9 * bare.least_ms
    assert commands.least_ms < 5 * bare.least_ms


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path / "nowhere"))
    assert main(["solver", "--ours", "--json", "--timeout", "3"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "corpus" in answer["notes"]
    first, *_ = answer["scores"]
    assert (first["solver"], first["median_ratio"], first["sum_ratio"]) == ("fast", 1, 1)
    # the large ones are beyond the pure kernel
    scores = [score for score in answer["scores"] if score["group"] in ("by lines, all", "by search", "colour, noise")]
    assert len(scores) >= 3
    assert all(score["solved"] == score["puzzles"] for score in scores)
    assert main(["solver", "--ours", "--group", "by search"]) == 0
    assert "by search" in capsys.readouterr().out

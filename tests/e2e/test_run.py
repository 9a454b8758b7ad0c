"""``run``: the puzzle goes in, the Spectrum solves it, the grid comes back and is proved right."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from harness.commands.run import _screen_png
from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.play import OnBranch, PlayOutcome, play
from harness.verdict import judge, judge_view
from pyspectrum.basic import tokenise
from pyspectrum.clock import seconds
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape, program_blocks, read_tap, write_tap
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.e2e.conftest import program_on

PUZZLES = sorted((ROOT / "puzzles").glob("*.txt")) + sorted((ROOT / "puzzles").glob("*.non"))
CLASSIC = read_tap(data_folder("tapes") / "crossword.tap")
LARGE_CELLS = 110
SVG = "{http://www.w3.org/2000/svg}"

CAR = (
    "....######",
    "...##.#..#",
    "...#..#..#",
    ".#########",
    ".#########",
    "##########",
    "..##...##.",
    "..##...##.",
)


def sized(path: Path) -> object:
    puzzle = read_puzzle(path, checked=False)
    large = puzzle.width * puzzle.height > LARGE_CELLS
    return pytest.param(path, id=path.name, marks=[pytest.mark.slow] if large else [])


@pytest.mark.parametrize("path", [sized(path) for path in PUZZLES])
def test_every_sample_agrees_with_the_reference(path: Path) -> None:
    puzzle = read_puzzle(path)
    played = play(puzzle, CLASSIC)
    verdict = judge(puzzle, played, OnBranch.STOP)
    assert verdict.agrees, verdict.sentence


def test_the_car_through_the_command_line() -> None:
    ran = run_cli("run", "puzzles/car.txt", "--json")
    assert ran.code == 0, ran.err
    answer = ran.json
    assert answer["solutions"] == [list(CAR)]
    assert {key: answer[key] for key in ("width", "height", "outcome", "unique", "agrees", "tape")} == {
        "width": 10,
        "height": 8,
        "outcome": "solved",
        "unique": True,
        "agrees": True,
        "tape": "crossword.tap",
    }
    assert answer["seconds"] == pytest.approx(answer["tstates"] / 3_500_000, abs=1e-6)
    assert answer["line_calls"] > 18


def test_the_plain_report_shows_picture_time_and_verdict() -> None:
    ran = run_cli("run", "puzzles/car.txt")
    assert ran.code == 0
    assert "\n".join(CAR) in ran.out
    assert "T-states" in ran.out
    assert "line analyses: " in ran.out
    assert ran.out.splitlines()[-1] == "right: the one solution"


def test_quiet_prints_the_verdict_alone_and_the_last_screen_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "heart.png"
    assert run_cli("run", "puzzles/heart.txt", "--quiet", "--png", str(path)).out == "right: the one solution\n"
    with Image.open(path) as image:
        assert image.size == (640, 512)
        assert len(image.getcolors() or []) == 2


def test_the_saved_picture_is_of_the_kept_screen() -> None:
    """After all branches were walked, the machine itself shows the menu."""
    spectrum = Spectrum()
    spectrum.boot()
    kept, picture = spectrum.state(), _screen_png(spectrum, None)
    spectrum.poke(0x4000, b"\xff" * 2048)
    assert _screen_png(spectrum, None) != picture
    assert _screen_png(spectrum, kept) == picture


@pytest.mark.slow
def test_the_article_s_large_puzzle_is_solved_in_time() -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "relax-20x30.txt")
    played = play(puzzle, CLASSIC)
    assert judge(puzzle, played, OnBranch.STOP).agrees
    assert played.outcome is PlayOutcome.SOLVED
    assert seconds(played.tstates) <= 200  # the article's BASIC needs 808 s around an analysis of no cost


def test_a_run_takes_the_same_t_states_every_time() -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "heart.txt")
    assert play(puzzle, CLASSIC).tstates == play(puzzle, CLASSIC).tstates


class TestBranches:
    TWO = "puzzles/two-solutions.txt"

    def test_stop_shows_the_partial_grid(self) -> None:
        ran = run_cli("run", self.TWO, "--json")
        assert ran.code == 0
        assert ran.json["outcome"] == "many-variants"
        assert ran.json["solutions"] == [["??", "??"]]
        assert ran.json["unique"] is None

    @pytest.mark.parametrize(("colour", "rows"), [("black", ["#.", ".#"]), ("white", [".#", "#."])])
    def test_one_colour_leads_to_one_solution(self, colour: str, rows: list[str]) -> None:
        ran = run_cli("run", self.TWO, "--on-branch", colour, "--json")
        assert ran.code == 0
        assert ran.json["outcome"] == "solved"
        assert ran.json["solutions"] == [rows]
        assert ran.json["unique"] is None

    def test_all_gathers_every_solution(self) -> None:
        ran = run_cli("run", self.TWO, "--on-branch", "all", "--json")
        assert ran.code == 0
        assert sorted(ran.json["solutions"]) == [["#.", ".#"], [".#", "#."]]
        assert ran.json["unique"] is False

    def test_all_prints_the_tree_of_variants(self, tmp_path: Path) -> None:
        drawing = tmp_path / "tree.svg"
        ran = run_cli("run", self.TWO, "--on-branch", "all", "--tree", str(drawing))
        assert ran.code == 0, ran.err
        at = ran.out.index("tree of variants:")
        assert ran.out[at:].splitlines()[:4] == [
            "tree of variants:",
            "by line logic: 4 open",
            "├─ row 1, column 1 black: 3 cells follow, a solution",
            "└─ row 1, column 1 white: 3 cells follow, a solution",
        ]
        document = ElementTree.fromstring(drawing.read_text("utf-8"))
        frames = [element.get("stroke") for element in document.iter(f"{SVG}rect") if element.get("stroke")]
        assert frames == ["#a0a0aa", "#189a4a", "#189a4a"]

    def test_json_has_the_tree_and_its_dead_ends(self) -> None:
        ran = run_cli("run", "puzzles/contradiction-by-trial.txt", "--on-branch", "all", "--json")
        branches = ran.json["branches"]
        by_path = {branch["path"]: branch for branch in branches}
        assert [branch["path"] for branch in branches] == sorted(by_path)
        assert by_path[""]["end"] == "fork"
        assert {branch["end"] for branch in branches} == {"fork", "dead-end"}
        for path, branch in by_path.items():
            if branch["end"] == "fork":
                assert {by_path[path + colour]["colour"] for colour in "bw"} == {"black", "white"}
                cell = by_path[path + "b"]["cell"]
                rows = branch["grid"]
                assert rows[cell["row"] - 1][cell["column"] - 1] == "?"
                assert "?" not in "".join(rows[: cell["row"] - 1])

    def test_branches_that_were_not_walked_are_open(self) -> None:
        ran = run_cli("run", self.TWO, "--on-branch", "all", "--max-solutions", "1", "--json")
        assert [branch["end"] for branch in ran.json["branches"]] == ["fork", "solution", "open"]

    def test_a_tree_is_for_all_branches(self) -> None:
        assert_one_line_refusal(run_cli("run", self.TWO, "--tree", "tree.svg"), "--on-branch all")

    def test_all_stops_at_enough(self) -> None:
        ran = run_cli("run", self.TWO, "--on-branch", "all", "--max-solutions", "1", "--json")
        assert ran.code == 0
        assert len(ran.json["solutions"]) == 1
        assert ran.json["unique"] is None

    def test_a_deep_tree_is_walked_once_each_branch(self) -> None:
        diagonal = Puzzle(((1,),) * 3, ((1,),) * 3)  # 6 solutions
        played = play(diagonal, CLASSIC, on_branch=OnBranch.ALL)
        assert played.complete
        assert set(played.grids) == set(solve(diagonal, None).solutions)
        assert len(played.grids) == 6
        assert judge(diagonal, played, OnBranch.ALL).agrees

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "solutions"),
        [("mask", 1), ("totem", 1), ("wink", 4), ("six-solutions", 6), ("contradiction-by-trial", 0)],
    )
    def test_the_whole_tree_gives_the_reference_s_set_of_solutions(self, name: str, solutions: int) -> None:
        puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
        assert play(puzzle, CLASSIC).outcome is PlayOutcome.MANY_VARIANTS
        played = play(puzzle, CLASSIC, on_branch=OnBranch.ALL)
        verdict = judge(puzzle, played, OnBranch.ALL)
        assert (len(played.grids), verdict.agrees, verdict.unique) == (solutions, True, solutions == 1)


class TestContradictions:
    def test_no_solution_is_agreed_upon(self) -> None:
        ran = run_cli("run", "puzzles/contradiction.txt", "--json")
        assert ran.code == 0
        assert (ran.json["outcome"], ran.json["solutions"], ran.json["unique"]) == ("contradiction", [], False)

    def test_data_that_the_original_takes_for_solved(self) -> None:
        """Specification, section 5: rows 2 / none with columns 2 / none."""
        puzzle = Puzzle(((2,), ()), ((2,), ()))
        played = play(puzzle, CLASSIC)
        assert played.outcome is PlayOutcome.CONTRADICTION
        assert judge(puzzle, played, OnBranch.STOP).agrees

    def test_unequal_sums_are_refused_unless_unchecked(self, tmp_path: Path) -> None:
        path = tmp_path / "sums.txt"
        path.write_text("rows:\n1\n1\ncolumns:\n1\n-\n")
        assert_one_line_refusal(run_cli("run", str(path)), "sums.txt")
        ran = run_cli("run", str(path), "--unchecked", "--json")
        assert ran.code == 0
        assert ran.json["outcome"] == "checksum-error"
        assert ran.json["solutions"] == []

    def test_a_line_that_does_not_fit_is_refused_by_the_program_too(self, tmp_path: Path) -> None:
        path = tmp_path / "long.txt"
        path.write_text("rows:\n3\n1\ncolumns:\n2\n2\n")
        assert_one_line_refusal(run_cli("run", str(path)), "long.txt:2")
        ran = run_cli("run", str(path), "--unchecked", "--json")
        assert ran.code == 0
        assert ran.json["outcome"] == "contradiction"


class TestSizes:
    def test_a_high_puzzle_is_entered_turned_and_turned_back(self) -> None:
        grid = Grid(tuple("#." if row % 3 else "##" for row in range(50)))
        puzzle = grid.clues()
        played = play(puzzle, CLASSIC)
        assert played.turned
        assert judge(puzzle, played, OnBranch.STOP).agrees
        assert played.grids == (grid,)

    def test_a_partial_grid_is_turned_back_too(self) -> None:
        rows = ["#..", "...", ".##", *["..."] * 42]
        puzzle = Grid(tuple(rows)).clues()
        played = play(puzzle, CLASSIC, on_branch=OnBranch.BLACK, entry=program_on("crossword.tap").inject)
        assert played.turned
        assert judge(puzzle, played, OnBranch.BLACK).agrees

    @pytest.mark.parametrize(("width", "height"), [(63, 1), (43, 43), (1, 63)])
    def test_too_large_is_one_line(self, tmp_path: Path, width: int, height: int) -> None:
        path = tmp_path / "large.txt"
        path.write_text("picture:\n" + ("#" * width + "\n") * height)
        assert_one_line_refusal(run_cli("run", str(path)), "62×42")

    @pytest.mark.parametrize("text", ["#", "."])
    def test_the_smallest(self, text: str) -> None:
        puzzle = Grid((text,)).clues()
        played = play(puzzle, CLASSIC)
        assert played.grids == (Grid((text,)),)

    @pytest.mark.slow
    def test_the_largest(self) -> None:
        grid = Grid(tuple("".join("#" if (x * y) % 7 < 4 else "." for x in range(62)) for y in range(42)))
        puzzle = grid.clues()
        played = play(puzzle, CLASSIC)
        assert judge(puzzle, played, OnBranch.STOP).agrees


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "fragment"),
        [
            (["run", "no-such-file.txt"], "no-such-file.txt"),
            (["run", "puzzles"], "puzzles"),
            (["run"], "PUZZLE"),
            (["run", "puzzles/car.txt", "--tape", "no-such.tap"], "no-such.tap"),
            (["run", "puzzles/car.txt", "--tape", "README.md"], "README.md"),
            (["run", "puzzles/car.txt", "--on-branch", "sideways"], "sideways"),
            (["run", "puzzles/car.txt", "--max-solutions", "0"], "'0'"),
            (["run", "puzzles/car.txt", "--max-solutions", "x"], "'x'"),
            (["run", "puzzles/car.txt", "--nonsense"], "--nonsense"),
            (["run", "puzzles/car.txt", "--png", "no/such/folder/x.png"], "no/such/folder"),
            (["solve", "no-such-file.txt"], "no-such-file.txt"),
            (["frobnicate"], "frobnicate"),
            (["build", "--out", "README.md"], "README.md"),
        ],
    )
    def test_is_one_line_and_exit_code_2(self, arguments: list[str], fragment: str) -> None:
        assert_one_line_refusal(run_cli(*arguments), fragment)

    @pytest.mark.parametrize("content", ["", "rows:\nx\n", "\x00\xff\x17", "rows:\n1\n", "garbage", "columns: 1\n1\n"])
    def test_bad_files_name_the_file(self, tmp_path: Path, content: str) -> None:
        path = tmp_path / "bad.txt"
        path.write_bytes(content.encode("latin-1"))
        assert_one_line_refusal(run_cli("run", str(path)), "bad.txt")
        assert_one_line_refusal(run_cli("solve", str(path)), "bad.txt")

    def test_a_tape_with_another_program_is_one_line(self, tmp_path: Path) -> None:
        path = tmp_path / "other.tap"
        write_tap(path, Tape(program_blocks("other", tokenise('10 PRINT "HELLO"'), 10)))
        assert_one_line_refusal(run_cli("run", "puzzles/car.txt", "--tape", str(path)), "0 OK, 10:1")


def test_solve_prints_all_solutions_as_json() -> None:
    ran = run_cli("solve", "puzzles/two-solutions.txt", "--json")
    assert ran.code == 0
    assert len(ran.json["solutions"]) == 2
    assert ran.json["unique"] is False
    assert run_cli("solve", "puzzles/car.txt", "--json").json["solutions"] == [list(CAR)]


@pytest.mark.parametrize("model", ["128", "+2"])
def test_a_puzzle_runs_on_another_spectrum(model: str) -> None:
    ran = run_cli("run", "puzzles/heart.txt", "--model", model, "--tape", "crossword-turbo.tap", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["agrees"] is True


@pytest.mark.parametrize("tape_name", ["crossword.tap", "crossword-basic.tap", "crossword-turbo.tap"])
def test_view_data_shows_the_numbers_of_the_file(tape_name: str) -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "heart.txt")
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    played = play(puzzle, build_tape(edition), view=True)
    assert played.viewed is not None
    assert played.viewed.has_clues_of(puzzle)
    verdict = judge(puzzle, played, OnBranch.STOP)
    assert judge_view(puzzle, played, verdict) is verdict
    rows = ((9,), *puzzle.rows[1:])
    wrong = replace(played, viewed=Puzzle(rows, puzzle.columns))
    assert judge_view(puzzle, wrong, verdict).sentence == "WRONG: View data shows row 1 as 9; the file has 1,1"
    short = replace(played, viewed=Puzzle(puzzle.rows[1:], puzzle.columns))
    assert judge_view(puzzle, short, verdict).agrees is False

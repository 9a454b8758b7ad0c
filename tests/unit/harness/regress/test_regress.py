"""A corpus through engines into the store: the work, the skipped puzzles, the report."""

import itertools
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.errors import FormatError, UsageError
from harness.files.resources import data_folder
from harness.puzzle import BLOT, ColourPuzzle, Grid, Group, Puzzle
from harness.puzzle.palette import Colour, Palette
from harness.regress.backends import LocalProcesses, ThisProcess
from harness.regress.corpus import Corpus, Entry, RandomSpec
from harness.regress.engines import SolverEngine, _mistake_in
from harness.regress.junit import build_junit
from harness.regress.outcome import VERSION, Key, Outcome, Status, clues_text, key_of
from harness.regress.page import build_page, draw_grid, pack_grid
from harness.regress.program import ProgramEngine, check_command, read_answer
from harness.regress.report import puzzle_of, write_report
from harness.regress.session import Run, Summary, run
from harness.regress.store import Store
from harness.solver.search import solve
from tests.regress_engines import Doubtful, dot

PUZZLES = data_folder("puzzles")


def outcome(name: str, status: Status = Status.AGREES, **values: object) -> Outcome:
    return Outcome(puzzle_key=name, engine_key="e", name=name, engine="tape", status=status, **values)  # type: ignore[arg-type]


# -- the corpus --------------------------------------------------------------------------------


def test_random_puzzles_are_the_same_for_a_seed_and_others_for_another() -> None:
    entries = [entry.puzzle for entry in Corpus(random_puzzles=[RandomSpec.parse("3x4..9x8:20:5")])]
    again = [entry.puzzle for entry in Corpus(random_puzzles=[RandomSpec.parse("3x4..9x8:20:5")])]
    other = [entry.puzzle for entry in Corpus(random_puzzles=[RandomSpec.parse("3x4..9x8:20:6")])]
    assert entries == again
    assert entries != other
    assert all(puzzle is not None and 3 <= puzzle.width <= 9 and 4 <= puzzle.height <= 8 for puzzle in entries)


def test_a_longer_random_corpus_begins_like_a_shorter_one() -> None:
    short, long = ([e.puzzle for e in Corpus(random_puzzles=[RandomSpec((5, 5), (9, 9), n, 1)])] for n in (5, 8))
    assert long[:5] == short


def test_a_seed_that_is_left_out_is_told() -> None:
    spec = RandomSpec.parse("5x5:3")
    assert RandomSpec.parse(str(spec)) == spec


@pytest.mark.parametrize("text", ["", "5x5", "0x5:3:1", "5x5..4x9:3:1", "9999x5:3:1", "5x5:x:1", "5x5:3:1 "])
def test_a_wrong_size_or_count_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        RandomSpec.parse(text)


def test_a_file_that_cannot_be_read_is_an_entry(tmp_path: Path) -> None:
    Path(tmp_path, "a.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n")
    Path(tmp_path, "b.non").write_text("rows\n!\n")
    found = list(Corpus([str(tmp_path), str(tmp_path / "none.non")]))
    assert [entry.puzzle is not None for entry in found] == [True, False, False]
    assert "b.non" in found[1].problem
    assert "no such file" in found[2].problem


def test_the_file_is_sound_to_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.put(SolverEngine("fast").take(Grid(("#.",)).clues()))
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


NONSENSE = ("x", b"\xff", "[[1],", '[["x"],[]]')


@pytest.mark.parametrize(
    ("column", "nonsense"),
    [*itertools.product(("status", "width", "seconds", "clues"), NONSENSE), ("answer", b"\xff")],
)
def test_nonsense_in_the_file_is_refused_in_one_sentence(column: str, nonsense: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.put(SolverEngine("fast").take(Grid(("#.",)).clues()))
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"UPDATE outcomes SET {column} = ?", (nonsense,))
        file.commit()
    refused = pytest.raises(UsageError, match=r"holds something else than outcomes, or is damaged; name another file")
    with Store(path) as store, refused:
        list(store.outcomes())


def test_a_name_that_is_no_text_is_stored_and_reported(tmp_path: Path) -> None:
    with Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.non")).open("w") as file:
        file.write("width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n")
    with Store(":memory:") as store:
        (found,) = run(Corpus([str(tmp_path)]), [Doubtful()], store, ThisProcess()).outcomes(store)
    assert found.name.endswith(r"\xff.non")
    assert build_page([found], {}, "title").encode("utf-8")


def test_pictures_become_puzzles_that_fit_the_screen(tmp_path: Path) -> None:
    from PIL import Image

    Image.linear_gradient("L").save(tmp_path / "large.png")
    (entry,) = Corpus(picture_folders=[str(tmp_path)])
    assert entry.puzzle is not None
    assert (entry.puzzle.width, entry.puzzle.height) == (42, 42)
    with pytest.raises(UsageError, match="no picture"):
        Corpus(picture_folders=[str(PUZZLES)])


def test_the_key_is_the_content() -> None:
    one = Puzzle(((1,),), ((1,),))
    assert key_of(one) == key_of(Puzzle(((1,),), ((1,),), title="other", goal=Grid(("#",))))
    assert key_of(one) != key_of(Puzzle(((),), ((),)))
    assert key_of(Puzzle(((1, 1),), ((1,), (), (1,)))) != key_of(Puzzle(((1,), (1,)), ((1,), (), (1,))))


def test_a_folder_counts_with_all_its_files_from_the_first_on(tmp_path: Path) -> None:
    """The bar said 16/16 with 284 to do. A file of several puzzles counts as one until it is read."""
    (tmp_path / "deep").mkdir()
    for number in range(5):
        Path(tmp_path, "deep", f"{number}.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    Path(tmp_path, "pack.nonpack").write_text("\n====\n".join(["width 1\nheight 1\nrows\n1\ncolumns\n1"] * 3))
    one = tmp_path / "deep" / "0.non"
    corpus = Corpus([str(tmp_path), str(one), str(tmp_path / "none")], [RandomSpec.parse("3x3:4:1")])
    seen = [corpus.expected]
    entries = 0
    for _ in corpus:
        entries += 1
        seen.append(corpus.expected)
    assert seen[0] == 6 + 1 + 1 + 4
    assert corpus.expected == entries
    assert all(expected >= number for number, expected in enumerate(seen))


@pytest.mark.parametrize("strategy", ["fast", "probe"])
def test_blotted_puzzles_are_solved_and_found_right(strategy: str) -> None:
    in_black = Puzzle(((BLOT,), (1,)), ((1,), (BLOT,)))
    group = Group(BLOT, "r")
    palette = Palette((Colour("r", (255, 0, 0)),))
    in_colour = ColourPuzzle(((group,), (Group(1, "r"),)), ((Group(1, "r"),), (group,)), palette)
    for puzzle in (in_black, in_colour):
        found = SolverEngine(strategy).take(puzzle)
        assert (found.status, found.result) == (Status.AGREES, "multiple"), found.sentence


def test_a_picture_with_other_clues_is_still_wrong() -> None:
    found = solve(Puzzle(((1,), ()), ((1,), ())))
    assert _mistake_in(Puzzle(((BLOT,), (1,)), ((1,), (1,))), found) == "what it calls a solution has other clues"


# -- the store ---------------------------------------------------------------------------------


def test_outcomes_come_back_as_they_were_put(tmp_path: Path) -> None:
    first = outcome("cat", width=3, height=2, answer="#.# ...", tstates=7, seconds=0.25, clues="[[],[]]")
    with Store(tmp_path / "a.sqlite") as store:
        store.put(first)
        store.put(outcome("dog", Status.LOST))
        store.put(first)
    with Store(tmp_path / "a.sqlite") as store:
        assert list(store.outcomes({first.key})) == [first]
        assert store.finished("e") == {"cat"}, "what was lost is not finished"
        assert store.finished("another") == set()
        mode = sqlite3.connect(tmp_path / "a.sqlite").execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)


@pytest.mark.parametrize("version", ["0.0.1", "999.0"])
def test_an_outcome_of_another_version_is_not_finished(version: str) -> None:
    """An older one must be tried again, a newer one too: only ours tells what we answer."""
    assert version != VERSION
    with Store(":memory:") as store:
        store.put(outcome("cat", version=version))
        assert store.finished("e") == set()
        store.put(outcome("dog"))
        assert store.finished("e") == {"dog"}


@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 50, None])
def test_a_file_of_something_else_is_refused_and_kept(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    if content is None:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE mine (value)")
        connection.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="name another file"):
        Store(path)
    assert path.read_bytes() == before


# -- the run -----------------------------------------------------------------------------------


def test_a_resumed_run_does_the_rest_and_reports_all() -> None:
    entries = [dot(number) for number in range(1, 6)]
    with Store(":memory:") as store:
        first = run(entries[:3], [Doubtful()], store, ThisProcess())
        kept = {found.key: found for found in store.outcomes()}
        second = run(entries, [Doubtful()], store, ThisProcess(), resume=True)
        assert tuple(map(len, (first.done, second.done, second.kept))) == (3, 2, 3)
        assert [found.name for found in second.outcomes(store)] == [entry.name for entry in entries]
        assert {found.key: found for found in store.outcomes(kept)} == kept, "nothing is done twice"
        assert len(run(entries, [Doubtful()], store, ThisProcess()).done) == 5, "without resuming, all is"


def test_a_puzzle_under_two_names_is_done_once() -> None:
    with Store(":memory:") as store:
        result = run([dot(1), Entry("the same", dot(1).puzzle)], [Doubtful()], store, ThisProcess())
    assert (len(result.done), result.repeated) == (1, 1)


def test_an_error_that_nobody_foresaw_is_an_outcome() -> None:
    with Store(":memory:") as store:
        result = run([dot(1, "breaks"), dot(2)], [Doubtful()], store, ThisProcess())
        found = {one.name: one for one in result.outcomes(store)}
    assert found["puzzle 1"].status is Status.FAILED
    assert "ZeroDivisionError: on purpose" in found["puzzle 1"].sentence
    assert found["puzzle 2"].status is Status.AGREES


def test_ctrl_c_keeps_what_was_done() -> None:
    def listener(outcome: Outcome) -> None:
        if outcome.name == "puzzle 2":
            raise KeyboardInterrupt

    def interrupt(_: Outcome) -> None:
        raise KeyboardInterrupt

    with Store(":memory:") as store:
        result = run([dot(n) for n in range(1, 9)], [Doubtful()], store, ThisProcess(), on_outcome=listener)
        assert result.interrupted
        assert [found.name for found in result.outcomes(store)] == ["puzzle 1", "puzzle 2"]
        again = run([dot(1), dot(2)], [Doubtful()], store, ThisProcess(), on_outcome=interrupt)
        assert [found.name for found in again.outcomes(store)] == ["puzzle 1"], "the older run's are not its own"


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_own_puzzle_alone(tmp_path: Path) -> None:
    titles = {4: "dies", 9: "dies once", 12: "breaks"}
    entries = [dot(number, titles.get(number, "")) for number in range(1, 30)]
    with Store(":memory:") as store:
        result = run(entries, [Doubtful(str(tmp_path))], store, LocalProcesses(2), batch_size=2)
        found = {one.name: one for one in result.outcomes(store)}
    assert len(found) == len(entries)
    wrong = {name: one.status for name, one in found.items() if one.status is not Status.AGREES}
    assert wrong == {"puzzle 4": Status.LOST, "puzzle 12": Status.FAILED}
    assert found["puzzle 4"].attempts == 2
    assert found["puzzle 9"].attempts == 2
    assert (tmp_path / "died").exists()


@pytest.mark.slow
def test_a_death_counts_for_the_puzzle_in_work_and_for_no_other(tmp_path: Path) -> None:
    titles = {1: "dies", 2: "dies once"}  # the second one is not reached when the first one dies
    with Store(":memory:") as store:
        entries = [dot(number, titles.get(number, "")) for number in range(1, 5)]
        result = run(entries, [Doubtful(str(tmp_path))], store, LocalProcesses(2), batch_size=4)
        found = {one.name: (one.status, one.attempts) for one in result.outcomes(store)}
    assert found == {
        "puzzle 1": (Status.LOST, 2),
        "puzzle 2": (Status.AGREES, 2),
        "puzzle 3": (Status.AGREES, 1),
        "puzzle 4": (Status.AGREES, 1),
    }


@pytest.mark.parametrize(
    ("statuses", "all_agree", "wrong"),
    [
        ([Status.AGREES, Status.SKIPPED], True, 0),
        ([Status.AGREES, Status.UNDECIDED], False, 0),
        ([Status.DISAGREES, Status.FAILED, Status.LOST], False, 3),
        ([Status.AGREES, Status.UNREADABLE], True, 0),
    ],
)
def test_the_summary_says_whether_all_agree(statuses: list[Status], all_agree: bool, wrong: int) -> None:
    summary = Summary.of(outcome(str(number), status) for number, status in enumerate(statuses))
    assert (summary.all_agree, summary.wrong) == (all_agree, wrong)
    assert sum(summary.by_result.values()) == len(statuses), "each engine's results are counted"


# -- engines -----------------------------------------------------------------------------------


def test_a_strategy_is_held_against_the_picture_in_the_file() -> None:
    right = Grid(("##.", "#.#")).clues()
    assert SolverEngine("fast").take(right).status is Status.AGREES
    ambiguous = Grid(("#.", ".#")).clues()
    assert (SolverEngine("probe").take(ambiguous).result, SolverEngine("fast").name) == ("multiple", "fast")
    impossible = Puzzle(((2,), ()), ((2,), ()), goal=None)
    assert SolverEngine("fast").take(impossible).result == "contradiction"


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        ("echo '##'; echo '#.'", Status.AGREES),
        ("echo 'X X'; echo; echo 'X X'; echo 'X 0'; echo done", Status.AGREES),
        ("echo '##'; echo '.#'", Status.DISAGREES),
        ("true", Status.FAILED),
        ("echo no solution", Status.DISAGREES),
        ("""echo '{"solutions": [["##", "#."]], "unique": true}'""", Status.AGREES),
        ("""echo '{"solutions": [["##", "#."]], "unique": false}'""", Status.DISAGREES),
        ("""echo '{"solutions": [["##"]]}'""", Status.FAILED),
        ("""echo '{"answer": 42}'""", Status.FAILED),
        ("false", Status.FAILED),
        ("sleep 20", Status.UNDECIDED),
    ],
)
def test_another_program_is_held_against_the_clues(printed: str, status: Status, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\ngrep -q rows "$1" || exit 3\n{printed}\n')
    program.chmod(0o755)
    found = ProgramEngine(f"{program} {{file}}", seconds=1).take(Grid(("##", "#.")).clues())
    assert found.status is status, found


def test_a_command_without_a_file_or_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match=r"\{file\}"):
        check_command("solver")
    with pytest.raises(UsageError, match="quotation"):
        check_command("solver '{file}")
    with pytest.raises(UsageError, match="cannot be run"):
        ProgramEngine("/no/such/program {file}").take(Grid(("#",)).clues())


def test_a_picture_of_another_size_is_no_answer() -> None:
    with pytest.raises(FormatError, match="no picture of 2×1 cells, but '#'"):
        read_answer("#\n", 2, 1)
    with pytest.raises(FormatError):
        read_answer('{"solutions": [["#?"]]}', 2, 1)


# -- reports -----------------------------------------------------------------------------------

HOSTILE = "</script><script>alert(1)</script>\x00&\"'\ud800"


def hostile_outcomes() -> list[Outcome]:
    grid = Grid(("##.", "#.#"))
    puzzle = grid.clues()
    values: dict[str, object] = {"clues": clues_text(puzzle), "width": 3, "height": 2, "tstates": 10**6}
    wrong = Outcome(
        key_of(puzzle),
        "e",
        HOSTILE,
        HOSTILE,
        Status.DISAGREES,
        "solved",
        HOSTILE,
        answer="##. ..?",
        expected="##. #.#",
        **values,  # type: ignore[arg-type]
    )
    return [outcome("cat", **values), wrong, outcome("dog", Status.UNREADABLE, sentence=HOSTILE)]  # type: ignore[arg-type]


def test_the_page_escapes_whatever_names_hold() -> None:
    page = build_page(hostile_outcomes(), {}, HOSTILE)
    assert page.count("<script") == 2
    assert "alert(1)</script>" not in page
    assert "http" not in page.replace("http-equiv", "").replace("$", ""), "nothing comes from elsewhere"


def test_junit_counts_and_holds_whatever_names_hold() -> None:
    outcomes = hostile_outcomes()
    root = ElementTree.fromstring(build_junit(outcomes, {outcomes[1].key: "crossword run x"}, HOSTILE))
    assert sum(int(suite.attrib["failures"]) for suite in root) == 1
    assert sum(int(suite.attrib["errors"]) for suite in root) == 1
    assert sum(int(suite.attrib["tests"]) for suite in root) == 3
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.text == "crossword run x"


def test_the_report_has_the_puzzle_of_each_disagreement(tmp_path: Path) -> None:
    outcomes = hostile_outcomes()
    write_report(str(tmp_path), outcomes, {"e": lambda file: f"crossword run {file}"}, "title")
    (path,) = (tmp_path / "puzzles").iterdir()
    from harness.formats import read_puzzle

    wanted = puzzle_of(outcomes[1])
    assert wanted is not None
    assert read_puzzle(path).has_clues_of(wanted)
    assert f"crossword run {path}" in (tmp_path / "index.html").read_text("utf-8")
    lines = [json.loads(line) for line in (tmp_path / "outcomes.jsonl").read_text("ascii").splitlines()]
    assert [line["status"] for line in lines] == ["agrees", "disagrees", "unreadable"]
    assert lines[1]["expected"] == ["##.", "#.#"]


def test_a_grid_is_drawn_with_what_differs() -> None:
    drawn = draw_grid(["#.", "?#"], ["#.", "##"], title="a & b")
    assert drawn.count("<path") == 3
    assert 'class="differs" d="M0 1h1v1h-1z"' in drawn
    assert "a &amp; b" in drawn
    assert pack_grid(["ab"]) == "", "colours have no thumbnail"


def test_a_run_without_outcomes_has_a_report() -> None:
    empty: dict[Key, str] = {}
    assert "Every answer is right" in build_page([], empty, "nothing")
    with Store(":memory:") as store:
        assert Run().outcomes(store) == []

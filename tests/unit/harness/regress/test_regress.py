"""A corpus through engines into the store: the work, the skipped puzzles, the report; a failing puzzle made smaller."""

import os
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from harness.errors import FormatError, UsageError
from harness.files.reading import data_folder
from harness.puzzle import BLOT, Grid, Group, Puzzle
from harness.puzzle.palette import Colour, Palette
from harness.regress import engines
from harness.regress.backends import here
from harness.regress.corpus import Corpus, Entry, RandomSpec
from harness.regress.engines import SolverEngine, _mistake_in
from harness.regress.outcome import PuzzleOutcome, Status, key_of
from harness.regress.program import ProgramEngine, read_answer
from harness.regress.report import build_page
from harness.regress.session import Store, Summary, run
from harness.regress.shrink import Shrinker
from harness.solver.search import solve
from harness.spectrum.play import Played, PlayOutcome
from harness.spectrum.screens import build_picture_screen
from tests.marks import SHELL
from tests.regress_engines import Doubtful, dot, outcome

PUZZLES = data_folder("puzzles")


# -- the corpus --------------------------------------------------------------------------------


def test_random_puzzles_depend_on_sizes_seed_and_number_alone() -> None:
    """A seed that is left out is told."""
    first, longer, other = (
        [entry.puzzle for entry in Corpus(random_puzzles=[RandomSpec.parse(f"3x4..9x8:{count}:{seed}")])]
        for count, seed in ((20, 5), (25, 5), (20, 6))
    )
    assert first == longer[:20]
    assert first != other
    assert all(puzzle is not None and 3 <= puzzle.width <= 9 and 4 <= puzzle.height <= 8 for puzzle in first)
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


@pytest.mark.parametrize(("schema", "is_refused"), [(0, True), (1, False), (2, True)])
def test_outcomes_are_read_if_the_table_has_the_present_form(schema: int, is_refused: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path):
        pass
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version={schema}")
    refused = pytest.raises(UsageError, match="of another version") if is_refused else nullcontext()
    with refused, Store(path):
        pass


@pytest.mark.parametrize(
    ("column", "nonsense"),
    [
        *(("status", "x"), ("status", b"\xff"), ("width", "x"), ("seconds", b"\xff"), ("answer", b"\xff")),
        *(("clues", "x"), ("clues", "[[1],"), ("clues", '[["x"],[]]')),
    ],
)
def test_nonsense_in_the_file_is_refused_in_one_sentence(column: str, nonsense: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.put(SolverEngine("fast").take(Grid(("#.",)).puzzle()))
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
        (found,) = run(Corpus([str(tmp_path)]), [Doubtful()], store, here).outcomes(store)
    assert found.name.endswith(r"\xff.non")
    assert build_page([found], {}, "title").encode("utf-8")


def test_pictures_become_puzzles_that_fit_the_screen(tmp_path: Path) -> None:
    from PIL import Image

    Image.linear_gradient("L").save(tmp_path / "large.png")
    (entry,) = Corpus(picture_folders=[str(tmp_path)])
    assert entry.puzzle is not None
    assert (entry.puzzle.width, entry.puzzle.height) == (42, 42)
    (tmp_path / "large.png").unlink()
    (tmp_path / "drawn.scr").write_bytes(build_picture_screen(Grid(("##", ".#"))))
    (screen,) = Corpus(picture_folders=[str(tmp_path)])
    assert screen.puzzle == Grid(("##", ".#")).puzzle(title=screen.puzzle.title if screen.puzzle else "")
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
    in_colour = Puzzle(((group,), (Group(1, "r"),)), ((Group(1, "r"),), (group,)), palette)
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
        for version in ("0.0.1", "999.0"):
            store.put(outcome("older or newer", version=version))
    with Store(tmp_path / "a.sqlite") as store:
        assert list(store.outcomes({first.key})) == [first]
        assert store.finished("e") == {"cat"}, "not what was lost, nor what other versions answer"
        assert store.finished("another") == set()
        mode = sqlite3.connect(tmp_path / "a.sqlite").execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)


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
        first = run(entries[:3], [Doubtful()], store, here)
        kept = {found.key: found for found in store.outcomes()}
        second = run(entries, [Doubtful()], store, here, resume=True)
        assert tuple(map(len, (first.done, second.done, second.kept))) == (3, 2, 3)
        assert [found.name for found in second.outcomes(store)] == [entry.name for entry in entries]
        assert {found.key: found for found in store.outcomes(kept)} == kept, "nothing is done twice"
        assert len(run(entries, [Doubtful()], store, here).done) == 5, "without resuming, all is"


def test_an_error_that_nobody_foresaw_is_an_outcome_and_a_puzzle_under_two_names_done_once() -> None:
    with Store(":memory:") as store:
        result = run([dot(1, "breaks"), dot(2), Entry("the same", dot(2).puzzle)], [Doubtful()], store, here)
        broken, sound = result.outcomes(store)
    assert (broken.status, sound.status, result.repeated) == (Status.FAILED, Status.AGREES, 1)
    assert "ZeroDivisionError: on purpose" in broken.sentence


def test_ctrl_c_keeps_what_was_done() -> None:
    with Store(":memory:") as store:
        for last in (2, 1):  # the second run keeps its own outcome alone

            def listener(outcome: PuzzleOutcome, last: int = last) -> None:
                if outcome.name == f"puzzle {last}":
                    raise KeyboardInterrupt

            result = run([dot(n) for n in range(1, 9)], [Doubtful()], store, here, on_outcome=listener)
            assert result.interrupted
            assert [found.name for found in result.outcomes(store)] == [f"puzzle {n}" for n in range(1, last + 1)]


def test_the_summary_counts_what_is_wrong() -> None:
    summary = Summary([outcome(status.value, status) for status in Status])
    wrong = {status for status in Status if Summary([outcome("one", status)]).wrong}
    assert (summary.wrong, wrong) == (3, {Status.DISAGREES, Status.FAILED, Status.LOST})
    assert sum(map(len, summary.by_engine.values())) == len(Status), "each engine has its own"


# -- engines -----------------------------------------------------------------------------------


def test_a_strategy_is_held_against_the_picture_in_the_file() -> None:
    right = Grid(("##.", "#.#")).puzzle()
    agreed = SolverEngine("fast").take(right)
    assert (agreed.status, agreed.tstates) == (Status.AGREES, 0)
    ambiguous = Grid(("#.", ".#")).puzzle()
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
        ("echo usage: solver FILE", Status.FAILED),
        ("echo found: 3 lines", Status.FAILED),
        ("echo no solution", Status.DISAGREES),
        ("""echo '{"solutions": [["##", "#."]], "unique": true}'""", Status.AGREES),
        ("""echo '{"solutions": [["##", "#."]], "unique": false}'""", Status.DISAGREES),
        ("""echo '{"solutions": [["##"]]}'""", Status.FAILED),
        ("""echo '{"answer": 42}'""", Status.FAILED),
        ("false", Status.FAILED),
    ],
)
@SHELL
def test_another_program_is_held_against_the_clues(printed: str, status: Status, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\ngrep -q rows "$1" || exit 3\n{printed}\n')
    program.chmod(0o755)
    found = ProgramEngine(f"{program} {{file}}").take(Grid(("##", "#.")).puzzle())
    assert found.status is status, found


@SHELL
def test_a_program_past_its_time_leaves_the_puzzle_undecided() -> None:
    found = ProgramEngine("sh -c 'exec sleep 600' {file}", seconds=0.01).take(Grid(("#",)).puzzle())
    assert found.status is Status.UNDECIDED


def test_a_picture_of_another_size_is_no_answer() -> None:
    with pytest.raises(FormatError, match="no picture of 2×1 cells, but '#'"):
        read_answer("#\n", 2, 1)
    with pytest.raises(FormatError):
        read_answer('{"solutions": [["#?"]]}', 2, 1)


@pytest.mark.parametrize(
    ("result", "answer", "expected"),
    [
        (PlayOutcome.MANY_VARIANTS, Grid(("#..", "...", "...")), "??? ??? ???"),
        (PlayOutcome.SOLVED, Grid(("##.", "...", "..#")), None),
    ],
)
def test_beside_a_wrong_answer_stands_what_the_program_should_have_known(
    result: PlayOutcome, answer: Grid, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is what line logic knows where the program went no further, else a solution."""
    puzzle = Puzzle(((1,),) * 3, ((1,),) * 3)
    monkeypatch.setattr(engines, "play", lambda *_, **__: Played(result, (answer,), False, 1, 1))
    tape = (data_folder("tapes") / "crossword-turbo.tap").read_bytes()
    found = engines.SpectrumEngine("turbo", tape, injected=True).take(puzzle)
    assert found.status is Status.DISAGREES
    if expected is not None:
        assert found.expected == expected
    else:
        assert Grid(tuple(found.expected.split(" "))).puzzle().has_clues_of(puzzle)


# -- shrinking -----------------------------------------------------------------------------------


def test_a_picture_loses_all_that_the_failure_does_not_need() -> None:
    seen: list[tuple[int, int]] = []
    picture = Grid(("#.##", "....", "##.#"))
    shrinker = Shrinker(
        picture.puzzle(), lambda one: (2,) in one.rows, on_smaller=lambda one: seen.append((one.width, one.height))
    )
    assert shrinker.shrink() == Grid(("##",)).puzzle()
    assert seen[-1] == (2, 1)


def test_groups_at_the_right_edge_go_too() -> None:
    picture = Grid(("#.##",))
    shrinker = Shrinker(picture.puzzle(), lambda one: one.width == 4 and one.columns[0] == (1,))
    assert shrinker.shrink() == Grid(("#...",)).puzzle()


def test_a_puzzle_without_a_solution_is_shrunk_by_its_numbers() -> None:
    """A row goes with as many cells of the columns."""
    shrinker = Shrinker(Puzzle(((2,), (), (2,)), ((3,), (1,))), lambda one: not solve(one).solutions)
    smallest = shrinker.shrink()
    assert (smallest.rows, smallest.columns) == (((), (2,)), ((2,), ()))

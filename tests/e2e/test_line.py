"""``line``: the arrangements of one line."""

from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, clue_of
from tests.cli_runner import run_cli
from tests.marks import examples


def test_the_arrangements_come_leftmost_first() -> None:
    ran = run_cli("line", "3 1", "7")
    assert ran.code == 0, ran.err
    drawn = ["??#????", "", "###.#..", "###..#.", "###...#", ".###.#.", ".###..#", "..###.#", "6 arrangements"]
    assert ran.out.splitlines() == drawn


def test_a_line_without_groups_has_one_arrangement() -> None:
    assert run_cli("line", "-", "3").out == "...\n\n...\n1 arrangement\n"


def test_more_than_anybody_reads_is_cut_short_and_counted() -> None:
    ran = run_cli("line", " ".join("1" * 20), "80", "--max-solutions", "2")
    assert len(ran.out.splitlines()) == 5
    count = comb(80 - 20 + 1, 20)
    assert ran.out.splitlines()[-1] == f"{count:,} arrangements; the first 2 are shown, --max-solutions shows more"


def test_arrangements_that_agree_with_what_is_known() -> None:
    assert run_cli("line", "4,3", "10", "--state", "?x???.????").out.splitlines() == [
        "?###?.?##?",
        "",
        "####..###.",
        "####...###",
        ".####.###.",
        ".####..###",
        "4 of 6 arrangements fit",
    ]
    assert run_cli("line", "1 1", "5", "--state", "?##??").out == "0 of 6 arrangements fit\n"
    assert run_cli("line", "1 1", "5", "--state", "?.???", "--max-solutions", "1").out.splitlines() == [
        "?.???",
        "",
        "#.#..",
        "4 of 6 arrangements fit; the first 1 are shown, --max-solutions shows more",
    ]
    answer = run_cli("line", "?", "3", "--state", "?#-", "--json").json
    assert (answer["count"], answer["fitting"], answer["state"]) == (6, 2, "?#.")
    assert (answer["certain"], answer["arrangements"]) == ("?#.", ["##.", ".#."])
    assert run_cli("line", "2", "3", "--state", "#?#", "--json").json["certain"] is None


def test_what_is_certain_comes_first_however_many_arrangements_there_are() -> None:
    assert run_cli("line", ",".join("5" * 12), "75", "--max-solutions", "1").out.startswith("????#?????#")
    ran = run_cli("line", ",".join("5" * 12), "200", "--json", "--max-solutions", "1")
    assert (ran.json["certain"], ran.json["count"]) == ("?" * 200, 79_660_372_599_980_445)


def test_a_line_as_mathematica_writes_it() -> None:
    assert run_cli("line", "{1,2,3}", "10").out.splitlines()[0] == "???????#??"
    ran = run_cli("line", "{1, 2, 3}", "10", "--state", "**00*10***")
    assert ran.out.splitlines() == ["??..##.###", "", "#...##.###", ".#..##.###", "2 of 10 arrangements fit"]


@settings(max_examples=examples(60))
@given(st.text("#.", min_size=1, max_size=9), st.data())
def test_those_that_agree_are_the_others_filtered(line: str, data: st.DataObject) -> None:
    known = data.draw(st.text("?" * 3 + "#.", min_size=len(line), max_size=len(line)))
    clue = [str(length) if data.draw(st.booleans()) else "?" for length in clue_of(line)]
    every, fitting = (
        run_cli("line", " ".join(clue) or "-", str(len(line)), *state, "--json", "--max-solutions", "999").json
        for state in ((), (f"--state={known}",))
    )
    agreeing = [cells for cells in every["arrangements"] if Grid((known,)).is_part_of(Grid((cells,)))]
    assert fitting["arrangements"] == agreeing
    shared = ["".join(set(cells)) for cells in zip(*agreeing, strict=True)]
    assert fitting["certain"] == ("".join(cell if len(cell) == 1 else "?" for cell in shared) or None)
    assert (fitting["fitting"], fitting["count"]) == (len(agreeing), len(every["arrangements"]))


def test_a_long_line_is_counted_and_listed_at_once() -> None:
    """Without a look ahead, the first that fits would come after all those that do not."""
    ran = run_cli("line", " ".join("1" * 200), "1000", "--state", "?" * 999 + "#", "--max-solutions", "1")
    assert ran.out.splitlines()[2].startswith("#." * 199)
    assert f"{comb(998 - 199 + 1, 199):,} of {comb(1000 - 200 + 1, 200):,} arrangements fit" in ran.out

"""``line``: the arrangements of one line."""

from math import comb

import pytest

from tests.cli_runner import assert_one_line_refusal, run_cli


def test_the_arrangements_come_leftmost_first() -> None:
    ran = run_cli("line", "3 1", "7")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "###.#..",
        "###..#.",
        "###...#",
        ".###.#.",
        ".###..#",
        "..###.#",
        "6 arrangements",
    ]


def test_the_line_of_ten_has_all_its_arrangements() -> None:
    answer = run_cli("line", "3,1", "10", "--json").json
    drawn = answer["arrangements"]
    assert (answer["count"], len(drawn)) == (21, 21)
    assert drawn == sorted(set(drawn))  # "#" is before "." in the alphabet, so leftmost is first
    assert all([len(run) for run in line.split(".") if run] == [3, 1] and len(line) == 10 for line in drawn)


def test_a_line_without_groups_has_one_arrangement() -> None:
    assert run_cli("line", "-", "3").out == "...\n1 arrangement\n"


def test_more_than_anybody_reads_is_cut_short_and_counted() -> None:
    ran = run_cli("line", " ".join("1" * 20), "80", "--max-solutions", "2")
    assert len(ran.out.splitlines()) == 3
    count = comb(80 - 20 + 1, 20)
    assert ran.out.splitlines()[-1] == f"{count:,} arrangements; the first 2 are shown, --max-solutions shows more"


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        (("3 1", "4"), "needs 5 cells"),
        (("3x", "9"), "3x"),
        (("3 0", "9"), "a group of 0"),
        (("3 1",), "WIDTH"),
        (("1", "5000"), "5000"),
    ],
)
def test_a_wrong_line_is_refused(line: tuple[str, ...], fragment: str) -> None:
    assert_one_line_refusal(run_cli("line", *line), fragment)

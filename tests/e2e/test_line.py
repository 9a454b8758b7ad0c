"""``line``: the arrangements of one line."""

from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, clue_of
from tests.cli_runner import run_cli
from tests.marks import examples


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

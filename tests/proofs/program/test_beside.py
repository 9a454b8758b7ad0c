"""``python -m tools.beside``: a listing that is the program itself shows no difference, a changed one shows each."""

import pytest

from harness.spectrum.build import EDITIONS, Edition, build_tape, edition_source
from harness.spectrum.listing import build_listing_tape, parse_listing
from pyspectrum.tape import Tape
from tests.house import ROOT
from tests.unit.harness.spectrum.test_listing import broken
from tools.beside import TWO_SOLUTIONS, Scene, differences, main, record

CLASSIC, BASIC = EDITIONS[:2]


@pytest.fixture(scope="module")
def ours() -> dict[str, Scene]:
    return record(build_tape(CLASSIC), (TWO_SOLUTIONS,), code=True)


def recorded_listing(edition: Edition = CLASSIC, **changes: str) -> dict[str, Scene]:
    """Record our own program from a listing in print, with changes in the text of its lines."""
    source = edition_source(edition)
    for number, (old, new) in ((int(key.removeprefix("line_")), value.split(" -> ")) for key, value in changes.items()):
        line = next(line for line in source.splitlines() if line.startswith(f"{number} "))
        assert old in line
        source = source.replace(line, line.replace(old, new, 1))
    listing = parse_listing("\n".join(broken(line) for line in source.splitlines()).encode(), "printed.txt")
    codes = 3 if edition.machine_code else 1  # behind the program: the guard, the line analysis, the typed clues
    tape = build_listing_tape(listing, "listing") + Tape(build_tape(edition).blocks[-2 * codes :])
    return record(tape, (TWO_SOLUTIONS,), code=edition.machine_code)


def test_the_program_as_a_listing_is_like_itself(ours: dict[str, Scene]) -> None:
    listing = recorded_listing()
    assert list(differences(listing, ours)) == []
    assert all(scene.screens and "ended:" not in scene.screens[-1] for scene in listing.values())
    assert len(listing["two-solutions"].screens) > 15
    assert len(listing["two-solutions"].analyses) == 16
    assert "Making data: 100%" in listing["picture"].screens


def test_the_analysis_in_basic_as_a_listing_is_like_itself() -> None:
    listing = recorded_listing(BASIC)
    assert list(differences(listing, record(build_tape(BASIC), (TWO_SOLUTIONS,), code=False))) == []
    assert len(listing["two-solutions"].analyses) == 16


def test_planted_differences_are_found(ours: dict[str, Scene]) -> None:
    listing = recorded_listing(
        line_130="BORDER 0 -> BORDER 2",
        line_1540="FOR y=1 TO SizeY -> FOR y=SizeY TO 1 STEP -1",
        line_1560="DRAW 1,0 -> DRAW 2,0",
    )
    found = list(differences(listing, ours))
    assert any(text.startswith("menu, screen 1") and "'border 2' in the listing" in text for text in found)
    assert any(text.startswith("picture, analysis 1: ") for text in found)
    assert any(text.startswith("two-solutions: another screen when an analysis began") for text in found)


def test_another_program_is_told_from_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ROOT / "tests" / "data" / "listings" / "mini-crossword.txt")]) == 1
    out = capsys.readouterr().out
    assert "'Time: 0:32' in the listing, 'Time: 0:12' in ours" in out
    assert "ended: the program does not answer" in out  # it has no menu items 3 and 4
    assert "differences from crossword.tap" in out


def test_a_missing_listing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-listing.txt"]) == 2
    assert capsys.readouterr().err.startswith("error: no-such-listing.txt: ")

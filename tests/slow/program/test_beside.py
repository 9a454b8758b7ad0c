"""``python -m tools.beside``: a listing like the article's differs only as listed, planted differences are found."""

from pathlib import Path

import pytest

from harness.spectrum.listing import read_listing
from tests.cases import cases
from tests.house import ROOT
from tools import beside

LISTING = ROOT / "tests" / "data" / "listings" / "article.txt"
"""As printed, with two lines to be added in the prose behind the run. Its traits: it calls TR-DOS for a picture of
2,048 bytes, asks with INPUT for numbers and for strings in quotes, asks a wrong size again in silence, discards all at
a wrong check sum, stops at the last cell, and leaves INVERSE on."""
SCENES = 150
MOST = r"^(?!crossword 62×42|picture (?:62×2|4×42|31×5)|view [yn ]|BREAK .*[13]00)"
"""All but twelve scenes that take half of the time; others like them are left in."""


def test_a_listing_like_the_article_s_differs_only_as_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(beside.scenes())) > SCENES
    code = beside.main([str(LISTING), "--scene", MOST])
    assert capsys.readouterr().out.splitlines()[-1].endswith(" 0 differences that are in no list")
    assert code == 0


@cases("old", "new", "scene", "seen")
def test_a_planted_difference_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, scene: str, seen: str
) -> None:
    text = read_listing(LISTING).source
    assert old in text
    changed = tmp_path / "listing.txt"
    changed.write_text(text.replace(old, new), encoding="ascii")
    found = 1 if seen else 0  # what stands while the program is busy is not compared; the picture may come from tape
    assert beside.main([str(changed), "--scene", f"^{scene}"]) == found
    assert seen in capsys.readouterr().out


def test_a_missing_listing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert beside.main(["no-such-listing.txt"]) == 2
    assert capsys.readouterr().err.startswith("error: no-such-listing.txt: ")

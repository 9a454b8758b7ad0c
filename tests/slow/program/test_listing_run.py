"""A listing in print becomes a tape that plays, with our code or without it."""

import pytest

from harness.spectrum import OnBranch
from harness.spectrum.build import EDITIONS, Edition, edition_source
from harness.spectrum.listing import ADDED_LINES, Listing, build_listing_tape, parse_listing, read_listing
from harness.spectrum.play import play
from harness.verdict import judge
from pyspectrum import Spectrum, Tape
from pyspectrum.basic import tokenise
from tests.house import ROOT
from tests.slow.program.rig import sample
from tests.unit.harness.spectrum.test_listing import broken


@pytest.fixture(scope="module")
def tape() -> Tape:
    listing = read_listing(ROOT / "tests" / "data" / "listings" / "mini-crossword.txt")
    return build_listing_tape(listing.with_code(), "mini", code=True)


@pytest.mark.parametrize(
    ("name", "machine", "on_branch"),
    [
        *((name, "48", OnBranch.STOP) for name in ("car", "heart", "contradiction", "two-solutions", "mask")),
        ("car", "128", OnBranch.STOP),
        ("wink", "48", OnBranch.ALL),
    ],
)
def test_a_program_that_never_sets_errline_is_served(tape: Tape, name: str, machine: str, on_branch: OnBranch) -> None:
    puzzle = sample(name)
    verdict = judge(puzzle, play(puzzle, tape, on_branch=on_branch, spectrum=Spectrum(machine)), on_branch)
    assert verdict.agrees, verdict.sentence


@pytest.mark.parametrize("code", [True, False], ids=["with code", "in BASIC"])
def test_an_article_with_two_lines_in_the_prose_behind_is_solved(code: bool) -> None:
    """Without the code the two lines, which load and call it, would have to be left out."""
    listing, puzzle = read_listing(ROOT / "tests" / "data" / "listings" / "article.txt"), sample("heart")
    alone = Listing(listing.name, {at: line for at, line in listing.lines.items() if at not in ADDED_LINES})
    tape = build_listing_tape(listing.with_code() if code else alone, "article", code=code)
    assert judge(puzzle, play(puzzle, tape), OnBranch.STOP).agrees


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_an_edition_in_print_is_read_back(edition: Edition) -> None:
    source = edition_source(edition)
    for width in (40, 66, 75):
        printed = "\n".join(broken(line, width) for line in source.splitlines())
        assert parse_listing(printed.encode()).tokenise() == tokenise(source)

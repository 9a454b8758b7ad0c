"""A listing in print becomes a tape that plays, with our code or without it."""

import re

import pytest

from harness.spectrum import OnBranch
from harness.spectrum.build import EDITIONS, Edition, build_tape, edition_source
from harness.spectrum.listing import ADDED_LINES, Listing, build_listing_tape, parse_listing, read_listing
from harness.spectrum.menu import LOAD_LIMIT
from harness.spectrum.play import play
from harness.verdict import judge
from pyspectrum import Spectrum, Tape
from pyspectrum.basic import tokenise
from pyspectrum.tape import program_blocks
from tests.house import ROOT
from tests.slow.program.rig import Program
from tests.unit.harness.solver.files import sample
from tests.unit.harness.spectrum.test_listing import broken

ARTICLE = ROOT / "tests" / "data" / "listings" / "article.txt"


def without_code() -> Listing:
    lines = read_listing(ARTICLE).lines
    return Listing("article", {number: line for number, line in lines.items() if number not in ADDED_LINES})


@pytest.fixture(scope="module")
def tape() -> Tape:
    listing = read_listing(ROOT / "tests" / "data" / "listings" / "mini-crossword.txt")
    return build_listing_tape(listing.with_code(), "mini", code=True)


@pytest.mark.parametrize(
    ("name", "machine", "on_branch"),
    [
        *((name, "48", OnBranch.STOP) for name in ("car", "contradiction", "two-solutions", "mask")),
        ("car", "128", OnBranch.STOP),
        ("wink", "48", OnBranch.ALL),
    ],
)
def test_a_program_that_never_sets_errline_is_served(tape: Tape, name: str, machine: str, on_branch: OnBranch) -> None:
    puzzle = sample(name)
    verdict = judge(puzzle, play(puzzle, tape, on_branch=on_branch, spectrum=Spectrum(machine)), on_branch)
    assert verdict.agrees, verdict.sentence


@pytest.mark.parametrize("manual", ["manual.md", "manual.ru.md"])
def test_the_recipe_of_the_manual_as_it_is_typed(manual: str) -> None:
    """The listing is in memory; two lines are added, and the English tape is played from its beginning."""
    recipe = re.findall(r"^```\n(5 CLEAR .*\n2195 .*\n)```$", (ROOT / "docs" / manual).read_text("utf-8"), re.MULTILINE)
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.insert_tape(Tape(program_blocks("article", without_code().tokenise())))
    spectrum.type('LOAD ""\n')
    spectrum.wait_for_text("0 OK, 0:1")
    spectrum.insert_tape(build_tape(EDITIONS[0]))
    spectrum.type(f"{recipe[0]}RUN\n")
    menu = Program(spectrum)
    menu.wait(menu.language["menu_exit"], timeout=LOAD_LIMIT)
    menu.assert_solves(sample("heart"))


@pytest.mark.parametrize("code", [True, False], ids=["with code", "in BASIC"])
def test_an_article_with_two_lines_in_the_prose_behind_is_solved(code: bool) -> None:
    """Without the code the two lines, which load and call it, would have to be left out."""
    listing, puzzle = read_listing(ARTICLE), sample("heart")
    tape = build_listing_tape(listing.with_code() if code else without_code(), "article", code=code)
    assert judge(puzzle, play(puzzle, tape), OnBranch.STOP).agrees


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_an_edition_in_print_is_read_back(edition: Edition) -> None:
    source = edition_source(edition)
    for width in (40, 75):
        printed = "\n".join(broken(line, width) for line in source.splitlines())
        assert parse_listing(printed.encode()).tokenise() == tokenise(source)

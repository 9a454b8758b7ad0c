"""The cassette's inlay: its measures, its words, whether they fit, and the committed drawings."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from defusedxml import ElementTree
from PIL import ImageFont

from harness.drawing.inlay import (
    AUTHOR_SIZE,
    HEIGHT,
    MACHINES_SIZE,
    MARGIN,
    PANELS,
    SPINE_LINE_MM,
    TITLE_CELLS,
    flap_lines,
    panel_lines,
    spine_line,
)
from harness.drawing.inlay_words import AUTHOR, EDITIONS, LANGUAGES, LOADING, MACHINES, SHEET, SOLVING, SPINE, TITLE
from harness.drawing.typesetting import break_lines, text_width
from harness.spectrum.build import ALL_EDITIONS
from harness.spectrum.messages import language as messages_in
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.house import ROOT

IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
DESCENT = 0.3
"""How far a letter may reach below its line, in the type size."""
SVG = "{http://www.w3.org/2000/svg}"


def fonts() -> list[Path]:
    """Sans-serifs that are here: those of the system, and the one that the package `zx` brings."""
    folders = [Path("/usr/share/fonts")]
    if zx := find_spec("zx"):
        folders += map(Path, zx.submodule_search_locations or ())
    names = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf")
    return [found[0] for name in names if (found := [path for folder in folders for path in folder.rglob(name)])]


@IN_BOTH
@pytest.mark.parametrize("name", ["loading", "solving"])
def test_the_text_fits_its_panel(name: str, language: str) -> None:
    lines = panel_lines(name, language)
    panel = PANELS[name]
    assert len(lines) > 20
    assert max(line.right for line in lines) <= panel.right - MARGIN + 1e-9
    assert min(line.x for line in lines) >= panel.x + MARGIN
    assert max(line.y + DESCENT * line.size for line in lines) <= HEIGHT - MARGIN


@IN_BOTH
def test_the_text_fits_the_flap_and_the_spine(language: str) -> None:
    flap = flap_lines(language)
    assert max(line.right for line in flap) <= HEIGHT - MARGIN
    assert max(line.y + DESCENT * line.size for line in flap) <= PANELS["flap"].width - 1
    spine = spine_line(language)
    assert spine.right <= SPINE_LINE_MM
    assert DESCENT * spine.size < spine.y < PANELS["spine"].width


@IN_BOTH
def test_the_words_on_the_front_fit(language: str) -> None:
    room = PANELS["front"].width - 2 * MARGIN
    assert max(len(word[language]) * 6 - 1 for word in TITLE) == TITLE_CELLS
    assert text_width(MACHINES[language], MACHINES_SIZE) <= room
    assert text_width(AUTHOR[language], AUTHOR_SIZE) <= room


def test_nothing_is_said_in_one_language_alone() -> None:
    entries = [word for entry in (*EDITIONS, *LOADING, *SOLVING) for word in entry]
    words = [*entries, *TITLE, SPINE, MACHINES, AUTHOR, SHEET]
    assert [word for word in words if bool(word.en) != bool(word.ru)] == []


@IN_BOTH
def test_what_it_says_that_the_program_says_is_what_it_says(language: str) -> None:
    messages = messages_in(language).messages.values()
    said = [term[language] for term, _ in SOLVING if term.en.endswith("!")]
    assert len(said) == 3
    assert [what for what in said if not any(message.startswith(what) for message in messages)] == []


def test_the_tapes_that_it_names_are_there() -> None:
    named = [term[language] for term, _ in EDITIONS for language in LANGUAGES if term.en]
    assert {f"{name}.tap" for name in named} == {edition.file_name for edition in ALL_EDITIONS}


@pytest.mark.skipif(not fonts(), reason="neither DejaVu Sans nor Liberation Sans is here")
def test_no_font_is_wider_than_what_is_reckoned_with() -> None:
    known = {character for lines in (*map(panel_text, LANGUAGES),) for character in lines}
    for path in fonts():
        font = ImageFont.truetype(str(path), 1000)
        wider = {c for c in known if font.getlength(c) > 1000 * text_width(c, 1) + 1}
        assert wider == set(), path.name


def panel_text(language: str) -> str:
    """All that stands on the card in a language."""
    return "".join(term[language] + text[language] for term, text in (*EDITIONS, *LOADING, *SOLVING))


@IN_BOTH
def test_the_committed_drawing_is_what_the_command_makes(language: str) -> None:
    name = {"en": "inlay.svg", "ru": "inlay.ru.svg"}[language]
    ran = run_cli("inlay", "-", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    committed = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert ran.out == committed, f"run: python -m harness inlay docs/{name} --lang {language}"


def test_the_sheet_is_a4_in_millimetres_and_the_card_has_a_cassette_s_measures() -> None:
    drawing = ElementTree.fromstring((ROOT / "docs" / "inlay.svg").read_text(encoding="utf-8"))
    assert (drawing.get("width"), drawing.get("height"), drawing.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    assert (PANELS["front"].width, HEIGHT) == (65, 101)
    cut = [rect for rect in drawing.iter(f"{SVG}rect") if rect.get("fill") == "none"]
    assert [(rect.get("width"), rect.get("height")) for rect in cut] == [("222", "101")]
    folds = [path.get("d") for path in drawing.iter(f"{SVG}path") if path.get("stroke-dasharray") == "1 0.6"]
    assert [fold.count("M") for fold in folds if fold] == [2 * (len(PANELS) - 1)]


def test_another_crossword_on_the_front(tmp_path: Path) -> None:
    out = tmp_path / "cat.svg"
    assert run_cli("inlay", str(out), "--puzzle", "puzzles/cat.txt").code == 0
    assert out.read_text(encoding="utf-8") != (ROOT / "docs" / "inlay.svg").read_text(encoding="utf-8")


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    out = str(tmp_path / "x.svg")
    assert_one_line_refusal(run_cli("inlay", out, "--puzzle", "puzzles/car.txt"), "clues alone")
    assert_one_line_refusal(run_cli("inlay", out, "--puzzle", "none.txt"), "none.txt")
    assert_one_line_refusal(run_cli("inlay", str(tmp_path)), "is a folder")
    assert_one_line_refusal(run_cli("inlay", out, "--lang", "de"), "de")
    assert not list(tmp_path.iterdir())


def test_a_word_that_is_too_long_gets_a_line_of_its_own() -> None:
    assert break_lines("a incomprehensibilities b", 2, 10) == ["a", "incomprehensibilities", "b"]

"""The cassette's inlay: its measures, its words, whether they fit, and the committed drawings."""

from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from PIL import ImageFont

from harness.commands._arguments import LANGUAGES
from harness.spectrum.build import ALL_EDITIONS
from harness.spectrum.messages import language as messages_in
from tests.cli_runner import run_cli
from tests.house import ROOT

IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
SVG = "{http://www.w3.org/2000/svg}"
HEIGHT, MARGIN = 101.0, 3.0
DESCENT = 0.3
"""Depth of a letter below its line, in the type size."""
EDGES = (0.0, 16.0, 28.5, 93.5, 158.0, 222.0)
"""The folds between the flap, the spine, the front and the two panels of text, in millimetres from the left."""


class Text:
    """A line of text on the card: its place and size in millimetres, what is bold at its beginning, and all of it."""

    def __init__(self, element: Element, *, is_turned: bool) -> None:
        self.x, self.y, self.size = (float(element.get(name, "")) for name in ("x", "y", "font-size"))
        self.bold, self.words = "".join(part.text or "" for part in element), "".join(element.itertext())
        self.is_turned, self.is_centred = is_turned, element.get("text-anchor") == "middle"

    def width(self, font: Path) -> float:
        """Return the length in a font; bold text is a twelfth wider."""
        face = ImageFont.truetype(str(font), 1000)
        return float(face.getlength(self.words) + face.getlength(self.bold) / 12) * self.size / 1000


def sheet_of(language: str) -> Element:
    """The sheet without its crossword."""
    name = ROOT / "harness" / "drawing" / f"inlay.{language}.svg"
    root: Element = ElementTree.fromstring(name.read_text("utf-8").replace("{{front}}", ""))
    return root


def texts(language: str) -> list[Text]:
    """All text on the card in a language, in its order."""
    (card,) = (group for group in sheet_of(language) if group.tag == f"{SVG}g")
    groups = (group for group in card.iter(f"{SVG}g") if "rotate" in group.get("transform", ""))
    turned = {text for group in groups for text in group.iter(f"{SVG}text")}
    return [Text(text, is_turned=text in turned) for text in card.iter(f"{SVG}text")]


def fonts() -> list[Path]:
    """Sans-serifs that are here: those of the system, and the one that the package `zx` brings."""
    folders = [Path("/usr/share/fonts")]
    if zx := find_spec("zx"):
        folders += map(Path, zx.submodule_search_locations or ())
    names = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf")
    return [found[0] for name in names if (found := [path for folder in folders for path in folder.rglob(name)])]


@IN_BOTH
@pytest.mark.skipif(not fonts(), reason="neither DejaVu Sans nor Liberation Sans is here")
def test_the_text_fits_its_panel(language: str) -> None:
    for text in texts(language):
        width = text.width(fonts()[-1])
        left, right = (text.x - width / 2, text.x + width / 2) if text.is_centred else (text.x, text.x + width)
        if text.is_turned:  # along the card, on the flap or on the spine
            assert (right <= HEIGHT - MARGIN, text.y + DESCENT * text.size <= EDGES[1] - 1) == (True, True), text.words
            continue
        edge, following = max((edge, after) for edge, after in pairwise(EDGES) if edge <= left)
        assert (left >= edge + MARGIN, right <= following - MARGIN + 0.5) == (True, True), text.words
        assert text.y + DESCENT * text.size <= HEIGHT - MARGIN, text.words


def test_both_languages_say_the_same_things() -> None:
    english, russian = ([text for text in texts(language) if text.bold] for language in LANGUAGES)
    assert len(english) == len(russian) > 20
    assert [text.size for text in english] == [text.size for text in russian]


@IN_BOTH
def test_quoted_messages_match_the_program(language: str) -> None:
    messages = messages_in(language).messages.values()
    said = [text.bold.strip() for text in texts(language) if text.bold.strip().endswith(("!", "."))]
    assert len(said) == 3
    assert [what for what in said if not any(message.startswith(what) for message in messages)] == []


def test_the_tapes_that_it_names_are_there() -> None:
    turned = [text for language in LANGUAGES for text in texts(language) if text.is_turned and text.size < 3]
    named = {text.bold.strip() for text in turned if text.bold}
    assert {f"{name}.tap" for name in named} == {edition.file_name for edition in ALL_EDITIONS}


@IN_BOTH
def test_the_committed_drawing_is_what_the_command_makes(language: str) -> None:
    name = {"en": "inlay.svg", "ru": "inlay.ru.svg"}[language]
    ran = run_cli("build", "--inlay", "-", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    committed = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert ran.out == committed, f"run: python -m harness build --inlay docs/{name} --lang {language}"


def test_another_crossword_on_the_front(tmp_path: Path) -> None:
    out = tmp_path / "cat.svg"
    assert run_cli("build", "--inlay", str(out), "--puzzle", "puzzles/cat.txt").code == 0
    assert out.read_text(encoding="utf-8") != (ROOT / "docs" / "inlay.svg").read_text(encoding="utf-8")

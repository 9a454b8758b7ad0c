"""The studio's server side without a browser: its answers, its access control, a watched Spectrum."""

import asyncio
import gc
import io
import multiprocessing
import random
import re
import shutil
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageChops
from starlette.responses import Response

from harness.advice.choices import FEW_CHANGED
from harness.advice.generate import NotFoundError, new_puzzle, options_of_new, random_puzzle
from harness.errors import HarnessError, RequestError
from harness.files.reading import data_folder
from harness.formats import Source, read_puzzle
from harness.puzzle import Grid, differing_cells
from harness.puzzle.palette import Colour, Palette
from harness.solver.human.explain import explain
from harness.solver.human.presentation import LANGUAGES
from harness.solver.human.rules import Rule
from harness.solver.search import solve
from harness.solver.strategy import Difficulty, solve_any
from harness.spectrum import in_page
from harness.spectrum.build import ALL_EDITIONS
from harness.studio import analysis, importing, requests, workers
from harness.studio.documents import MAX_SIDE, Document
from harness.studio.embedded import returned, share, unshare
from harness.studio.importing import PictureOptions
from harness.studio.language import in_language
from harness.studio.pages import static, step_of_difficulty
from harness.studio.server import Guard
from tests.house import ROOT

PICTURES = ROOT / "tests" / "data" / "pictures"


def all_scripts() -> str:
    folder = files("harness.studio") / "static"
    return "".join(static(module.name) for module in folder.iterdir() if module.name.endswith(".js"))


def png_of(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "png")
    return file.getvalue()


class Script:
    """A page that asks this, and goes; None is a look at which nothing new has come."""

    def __init__(self, *asked: dict[str, Any] | None) -> None:
        self.asked = list(asked)
        self.sent: list[dict[str, Any]] = []

    def poll(self) -> bool:
        if not self.asked:
            raise EOFError
        if self.asked[0] is None:
            self.asked.pop(0)
            return False
        return True

    def recv(self) -> dict[str, Any]:
        while self.asked:
            asked = self.asked.pop(0)
            if asked is not None:
                return asked
        raise EOFError

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def be_served(self) -> list[dict[str, Any]]:
        analysis.serve(self)  # type: ignore[arg-type]  # as much of a connection as it needs
        return self.sent


@pytest.mark.parametrize("kind", ["puzzle.txt", "non", "xml", "png", "svg", "solution.svg", "sheet.png"])
def test_exports_come_back(kind: str) -> None:
    car = solve(read_puzzle(data_folder("puzzles") / "car.txt")).solutions[0]
    document = {"rows": list(car.rows), "title": "car"}
    data = requests.take(document, kind)
    back = importing.bring(data, f"puzzle.{kind.split('.')[-1]}", PictureOptions())["document"]
    assert back["rows"] == document["rows"]
    assert back["title"] == ("car" if kind != "png" else "puzzle")


WITH_ROOM = Document(("####..",) * 3 + ("......",) * 3)
TALL = Document(("###",) * 20 + ("#..",) * 25)
"""Too high for the Spectrum's screen: it is entered with rows and columns swapped."""


@pytest.mark.parametrize(("document", "kind"), [(WITH_ROOM, "z80"), (WITH_ROOM, "tap"), (TALL, "tap"), (TALL, "z80")])
def test_a_puzzle_on_a_tape_or_in_a_snapshot_comes_back(document: Document, kind: str) -> None:
    data = requests.take(document.as_json(), kind, "turbo")
    assert returned(Source(f"puzzle.{kind}", data)) == document


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "no drawing"),
        ({"rows": []}, "no drawing"),
        ({"rows": ["#" * (MAX_SIDE + 1)]}, "cells are too many; the page takes"),
        ({"rows": ["#.", "#"]}, "row 2"),
        ({"rows": ["r."], "colours": [{"key": "r", "rgb": "red"}]}, "does not name a colour"),
        ({"rows": ["r."], "colours": [{"key": "?", "rgb": "#ff0000"}]}, "something else"),
    ],
)
def test_invalid_drawings_are_refused(document: object, said: str) -> None:
    with pytest.raises(HarnessError, match=said):
        requests.take(document, "puzzle.txt")
    with pytest.raises(HarnessError, match="nothing"):
        requests.take({"rows": ["#"]}, "nothing")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"crop": "1,2"}, "four numbers"),
        ({"width": "0"}, "choose 1"),
        ({"darkness": "x"}, "not a whole number"),
        ({"crop": f"0,0,8,{10**9}"}, "not a whole number"),
    ],
)
def test_options_that_cannot_be_are_rejected(query: dict[str, str], said: str) -> None:
    assert PictureOptions.of_query({"crop": f"0,0,8,{10**9 - 1}"}).crop == (0, 0, 8, 10**9 - 1)
    with pytest.raises(RequestError, match=said):
        PictureOptions.of_query(query)


def test_the_page_offers_every_edition() -> None:
    page = static("index.html")
    choice = page[page.index('<select id="edition">') :]
    offered = re.findall(r'<option value="([^"]+)"', choice[: choice.index("</select>")])
    assert {in_page.edition_named(name) for name in offered} == set(ALL_EDITIONS)
    with pytest.raises(RequestError, match="no edition"):
        in_page.edition_named("gold")


def test_the_samples_have_a_picture_and_a_difficulty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The easy ones first; what is too small to be solved for fun is none."""
    for name in ("wink.txt", "heart.txt", "one-cell.txt", "README.md"):
        shutil.copy(data_folder("puzzles") / name, tmp_path)
    monkeypatch.setattr(requests, "data_folder", lambda _: tmp_path)
    heart, wink = requests.samples.__wrapped__()
    assert (heart["file"], heart["outcome"], heart["difficulty"]["level"]) == ("heart.txt", "unique", "easy")
    assert (wink["file"], wink["outcome"], wink["difficulty"]["level"]) == ("wink.txt", "multiple", None)
    assert heart["document"]["rows"][0] == ".#.#."


def test_a_newer_drawing_ends_the_older_one() -> None:
    ambiguous = {"rows": ["#." * 10, ".#" * 10] * 10}
    small = {"rows": ["#"]}
    page = Script({"id": 1, "document": ambiguous}, {"id": 2, "document": small}, *[None] * 20)
    parts = [(message["id"], message["part"]) for message in page.be_served()]
    assert (1, "done") not in parts
    assert parts[-1] == (2, "done")


def test_a_wrong_drawing_is_answered_in_a_sentence() -> None:
    page = Script({"id": 7, "document": {"rows": ["#", "##"]}, "language": "ru"})
    said = "строка 2: клеток 2, а в строке 1 их 1; сделайте все строки одной длины"
    assert page.be_served() == [{"id": 7, "part": "error", "message": said}]


def test_the_repair_is_unique() -> None:
    document = Document(("#.", ".#"))
    answers = {answer["part"]: answer for answer in analysis.analyse(document)}
    assert list(answers) == ["solutions", "repair", "repaired"]
    assert answers["solutions"]["differing"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert (answers["solutions"]["outcome"], answers["solutions"]["other"]) == ("multiple", (".#", "#."))
    rows = [[*row] for row in document.rows]
    for row, column, after in answers["repair"]["changes"]:
        rows[row][column] = after
    assert solve(Document(tuple(map("".join, rows))).puzzle().black_and_white()).unique
    assert answers["repair"]["levels"] == [None, "easy"]


def test_a_sheet_to_print_has_white_cells() -> None:
    svg = requests.take({"rows": ["#.", ".#"]}, "svg").decode()
    assert "#e2e2e8" not in svg
    assert 'fill="#ffffff"' in svg


def black_logo() -> Image.Image:
    """What is dark of the logo, in black on nothing."""
    logo = Image.open(PICTURES / "logo.png")
    dark = logo.convert("L").point(lambda level: 255 * (level < 150))
    black = Image.new("RGBA", logo.size, (0, 0, 0, 0))
    black.putalpha(ImageChops.multiply(dark, logo.getchannel("A")))
    return black


@pytest.mark.parametrize(
    ("name", "data", "least", "kinds"),
    [
        ("scan", (PICTURES / "scan.png").read_bytes(), 0.6, {2}),
        ("logo in black on clear", png_of(black_logo()), 0.55, {2}),
        ("logo in four colours", (PICTURES / "logo.png").read_bytes(), 0.6, {2, 4}),
    ],
)
def test_the_choices_for_a_photo_are_like_it(name: str, data: bytes, least: float, kinds: set[int]) -> None:
    brought = importing.bring(data, name, PictureOptions())
    assert (brought["is_photo"], max(map(len, brought["document"]["rows"])) <= 25) == (True, True)
    offered = importing.choices(data, name)
    assert {choice["colours"] for choice in offered["choices"]} == kinds
    for choice in offered["choices"]:
        document = Document.of_json(choice["document"])
        filled = 1 - "".join(document.rows).count(".") / len("".join(document.rows))
        if choice["colours"] == 2:
            assert 0.1 <= filled <= 0.7
        if choice["colours"] == max(kinds):
            assert choice["likeness"] >= least
        if choice["outcome"] == "unique":
            assert solve(document.puzzle()).solutions == (Grid(document.rows),)
        settings = PictureOptions(tuple(offered["crop"]), len(document.rows[0]), len(document.rows), choice["darkness"])
        settings = replace(settings, colours=choice["colours"], invert=choice["invert"])
        drawn = importing.bring(data, name, settings)["document"]["rows"]
        assert len(differing_cells(drawn, document.rows)) <= len("".join(drawn)) * FEW_CHANGED
    chosen = offered["choices"][offered["chosen"]]
    assert (chosen["outcome"], chosen["colours"]) == ("unique", max(kinds))


@pytest.mark.parametrize("link", ["", "#puzzle=", "#puzzle=!!!", "#puzzle=" + "A" * 40, "https://x.example/#puzzle=eA"])
def test_a_link_that_holds_no_puzzle(link: str) -> None:
    with pytest.raises(HarnessError, match="holds no puzzle"):
        unshare(link)


def test_a_link_holds_a_drawing_in_colour() -> None:
    tulips = importing.bring((data_folder("puzzles") / "tulips.g").read_bytes(), "tulips.g", PictureOptions())
    document = Document.of_json(tulips["document"])
    assert unshare("https://puzzles.example/" + share(document)) == document


def test_a_page_offers_no_options_of_a_command() -> None:
    for data in (b"<svg/>", b"%PDF-1", b"a letter", b"rows: 1\ncolumns: 2\n\nwho: knows"):
        with pytest.raises(HarnessError) as refused:
            importing.bring(data, "x", PictureOptions())
        assert "--" not in in_language(refused.value, "en")


def test_the_page_has_words_for_all_it_says_in_both_languages() -> None:
    english, russian = (set(re.findall(r'"([a-z0-9-]+)": "', static(f"{name}.js"))) for name in ("english", "russian"))
    assert {key for key in english ^ russian if not key.startswith("sample-")} == set()
    asked = set(re.findall(r'data-(?:t|label)="([^"]+)"', static("index.html")))
    asked |= set(re.findall(r'\btext\("([a-z0-9-]+)"', all_scripts()))
    assert asked - english == set()


def test_every_icon_is_drawn_once() -> None:
    drawn = re.findall(r'<symbol id="i-([\w-]+)"', static("icons.svg"))
    assert len(drawn) == len(set(drawn))
    used = {*re.findall(r'"#i-([\w-]+)"', static("index.html")), *re.findall(r'\bicon\("([\w-]+)"', all_scripts())}
    assert used <= set(drawn)


def test_a_drawing_in_colour_is_rated_by_the_rules_of_people() -> None:
    red, blue = Colour("r", (255, 0, 0), "red"), Colour("b", (0, 0, 255), "blue")
    document = Document(("rrb", ".bb", "r.b"), Palette((red, blue)))
    answers = {answer["part"]: answer for answer in analysis.analyse(document)}
    difficulty = answers["difficulty"]
    assert (difficulty["difficulty"], difficulty["level"]) == ("line", "easy")
    assert sum(rule["steps"] for rule in difficulty["rules"]) == difficulty["steps"] > 0
    hint = requests.hint(document.as_json(), ["???"] * 3, "en")
    assert isinstance(hint["step"], dict)
    rule = next(rule for rule in Rule if rule.value == hint["step"]["rule"])
    names = {code: told.words(rule.title) for code, told in LANGUAGES.items()}
    assert names in [one["name"] for one in difficulty["rules"] if one["rule"] == rule.value], "as on a terminal"


OURS = {"host": "127.0.0.1:8017", "origin": "http://127.0.0.1:8017", "x-studio-token": "secret"}


@pytest.mark.parametrize(
    ("method", "changed", "query", "said"),
    [
        ("GET", {}, "", ""),
        ("POST", {}, "", ""),
        ("GET", {"x-studio-token": ""}, "token=secret", ""),
        ("GET", {"host": "evil.example:8017"}, "", "this server is"),
        ("GET", {"host": "127.0.0.1:8018"}, "", "this server is"),
        ("POST", {"origin": "http://evil.example"}, "", "other pages"),
        ("POST", {"origin": "https://127.0.0.1:8017"}, "", "other pages"),
        ("POST", {"origin": "null"}, "", "other pages"),
        ("WEBSOCKET", {"origin": None}, "token=secret", "must come from"),
        ("POST", {"origin": None}, "", "must come from"),
        ("GET", {"x-studio-token": "guess"}, "", "token"),
        ("GET", {"x-studio-token": "ключ"}, "", "token"),
        ("GET", {"x-studio-token": ""}, "token=", "token"),
    ],
)
def test_the_door(method: str, changed: dict[str, str | None], query: str, said: str) -> None:
    headers = {name: value for name, value in (OURS | changed).items() if value is not None}
    guard = Guard(Response(), 8017, "secret")
    objection = guard.objection(method, "/api/samples", headers, query)
    assert (said in objection) if said else objection == ""


def test_a_worker_that_ends_after_its_server_says_nothing(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    ours, theirs = multiprocessing.Pipe()

    async def begin() -> workers.PageWorker:
        return workers.PageWorker(analysis.serve)

    monkeypatch.setattr(workers, "Worker", lambda *_: SimpleNamespace(line=ours))
    worker = asyncio.run(begin())
    theirs.close()
    worker._reader.join()
    gc.freeze()  # so that only what came since is looked through
    gc.collect()
    gc.unfreeze()
    assert [str(warning.message) for warning in recwarn] == []


@pytest.mark.parametrize("crop", [(4, 2, 5, 3), (4, 2, 99, 99)])
def test_a_part_of_a_picture_is_cut_out(crop: tuple[int, int, int, int]) -> None:
    """Left, top, width and height; what lies beyond the picture does not count."""
    lot = random.Random(1)
    rows = tuple("".join(lot.choice("#.") for _ in range(12)) for _ in range(8))
    left, top, width, height = crop
    image = Image.new("L", (12, 8))
    image.putdata([255 * (cell == ".") for row in rows for cell in row])
    brought = importing.bring(png_of(image), "part.png", PictureOptions(crop=crop))
    assert brought["document"]["rows"] == [row[left : left + width] for row in rows[top : top + height]]


@pytest.mark.parametrize(
    ("side", "step", "seed"),
    [(5, "trial", 1), (10, "easy", 3), (10, "hard", 12), (20, "moderate", 5), (30, "colour", 7)],
)
def test_a_new_puzzle_is_of_its_kind_and_its_seed_leads_to_it(side: int, step: str, seed: int) -> None:
    made = new_puzzle(side, step, seed)
    assert made == new_puzzle(side, step, made.seed)._replace(tries=made.seed - seed + 1)
    assert made.puzzle == random_puzzle(options_of_new(side, step), made.seed).puzzle
    assert solve_any(made.puzzle).solutions == (made.puzzle.goal,)
    if step == "colour":
        assert len(made.puzzle.palette.colours) == 3
        assert solve_any(made.puzzle).difficulty is Difficulty.LINE
    else:
        assert step_of_difficulty(explain(made.puzzle).rating) == step


def test_a_new_puzzle_is_sought_a_counted_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.advice.generate.MAX_LOOKS_IN_ALL", -1)
    with pytest.raises(NotFoundError, match=r"^no hard puzzle of 30×30 was found in 16 tries$"):
        new_puzzle(30, "hard", 1)
    with pytest.raises(RequestError, match=r"^no such puzzle of 30×30 was found in 16 tries; try again"):
        requests.new(30, "hard", 1)
    for wrong in ((5, "hard", 1), (7, "easy", 1), (10, "line", 1), (10, "easy", "1")):
        with pytest.raises(RequestError, match="such puzzles are not made here"):
            requests.new(*wrong)

"""The pictures of the studio's guide: a browser taken through its steps, by Playwright and an installed Chromium."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.files.reading import data_folder
from harness.files.writing import write_file
from harness.formats import read_any
from harness.spectrum.build import EDITIONS
from harness.spectrum.in_page import program_page, tape_of
from harness.studio.pages import PagePuzzle, Site, exported, parts_of_spectrum
from pyspectrum.atomic import write_whole
from tools.pictures.trace import WINDOW, chromium

LYING = {"width": 844, "height": 390}
"""A phone."""
PATIENCE_MS = 120_000
PAUSE_MS = 500
GAP_PX = 12
MODES = ("make", "solve", "watch")
LINES = 40
"""Lines that the Spectrum looks at before its picture is taken."""
MENU_TSTATES = 35_000_000
"""When the program has long shown its menu."""
STEPS = 12
"""Steps of the cat that are done before its picture is taken."""
CARDS = ("heart", "car", "house", "cup", "cat", "fish", "tulips", "fir", "rocket", "winter", "lighthouse", "harbour")
"""The samples of the static pages."""
SOLVED = """([id, rows]) => localStorage.setItem("progress", JSON.stringify(
  {[id]: {rows, seconds: 20, strokes: 7, share: 1, isSolved: true}}))"""
CAT = (
    "..#..............#..",
    "..##............##..",
    "..###..........###..",
    "..#.##........##.#..",
    "..#..##########..#..",
    "..#..##########..#..",
    "..################..",
    ".##################.",
    ".###...######...###.",
    ".##.##..####..##.##.",
    ".##.##..####..##.##.",
    ".###...######...###.",
    ".########..########.",
    "#.#######..#######.#",
    ".#.####......######.",
    "#.#.###.#..#.###...#",
    ".#..####.##.####..#.",
    "#....###....###....#",
    "......########......",
    "....................",
)
"""A cat with whiskers, of which several pictures have the numbers."""


def write_tour(folder: Path) -> list[Path]:
    """Serve the studio, and keep a picture of each step in `folder`; returns the files written."""
    command = [sys.executable, "-m", "harness", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            return take_pictures(server.stdout.readline().split()[-1], folder)
        finally:
            server.send_signal(signal.SIGINT)


def take_pictures(address: str, folder: Path) -> list[Path]:
    """Go through the studio at `address` and keep a picture of each step; returns the files written."""
    written: list[Path] = []
    with chromium() as browser, TemporaryDirectory() as files:
        from playwright.sync_api import expect

        expect.set_options(timeout=PATIENCE_MS)
        page = browser.new_page(viewport=WINDOW, locale="en-GB")  # type: ignore[arg-type]  # it is a TypedDict

        def keep(name: str) -> None:
            page.wait_for_timeout(PAUSE_MS)
            data = page.screenshot(animations="disabled", caret="hide")
            written.append(write_file(folder / f"{name}.png", data))

        page.goto(address)
        page.wait_for_selector("html[data-samples]", timeout=PATIENCE_MS)
        keep("start")
        page.set_input_files("#file", _photo(Path(files)))
        expect(page.locator("#choices [role=radio]")).to_have_count(10)
        page.locator("#photo-section").scroll_into_view_if_needed()
        keep("photo")
        cat = Path(files) / "cat.txt"
        write_whole(cat, ("picture:\n" + "\n".join(CAT) + "\n").encode())
        page.set_input_files("#file", cat)
        expect(page.locator("#fix")).to_be_visible()
        page.fill("#name", "Cat")
        page.keyboard.press("Enter")
        expect(page.locator("#fix")).to_be_visible()
        page.mouse.move(5, 600)
        keep("make")
        page.click("#fix")
        expect(page.locator("#verdict")).to_have_text("One solution")
        page.click("#take-open")
        page.mouse.move(5, 600)
        keep("take")
        page.keyboard.press("Escape")
        page.click("#home")
        page.click("[data-card='cat'] button")
        expect(page.locator("#solve-board")).to_have_attribute("data-whole", "true")
        for _ in range(STEPS):
            page.click("#hint")
            expect(page.locator("#do-step")).to_be_visible()
            page.click("#do-step")
            expect(page.locator("#hint-card")).to_be_hidden()
        page.click("#hint")
        expect(page.locator("#hint-card")).to_be_visible()
        keep("solve")
        page.set_viewport_size(LYING)  # type: ignore[arg-type]
        keep("lying")
        page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        while page.locator("#finish-card").is_hidden():
            page.keyboard.press("n")
            expect(page.locator("#do-step")).to_be_visible()
            page.click("#do-step")
            page.wait_for_timeout(PAUSE_MS)
        page.wait_for_timeout(3 * PAUSE_MS)
        keep("solved")
        page.click("#finish-watch")
        page.click("[data-speed='10']")
        page.select_option("#edition", "classic")
        page.click("#switch-on")
        expect(page.locator("#stage-text")).to_contain_text("solving")
        page.click("#play")
        for _ in range(LINES):
            page.click("#step-line")
        page.mouse.move(5, 300)
        keep("watch")
        page.click("#stop")
        page.goto(_pages(Path(files) / "pages"))
        page.wait_for_selector("html[data-ready]")
        page.evaluate(SOLVED, ["heart", ["?#?#?", "#####", "#####", "?###?", "??#??"]])
        page.reload()
        keep("cards")
        page.goto(_page_of_one(Path(files) / "lighthouse.html"))
        page.click("[data-speed='0']")
        page.click("#switch-on")
        expect(page.locator("#now-title")).to_have_text("solved")
        page.click("#play")
        page.mouse.move(5, 300)
        keep("page")
        write_whole(Path(files) / "program.html", program_page().encode())
        page.goto((Path(files) / "program.html").as_uri())
        page.click("[data-do=on]")
        page.wait_for_selector("body.runs")
        page.evaluate(f"spectrum.ask('pause').then(() => spectrum.ask('until', {MENU_TSTATES}))")
        keep("program")
    written.append(write_file(folder / "modes.png", _side_by_side([folder / f"{mode}.png" for mode in MODES])))
    return written


def _pages(folder: Path) -> str:
    """Static pages of some samples; returns the address of their cards."""
    parts = parts_of_spectrum({"turbo": tape_of(EDITIONS[2])})
    puzzles = []
    for name in CARDS:
        (path,) = data_folder("puzzles").glob(f"{name}.*")
        puzzles.append(PagePuzzle(name, exported(read_any(path), name, PATIENCE_MS / 1000)))
    for name, data in Site(puzzles, parts).files().items():
        write_file(folder / name, data)
    return (folder / "index.html").as_uri()


def _page_of_one(path: Path) -> str:
    """A page of the lighthouse in one file; returns the address at which one watches it."""
    parts = parts_of_spectrum({"classic": tape_of(EDITIONS[0])})
    content = exported(read_any(data_folder("puzzles") / "lighthouse.txt"), "Lighthouse", PATIENCE_MS / 1000)
    write_file(path, Site([PagePuzzle("Lighthouse", content)], parts, in_one_file=True).page().encode())
    return f"{path.as_uri()}#watch"


def _side_by_side(pictures: Sequence[Path]) -> bytes:
    """Join pictures of the modes, for the README."""
    from PIL import Image

    width, height = WINDOW["width"] // 2, WINDOW["height"] // 2
    joined = Image.new("RGB", (len(pictures) * (width + GAP_PX) - GAP_PX, height), "white")
    for number, picture in enumerate(pictures):
        with Image.open(picture) as image:
            small = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
            joined.paste(small, (number * (width + GAP_PX), 0))
    kept = io.BytesIO()
    joined.save(kept, "png", optimize=True)
    return kept.getvalue()


def _photo(folder: Path) -> Path:
    """A photo of something like a pear."""
    from PIL import Image, ImageDraw, ImageFilter

    photo = Image.linear_gradient("L").resize((480, 480)).point(lambda level: 200 + level // 6).convert("RGB")
    draw = ImageDraw.Draw(photo)
    draw.ellipse((110, 200, 370, 450), fill=(120, 130, 40))
    draw.ellipse((170, 90, 300, 320), fill=(130, 140, 50))
    draw.line((235, 110, 250, 40), fill=(60, 40, 20), width=14)
    path = folder / "pear.png"
    photo.filter(ImageFilter.GaussianBlur(3)).save(path)
    return path

"""The pictures in README and docs, made by the program itself: the same every time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from harness.drawing.animation import Recorder, animation_painter, build_animation
from harness.files.reading import data_folder
from harness.files.writing import write_file
from harness.formats import read_puzzle
from harness.puzzle import Puzzle
from harness.solver.strategy import find_strategy
from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import EndMessage, Menu
from harness.spectrum.screens import build_picture_screen
from pyspectrum.machine import Spectrum
from pyspectrum.screen import Screen
from pyspectrum.tape import Tape, screen_blocks

SCALE = 2
STEPS_NAME = "solving-steps"
FILM_NAME = "spectrum-solving"
FILM_STEP_FRAMES, FILM_FRAME_MS, FILM_END_MS = 75, 40, 3_000
"""One picture for each one and a half seconds of Spectrum time; how long each is shown, and how long the end."""
FILM_MARGIN = 10
"""Pixels around the grid: the marks of its lines are there."""
IN_RUSSIAN = frozenset({"loading", "menu", "entered", "relax-20x30", "view-data", "many-variants", "incorrect-data"})
"""The pictures with words on them that the Russian manual shows; their names end in ``-ru``."""


def write_screenshots(folder: Path) -> list[Path]:
    """Make every picture into `folder`; returns the files written."""
    written = [_save(image, folder / f"{name}.png") for name, image in shots()]
    written.append(write_file(folder / f"{STEPS_NAME}.png", solving_steps()))
    return [*written, write_file(folder / f"{FILM_NAME}.png", film())]


def shots() -> Iterator[tuple[str, Image.Image]]:
    yield from _shots_of(EDITIONS[0])
    yield from _picture()
    yield from _basic_analysis()
    for name, image in _shots_of(RUSSIAN_EDITIONS[0]):
        if name in IN_RUSSIAN:
            yield f"{name}-ru", image


def _shots_of(edition: Edition) -> Iterator[tuple[str, Image.Image]]:
    """The pictures that show words."""
    yield "loading", Screen(draw_loading_screen(edition.language)).image(scale=SCALE, border=0)
    for scene in (_entering, _solving, _many_variants, _incorrect):
        yield from scene(edition)


def solving_steps() -> bytes:
    """The 20×30 puzzle being solved by the default strategy, as an animated PNG."""
    puzzle = _puzzle("relax-20x30")
    recorder = Recorder(puzzle)
    (solution,) = find_strategy().solve(puzzle, on_step=recorder).solutions
    return build_animation("apng", animation_painter(puzzle), recorder.frames, solution.rows).data


def film() -> bytes:
    """Draw the grid while the Spectrum solves the largest sample, as an animated PNG."""
    menu = _loaded(_puzzle("harbour"), EDITIONS[0])
    menu.press_start()
    menu.spectrum.run_frames(FILM_STEP_FRAMES)  # until the clues are gone
    images = []
    while not menu.shows(menu.language["solved"]):
        images.append(_shot(menu))
        menu.spectrum.run_frames(FILM_STEP_FRAMES)
    grid = images[-1].getbbox()  # without the prompt
    assert grid is not None
    left, top, right, bottom = grid
    box = (left - FILM_MARGIN, top - FILM_MARGIN, right + FILM_MARGIN, bottom + FILM_MARGIN)
    images = [image.crop(box).quantize(4) for image in (_shot(menu), *images)]
    durations = [FILM_END_MS] + [FILM_FRAME_MS] * (len(images) - 1)  # what cannot play it shows the end
    file = io.BytesIO()
    images[0].save(file, "PNG", save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=True)
    return file.getvalue()


def _entering(edition: Edition) -> Iterator[tuple[str, Image.Image]]:
    menu = _loaded(_puzzle("car"), edition, typed=False)
    menu.spectrum.run_frames(10)  # the items that the article's program does not have
    yield "menu", _shot(menu)
    menu.enter(_puzzle("car"))
    yield "entered", _shot(menu)


def _solving(edition: Edition) -> Iterator[tuple[str, Image.Image]]:
    menu = _loaded(_puzzle("relax-20x30"), edition)
    menu.press_start()
    menu.spectrum.run_frames(50 * 60)
    yield "solving", _shot(menu)
    stop = menu.run_to_stop()
    yield "relax-20x30", _shot(menu)
    menu.leave(stop)
    menu.choose("4")
    menu.wait(menu.language["scroll"])
    yield "view-data", _shot(menu)


def _many_variants(edition: Edition) -> Iterator[tuple[str, Image.Image]]:
    menu = _loaded(_puzzle("wink"), edition)
    menu.start_solving()
    yield "many-variants", _shot(menu)
    menu.answer(menu.language["many_variants"], "y")
    menu.wait(menu.language["which_colour"])
    menu.spectrum.run_frames(5)
    yield "which-colour", _shot(menu)


def _incorrect(edition: Edition) -> Iterator[tuple[str, Image.Image]]:
    menu = _loaded(_puzzle("contradiction"), edition)
    menu.start_solving()
    yield "incorrect-data", _shot(menu)


def _picture() -> Iterator[tuple[str, Image.Image]]:
    grid = read_puzzle(data_folder("puzzles") / "cat.txt").goal
    assert grid is not None
    menu = _loaded(None, typed=False)
    menu.spectrum.insert_tape(Tape(screen_blocks("cat", build_picture_screen(grid))))
    menu.choose("3")
    said = menu.language
    for prompt, answer in (("width_prompt", grid.width), ("height_prompt", grid.height), ("picture_name", "cat")):
        menu.answer(said[prompt], str(answer))
    menu.spectrum.run_frames(50 * 4)
    yield "reading-picture", _shot(menu)


def _basic_analysis() -> Iterator[tuple[str, Image.Image]]:
    menu = _loaded(_puzzle("car"), EDITIONS[1])
    menu.press_start()
    menu.spectrum.run_frames(50 * 12)
    yield "basic-analysis", _shot(menu)


def _loaded(puzzle: Puzzle | None, edition: Edition = EDITIONS[0], *, typed: bool = True) -> Menu:
    menu = Menu(Spectrum())
    menu.load(build_tape(edition))
    if puzzle and typed:
        refused: EndMessage | None = menu.enter(puzzle)
        assert refused is None
    return menu


def _puzzle(name: str) -> Puzzle:
    return read_puzzle(data_folder("puzzles") / f"{name}.txt")


def _shot(menu: Menu) -> Image.Image:
    return menu.spectrum.screen.image(scale=SCALE, border=menu.spectrum.core.border)


def _save(image: Image.Image, path: Path) -> Path:
    file = io.BytesIO()
    image.quantize(16).save(file, "PNG", optimize=True)
    return write_file(path, file.getvalue())

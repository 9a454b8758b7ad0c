"""Choices for photos: a face, a star on black, a word, and drawings in uneven light, each drawn here."""

import io
import math
from collections.abc import Callable
from importlib.resources import files

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from harness.advice.choices import LEAST_SIDE, Choices, choose, even_light
from harness.errors import FormatError
from harness.puzzle import Grid, differing_cells
from harness.solver.strategy import Outcome

FIT = 62, 42


def taken(image: Image.Image) -> Choices:
    return choose(image, "photo", FIT)


def star(ink: str, paper: str) -> Image.Image:
    image = Image.new("RGB", (500, 500), paper)
    turns = [(math.pi * point / 5 - math.pi / 2, 85 if point % 2 else 210) for point in range(10)]
    ImageDraw.Draw(image).polygon([(250 + r * math.cos(a), 250 + r * math.sin(a)) for a, r in turns], fill=ink)
    return image


def face(paper: str) -> Image.Image:
    image = Image.new("RGB", (600, 800), paper)
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 580, 540, 1000), fill="#285aa0")
    draw.rectangle((250, 520, 350, 660), fill="#c5a288")
    draw.ellipse((140, 90, 460, 470), fill="#3c2819")
    draw.ellipse((170, 170, 430, 570), fill="#e8bea0")
    draw.pieslice((160, 120, 440, 420), 180, 360, fill="#3c2819")
    for x in (235, 365):
        draw.ellipse((x - 28, 325, x + 28, 365), fill="#321e14")
    draw.arc((240, 420, 360, 510), 20, 160, fill="#a03232", width=14)
    return image.filter(ImageFilter.GaussianBlur(3))


def flower() -> Image.Image:
    image = Image.new("RGB", (700, 700), "#faf8f0")
    draw = ImageDraw.Draw(image)
    for petal in range(6):
        x, y = 350 + 130 * math.cos(petal * math.pi / 3), 260 + 130 * math.sin(petal * math.pi / 3)
        draw.ellipse((x - 75, y - 75, x + 75, y + 75), outline="#1e1e1e", width=12)
    draw.ellipse((290, 200, 410, 320), fill="#1e1e1e")
    draw.line((350, 420, 350, 660), fill="#1e1e1e", width=14)
    return image.filter(ImageFilter.GaussianBlur(1.5))


def hello(colours: str, paper: str = "white") -> Image.Image:
    """The word, a colour for each of its letters."""
    image, x = Image.new("RGB", (900, 300), paper), 70.0
    letters = io.BytesIO((files("harness.drawing") / "fonts" / "Inter-Bold.ttf").read_bytes())
    font, draw = ImageFont.truetype(letters, 200), ImageDraw.Draw(image)
    for letter, colour in zip("HELLO", colours.split(), strict=True):
        draw.text((x, 30), letter, font=font, fill=colour)
        x += draw.textlength(letter, font=font) + 10
    return image


def lit(image: Image.Image, light: Callable[[float, float], float]) -> Image.Image:
    """The same in a light that falls off over the picture, whose sides are 1."""
    small = Image.new("L", (64, 64))
    small.putdata([round(light(x / 63, y / 63)) for y in range(64) for x in range(64)])
    shade = small.resize(image.size, Image.Resampling.BICUBIC)
    return ImageChops.multiply(image, Image.merge("RGB", (shade, shade, shade)))


LIGHTS: dict[str, Callable[[float, float], float]] = {
    "from a corner": lambda x, y: 255 - 100 * (x + y),
    "from a side": lambda x, y: 255 - 180 * x,
    "in the middle": lambda x, y: 255 - 380 * ((x - 0.5) ** 2 + (y - 0.5) ** 2),
}


def sound(found: Choices) -> Choices:
    """Choices of which none is too small, and the chosen one is a puzzle for an evening, if the shape allows it."""
    longer = [choice.longer for choice in found.offered]
    for choice in (found.offered[found.chosen], found.offered[found.plain]):
        assert choice.outcome is Outcome.UNIQUE
        assert 20 <= choice.longer <= 30 or not any(20 <= side <= 30 for side in longer)
    assert min(min(one.picture.grid.width, one.picture.grid.height) for one in found.offered) >= LEAST_SIDE
    return found


@pytest.mark.parametrize(("ink", "paper"), [("white", "black"), ("#dddddd", "#303030"), ("yellow", "#00005a")])
def test_a_light_star_on_a_dark_ground_is_black(ink: str, paper: str) -> None:
    plain = [choice for choice in sound(taken(star(ink, paper))).offered if choice.colours == 2]
    assert [choice.longer for choice in plain] == [10, 15, 20, 25, 30, 40]
    dark = [choice.picture.grid for choice in taken(star("black", "white")).offered]
    for choice, usual in zip(plain, dark, strict=True):
        rows = choice.picture.grid.rows
        assert choice.options.invert
        assert (rows[0][0], rows[-1][0], rows[len(rows) // 2][len(rows[0]) // 2]) == (".", ".", "#")
        if (choice.picture.grid.width, len(rows)) == (usual.width, usual.height):
            assert len(differing_cells(rows, usual.rows)) <= 0.06 * usual.width * usual.height


@pytest.mark.parametrize("paper", ["#cddceb", "#1e2832", "#f0f0f0"])
def test_a_face_is_more_than_its_hair(paper: str) -> None:
    found = sound(taken(face(paper)))
    left, top, width, height = found.crop
    assert left <= 145
    assert top <= 95
    assert left + width >= 535
    assert top + height >= 780
    chosen = found.offered[found.chosen].picture
    assert len(chosen.palette.colours) >= 2
    names = [colour.name for colour in chosen.palette.colours]
    assert "light brown" in names
    assert all(names)
    assert len({*names}) == len(names)


@pytest.mark.parametrize("light", LIGHTS)
def test_uneven_light_leaves_no_shadow(light: str) -> None:
    even, uneven = (sound(taken(image)) for image in (flower(), lit(flower(), LIGHTS[light])))
    assert uneven.crop == pytest.approx(even.crop, abs=8)
    for one, other in zip(even.offered, uneven.offered, strict=True):
        grids = one.picture.grid, other.picture.grid
        if [grids[0].width, grids[0].height] == [grids[1].width, grids[1].height]:
            assert len(differing_cells(grids[0].rows, grids[1].rows)) <= 0.12 * grids[0].width * grids[0].height
        assert [grids[1].rows[-1][column] for column in (0, -1)] == [".", "."]


@pytest.mark.parametrize(
    "image",
    [hello("black " * 5), hello("white " * 5, "navy"), hello("#aaaa3c #1e1e1e #28285a #1e501e #c88c96")],
    ids=["black", "white on blue", "colours"],
)
def test_a_word_is_whole(image: Image.Image) -> None:
    found = sound(taken(image))
    left, _, width, _ = found.crop
    assert 60 <= left <= 90
    assert 650 <= width <= 690
    chosen = found.offered[found.chosen].picture.grid
    for grid in (chosen, found.offered[found.plain].picture.grid):
        columns = [{*column} for column in zip(*grid.rows, strict=True)]
        edges = [next(at for at, cells in enumerate(side) if cells != {"."}) for side in (columns, columns[::-1])]
        assert max(edges) <= 1, grid


def test_only_light_that_falls_off_evenly_is_evened_out() -> None:
    for image in (flower(), star("black", "white"), face("#cddceb"), Image.effect_noise((300, 200), 60).convert("RGB")):
        assert even_light(image) is image
    shadow = even_light(lit(Image.new("RGB", (90, 60), "white"), LIGHTS["from a side"])).convert("L")
    assert min(shadow.tobytes()) > 225
    with pytest.raises(FormatError, match="photo: the picture is of one colour"):
        taken(Image.new("RGB", (90, 60), "white"))


def test_choices_have_one_solution_or_say_so() -> None:
    for choice in taken(flower()).offered:
        puzzle = Grid(choice.picture.grid.rows).puzzle()
        assert (choice.outcome, choice.solutions == 1) in ((Outcome.UNIQUE, True), (Outcome.MULTIPLE, False)), puzzle

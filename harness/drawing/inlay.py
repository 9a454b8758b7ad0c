"""The cassette's inlay, a J-card, as a sheet of A4 to be printed, cut and folded.

The sheets are `inlay.en.svg` and `inlay.ru.svg` beside this module: edit them as drawings. From the left: the flap
behind the cassette, the spine, the front, and two panels that are folded in behind it. All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from harness.drawing.layout import Sheet
from harness.drawing.svg import draw_sheet

LANGUAGES = ("en", "ru")
_PLACE = "{{front}}"
"""Mark in a sheet for the crossword: a box on the front, by its middle and its size."""
_MIDDLE = (61.0, 53.0)
_SIZE = (52.0, 60.0)


def build_inlay(sheet: Sheet, picture: Sequence[str], language: str) -> str:
    """The inlay as an SVG document, with a solved crossword on its front: its sheet, and the picture's rows as keys."""
    layout = sheet.layout()
    scale = min(_SIZE[0] / layout.width, _SIZE[1] / layout.height)
    x, y = _MIDDLE[0] - layout.width * scale / 2, _MIDDLE[1] - layout.height * scale / 2
    drawn = "\n".join(draw_sheet(layout, picture, sheet.empty_picture()))
    front = f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">\n{drawn}\n</g>'
    return files("harness.drawing").joinpath(f"inlay.{language}.svg").read_text("utf-8").replace(_PLACE, front)

"""Crosswords as drawings: a sheet with the clues at its sides, as a picture, as SVG, as an animation of the solving.

* `progress`: which groups of a line are found; `layout`: what is on a sheet, and where;
* `raster`: pictures through Pillow, with `digits` of our own; `svg`: vectors;
* `animation`: GIF and APNG from the steps of a solver;
* `inlay`, with `typesetting` and `inlay_words`: the cassette's inlay;
* `terminal`, `colour_terminal`: pictures in characters; `watch`, `live`: the same while it is being solved.
"""

from harness.drawing.animation import Frame, Recorder, build_apng, build_gif, build_png
from harness.drawing.layout import Sheet
from harness.drawing.svg import build_svg

__all__ = ["Frame", "Recorder", "Sheet", "build_apng", "build_gif", "build_png", "build_svg"]

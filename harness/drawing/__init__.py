"""Crosswords as drawings: a sheet with the clues at its sides, as a picture, as SVG, as an animation of the solving.

* `progress`: which groups of a line are found; `layout`: what is on a sheet, and where;
* `raster`: pictures through Pillow, with `digits` of our own; `svg`: vectors;
* `animation`: GIF and APNG from the steps of a solver; `variants`: the tree of variants;
* `inlay`, with `typesetting` and `inlay_words`: the cassette's inlay;
* `terminal`, `colour_terminal`: pictures in characters; `watch`, `live`: the same while it is being solved.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.drawing.animation import Frame as Frame
    from harness.drawing.animation import Recorder as Recorder
    from harness.drawing.animation import build_apng as build_apng
    from harness.drawing.animation import build_gif as build_gif
    from harness.drawing.animation import build_png as build_png
    from harness.drawing.layout import Sheet as Sheet
    from harness.drawing.svg import build_svg as build_svg

_HOMES = {
    "Frame": "animation",
    "Recorder": "animation",
    "Sheet": "layout",
    "build_apng": "animation",
    "build_gif": "animation",
    "build_png": "animation",
    "build_svg": "svg",
}
"""Public name → the module it lives in, imported when the name is first asked for: a grid in characters needs none."""

__all__ = ["Frame", "Recorder", "Sheet", "build_apng", "build_gif", "build_png", "build_svg"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)

"""A contact sheet: small pictures side by side, each with a caption."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from harness.puzzle import Grid
from harness.puzzle.palette import Palette

_SIDE_PX, _MARGIN_PX, _TEXT_PX, _COLUMNS = 240, 16, 15, 4
_PAPER, _INK, _CHOSEN = "#e8e8ee", "black", "#f2c200"


def contact_sheet(pictures: Sequence[tuple[Grid, Palette, str]], chosen: int) -> bytes:
    """Draw the pictures, captions below them, as a PNG; the one that is chosen has a frame."""
    font = ImageFont.truetype(
        io.BytesIO((files("harness.drawing") / "fonts" / "Inter-Regular.ttf").read_bytes()), _TEXT_PX
    )
    width, height = _SIDE_PX + _MARGIN_PX, _SIDE_PX + _MARGIN_PX + 2 * _TEXT_PX
    columns, rows = min(_COLUMNS, len(pictures)), -(-len(pictures) // _COLUMNS)
    sheet = Image.new("RGB", (columns * width + _MARGIN_PX, rows * height + _MARGIN_PX), _PAPER)
    draw = ImageDraw.Draw(sheet)
    for number, (grid, palette, caption) in enumerate(pictures):
        left, top = _MARGIN_PX + number % columns * width, _MARGIN_PX + number // columns * height
        image = Image.new("RGB", (grid.width, grid.height))
        image.putdata([palette.rgb(cell) for row in grid.rows for cell in row])
        scale = max(1, _SIDE_PX // max(grid.width, grid.height))
        image = image.resize((scale * grid.width, scale * grid.height), Image.Resampling.NEAREST)
        if number == chosen:
            draw.rectangle((left - 6, top - 6, left + image.width + 5, top + image.height + 5), fill=_CHOSEN)
        sheet.paste(image, (left, top))
        draw.text((left, top + _SIDE_PX + 6), caption, fill=_INK, font=font)
    file = io.BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()

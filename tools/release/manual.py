"""The manual as a PDF: its Markdown by way of HTML, with the book's font; pictures at the screen's own size."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

from fpdf import FPDF
from fpdf.fonts import FontFace, TextStyle
from markdown_it import MarkdownIt

_FONT = "Inter"
_PICTURE_MM = 90
_HEADINGS_PT = {"h1": 22, "h2": 16, "h3": 13}


def build_manual(text: str, folder: Path) -> bytes:
    """The PDF of a manual in Markdown, whose pictures lie in `folder`. The same text gives the same bytes."""
    pdf = FPDF(format="a4")
    pdf.set_creation_date(datetime(2003, 2, 1, tzinfo=UTC))
    pdf.set_title(text.splitlines()[0].lstrip("# "))
    pdf.set_auto_page_break(auto=True, margin=18)
    for style, name in (("", "Regular"), ("B", "Bold"), ("I", "Regular"), ("BI", "Bold")):
        pdf.add_font(_FONT, style, str(files("harness.drawing") / "fonts" / f"Inter-{name}.ttf"))
    pdf.set_font(_FONT, size=10)
    pdf.add_page()
    pdf.write_html(
        _html(text, folder),
        tag_styles={
            **{
                tag: TextStyle(font_family=_FONT, font_style="B", font_size_pt=size, t_margin=4, b_margin=2)
                for tag, size in _HEADINGS_PT.items()
            },
            "code": FontFace(family=_FONT, emphasis="BOLD"),
            "pre": TextStyle(font_family=_FONT, font_size_pt=9, t_margin=2, b_margin=2, l_margin=6),
            "blockquote": TextStyle(font_family=_FONT, t_margin=2, b_margin=2, l_margin=6),
            "a": FontFace(color=None),
        },
    )
    return bytes(pdf.output())


def _html(text: str, folder: Path) -> str:
    """The manual as HTML: links between documents are plain text on paper, and pictures have a size."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    html = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)
    root = ElementTree.fromstring(f"<body>{html}</body>")
    for picture in root.iter("img"):
        picture.set("src", str(folder / picture.get("src", "")))
        picture.set("width", str(round(_PICTURE_MM * 72 / 25.4)))
    for cell in (*root.iter("th"), *root.iter("td")):  # which the PDF's tables hold as plain text
        text = "".join(cell.itertext())
        cell.clear()
        cell.text = text
    return ElementTree.tostring(root, encoding="unicode")

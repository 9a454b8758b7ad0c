"""The drawings that ``solve`` makes, as a user runs it."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from PIL import Image

from tests.cli_runner import run_cli

COLOURED = "width 2\nheight 2\ncolor a #dc0000\ncolor b #0000c8\nrows\n1a,1b\n1b\ncolumns\n1a\n2b\n"


def file_of(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


class TestDrawings:
    def test_all_of_them(self, tmp_path: Path) -> None:
        names = {kind: str(tmp_path / f"heart.{kind}") for kind in ("png", "svg", "gif", "apng")}
        options = [word for kind, name in names.items() for word in (f"--{kind}", name)]
        ran = run_cli("solve", "puzzles/heart.txt", *options, "--json")
        assert (ran.code, ran.err, ran.json["unique"]) == (0, "", True)
        assert ElementTree.parse(names["svg"]).getroot().tag.endswith("svg")
        for kind, format, is_animated in (("png", "PNG", False), ("gif", "GIF", True), ("apng", "PNG", True)):
            with Image.open(names[kind]) as image:
                assert image.format == format
                assert (getattr(image, "n_frames", 1) > 5) is is_animated

    def test_in_colour(self, tmp_path: Path) -> None:
        name, gif = file_of(tmp_path, "c.non", COLOURED), tmp_path / "c.gif"
        ran = run_cli("solve", name, "--gif", str(gif))
        assert (ran.code, ran.err.count("\n")) == (0, 1), ran.err
        with Image.open(gif) as image:
            frames = getattr(image, "n_frames", 1)
            assert frames > 1
            image.seek(frames - 1)
            colours = {colour for _, colour in image.convert("RGB").getcolors() or []}
        assert {(0xDC, 0, 0), (0, 0, 0xC8)} <= colours

"""The pictures of README and docs are what the program makes today."""

from pathlib import Path

from PIL import Image, ImageSequence

from tests.house import ROOT
from tools.pictures.scenes import write_screenshots

BY_A_BROWSER = {"trace.png", "page.png", "page-390.png"}


def frames(path: Path) -> list[bytes]:
    """The pixels of every frame: files may differ where another zlib has packed them."""
    with Image.open(path) as image:
        return [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(image)]


def test_the_pictures_are_made_again(tmp_path: Path) -> None:
    committed = ROOT / "docs" / "images"
    made = {path.name for path in write_screenshots(tmp_path)}
    assert made == {path.name for path in committed.glob("*.png")} - BY_A_BROWSER
    assert [name for name in sorted(made) if frames(tmp_path / name) != frames(committed / name)] == []

"""The pages of our examples: ``python -m tools.example_pages FOLDER`` writes them; release and site take them.

A page has Sinclair's ROM in it, so none is ever committed: `build/`, `dist/` and the site have them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from docs.examples.gems.test_gems import gems_tape
from docs.examples.rooms.test_rooms import LOADER as ROOMS_LOADER
from docs.examples.rooms.test_rooms import ROOMS, room_data
from docs.examples.snake.test_snake import LOADER as SNAKE_LOADER
from pyspectrum import Tape, assemble, tokenise
from pyspectrum.models import model_named
from pyspectrum.page import Page, parse_pad, write_page
from pyspectrum.tape import code_blocks, program_blocks

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"


def build_gems() -> Tape:
    """Gems: a BASIC loader, a turbo loader, and the game as pulses."""
    return gems_tape(assemble(EXAMPLES / "gems" / "loader.asm"), assemble(EXAMPLES / "gems" / "gems.asm"))


def build_snake() -> Tape:
    """Snake: a BASIC loader and the game."""
    code = assemble(EXAMPLES / "snake" / "snake.asm")
    return Tape(program_blocks("snake", tokenise(SNAKE_LOADER), 10) + code_blocks("snake", code.code, code.origin))


def build_rooms() -> Tape:
    """Three rooms in the banks of a 128K."""
    code = assemble(EXAMPLES / "rooms" / "rooms.asm")
    rooms = (block for bank, room in ROOMS.items() for block in code_blocks(f"{bank}", room_data(*room), 0xC000))
    begin = program_blocks("rooms", tokenise(ROOMS_LOADER), 10)
    return Tape((*begin, *code_blocks("rooms", code.code, code.origin), *rooms))


@dataclass(frozen=True)
class Example:
    """An example that is played in a page."""

    name: str
    title: str
    build: Callable[[], Tape]
    keys: tuple[str, ...]
    pad: str
    model: str = "48"

    def page(self) -> str:
        tape = self.build()
        suffix = ".tzx" if tape.losses(".tap") else ".tap"
        model = model_named(self.model)
        page = Page(self.title, f"{self.name}{suffix}", tape.encode(suffix), model, keys=self.keys)
        return write_page(replace(page, pad=parse_pad(self.pad)))


PAGES = (
    Example("snake", "Snake", build_snake, ("Q up", "A down", "O left", "P right", "SPACE start"), "OPQA SPACE"),
    Example("gems", "Gems", build_gems, ("O left", "P right", "SPACE start"), "OP SPACE"),
    Example("rooms", "Rooms", build_rooms, ("1 cellar", "2 kitchen", "3 garden"), "1 2 3", "128"),
)


def write_pages(folder: Path) -> Iterator[Path]:
    """Write the pages into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for example in PAGES:
        path = folder / f"{example.name}.html"
        path.write_text(example.page(), "utf-8", newline="\n")
        yield path


if __name__ == "__main__":
    for written in write_pages(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pages")):
        print(written)

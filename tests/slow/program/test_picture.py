"""Menu item 3: a picture on the tape becomes a crossword, and a bad one leaves what was there."""

from collections.abc import Iterable

import pytest

from harness.errors import PictureRefusedError
from harness.puzzle import Grid
from harness.spectrum.build import build_tape
from harness.spectrum.menu import EndMessage
from harness.spectrum.play import play_picture
from harness.spectrum.screens import build_picture_screen, read_screen
from pyspectrum.tape import DATA_FLAG, Block, Tape, code_blocks, screen_blocks
from tests.slow.program.rig import BASIC, CLASSIC, TURBO, TWO_SOLUTIONS, edition_on, loaded, solved_once

RING = Grid(("..###..", ".#####.", "##...##", "##...##", "#######", "..###.."))
TAPE = build_tape(edition_on(CLASSIC))


def test_the_largest_drawing() -> None:
    rows = tuple("".join("#" if (x - 31) ** 2 + 2 * (y - 21) ** 2 < 850 else "." for x in range(62)) for y in range(42))
    played = play_picture(read_screen(build_picture_screen(Grid(rows)), "disc.scr"), 62, 42, TAPE)
    assert (played.stop, played.grid.rows) == (EndMessage.SOLVED, rows)
    assert played.puzzle.has_clues_of(Grid(rows).puzzle())


def bad_blocks() -> dict[str, tuple[Block, ...]]:
    header, data = screen_blocks("picture", build_picture_screen(RING))
    return {
        "too short": code_blocks("picture", bytes(100), 16384),
        "too long": code_blocks("picture", bytes(7000), 16384),
        "damaged": (header, Block(DATA_FLAG, data.payload, data.stored_checksum ^ 1)),
        "cut off": (header, Block.build(DATA_FLAG, data.payload[:3000])),
    }


@pytest.mark.parametrize(
    ("tape_name", "model", "kinds"),
    [(CLASSIC, "48", bad_blocks()), (BASIC, "48", ["damaged"]), (TURBO, "128", ["too short", "cut off"])],
)
def test_a_bad_block_leads_back_to_the_menu_with_the_old_data(tape_name: str, model: str, kinds: Iterable[str]) -> None:
    menu = solved_once(loaded(tape_name, model), TWO_SOLUTIONS, tape_name)
    for kind in kinds:
        menu.spectrum.insert_tape(Tape(bad_blocks()[kind]))
        with pytest.raises(PictureRefusedError):
            menu.test_picture(7, 6, "picture")
        menu.spectrum.eject_tape()
        assert [line for line in menu.view_data() if line.startswith("Line")] == ["Line 1: 1", "Line 2: 1"] * 2
        assert menu.solve_again() is EndMessage.MANY_VARIANTS, kind
        menu.leave(EndMessage.MANY_VARIANTS)

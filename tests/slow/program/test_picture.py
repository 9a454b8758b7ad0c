"""Menu item 3: a picture on the tape becomes a crossword, and a bad one leaves what was there."""

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import PictureRefusedError
from harness.puzzle import Grid
from harness.spectrum.build import build_tape
from harness.spectrum.menu import Stop
from harness.spectrum.play import play_picture
from harness.spectrum.screens import build_picture_screen, judge_picture, read_screen
from pyspectrum.tape import DATA_FLAG, Block, Tape, code_blocks, screen_blocks
from tests.slow.program.rig import BASIC, CLASSIC, TURBO, TWO_SOLUTIONS, edition_on, loaded, solved_once
from tests.strategies import NO_SHRINKING

RING = Grid(("..###..", ".#####.", "##...##", "##...##", "#######", "..###.."))
TAPE = build_tape(edition_on(CLASSIC))


@settings(max_examples=4, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=6912, max_size=6912), st.integers(1, 20), st.integers(1, 20))
def test_the_program_and_python_see_the_same_picture(data: bytes, width: int, height: int) -> None:
    picture = read_screen(data, "random.scr")
    played = play_picture(picture, width, height, TAPE)
    assert played.puzzle.has_clues_of(judge_picture(picture.screen, width, height).puzzle())


def test_the_largest_drawing() -> None:
    rows = tuple("".join("#" if (x - 31) ** 2 + 2 * (y - 21) ** 2 < 850 else "." for x in range(62)) for y in range(42))
    played = play_picture(read_screen(build_picture_screen(Grid(rows)), "disc.scr"), 62, 42, TAPE)
    assert (played.stop, played.grid.rows) == (Stop.SOLVED, rows)
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
        assert menu.solve_again() is Stop.MANY_VARIANTS, kind
        menu.leave(Stop.MANY_VARIANTS)


def test_a_block_without_colours_is_white_on_black_so_what_is_not_set_is_black() -> None:
    """The 2,048 bytes of the original; the same drawing as a SCREEN$ in black on white is the other way round."""
    third = build_picture_screen(RING)[:2048]
    negative = Grid(tuple(row.translate(str.maketrans("#.", ".#")) for row in RING.rows))
    for data, seen in ((build_picture_screen(RING), RING), (third, negative)):
        played = play_picture(read_screen(data, "ring.scr"), RING.width, RING.height, TAPE)
        assert played.puzzle.has_clues_of(seen.puzzle())

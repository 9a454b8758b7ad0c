"""Sheets as pictures, SVG and animations."""

import io
import itertools
import re
import xml.etree.ElementTree as ElementTree
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from harness.drawing.animation import LAST_FRAME_MS, Frame, Recorder, animation_painter, build_animation, thin
from harness.drawing.layout import Layout, found_groups, is_thick, pale
from harness.drawing.raster import Highlight, Painter
from harness.drawing.svg import build_svg
from harness.puzzle import Axis, Grid, Group, Line, Puzzle, groups_of
from harness.puzzle.palette import Colour, Palette, Rgb, distance
from harness.solver.strategy import STRATEGIES, Known, find_strategy
from tests.marks import examples
from tests.strategies import grids
from tests.unit.harness.solver.files import sample

HEART = Grid((".#.#.", "#####", "#####", ".###.", "..#.."))
RED, BLUE = (220, 0, 0), (0, 0, 200)
COLOURED = Grid(("rrb", ".bb", "r.r"))
PALETTE = Palette((Colour("r", RED), Colour("b", BLUE)), background=(250, 250, 200))


def arrangements(clue: tuple[Group, ...], cells: str) -> list[list[int]]:
    """Brute force: the starts of the groups in every filling that fits."""
    lines = map("".join, itertools.product(*("#b." if cell == "?" else cell for cell in cells)))
    return [[run.start() for run in re.finditer("#+|b+", line)] for line in lines if groups_of(line) == clue]


class TestFoundGroups:
    @settings(max_examples=examples(150))
    @given(st.text("#b.", min_size=1, max_size=7), st.data())
    def test_against_brute_force(self, whole: str, data: st.DataObject) -> None:
        hidden = data.draw(st.lists(st.booleans(), min_size=len(whole), max_size=len(whole)))
        cells = "".join("?" if hide else cell for cell, hide in zip(whole, hidden, strict=True))
        clue = groups_of(whole)
        starts = arrangements(clue, cells)
        wanted = tuple(
            len({one[index] for one in starts}) == 1 and "?" not in cells[starts[0][index] :][: group.length]
            for index, group in enumerate(clue)
        )
        assert found_groups(clue, cells) == wanted

    def test_wrong_cells_cross_nothing_out(self) -> None:
        assert found_groups((Group(2, "#"),), "#..") == (False,)
        assert found_groups((), "#..") == ()


class TestRaster:
    @pytest.mark.parametrize(("width", "height"), [(5, 5), (15, 10), (62, 42), (100, 100)])
    def test_sizes_are_sensible_and_two_digits_fit(self, width: int, height: int) -> None:
        puzzle = Grid(("#" * width,) * height).puzzle()
        painter = Painter(puzzle)
        assert 150 <= max(painter.size_px) <= 2700
        assert Layout.of(puzzle).cell * painter.scale >= 18
        assert max(animation_painter(puzzle).size_px) <= 1400

    def test_cells_have_their_colours_where_the_layout_says(self) -> None:
        puzzle = COLOURED.puzzle(PALETTE)
        painter, layout = Painter(puzzle, scale=2), Layout.of(puzzle)
        image = painter.paint(("rrb", ".bb", "r.?")).convert("RGB")
        side = layout.cell * 2
        looks = {"r": RED, "b": BLUE, ".": PALETTE.background, "?": (226, 226, 232)}
        for row, cells in enumerate(("rrb", ".bb", "r.?")):
            for column, cell in enumerate(cells):
                x, y = layout.left * 2 + column * side + side // 2, layout.top * 2 + row * side + side // 2
                assert image.getpixel((x, y)) == looks[cell], (row, column)

    def test_every_fifth_rule_is_thick(self) -> None:
        puzzle = Grid(("." * 11,) * 2).puzzle()
        layout, painter = Layout.of(puzzle), Painter(puzzle, scale=1)
        image = painter.paint(("." * 11,) * 2).convert("RGB")
        y = layout.top + layout.cell // 2
        rules = [image.getpixel((layout.left + column * layout.cell, y)) for column in range(12)]
        assert [colour == (0, 0, 0) for colour in rules] == [column in (0, 5, 10, 11) for column in range(12)]
        assert [is_thick(column, 11) for column in range(12)] == [colour == (0, 0, 0) for colour in rules]

    def test_a_found_number_loses_its_ink(self) -> None:
        puzzle = Grid(("#.",)).puzzle()
        layout, painter = Layout.of(puzzle), Painter(puzzle, scale=3)
        side = (0, 3 * layout.top, 3 * layout.left - 6, 3 * layout.height)  # the row's numbers

        def has_ink(picture: str) -> bool:
            return b"\0\0\0" in painter.paint((picture,)).convert("RGB").crop(side).tobytes()

        assert [has_ink(picture) for picture in ("??", "?.", "#.")] == [True, True, False]

    def test_a_highlight_shows(self) -> None:
        painter, line, cells = Painter(HEART.puzzle()), Line(Axis.ROW, 1), [(1, 2)]
        shown = [Highlight(), Highlight(line, cells), Highlight(line, cells, is_supposed=True)]
        assert len({painter.paint(HEART.rows, each).convert("RGB").tobytes() for each in shown}) == 3

    @pytest.mark.parametrize("axis", Axis)
    def test_the_unknown_cells_of_a_highlighted_line_are_tinted(self, axis: Axis) -> None:
        puzzle = Grid(("#.", "##")).puzzle()
        layout, painter = Layout.of(puzzle), Painter(puzzle, scale=1)
        picture = ("?.", "??")
        plain = painter.paint(picture).convert("RGB")
        pointed = painter.paint(picture, Highlight(Line(axis, 0))).convert("RGB")

        def differs(row: int, column: int) -> bool:
            middle = (layout.left + layout.cell * column + 2, layout.top + layout.cell * row + 2)
            return plain.getpixel(middle) != pointed.getpixel(middle)

        tinted = {(row, column) for row in range(2) for column in range(2) if differs(row, column)}
        assert tinted == ({(0, 0)} if axis is Axis.ROW else {(0, 0), (1, 0)})


class TestSvg:
    @settings(max_examples=examples(20))
    @given(grids(alphabet="#."), st.text(max_size=10))
    def test_it_is_xml_with_a_title_and_all_numbers(self, grid: Grid, title: str) -> None:
        puzzle = grid.puzzle(title=title)
        root = ElementTree.fromstring(build_svg(puzzle, grid.rows).encode())
        name = "{http://www.w3.org/2000/svg}"
        assert root.find(f"{name}title") is not None
        assert root.get("viewBox") == f"0 0 {Layout.of(puzzle).width} {Layout.of(puzzle).height}"
        numbers = [int(text.text or "") for text in root.iter(f"{name}text")]
        assert sorted(numbers) == sorted(group.length for clue in puzzle.groups().values() for group in clue)

    def test_markup_in_a_title_is_text(self) -> None:
        assert "<title>&lt;b&gt; &amp; крот</title>" in build_svg(HEART.puzzle(title="<b> & крот"), HEART.rows)

    def test_colours(self) -> None:
        text = build_svg(COLOURED.puzzle(PALETTE), ("rr?", ".bb", "r.r"))
        paths = ElementTree.fromstring(text.encode()).findall("{http://www.w3.org/2000/svg}path")
        assert {path.get("fill") for path in paths} == {"#dc0000", "#0000c8", "#fafac8", "#e2e2e8", "none"}


class TestAnimation:
    def recorded(self, puzzle: Puzzle, max_frames: int = 400) -> Recorder:
        recorder = Recorder(puzzle, max_frames)
        find_strategy("probe").solve(puzzle, on_step=recorder)
        return recorder

    def test_frames_follow_the_deductions(self) -> None:
        frames = self.recorded(HEART.puzzle()).frames
        assert frames[0].picture == ("?????",) * 5
        assert frames[-1].picture == HEART.rows
        assert all(frame.highlight.cells for frame in frames[1:])
        for before, after in itertools.pairwise(frames):
            changed = {(r, c) for r in range(5) for c in range(5) if before.picture[r][c] != after.picture[r][c]}
            assert {before.picture[r][c] for r, c in changed} == {"?"}
            assert changed == set(after.highlight.cells)

    def test_frames_in_colour_follow_the_deductions_to_the_end(self) -> None:
        """Line logic alone shows nothing of this puzzle."""
        puzzle = Grid(("rb..", "..rb", ".r.b", "b..r")).puzzle(PALETTE)
        assert find_strategy().solve(puzzle).fixpoint.unknown_count
        for kind in STRATEGIES:
            recorder = Recorder(puzzle)
            solution = kind().solve(puzzle, on_step=recorder).solutions[0]
            frames = recorder.frames
            assert (frames[0].picture, frames[-1].picture) == (("????",) * 4, solution.rows)
            assert len(frames) > 4
            assert all(before.picture != after.picture for before, after in itertools.pairwise(frames))

    def test_long_searches_are_thinned_and_keep_their_end(self) -> None:
        frames = self.recorded(HEART.puzzle(), max_frames=4).frames
        assert len(frames) <= 4
        assert (frames[0].picture, frames[-1].picture) == (("?????",) * 5, HEART.rows)

    @pytest.mark.parametrize("count", range(1, 9))
    def test_thinning_keeps_the_ends(self, count: int) -> None:
        frames = [Frame((str(number),)) for number in range(7)]
        thinned = thin(frames, count)
        assert len(thinned) == min(7, max(2, count))
        assert (thinned[0], thinned[-1]) == (frames[0], frames[-1])

    @pytest.mark.parametrize("kind", ["GIF", "PNG"])
    def test_the_file_holds_every_frame_and_holds_the_last(self, kind: str) -> None:
        recorder = self.recorded(HEART.puzzle())
        painter = animation_painter(recorder.puzzle)
        build = partial(build_animation, "gif" if kind == "GIF" else "apng", painter)
        data = build(recorder.frames, HEART.rows).data
        assert data == build(recorder.frames, HEART.rows).data  # deterministic
        with Image.open(io.BytesIO(data)) as image:
            assert image.format == kind
            frames = [*recorder.frames, Frame(HEART.rows)]
            assert getattr(image, "n_frames", 1) == len(frames)
            for number, frame in enumerate(frames):
                image.seek(number)
                painted = painter.paint(frame.picture, frame.highlight)
                assert image.convert("RGB").tobytes() == painted.convert("RGB").tobytes()
            assert image.info["duration"] == LAST_FRAME_MS

    @pytest.mark.parametrize("kind", STRATEGIES, ids=lambda known: known.name)
    def test_the_cat_s_gif_is_small(self, kind: Known) -> None:
        """Pillow 10.1 and later write no pixel that does not change."""
        puzzle = sample("cat")
        recorder = Recorder(puzzle)
        (solution,) = kind().solve(puzzle, on_step=recorder).solutions
        made = build_animation("gif", animation_painter(puzzle), recorder.frames, solution.rows)
        assert len(made.data) < 150_000
        assert made.frame_count == recorder.step_count + 2

    @pytest.mark.parametrize("scale", [1, 2])
    def test_found_numbers_are_struck_out_at_every_scale(self, scale: int) -> None:
        colours = Painter(HEART.puzzle(), scale).paint(HEART.rows).convert("RGB").getcolors()
        assert (205, 205, 212) in {colour for _, colour in colours or ()}

    @pytest.mark.parametrize("scale", [1, 2, 3])
    @pytest.mark.parametrize(
        "rgb", [(0, 0, 0), (255, 255, 255), (255, 255, 0), (0, 0, 255), (200, 0, 0), (120, 120, 120)]
    )
    def test_struck_numbers_are_legible_in_every_colour(self, rgb: Rgb, scale: int) -> None:
        """Digits, strike and ground can be told apart, two by two."""
        puzzle = Grid(("a",)).puzzle(Palette((Colour("a", rgb),), background=(250, 250, 200)))
        layout, painter = Layout.of(puzzle), Painter(puzzle, scale=scale)
        numbers = (1, scale * layout.top, scale * layout.left, scale * layout.bottom)
        image = painter.paint(("a",)).convert("RGB").crop(numbers)
        shown = {colour for _, colour in image.getcolors() or ()}
        strike, ink = (140, 140, 150), (0, 0, 0)
        assert {ink, strike, pale(rgb)} <= shown
        for one, other, least in ((ink, strike, 400), (strike, pale(rgb), 100), (ink, pale(rgb), 500)):
            assert distance(one, other) >= least

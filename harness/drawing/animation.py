"""The solving of a crossword as an animation, GIF or APNG, in step with the deductions."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

from PIL.Image import Image

from harness.drawing.layout import Layout
from harness.drawing.raster import NO_HIGHLIGHT, Highlight, Painter, best_scale
from harness.puzzle import Grid, Puzzle
from harness.solver.strategy import Step, StepKind

LENGTH_MS = 12_000  # about the length of an animation whose steps can be followed at that speed
FRAME_MS_RANGE = (40, 400)
LAST_FRAME_MS = 4_000  # duration of the final picture
SIDE_PX = 800  # animations are scaled up to about this size
MOST_SCALE = 3
"""Small ones grow no larger: four times as large, the 15×15 puzzle of a cat takes half as many bytes again."""
MOST_PICTURES = 10_000  # frames that are kept for a folder of pictures
MAX_FRAMES = 400
MAX_FRAME_PIXELS = 60_000_000
"""Pixels of all frames together: Pillow keeps them in memory while it writes, a byte each."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture on its way, and what to point at in it."""

    picture: tuple[str, ...]
    highlight: Highlight = NO_HIGHLIGHT


class Recorder:
    """Listens to a strategy, as its `on_step`, and keeps the frames of an animation, up to the first solution.

    Of a long search frames are left out evenly, so that memory stays bounded however long it takes. `step_count` counts
    all steps that changed the picture.

    >>> from harness.solver.strategy import find_strategy
    >>> puzzle = Puzzle(((2,), (1,)), ((1,), (2,)))
    >>> recorder = Recorder(puzzle)
    >>> find_strategy("probe").solve(puzzle, on_step=recorder).outcome.value
    'unique'
    >>> recorder.frames[-1].picture
    ('##', '.#')
    """

    def __init__(self, puzzle: Puzzle, max_frames: int = MAX_FRAMES) -> None:
        self.puzzle = puzzle
        self._max_frames = max(2, max_frames)
        self._frames = [Frame(Grid.unknown(puzzle.width, puzzle.height).rows)]
        self._shown = self._frames[0].picture
        self._last: Frame | None = None  # the newest one, if it was left out
        self._stride = 1
        self.step_count = 0
        self._is_over = False

    def __call__(self, step: Step) -> None:
        if self._is_over:
            return
        self._is_over = step.kind is StepKind.SOLUTION
        if step.grid.rows == self._shown:
            return
        self._shown = step.grid.rows
        frame = Frame(self._shown, Highlight(step.line, frozenset(step.cells), step.depth > 0))
        self.step_count += 1
        if self.step_count % self._stride:
            self._last = frame
            return
        self._last = None
        self._frames.append(frame)
        if len(self._frames) > 2 * self._max_frames:
            del self._frames[1::2]
            self._stride *= 2

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames: nothing known at first, then what was reached."""
        kept = [*self._frames, self._last] if self._last is not None else self._frames
        return thin(kept, self._max_frames)


def thin(frames: Sequence[Frame], count: int) -> tuple[Frame, ...]:
    """Keep at most `count` of the frames, the first and the last among them, at even distances."""
    count = max(2, count)
    if len(frames) <= count:
        return tuple(frames)
    last = len(frames) - 1
    return tuple(frames[last * number // (count - 1)] for number in range(count))


class Animation(NamedTuple):
    """An animated file, and what a user may want to know of it: its pictures, and how long each is shown."""

    data: bytes
    frame_count: int
    frame_ms: int
    last_ms: int

    def __str__(self) -> str:
        """Put it into words.

        >>> str(Animation(b" " * 106_200, 80, 400, 32_000))
        '80 frames, 0.4 s each, the last 32 s, 106 KB'
        """
        each, last = self.frame_ms / 1000, self.last_ms / 1000
        return f"{self.frame_count} frames, {each:g} s each, the last {last:g} s, {len(self.data) / 1000:,.0f} KB"


def build_animation(
    kind: str,
    painter: Painter,
    frames: Sequence[Frame],
    final: Sequence[str],
    delay_ms: int | None = None,
    last_ms: int = LAST_FRAME_MS,
) -> Animation:
    """Build a GIF that repeats, or an animated PNG (`apng`), of the frames; the final picture's rows are held.

    A viewer without animation shows a PNG's first frame. A GIF holds what changes from picture to picture. Frames that
    are more than a file may hold are thinned. Each is shown for `delay_ms` (None: so that the animation has about
    `LENGTH_MS`), the last picture for `last_ms`.
    """
    shown = thin(frames, min(MAX_FRAMES, MAX_FRAME_PIXELS // prod(painter.size_px)))
    shortest, longest = FRAME_MS_RANGE
    each = min(longest, max(shortest, LENGTH_MS // len(shown) // 10 * 10))  # GIF counts hundredths of a second
    if delay_ms is not None:
        each = max(10, round(delay_ms / 10) * 10)
    durations = [each] * len(shown) + [last_ms]
    images = (painter.paint(frame.picture, frame.highlight) for frame in shown)
    first, *others = itertools.chain(images, [painter.paint(final)])
    file = io.BytesIO()
    options: dict[str, Any] = {"save_all": True, "append_images": others, "duration": durations, "loop": 0}
    if kind == "gif":
        first.save(file, "GIF", disposal=1, optimize=True, **options)
    else:
        first.save(file, "PNG", **options)
    return Animation(file.getvalue(), len(durations), each, last_ms)


def build_pictures(painter: Painter, frames: Sequence[Frame], final: Sequence[str]) -> Iterator[bytes]:
    """Yield each frame, and the final picture, as a PNG file."""
    for frame in (*frames, Frame(tuple(final))):
        yield _png(painter.paint(frame.picture, frame.highlight))


def build_png(puzzle: Puzzle, picture: Sequence[str], scale: int | None = None) -> bytes:
    return _png(Painter(puzzle, scale).paint(picture))


def _png(image: Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def animation_painter(puzzle: Puzzle, scale: int | None = None) -> Painter:
    """Make the painter of the frames: smaller than single pictures are, for there are many of them."""
    return Painter(puzzle, scale or min(MOST_SCALE, best_scale(Layout.of(puzzle), SIDE_PX)))

"""What commands that solve can draw: the options ``--png``, ``--svg``, ``--gif`` and ``--apng``, and the files."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from harness.console.common import check_streams
from harness.errors import UsageError
from harness.formats import write_bytes
from harness.puzzle import AnyPuzzle, Picture
from harness.solver.strategy import OnStep, Step

if TYPE_CHECKING:
    from harness.drawing import Recorder, Sheet

_OPTIONS = {
    "png": "draw the first solution, or what is known, with its numbers",
    "svg": "draw the same as vectors, which stay sharp at any size",
    "gif": "draw the solving step by step, as an animation",
    "apng": "the same as an animated PNG",
}


DELAY_RANGE = (0.01, 60.0)
"""Seconds that a frame of an animation can be shown."""


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """Let the user ask for drawings."""
    for name, help in _OPTIONS.items():
        parser.add_argument(f"--{name}", metavar="FILE", help=help)


class Drawings:
    """The drawings that the user asked for: made before the solving, to listen to it; written after.

    Raises:
        UsageError: a file that cannot be written, or must not; a delay that no animation can have.
        TooLargeError: a puzzle too large for a picture of pixels.
    """

    def __init__(self, arguments: argparse.Namespace, puzzle: AnyPuzzle, source: str) -> None:
        self._paths = {name: path for name in _OPTIONS if (path := getattr(arguments, name)) is not None}
        options = {f"--{name}": path for name, path in self._paths.items()}
        check_streams(options, is_json=arguments.json, is_watched=arguments.watch)
        if options:
            from harness.files.writing import check_outputs  # pathlib, and how to write; most print alone

            check_outputs(options, [source, *([arguments.state] if arguments.state else [])])
        delay = getattr(arguments, "delay", None)
        self._delay_ms = None if delay is None else round(1000 * delay)
        if delay is not None and self._paths.keys() & {"gif", "apng"} and not DELAY_RANGE[0] <= delay <= DELAY_RANGE[1]:
            shortest, longest = DELAY_RANGE
            raise UsageError(
                f"--delay {delay:g}: a frame is shown {shortest:g} to {longest:g} seconds; choose such a time"
            )
        self._sheet: Sheet | None = None
        self._recorder: Recorder | None = None
        if self._paths:
            self._prepare(puzzle)

    def _prepare(self, puzzle: AnyPuzzle) -> None:
        from harness.drawing import Recorder, Sheet  # Pillow and more, which most commands do without
        from harness.drawing.raster import Painter

        self._sheet = Sheet.of(puzzle)
        if self._paths.keys() - {"svg"}:
            Painter(self._sheet)  # what is too large is refused before a long search
        if self._paths.keys() & {"gif", "apng"}:
            self._recorder = Recorder(self._sheet)

    @property
    def paths(self) -> tuple[str, ...]:
        """The files to write."""
        return tuple(self._paths.values())

    def listener(self, other: OnStep | None = None) -> OnStep | None:
        """What a strategy is to tell its steps: the recorder, if there is an animation to make, and `other`."""
        recorder = self._recorder
        if recorder is None or other is None:
            return recorder or other

        def tell_both(step: Step) -> None:
            recorder(step)
            other(step)

        return tell_both

    def write(self, shown: Picture) -> None:
        """Write the files; `shown` is the picture that they end with."""
        if self._sheet is None:
            return
        from harness.drawing import build_apng, build_gif, build_png, build_svg

        recorder = self._recorder
        for name, path in self._paths.items():
            if name == "svg":
                data = build_svg(self._sheet, shown.rows).encode()
            elif name == "png" or recorder is None:
                data = build_png(self._sheet, shown.rows)
            else:
                build = build_gif if name == "gif" else build_apng
                data = build(self._sheet, recorder.frames, shown.rows, self._delay_ms)
            write_bytes(data, path)
        if recorder is not None and self._delay_ms is not None:
            self._tell_if_thinned(recorder)

    def _tell_if_thinned(self, recorder: Recorder) -> None:
        """Say on the standard error if there are more steps than frames: who gives a delay wants a frame a step."""
        from harness.drawing.animation import most_frames

        most, frames = most_frames(recorder.sheet), recorder.step_count + 1
        if frames > most:
            print(f"{frames} steps, and a frame for {most} of them: the file would be too large", file=sys.stderr)

"""Moving pictures of a machine: frames kept while it runs, and written as an animated GIF or PNG.

A frame kept is the screen's 6,912 bytes and the border's colour; pictures are drawn only when a video is written.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspectrum.atomic import save_file
from pyspectrum.core import Core
from pyspectrum.core.running import Frames
from pyspectrum.errors import SpectrumError
from pyspectrum.screen import Screen
from pyspectrum.screen.picture import border_width, flashes

if TYPE_CHECKING:
    from PIL import Image

_FRAME_MS = 20  # of a frame's 19.97 ms; a GIF counts in hundredths of a second
_FORMATS = {".gif": "GIF", ".png": "PNG", ".apng": "PNG"}


@dataclass(frozen=True)
class VideoFrame:
    """Picture of a machine at the start of a frame: its screen, its border, and the frame's number."""

    screen: bytes
    border: int
    number: int

    @classmethod
    def of(cls, core: Core) -> VideoFrame:
        return cls(core.screen_bytes(), core.border, core.tstates // core.model.tstates_per_frame)

    def image(self, *, scale: int = 1, border: bool | int = True) -> Image.Image:
        border_px, flash = border_width(border), flashes(self.number)
        colour = self.border if border_px else None
        return Screen(self.screen).palette_image(scale=scale, border=colour, flash=flash, border_px=border_px)


@contextmanager
def record_video(
    core: Core, frames: Frames, path: str | Path, *, every: int, scale: int, border: bool | int
) -> Iterator[list[VideoFrame]]:
    """See `Spectrum.record_video`."""
    _format_of(Path(path))  # a bad one, or a bad border, is refused before anything is recorded
    border_width(border)
    kept = list[VideoFrame]()
    listener = frames.listen(lambda: kept.append(VideoFrame.of(core)), every=every, only_looks=True)
    try:
        yield kept
    finally:
        listener.close()
        last = VideoFrame.of(core)
        save_video(kept if kept[-1:] == [last] else [*kept, last], path, scale=scale, border=border)


def save_video(frames: Iterable[VideoFrame], path: str | Path, *, scale: int = 1, border: bool | int = True) -> None:
    """Write frames as an animation, 20 ms a frame of the Spectrum, whole or not at all, or SpectrumError.

    `path` ends in ``.gif``, or in ``.png`` or ``.apng`` for an animated PNG, which is smaller.
    """
    path = Path(path)
    kind = _format_of(path)
    frames = list(frames)
    if not frames:
        raise SpectrumError(f"{path}: there is no frame to write; run the machine while it is recorded")
    usual = frames[1].number - frames[0].number if len(frames) > 1 else 1
    ends = [*(frame.number for frame in frames[1:]), frames[-1].number + usual]
    pictures: list[Image.Image] = []
    durations: list[int] = []
    drawn = None
    for frame, end in zip(frames, ends, strict=True):
        looks = (frame.screen, frame.border, flashes(frame.number))
        if looks != drawn:
            picture, drawn = frame.image(scale=scale, border=border), looks
            if not pictures or picture.tobytes() != pictures[-1].tobytes():
                pictures.append(picture)
                durations.append(0)
        durations[-1] += _FRAME_MS * max(1, end - frame.number)
    options = {"disposal": 1} if kind == "GIF" else {}
    video = io.BytesIO()
    pictures[0].save(
        video, format=kind, save_all=True, append_images=pictures[1:], duration=durations, loop=0, **options
    )
    save_file(path, video.getvalue(), "the video", SpectrumError)


def _format_of(path: Path) -> str:
    kind = _FORMATS.get(path.suffix.lower())
    if kind is None:
        raise SpectrumError(f"{path}: a video is a .gif, or a .png that moves; name it so")
    return kind

"""Animations have every frame for as long as it was shown; frames are kept at the frames' edges."""

from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from pyspectrum import Spectrum, SpectrumError
from pyspectrum.screen.video import VideoFrame, save_video

CODE = 0x8000
FRAME = 69_888
# ei: loop: inc a: and 7: out (254),a: ld (#5800),a: halt: jr loop - another border and another attribute each frame
CHANGING = bytes.fromhex("fb 3c e607 d3fe 320058 76 18f5")


def changing() -> Spectrum:
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.core.memory[CODE : CODE + len(CHANGING)] = CHANGING
    spectrum.core.pc = CODE
    spectrum.run_frames(1)
    return spectrum


def frames_of(path: Path) -> list[tuple[bytes, int]]:
    """Each frame's pixels, and how many milliseconds it is shown."""
    with Image.open(path) as video:
        return [
            (frame.convert("RGB").tobytes(), int(frame.info["duration"])) for frame in ImageSequence.Iterator(video)
        ]


@pytest.mark.parametrize("suffix", ["gif", "png", "apng"])
@pytest.mark.parametrize("every", [1, 3])
def test_a_video_has_the_frames_that_were_shown(tmp_path: Path, suffix: str, every: int) -> None:
    spectrum = changing()
    path = tmp_path / f"x.{suffix}"
    with spectrum.record_video(path, every=every) as kept:
        spectrum.run_frames(12)
    spectrum.run_frames(12)
    assert [frame.number % every for frame in kept] == [0] * len(kept)
    assert len(kept) == 12 // every
    written = frames_of(path)
    pictures = [frame.image().convert("RGB").tobytes() for frame in kept]
    assert [pixels for pixels, _ in written][: len(pictures)] == pictures
    assert len(set(pictures)) > 3
    assert {duration for _, duration in written[: len(pictures) - 1]} == {20 * every}


def test_a_still_picture_is_one_frame(spectrum: Spectrum, tmp_path: Path) -> None:
    path = tmp_path / "still.gif"
    with spectrum.record_video(path, every=5):
        spectrum.run_frames(100)
        spectrum.core.memory[0x5800] = 0o20
        spectrum.run_frames(50)
    durations = [duration for _, duration in frames_of(path)]
    assert len(durations) == 2
    assert durations[0] == pytest.approx(2000, abs=100)


def test_flashing_squares_flash(spectrum: Spectrum, tmp_path: Path) -> None:
    spectrum.core.memory[0x5800] = 0x80 | 0o21
    path = tmp_path / "flash.gif"
    with spectrum.record_video(path, every=4, border=False):
        spectrum.run_frames(64)
    written = frames_of(path)
    assert 4 <= len(written) <= 5
    assert {pixels[:3] for pixels, _ in written} == {bytes((0xD7, 0, 0)), bytes((0, 0, 0xD7))}
    assert {duration for _, duration in written[1:-1]} == {16 * 20}


def test_scale_and_border(tmp_path: Path) -> None:
    frame = VideoFrame(bytes(6912), 3, 0)
    save_video([frame], tmp_path / "a.gif", scale=2)
    save_video([frame], tmp_path / "b.gif", border=False)
    with Image.open(tmp_path / "a.gif") as video:
        assert video.size == (640, 512)
        assert video.convert("RGB").getpixel((0, 0)) == (0xD7, 0, 0xD7)
    with Image.open(tmp_path / "b.gif") as video:
        assert video.size == (256, 192)


def test_a_breakpoint_is_met_while_frames_are_kept() -> None:
    spectrum = changing()
    with spectrum.frames.listen(lambda: None, every=1):
        assert spectrum.run_until_pc(CODE + 1) == CODE + 1
        seen = spectrum.tstates
        assert spectrum.run_until_pc(CODE + 1) == CODE + 1
    assert spectrum.tstates // FRAME - seen // FRAME == 1


def test_frames_are_kept_after_an_earlier_state_is_restored(tmp_path: Path) -> None:
    spectrum = changing()
    state = spectrum.state()
    with spectrum.record_video(tmp_path / "x.gif", every=1) as kept:
        spectrum.run_frames(5)
        spectrum.restore(state)
        spectrum.run_frames(5)
    assert [frame.number - kept[0].number for frame in kept] == [0, 1, 2, 3, 4] * 2


@pytest.mark.parametrize("every", [0, -1])
def test_listeners_every_0_frames_or_fewer_are_refused(every: int) -> None:
    with pytest.raises(ValueError, match=f"cannot call every {every} frames; use 1 or more"):
        Spectrum().frames.listen(lambda: None, every=every)


def test_videos_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    frame = VideoFrame(bytes(6912), 0, 0)
    with pytest.raises(SpectrumError, match=r"x\.mp4: a video is a \.gif, or a \.png that moves"):
        save_video([frame], tmp_path / "x.mp4")
    with pytest.raises(SpectrumError, match="there is no frame to write"):
        save_video([], tmp_path / "x.gif")
    with pytest.raises(SpectrumError, match="cannot write the video: No such file or directory"):
        save_video([frame], tmp_path / "nowhere" / "x.gif")
    with pytest.raises(SpectrumError, match="a video is"), Spectrum().record_video(tmp_path / "x.txt"):
        pass

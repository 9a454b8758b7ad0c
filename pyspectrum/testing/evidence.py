"""Files of a failed test beside its trace: pictures, text, keys, a snapshot, a film."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyspectrum.atomic import write_whole
from pyspectrum.machine import Spectrum
from pyspectrum.screen.video import VideoFrame, save_video
from pyspectrum.snapshot import write_snapshot
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import Replay

_SECONDS = 10.0


def film(journal: Journal, *, every: int = 2) -> Iterator[VideoFrame]:
    """Yield the pictures of the last ten seconds, once in `every` frames, and at the end the present one."""
    spectrum = journal.spectrum
    again = Replay(journal)
    core, frame = again.core, every * spectrum.model.tstates_per_frame
    since = spectrum.tstates - spectrum.model.seconds_to_tstates(_SECONDS)
    if since > core.tstates:
        again.run_to(since)
    while again.is_exact:
        edge = (core.tstates // frame + 1) * frame
        if edge >= again.end:
            break
        again.run_to(edge)
        yield VideoFrame.of(core)
    yield VideoFrame.of(spectrum.core)


def screen_text(spectrum: Spectrum) -> str:
    """Return the 24 text lines in a frame."""
    edge = "+" + "-" * 32 + "+"
    return "\n".join((edge, *(f"|{line}|" for line in spectrum.text_lines()), edge))


def keys_text(spectrum: Spectrum) -> str:
    """Format the keys held since the test began, one change a line, with its frame."""
    matrix = spectrum.matrix
    per_frame = spectrum.model.tstates_per_frame
    lines = ["frame  keys down"]
    for event in matrix.log:
        names = "+".join(sorted(event.keys)) + (f" kempston {event.kempston:05b}" if event.kempston else "")
        lines.append(f"{(event.tstates - matrix.since) / per_frame:9.2f}  {names or '-'}")
    return "\n".join(lines) + "\n"


def save_machine(folder: Path, spectrum: Spectrum, error: BaseException | None) -> None:
    """Save the text of the screen, the keys, a snapshot that emulators open, and the pictures of the error."""
    write_whole(folder / "screen.txt", f"{screen_text(spectrum)}\n".encode())
    write_whole(folder / "keys.txt", keys_text(spectrum).encode())
    write_snapshot(folder / "machine.z80", spectrum.core)
    for name, picture in getattr(error, "pictures", {}).items():
        picture.save(folder / f"{name}.png")


def save_film(folder: Path, journal: Journal) -> None:
    """Save the last ten seconds as a GIF."""
    journal.finish()
    save_video(film(journal), folder / "last-seconds.gif")

"""Files of a failed test beside its trace: pictures, text, keys, a snapshot, a film."""

from __future__ import annotations

from pathlib import Path

from pyspectrum.atomic import write_text_whole
from pyspectrum.machine import Spectrum
from pyspectrum.screen.video import save_video
from pyspectrum.snapshot import write_snapshot
from pyspectrum.trace.film import film
from pyspectrum.trace.journal import Journal


def screen_text(spectrum: Spectrum) -> str:
    """The 24 text lines in a frame."""
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


def save_machine(folder: Path, spectrum: Spectrum) -> None:
    """Text of the screen, keys, and a snapshot that emulators open."""
    write_text_whole(folder / "screen.txt", screen_text(spectrum) + "\n")
    write_text_whole(folder / "keys.txt", keys_text(spectrum))
    write_snapshot(folder / "machine.z80", spectrum.core)


def save_comparison(folder: Path, error: BaseException | None) -> None:
    """The pictures that a failed `to_match_screenshot` carries: expected, actual, and where they differ."""
    for name, picture in getattr(error, "pictures", {}).items():
        picture.save(folder / f"{name}.png")


def save_film(folder: Path, journal: Journal) -> None:
    """The last seconds, moving."""
    journal.finish()
    save_video(film(journal), folder / "last-seconds.gif")

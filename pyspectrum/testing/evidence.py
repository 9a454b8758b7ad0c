"""What a failed test leaves behind: pictures, text, keys, a snapshot, a film, the last instructions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pyspectrum.atomic import write_text_whole
from pyspectrum.screen.video import save_video
from pyspectrum.snapshot import write_snapshot
from pyspectrum.testing.black_box import REGISTERS, BlackBox, Step

if TYPE_CHECKING:
    from pyspectrum.machine import Spectrum


def screen_text(spectrum: Spectrum) -> str:
    """The 24 text lines in a frame."""
    edge = "+" + "-" * 32 + "+"
    return "\n".join((edge, *(f"|{line}|" for line in spectrum.text_lines()), edge))


def keys_text(spectrum: Spectrum) -> str:
    """What was held down since the test began, change by change, with the frame of each."""
    matrix = spectrum.matrix
    per_frame = spectrum.model.tstates_per_frame
    lines = ["frame  keys down"]
    for event in matrix.log:
        names = "+".join(sorted(event.keys)) + (f" kempston {event.kempston:05b}" if event.kempston else "")
        lines.append(f"{(event.tstates - matrix.since) / per_frame:9.2f}  {names or '-'}")
    return "\n".join(lines) + "\n"


def save_machine(folder: Path, spectrum: Spectrum) -> Iterator[Path]:
    """Text of the screen, keys, and a snapshot that emulators open."""
    path = folder / "screen.txt"
    write_text_whole(path, screen_text(spectrum) + "\n")
    yield path
    path = folder / "keys.txt"
    write_text_whole(path, keys_text(spectrum))
    yield path
    path = folder / "machine.z80"
    write_snapshot(path, spectrum.core)
    yield path


def save_screenshot(folder: Path, spectrum: Spectrum) -> Iterator[Path]:
    """The picture on the television."""
    path = folder / "screen.png"
    spectrum.image().save(path)
    yield path


def save_comparison(folder: Path, error: BaseException | None) -> Iterator[Path]:
    """The pictures that a failed `to_match_screenshot` carries: expected, actual, and where they differ."""
    for name, picture in getattr(error, "pictures", {}).items():
        path = folder / f"{name}.png"
        picture.save(path)
        yield path


def save_film(folder: Path, box: BlackBox) -> Iterator[Path]:
    """The last seconds, moving."""
    path = folder / "last-seconds.gif"
    save_video(box.frames(), path)
    yield path


def save_trace(folder: Path, spectrum: Spectrum, box: BlackBox) -> Iterator[Path]:
    """The last instructions, with labels and registers."""
    path = folder / "last-instructions.txt"
    steps = box.last_instructions()
    heading = f"{'T-states':>10}  {'where':<24}  {'instruction':<20}  " + "  ".join(
        f"{r.upper():>4}" for r in REGISTERS
    )
    lines = [heading, *(_step_line(spectrum, step) for step in steps)]
    if not box.is_exact:
        lines.append("These come from running the last seconds again, which did not end in the same memory:")
        lines.append("the test has hooks at the ports, or changed memory after the machine had last run.")
    write_text_whole(path, "\n".join(lines) + "\n")
    yield path


def _step_line(spectrum: Spectrum, step: Step) -> str:
    place = f"{step.bank}:{step.address:04X}" if step.bank is not None else f"{step.address:04X}"
    label = spectrum.symbols.nearest(step.address, step.bank) if spectrum.symbols else None
    registers = "  ".join(
        f"{value:0{2 if len(name) == 1 else 4}X}".rjust(4)
        for name, value in zip(REGISTERS, step.registers, strict=True)
    )
    times = f"  ×{step.repeats:,}" if step.repeats > 1 else ""
    return f"{step.tstates:>10}  {place + (f' {label}' if label else ''):<24}  {step.text:<20}  {registers}{times}"

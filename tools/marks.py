"""The parts of a document that a command writes: between ``<!-- NAME begins -->`` and ``<!-- NAME ends -->``."""

from __future__ import annotations

from pathlib import Path

from harness.errors import UsageError
from pyspectrum.atomic import write_whole


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} begins -->", f"<!-- {name} ends -->"


def read_part(page: Path, name: str) -> str:
    """Return what stands between the marks; UsageError if the document has lost one."""
    begin, end = _marks(name)
    _, _, rest = page.read_text(encoding="utf-8").partition(begin)
    text, found, _ = rest.partition(end)
    if not found:
        raise UsageError(f"{page.name}: the marks of {name} are lost; put {begin} and {end} where it belongs")
    return text.strip("\n")


def write_parts(page: Path, **made: str) -> None:
    """Put other texts between the marks of each name; UsageError, and nothing done, if the document has lost one."""
    text = page.read_text(encoding="utf-8")
    for name, part in made.items():
        read_part(page, name)
        begin, end = _marks(name)
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n\n{part}\n\n{end}{rest.partition(end)[2]}"
    write_whole(page, text.encode())

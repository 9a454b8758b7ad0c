"""Machine code of tests, from its source in a text."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pyspectrum import Assembly, assemble


@cache
def assembled(source: str) -> Assembly:
    with TemporaryDirectory() as folder:
        path = Path(folder, "program.asm")
        path.write_text(source, encoding="utf-8")
        return assemble(path)

"""The files of ours that a command line runs through: ``python -m tools.through solve puzzles/cat.txt --quiet``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from harness.cli import main as crossword

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str]) -> int:
    """Run the command, then print each file with how many of its functions ran; returns the command's exit code."""
    ran: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        code = crossword(arguments)
    finally:
        sys.setprofile(None)
    ours = [(Path(file).relative_to(ROOT), name) for file, name in ran if Path(file).is_relative_to(ROOT)]
    files = sorted({file for file, _ in ours if file.parts[0] in ("harness", "pyspectrum")})
    for file in files:
        print(f"{sum(path == file and name != '<module>' for path, name in ours):5}  {file}", file=sys.stderr)
    print(f"{len(files)} files, {sum(name != '<module>' for _, name in ours)} functions", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

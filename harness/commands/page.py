"""``page``: static pages for any web host, with puzzles to solve by hand, hints, and a Spectrum that solves them.

Nothing on them comes from elsewhere. To look at one here, serve its folder:

  python -m http.server --directory FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.console.common import EXIT_GOOD, load_any_puzzle, load_tape


def run(arguments: argparse.Namespace) -> int:
    """Write the pages."""
    from harness.studio.export import write_pages

    puzzles = [(name, load_any_puzzle(name)) for name in arguments.puzzles]
    written = write_pages(puzzles, load_tape(arguments.tape), Path(arguments.out), arguments.timeout)
    print(f"{len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'} in {len(written)} files in {arguments.out}")
    return EXIT_GOOD

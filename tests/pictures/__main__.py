"""``screenshots``: make the pictures of README and docs."""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.commands.scenes import write_screenshots
from harness.console.common import EXIT_GOOD
from harness.errors import UsageError
from harness.files.writing import STANDARD_STREAM


def run(arguments: argparse.Namespace) -> int:
    """Write the pictures."""
    if arguments.out == STANDARD_STREAM:
        raise UsageError("--out -: several pictures do not go to the standard output; name a folder")
    for path in write_screenshots(Path(arguments.out)):
        print(path)
    return EXIT_GOOD

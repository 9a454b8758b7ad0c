"""Make the pictures of README and docs: ``python -m tools.pictures [program|studio|trace|page]``.

The last three kinds need a Chromium.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.cli import run_guarded
from harness.errors import UsageError
from harness.files.reading import STANDARD_STREAM
from tools.pictures.page import write_page_pictures
from tools.pictures.scenes import write_screenshots
from tools.pictures.tour import write_tour
from tools.pictures.trace import write_trace_picture

KINDS = {"program": write_screenshots, "studio": write_tour, "trace": write_trace_picture, "page": write_page_pictures}
FOLDERS = {"program": "docs/images", "studio": "docs/images/studio", "trace": "docs/images", "page": "docs/images"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Make them; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("kind", choices=KINDS, nargs="?", help="only these (default: all)")
    parser.add_argument("--out", metavar="FOLDER", help="where to write them, with a kind (default: docs/images)")
    parsed = parser.parse_args(arguments)
    return run_guarded(lambda: _write(parsed.kind, parsed.out))


def _write(kind: str | None, out: str | None) -> int:
    if out == STANDARD_STREAM:
        raise UsageError("--out -: several pictures do not go to the standard output; name a folder")
    if out is not None and kind is None:
        raise UsageError("--out is for one kind of pictures; name it: program, studio, trace or page")
    for name in [kind] if kind else KINDS:
        for path in KINDS[name](Path(out or FOLDERS[name])):
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())

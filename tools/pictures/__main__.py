"""Make the pictures of README and docs: ``python -m tools.pictures [program|studio|trace|page]``.

The last three kinds need a Chromium.
"""

from __future__ import annotations

import argparse
import sys

from harness.cli import run_guarded
from tools.pictures.page import write_page_pictures
from tools.pictures.scenes import write_screenshots
from tools.pictures.tour import write_tour
from tools.pictures.trace import ROOT, write_trace_picture

IMAGES = ROOT / "docs" / "images"
KINDS = {"program": write_screenshots, "studio": write_tour, "trace": write_trace_picture, "page": write_page_pictures}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("kind", choices=KINDS, nargs="?", help="only these (default: all)")
    kind = parser.parse_args().kind
    for name in [kind] if kind else KINDS:
        for path in KINDS[name](IMAGES / "studio" if name == "studio" else IMAGES):
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(run_guarded(main))

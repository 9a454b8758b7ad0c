"""``studio``: a page where a drawing becomes a puzzle, and a Spectrum solves it before one's eyes.

The page is served to this machine alone, at the address printed; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers
from harness.console.help_layout import examples

DEFAULT_PORT = 8017


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "studio",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword studio", "an empty page, in the browser"),
            ("crossword studio photo.png --no-browser --port 0", "begun with a picture; the address is printed"),
        ),
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="a puzzle or a picture to begin with")
    parser.add_argument(
        "--port", metavar="N", type=_port, default=DEFAULT_PORT, help="where to listen (default: %(default)s; 0: any)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.add_argument("--token", metavar="T", help="what a page must know (default: a new one each time)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from harness.commands import studio

    return studio.run(arguments)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; use 0–65535")
    return int(text)

"""``build``: make the tapes from their sources, or one from a listing printed in a magazine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from harness.commands.common import EXIT_DISAGREES, EXIT_GOOD, Subparsers
from harness.errors import UsageError, one_line
from harness.files import STANDARD_STREAM, check_outputs
from harness.formats import write_bytes
from harness.resources import data_folder
from harness.spectrum.build import differing_tapes, write_tapes
from harness.spectrum.listing import build_listing_tape, read_listing


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("build", help="make the tapes from their sources", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a committed tape differs")
    parser.add_argument(
        "--out",
        metavar="PATH",
        help="the folder to write the tapes to (default: the project's tapes/); with --listing the tape to write",
    )
    parser.add_argument(
        "--listing", metavar="FILE", help="make a tape of this BASIC listing, broken into lines as it was printed"
    )
    parser.add_argument(
        "--with-code",
        action="store_true",
        help="with --listing: add BASIC lines 5 and 2195 and the machine code that analyses a line",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write or check the tapes."""
    if arguments.listing is not None:
        return _build_listing(arguments)
    if arguments.with_code:
        raise UsageError("--with-code adds the code to a listing; name one with --listing FILE")
    if arguments.out == STANDARD_STREAM:
        raise UsageError("--out -: several tapes do not go to the standard output; name a folder")
    folder = Path(arguments.out) if arguments.out else data_folder("tapes")
    if arguments.check:
        different = differing_tapes(folder)
        for name in different:
            print(f"{folder / name}: not what the sources make; run build and commit it", file=sys.stderr)
        return EXIT_DISAGREES if different else EXIT_GOOD
    for path in write_tapes(folder):
        print(f"{path}: {path.stat().st_size:,} bytes")
    return EXIT_GOOD


def _build_listing(arguments: argparse.Namespace) -> int:
    if arguments.check:
        raise UsageError("--check compares the project's own tapes; leave it out with --listing")
    if arguments.out is None:
        raise UsageError("--listing needs --out X.tap, the tape to write")
    check_outputs({"--out": arguments.out}, [arguments.listing])
    tape_path = Path(arguments.out)
    listing = read_listing(arguments.listing)
    if arguments.with_code:
        listing = listing.with_code()
    to_stdout = arguments.out == STANDARD_STREAM
    tape = build_listing_tape(listing, "listing" if to_stdout else tape_path.stem, code=arguments.with_code)
    write_bytes(tape.to_bytes(), arguments.out)
    for note in listing.notes:
        print(one_line(f"{arguments.listing}: note: {note}"), file=sys.stderr)
    first, last = min(listing.lines), max(listing.lines)
    what = f"{len(listing.lines)} program lines, {first}–{last}" + (", and the code" if arguments.with_code else "")
    report = one_line(f"{tape_path}: {len(tape.to_bytes()):,} bytes: {what}")
    print(report, file=sys.stderr if to_stdout else sys.stdout)
    return EXIT_GOOD

"""``build``: make the tapes from their sources, or one from a listing printed in a magazine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from harness.commands.common import EXIT_DISAGREES, EXIT_GOOD, Subparsers, check_writable
from harness.commands.products import differing_products, write_products
from harness.errors import UsageError
from harness.resources import data_folder
from harness.spectrum.listing import build_listing_tape, read_listing
from pyspectrum.tape import write_tap


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
    folder = Path(arguments.out) if arguments.out else data_folder("tapes")
    if arguments.check:
        different = differing_products(folder)
        for name in different:
            print(f"{folder / name}: not what the sources make; run build and commit it", file=sys.stderr)
        return EXIT_DISAGREES if different else EXIT_GOOD
    for path in write_products(folder):
        print(f"{path}: {path.stat().st_size:,} bytes")
    return EXIT_GOOD


def _build_listing(arguments: argparse.Namespace) -> int:
    if arguments.check:
        raise UsageError("--check compares the project's own tapes; leave it out with --listing")
    if arguments.out is None:
        raise UsageError("--listing needs --out X.tap, the tape to write")
    check_writable(arguments.out)
    source, tape_path = Path(arguments.listing), Path(arguments.out)
    if tape_path.exists() and source.exists() and tape_path.samefile(source):
        raise UsageError(f"{arguments.out}: this is the listing itself; name another file with --out")
    listing = read_listing(arguments.listing)
    if arguments.with_code:
        listing = listing.with_code()
    tape = build_listing_tape(listing, tape_path.stem, code=arguments.with_code)
    write_tap(tape_path, tape)
    for note in listing.notes:
        print(f"{arguments.listing}: note: {note}", file=sys.stderr)
    first, last = min(listing.lines), max(listing.lines)
    what = f"{len(listing.lines)} program lines, {first}–{last}" + (", and the code" if arguments.with_code else "")
    print(f"{tape_path}: {tape_path.stat().st_size:,} bytes: {what}")
    return EXIT_GOOD

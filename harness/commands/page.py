"""``page``: static pages for any web host, with puzzles to solve by hand, hints, and a Spectrum that solves them.

Nothing on them comes from elsewhere. A folder can be installed and used without the internet once a browser has been
there; a single HTML file opens from a disk. A puzzle with several solutions, or none, is skipped and listed; so is one
that needs a trial, with ``--no-trial``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import add_to, reading_of, seconds, web_address
from harness.commands._found import DEFAULT_TAPE, find_puzzles, find_tape
from harness.commands._streams import busy_bar, check_written
from harness.errors import FormatError, HarnessError, UsageError, one_line
from harness.files.writing import check_folder, check_overwritten, write_file
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.commands._found import FoundPuzzle
    from harness.commands._streams import OnPart
    from harness.studio.pages import PagePuzzle

_NEEDS_TRIAL = "this puzzle needs a trial: rules for one line do not solve it"


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword page puzzles/car.txt puzzles/cat.txt --out pages", "two puzzles, in a folder for any web host"),
        ("crossword page puzzles/car.txt --out car.html", "one file, to send or to open from a disk"),
        ("crossword page --solver --out solver", "a page that opens the links that the studio copies"),
        ("crossword page --program --out program.html", "the Spectrum program itself, to play in a browser"),
        ("crossword page --studio --out studio.html", "the studio in one file, which needs no server"),
    )
    add = add_to(parser)
    add("PUZZLE", "puzzle files, folders and collections", nargs="*", dest="puzzles")
    add("--from")
    add("--out PLACE", "the folder for the pages, or one file whose name ends in .html", required=True)
    add("--program", "write a page of the Spectrum program in all its editions; one file")
    add("--studio", "write the studio, which then needs no server; one file")
    add("--solver", "open shared links as well; needs no puzzle")
    add("--no-trial", "skip puzzles that need a trial: that no rule solves to the end")
    add("--url URL", "the address of the pages, so that previews of links show their pictures", web_address, "")
    add("--force")
    add("--tape FILE", "the tape whose program solves the puzzles", default=DEFAULT_TAPE)
    add("--timeout S", "stop after S seconds, for the solution and the hints of each puzzle", seconds, 60.0)


def run(arguments: argparse.Namespace) -> int:
    if arguments.program or arguments.studio:
        return _write_whole(arguments)
    from harness.studio.pages import FIXED_NAMES, Site, parts_of_spectrum

    if not arguments.puzzles and not arguments.solver:
        raise UsageError("no puzzle to make pages of; name puzzle files, or give --solver, --studio or --program")
    out = Path(arguments.out)
    is_file = out.suffix == ".html"
    failed: list[HarnessError] = []
    tape = find_tape(arguments.tape)
    found = find_puzzles(arguments.puzzles)
    inputs: list[str | Path] = [*(one.path for one in found), tape.path]
    if is_file:
        check_written({"--out": (arguments.out, "html")}, inputs, forced=arguments.force)
    else:
        if out.is_file():
            raise UsageError(f"{arguments.out}: this is a file; name another folder, or a file that ends in .html")
        check_overwritten("--out", [out / name for name in FIXED_NAMES], inputs, forced=arguments.force)
    spectrum = parts_of_spectrum({tape.path.name: tape.read()})
    with busy_bar("solving", len(found)) as advance:
        puzzles = list(_exported(found, arguments, failed, advance))
    if not puzzles and len(failed) > 1 and all(error.what == _NEEDS_TRIAL for error in failed):
        raise UsageError(f"all {len(failed)} puzzles need a trial; name others, or leave out --no-trial")
    for error in failed:
        print(f"crossword: {one_line(str(error))}", file=sys.stderr)
    if failed and not puzzles:
        return Exit.BAD_INPUT
    is_watched = arguments.solver or any(puzzle.is_watchable for puzzle in puzzles)
    parts = spectrum if is_watched else None
    site = Site(puzzles, parts, address=arguments.url, opens_links=arguments.solver, in_one_file=is_file)
    if is_file:
        write_file(out, site.page().encode())
    else:
        written = site.files()
        check_overwritten("--out", [out / name for name in written], inputs, forced=arguments.force)
        check_folder(arguments.out)
        for name, data in written.items():
            write_file(out / name, data)
    number = f"{len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'}"
    links = ", opens shared links" if arguments.solver else ""
    skipped = f", {len(failed)} skipped" if failed else ""
    print(one_line(f"{arguments.out}: {number}{links}{skipped}"))
    return Exit.BAD_INPUT if failed else Exit.GOOD


def _write_whole(arguments: argparse.Namespace) -> int:
    option, what = ("--program", "program") if arguments.program else ("--studio", "studio")
    if arguments.program and arguments.studio:
        raise UsageError("--program and --studio write a page each; make one page at a time")
    if arguments.puzzles or arguments.solver:
        raise UsageError(f"{option} writes a page of the {what} alone; leave puzzles and --solver out")
    if Path(arguments.out).suffix != ".html":
        raise UsageError(f"{arguments.out}: the {what}'s page is one file; name it .html")
    check_written({"--out": (arguments.out, "html")}, forced=arguments.force)
    if arguments.program:
        from harness.spectrum.in_page import program_page

        page = program_page().encode()
    else:
        from harness.studio.pages import studio_file
        from harness.studio.requests import samples

        page = studio_file(samples(), arguments.url).encode()
    write_file(Path(arguments.out), page)
    print(one_line(f"{arguments.out}: the {what}, {len(page) / 1000:.0f} kB; open it in a browser"))
    return Exit.GOOD


def _exported(
    found: Sequence[FoundPuzzle], arguments: argparse.Namespace, failed: list[HarnessError], advance: OnPart
) -> Iterator[PagePuzzle]:
    """Yield the content of each puzzle's page; note in `failed` why a puzzle can have none."""
    from harness.studio.pages import PagePuzzle, exported

    for one in found:
        for named in harness.puzzles_in(one.name):
            try:
                content = exported(named.read(**reading_of(arguments)), named.name, arguments.timeout)
                if arguments.no_trial and content["level"] == "trial":
                    raise FormatError(_NEEDS_TRIAL, "leave out --no-trial to take it", named.name)
                yield PagePuzzle(Path(named.name).name, content)
            except HarnessError as error:
                failed.append(error)
        advance(1)

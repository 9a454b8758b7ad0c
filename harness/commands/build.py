"""``build``: make the tapes and the disk from their sources, a medium with a puzzle, or a tape of a printed listing."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from harness.commands._arguments import LANGUAGES, add_to, edition_name, reading_of
from harness.commands._found import DEFAULT_TAPE, find_puzzle
from harness.commands._streams import busy_bar, check_written
from harness.errors import UsageError, one_line
from harness.files.reading import STANDARD_STREAM, data_folder
from harness.files.writing import Formats, check_folder, check_overwritten, write_file
from pyspectrum.command_line import Exit, examples

DISK_PICTURES = ("cat", "duck", "rocket")
"""The samples of ``puzzles/`` that are pictures on the disk; each is solved line by line."""
ALSO_KINDS = ("tzx", "wav", "z80", "szx")
"""Kinds of files that an edition can be written as besides its `.tap`."""
_KERNEL_SOURCES = "harness/solver/kernel/c"
_SUMS = re.compile(rb"(?:[0-9a-f]{64}  [^\n]+\n)+")
PAGE_KERNEL = "harness/studio/static/kernel.wasm"
"""The solver's kernel for pages, made by ``make wasm``; users have no compiler for it."""
INLAY_COVER = "puzzles/duck.txt"
"""The crossword on the front of the inlay; a sample with its picture."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword build --check", "whether the tapes, and the kernel for pages, are what the sources make"),
        ("crossword build --check --assembler pasmo", "the same, assembled by another assembler"),
        ("crossword build --out out --also tzx,wav", "the tapes in other forms, in another folder"),
        ("crossword build --puzzle puzzles/duck.txt --out duck.tap", "loads with the puzzle: menu item 2 solves it"),
        ("crossword build --inlay inlay.svg --lang ru", "the cassette's inlay, to print on A4, cut and fold"),
        ("crossword build --listing article.txt --out article.tap --with-code", "a printed listing, and machine code"),
    )
    add = add_to(parser)
    add("--check", "write nothing; fail if a committed tape differs, or the kernel for pages")
    where = "the folder to write to (default: the project's tapes/); with --puzzle or --listing the file to write"
    add("--out PATH", where)
    also = f"with --out: each edition in other forms too, of {', '.join(ALSO_KINDS)}, with commas between "
    add("--also KINDS", f"{also}(.z80 and .szx at the menu; .wav for a real machine)")
    add("--puzzle FILE", "make a tape, a disk or a snapshot, as the name of --out says, with this puzzle in memory")
    add("--tape NAME", f"with --puzzle: the edition (default: {DEFAULT_TAPE})", edition_name)
    add("--from")
    add("--inlay FILE", "draw the inlay of the cassette, an SVG; --puzzle is its front")
    add("--force")
    add("--lang", "with --inlay: the language (default: en)", choices=LANGUAGES)
    add("--listing FILE", "make a tape of this BASIC listing, broken into lines as it was printed")
    add("--with-code", "with --listing: add BASIC lines 5 and 2195 and the machine code that analyses a line")
    assembler = "the assembler of the machine code; both give the same bytes"
    add("--assembler", assembler, default="pyz80", choices=("pyz80", "pasmo"))


def run(arguments: argparse.Namespace) -> int:
    from harness.spectrum.assembling import using_assembler

    with using_assembler(arguments.assembler):
        return _build(arguments)


def _build(arguments: argparse.Namespace) -> int:
    _check_together(arguments)
    for name, build in (("inlay", _draw_inlay), ("listing", _build_listing), ("puzzle", _build_puzzle)):
        if getattr(arguments, name) is not None:
            return build(arguments)
    if arguments.with_code:
        raise UsageError("--with-code adds the code to a listing; name one with --listing FILE")
    if arguments.out == STANDARD_STREAM:
        raise UsageError("--out -: several tapes do not go to the standard output; name a folder")
    folder = Path(arguments.out) if arguments.out else data_folder("tapes")
    if arguments.check:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder; name the one that holds the tapes")
        with busy_bar("building"):
            different = differing_products(folder)
        for name in different:
            print(f"{folder / name}: not what the sources make; run build and commit it", file=sys.stderr)
        is_stale = tell_stale_page_kernel(data_folder("tapes").parent)
        return Exit.NO if different or is_stale else Exit.GOOD
    from harness.spectrum.products import product_paths, write_also

    check_folder(str(folder))
    kinds = _kinds(arguments)
    sources = [path for name in ("asm", "basic", "puzzles") for path in data_folder(name).iterdir()]
    sums = Formats(lambda data, _: ["SHA256SUMS"] if _SUMS.fullmatch(data) else [], {}, ())
    check_overwritten("--out", product_paths(folder, kinds), sources, sums)
    with busy_bar("building"):
        written = [write_file(folder / name, data) for name, data in build_all().items()]
        written += write_also(kinds, folder)
    for path in written:
        _tell(path)
    tell_stale_page_kernel(data_folder("tapes").parent)
    return Exit.GOOD


def tell_stale_page_kernel(root: Path) -> bool:
    """Tell if the kernel for pages, or what it was made of, has changed since; a wheel has no sources."""
    if not (root / _KERNEL_SOURCES).is_dir():
        return False
    try:
        known = (root / f"{PAGE_KERNEL}.sums").read_text("ascii")
        is_stale = page_kernel_sums(root, known.partition("\n")[0].removeprefix("# ")) != known
    except (OSError, ValueError):
        is_stale = True
    if is_stale:
        print(f"{root / PAGE_KERNEL}: not what the sources make; run make wasm and commit it", file=sys.stderr)
    return is_stale


def page_kernel_sums(root: Path, compiler: str) -> str:
    """Return the compiler's version, and checksums of the kernel for pages and of its sources for `sha256sum -c`."""
    from hashlib import sha256  # loads slowly

    folder = root / _KERNEL_SOURCES
    paths = [root / PAGE_KERNEL, *(path for part in ("page", "solving") for path in sorted((folder / part).iterdir()))]
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}" for path in paths]
    return "\n".join([f"# {compiler}", *lines, ""])


def _check_together(arguments: argparse.Namespace) -> None:
    if arguments.inlay is not None:
        others = ("check", "also", "out", "tape", "listing", "with_code")
        if given := next((name for name in others if getattr(arguments, name)), None):
            raise UsageError(f"--inlay draws, and builds nothing; leave out --{given.replace('_', '-')}")
        return
    if arguments.lang is not None:
        raise UsageError("--lang is the inlay's language; add --inlay FILE")
    if arguments.tape and arguments.puzzle is None:
        raise UsageError("--tape names the edition for a puzzle; name one with --puzzle FILE")
    if _kinds(arguments):
        if arguments.check or arguments.puzzle is not None or arguments.listing is not None:
            raise UsageError("--also goes with --out FOLDER alone; leave the other options out")
        if arguments.out is None:
            raise UsageError("--also needs --out FOLDER: the project keeps only tapes and disks in tapes/")
    if arguments.puzzle is not None:
        for name in ("check", "listing", "with_code"):
            if getattr(arguments, name):
                raise UsageError(f"--{name.replace('_', '-')} does not go with --puzzle; leave one of them out")


def _kinds(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the kinds of files to write beside each edition's tape."""
    also = arguments.also.split(",") if arguments.also is not None else []
    for kind in also:
        if kind not in ALSO_KINDS:
            raise UsageError(f"--also: {kind!r} is none of {', '.join(ALSO_KINDS)}")
    return tuple(dict.fromkeys(also))


def _build_puzzle(arguments: argparse.Namespace) -> int:
    from harness.formats import read_puzzle
    from harness.spectrum.build import ALL_EDITIONS
    from harness.spectrum.loaded import load_puzzle_into
    from harness.spectrum.products import DISK_KINDS, SNAPSHOT_KINDS, TAPE_KINDS, write_loaded

    if arguments.out is None:
        raise UsageError("--puzzle needs --out FILE, the tape, disk or snapshot to write, such as X.tap")
    found = find_puzzle(arguments.puzzle)
    path = Path(arguments.out)
    kind, kinds = path.suffix.lower().removeprefix("."), (*TAPE_KINDS, *SNAPSHOT_KINDS, *DISK_KINDS)
    if kind not in kinds:
        raise UsageError(f"{path}: a program with a puzzle is written as .{', .'.join(kinds)}; name it so")
    check_written({"--out": (arguments.out, kind)}, [found.path])
    puzzle = read_puzzle(found.name, **reading_of(arguments))
    edition = next(edition for edition in ALL_EDITIONS if arguments.tape in (None, edition.file_name))
    with busy_bar("building"):
        loaded = load_puzzle_into(edition, puzzle, arguments.puzzle)
        write_loaded(loaded, path, puzzle.title or Path(arguments.puzzle).stem)
    if loaded.turned:
        print(f"{arguments.puzzle}: note: too high for the screen; rows and columns are swapped", file=sys.stderr)
    _tell(path)
    return Exit.GOOD


def _tell(path: Path) -> None:
    print(f"{path}: {path.stat().st_size:,} bytes")


def _draw_inlay(arguments: argparse.Namespace) -> int:
    from harness.drawing.svg import build_inlay
    from harness.formats import read_puzzle, write_bytes

    name = arguments.puzzle or INLAY_COVER
    found = find_puzzle(name)
    check_written({"--inlay": (arguments.inlay, "svg")}, [found.path], forced=arguments.force)
    puzzle = read_puzzle(found.name, **reading_of(arguments))
    if puzzle.goal is None:
        raise UsageError(f"{name}: has clues alone; name a puzzle file with its picture")
    write_bytes(build_inlay(puzzle, puzzle.goal.rows, arguments.lang or "en").encode(), arguments.inlay)
    if arguments.inlay != STANDARD_STREAM:
        how = "print it at 100 %, cut along the solid lines and fold along the dashed ones"
        print(one_line(f"{arguments.inlay}: {how}"))
    return Exit.GOOD


def _build_listing(arguments: argparse.Namespace) -> int:
    from harness.formats import write_bytes
    from harness.spectrum.listing import build_listing_tape, read_listing

    if arguments.check:
        raise UsageError("--check compares the project's own tapes; leave it out with --listing")
    if arguments.out is None:
        raise UsageError("--listing needs --out X.tap, the tape to write")
    to_stdout, path = arguments.out == STANDARD_STREAM, Path(arguments.out)
    if not to_stdout and path.suffix.lower() != ".tap":
        fix = "name it so, and turn it into others with spectrum convert"
        raise UsageError(f"{arguments.out}: a listing becomes a .tap; {fix}")
    check_written({"--out": (arguments.out, "tap")}, [arguments.listing])
    listing = read_listing(arguments.listing)
    if arguments.with_code:
        listing = listing.with_code()
    tape = build_listing_tape(listing, "listing" if to_stdout else path.stem, code=arguments.with_code)
    write_bytes(tape.to_bytes(), arguments.out)
    for note in (*listing.notes, *listing.doubts(code=arguments.with_code)):
        print(one_line(f"{arguments.listing}: note: {note}"), file=sys.stderr)
    first, last = min(listing.lines), max(listing.lines)
    what = f"{len(listing.lines)} program lines, {first}–{last}" + (", and the code" if arguments.with_code else "")
    report = one_line(f"{path}: {len(tape.to_bytes()):,} bytes: {what}")
    print(report, file=sys.stderr if to_stdout else sys.stdout)
    return Exit.GOOD


def build_all() -> dict[str, bytes]:
    """Build every file of ``tapes/`` by name."""
    from harness.formats import read_puzzle
    from harness.spectrum.products import build_products

    samples = {name: read_puzzle(data_folder("puzzles") / f"{name}.txt").goal for name in DISK_PICTURES}
    return build_products({name: picture for name, picture in samples.items() if picture is not None})


def differing_products(folder: Path) -> list[str]:
    """Name the files in `folder` that are missing or are not what the sources make."""
    built = {folder / name: data for name, data in build_all().items()}
    return [path.name for path, data in built.items() if not (path.is_file() and path.read_bytes() == data)]

"""``build``: make the tapes and the disk from their sources, a medium with a puzzle, or a tape of a printed listing."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.commands._arguments import LANGUAGES, add_force_option, add_reading_options, edition_name, reading_of
from harness.commands._found import DEFAULT_TAPE, find_puzzle
from harness.commands._streams import busy_bar, check_written
from harness.errors import UsageError, one_line
from harness.files.reading import STANDARD_STREAM, data_folder
from harness.files.writing import Formats, check_folder, check_overwritten, write_file
from pyspectrum.command_line import Exit, add_to, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.spectrum.build import Edition
    from harness.spectrum.loaded import Loaded
    from pyspectrum.tape import Part, Tape

DISKS = ("crossword", "crossword-ru")
DISK_PICTURES = ("cat", "duck", "rocket")
"""The samples of ``puzzles/`` that are pictures on the disk; each is solved line by line."""
TAPE_KINDS = ("tap", "tzx", "wav")
SNAPSHOT_KINDS = ("z80", "szx")
DISK_KINDS = ("trd", "scl")
ALSO_KINDS = ("tzx", "wav", *SNAPSHOT_KINDS)
"""Kinds of files that an edition can be written as besides its `.tap`."""
_SUMS = re.compile(rb"(?:[0-9a-f]{64}  [^\n]+\n)+")
INLAY_COVER = "puzzles/duck.txt"
"""The crossword on the front of the inlay; a sample with its picture."""


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword build --check", "whether the tapes are what the sources make"),
        ("crossword build --check --assembler pasmo", "the same, assembled by another assembler"),
        ("crossword build --out out --also tzx,wav", "the tapes in other forms, in another folder"),
        ("crossword build --puzzle puzzles/duck.txt --out duck.tap", "loads with the puzzle: menu item 2 solves it"),
        ("crossword build --inlay inlay.svg --lang ru", "the cassette's inlay, to print on A4, cut and fold"),
        (
            "crossword build --listing article.txt --out article.tap --with-code",
            "a printed listing, with the machine code",
        ),
    )
    add = add_to(parser)
    add("--check", "write nothing; fail if a committed tape differs")
    where = "the folder to write to (default: the project's tapes/); with --puzzle or --listing the file to write"
    add("--out PATH", where)
    add(
        "--also KINDS",
        f"with --out: each edition in other forms too, of {', '.join(ALSO_KINDS)}, with commas between "
        "(.z80 and .szx at the menu; .wav for a real machine)",
    )
    medium = "make a tape, a disk or a snapshot, as the name of --out says, with this puzzle in memory"
    add("--puzzle FILE", medium)
    add("--tape NAME", f"with --puzzle: the edition (default: {DEFAULT_TAPE})", edition_name)
    add_reading_options(parser)
    add("--inlay FILE", "draw the inlay of the cassette, an SVG; --puzzle is its front")
    add_force_option(parser)
    add("--lang", "with --inlay: the language (default: en)", choices=LANGUAGES)
    add("--listing FILE", "make a tape of this BASIC listing, broken into lines as it was printed")
    code = "with --listing: add BASIC lines 5 and 2195 and the machine code that analyses a line"
    add("--with-code", code)
    assembler = "the assembler of the machine code; both give the same bytes"
    add("--assembler", assembler, default="pyz80", choices=("pyz80", "pasmo"))


def run(arguments: argparse.Namespace) -> int:
    """Write or check the tapes."""
    if arguments.assembler == "pyz80":
        return _build(arguments)
    from harness.spectrum.assembling import using_assembler

    with using_assembler(arguments.assembler):
        return _build(arguments)


def _build(arguments: argparse.Namespace) -> int:
    _check_together(arguments)
    if arguments.inlay is not None:
        return _draw_inlay(arguments)
    if arguments.listing is not None:
        return _build_listing(arguments)
    if arguments.puzzle is not None:
        return _build_puzzle(arguments)
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
        return Exit.NO if different else Exit.GOOD
    check_folder(str(folder))
    kinds = _kinds(arguments)
    sources = [path for name in ("asm", "basic", "puzzles") for path in data_folder(name).iterdir()]
    sums = Formats(lambda data, _: ["SHA256SUMS"] if _SUMS.fullmatch(data) else [], {}, ())
    check_overwritten("--out", product_paths(folder, kinds), sources, sums)
    with busy_bar("building"):
        written = [*write_products(folder), *write_also(kinds, folder)]
    for path in written:
        _tell(path)
    return Exit.GOOD


def _check_together(arguments: argparse.Namespace) -> None:
    """See that the options go together."""
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

    if arguments.out is None:
        raise UsageError("--puzzle needs --out FILE, the tape, disk or snapshot to write, such as X.tap")
    found = find_puzzle(arguments.puzzle)
    path = Path(arguments.out)
    kinds = (*TAPE_KINDS, *SNAPSHOT_KINDS, *DISK_KINDS)
    if path.suffix.lower().removeprefix(".") not in kinds:
        raise UsageError(f"{path}: a program with a puzzle is written as .{', .'.join(kinds)}; name it so")
    check_written({"--out": (arguments.out, path.suffix.lower()[1:])}, [found.path])
    puzzle = read_puzzle(found.name, **reading_of(arguments))
    edition = next(edition for edition in ALL_EDITIONS if arguments.tape in (None, edition.file_name))
    with busy_bar("building"):
        loaded = load_puzzle_into(edition, puzzle, arguments.puzzle)
    if loaded.turned:
        print(f"{arguments.puzzle}: note: too high for the screen; rows and columns are swapped", file=sys.stderr)
    with busy_bar("building"):
        write_loaded(loaded, path, puzzle.title or Path(arguments.puzzle).stem)
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
    drawing = build_inlay(puzzle, puzzle.goal.rows, arguments.lang or "en")
    write_bytes(drawing.encode("utf-8"), arguments.inlay)
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
    if arguments.out != STANDARD_STREAM and Path(arguments.out).suffix.lower() != ".tap":
        fix = "name it so, and turn it into others with spectrum convert"
        raise UsageError(f"{arguments.out}: a listing becomes a .tap; {fix}")
    check_written({"--out": (arguments.out, "tap")}, [arguments.listing])
    tape_path = Path(arguments.out)
    listing = read_listing(arguments.listing)
    if arguments.with_code:
        listing = listing.with_code()
    to_stdout = arguments.out == STANDARD_STREAM
    tape = build_listing_tape(listing, "listing" if to_stdout else tape_path.stem, code=arguments.with_code)
    write_bytes(tape.to_bytes(), arguments.out)
    for note in (*listing.notes, *listing.doubts(code=arguments.with_code)):
        print(one_line(f"{arguments.listing}: note: {note}"), file=sys.stderr)
    first, last = min(listing.lines), max(listing.lines)
    what = f"{len(listing.lines)} program lines, {first}–{last}" + (", and the code" if arguments.with_code else "")
    report = one_line(f"{tape_path}: {len(tape.to_bytes()):,} bytes: {what}")
    print(report, file=sys.stderr if to_stdout else sys.stdout)
    return Exit.GOOD


def product_paths(folder: Path, kinds: Sequence[str] = ()) -> list[Path]:
    """Return the files that are built into a folder, with every edition as each of `kinds`."""
    from harness.spectrum.build import ALL_EDITIONS, CHECKSUM_FILE

    stems = [Path(edition.file_name).stem for edition in ALL_EDITIONS]
    names = [f"{stem}.{kind}" for stem in stems for kind in ("tap", *kinds)]
    names += [f"{disk}.{kind}" for disk in DISKS for kind in DISK_KINDS]
    return [folder / name for name in (*names, CHECKSUM_FILE)]


def build_all() -> dict[str, bytes]:
    """Build every file of ``tapes/`` by name, the checksums included."""
    import hashlib

    from harness.formats import read_puzzle
    from harness.spectrum.build import ALL_EDITIONS, CHECKSUM_FILE, EDITIONS, RUSSIAN_EDITIONS, build_tape
    from harness.spectrum.disk import build_scl, build_trd
    from harness.spectrum.disk_edition import LABEL, disk_files

    files = {edition.file_name: build_tape(edition).to_bytes() for edition in ALL_EDITIONS}
    samples = {name: read_puzzle(data_folder("puzzles") / f"{name}.txt").goal for name in DISK_PICTURES}
    pictures = {name: picture for name, picture in samples.items() if picture is not None}
    for name, editions in zip(DISKS, (EDITIONS, RUSSIAN_EDITIONS), strict=True):
        on_disk = disk_files(pictures, editions)
        files |= {f"{name}.trd": build_trd(on_disk, LABEL), f"{name}.scl": build_scl(on_disk)}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {CHECKSUM_FILE: "".join(sums).encode("ascii")}


def write_products(folder: Path) -> list[Path]:
    """Build everything into `folder`; returns the files written.

    Raises:
        BuildError: a file cannot be written; what stood there before is whole.
    """
    return [write_file(folder / name, data) for name, data in build_all().items()]


def differing_products(folder: Path) -> list[str]:
    """Name the files in `folder` that are missing or are not what the sources make."""
    built = {folder / name: data for name, data in build_all().items()}
    return [path.name for path, data in built.items() if not (path.is_file() and path.read_bytes() == data)]


def write_also(kinds: Sequence[str], folder: Path) -> list[Path]:
    """Write every edition as each of `kinds` beside the tapes in `folder`; returns the files written."""
    from harness.spectrum.build import ALL_EDITIONS, build_tape
    from harness.spectrum.loaded import machine_at_menu
    from pyspectrum.snapshot import write_snapshot

    written = []
    for edition in ALL_EDITIONS:
        tape = build_tape(edition)
        machine = machine_at_menu(tape) if set(kinds) & set(SNAPSHOT_KINDS) else None
        for kind in kinds:
            path = folder / f"{Path(edition.file_name).stem}.{kind}"
            if kind in SNAPSHOT_KINDS and machine:
                write_snapshot(path, machine.core)
            else:
                described(tape, edition).write(path, lossy=kind == "wav")
            written.append(path)
    return written


def write_loaded(loaded: Loaded, path: Path, title: str) -> None:
    """Write a program that has a puzzle, as the file that the suffix of `path` names.

    Raises:
        BuildError, TapeError, SnapshotError: the file cannot be written.
    """
    from harness.spectrum.disk import build_scl, build_trd
    from harness.spectrum.disk_edition import LABEL
    from harness.spectrum.loaded import machine_at_menu
    from pyspectrum.snapshot import write_snapshot

    kind = path.suffix.lower().removeprefix(".")
    if kind in TAPE_KINDS:
        tape = loaded.tape()
        (described(tape, loaded.edition, title) if kind == "tzx" else tape).write(path)
    elif kind in SNAPSHOT_KINDS:
        write_snapshot(path, machine_at_menu(loaded.tape()).core)
    else:
        files = loaded.disk_files()
        data = build_trd(files, LABEL) if kind == "trd" else build_scl(files)
        write_file(path, data, otherwise="file")


def described(tape: Tape, edition: Edition, puzzle: str = "") -> Tape:
    """Add archive info to a tape, and before each file its name in words, as a `.tzx` can have them.

    >>> from harness.spectrum.build import ALL_EDITIONS, build_tape
    >>> described(build_tape(ALL_EDITIONS[1]), ALL_EDITIONS[1]).info[0]
    ('Full title', 'Japanese Crosswords (BASIC alone)')
    """
    from harness.spectrum.messages import RUSSIAN
    from pyspectrum.tape import Note, Tape

    info = [
        ("Full title", f"Japanese Crosswords ({edition.what})"),
        ("Year of publication", "2026"),
        ("Language", "Russian" if edition.language == RUSSIAN else "English"),
        ("Game/utility type", "Puzzle"),
        ("Origin", "Written anew after Ivan Roshin's program of 2002"),
        ("Comment(s)", f"GPL 3 or later.{f' With the puzzle {puzzle}: menu item 2 solves it.' if puzzle else ''}"),
    ]
    parts: list[Part] = []
    for block in tape.blocks:
        if block.header:
            text = f"{block.header.name.strip()} ({block.header.file_type.name.lower()})"
            parts.append(Note("Text description", text))
        parts.append(block)
    return Tape(tuple(parts), tuple((what, text[:255]) for what, text in info))

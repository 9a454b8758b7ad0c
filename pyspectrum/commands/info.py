"""``info``: list the contents of a tape (.tap .tzx .pzx), a snapshot (.z80 .szx .sna) or a screen (.scr)."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pyspectrum.basic import detokenise, tokenise
from pyspectrum.command_line import Exit, add_to, examples
from pyspectrum.commands.common import STANDARD_STREAM, InputError, Medium, add_input, read_medium
from pyspectrum.errors import BasicWarning, SpectrumError, escaped
from pyspectrum.media_kinds import suffix_of
from pyspectrum.screen import Screen
from pyspectrum.snapshot import Snapshot
from pyspectrum.tape import (
    READ_SUFFIXES,
    TSTATES_PER_SECOND,
    Block,
    FileType,
    Note,
    Part,
    Recording,
    Signal,
    Tape,
    duration_tstates,
)

_WORDS = ("af", "bc", "de", "hl", "af'", "bc'", "de'", "hl'", "ix", "iy", "sp", "pc")


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("spectrum info game.tap", "its blocks, a line each"),
        ("spectrum info folder --round-trip", "do all BASIC programs come back byte for byte"),
    )
    add_input(parser, "a tape, a snapshot or a screen")
    add = add_to(parser)
    add("--json", "print one JSON object and nothing else")
    add(
        "--round-trip",
        "list the BASIC programs of the tapes, also of a folder, and count those that come back byte for byte",
    )


def run(options: argparse.Namespace) -> int:
    if options.round_trip:
        return _count_round_trips(options)
    described = describe_medium(read_medium(options))
    print(json.dumps(described, ensure_ascii=False, indent=2) if options.json else "\n".join(_lines(described)))
    return Exit.GOOD


def _count_round_trips(options: argparse.Namespace) -> int:
    """List each program, take it back, and count; exit code 1 if one does not come back."""
    folder = Path(options.file)
    is_folder = options.file != STANDARD_STREAM and folder.is_dir()
    files = sorted(path for path in folder.rglob("*") if path.is_file() and _may_be_tape(path)) if is_folder else [None]
    if not files:
        raise InputError(f"{options.file}: no tape in this folder ({', '.join(READ_SUFFIXES)}, .zip); name another")
    counts = dict.fromkeys(("files", "unreadable", "programs", "returned", "lines", "lines_in_bytes"), 0)
    for path in files:
        if path is not None:
            options.file = str(path)
        counts["files"] += 1
        try:
            medium = read_medium(options)
        except (InputError, SpectrumError) as error:
            if path is None:
                raise
            counts["unreadable"] += 1
            print(f"spectrum: {escaped(str(error))}", file=sys.stderr)
            continue
        for name, program in _programs_on(medium.content):
            listing, is_returned = _round_trip(program)
            counts["programs"] += 1
            counts["returned"] += is_returned
            counts["lines"] += listing.count("\n") + bool(listing)
            counts["lines_in_bytes"] += listing.count("\\{line:")
            if not is_returned:
                print(f"spectrum: {escaped(f'{medium.name}: {name}')}: does not come back", file=sys.stderr)
    if options.json:
        print(json.dumps(counts))
    else:
        print(
            f"{counts['files']:,} files, {counts['unreadable']:,} of them unreadable; {counts['programs']:,} programs, "
            f"{counts['returned']:,} come back byte for byte; {counts['lines_in_bytes']:,} of {counts['lines']:,} "
            "lines are listed in bytes"
        )
    return Exit.GOOD if counts["returned"] == counts["programs"] else Exit.NO


def _may_be_tape(path: Path) -> bool:
    return suffix_of(path.name) in READ_SUFFIXES or path.suffix.lower() == ".zip"


def _programs_on(content: object) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the lines of each BASIC program on a tape, without its variables."""
    for head, data in pairwise(content.blocks if isinstance(content, Tape) else ()):
        header = head.header
        if header and header.file_type is FileType.PROGRAM and not data.header:
            yield header.name.strip(), data.payload[: header.parameter2]


def _round_trip(program: bytes) -> tuple[str, bool]:
    """Return the listing of a program, in the BASIC that lists more of it, and True if it comes back."""
    listings = {basic: detokenise(program, basic=basic) for basic in ("48", "128")}
    basic = min(listings, key=lambda basic: listings[basic].count("\\{line:"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BasicWarning)
        return listings[basic], tokenise(listings[basic], basic=basic) == program


def describe_medium(medium: Medium) -> dict[str, Any]:
    head, content = {"file": medium.name, "format": medium.suffix[1:]}, medium.content
    if isinstance(content, Tape):
        parts = [{"number": number, **_describe_part(part)} for number, part in enumerate(content.parts, 1)]
        seconds = round(sum(map(duration_tstates, content.parts)) / TSTATES_PER_SECOND, 3)
        return {**head, "kind": "tape", "seconds": seconds, "info": list(map(list, content.info)), "parts": parts}
    if isinstance(content, Snapshot):
        return {**head, "kind": "snapshot", **_describe_snapshot(content)}
    return {**head, "kind": "screen", **_describe_screen(content)}


def _describe_part(part: Part) -> dict[str, Any]:
    length = {"seconds": round(duration_tstates(part) / TSTATES_PER_SECOND, 3)}
    if isinstance(part, Block):
        described: dict[str, Any] = {"kind": "block", "flag": part.flag, "bytes": len(part.payload), **length}
        described["checksum"] = "right" if part.is_sound else "wrong"
        header = part.header
        if header:
            described["header"] = {"kind": header.kind, "name": header.name, "length": header.length}
            if header.autostart_line is not None:
                described["header"]["line"] = header.autostart_line
            if header.file_type is FileType.CODE:
                described["header"]["start"] = header.parameter1
        return described
    if isinstance(part, Signal):
        return {"kind": part.kind, "pulses": sum(count for count, _ in part.pulses), "bytes": len(part.data), **length}
    if isinstance(part, Recording):
        return {"kind": "recording", "bytes": len(part.samples), **length}
    if isinstance(part, Note):
        return {"kind": "note", "what": part.kind, "text": part.text}
    return {"kind": "stop, on a 48K" if part.only_48k else "stop"}


def _describe_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    parsed = snapshot.parsed
    described: dict[str, Any] = {
        "machine": snapshot.machine,
        "registers": {name: snapshot.register(name) for name in (*_WORDS, "i", "r")},
        "interrupts": {"enabled": bool(parsed.iff1), "mode": parsed.im},
        "border": parsed.border,
        "tstates": parsed.tstates,
    }
    if len(snapshot.banks) == 8:
        described["paging"] = {
            "bank": parsed.out7ffd & 7,
            "rom": parsed.out7ffd >> 4 & 1,
            "screen": 7 if parsed.out7ffd & 8 else 5,
            "locked": bool(parsed.out7ffd & 0x20),
        }
        described["sound_chip"] = list(parsed.ay)
    return {**described, **_describe_screen(Screen(snapshot.screen_bytes))}


def _describe_screen(screen: Screen) -> dict[str, Any]:
    cells = [screen.attribute(row, column) for row in range(24) for column in range(32)]
    used = {"inks": sorted({cell.ink for cell in cells}), "papers": sorted({cell.paper for cell in cells})}
    flags = {"bright": any(cell.bright for cell in cells), "flash": any(cell.flash for cell in cells)}
    return {**used, **flags, "text": list(screen.text())}


def _lines(described: dict[str, Any]) -> list[str]:
    head = f"{described['file']}: {described['kind']} (.{described['format']})"
    if described["kind"] == "tape":
        total = described["seconds"]
        count = len(described["parts"])
        return [
            f"{head}, {count} {'part' if count == 1 else 'parts'}, {total:.1f} s",
            *(f"  {what}: {_one_line(text)}" for what, text in described["info"]),
            *(f"{part['number']:4}  {_part_line(part)}" for part in described["parts"]),
        ]
    lines = [head]
    if described["kind"] == "snapshot":
        lines[0] += f" of a {described['machine']}"
        registers = described["registers"]
        for row in (_WORDS[:4], _WORDS[4:8], _WORDS[8:]):
            lines.append("  " + "  ".join(f"{name.upper():3} #{registers[name]:04X}" for name in row))
        interrupts = described["interrupts"]
        lines.append(
            f"  I #{registers['i']:02X}  R #{registers['r']:02X}  IM {interrupts['mode']}, interrupts "
            f"{'on' if interrupts['enabled'] else 'off'}, border {described['border']}, T-state {described['tstates']}"
        )
        paging = described.get("paging")
        if paging:
            locked = ", locked" if paging["locked"] else ""
            lines.append(f"  bank {paging['bank']} at #C000, ROM {paging['rom']}, screen in {paging['screen']}{locked}")
    return [*lines, *(f"    |{line}|" for line in described["text"])]


def _part_line(part: dict[str, Any]) -> str:
    length = f", {part['seconds']:.1f} s" if "seconds" in part else ""
    if part["kind"] == "note":
        return f"({part['what']}{': ' if part['text'] else ''}{_one_line(part['text'])})"
    if part["kind"] == "stop" or "bytes" not in part:
        return str(part["kind"])
    if part["kind"] != "block":
        amount = f"{part['bytes']:,} bytes" if part["bytes"] else f"{part.get('pulses', 0):,} pulses"
        return f"{part['kind']}, {amount}{length}"
    damage = "" if part["checksum"] == "right" else ", checksum wrong"
    header = part.get("header")
    if not header:
        return f"flag {part['flag']}, {part['bytes']:,} bytes{length}{damage}"
    where = f" LINE {header['line']}" if "line" in header else f" at {header['start']}" if "start" in header else ""
    return f"{header['kind']}: {_one_line(header['name'])}{where}, {header['length']:,} bytes follow{length}{damage}"


def _one_line(text: str) -> str:
    """Return a text from a file, without characters that would move the cursor of a terminal."""
    return "".join(character if character.isprintable() else "·" for character in text)

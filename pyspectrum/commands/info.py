"""``info``: what a tape, a snapshot or a screen holds, for people or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from pyspectrum.commands.common import EXIT_DONE, Medium, add_input, read_medium
from pyspectrum.screen import Screen
from pyspectrum.snapshot import Snapshot
from pyspectrum.tape import TSTATES_PER_SECOND, Block, FileType, Note, Part, Recording, Signal, Tape, duration_tstates

_WORDS = ("af", "bc", "de", "hl", "af'", "bc'", "de'", "hl'", "ix", "iy", "sp", "pc")


def add_parser(subparsers: Any) -> None:
    """Add the command's arguments."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "info",
        help="list the contents of a tape, a snapshot or a screen",
        description="Say what a tape (.tap .tzx .pzx), a snapshot (.z80 .szx .sna) or a screen (.scr) holds.",
    )
    add_input(parser, "a tape, a snapshot or a screen")
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.set_defaults(execute=execute)


def execute(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    described = describe_medium(read_medium(options))
    print(json.dumps(described, ensure_ascii=False, indent=2) if options.json else "\n".join(_lines(described)))
    return EXIT_DONE


def describe_medium(medium: Medium) -> dict[str, Any]:
    """Describe a medium in full, for the JSON."""
    head = {"file": medium.name, "format": medium.suffix[1:]}
    if isinstance(medium.content, Tape):
        return {**head, "kind": "tape", **_describe_tape(medium.content)}
    if isinstance(medium.content, Snapshot):
        return {**head, "kind": "snapshot", **_describe_snapshot(medium.content)}
    return {**head, "kind": "screen", **_describe_screen(medium.content)}


def _describe_tape(tape: Tape) -> dict[str, Any]:
    parts = [{"number": number, **_describe_part(part)} for number, part in enumerate(tape.parts, 1)]
    total = sum(map(duration_tstates, tape.parts))
    return {"seconds": round(total / TSTATES_PER_SECOND, 3), "info": [list(pair) for pair in tape.info], "parts": parts}


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
    used: dict[str, list[int]] = {
        "inks": sorted({cell.ink for cell in cells}),
        "papers": sorted({cell.paper for cell in cells}),
    }
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

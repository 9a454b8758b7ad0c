"""``convert``: write a tape, a snapshot or a screen in another format, or name what would be lost.

Formats:
  tapes      .tap .tzx .pzx to .tap .tzx .pzx .wav
  snapshots  .z80 .szx .sna to .z80 .szx .sna, and their picture to .scr .png
  screens    .scr to .png, and to a tape as SCREEN$
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from pyspectrum import tape
from pyspectrum.command_line import Exit, add_to, examples
from pyspectrum.commands.common import (
    SCREEN_SUFFIX,
    STANDARD_STREAM,
    InputError,
    Medium,
    add_force_option,
    add_input,
    check_output,
    read_medium,
    write_output,
)
from pyspectrum.core import Core
from pyspectrum.screen import Screen
from pyspectrum.screen.picture import png_bytes
from pyspectrum.snapshot import READ_SUFFIXES, Snapshot, encode_sna, restore_snapshot, write_snapshot
from pyspectrum.tape import NAME_SIZE, Tape, screen_blocks

_PICTURE = ".png"
_TO = {
    "tape": tape.WRITTEN_SUFFIXES,
    "snapshot": (*READ_SUFFIXES, SCREEN_SUFFIX, _PICTURE),
    "screen": (_PICTURE, SCREEN_SUFFIX, *tape.WRITTEN_SUFFIXES),
}


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("spectrum convert game.tap game.tzx", "another format of tape"),
        ("spectrum convert game.z80 game.png", "the picture of a snapshot"),
    )
    add_input(parser, "what to convert")
    add, formats = add_to(parser), sorted({suffix[1:] for suffixes in _TO.values() for suffix in suffixes})
    add("OUT", "the file to write; - is standard output, with --to", dest="output")
    how = f"the format to write, if the name does not say it: {', '.join(formats)}"
    add("--to FORMAT", how, dest="target_format", choices=formats)
    add("--lossy", "convert even if something other than sound is lost")
    add_force_option(parser)


def run(options: argparse.Namespace) -> int:
    target = f".{options.target_format}" if options.target_format else Path(options.output).suffix.lower()
    if options.output == STANDARD_STREAM and not options.target_format:
        raise InputError("standard output has no name: say what to write with --to, as --to tzx")
    medium = read_medium(options)
    kind = {Tape: "tape", Snapshot: "snapshot", Screen: "screen"}[type(medium.content)]
    if target not in _TO[kind]:
        raise InputError(
            f"{options.output}: a {kind} cannot be converted to {target or 'a file without a suffix'}; "
            f"use {', '.join(_TO[kind])}"
        )
    check_output(options.output, target[1:], options.file, forced=options.force)
    lost = () if isinstance(medium.content, Screen) else medium.content.losses(target)
    if lost and not options.lossy:
        raise InputError(f"{medium.name}: a {target} cannot hold {' or '.join(lost)}; use --lossy to leave it out")
    write_output(options.output, convert(medium, target))
    if lost:
        print(f"spectrum: {medium.name}: left out: {', '.join(lost)}", file=sys.stderr)
    return Exit.GOOD


def convert(medium: Medium, target: str) -> bytes:
    """Return the file in another format, without what that cannot hold; SpectrumError if that would be sound."""
    content = medium.content
    if isinstance(content, Snapshot) and target in READ_SUFFIXES:
        core = Core(content.model)
        restore_snapshot(core, content)
        if target == ".sna":
            return encode_sna(core)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, f"snapshot{target}")
            write_snapshot(path, core)
            return path.read_bytes()
    if isinstance(content, Snapshot):
        content = Screen(content.screen_bytes)
    if isinstance(content, Screen) and target == SCREEN_SUFFIX:
        return content.data
    if isinstance(content, Screen) and target == _PICTURE:
        return png_bytes(content.image())
    if isinstance(content, Screen):
        name = Path(medium.name).stem[:NAME_SIZE]
        content = Tape(screen_blocks(name if name.isascii() else "screen", content.data))
    return content.encode(target)

"""``page``: write one HTML file with a Spectrum and a program in it, which plays in any browser.

The file holds all it needs, the ROM included: it opens from a disk or on a phone, and needs no server. The program is
run first, which takes some seconds: that tells the machine that it needs, its first picture, and the keys it reads.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pyspectrum.command_line import Exit, add_to, examples
from pyspectrum.commands.common import (
    STANDARD_STREAM,
    InputError,
    add_force_option,
    add_input,
    check_output,
    read_medium,
    write_html,
)
from pyspectrum.commands.tryout import try_out
from pyspectrum.models import MODEL_48K, MODEL_128K, model_named
from pyspectrum.page import Page, parse_pad, with_opense, write_page
from pyspectrum.screen import Screen
from pyspectrum.snapshot import Snapshot
from pyspectrum.tape import FileType, Tape


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("spectrum page game.tap", "writes game.html"),
        ('spectrum page game.tap --title "My game" --keys "O left, P right"', "with a legend"),
    )
    add_input(parser, "a tape (.tap .tzx .pzx) or snapshot (.z80 .szx .sna)")
    add = add_to(parser)
    add("-o --out HTML", "the file to write (default: NAME.html, after the program)")
    add("--title TEXT", "the page's title (default: the program's name)")
    add("--keys TEXT", 'keys to show, as "Q up, A down, SPACE fire": each key, and what it does', default="")
    pad = "left, right, up and down as one word, then the others, as 'OPQA SPACE ENTER' (default: those that it reads)"
    add("--pad KEYS", f"the pad for thumbs: {pad}")
    add("--model", "the machine (default: the snapshot's, or the one that a tape needs)", choices=["48", "128", "+2"])
    add("--basic", "on a 128: load in this BASIC, not by the Tape Loader", choices=["48", "128"])
    add("--joystick", "plug one in: the arrows, Ctrl, and a gamepad", choices=["kempston"])
    add("--rom", "use the free ROM OpenSE BASIC in place of Sinclair's", choices=["opense"])
    add_force_option(parser)


def run(options: argparse.Namespace) -> int:
    name = Path("stdin" if options.file == STANDARD_STREAM else options.file)
    output = Path(options.out or name.with_suffix(".html").name)
    if output.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{output}: a page is named .html")
    check_output(output, "html", options.file, forced=options.force)
    medium = read_medium(options)
    content = medium.content
    if isinstance(content, Screen):
        raise InputError(f"{medium.name}: a picture is no program; name a tape or a snapshot")
    model = model_named(options.model) if options.model else MODEL_48K
    if isinstance(content, Snapshot):
        if options.model and content.machine not in ("48K", model.name) and content.exact:
            raise InputError(f"{medium.name}: a snapshot of a {content.machine}; leave --model out")
        model = model if options.model else content.model
    if options.basic and model.editor_rom is None:
        raise InputError("a 48K has only one BASIC; leave --basic out or use --model 128")
    suffix, data, is_code = medium.suffix, medium.data, False
    if isinstance(content, Tape):
        if not content.parts:
            raise InputError(f"{medium.name}: this tape is empty; name another")
        first = content.blocks[0].header if content.blocks else None
        is_code = first is not None and first.file_type is FileType.CODE
        if suffix not in (".tap", ".tzx"):
            suffix, data = ".tzx", content.encode(".tzx")
    pad = parse_pad(options.pad) if options.pad is not None else None
    rom_model = with_opense(model) if options.rom else None
    lets_choose = isinstance(content, Tape) and not options.rom  # then it is tried on a 128K as well
    models = (model, MODEL_128K) if lets_choose and not options.model else (MODEL_48K if options.rom else model,)
    seen = try_out(content, models, options.basic, needs_keys=options.pad is None)
    others = (MODEL_48K if seen.model.banked else MODEL_128K,) if lets_choose else ()
    for note in seen.notes:
        print(f"note: {medium.name}: {note}", file=sys.stderr)
    keys, kempston = [key for key in options.keys.split(",") if key.strip()], bool(options.joystick) or seen.kempston
    page = Page(
        options.title or name.stem, name.with_suffix(suffix).name, data, rom_model or seen.model, keys=keys,
        kempston=kempston, basic=options.basic, is_code=is_code, other_models=others, poster=seen.screen,
        border=seen.border, pad=pad or seen.pad, few_keys=pad is None and seen.few,
    )  # fmt: skip
    write_html(output, write_page(page), "the page")
    return Exit.GOOD

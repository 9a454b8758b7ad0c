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
    Medium,
    add_force_option,
    add_input,
    check_output,
    read_medium,
    write_html,
)
from pyspectrum.commands.tryout import Tryout, try_out
from pyspectrum.models import MODEL_48K, MODEL_128K, Model, model_named
from pyspectrum.page import Page, parse_pad, with_opense, write_page
from pyspectrum.screen import Screen
from pyspectrum.snapshot import Snapshot
from pyspectrum.tape import FileType


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
    model = _model_of(medium, options)
    if options.basic and model.editor_rom is None:
        raise InputError("a 48K has only one BASIC; leave --basic out or use --model 128")
    suffix, data, is_code = _content(medium)
    pad = parse_pad(options.pad) if options.pad is not None else None
    rom_model = with_opense(model) if options.rom else None
    seen = _tried(medium, model, options)
    for note in seen.notes:
        print(f"note: {medium.name}: {note}", file=sys.stderr)
    keys, kempston = [key for key in options.keys.split(",") if key.strip()], bool(options.joystick) or seen.kempston
    others = _others(seen.model, medium, options)
    page = Page(
        options.title or name.stem, name.with_suffix(suffix).name, data, rom_model or seen.model, keys=keys,
        kempston=kempston, basic=options.basic, is_code=is_code, other_models=others, poster=seen.screen,
        border=seen.border, pad=pad or seen.pad, few_keys=pad is None and seen.few,
    )  # fmt: skip
    write_html(output, write_page(page), "the page")
    return Exit.GOOD


def _model_of(medium: Medium, options: argparse.Namespace) -> Model:
    """Return the machine that runs the program; InputError for a picture, or if the snapshot is of another machine."""
    content = medium.content
    if isinstance(content, Screen):
        raise InputError(f"{medium.name}: a picture is no program; name a tape or a snapshot")
    if not isinstance(content, Snapshot):
        return model_named(options.model or "48")
    if options.model and content.machine not in ("48K", model_named(options.model).name) and content.exact:
        raise InputError(f"{medium.name}: a snapshot of a {content.machine}; leave --model out")
    return model_named(options.model) if options.model else content.model


def _others(model: Model, medium: Medium, options: argparse.Namespace) -> tuple[Model, ...]:
    """Return the machine that a page lets choose instead: a 48K or a 128K, for a tape and Sinclair's ROMs."""
    if options.rom or isinstance(medium.content, Snapshot):
        return ()
    return (MODEL_48K if model.banked else MODEL_128K,)


def _tried(medium: Medium, model: Model, options: argparse.Namespace) -> Tryout:
    """Try the program out: a tape on a 128K as well, unless a machine is named."""
    content = medium.content
    assert not isinstance(content, Screen)
    is_free = options.model is None and options.rom is None and not isinstance(content, Snapshot)
    models = (model, MODEL_128K) if is_free else (MODEL_48K if options.rom else model,)
    return try_out(content, models, options.basic, needs_keys=options.pad is None)


def _content(medium: Medium) -> tuple[str, bytes, bool]:
    """Return the program's file, a .pzx as a .tzx, and True if it is a tape that begins with CODE."""
    content = medium.content
    if isinstance(content, Snapshot):
        return medium.suffix, medium.data, False
    assert not isinstance(content, Screen)
    if not content.parts:
        raise InputError(f"{medium.name}: this tape is empty; name another")
    first = content.blocks[0].header if content.blocks else None
    is_code = first is not None and first.file_type is FileType.CODE
    if medium.suffix in (".tap", ".tzx"):
        return medium.suffix, medium.data, is_code
    return ".tzx", content.encode(".tzx"), is_code

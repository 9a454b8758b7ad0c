"""``run``: load a program, press keys, wait for texts, and say by the exit code whether they came.

The program is a tape or a snapshot, or a recorded game (.rzx), which plays to its last frame. The options for keys and
texts are carried out in their order. Times are seconds of Spectrum time.

Exit code 0: all texts came; 1: one did not (the screen is on stderr); 2: bad input; with --exit-port the program's own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pyspectrum.command_line import Exit, add_to, examples
from pyspectrum.commands.common import (
    InputError,
    Medium,
    add_force_option,
    add_input,
    check_output,
    complain,
    read_bytes,
    read_medium,
    seconds,
    write_output,
)
from pyspectrum.errors import KeyboardError, ReplayError, TapeError, TimeLimitError
from pyspectrum.keyboard import parse_chord
from pyspectrum.machine import Spectrum, media
from pyspectrum.machine.media import COPYRIGHT
from pyspectrum.media_kinds import suffix_of
from pyspectrum.screen import Screen
from pyspectrum.screen.picture import png_bytes
from pyspectrum.snapshot import WRITTEN_SUFFIXES, Snapshot, restore_snapshot, write_snapshot

_LOWEST_CODE, _LOWEST_RAMTOP = 0x5D00, 0x6000
"""The system variables and the program lie below the one; BASIC's stack has room above the other."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ('spectrum run game.tap --expect-text "PRESS A KEY"', "does it load, and greet"),
        (r'spectrum run game.tap --press a --type "42\n" --expect-text "SCORE 10"', "play a little"),
        ("spectrum run game.tap --model 128 --wait 10 --screenshot game.png", "a picture, after ten seconds"),
        ("spectrum run x.bin --org 32768 --exit-port 0xABCD", "raw code, and the byte that it sends"),
    )
    add_machine_arguments(parser)
    add_key_arguments(parser)
    add = add_to(parser)
    add("--org ADDRESS", "the file is bytes for memory: put them there, and RANDOMIZE USR", _number)
    add("--exit-port PORT", "run until a byte is sent to this port: it is the exit code", _number)
    add("--screenshot PNG", "write the picture at the end; - is standard output")
    add("--snapshot FILE", "write the machine at the end to a .z80 or .szx")
    add("--text", "print the text on the screen at the end")
    add_force_option(parser)


def add_machine_arguments(parser: argparse.ArgumentParser, *, basic: bool = True) -> None:
    """Add the arguments for the file to load, the machine, and the time to wait."""
    add_input(parser, "a tape (.tap .tzx .pzx) or snapshot (.z80 .szx .sna)")
    add = add_to(parser)
    add("--model", "the machine (default: 48, or the snapshot's)", choices=["48", "128", "+2"])
    if basic:
        add("--basic", "on a 128: load in this BASIC, not by the Tape Loader", choices=["48", "128"])
    sticks = ["kempston", "sinclair1", "sinclair2", "cursor"]
    add("--joystick KIND", f"plug in a joystick: {', '.join(sticks)}", choices=sticks)
    add("--timeout S", "stop each wait after S seconds", seconds, 60.0)
    add("--load-timeout S", "stop the loading after S seconds", seconds, 900.0)


def add_key_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for keys and texts; `options.actions` has them as (name, value), in the order they stand in."""

    def add(spec: str, help: str, read: Callable[[str], Any] = str) -> None:
        key = spec.split()[0][2:].replace("-", "_")
        add_to(parser)(spec, help, lambda text: (key, read(text)), dest="actions", action="append")

    add("--type TEXT", r"type, as in BASIC or INPUT; \n is ENTER, \\ a backslash")
    add("--press KEYS", "press keys until read by the ROM: a, CAPS+0", _keys)
    add("--tap KEYS", "hold keys for three frames, for games", _keys)
    add("--wait S", "run on for S seconds", seconds)
    add("--expect-text TEXT", "wait for a text on the screen")


def _keys(text: str) -> str:
    try:
        parse_chord(text)
    except KeyboardError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def run(options: argparse.Namespace) -> int:
    _check_outputs(options)
    if options.org is None and suffix_of(options.file) == ".rzx":
        spectrum, start = _recorded_game(options)
    elif options.org is None:
        medium = read_medium(options)
        spectrum = machine_for(medium, options)
        start = partial(load_medium, spectrum, medium, options)
    else:
        name, data = read_bytes(options)
        spectrum = Spectrum(options.model or "48", joystick=options.joystick)
        start = partial(_start_code, spectrum, name, data, options.org)
    actions: list[tuple[str, Any]] = options.actions or []
    sent: list[int] = []
    failure: Exception | None = None
    if options.exit_port is not None:
        spectrum.ports.on_write(options.exit_port, lambda port, value, tstates: sent.append(value), mask=0xFFFF)
    try:
        try:
            start()
        except (TapeError, TimeLimitError):  # the text that is expected first, even an error, may show already
            action, text = actions[0] if actions else ("", "")
            if not sent and not (action == "expect_text" and any(text in line for line in spectrum.text_lines())):
                raise
        for name, value in actions:
            do_action(spectrum, name, value, options.timeout)
        if options.exit_port is not None:
            what = f"a byte to be sent to port #{options.exit_port:04X}"
            spectrum.run_until(lambda _: bool(sent), what, timeout=options.timeout)
        code = sent[0] if sent else Exit.GOOD
    except (TimeLimitError, TapeError, ReplayError) as error:  # the file is sound, its program was not content
        failure, code = error, complain(error, spectrum)
    if 'model="128"' not in str(failure):
        _hint_at_128(spectrum, failed=code != Exit.GOOD)
    if options.snapshot:
        write_snapshot(options.snapshot, spectrum.core)
    if options.screenshot:  # as the beam draws it, which takes the rest of this frame and a whole one
        spectrum.run_frames(2)
        write_output(options.screenshot, png_bytes(spectrum.image(beam=True)))
    if options.text or (code == Exit.GOOD and not any(name == "expect_text" for name, _ in actions)):
        print("\n".join(line.rstrip() for line in spectrum.text_lines()).rstrip("\n"))
    return code


def _recorded_game(options: argparse.Namespace) -> tuple[Spectrum, Callable[[], object]]:
    """Return a machine of the recording's model, and what plays it."""
    from pyspectrum.machine import rzx  # SkoolKit's player, rarely needed

    name, data = read_bytes(options)
    game = rzx.parse_rzx(data, name)
    model = game.machine.removesuffix("K")
    if options.model not in (None, model):
        raise InputError(f"{name}: a recording of a {game.machine}; use --model {model}")
    spectrum = Spectrum(model, joystick=options.joystick)
    return spectrum, partial(spectrum.play_rzx, game)


def _number(text: str) -> int:
    """Read an address or a port, in decimal or as ``0x…``."""
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to 65535; write 32768 or 0x8000")
    return value


def _hint_at_128(spectrum: Spectrum, *, failed: bool) -> None:
    """Print a hint if a program on a 48K behaves like one of a 128K; many of a 48K page in bank 0, where they run."""
    if spectrum.model.banked:
        return
    if spectrum.core.ports.bank_sent > (-1 if failed else 0):
        what = "the program has paged memory (port #7FFD), which a 48K does not have"
    elif COPYRIGHT in spectrum.text_lines()[-1]:
        what = "the machine has been reset"
    else:
        return
    print(f"spectrum: {what}; for a 128K program try --model 128", file=sys.stderr)


def machine_for(medium: Medium, options: argparse.Namespace) -> Spectrum:
    """Return the machine of the options or of the medium; InputError for a picture or a snapshot of another machine."""
    if isinstance(medium.content, Screen):
        raise InputError(f"{medium.name}: a picture cannot be run; name a tape or a snapshot")
    model = options.model
    if isinstance(medium.content, Snapshot):
        own = medium.content.machine.removesuffix("K")
        model = model or own
        if own != model and own != "48" and (medium.content.exact or model == "48"):
            raise InputError(f"{medium.name}: a snapshot of a {medium.content.machine}; use --model {own}")
    return Spectrum(model or "48", joystick=options.joystick)


def load_medium(spectrum: Spectrum, medium: Medium, options: argparse.Namespace) -> None:
    if isinstance(medium.content, Snapshot):
        restore_snapshot(spectrum.core, medium.content)
    elif not isinstance(medium.content, Screen):
        if options.basic and not spectrum.model.banked:
            raise InputError("a 48K has only one BASIC; leave --basic out or use --model 128")
        timeout: float = options.load_timeout
        media.load(spectrum, medium.content, timeout=timeout, basic=options.basic, name=medium.name)


def _start_code(spectrum: Spectrum, name: str, data: bytes, first: int) -> None:
    """Put bytes into memory and call them from BASIC, above RAMTOP if possible; InputError if they do not fit."""
    if first < _LOWEST_CODE or first + len(data) > 0x10000 or not data:
        raise InputError(
            f"{name}: {len(data):,} bytes do not fit from #{first:04X} on; "
            f"#{_LOWEST_CODE:04X}–#FFFF is free: give another --org"
        )
    spectrum.boot("48")
    if first > _LOWEST_RAMTOP:
        spectrum.type(f"CLEAR {first - 1}\n")
        spectrum.wait_for_text("0 OK")
    spectrum.poke(first, data)
    spectrum.type(f"RANDOMIZE USR {first}\n")


def do_action(spectrum: Spectrum, name: str, value: Any, timeout: float) -> None:
    """Carry out one option; TimeLimitError if the program did not read a key, or the text did not come."""
    if name == "type":
        spectrum.type(unescaped(value), timeout=timeout)
    elif name == "press":
        spectrum.press(value, timeout=timeout)
    elif name == "tap":
        spectrum.tap(value)
    elif name == "wait":
        spectrum.run(seconds=value)
    else:
        spectrum.wait_for_text(value, timeout=timeout)


def unescaped(text: str) -> str:
    r"""Return a text of the command line, in which ``\n`` stands for ENTER and ``\\`` for a backslash.

    >>> unescaped(r"RUN\n")
    'RUN\n'
    """
    return "\\".join(piece.replace(r"\n", "\n") for piece in text.split(r"\\"))


def _check_outputs(options: argparse.Namespace) -> None:
    """Refuse before the run what could not be written after it."""
    if options.snapshot:
        suffix = Path(options.snapshot).suffix.lower()
        if suffix not in WRITTEN_SUFFIXES:
            raise InputError(f"{options.snapshot}: cannot write that kind of snapshot; name it .z80 or .szx")
        check_output(options.snapshot, suffix[1:], options.file)
    if options.screenshot:
        if options.screenshot != "-" and Path(options.screenshot).suffix.lower() != ".png":
            raise InputError(f"{options.screenshot}: cannot write that kind of picture; name it .png")
        check_output(options.screenshot, "png", options.file, forced=options.force)

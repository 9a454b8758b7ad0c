"""``record``: record a session at a machine, and write a pytest test of it.

The session is what the options say, or, without such options, what the lines of standard input say: type TEXT, press
KEYS, tap KEYS, wait SECONDS, expect TEXT; F5 or expect alone expects what is new on the screen; an empty line shows the
screen; end ends. The test loads, presses and expects, as a person would: what shows when the text has settled after a
key is expected.
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
    STANDARD_STREAM,
    InputError,
    Medium,
    check_output,
    complain,
    read_medium,
    seconds,
    show_screen,
)
from pyspectrum.commands.run import (
    add_key_arguments,
    add_machine_arguments,
    do_action,
    load_medium,
    machine_for,
    unescaped,
)
from pyspectrum.errors import ExpectationError, RecordingError, SpectrumError, TapeError, TimeLimitError
from pyspectrum.machine import Spectrum
from pyspectrum.recorder import Recorder, write_test
from pyspectrum.recorder.script import Script, Step, checked, title_of, write_script
from pyspectrum.tape import Tape
from pyspectrum.testing.expectations import expect

_WORDS = ("type", "press", "tap", "wait", "expect")
_HELP = (
    "type TEXT, press KEYS, tap KEYS, wait SECONDS, expect TEXT; F5 or expect alone expects what is new on the screen; "
    "an empty line shows the screen; end ends"
)
_CHECK = ("expect", "F5", "\x1b[15~")
_FRAMES_TO_SEE = 25
"""Half a second, in which the machine continues at a terminal, so that the effect of a key shows."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("spectrum record game.tap", "asks what to press, and writes test_game.py"),
        (r'spectrum record game.tap --press a --type "42\n" --out test_played.py', "without questions"),
    )
    add_machine_arguments(parser, basic=False)
    add_key_arguments(parser)
    add = add_to(parser)
    add("-o --out PY", "the test to write (default: test_NAME.py, after the tape)")
    add(
        "--exact",
        "write a test that replays every key bit for bit, with the keys beside it; it holds for this build only",
    )
    add("--force", "overwrite an existing test")
    parser.set_defaults(basic=None)


def run(options: argparse.Namespace) -> int:
    if options.file == STANDARD_STREAM:
        raise InputError("the test has to find the tape again: name a file, not standard input")
    output = Path(options.out or f"test_{Path(options.file).stem}.py")
    if output.suffix != ".py":
        raise InputError(f"{output}: a test is a Python file; name it .py")
    if output.exists() and not options.force:
        raise InputError(f"{output}: already exists; name another with --out, or use --force")
    check_output(output, "py", options.file)
    if options.exact:
        check_output(output.with_suffix(".keys"), "keys", options.file)
    medium = read_medium(options)
    if options.exact and not isinstance(medium.content, Tape):
        raise InputError(f"{medium.name}: an exact recording begins with a tape; name a .tap, .tzx or .pzx")
    spectrum = machine_for(medium, options)
    spectrum.boot()
    try:
        if options.exact:
            _record_exactly(spectrum, medium, options, output)
        else:
            _record(spectrum, medium, options, output)
    except (TimeLimitError, TapeError, ExpectationError, RecordingError) as error:
        return complain(error, spectrum, "no test is written; ")
    return Exit.GOOD


def _record(spectrum: Spectrum, medium: Medium, options: argparse.Namespace, output: Path) -> None:
    """Record the session as steps, take them again on a fresh machine, and write them as a test."""
    load_medium(spectrum, medium, options)
    title = title_of(spectrum)
    script = Script(spectrum)

    def act(name: str, value: Any) -> None:
        if name == "expect_text":
            spectrum.wait_for_text(value, timeout=options.timeout)
            script.steps.append(Step("expect", value))
        elif name == "check":
            script.expect_what_shows()
        else:
            script.act(name, unescaped(value) if name == "type" else value)
            if name != "wait":
                script.settle()

    _act(spectrum, options, act)
    again = machine_for(medium, options)
    again.boot()
    load_medium(again, medium, options)
    if title is not None:
        expect(again, timeout=options.timeout).to_show(title)
    steps = checked(script.steps, again)
    machine = {} if spectrum.model.name == "48K" else {"model": spectrum.model.name.removesuffix("K")}
    machine |= {"joystick": options.joystick} if options.joystick else {}
    write_script(steps, output, options.file, until=title, machine=machine)
    print(f"{output}: written")


def _record_exactly(spectrum: Spectrum, medium: Medium, options: argparse.Namespace, output: Path) -> None:
    with Recorder(spectrum) as recorder:
        load_medium(spectrum, medium, options)
        _act(spectrum, options, partial(do_action, spectrum, timeout=options.timeout))
    write_test(recorder.recording, output, media=options.file)
    print(f"{output}: written, and {output.with_suffix('.keys')} beside it")


def _act(spectrum: Spectrum, options: argparse.Namespace, act: Callable[[str, Any], None]) -> None:
    """Do what the options say; without such options, what the lines of standard input say."""
    for name, value in options.actions or ():
        act(name, value)
    if options.actions:
        return
    asks = sys.stdin.isatty()  # then the screen is shown first, and errors end nothing
    for number in range(1, sys.maxsize):
        if asks:
            spectrum.run_frames(_FRAMES_TO_SEE)
            show_screen(spectrum.text_lines())
            print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "end":
            return
        if not line.strip():
            continue
        try:
            act(*parse_line(line))
        except (InputError, SpectrumError) as error:
            if not asks:
                if isinstance(error, InputError):
                    raise InputError(f"<stdin>: line {number}: {error}") from None
                raise
            print(str(error).splitlines()[0], file=sys.stderr)


def parse_line(line: str) -> tuple[str, Any]:
    r"""Parse a line: the action that it names, or InputError.

    >>> parse_line("type RUN\\n"), parse_line("expect  GAME OVER"), parse_line("F5")
    (('type', 'RUN\\n'), ('expect_text', 'GAME OVER'), ('check', None))
    """
    if line.strip() in _CHECK:
        return "check", None
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word not in _WORDS or not rest:
        raise InputError(f"{line.strip()!r} is not an action; use {_HELP}")
    if word != "wait":
        return ("expect_text" if word == "expect" else word), rest
    try:
        return word, seconds(rest)
    except argparse.ArgumentTypeError as error:
        raise InputError(str(error)) from None

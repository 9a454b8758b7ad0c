"""``record``: a session at a machine, from options or line by line, made into a test that replays it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pyspectrum.commands.common import (
    EXIT_DONE,
    EXIT_NOT_FOUND,
    STANDARD_STREAM,
    InOrder,
    InputError,
    read_medium,
    seconds,
    show_screen,
)
from pyspectrum.commands.run import add_key_arguments, add_machine_arguments, do_action, load_medium, machine_for
from pyspectrum.errors import SpectrumError, TapeError, TimeLimitError
from pyspectrum.machine import Spectrum
from pyspectrum.recorder import Recorder, write_test
from pyspectrum.tape import Tape

_WORDS = ("type", "press", "tap", "wait", "expect")
_HELP = "type TEXT, press KEYS, tap KEYS, wait SECONDS, expect TEXT; an empty line shows the screen; end ends"
_FRAMES_TO_SEE = 25
"""At a terminal the machine goes on for half a second, so that one sees what a key did."""


def add_parser(subparsers: Any) -> None:
    """The command's arguments."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "record",
        help="record a session, and write a test that replays it",
        description="Load a tape, do what the options say, or, without such options, what the lines of standard "
        f"input say ({_HELP}); then write a pytest test that replays it bit for bit, and the keys beside it.",
    )
    add_machine_arguments(parser, "a tape (.tap .tzx .pzx)", basic=False)
    add_key_arguments(parser)
    parser.add_argument("--expect-text", action=InOrder, metavar="TEXT", help="wait for a text on the screen")
    parser.add_argument("-o", "--output", metavar="PY", help="the test to write; test_NAME.py, after the tape")
    parser.add_argument("--force", action="store_true", help="overwrite an existing test")
    parser.set_defaults(execute=execute, basic=None)


def execute(options: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    if options.file == STANDARD_STREAM:
        raise InputError("the test has to find the tape again: name a file, not standard input")
    output = Path(options.output or f"test_{Path(options.file).stem}.py")
    if output.suffix != ".py":
        raise InputError(f"{output}: a test is a Python file; name it .py")
    if output.exists() and not options.force:
        raise InputError(f"{output}: already exists; name another with --output, or use --force")
    medium = read_medium(options)
    if not isinstance(medium.content, Tape):
        raise InputError(f"{medium.name}: a recording begins with a tape; name a .tap, .tzx or .pzx")
    spectrum = machine_for(medium, options)
    spectrum.boot()
    try:
        with Recorder(spectrum) as recorder:
            load_medium(spectrum, medium, options)
            actions = getattr(options, "actions", None)
            if not actions:
                _act_by_lines(spectrum, options.timeout)
            for name, value in actions or ():
                do_action(spectrum, name, value, options.timeout)
    except TimeLimitError as error:
        print(f"spectrum: {error.summary}; no test is written; the screen shows:", file=sys.stderr)
        show_screen(error.screen)
        return EXIT_NOT_FOUND
    except TapeError as error:
        print(f"spectrum: {error}; no test is written; the screen shows:", file=sys.stderr)
        show_screen(spectrum.text_lines())
        return EXIT_NOT_FOUND
    write_test(recorder.recording, output, media=options.file)
    print(f"{output}: written, and {output.with_suffix('.keys')} beside it")
    return EXIT_DONE


def _act_by_lines(spectrum: Spectrum, timeout: float) -> None:
    """Do what the lines of standard input say; at a terminal the screen is shown first, and errors end nothing."""
    asks = sys.stdin.isatty()
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
            do_action(spectrum, *parse_line(line), timeout)
        except (InputError, SpectrumError) as error:
            if not asks:
                if isinstance(error, InputError):
                    raise InputError(f"<stdin>: line {number}: {error}") from None
                raise
            print(str(error).splitlines()[0], file=sys.stderr)


def parse_line(line: str) -> tuple[str, Any]:
    r"""The action that a line names.

    >>> parse_line("type RUN\\n"), parse_line("expect  GAME OVER"), parse_line("wait 1.5")
    (('type', 'RUN\\n'), ('expect_text', 'GAME OVER'), ('wait', 1.5))

    Raises:
        InputError: it names none.
    """
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

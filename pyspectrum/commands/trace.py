"""``trace``: run a program, by options or by a recording's keys, and write a trace to look at in a browser."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pyspectrum.assembler.symbols import load_symbols
from pyspectrum.commands.common import (
    EXIT_DONE,
    STANDARD_STREAM,
    InputError,
    add_force_option,
    check_output,
    complain,
    read_medium,
    write_html,
)
from pyspectrum.commands.run import add_key_arguments, add_machine_arguments, do_action, load_medium, machine_for
from pyspectrum.errors import TapeError, TimeLimitError
from pyspectrum.recorder import Recording, replay
from pyspectrum.tape import Tape
from pyspectrum.trace import Journal
from pyspectrum.trace.failure import Failure
from pyspectrum.trace.recording import record
from pyspectrum.trace.write import trace_page


def add_parser(subparsers: Any) -> None:
    """Add the command's arguments."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "trace",
        help="run a program and write a trace: every frame and every instruction, to look at in a browser",
        description="Load a tape or a snapshot, press the keys of a recording, or do what the options say in their "
        "order, and write one HTML file that shows every frame and every instruction. Exit code 0: written; 1: "
        "written, but a text did not come or a key was not read; 2: bad input.",
    )
    add_machine_arguments(parser)
    parser.add_argument("--keys", metavar="FILE", help="press the keys of a recording (.keys)")
    add_key_arguments(parser)
    parser.add_argument("--symbols", metavar="FILE", help="labels and source lines: a symbol file of an assembler")
    parser.add_argument("-o", "--output", metavar="HTML", help="the file to write; NAME.trace.html, after the medium")
    add_force_option(parser)
    parser.set_defaults(execute=execute)


def execute(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    actions = options.actions or []
    if options.keys and actions:
        raise InputError("--keys is a whole recording; leave out --type, --press, --tap, --wait and --expect-text")
    name = Path("stdin" if options.file == STANDARD_STREAM else options.file)
    output = Path(options.output or name.with_suffix(".trace.html").name)
    if output.suffix != ".html":
        raise InputError(f"{output}: a trace is a page; name it .html")
    check_output(output, "html", options.file, forced=options.force)
    recording = Recording.read(options.keys) if options.keys else None
    medium = read_medium(options)
    spectrum = machine_for(medium, options)
    if options.symbols:
        spectrum.symbols = load_symbols(options.symbols)
    spectrum.boot()
    error: Exception | None = None
    with Journal(spectrum) as journal:
        try:
            if recording is not None and isinstance(medium.content, Tape):
                spectrum.insert_tape(medium.content)
            else:
                load_medium(spectrum, medium, options)
            if recording is not None:
                replay(spectrum, recording, exact=False)  # the program may have changed since
            for action, value in actions:
                do_action(spectrum, action, value, options.timeout)
        except (TimeLimitError, TapeError) as wrong:
            error = wrong
        journal.finish()
    recorded = record(journal)
    failure = Failure(journal, recorded, error).head if error is not None else None
    outcome = "passed" if error is None else "failed"
    text = trace_page([journal], test=name.name, outcome=outcome, recordings=[recorded], failure=failure)
    write_html(output, text, "the trace")
    return EXIT_DONE if error is None else complain(error, spectrum)

"""``trace``: run a program and write a trace, which shows every frame and every instruction in a browser.

The keys are those of a recording, or of the options, in their order. Exit code 0: written; 1: written, but a text did
not come or a key was not read; 2: bad input.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pyspectrum.assembler.symbols import load_symbols
from pyspectrum.command_line import Exit, add_to, examples
from pyspectrum.commands.common import (
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


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(("spectrum trace game.tap --press a --wait 5", "writes game.trace.html"))
    add_machine_arguments(parser)
    add = add_to(parser)
    add("--keys FILE", "press the keys of a recording (.keys)")
    add_key_arguments(parser)
    add("--symbols FILE", "labels and source lines: a symbol file of an assembler")
    add("-o --out HTML", "the file to write (default: NAME.trace.html, after the program)")
    add_force_option(parser)


def run(options: argparse.Namespace) -> int:
    actions = options.actions or []
    if options.keys and actions:
        raise InputError("--keys is a whole recording; leave out --type, --press, --tap, --wait and --expect-text")
    name = Path("stdin" if options.file == STANDARD_STREAM else options.file)
    output = Path(options.out or name.with_suffix(".trace.html").name)
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
    return Exit.GOOD if error is None else complain(error, spectrum)

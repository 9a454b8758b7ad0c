"""The command line: what ``python -m harness`` and the script ``crossword`` run, by way of `harness.__main__`.

What goes wrong is one line on the standard error, whatever stands in it, and an exit code: 2 for what the user can
fix, 3 for a mistake in this program alone.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn, TextIO

from harness.console import plain_signs
from harness.console.common import EXIT_BAD_INPUT, EXIT_GOOD, EXIT_INTERRUPTED
from harness.console.help_layout import HelpFormatter
from harness.errors import HarnessError, one_line
from pyspectrum.errors import SpectrumError, TimeLimitError

EXIT_INTERNAL = 3

COMMANDS: Mapping[str, str] = {
    "run": "solve a puzzle with the Spectrum program",
    "solve": "solve puzzles with a Python solver",
    "check": "see whether a puzzle has one solution, and how to fix it",
    "explain": "solve a puzzle as a person does, every step with its reason, and rate it",
    "hint": "the next step from a partly solved picture, or its mistakes",
    "inlay": "draw the cassette's inlay, to print",
    "japan": "read japan.dat, write every solution to japan.sol as it is found",
    "picture": "make a puzzle of a Spectrum screen",
    "convert": "change a puzzle's or a picture's file format",
    "random": "make a random puzzle, in black and white or in colour",
    "regress": "run a whole corpus of puzzles, and report disagreements",
    "shrink": "reduce a failing puzzle to the smallest that still fails",
    "studio": "a page to draw puzzles on, and to watch the Spectrum solve them",
    "page": "static pages with puzzles to solve by hand, and a Spectrum to watch",
    "book": "many puzzles in one PDF, with the answers at the end",
    "build": "make the tapes and the disk from their sources",
    "profile": "show where the program spends its time",
}
"""Each command and what ``--help`` says of it. The module of its name in `harness.commands` has its arguments and its
work; it is loaded for the command that is called, and for no other."""


class _Version(argparse.Action):
    """Prints the version and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # takes long to load

        print(f"{parser.prog} {version('spectrum-crosswords')}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and its help in lines that fit."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"formatter_class": HelpFormatter, **kwargs})

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:  # argparse's own drops what the system says of an output that is full
            (file or sys.stderr).write(message)


def build_parser(called: str | None) -> argparse.ArgumentParser:
    """The parser with all commands; only the one that is called has its arguments."""
    parser = _Parser(
        prog="crossword",
        description="A Japanese-crossword program for the ZX Spectrum, and the harness that runs and proves it.",
        epilog="crossword COMMAND --help has the options of each, and examples. If the script is not on the path: "
        "python -m harness COMMAND.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="show the version and exit"
    )
    subparsers = parser.add_subparsers(
        metavar="COMMAND",
        required=True,
        parser_class=_Parser,
        prog=parser.prog,  # else argparse lays out a usage message to take it from
    )
    for name, summary in COMMANDS.items():
        command = subparsers.add_parser(name, help=summary)
        if name == called:
            module = importlib.import_module(f"harness.commands.{name}")
            command.description = module.__doc__
            module.describe(command)
            command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 good, 1 the Spectrum is wrong, 2 bad input."""
    return run_guarded(lambda: _run_command(arguments))


def run_guarded(work: Callable[[], int]) -> int:
    """Run the work of a command line; returns its exit code. What goes wrong is one line on the standard error."""
    if not _prepare_streams():
        return _complain("the standard output is closed; give it a terminal, a file or a pipe", EXIT_BAD_INPUT)
    try:
        code = work()
        sys.stdout.flush()
        return code
    except TimeLimitError as error:
        return _complain(error.summary, EXIT_BAD_INPUT)
    except (HarnessError, SpectrumError) as error:
        return _complain(str(error), EXIT_BAD_INPUT)
    except KeyboardInterrupt as interrupt:
        return _complain(": ".join(["interrupted", *map(str, interrupt.args)]), EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        _abandon(sys.stdout)
        return EXIT_BAD_INPUT
    except OSError as error:  # what no command has a better sentence for: the output is full, the folder has gone
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}; see to the file, the folder or the output", EXIT_BAD_INPUT)
    except MemoryError:
        return _complain("memory ran out; give a smaller puzzle or picture", EXIT_BAD_INPUT)
    except Exception as error:
        if os.environ.get("CROSSWORD_DEBUG"):
            raise
        return _complain(
            f"a bug in this program: {type(error).__name__}: {error} "
            "(set CROSSWORD_DEBUG=1 for the traceback, and please report it)",
            EXIT_INTERNAL,
        )


def _run_command(arguments: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if arguments is None else arguments
        called = next((argument for argument in given if not argument.startswith("-")), None)  # no option has a value
        parser = build_parser(called)
        if "" in given:
            fix = "perhaps a variable that was never set; give a value"
            _refuse(parser, called, f"argument {_place_of_empty(given)} is empty, {fix}")
        parsed, unknown = parser.parse_known_args(given)
        if unknown:
            _refuse(parser, called, f"unrecognized arguments: {' '.join(unknown)}")
    except SystemExit as end:  # the parser's way out, after --help and after what it cannot understand
        return end.code if isinstance(end.code, int) else EXIT_GOOD
    code: int = parsed.run(parsed)
    return code


def _refuse(parser: argparse.ArgumentParser, called: str | None, message: str) -> NoReturn:
    """Say what is wrong with the arguments of the command that is called, and where its own help is."""
    if called in COMMANDS:
        parser.prog = f"{parser.prog} {called}"
    parser.error(message)


def _place_of_empty(given: Sequence[str]) -> str:
    """Name the empty argument: the option before it, or its number. No command accepts one.

    >>> _place_of_empty(["solve", "cat.txt", "--png", ""]), _place_of_empty(["solve", ""])
    ('--png', '2')
    """
    place = list(given).index("")
    before = given[place - 1] if place else ""
    return before if before.startswith("--") else str(place + 1)


def _prepare_streams() -> bool:
    """Make the standard streams take whatever is printed; whether there is an output at all."""
    # a stream that was closed before we began is None, and print() would take another one for it
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 -- for the rest of the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        return False
    for stream in (sys.stdout, sys.stderr):
        plain_signs.use_on(stream)
    return True


def _complain(message: str, code: int) -> int:
    """Say what is wrong, in one line; what was printed before goes out first, as far as it goes."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _abandon(sys.stdout)
    try:
        print(f"crossword: {one_line(message)}", file=sys.stderr)
        sys.stderr.flush()
    except OSError:  # nobody to tell
        _abandon(sys.stderr)
    return code


def _abandon(stream: TextIO) -> None:
    """Let what cannot be written go nowhere, so that the interpreter does not try it once more at its end."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

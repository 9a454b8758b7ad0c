"""The command line: ``python -m harness`` and the script ``crossword``. Nobody imports this module."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from harness.commands import (
    bench,
    build,
    check,
    convert,
    explain,
    hint,
    japan,
    picture,
    profile,
    random,
    run,
    screenshots,
    solve,
)
from harness.commands.common import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from harness.errors import HarnessError
from pyspectrum.errors import SpectrumError

EXIT_INTERNAL = 3


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = _Parser(
        prog="crossword",
        description="A Japanese-crossword program for the ZX Spectrum, and the harness that runs and proves it.",
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for command in (
        run,
        solve,
        check,
        explain,
        hint,
        japan,
        picture,
        convert,
        random,
        build,
        bench,
        profile,
        screenshots,
    ):
        command.add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 good, 1 the Spectrum is wrong, 2 bad input."""
    parsed = build_parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except (HarnessError, SpectrumError) as error:
        message = " ".join(str(error).splitlines()[:1])
        print(f"crossword: {message}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("crossword: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BAD_INPUT
    except Exception as error:
        if os.environ.get("CROSSWORD_DEBUG"):
            raise
        print(
            f"crossword: a bug in this program: {type(error).__name__}: {error} "
            "(set CROSSWORD_DEBUG=1 for the traceback, and please report it)",
            file=sys.stderr,
        )
        return EXIT_INTERNAL

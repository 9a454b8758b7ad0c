"""The command line: ``python -m pyspectrum run game.tap --expect-text "PRESS A KEY"``.

Ctrl-C while modules are loaded, and after the command, ends the process as it ends any other, without a traceback.
"""

# ruff: noqa: E402 -- Ctrl-C is set before the long imports

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn


def _hear_ctrl_c(handler: signal.Handlers | None) -> None:
    """Let Ctrl-C end the process, or raise as in Python (None); leave it if it is ignored or has another handler."""
    ours = (signal.SIG_DFL, signal.default_int_handler)
    if signal.getsignal(signal.SIGINT) in ours:
        with suppress(ValueError):  # imported by a thread
            signal.signal(signal.SIGINT, signal.default_int_handler if handler is None else handler)


_hear_ctrl_c(signal.SIG_DFL)

from pyspectrum.arguments import find_collision

if _collision := find_collision():  # before anything of the package is imported, which might be another package's
    sys.exit(print(f"spectrum: {_collision}", file=sys.stderr) or 2)

try:
    from pyspectrum.commands import convert, info, page, record, run, trace
except ModuleNotFoundError as missing:
    _lacking = (
        f"{missing.name} is not installed for {sys.executable}; run: {sys.executable} -m pip install pytest-spectrum"
    )
    sys.exit(print(f"spectrum: {_lacking}", file=sys.stderr) or 2)
from pyspectrum.arguments import is_broken_pipe, option_without_value
from pyspectrum.commands.common import EXIT_BAD_INPUT, InputError
from pyspectrum.errors import SpectrumError, escaped, notes_on

_hear_ctrl_c(None)
_EXIT_INTERRUPTED = 130
_EXIT_INTERNAL = 70
_COMMANDS = (run, info, convert, record, trace, page)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(escaped(message))  # an argument may be long


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="spectrum",
        description="Run ZX Spectrum programs without a window, look into tapes and snapshots, and convert them.",
        epilog="Exit codes: 0 done or found, 1 not found, 2 an input or a command that cannot be used.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. An error is one line on stderr."""
    if sys.stderr is None:  # closed before we began: print() would write to the other stream
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- for the rest of the process
    if sys.stdout is None:
        return _complain("the standard output is closed; give it a terminal, a file or a pipe", EXIT_BAD_INPUT)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without © shows ? for it
            stream.reconfigure(errors="replace")
    try:
        parser = build_parser()
        if lacking := option_without_value(sys.argv[1:] if arguments is None else arguments):
            parser.error(f"argument {lacking}: -- is no value; give one")
        options = parser.parse_args(arguments)
        with notes_on(sys.stderr):
            code: int = options.execute(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _complain("interrupted", _EXIT_INTERRUPTED)
    except (SpectrumError, InputError) as error:
        return _complain(str(error), EXIT_BAD_INPUT)
    except OSError as error:
        if is_broken_pipe(error):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", EXIT_BAD_INPUT)
    except Exception as error:
        return _complain(f"internal error: {type(error).__name__}: {error}; please report it", _EXIT_INTERNAL)
    finally:
        if arguments is None:  # the process ends here
            _hear_ctrl_c(signal.SIG_DFL)


def _complain(text: str, code: int) -> int:
    """Print one line; characters of names and files that would move the cursor become escapes. Return `code`."""
    print(f"spectrum: {escaped(text)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

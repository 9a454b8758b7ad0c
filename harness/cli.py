"""The command line: what ``python -m harness`` and the script ``crossword`` run, by way of `harness.__main__`.

An error is one line on the standard error, whatever stands in it, and an exit code: 2 for an error that the user can
fix, 3 for a mistake in this program alone.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn, TextIO

from harness.commands._arguments import HelpFormatter
from harness.commands._common import Exit
from harness.commands._streams import use_plain_signs_on
from harness.errors import HarnessError, UndecidedError, listeners, one_line
from harness.files.reading import did_you_mean, nearest, reading_within, suffix_of
from pyspectrum.arguments import is_broken_pipe, option_without_value
from pyspectrum.errors import SpectrumError, TimeLimitError, notes_on

_INSTALL = "in the project's folder: " + (
    r"py -m venv .venv, then .venv\Scripts\pip install ., then use .venv\Scripts\python"
    if sys.platform == "win32"
    else "python3 -m venv .venv && .venv/bin/pip install ., then use .venv/bin/python"
)

GROUPS: Mapping[str, Mapping[str, str]] = {
    "play": {
        "run": "solve a puzzle with the Spectrum program",
        "solve": "solve puzzles with a Python solver",
        "explain": "solve a puzzle as a person does, every step with its reason, and rate it",
        "hint": "the next step from a partly solved picture, or its mistakes",
        "line": "all arrangements of one line",
        "japan": "read japan.dat, write every solution to japan.sol as it is found",
        "race": "solve a puzzle in the ways of several authors, one beside the other",
    },
    "make": {
        "check": "see whether a puzzle has one solution, and how to fix it",
        "random": "make a random puzzle, in black and white or in colour",
        "picture": "make a puzzle of a Spectrum screen",
        "convert": "change a puzzle's or a picture's file format",
        "studio": "a page to draw puzzles on, and to watch the Spectrum solve them",
        "page": "static pages with puzzles to solve by hand, and a Spectrum to watch",
        "book": "many puzzles in one PDF, with the answers at the end",
    },
    "prove": {
        "regress": "run a whole corpus of puzzles, and report disagreements",
        "shrink": "reduce a failing puzzle to the smallest that still fails",
        "build": "make the tapes and the disks from their sources, and the inlay",
    },
}
COMMANDS: Mapping[str, str] = {name: text for commands in GROUPS.values() for name, text in commands.items()}
"""Each command and its line in ``--help``. The module of its name in `harness.commands` has its arguments and its work,
and is loaded only for the command that is called."""
_SHELLS = ("bash", "zsh", "fish")
SLOW_SECONDS = 1.0
"""CPU time of a command from which on a missing kernel is noted."""


class _Completion(argparse.Action):
    """Prints a script that lets a shell complete commands, options and file names, and ends.

    Bash: add ``eval "$(crossword --print-completion bash)"`` to ``~/.bashrc``. Zsh: write the output to a file
    ``_crossword`` in a folder of ``$fpath``. Fish: write it to ``~/.config/fish/completions/crossword.fish``.
    """

    def __call__(self, parser: argparse.ArgumentParser, _: object, shell: Any, *__: object) -> NoReturn:
        import shtab

        whole = build_parser(None, whole=True)
        subparsers = next(action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
        for command in subparsers.choices.values():
            for action in command._actions:
                if action.nargs != 0 and not action.choices:
                    action.complete = shtab.FILE
        print(shtab.complete(whole, shell))
        parser.exit()


class _Version(argparse.Action):
    """Prints the version and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"{parser.prog} {installed_version()}")
        from harness.solver.kernel import stale_kernel

        parser.exit(0, f"note: {stale}\n" if (stale := stale_kernel()) else None)


def installed_version() -> str:
    """Return the installed version, by the name of the folder that every installer makes for it."""
    for folder in sys.path:
        with suppress(OSError):  # an entry of the path may be no folder
            for name in os.listdir(folder or "."):  # noqa: PTH208 -- pathlib loads slowly
                if found := re.fullmatch(r"spectrum_crosswords-(.*)\.dist-info", name):
                    return found[1]
    from importlib.metadata import version  # takes longer to load than a puzzle to be solved

    return version("spectrum-crosswords")


_CHOICE = re.compile(r"(argument [^:]*: )invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
"""A message of argparse."""


class _Parser(argparse.ArgumentParser):
    """Reports an error in one line, and lays out its help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"formatter_class": HelpFormatter, **kwargs})

    def error(self, message: str) -> NoReturn:
        if wrong := _CHOICE.fullmatch(message):
            choices = [name.strip("'") for name in wrong[3].split(", ")]
            fix = did_you_mean(nearest(wrong[2], choices), f"choose from {', '.join(choices)}")
            message = f"{wrong[1]}there is no {wrong[2]!r}; {fix}"
        self.exit(Exit.BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:  # argparse's own drops the error of an output that is full
            (file or sys.stderr).write(message)


def build_parser(called: str | None, *, whole: bool = False) -> argparse.ArgumentParser:
    """Build the parser with all commands; only the one that is called has its arguments, or all with `whole`."""
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
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        action=_Completion,
        choices=_SHELLS,
        default=argparse.SUPPRESS,
        help=f"print a script that completes commands and options in a shell, {', '.join(_SHELLS)}, and exit",
    )
    subparsers = parser.add_subparsers(
        metavar="COMMAND",
        required=True,
        parser_class=_Parser,
        prog=parser.prog,  # else argparse lays out a usage message to take it from
    )
    for name, summary in COMMANDS.items():
        command = subparsers.add_parser(name, help=summary)
        if name == called or whole:
            module = importlib.import_module(f"harness.commands.{name}")
            command.description = module.__doc__
            module.describe(command)
            command.set_defaults(run=module.run)
    if not whole:  # a shell's completions come from the list that argparse makes
        _list_in_groups(parser, subparsers)
    return parser


def _list_in_groups(parser: argparse.ArgumentParser, subparsers: Any) -> None:
    """Make ``--help`` list the commands in their groups, before the options; argparse knows one list of them."""
    positionals, options = parser._action_groups
    positionals._group_actions.remove(subparsers)
    listed = {action.dest: action for action in subparsers._choices_actions}
    for title, names in GROUPS.items():
        parser.add_argument_group(title)._group_actions.extend(listed[name] for name in names)
    parser._action_groups.remove(options)
    parser._action_groups.append(options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code, as docs/limits.md lists them."""
    return run_guarded(lambda: _run_command(arguments))


def run_guarded(work: Callable[[], int]) -> int:
    """Run the work of a command line; returns its exit code. An error is one line on the standard error."""
    if not _prepare_streams():
        return _complain("the standard output is closed; give it a terminal, a file or a pipe", Exit.BAD_INPUT)
    try:
        code = work()
        sys.stdout.flush()
        return code
    except TimeLimitError as error:
        return _complain(error.summary, Exit.BAD_INPUT)
    except UndecidedError as error:
        return _complain(str(error), Exit.UNDECIDED)
    except (HarnessError, SpectrumError) as error:
        return _complain(str(error), Exit.BAD_INPUT)
    except KeyboardInterrupt as interrupt:
        return _complain(": ".join(["interrupted", *map(str, interrupt.args)]), Exit.INTERRUPTED)
    except OSError as error:  # what no command has a better sentence for: the output is full, the folder has gone
        if is_broken_pipe(error):
            _abandon(sys.stdout)
            return Exit.BAD_INPUT
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}; see to the file, the folder or the output", Exit.BAD_INPUT)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("harness", "pyspectrum"):
            return _complain_of_bug(error)
        return _complain(f"{error.name} is not installed for {sys.executable}; {_INSTALL}", Exit.BAD_INPUT)
    except MemoryError:
        return _complain("memory ran out; give a smaller puzzle or picture", Exit.UNDECIDED)
    except Exception as error:
        return _complain_of_bug(error)


def _complain_of_bug(error: Exception) -> int:
    if os.environ.get("CROSSWORD_DEBUG"):
        raise error
    return _complain(
        f"a bug in this program: {type(error).__name__}: {error} "
        "(set CROSSWORD_DEBUG=1 for the traceback, and please report it)",
        Exit.INTERNAL,
    )


def _run_command(arguments: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if arguments is None else arguments
        called = next((argument for argument in given if not argument.startswith("-")), None)
        if "--print-completion" in given[:1]:  # the one option of all with a value
            called = None
        parser = build_parser(called)
        if not given:
            parser.print_help()
            return Exit.GOOD
        if called is not None and called not in COMMANDS:
            _refuse(parser, None, f"there is no command {called!r}; {_meant_command(called)}")
        if "" in given:
            fix = "perhaps a variable that was never set; give a value"
            _refuse(parser, called, f"argument {_place_of_empty(given)} is empty, {fix}")
        if lacking := option_without_value(given):
            _refuse(parser, called, f"argument {lacking}: -- is no value; give one")
        parsed, unknown = parser.parse_known_args(given)
        if unknown:
            _refuse(parser, called, f"unrecognized arguments: {' '.join(unknown)}{_meant_option(unknown, called)}")
    except SystemExit as end:  # the parser's way out, after --help and after an error
        return end.code if isinstance(end.code, int) else Exit.GOOD
    told: dict[str, None] = {}

    def tell(remark: HarnessError) -> None:
        if (sentence := one_line(str(remark))) not in told:  # a file may be read twice
            told[sentence] = None
            print(f"note: {sentence}", file=sys.stderr)

    listeners[:] = [tell]
    begun = _cpu_seconds()
    is_limited = any(word.partition("=")[0] == "--timeout" for word in given)  # a default is for the solver alone
    with reading_within(getattr(parsed, "timeout", None) if is_limited else None), notes_on(sys.stderr):
        code: int = parsed.run(parsed)
    if _cpu_seconds() - begun > SLOW_SECONDS and sys.stderr.isatty() and _solves(called, parsed):
        from harness.solver.kernel import KERNEL_VARIABLE, has_compiled_kernel

        if not has_compiled_kernel() and not os.environ.get(KERNEL_VARIABLE):
            fix = "install a C compiler and Python's headers, and then this project again"
            print(f"note: without its compiled kernel the solver is much slower; {fix}", file=sys.stderr)
    return code


def _cpu_seconds() -> float:
    """Return the CPU time of this process, and of its processes that have ended."""
    return sum(os.times()[:4])


def _solves(called: str | None, parsed: argparse.Namespace) -> bool:
    """Return True if a command's time is the solver's; that of `run` is the emulated Spectrum's."""
    return (hasattr(parsed, "memory") and called != "run") or getattr(parsed, "solver_only", False)


def _refuse(parser: argparse.ArgumentParser, called: str | None, message: str) -> NoReturn:
    """Reject the arguments of the command that is called, and point to its help."""
    if called in COMMANDS:
        parser.prog = f"{parser.prog} {called}"
    parser.error(message)


def _meant_option(unknown: Sequence[str], called: str | None) -> str:
    """Return a hint at the first unknown option, if the command has a similar one."""
    option = next((argument.partition("=")[0] for argument in unknown if re.match("--?[a-z]", argument)), None)
    if option is None or called is None:
        return ""
    alone = _Parser()
    importlib.import_module(f"harness.commands.{called}").describe(alone)
    known = [name for action in alone._actions for name in action.option_strings]
    if option in known:  # it stands before the command
        return f"; write it behind the command: crossword {called} {option} …"
    found = nearest(option, known)
    return "" if found is None else f"; {did_you_mean(found, '')}"


def _meant_command(called: str) -> str:
    """Return what to type in place of an unknown command."""
    if called in ("help", "?", "man"):
        return "crossword --help lists the commands, crossword COMMAND --help tells of one"
    found = nearest(called, COMMANDS)
    if found is None and (os.path.exists(called) or suffix_of(called)):  # noqa: PTH110
        return f"to solve it: crossword run {called}"
    return did_you_mean(found, f"the commands are {', '.join(COMMANDS)}")


def _place_of_empty(given: Sequence[str]) -> str:
    """Name the empty argument: the option before it, or its number. No command accepts one.

    >>> _place_of_empty(["solve", "cat.txt", "--png", ""]), _place_of_empty(["solve", ""])
    ('--png', '2')
    """
    place = list(given).index("")
    before = given[place - 1] if place else ""
    return before if before.startswith("--") else str(place + 1)


def _prepare_streams() -> bool:
    """Make the standard streams accept any text; return True if there is an output at all."""
    # a stream that was closed before we began is None, and print() would take another one for it
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 -- for the rest of the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        return False
    stdout = sys.stdout
    if isinstance(getattr(stdout, "buffer", None), io.RawIOBase):
        # PYTHONUNBUFFERED: if a signal cuts a write short, Python would drop the rest
        sys.stdout = open(stdout.fileno(), "w", 1, stdout.encoding, stdout.errors, closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        use_plain_signs_on(stream)
    return True


def _complain(message: str, code: int) -> int:
    """Print an error in one line, after the output printed so far."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _abandon(sys.stdout)
    try:
        print(f"crossword: {one_line(message)}", file=sys.stderr)
        sys.stderr.flush()
    except OSError:  # no stream is left
        _abandon(sys.stderr)
    return code


def _abandon(stream: TextIO) -> None:
    """Discard what cannot be written, so that the interpreter does not try again at its end."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

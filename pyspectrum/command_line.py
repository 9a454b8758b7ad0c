"""The command line that `spectrum` and `crossword` share: arguments, help, completion, and errors of one line.

A tool is a `CommandLine`; each of its commands is a module, with `describe` for its arguments and `run` for its work,
which is loaded only for the command that is called. An error is one line on the standard error, whatever stands in it,
and an exit code: 2 for an error that the user can fix, 3 for a mistake in the program alone.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import importlib
import io
import os
import re
import signal
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import partial

from pyspectrum.errors import SpectrumError, TimeLimitError, escaped, notes_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, TextIO


class Exit(IntEnum):
    """Exit codes, as docs/limits.md lists them."""

    GOOD = 0
    NO = 1
    """The Spectrum is wrong, the puzzle is not good, there is no next step, or a text did not come."""
    BAD_INPUT = 2
    INTERNAL = 3
    UNDECIDED = 4
    """Time or memory ran out before the answer was known."""
    INTERRUPTED = 130
    """Ctrl-C ended it; the number is the shells' convention."""


# -- arguments and their help -------------------------------------------------------------------

_MOST_COLUMNS = 100
"""Longer lines are hard to read, however wide the terminal."""
_HELP_COLUMN = 24
_ITEM = r" +(\S+ {2,})?"


class HelpFormatter(argparse.HelpFormatter):
    """Fills each paragraph by itself, and keeps lines that are indented apart, as those of a table or an example."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_MOST_COLUMNS)

    def format_help(self) -> str:
        """Lay it out; how wide the terminal is, matters only now: argparse makes a formatter for every argument."""
        import shutil  # takes long to load, and few commands end with their help

        self._width = min(shutil.get_terminal_size().columns, _MOST_COLUMNS) - 2
        self._max_help_position = min(_HELP_COLUMN, max(self._width - 20, 4))
        return super().format_help()

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # argparse's own makes one paragraph of all
        return "\n\n".join(_filled(paragraph, width) for paragraph in text.strip().split("\n\n"))


def _filled(paragraph: str, width: int) -> str:
    """A paragraph in lines of no more than `width`; the second line of an item begins where the text of its first does.

    >>> print(_filled("of ``solve``,\\n  fast  line logic and search\\n  probe  both colours", 24))
    of solve,
      fast  line logic and
            search
      probe  both colours
    """
    import textwrap  # as above

    fill = partial(textwrap.wrap, width=width, break_on_hyphens=False, break_long_words=False)
    lines: list[str] = []
    flowing: list[str] = []
    for line in [*paragraph.replace("``", "").splitlines(), ""]:
        if line and not line.startswith(" "):
            flowing.append(line)
            continue
        lines += fill(" ".join(flowing))
        flowing = []
        if (item := re.match(_ITEM, line)) is not None:
            lines += fill(line, subsequent_indent=" " * len(item[0]))
    return "\n".join(lines)


def examples(*pairs: tuple[str, str]) -> str:
    """Lay out the examples at the end of a command's help: the command line, and its effect.

    >>> print(examples(("crossword solve cat.txt", "the picture, and whether it is the only one")))
    examples:
      crossword solve cat.txt
          the picture, and whether it is the only one
    """
    return "\n".join(["examples:", *(f"  {typed}\n      {what}" for typed, what in pairs)])


def add_to(parser: argparse._ActionsContainer) -> Callable[..., argparse.Action]:
    """Return a function that adds arguments to a parser or a group, in one line each.

    It takes the argument as the help shows it, its help, its type and its default, and then what argparse takes. An
    option without a value is a flag; the help of any other tells its default.

    >>> parser = argparse.ArgumentParser()
    >>> add = add_to(parser)
    >>> _ = add("FILE", "the file"), add("-o --out PLACE", "where"), add("--wide N", "how", int, 3), add("--all", "all")
    >>> parser.parse_args(["x", "--wide", "7"])
    Namespace(FILE='x', out=None, wide=7, all=False)
    """

    def add(spec: str, help: str, type: Any = None, default: Any = None, **more: Any) -> argparse.Action:
        names = spec.split()
        if names[-1][0] != "-":
            more["metavar"] = names.pop()
        elif "choices" not in more:
            return parser.add_argument(*names, help=help, **{"action": "store_true", **more})
        if type is not None:
            more["type"] = type
        if default not in (None, "", []) and "(default" not in help:
            help += " (default: %(default)g)" if isinstance(default, float) else " (default: %(default)s)"
        if not names:  # a positional argument is called as it is shown, unless it has a name of its own
            names = [more.pop("dest", more["metavar"])]
        return parser.add_argument(*names, help=help, default=default, **more)

    return add


_CHOICE = r"(?s)(argument [^:]*: )invalid choice: '(.*)' \(choose from (.*)\)"
"""A message of argparse."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, and lays out its help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"formatter_class": HelpFormatter, **kwargs})

    def error(self, message: str) -> NoReturn:
        if wrong := re.fullmatch(_CHOICE, message):
            from pyspectrum.meant import did_you_mean, nearest  # seldom needed, as below

            choices = [name.strip("'") for name in wrong[3].split(", ")]
            fix = did_you_mean(nearest(wrong[2], choices), f"choose from {', '.join(choices)}")
            message = f"{wrong[1]}there is no {wrong[2]!r}; {fix}"
        self.exit(Exit.BAD_INPUT, f"{self.prog}: {escaped(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:  # argparse's own drops the error of an output that is full
            (file or sys.stderr).write(message)


class _Print(argparse.Action):
    """Calls `const`, which prints something, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, value: object, *__: object) -> NoReturn:
        self.const(value)
        parser.exit()


# -- a tool -------------------------------------------------------------------------------------

_SHELLS = ("bash", "zsh", "fish")


class CommandLine:
    """A tool with commands: `name` is what one types, `package` has a module for each, `distribution` is installed.

    `groups` has the commands with a line for each, in groups, as the help lists them. The last two texts are the
    help's description and epilog. `codes` are the exit codes of the errors that the user can fix, `shown` makes one
    line for a terminal of any text, `install` says what to do if a library is missing.
    """

    codes: ClassVar[Mapping[type[Exception], Exit]] = {SpectrumError: Exit.BAD_INPUT}
    shown: Callable[[str], str] = staticmethod(escaped)
    install = f"run: {sys.executable} -m pip install pytest-spectrum"

    def __init__(
        self, name: str, package: str, distribution: str, groups: Mapping[str, Mapping[str, str]], *texts: str
    ) -> None:
        self.name, self.package, self.distribution, self.groups = name, package, distribution, groups
        self.description, self.epilog = texts
        self.commands = {name: text for commands in groups.values() for name, text in commands.items()}

    def build_parser(self, command: str) -> argparse.ArgumentParser:
        """Build the parser of a command's arguments, alone: that of all commands takes as long again."""
        return self._described(
            Parser(prog=f"{self.name} {command}", description=self._module(command).__doc__), command
        )

    def _described(self, parser: argparse.ArgumentParser, command: str) -> argparse.ArgumentParser:
        module = self._module(command)
        module.describe(parser)
        parser.set_defaults(run=module.run)
        return parser

    def _build_parser_of_all(self, *described: str | None) -> argparse.ArgumentParser:
        """Build the parser that lists all commands; those `described` have their arguments."""
        parser = Parser(prog=self.name, description=self.description, epilog=self.epilog, allow_abbrev=False)
        printed: dict[str, Any] = {"action": _Print, "default": argparse.SUPPRESS}
        add = parser.add_argument
        add("--version", nargs=0, const=self._print_version, help="show the version and exit", **printed)
        shells = f"print a script that completes commands and options in a shell, {', '.join(_SHELLS)}, and exit"
        script = self._print_completion
        add("--print-completion", metavar="SHELL", const=script, choices=_SHELLS, help=shells, **printed)
        subparsers = parser.add_subparsers(
            metavar="COMMAND",
            required=True,
            parser_class=Parser,
            prog=parser.prog,  # else argparse lays out a usage message to take it from
        )
        for name, summary in self.commands.items():
            if name in described:
                doc = self._module(name).__doc__
                self._described(subparsers.add_parser(name, help=summary, description=doc), name)
            else:  # it is listed; a parser takes long to make
                subparsers._choices_actions.append(subparsers._ChoicesPseudoAction(name, (), summary))
        if len(described) < len(self.commands):  # a shell's completions come from the list that argparse makes
            self._list_in_groups(parser, subparsers)
        return parser

    def _module(self, command: str) -> Any:
        return importlib.import_module(f"{self.package}.{command}")

    def _list_in_groups(self, parser: argparse.ArgumentParser, subparsers: Any) -> None:
        """Make ``--help`` list the commands in their groups, before the options; argparse knows one list of them."""
        positionals, options = parser._action_groups
        positionals._group_actions.remove(subparsers)
        listed = {action.dest: action for action in subparsers._choices_actions}
        for title, names in self.groups.items():
            parser.add_argument_group(title)._group_actions.extend(listed[name] for name in names)
        parser._action_groups.remove(options)
        parser._action_groups.append(options)

    def _print_completion(self, shell: str) -> None:
        """Print a script that lets a shell complete commands, options and file names."""
        import shtab

        whole = self._build_parser_of_all(*self.commands)
        subparsers = next(action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
        for command in subparsers.choices.values():
            for action in command._actions:
                if action.nargs != 0 and not action.choices:
                    action.complete = shtab.FILE
        print(shtab.complete(whole, shell))

    def _print_version(self, _: object) -> None:
        print(f"{self.name} {self._version()}")

    def _version(self) -> str:
        """Return the installed version, by the name of the folder that every installer makes for it."""
        pattern = re.compile(rf"{self.distribution.replace('-', '_')}-(.*)\.dist-info")
        for folder in sys.path:
            with suppress(OSError):  # an entry of the path may be no folder
                for name in os.listdir(folder or "."):  # noqa: PTH208 -- pathlib loads slowly
                    if found := pattern.fullmatch(name):
                        return found[1]
        from importlib.metadata import version  # takes longer to load than a puzzle to be solved

        return version(self.distribution)

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run a command, of this process without `arguments`; return the exit code. An error is one line on stderr."""
        return self.guarded(lambda: self._run(arguments))

    def _run(self, arguments: Sequence[str] | None) -> int:
        try:
            given = list(sys.argv[1:] if arguments is None else arguments)
            if given[:1] == ["help"]:
                given = [*given[1:2], "--help"]
            called = next((argument for argument in given if not argument.startswith("-")), None)
            if "--print-completion" in given[:1]:  # the one option of all with a value
                called = None
            if is_first := called in self.commands and called == given[0]:
                parser = self.build_parser(called)
            else:
                parser = self._build_parser_of_all(called)
            if not given:
                parser.print_help()
                return Exit.GOOD
            if called is not None and called not in self.commands:
                parser.error(f"there is no command {called!r}; {self._meant_command(called)}")
            if lacking := option_without_value(given):
                self._refuse(parser, called, f"argument {lacking}; give a value")
            parsed, unknown = parser.parse_known_args(given[is_first:])
            if unknown:
                meant = self._meant_option(unknown, called)
                self._refuse(parser, called, f"unrecognized arguments: {' '.join(unknown)}{meant}")
        except SystemExit as end:  # the parser's way out, after --help and after an error
            return end.code if isinstance(end.code, int) else Exit.GOOD
        if arguments is None and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # all modules are loaded
        with notes_on(sys.stderr):
            return self.perform(parsed, given)

    def _refuse(self, parser: argparse.ArgumentParser, called: str | None, message: str) -> NoReturn:
        """Reject the arguments of the command that is called, and point to its help."""
        parser.prog = self.name if called is None else f"{self.name} {called}"
        parser.error(message)

    def perform(self, parsed: argparse.Namespace, given: Sequence[str]) -> int:
        code: int = parsed.run(parsed)
        return code

    def _meant_command(self, called: str) -> str:
        from pyspectrum.meant import did_you_mean, nearest

        found = nearest(called, self.commands)
        if found is None and (os.path.exists(called) or os.path.splitext(called)[1]):  # noqa: PTH110, PTH122
            return f"to run it: {self.name} run {called}"
        return did_you_mean(found, f"the commands are {', '.join(self.commands)}")

    def _meant_option(self, unknown: Sequence[str], called: str | None) -> str:
        """Return a hint at the first unknown option, if the command has a similar one."""
        option = next((argument.partition("=")[0] for argument in unknown if re.match("--?[a-z]", argument)), None)
        if option is None or called is None:
            return ""
        from pyspectrum.meant import did_you_mean, nearest

        known = [name for action in self.build_parser(called)._actions for name in action.option_strings]
        if option in known:  # it stands before the command
            return f"; write it behind the command: {self.name} {called} {option} …"
        found = nearest(option, known)
        return "" if found is None else f"; {did_you_mean(found, '')}"

    def guarded(self, work: Callable[[], int]) -> int:
        """Run the work of a command line; return its exit code. An error is one line on the standard error."""
        if not _prepare_streams():
            return self._complain("the standard output is closed; give it a terminal, a file or a pipe", Exit.BAD_INPUT)
        try:
            code = work()
            sys.stdout.flush()
            return code
        except tuple(self.codes) as error:
            code = next(code for kind, code in self.codes.items() if isinstance(error, kind))
            return self._complain(error.summary if isinstance(error, TimeLimitError) else str(error), code)
        except KeyboardInterrupt as interrupt:
            return self._complain(": ".join(["interrupted", *map(str, interrupt.args)]), Exit.INTERRUPTED)
        except OSError as error:  # what no command has a better sentence for: the output is full, the folder has gone
            if _is_broken_pipe(error):
                _abandon(sys.stdout)
                return Exit.BAD_INPUT
            place, fix = f"{error.filename}: " if error.filename else "", "see to the file, the folder or the output"
            return self._complain(f"{place}{error.strerror or error}; {fix}", Exit.BAD_INPUT)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] in ("harness", "pyspectrum"):
                return self._complain_of_bug(error)
            return self._complain(f"{error.name} is not installed for {sys.executable}; {self.install}", Exit.BAD_INPUT)
        except MemoryError:
            return self._complain("memory ran out; give a smaller puzzle or picture", Exit.UNDECIDED)
        except Exception as error:
            return self._complain_of_bug(error)

    def _complain_of_bug(self, error: Exception) -> int:
        if os.environ.get(debug := f"{self.name.upper()}_DEBUG"):
            raise error
        how = f"set {debug}=1 for the traceback, and please report it"
        return self._complain(f"a bug in this program: {type(error).__name__}: {error} ({how})", Exit.INTERNAL)

    def _complain(self, message: str, code: int) -> int:
        """Print an error in one line, after the output printed so far."""
        if sys.stdout is not None:
            try:
                sys.stdout.flush()
            except OSError:
                _abandon(sys.stdout)
        try:
            print(f"{self.name}: {self.shown(message)}", file=sys.stderr)
            sys.stderr.flush()
        except OSError:  # no stream is left
            _abandon(sys.stderr)
        return code


def option_without_value(words: Sequence[str]) -> str | None:
    """Say which argument is empty, as a shell's variable that is not set; or ``--``, which argparse takes for the end.

    >>> option_without_value(["run", "--wait=--"]), option_without_value(["run", "--", "--wait=--"])
    ('--wait: -- is no value', None)
    >>> option_without_value(["solve", "--png", ""])
    '--png is empty, perhaps a variable that was never set'
    """
    is_over = False  # behind a lone --
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        is_option = word.startswith("--") and not is_over
        name, equals, value = word.partition("=") if is_option else (before, "=", word)
        is_over = is_over or word == "--"
        if is_option and equals and value == "--":
            return f"{name}: -- is no value"
        if equals and not value:
            return f"{name if name.startswith('--') else number + 1} is empty, perhaps a variable that was never set"
    return None


# -- standard streams ---------------------------------------------------------------------------


def _is_broken_pipe(error: OSError) -> bool:
    """Return True if the reader of our output has gone, which Windows calls an invalid argument."""
    return isinstance(error, BrokenPipeError) or (
        sys.platform == "win32" and (error.errno, error.filename) == (errno.EINVAL, None)
    )


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


def _abandon(stream: TextIO) -> None:
    """Discard what cannot be written, so that the interpreter does not try again at its end."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_PLAIN_SIGNS = "crossword-plain"

_PLAIN = {
    "×": "x", "–": "-", "—": "-", "·": ".", "…": "...", "±": "+-", "→": "->", "„": '"', "“": '"', "”": '"', "’": "'",
    "«": '"', "»": '"', "█": "#", "▀": '"', "▄": "_", "▒": "?", "░": ":", "▛": "#", "▙": "#", "│": "|", "─": "-",
    "├": "|", "└": "`",
}  # fmt: skip


def plain(sign: str) -> str:
    """Replace a sign by a similar one, its letter without accents, or an escape.

    >>> plain("×"), plain("é"), plain("\\udcff"), plain("ж")
    ('x', 'e', '\\\\xff', '?')
    """
    if sign in _PLAIN:
        return _PLAIN[sign]
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or "?"


def use_plain_signs_on(stream: TextIO) -> None:
    """Print plain signs on a stream, from now on, for those that its encoding lacks; a file on Windows is in UTF-8."""
    codecs.register_error(_PLAIN_SIGNS, _replace_by_plain)
    if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
        reconfigure(errors=_PLAIN_SIGNS, encoding="utf-8" if is_redirected_on_windows(stream) else None)


def is_redirected_on_windows(stream: TextIO) -> bool:
    """Return True for a file or a pipe that Python would write in the system's encoding, which no reader expects.

    PowerShell takes it for yet another one, and understands ASCII alone.
    """
    return sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ


def _replace_by_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(sign) for sign in error.object[error.start : error.end]), error.end

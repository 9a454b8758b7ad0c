"""Shared parts of the commands: media by name or from standard input, files to write, exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pyspectrum import snapshot, tape
from pyspectrum.arguments import read_seconds
from pyspectrum.atomic import is_same_file, marked, refusal, save_file
from pyspectrum.command_line import Exit, add_to
from pyspectrum.errors import SpectrumError, TimeLimitError, escaped
from pyspectrum.machine import Spectrum
from pyspectrum.machine.screens import whole_screen
from pyspectrum.meant import did_you_mean, nearest_file
from pyspectrum.media_kinds import MAX_FILE_BYTES, suffix_of, unread
from pyspectrum.opener import SCREEN_SIZES, OpeningError, opened, read_pipe, unzipped
from pyspectrum.screen import Screen
from pyspectrum.snapshot import Snapshot, parse_snapshot
from pyspectrum.tape import Tape

SCREEN_SUFFIX = ".scr"
READ_SUFFIXES = (*tape.READ_SUFFIXES, *snapshot.READ_SUFFIXES, SCREEN_SUFFIX)
STANDARD_STREAM = "-"
PIPE_SECONDS = 10
"""Time that a named pipe may be silent."""
MOST_SECONDS = 10**6
"""Limit of the Spectrum's time."""
seconds = partial(read_seconds, most=MOST_SECONDS)
"""Read an argument that is a time in seconds."""


class InputError(SpectrumError):
    """A command that cannot be run as given, or whose files cannot be read or written; the message is one line."""


@dataclass(frozen=True)
class Medium:
    """A file: its bytes and the tape, snapshot or screen in them; `suffix` is the format, `name` goes into messages."""

    name: str
    suffix: str
    content: Tape | Snapshot | Screen
    data: bytes


def add_input(parser: argparse.ArgumentParser, what: str) -> None:
    add, formats = add_to(parser), [suffix[1:] for suffix in READ_SUFFIXES]
    add("FILE", f"{what}; - is standard input", dest="file")
    how = f"the format, if neither the name nor the first bytes tell it: {', '.join(formats)}"
    add("--from FORMAT", how, dest="source_format", choices=formats)


def read_bytes(options: argparse.Namespace) -> tuple[str, bytes]:
    """Return the name for messages and the bytes of a file, without gzip around it, or InputError."""
    name: str = options.file
    if name == STANDARD_STREAM:
        name, data = "<stdin>", sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    elif Path(name).is_fifo():
        # opened in the other way, it would wait for a writer
        with open(os.open(name, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:  # noqa: PTH123
            came = read_pipe(pipe.fileno(), MAX_FILE_BYTES + 1, lambda: PIPE_SECONDS)
        if came is None:
            raise InputError(f"{name}: nothing comes from this pipe, or not its end; write to it, or name a file")
        data = came
    else:
        try:
            with Path(name).open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except IsADirectoryError:
            raise InputError(f"{name}: this is a folder; name a file in it") from None
        except FileNotFoundError:
            raise InputError(f"{name}: no such file; {did_you_mean(nearest_file(name), 'check the name')}") from None
        except OSError as error:
            raise InputError(f"{name}: cannot read the file: {error.strerror}; name another") from None
    try:
        return name, unzipped(data)
    except OpeningError as error:
        raise InputError(f"{name}: {error}") from None


def read_medium(options: argparse.Namespace) -> Medium:
    """Read the tape, snapshot or screen that `add_input` has asked for; SpectrumError if that fails."""
    suffix = f".{options.source_format}" if options.source_format else suffix_of(options.file)
    if what := unread(suffix):
        raise InputError(f"{options.file}: {what}")
    name, data = read_bytes(options)
    try:
        data, suffix = opened(data, suffix, READ_SUFFIXES, "a tape, a snapshot or a screen")
    except OpeningError as error:
        raise InputError(f"{name}: {error}") from None
    if what := unread(suffix):
        raise InputError(f"{name}: {what}")
    if suffix not in READ_SUFFIXES:
        known = ", ".join(READ_SUFFIXES)
        what = f"neither the name nor the first bytes say what it holds ({known})"
        raise InputError(f"{name}: {what}; say it with --from, as --from tap")
    return Medium(name, suffix, _parse(data, suffix, name), data)


def _parse(data: bytes, suffix: str, name: str) -> Tape | Snapshot | Screen:
    if suffix in tape.READ_SUFFIXES:
        return Tape.parse(data, suffix, name)
    if suffix in snapshot.READ_SUFFIXES:
        return parse_snapshot(data, suffix, name)
    if len(data) not in SCREEN_SIZES:
        *sizes, last = (f"{size:,}" for size in SCREEN_SIZES)
        has = f"{', '.join(sizes)} or {last} bytes, this has {len(data):,}"
        raise InputError(f"{name}: a .scr has {has}; is it another format?")
    return Screen(whole_screen(data))


def write_output(path: str, data: bytes) -> None:
    """Write a file whole or not at all, or to standard output for ``-``."""
    if path == STANDARD_STREAM:
        sys.stdout.buffer.write(marked(data))
        sys.stdout.buffer.flush()
        return
    save_file(path, data, "the file", InputError, "name another")


def add_force_option(parser: argparse.ArgumentParser) -> None:
    add_to(parser)("--force", "replace a page or picture made by another program")


def check_output(path: Path | str, kind: str, read: str, *, forced: bool = False) -> None:
    """Check before the work that a file can be written in a format, and that no other is lost by it.

    InputError if it has no folder, if it is the file that is read, by this name, another one or a link, or if it must
    not be replaced (`pyspectrum.atomic.refusal`).
    """
    if path == STANDARD_STREAM:
        return
    if not Path(path).absolute().parent.is_dir():
        raise InputError(f"{path}: no such folder; make it first")
    if read != STANDARD_STREAM and is_same_file(path, read):
        raise InputError(f"{path}: would overwrite the file that is read; name another")
    try:
        refused = refusal(path, kind, forced=forced)
    except OSError as error:
        raise InputError(f"{path}: cannot read the file that is there: {error.strerror}; name another") from None
    if refused:
        raise InputError(f"{path}: {refused}")


def show_screen(lines: Sequence[str]) -> None:
    for line in lines:
        print(f"    |{line.ljust(32)}|", file=sys.stderr)


def complain(error: Exception, spectrum: Spectrum, more: str = "") -> int:
    """Print on stderr what went wrong, and what the screen shows; return the exit code."""
    summary, screen = str(error).partition("; the screen shows:")[0], spectrum.text_lines()
    summary = summary.replace('model="128"', "--model 128")
    if isinstance(error, TimeLimitError):
        summary, screen = error.summary + error.hint, error.screen
    print(f"spectrum: {escaped(summary)}; {more}the screen shows:", file=sys.stderr)
    show_screen(screen)
    return Exit.NO


def write_html(output: Path, text: str, what: str) -> None:
    """Write a page for a browser, and say so; messages call it `what`."""
    data = text.encode()
    save_file(output, data, what, InputError, "name another place")
    print(f"{output}: written, {len(data) / 1000:.0f} kB; open it in a browser")

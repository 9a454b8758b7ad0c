"""Kinds of arguments, and options, that several commands have; those for time and memory are in `commands.limits`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from harness.console.common import MOST_DIGITS, positive_int

LANGUAGES = ("en", "ru")
"""The languages of `harness.solver.human`, by their codes."""


JOBS_PER_CORE = 4
"""Processes for each core, at most: more of them take memory and time, and finish nothing earlier."""


def jobs(text: str) -> int:
    """An argument that is a number of processes; a larger one than the machine has use for becomes that.

    >>> jobs("1"), jobs("100000") == JOBS_PER_CORE * (os.cpu_count() or 1)
    (1, True)
    """
    return min(positive_int(text), JOBS_PER_CORE * (os.cpu_count() or 1))


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=jobs,
        default=1,
        help=f"of many puzzles, N at a time, up to {JOBS_PER_CORE} for each core (default: %(default)s)",
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """``--lang``."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default: %(default)s)")


def add_order_option(parser: argparse.ArgumentParser) -> None:
    """``--order``."""
    parser.add_argument(
        "--order",
        choices=("first", "largest"),
        default="first",
        help="where a rule works in several lines: the first one, or that with the largest number (default: first)",
    )


def difficulty_name(text: str) -> str:
    """An argument that is one of `harness.advice.difficulty`."""
    from harness.advice.difficulty import DIFFICULTIES  # the rules of people, which nobody needs who wants none

    return _one_of(text, list(DIFFICULTIES))


def _one_of(text: str, names: Sequence[str]) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(
            f"invalid choice: {text!r} (choose from {', '.join(repr(name) for name in names)})"
        )
    return text


def edition_name(text: str) -> str:
    """An argument that is the file name of one of the project's own tapes."""
    from harness.spectrum.build import ALL_EDITIONS  # the assembler and more, which nobody needs who gives no such name

    return _one_of(text, [edition.file_name for edition in ALL_EDITIONS])


def grey_level(text: str) -> int:
    """An argument that divides black from white: 0 to 256."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) <= 256):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 to 256")
    return int(text)


def share(text: str) -> float:
    """An argument that is a part of a whole: 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to 1")
    return value


def whole_number(text: str) -> int:
    """An argument that is a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 0 to {10**19 - 1}")
    return int(text)

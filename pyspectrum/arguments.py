"""Arguments of command lines that both packages' commands take."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def read_seconds(text: str, most: int) -> float:
    """A time in seconds, from 0 to `most`.

    Raises:
        argparse.ArgumentTypeError: it is none.

    >>> read_seconds("1.5", 10)
    1.5
    >>> read_seconds("soon", 10)
    Traceback (most recent call last):
        ...
    argparse.ArgumentTypeError: 'soon' is not a number of seconds, 0 to 10
    """
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds, 0 to {most:,}")
    return value


def option_without_value(words: Sequence[str]) -> str | None:
    """The first option written as ``--name=--``: argparse takes the value for the end of the options, and loses it.

    >>> option_without_value(["run", "--wait=--"]), option_without_value(["run", "--", "--wait=--"])
    ('--wait', None)
    """
    for word in words:
        if word == "--":
            return None
        if word.startswith("--") and word.endswith("=--"):
            return word.removesuffix("=--")
    return None

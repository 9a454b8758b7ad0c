"""A line between a worker and the server: commands come in, messages go out; and errors, in the page's language.

Commands and messages are small dictionaries, as the page sends and gets them. `PipeLink` is the end in
the worker's process; tests make one of lists.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from multiprocessing.connection import Connection
from typing import Any, Protocol

from harness.errors import HarnessError
from harness.solver.budget import STOPS
from harness.solver.strategy import OUTCOMES

Command = dict[str, Any]
Message = dict[str, Any]


def in_language(error: Exception, language: object) -> str:
    """An error's sentence in a language of the page; what `russian.toml` does not have is introduced in Russian.

    >>> from harness.errors import FormatError
    >>> in_language(FormatError("the picture is damaged ({reason})", "save it again", "cat.png", reason="cut"), "ru")
    'cat.png: картинка испорчена; сохраните её ещё раз'
    """
    if language != "ru":
        return str(error)
    try:
        if isinstance(error, HarnessError):
            return error.told(_russian().__getitem__)
    except KeyError:  # an error for a terminal
        pass
    return f"Не получилось. Вот что говорит программа: {error}"


@cache
def _russian() -> dict[str, str]:
    """Each template in English, and the same in Russian."""
    import tomllib

    words = tomllib.loads((files("harness.studio") / "russian.toml").read_text(encoding="utf-8"))
    for table in (OUTCOMES, STOPS):
        words |= zip(table["en"].values(), table["ru"].values(), strict=True)
    return words


class LinkClosedError(Exception):
    """Nobody is at the other end any more; the worker ends. Never seen by a user."""


class Link(Protocol):
    """The part of a line that a worker needs."""

    def receive(self, seconds: float) -> Command | None:
        """The next command, waiting up to `seconds`; None where there is none by then.

        Raises:
            LinkClosedError: there will be no more.
        """

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            LinkClosedError: nobody takes it.
        """


class PipeLink:
    """The worker's end of a pipe between processes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def receive(self, seconds: float) -> Command | None:
        """See `Link.receive`."""
        try:
            if not self._connection.poll(max(0.0, seconds)):
                return None
            command: Command = self._connection.recv()
        except (EOFError, OSError):
            raise LinkClosedError from None
        return command

    def send(self, message: Message) -> None:
        """See `Link.send`."""
        try:
            self._connection.send(message)
        except OSError:
            raise LinkClosedError from None

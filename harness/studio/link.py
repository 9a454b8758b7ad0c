"""A line between a worker and the server: commands come in, messages go out.

Commands are small dictionaries, as the page sends them; messages are dictionaries, too, or bytes where they are
pictures. `PipeLink` is the end in the worker's process; tests make one of lists.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any, Protocol

Command = dict[str, Any]
Message = dict[str, Any] | bytes


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

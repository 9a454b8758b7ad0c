"""A page that is a script, for the studio's workers; and the car, which they all know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.solver.search import solve
from harness.studio.link import Command, LinkClosedError, Message

CAR = data_folder("puzzles") / "car.txt"


class ListLink:
    """The line of a page that is a script: gives a command a call, and closes when it has none left."""

    def __init__(self, commands: Iterator[Command | None]) -> None:
        self.commands = commands
        self.sent: list[Message] = []

    def receive(self, seconds: float) -> Command | None:
        for command in self.commands:
            return command
        raise LinkClosedError

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if isinstance(message, dict) and message["kind"] == kind]


def car_rows() -> tuple[str, ...]:
    return solve(read_puzzle(CAR)).solutions[0].rows

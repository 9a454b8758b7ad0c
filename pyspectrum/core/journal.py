"""Reporting what is done to a machine from outside, to a journal, where the machine keeps one.

A method of the machine or of an expectation marked `@noted` reports each call. While the method runs, the package's
own code works on the machine, and says so by `Core.touch` before it changes anything between two runs. Without a journal
all this costs one look at an attribute.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


class RunJournal(Protocol):
    """What a core and its parts report to."""

    def before_run(self) -> None:
        """The machine is about to run."""

    def after_run(self) -> None:
        """The machine has stopped."""

    def touch(self) -> None:
        """Somebody is about to change the machine."""

    def begin_anew(self) -> None:
        """The machine was put into another state: what came before does not lead here."""

    def answered(self, tstates: int, value: int) -> None:
        """A hook has answered an IN whose input cycle ends at `tstates`."""

    def enter(self, name: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> bool:
        """A noted call begins; returns whether it is the outermost one."""

    def leave(self, error: BaseException | None) -> None:
        """The call that `enter` reported ends."""


def noted(method: Callable[_P, _R]) -> Callable[_P, _R]:
    """Report each call of a method to the journal of the machine that it works on (`self`, or `self.spectrum`)."""
    name = method.__name__

    @wraps(method)
    def reported(*args: _P.args, **options: _P.kwargs) -> _R:
        __tracebackhide__ = True
        owner: Any = args[0]
        journal: RunJournal | None = getattr(owner, "spectrum", owner).core.journal
        if journal is None:
            return method(*args, **options)
        journal.enter(name, args[1:], options)
        try:
            result = method(*args, **options)
        except BaseException as error:
            journal.leave(error)
            raise
        journal.leave(None)
        return result

    return reported

"""Reporting what is done to a machine from outside, to a journal, where the machine keeps one.

A method of the machine or of an expectation that is `noted` reports each call. While the method runs, the package's
own code works on the machine, and says so by `Core.touch` before it changes anything between two runs. Without a
journal all this costs one look at an attribute.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import wraps
from typing import Any, Protocol, TypeVar

_C = TypeVar("_C")


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


def noted(names: str) -> Callable[[type[_C]], type[_C]]:
    """Report each call of a class's methods of these names (``to_*``) to the journal of the machine they work on.

    The machine is the object itself, or its `spectrum`.
    """

    def with_reports(owner: type[_C]) -> type[_C]:
        for name, method in list(vars(owner).items()):
            if callable(method) and any(fnmatchcase(name, pattern) for pattern in names.split()):
                setattr(owner, name, _reporting(method))
        return owner

    return with_reports


def _reporting(method: Callable[..., Any]) -> Callable[..., Any]:
    name = method.__name__

    @wraps(method)
    def reported(*args: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        owner = args[0]
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

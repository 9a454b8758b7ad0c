"""Reports to a machine's journal, if it keeps one, of what is done to the machine from outside.

A method that is `noted` reports each call. Code of this package calls `Core.touch` before it changes anything between
two runs. Without a journal all this costs one look at an attribute.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import wraps
from typing import Any, Protocol, TypeVar

_C = TypeVar("_C")


class RunJournal(Protocol):
    """The part of a journal to which a core and its parts report: `trace.journal.Journal`, which says what each is."""

    def before_run(self) -> None: ...
    def after_run(self) -> None: ...
    def touch(self) -> None: ...
    def begin_anew(self, *, keep_calls: bool = False) -> None: ...
    def enter(self, method: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> None: ...
    def note(self, name: str, *arguments: Any, **options: Any) -> None: ...
    def leave(self, error: BaseException | None) -> None: ...


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
    @wraps(method)
    def reported(*args: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        owner = args[0]
        journal: RunJournal | None = getattr(owner, "spectrum", owner).core.journal
        if journal is None:
            return method(*args, **options)
        journal.enter(method, args[1:], options)
        try:
            result = method(*args, **options)
        except BaseException as error:
            journal.leave(error)
            raise
        journal.leave(None)
        return result

    return reported

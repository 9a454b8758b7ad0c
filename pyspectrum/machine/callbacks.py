"""Callbacks of a test's own, which may take the machine or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def with_machine(callback: Callable[..., object], *given: Any) -> Callable[..., object]:
    """The callback as one that is given as many of the arguments as it needs, `given` first.

    >>> with_machine(lambda: "nothing", "machine")(), with_machine(lambda it: it, "machine")()
    ('nothing', 'machine')
    >>> with_machine(lambda it, access: (it, access), "machine")("read")
    ('machine', 'read')
    """
    import inspect  # slow to load, and rarely needed

    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return lambda *more: callback()
    needed = sum(one.kind in positional and one.default is inspect.Parameter.empty for one in parameters)
    return lambda *more: callback(*(given + more)[:needed])

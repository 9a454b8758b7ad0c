"""Callbacks of a test's own, which may take the machine or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def with_machine(callback: Callable[..., object], machine: Any) -> Callable[[], object]:
    """The callback as one that takes nothing: it is given the machine if it needs an argument.

    >>> with_machine(lambda: "nothing", "machine")(), with_machine(lambda it: it, "machine")()
    ('nothing', 'machine')
    """
    import inspect  # slow to load, and rarely needed

    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return callback
    if any(one.kind in positional and one.default is inspect.Parameter.empty for one in parameters):
        return lambda: callback(machine)
    return callback

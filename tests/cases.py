"""Cases that are data: a test's long table stands in the TOML file beside its module, under the test's name."""

import functools
import inspect
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


@functools.cache
def _tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _frozen(value: Any) -> Any:
    """Make tuples of lists, at every depth."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _beginning(value: object) -> str | None:
    """Name a long text by its beginning; None for the usual name of any other value."""
    return repr(value[:40]) if isinstance(value, str | bytes) and len(value) > 80 else None


def cases(*names: str, more: Sequence[object] = ()) -> Callable[[Test], Test]:
    """Parametrize a test with the rows under its name, lists as tuples, and with `more`, which only Python can say."""

    def parametrized(test: Test) -> Test:
        table = _tables(Path(inspect.getfile(test)).with_suffix(".toml"))
        for name in test.__qualname__.split("."):
            table = table[name]
        rows = [*_frozen(table), *more]
        given = names if len(names) > 1 else names[0]
        mark: Callable[[Test], Test] = pytest.mark.parametrize(given, rows, ids=_beginning)
        return mark(test)

    return parametrized

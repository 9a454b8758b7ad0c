"""The exact figures in docs/ are today's; those that a fast test pins are left to it."""

from collections.abc import Callable, Iterator

import pytest

from tools import figures


@pytest.mark.parametrize("kind", figures.KINDS[1:], ids=lambda kind: kind.__name__)
def test_no_figure_is_stale(kind: Callable[[], Iterator[str]]) -> None:
    assert list(kind()) == []

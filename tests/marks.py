"""Marks of the tests' parameters."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import settings

from tests.profiles import RANDOM


def slow_ones(values: Iterable[Any]) -> list[Any]:
    """Mark these values of a parameter as slow: they show again what another shows in a moment."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def slow_but(quick: Collection[tuple[Any, ...]], cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Mark these cases of several parameters as slow, all but the quick ones."""
    return [pytest.param(*case, marks=() if case in quick else pytest.mark.slow) for case in cases]


def examples(count: int) -> int:
    """So many examples of Hypothesis where they are new ones; a third where they are the same on every run."""
    return count if settings.get_current_profile_name() == RANDOM else max(count // 3, 5)

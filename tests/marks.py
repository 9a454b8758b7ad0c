"""Marks of the tests' parameters."""

from collections.abc import Iterable
from typing import Any

import pytest


def slow_ones(values: Iterable[Any]) -> list[Any]:
    """Mark these values of a parameter as slow: they show again what another shows in a moment."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]

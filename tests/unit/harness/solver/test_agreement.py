"""Agreement of all solvers, and of an encoding of another kind, on random puzzles."""

import random

import pytest

from tools.agreement import compare_many


@pytest.mark.parametrize("kind", ["plain", "colour", "blotted"])
def test_all_agree(kind: str) -> None:
    assert sum(compare_many(random.Random(3), kind, 4).values()) == 4

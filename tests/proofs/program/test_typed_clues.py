"""The two readers of what is typed, one in machine code and one in BASIC, take the same answers for the same.

`docs/verification.md` has the run of 500 crosswords against the reader before these two.
"""

from __future__ import annotations

import pytest

from tests.proofs.program.rig import BASIC, CLASSIC, TURBO, loaded
from tools.typed_alike import Reader, enter_both

CROSSWORDS = 10


@pytest.mark.parametrize("tape_name", [CLASSIC, TURBO])
def test_both_readers_take_the_same_for_the_same(tape_name: str) -> None:
    refused = sum(enter_both((Reader(loaded(BASIC)), Reader(loaded(tape_name))), seed) for seed in range(CROSSWORDS))
    assert refused > CROSSWORDS

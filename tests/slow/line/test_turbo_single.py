"""The turbo edition's analysis of a line with one group, beside every place that the group can have."""

import random

import pytest

from harness.spectrum.build import line_code, turbo_code
from tests.slow.line.core_rig import CoreRig
from tests.slow.line.line_lines import all_states

Sets = tuple[int, int] | None
"""The cells known to be black, and those known to be white; None for a contradiction."""


class SingleRig(CoreRig):
    """The same calls, but of ``single_group``."""

    def __init__(self) -> None:
        super().__init__(line_code())
        code = turbo_code()
        cells, symbols = self.core.memory, code.symbols
        cells[code.origin : code.end] = code.code
        masks = 256 * symbols["tables_page"] + symbols["bit_masks"]
        cells[masks : masks + 8] = bytes(1 << bit for bit in range(8))
        self._entry = symbols["single_group"]


@pytest.fixture(scope="module")
def rig() -> SingleRig:
    """One machine for all."""
    return SingleRig()


def every_place(length: int, group: int, black: int, white: int) -> Sets:
    """Return the cells that all places have in common."""
    whole = (1 << length) - 1
    always, never = whole, whole
    fits = False
    for first in range(length - group + 1):
        cells = ((1 << group) - 1) << first
        if not cells & white and not black & ~cells:
            fits = True
            always &= cells
            never &= ~cells
    return (always, never) if fits else None


@pytest.mark.parametrize("length", range(1, 10))
def test_every_small_line(rig: SingleRig, length: int) -> None:
    for black, white in all_states(length):
        for group in range(1, length + 1):
            found = rig.analyse(length, [group], black, white)
            assert found == every_place(length, group, black, white), f"{length}: {group}, {black:b}, {white:b}"


def test_lines_of_every_length(rig: SingleRig) -> None:
    dice = random.Random(21)
    endings = set()
    for number in range(6_000):
        length = 1 + number % 62
        group = dice.randint(1, length)
        first = dice.randint(0, length - group)
        picture = ((1 << group) - 1) << first
        hidden = sum(1 << cell for cell in range(length) if dice.random() < dice.choice((0.5, 0.8, 0.95)))
        black = picture & ~hidden
        white = ~picture & ~hidden & (1 << length) - 1
        if dice.random() < 0.1:
            group = dice.randint(1, length)
        found = rig.analyse(length, [group], black, white)
        assert found == every_place(length, group, black, white), f"{length}: {group}, {black:b}, {white:b}"
        endings.add(found is None)
    assert endings == {False, True}

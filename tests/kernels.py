"""Every strategy with every kernel that it can have here: what the tests of all strategies run."""

import pytest

from harness.solver.fast import Fast
from harness.solver.kernel.choose import has_compiled_kernel
from harness.solver.registry import STRATEGIES
from harness.solver.strategy import Strategy


class PureFast(Fast):
    """The fast solver without a compiler."""

    def __init__(self) -> None:
        super().__init__(kernel="pure")


class CompiledFast(Fast):
    """The fast solver with the compiled kernel."""

    def __init__(self) -> None:
        super().__init__(kernel="compiled")


EVERY_KIND: tuple[type[Strategy], ...] = (
    PureFast,
    *([CompiledFast] if has_compiled_kernel() else []),
    *(known.load() for known in STRATEGIES if known.name != Fast.name),
)
"""The strategies, the fast one once for each kernel that is here."""

KINDS = pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)

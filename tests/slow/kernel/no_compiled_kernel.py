"""As a plugin of pytest (`-p`): the compiled kernel cannot be loaded, as where there was no compiler."""

import sys


def pytest_configure() -> None:
    """Block it before any test is collected; to import this module, as for its doctests, blocks nothing."""
    sys.modules["harness.solver.kernel._fast"] = None  # type: ignore[assignment]

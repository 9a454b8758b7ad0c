"""Options of the whole test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update-golden`` writes what is measured as what is expected; read the diff before you commit it."""
    parser.addoption("--update-golden", action="store_true", help="write the measured T-states as the expected ones")

"""Options of the whole test run."""

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from tests import known_skips, proving
from tests.profiles import FIXED, RANDOM

settings.register_profile(FIXED, derandomize=True, deadline=None, max_examples=50)
settings.register_profile(RANDOM, derandomize=False, deadline=None, print_blob=True)
settings.load_profile(FIXED)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """``--update-golden`` writes what is measured as what is expected; read the diff before you commit it."""
    parser.addoption("--update-golden", action="store_true", help="write the measured T-states as the expected ones")
    pluginmanager.register(known_skips, "known-skips")
    pluginmanager.register(proving, "proving")


def pytest_configure(config: pytest.Config) -> None:
    """If Python may not keep what it compiles, let it do so in one folder for this run.

    The tests start hundreds of processes. Without compiled modules a start costs two to four times as much.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) and "PYTHONPYCACHEPREFIX" not in os.environ:
        folder = tempfile.mkdtemp(prefix="compiled-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))

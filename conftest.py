"""Options of every test run, from whichever folder it is started."""

import os
import shutil
import tempfile
import zlib
from pathlib import Path

import pytest
from hypothesis import settings

from harness.solver.kernel import stale_kernel
from tests import known_skips
from tests.profiles import FIXED, RANDOM

SLOW = Path(__file__).parent / "tests" / "slow"

settings.register_profile(FIXED, derandomize=True, deadline=None, max_examples=50)
settings.register_profile(RANDOM, derandomize=False, deadline=None, print_blob=True)
settings.load_profile(FIXED)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Describe the options."""
    parser.addoption("--slow", action="store_true", help="run the slow tests as well")
    parser.addoption(
        "--update-golden", action="store_true", help="write the measured T-states as the expected ones; read the diff"
    )
    pluginmanager.register(known_skips, "known-skips")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a stale kernel. If Python may not keep what it compiles, let it do so in one folder for this run.

    The tests start hundreds of processes. Without compiled modules a start costs two to four times as much.
    """
    if stale := stale_kernel():
        raise pytest.UsageError(stale)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) and "PYTHONPYCACHEPREFIX" not in os.environ:
        folder = tempfile.mkdtemp(prefix="compiled-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def named(config: pytest.Config) -> list[Path]:
    """The files and folders that this run was asked for."""
    return [Path(config.invocation_params.dir, argument.partition("::")[0]) for argument in config.args]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the slow tests out, but for those that are named; what is left out is not even imported."""
    if config.getoption("slow") or not collection_path.is_relative_to(SLOW):
        return None
    slow = [path for path in named(config) if path.is_relative_to(SLOW)]
    is_asked = any(collection_path.is_relative_to(path) or path.is_relative_to(collection_path) for path in slow)
    return None if is_asked else True


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say in the last line what was left out."""
    is_controller = not hasattr(config, "workerinput") and config.pluginmanager.has_plugin("terminalreporter")
    if is_controller and not config.getoption("slow") and any(SLOW.is_relative_to(path) for path in named(config)):
        modules = sum(1 for _ in SLOW.glob("*/test_*.py"))
        config.get_terminal_writer().line(f"{modules} slow modules were left out; pytest --slow runs them, too")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A seed for a test's random numbers: always the same for one test, and printed."""
    number = zlib.crc32(request.node.name.encode())
    print(f"the seed is {number}")
    return number

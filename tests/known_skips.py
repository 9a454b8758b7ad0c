"""``--known-skips=FILE``: a test that is skipped for a reason that no such file lists fails the run.

The file is TOML: the reasons, in which ``*`` stands for anything, each with why the skip is accepted. ``.ci/run`` uses
it, so that a missing program does not silently take its tests along.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Describe the option."""
    parser.addoption("--known-skips", metavar="FILE", action="append", default=[], help="fail for other skips")


def read_known(paths: Iterable[str]) -> dict[str, str]:
    """The reasons in these files, each with why it is accepted."""
    known: dict[str, str] = {}
    for path in paths:
        try:
            known |= tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"{path}: cannot be read as a list of skips ({error})") from None
    return known


def skips(config: pytest.Config) -> list[tuple[str, str]]:
    """The place and the reason of each skip."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    return [
        (report.nodeid, report.longrepr[2].removeprefix("Skipped: "))
        for report in skipped
        if not hasattr(report, "wasxfail")
    ]


def unknown_skips(config: pytest.Config, known: Mapping[str, str]) -> list[str]:
    """``PLACE: REASON`` of each skip whose reason is not known."""
    return [
        f"{place}: {reason}"
        for place, reason in skips(config)
        if not any(fnmatchcase(reason, pattern) for pattern in known)
    ]


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Read the files before any test runs."""
    read_known(config.getoption("known_skips"))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run that would have passed."""
    paths = session.config.getoption("known_skips")
    if paths and exitstatus == pytest.ExitCode.OK and unknown_skips(session.config, read_known(paths)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what each missing thing costs, and name the skips that nobody expected."""
    for reason, tests in Counter(reason for _, reason in skips(config)).items():
        terminalreporter.write_line(f"{tests} {'test was' if tests == 1 else 'tests were'} skipped: {reason}")
    paths = config.getoption("known_skips")
    unknown = unknown_skips(config, read_known(paths)) if paths else []
    if unknown:
        terminalreporter.section("skips that no list of --known-skips has")
        for line in unknown:
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"install what they need, or give their reason in {paths[0]}")

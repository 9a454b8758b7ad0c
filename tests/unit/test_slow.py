"""``--slow``: a plain run leaves the slow tests out and says so; they run if they are named."""

import subprocess
import sys

import pytest

from tests.house import ROOT

MODULES = len(list((ROOT / "tests" / "slow").glob("*/test_*.py")))
LEFT_OUT = f"{MODULES} slow modules were left out; pytest --slow runs them, too"
ROOM = "tests/slow/line"
ASKED = f"{ROOM}/test_line_code_speed.py"
OTHERS = [f"--ignore={path}" for path in (*ROOT.glob("tests/[!s]*/"), *ROOT.glob("tests/slow/[!l]*/"))]


def collect(*arguments: str) -> list[str]:
    """What pytest prints that collects and runs nothing."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--collect-only", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "runs", "is_said"),
    [
        (["tests"], False, True),
        (["tests", "--slow"], True, False),
        (["tests/unit/test_slow.py"], False, False),
        ([ROOM], True, False),
        (["tests", ASKED], True, True),
    ],
)
def test_slow_tests_run_if_they_are_asked_for(arguments: list[str], runs: bool, is_said: bool) -> None:
    lines = collect(*arguments, *OTHERS)
    assert any(line.startswith(f"{ASKED}::") for line in lines) is runs
    assert (lines[-1] == LEFT_OUT) is is_said


@pytest.mark.parametrize("folder", ["harness/puzzle", "docs/examples"])
def test_every_folder_knows_the_options(folder: str) -> None:
    assert any("::" in line for line in collect("--slow", "--update-golden", folder))

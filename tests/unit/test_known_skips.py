"""``--known-skips``: a skip that no list has fails the run, one on the list does not."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.marks import SHELL

pytest_plugins = ["pytester"]
SCRIPT = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
TEST = "import pytest\n@pytest.mark.skip(reason='no cat today')\ndef test_one(): pass\ndef test_two(): pass\n"
MODULE = "import pytest\npytest.importorskip('no_such_module', reason='no module today')\ndef test_one(): pass\n"


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "tests.known_skips")
    return pytester.runpytest_inprocess(*quick, *options)


@pytest.mark.parametrize(
    ("content", "reason"),
    [(TEST, "no cat today"), (MODULE, "no module today")],
)
def test_a_skip_that_no_list_has_fails_the_run(pytester: pytest.Pytester, content: str, reason: str) -> None:
    pytester.makepyfile(test_it=content + "\ndef test_three(): pass\n", test_other="def test_four(): pass\n")
    pytester.path.joinpath("skips.toml").write_text('"no dog*" = "they bark"\n', encoding="utf-8")
    result = run(pytester, "--known-skips=skips.toml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"test_it.py*: {reason}", "*give their reason in skips.toml"])
    pytester.path.joinpath("more.toml").write_text('"no ??? today" = "a"\n"no module*" = "b"\n', encoding="utf-8")
    assert run(pytester, "--known-skips=skips.toml", "--known-skips=more.toml").ret == pytest.ExitCode.OK
    without = run(pytester)
    assert without.ret == pytest.ExitCode.OK, "without the option all skips pass"
    without.stdout.fnmatch_lines([f"1 test was skipped: {reason}"])


def test_a_list_that_cannot_be_read_is_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(): pass")
    result = run(pytester, "--known-skips=none.toml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*none.toml: cannot be read as a list of skips*"])


@pytest.mark.parametrize(
    ("ended", "code", "said"),
    [(0, 0, ""), (2, 1, "FAILED with seed 17: a counterexample"), (124, 0, "not done in a minute, with seed 17")],
    ids=["nothing found", "a counterexample", "out of time"],
)
@SHELL
def test_a_counterexample_blocks_and_a_time_out_does_not(tmp_path: Path, ended: int, code: int, said: str) -> None:
    """The lines of the script, with a program in the place of `timeout` that ends as it would."""
    lines = SCRIPT.partition('section "the tests with examples')[2].partition("\nsection")[0].partition("\n")[2]
    stand_in = tmp_path / "timeout"
    stand_in.write_text(f"#!/bin/sh\necho asked: $*\nexit {ended}\n", encoding="utf-8")
    stand_in.chmod(0o755)
    command = ["bash", "-euo", "pipefail", "-c", "seed=17\n" + lines]
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": path}, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    assert "asked: 60 make random SEED=17 OPTIONS=-x" in done.stdout
    assert said in done.stdout

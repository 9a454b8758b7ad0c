"""The command line with damaged files: exit code 0 or 2, one line of complaint, and no internal error."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyspectrum.__main__ import main
from tests.unit.pyspectrum.tape.test_hostile_media import SNAPSHOT_SUFFIXES, TAPE_SUFFIXES, damaged

TARGETS = {**dict.fromkeys(TAPE_SUFFIXES, ("tzx", "tap")), **dict.fromkeys(SNAPSHOT_SUFFIXES, ("szx", "z80", "scr"))}


def run_on(data: bytes, *arguments: str) -> tuple[int, bytes, str]:
    """The exit code, standard output and standard error of a command that reads `data` from standard input."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
        out.flush()
    finally:
        sys.stdin = stdin
    assert isinstance(out.buffer, io.BytesIO)
    return code, out.buffer.getvalue(), err.getvalue()


@pytest.mark.parametrize("suffix", TAPE_SUFFIXES + SNAPSHOT_SUFFIXES)
def test_a_damaged_file_is_described_converted_or_refused(suffix: str) -> None:
    seen = set()

    @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
    @given(damaged(suffix), st.sampled_from(TARGETS[suffix]), st.booleans())
    def check(data: bytes, target: str, lossy: bool) -> None:
        code, out, err = run_on(data, "info", "-", "--from", suffix[1:], "--json")
        assert code in (0, 2), err
        if code == 0:
            assert json.loads(out)["format"] == suffix[1:]
        assert err.count("\n") == (1 if code else 0), err
        seen.add(code)
        code, out, err = run_on(
            data, "convert", "-", "-", "--from", suffix[1:], "--to", target, *(["--lossy"] if lossy else [])
        )
        assert code in (0, 2), err
        assert code == 0 or not out, "a refused file writes nothing"

    check()
    assert seen == {0, 2}

"""A foreign program: what it may print, what it may leave behind, and what counts as its answer."""

import subprocess
from pathlib import Path

import pytest

from harness.errors import FormatError
from harness.puzzle import Puzzle
from harness.regress.outcome import Status
from harness.regress.program import ProgramEngine, read_answer, run_on_file
from tests.marks import SHELL

CONTRADICTION = Puzzle(((1,), (1,)), ((2,), ()))


@SHELL
class TestRunning:
    def test_endless_output_ends_the_program(self) -> None:
        with pytest.raises(FormatError, match=r"^it printed more than 1 MB; have it print its answer alone$"):
            run_on_file("yes {file}", b"", ".non", 600, most_bytes=1_000_000)
        outcome = ProgramEngine("sh -c 'yes >&2' {file}", seconds=600).take(CONTRADICTION)
        assert (outcome.status, outcome.result) == (Status.FAILED, "not understood")

    @pytest.mark.parametrize("after", ["", "; wait"])
    def test_its_children_end_with_it(self, after: str, tmp_path: Path) -> None:
        left = tmp_path / "pid"
        command = f"sh -c 'sleep 600 & echo $! > {left}; echo \"no solution\"{after}' {{file}}"
        if after:
            with pytest.raises(subprocess.TimeoutExpired):
                run_on_file(command, b"", ".non", 1)
        else:
            assert run_on_file(command, b"", ".non", 600).stdout == "no solution\n"
        subprocess.run(["tail", "-s0.01", f"--pid={int(left.read_text())}", "-f", "/dev/null"], timeout=60, check=True)


@pytest.mark.parametrize("printed", ["No solutions found.", "UNSAT", "contradiction in row 3", '{"solutions": []}'])
def test_no_solution_is_said_in_words(printed: str) -> None:
    assert read_answer(printed + "\n", 2, 2)[0] == []

"""The command line in a process of its own; `tests/proofs/commands` has the rest of what is said of processes."""

from pathlib import Path

from tests.cli_runner import run_cli, run_process


def test_a_process_reads_its_input_and_writes_where_it_is_as_the_tests_do(tmp_path: Path) -> None:
    for run in (run_cli, run_process):
        ran = run("convert", "-", "out.non", stdin="picture:\n#.\n.#\n", cwd=tmp_path)
        assert (ran.code, ran.out, ran.err) == (0, "out.non: non, 2×2 cells\n", "")
        assert (tmp_path / "out.non").read_bytes().startswith(b"width 2\nheight 2\n")
        (tmp_path / "out.non").unlink()

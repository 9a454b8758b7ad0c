"""The commands in a process of their own end and print as they do in the process of the tests."""

from pathlib import Path

import pytest

from tests.cli_runner import Ran, run_cli, run_process


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "puzzles/two-solutions.txt"),
        ("run", "puzzles/heart.txt"),
        ("check", "puzzles/contradiction.txt"),
        ("convert", "puzzles/cat.txt", "-", "--to", "pbm-plain"),
        ("explain", "puzzles/heart.txt", "--lang", "ru"),
        ("solve", "none.txt"),
        ("solve",),
        ("--help",),
    ],
)
def test_a_process_of_its_own(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert without_times(run_process(*arguments)) == without_times(run_cli(*arguments))


def test_standard_input_and_the_folder(tmp_path: Path) -> None:
    for run in (run_cli, run_process):
        ran = run("convert", "-", "out.non", stdin="picture:\n#.\n.#\n", cwd=tmp_path)
        assert (ran.code, ran.out, ran.err) == (0, "out.non: non, 2×2 cells\n", "")
        assert (tmp_path / "out.non").read_bytes().startswith(b"width 2\nheight 2\n")
        (tmp_path / "out.non").unlink()


def without_times(ran: Ran) -> Ran:
    """Remove the CPU time from a command's output."""
    return Ran(
        ran.code, "\n".join(line.partition(" ms")[0].rstrip("0123456789.,") for line in ran.out.splitlines()), ran.err
    )

"""The command line: in this process, in its own, and on a terminal."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.cli import CROSSWORD
from pyspectrum.commands import SPECTRUM

ROOT = Path(__file__).resolve().parents[1]
TOOLS = {tool.name: tool for tool in (CROSSWORD, SPECTRUM)}


def with_root() -> str:
    """Return a path for modules with this checkout's root in it."""
    return os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))


@dataclass(frozen=True)
class Ran:
    """End and output of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON value."""
        return json.loads(self.out)


def run_cli(*arguments: str | Path, cwd: Path = ROOT, stdin: str | bytes | None = None, tool: str = "crossword") -> Ran:
    """``crossword …`` or ``spectrum …`` in this process, where it starts at once; never sees a terminal.

    `run_process` says the same.
    """
    given = stdin if isinstance(stdin, bytes) else (stdin or "").encode()
    streams = [io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")]
    streams += [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with contextlib.chdir(cwd):
            code = _exit_code(TOOLS[tool].main, [str(argument) for argument in arguments])
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return Ran(code, out, err)


def _exit_code(tool: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    try:
        return tool(arguments)
    except SystemExit as end:  # argparse's way out
        return int(end.code or 0)


def run_process(*arguments: str, cwd: Path = ROOT, stdin: str | None = None) -> Ran:
    """``python -m harness …`` as a user runs it, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "harness", *arguments], cwd=cwd, input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": with_root()}, timeout=300,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


def run_on_terminal(*arguments: str, **environment: str) -> Ran:
    """``python -m harness …`` as one sees it on a terminal; Linux and the like only."""
    import pty

    terminal, inside = pty.openpty()
    shown = b""
    environment = {**os.environ, "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "80", "LINES": "40", **environment}
    command, pipe = [sys.executable, "-m", "harness", *arguments], subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=inside, stderr=pipe, stdin=subprocess.DEVNULL, env=environment
    ) as process:
        os.close(inside)
        while chunk := _read_terminal(terminal):
            shown += chunk
        os.close(terminal)
        assert process.stderr is not None
        err = process.stderr.read().decode()
        return Ran(process.wait(timeout=60), shown.decode(), err)


def _read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


def assert_one_line_refusal(ran: Ran, *fragments: str) -> None:
    """Bad input: exit code 2, nothing on standard output, one line that says what and where."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    assert "Traceback" not in ran.err
    for fragment in fragments:
        assert fragment in ran.err


def assert_failed_after_answer(ran: Ran, *fragments: str) -> None:
    """The answer stands on the standard output, and one line says which file could not be written."""
    assert ran.code == 2, ran
    assert ran.out.strip(), "the answer is lost"
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    for fragment in fragments:
        assert fragment in ran.err

"""``bench start-up``: instructions of whole commands, beside an interpreter that does nothing.

Cachegrind counts them, so the machine's other work disturbs nothing: two runs differ by less than a thousandth. The
modules are compiled beforehand, as they are once a command has run.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.cli import COMMANDS
from harness.errors import UsageError
from harness.files.reading import data_folder
from harness.formats import FORMATS, build_puzzle, read_any
from harness.solver.strategy import solve_any
from tools.bench.report import gather, show

_COUNTED = re.compile(r"I +refs: +([\d,]+)")
_CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
MOST = {
    ".txt": 165, ".non": 170, ".xml": 195, "check": 215, "explain": 210,
}  # fmt: skip
"""Bars, in millions of instructions on Python 3.11."""


def measure_start_up() -> Iterator[tuple[str, float, int | None]]:
    """Yield each command, its millions of instructions and its bar: bare Python first, then each format, each help."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = kept | {"PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": folder}
        for what, arguments in _commands(Path(folder)).items():
            yield what, _millions(arguments, environment), MOST.get(what.rpartition(" ")[2] if "." in what else what)


def _commands(folder: Path) -> dict[str, list[str]]:
    puzzle, small = data_folder("puzzles") / "car.txt", str(data_folder("puzzles") / "one-cell.txt")
    commands = {"python -c pass": ["-c", "pass"]}
    drawn = solve_any(read_any(puzzle)).solutions[0].puzzle()
    for known in FORMATS:
        file = folder / f"car{known.suffixes[0]}"
        if known.load().is_written and not file.exists():
            file.write_bytes(build_puzzle(drawn, known.name, is_unique=lambda _: True))
            commands[f"solve car {file.suffix}"] = ["-m", "harness", "solve", str(file), "--from", known.name]
    commands["solve car .txt"], commands["solve car .non"], commands["solve car .xml"] = (
        ["-m", "harness", "solve", str(folder / f"car{suffix}")] for suffix in (".txt", ".non", ".xml")
    )
    for command in ("check", "explain", "hint"):
        commands[command] = ["-m", "harness", command, small]
    for words in ("--version", "--help", *(f"{command} --help" for command in COMMANDS)):
        commands[words] = ["-m", "harness", *words.split()]
    return commands


def _millions(arguments: list[str], environment: Mapping[str, str]) -> float:
    python = [sys.executable, *arguments]
    subprocess.run(python, env=environment, stdout=subprocess.DEVNULL, check=True)  # compiles the modules
    ran = subprocess.run([*_CACHEGRIND, *python], env=environment, capture_output=True, text=True, check=True)
    counted = _COUNTED.search(ran.stderr)
    assert counted is not None, ran.stderr
    return int(counted[1].replace(",", "")) / 1e6


def run(arguments: argparse.Namespace) -> int:
    if shutil.which("valgrind") is None:
        raise UsageError("start-up counts instructions by valgrind, which is not there; install it")
    costs, end = gather(measure_start_up())
    bare = costs[0][1]
    rows = [(what, millions, millions / bare, most) for what, millions, most in costs]
    over = [f"over its bar: {what}" for what, millions, most in costs if most is not None and millions > most]
    show(arguments, ("command", "million instructions", "× Python", "bar"), rows, *over)
    return end

"""``bench start-up``: cost of starting: whole commands on a small puzzle, beside an interpreter that does nothing.

CPU time of the process, user and system, with the modules compiled beforehand, as they are once a command has run. Only
the ratios last.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from harness.files.reading import data_folder
from tools.bench.report import gather, show
from tools.cpu_time import children_seconds

ROUNDS = 15


@dataclass(frozen=True, slots=True)
class StartUp:
    """Cost of a command, in milliseconds of CPU: the least is what the machine's other work disturbs least."""

    what: str
    least_ms: float
    median_ms: float


def measure_start_up(rounds: int = ROUNDS) -> Iterator[StartUp]:
    """Bare Python first, then the commands; each `rounds` times, after one time that does not count."""
    puzzle = str(data_folder("puzzles") / "car.txt")
    commands = {
        "python -c pass": ["-c", "pass"],
        "solve car.txt": ["-m", "harness", "solve", puzzle],
        "--version": ["-m", "harness", "--version"],
        "--help": ["-m", "harness", "--help"],
        "solve --help": ["-m", "harness", "solve", "--help"],
        "run --help": ["-m", "harness", "run", "--help"],
    }
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for what, arguments in commands.items():
            times = [_cpu_ms([sys.executable, *arguments], environment) for _ in range(rounds + 1)][1:]
            yield StartUp(what, min(times), median(times))


def _cpu_ms(command: list[str], environment: Mapping[str, str]) -> float:
    before = children_seconds()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (children_seconds() - before)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    costs, end = gather(measure_start_up(), 6)
    rows = [(cost.what, cost.least_ms, cost.median_ms, cost.least_ms / costs[0].least_ms) for cost in costs]
    show(arguments, ("command", "least ms", "median ms", "ratio"), rows)
    return end

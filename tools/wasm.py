"""The solver's kernel as WebAssembly for pages: makes `kernel.wasm`, and beside it the checksums of what it is made of.

    python -m tools.wasm [--compare N]

It takes clang and lld, and no library. The same version makes the same bytes. `--compare` makes nothing, and holds the
page's verdicts on N random puzzles against Python's; it takes Node.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.commands.build import PAGE_KERNEL, page_kernel_sums
from harness.puzzle import Puzzle, differing_cells
from harness.solver.budget import Budget
from harness.solver.shared import find_differing
from harness.solver.strategy import Outcome, solve_any
from tools.made import colour_noise, noise_puzzle

ROOT = Path(__file__).resolve().parents[1]
KINDS = {Outcome.UNIQUE: "one", Outcome.MULTIPLE: "several", Outcome.CONTRADICTION: "none"}
FLAGS = "--target=wasm32 -O2 -ffreestanding -nostdlib -mbulk-memory -Wl,--no-entry,--strip-all,--max-memory=134217728"


def compiler() -> str | None:
    """Return the version of clang, if it and lld are installed."""
    if not shutil.which("clang") or not shutil.which("wasm-ld"):
        return None
    return subprocess.run(["clang", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def compile_to(path: Path) -> None:
    source = ROOT / "harness/solver/kernel/c/page/kernel.c"
    subprocess.run(["clang", *FLAGS.split(), "-o", str(path), str(source)], check=True)
    path.chmod(0o644)


def random_puzzles(seed: int, count: int, sides: tuple[int, int]) -> list[Puzzle]:
    """Puzzles in black and white and in three colours, noise and smooth pictures; some with rows that are shuffled."""
    rng, puzzles = random.Random(seed), []
    for number in range(count):
        side, share, is_smooth = rng.randint(*sides), rng.uniform(0.4, 0.85), rng.random() < 0.6
        made = (
            colour_noise(side, 3, share, number, smooth=is_smooth)
            if number % 2
            else noise_puzzle(side, rng.randint(*sides), share, number, smooth=is_smooth)
        )
        rows = rng.sample(made.rows, len(made.rows)) if rng.random() < 0.2 else made.rows
        puzzles.append(Puzzle(rows, made.columns, made.palette))
    return puzzles


def judged(asked: Sequence[Any], looks: int) -> list[Any]:
    """Return the page's verdicts on puzzles, which are given as their rows' and columns' clues."""
    program = f"""import {{ readFileSync }} from "node:fs";
import {{ judgeHere }} from {json.dumps((ROOT / PAGE_KERNEL).with_suffix(".js").as_uri())};
const wasm = new WebAssembly.Module(readFileSync({json.dumps(str(ROOT / PAGE_KERNEL))}));
for (const [rows, columns] of JSON.parse(readFileSync(0)))
  console.log(JSON.stringify(judgeHere(wasm, {{ rows, columns }}, {looks})));"""
    command = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def clues_of(puzzle: Puzzle) -> list[list[list[tuple[int, str]]]]:
    """Return the rows' and the columns' clues, as the page has them."""
    lines = [[(group.length, group.key) for group in clue] for clue in puzzle.groups().values()]
    return [lines[: puzzle.height], lines[puzzle.height :]]


def compare(puzzles: Sequence[Puzzle], looks: int = 1_000_000) -> Counter[str]:
    """Hold the page's verdicts against Python's; returns how many there were of each."""
    kinds: Counter[str] = Counter()
    for puzzle, told in zip(puzzles, judged([*map(clues_of, puzzles)], looks), strict=True):
        kind, result = told["kind"], solve_any(puzzle, max_solutions=2, budget=Budget(60))
        kinds[kind] += 1
        assert kind in (KINDS.get(result.outcome), "undecided"), puzzle
        if kind != "none":
            assert tuple(told["known"]) == result.fixpoint.rows
        assert (told["line"] is None) == (result.contradiction is None)
        pictures = [tuple(told[name]) for name in ("solution", "other") if told[name]]
        assert len(pictures) == {"one": 1, "several": 2, "none": 0}.get(kind, len(pictures))
        for picture in pictures:
            assert puzzle.redrawn(picture).groups() == puzzle.groups()
        if kind == "several":
            differing = set(map(tuple, told["differing"]))
            assert differing >= set(differing_cells(*pictures)) > set()
            all_differing = differing if told["doubtful"] else set(find_differing(puzzle, pictures).cells)
            assert differing == all_differing
            kinds["several, and some cells undecided"] += told["doubtful"] > 0
    return kinds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.wasm", description="the solver's kernel for pages")
    parser.add_argument("--compare", metavar="N", type=int, help="make nothing; compare verdicts on N random puzzles")
    if count := parser.parse_args().compare:
        print(dict(compare(random_puzzles(7, count, (5, 40)))))
        return 0
    version = compiler()
    if version is None:
        print("clang or lld is not installed: apt install clang lld", file=sys.stderr)
        return 2
    compile_to(ROOT / PAGE_KERNEL)
    sums = page_kernel_sums(ROOT, version)
    (ROOT / f"{PAGE_KERNEL}.sums").write_text(sums, "ascii", newline="\n")
    print(f"{PAGE_KERNEL}: {(ROOT / PAGE_KERNEL).stat().st_size:,} bytes, by {version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

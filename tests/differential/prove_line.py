"""The long proof of the line analysis, resumable: ``python -m tests.proofs.line.prove_line``.

Every line of up to nine cells, in every state, with every clue, against the list of all arrangements; then random
lines of up to 62 cells, a tenth of them contradictions, against the automaton. All go to the core's own entry.
A file keeps the part that is done, so that the proof can be stopped with Ctrl-C and continues where it stood.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from rich.progress import Progress

from tests.proofs.line.core_rig import CoreRig
from tests.proofs.line.line_lines import random_line
from tests.proofs.line.line_reference import list_arrangements, list_clues, solve_by_automaton
from tests.proofs.line.line_rig import draw_line

RANDOM_BATCH = 10_000


def prove_clue(rig: CoreRig, length: int, clue: tuple[int, ...]) -> int:
    """Check every state of a line with a clue; how many there are. Raises `AssertionError` at the first mistake."""
    everything = (1 << length) - 1
    arrangements = list_arrangements(length, clue)
    states = [(0, 0, arrangements)]
    for cell in range(length):
        bit = 1 << cell
        states = [
            state
            for black, white, fitting in states
            for state in (
                (black, white, fitting),
                (black | bit, white, tuple(a for a in fitting if a & bit)),
                (black, white | bit, tuple(a for a in fitting if not a & bit)),
            )
        ]
    for black, white, fitting in states:
        always, ever = everything, 0
        for arrangement in fitting:
            always &= arrangement
            ever |= arrangement
        expected = (always, everything & ~ever) if fitting else None
        got = rig.analyse(length, clue, black, white)
        assert got == expected, f"{clue} on {draw_line(length, black, white)}: {got}, not {expected}"
    return len(states)


def prove_random(rig: CoreRig, batch: int) -> tuple[int, int]:
    """Check one batch of random lines: how many were contradictions, and the most T-states that one took."""
    generator = random.Random(f"prove {batch}")
    contradictions = worst = 0
    for _ in range(RANDOM_BATCH):
        line = random_line(generator, contradictions=0.17)
        expected, got = solve_by_automaton(*line), rig.analyse(*line)
        assert got == expected, f"{line.clue} on {draw_line(line.length, line.black, line.white)}: {got}"
        contradictions += expected is None
        worst = max(worst, rig.tstates)
    return contradictions, worst


def main() -> int:
    """Run the proof, or what is left of it."""
    parser = argparse.ArgumentParser(description="prove the line analysis, case by case")
    parser.add_argument("--cells", type=int, default=9, help="all lines up to this length (default: 9)")
    parser.add_argument("--random", type=int, default=1_000_000, help="random lines (default: 1,000,000)")
    parser.add_argument("--state", type=Path, default=Path("prove_line.json"), help="where to keep what is done")
    options = parser.parse_args()
    rig = CoreRig()
    code = rig.assembly.code.hex()
    done = json.loads(options.state.read_text(encoding="ascii")) if options.state.exists() else {}
    if done.get("code") != code:
        done = {"code": code, "clues": {}, "batches": {}}
    with Progress() as progress:
        clues = [(length, clue) for length in range(1, options.cells + 1) for clue in list_clues(length)]
        bar = progress.add_task("short lines", total=sum(3**length for length, _ in clues))
        for length, clue in clues:
            key = f"{length}: {clue}"
            if key not in done["clues"]:
                done["clues"][key] = prove_clue(rig, length, clue)
                options.state.write_text(json.dumps(done), encoding="ascii")
            progress.advance(bar, 3**length)
        batches = range(-(-options.random // RANDOM_BATCH))
        bar = progress.add_task("random lines", total=len(batches) * RANDOM_BATCH)
        for batch in batches:
            if str(batch) not in done["batches"]:
                done["batches"][str(batch)] = prove_random(rig, batch)
                options.state.write_text(json.dumps(done), encoding="ascii")
            progress.advance(bar, RANDOM_BATCH)
    results = [done["batches"][str(batch)] for batch in batches]
    print(f"{sum(done['clues'].values()):,} short lines and {len(results) * RANDOM_BATCH:,} random ones are right;")
    print(f"of these {sum(result[0] for result in results):,} contradictions, at most {max(r[1] for r in results):,} T")
    return 0


if __name__ == "__main__":
    sys.exit(main())

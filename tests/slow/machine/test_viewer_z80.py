"""The page's Z80 beside the simulator: registers, MEMPTR, memory, ports and T-states after one instruction."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyspectrum.core import Core
from pyspectrum.trace.journal import differing_runs
from tests.house import ROOT
from tests.slow.machine.viewer_rig import HERE, NODE_SECONDS, node

PREFIXES: tuple[tuple[int, ...], ...] = ((), (0xCB,), (0xED,), (0xDD,), (0xFD,), (0xDD, 0xCB), (0xFD, 0xCB))
FRAME = 69_888
COUNT = 60_000
SP, SP2, B, C, PC, T, IFF, IM, HALT, MEMPTR, REGISTERS = 12, 13, 2, 3, 24, 25, 26, 27, 28, 29, 30
PLACES = (0x5000, 0x8000, 0x7FFE, 0x3FFF, 0xFFFE)


def cases(count: int, seed: int) -> dict[str, Any]:
    """Random instructions in random states, and what the simulator makes of each."""
    rng = random.Random(seed)
    core = Core()
    memory = bytes(core.memory[:0x4000]) + rng.randbytes(0xC000)
    reads: list[int] = []
    writes: list[list[int]] = []

    def read(registers: Sequence[int], port: int) -> int:
        reads.append(rng.randrange(256))
        return reads[-1]

    core.ports.read_port = read  # type: ignore[method-assign]
    core.ports.write_port = lambda registers, port, value, offset: writes.append([port, value])  # type: ignore[method-assign]
    core.attach_ports()
    found = []
    for number in range(count):
        prefix = rng.choice(PREFIXES)
        offset = [rng.randrange(256)] if len(prefix) == 2 else []
        code = [*prefix, *offset, number % 256, *rng.randbytes(3)]
        at = rng.choice((*PLACES, rng.randrange(0x10000)))
        before = [rng.randrange(256) for _ in range(REGISTERS)]
        before[SP], before[SP2], before[PC], before[MEMPTR] = rng.randrange(0x10000), 0, at, rng.randrange(0x10000)
        moments = (14_300 + rng.randrange(43_000), rng.randrange(FRAME), FRAME - rng.randrange(30))
        before[T] = rng.choice(moments) + FRAME * rng.randrange(1000)
        before[IFF], before[IM], before[HALT] = rng.randrange(2), rng.randrange(3), 0
        if rng.random() < 0.3:  # block instructions end at 0 and 1
            before[B], before[C] = rng.randrange(3), rng.choice((0, 1, 0xFE))
        core.memory[:] = memory
        for place, byte in enumerate(code):
            core.memory[at + place & 0xFFFF] = byte
        filled = bytes(core.memory)
        for register, value in enumerate(before):
            core.registers[register] = value
        reads.clear()
        writes.clear()
        core.step()
        changed = differing_runs(filled, bytes(core.memory))
        wrote = [[place + k, byte] for place, run in changed for k, byte in enumerate(run)]
        after = list(core.registers)
        after[SP2] = 0
        case = {"code": code, "at": at, "before": before, "after": after, "wrote": wrote}
        found.append({**case, "reads": [*reads], "writes": [*writes]})
    return {"memory": base64.b64encode(memory).decode(), "cases": found}


def test_an_instruction_leaves_what_the_simulator_leaves(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases(COUNT, seed)))
    command = [node(), str(HERE / "viewer_z80.mjs"), str(path), (ROOT / "pyspectrum" / "page").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == []

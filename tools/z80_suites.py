"""Public tests of the Z80 on both machines: ``python -m tools.z80_suites FOLDER [--sample N]``.

FOLDER holds a copy of SingleStepTests/z80 (``v1/*.json``), of Fuse's ``z80/tests`` (``tests.in``, ``tests.expected``),
or both, at any depth; neither is in this repository. Each vector runs twice: where the ULA delays nothing, and amid the
picture, where the time follows from the addresses that the suite has on the bus. Registers, MEMPTR, memory, ports and
time are compared. Of SingleStepTests the first N vectors of each file are taken.

Not compared: writes below #4000, where a Spectrum has its ROM; IFF2 (vectors in which it is not IFF1 are passed over).
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyspectrum.core import Core
from pyspectrum.core.bus import Contention
from pyspectrum.models import MODEL_48K
from pyspectrum.trace.journal import differing_runs

NAMES = [
    "A", "F", "B", "C", "D", "E", "H", "L", "IXh", "IXl", "IYh", "IYl", "SP", "-", "I", "R",
    "A'", "F'", "B'", "C'", "D'", "E'", "H'", "L'", "PC", "T", "IFF", "IM", "halt", "MEMPTR",
]  # fmt: skip
"""Registers in SkoolKit's order; one is not the Z80's."""
PC, T, HALT = NAMES.index("PC"), NAMES.index("T"), NAMES.index("halt")
RAM, END_OF_SHARED = 0x4000, 0x8000
BORDER, PICTURE = 100, 14_335
"""T-states at which vectors begin: after the interrupt, and where the ULA delays most."""
_AND_A, _NOP = 0xA7, 0x00
_MOST_CHARACTERS = 4_000
"""A vector in a file of SingleStepTests has fewer."""
_FUSE_EVENTS = ("MC", "MR", "MW", "PC", "PR", "PW")
_FUSE_MEMORY = bytes.fromhex("deadbeef") * 0x4000
_PAGE = Path(__file__).parents[1] / "pyspectrum" / "page"
_DELAY = Contention(MODEL_48K).delay

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Vector:
    """Machine code in a machine, and what a Z80 makes of it; `memory`, `changed`: addresses with bytes.

    `before` and `after` are registers, of which T is the time passed. `events` are moments since the beginning at which
    the ULA may delay an access, with its address, or -1 for the ULA's own port. `sent` are ports with bytes.
    """

    name: str
    memory: Pairs
    before: tuple[int, ...]
    after: tuple[int, ...] = ()
    changed: Pairs = ()
    reads: tuple[int, ...] = ()
    sent: Pairs = ()
    events: Pairs = ()
    flags_set: bool = False
    until: int = 1
    steps: int = 0

    def at(self, start: int) -> Vector:
        """Return the vector as it begins at a time, the delays of that place included."""
        now = start
        for moment, address in self.events:
            if address < 0 or RAM <= address < END_OF_SHARED:
                now += _DELAY(now + moment)
        before, after = list(self.before), list(self.after)
        before[T], after[T] = start, now + self.after[T] if after else 0
        return replace(self, before=tuple(before), after=tuple(after), until=start + self.until)


@dataclass(frozen=True)
class VectorResult:
    """What a machine has made of a vector, after so many steps."""

    after: tuple[int, ...]
    changed: Pairs
    sent: Pairs
    steps: int


Machine = Callable[[Sequence[Vector], bytes], list[VectorResult]]


# -- the suites --------------------------------------------------------------------------------


def read_fuse(folder: Path) -> Iterator[Vector]:
    """Yield the vectors of ``tests.in`` and ``tests.expected``."""
    asked, answered = (_records(folder / name) for name in ("tests.in", "tests.expected"))
    for (name, words, state, *memory), answer in zip(asked, answered, strict=True):
        events = [line for line in answer[1:] if len(line) > 1 and line[1] in _FUSE_EVENTS]
        after_words, after_state, *changed = answer[1 + len(events) :]
        values = {kind: [(line[2], line[3]) for line in events if line[1] == kind] for kind in ("PR", "PW")}
        delays = [(line[0], line[2] if line[1] == "MC" else "-1") for line in events if line[1] in ("MC", "PC")]
        if state[2] != state[3]:
            continue
        yield Vector(
            name[0],
            memory=tuple(_bytes_of(memory)),
            before=_fuse_registers(words, [*state[:-1], "0"]),
            after=_fuse_registers(after_words, after_state),
            changed=tuple(_bytes_of(changed)),
            reads=tuple(int(byte, 16) for _, byte in values["PR"]),
            sent=tuple((int(port, 16), int(byte, 16)) for port, byte in values["PW"]),
            events=tuple((int(moment), int(address, 16)) for moment, address in delays),
            until=int(state[-1]),
        )


def _records(path: Path) -> list[list[list[str]]]:
    """Return the words of each line of each record, which empty lines part; the ends of lists are left out."""
    records = path.read_text("ascii").split("\n\n")
    return [[line.split() for line in one.splitlines() if line not in ("", "-1")] for one in records if one.strip()]


def _bytes_of(lines: Iterable[Sequence[str]]) -> Iterator[tuple[int, int]]:
    for start, *values, _ in lines:
        yield from enumerate((int(byte, 16) for byte in values), int(start, 16))


def _fuse_registers(words: Sequence[str], state: Sequence[str]) -> tuple[int, ...]:
    af, *pairs, sp, pc, memptr = (int(word, 16) for word in words)
    i, r = (int(byte, 16) for byte in state[:2])
    iff, _, im, halted, tstates = map(int, state[2:])
    bc, de, hl, *shadow, ix, iy = pairs
    halves = [byte for pair in (af, bc, de, hl, ix, iy) for byte in divmod(pair, 256)]
    others = [byte for pair in shadow for byte in divmod(pair, 256)]
    return (*halves, sp, 0, i, r, *others, pc + halted, tstates, iff, im, 0, memptr)


def read_single_steps(folder: Path, sample: int) -> Iterator[Vector]:
    """Yield the first vectors of each file of SingleStepTests, of which there are 1,000."""
    decoder = json.JSONDecoder()
    for path in sorted(folder.glob("*.json")):
        with path.open(encoding="ascii") as file:
            text, at = file.read(sample * _MOST_CHARACTERS), 0
        for _ in range(sample):
            given, at = decoder.raw_decode(text, at + 1)
            if given["initial"]["iff1"] == given["initial"]["iff2"]:
                yield _single_step(path.stem, given)


def _single_step(name: str, given: dict[str, Any]) -> Vector:
    ports, initial, final = given.get("ports", ()), given["initial"], given["final"]
    cycles = given["cycles"]
    return Vector(
        name,
        memory=tuple(map(tuple, initial["ram"])),
        before=_registers(initial, 0),
        after=_registers(final, len(cycles)),
        changed=tuple(map(tuple, final["ram"])),
        reads=tuple(value for _, value, way in ports if way == "r"),
        sent=tuple((port, value) for port, value, way in ports if way == "w"),
        events=tuple(_events([(address, pins) for address, _, pins in cycles])),
        flags_set=bool(initial["q"]),
        until=len(cycles),
    )


def _registers(state: dict[str, int], tstates: int) -> tuple[int, ...]:
    halves = [byte for name in ("ix", "iy") for byte in divmod(state[name], 256)]
    shadow = [byte for name in ("af_", "bc_", "de_", "hl_") for byte in divmod(state[name], 256)]
    first = [state[name] for name in "afbcdehl"]
    last = [state["pc"], tstates, state["iff1"], state["im"], 0, state["wz"]]
    return (*first, *halves, state["sp"], 0, state["i"], state["r"], *shadow, *last)


def _events(cycles: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """Yield when the ULA may delay, from the address on the bus and the pins at each T-state."""
    at = 0
    while at < len(cycles):
        address, pins = cycles[at][0], [pins for _, pins in cycles[at : at + 3]]
        if len(pins) > 1 and pins[1][2] == "m":  # an access; a fetch shows another address while it refreshes
            yield at, address
            at += 4 if at + 2 < len(cycles) and cycles[at + 2][0] != address else 3
        elif len(pins) > 2 and pins[2][3] == "i":
            if RAM <= address < END_OF_SHARED:
                yield at, address
            if not address & 1:
                yield at + 1, -1
            elif RAM <= address < END_OF_SHARED:
                yield from ((at + step, address) for step in (1, 2, 3))
            at += 4
        else:
            yield at, address
            at += 1


# -- the machines ------------------------------------------------------------------------------


def run_python(vectors: Sequence[Vector], filled: bytes) -> list[VectorResult]:
    """Run vectors in the Python machine, whose memory is `filled` before each."""
    core, outcomes = Core(), []
    reads: list[int] = []
    sent: list[tuple[int, int]] = []
    take = core.ports.write_port

    def write(registers: Any, port: int, value: int, offset: int) -> None:
        sent.append((port, value))
        take(registers, port, value, offset)

    core.ports.read_port = lambda registers, port: reads.pop(0) if reads else 255  # type: ignore[method-assign]
    core.ports.write_port = write  # type: ignore[method-assign]
    core.attach_ports()
    for vector in vectors:
        memory = bytearray(filled)
        for address, value in vector.memory:
            memory[address] = value
        core.memory[RAM], core.pc = _AND_A if vector.flags_set else _NOP, RAM  # for a SkoolKit that looks back
        core.step()
        core.memory[:] = memory
        for register, value in enumerate(vector.before):
            core.registers[register] = value
        reads[:], sent[:] = vector.reads, ()
        steps = 0
        while steps < vector.steps if vector.steps else core.tstates < vector.until:
            core.step()
            steps += 1
        runs = differing_runs(bytes(memory), bytes(core.memory))
        changed = tuple((start + place, byte) for start, run in runs for place, byte in enumerate(run))
        core.registers[NAMES.index("-")] = 0
        outcomes.append(VectorResult(tuple(core.registers), changed, tuple(sent), steps))
    return outcomes


def run_page(vectors: Sequence[Vector], filled: bytes, *, as_skoolkit: bool = False) -> list[VectorResult]:
    """Run vectors in the page's Z80, in node."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node is not installed; the page's Z80 runs by it")
    given = {
        "timing": MODEL_48K.facts,
        "asSkoolKit": as_skoolkit,
        "filled": base64.b64encode(filled).decode("ascii"),
        "vectors": [vars(vector) for vector in vectors],
    }
    command = [node, str(Path(__file__).with_suffix(".mjs")), _PAGE.as_uri()]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return [
        VectorResult(tuple(one["after"]), _pairs(sorted(one["changed"])), _pairs(one["sent"]), one["steps"])
        for one in json.loads(done.stdout)
    ]


def _pairs(found: Iterable[Sequence[int]]) -> Pairs:
    return tuple((first, second) for first, second in found)


def differences(vector: Vector, outcome: VectorResult, filled: bytes) -> list[str]:
    """Return the names of what a machine has made otherwise."""
    after = list(outcome.after)
    after[PC] += after[HALT]  # these machines stay at HALT; a Z80 executes NOPs behind it
    found = [name for name, ours, theirs in zip(NAMES, after, vector.after, strict=True) if ours != theirs]
    before = dict(vector.memory)
    changed = {at: value for at, value in vector.changed if at >= RAM and before.get(at, filled[at]) != value}
    found += ["memory"] if dict(outcome.changed) != changed else []
    found += ["ports"] if outcome.sent != vector.sent else []
    return [name for name in found if name not in ("halt", "-")]


# -- the command -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.z80_suites", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a copy of the suites")
    parser.add_argument("--sample", type=int, default=20, metavar="N", help="vectors of each file (default: 20)")
    options = parser.parse_args(arguments)
    suites: list[tuple[str, Iterable[Vector], bytes]] = []
    for path in sorted(options.folder.rglob("tests.expected"))[:1]:
        suites.append(("Fuse", read_fuse(path.parent), _FUSE_MEMORY))
    for path in sorted(options.folder.rglob("ed b3.json"))[:1]:
        suites.append(("SingleStepTests", read_single_steps(path.parent, options.sample), bytes(0x10000)))
    if not suites:
        print(
            f"{options.folder}: neither tests.expected nor ed b3.json is in it; copy the suites there", file=sys.stderr
        )
        return 2
    print("| suite | machine | runs | equal | different |\n| --- | --- | --: | --: | --- |")
    for suite, found, filled in suites:
        try:
            vectors = list(found)
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            print(f"{options.folder}: its {suite} cannot be read ({error}); copy it anew", file=sys.stderr)
            return 2
        for machine, run in (("Python", run_python), ("page", run_page)):
            wrong = _wrong(vectors, run, filled)
            total, differing = 2 * len(vectors), sum(counts[""] for counts in wrong.values())
            said = [f"{name}: {', '.join(filter(None, counts))} ({counts['']})" for name, counts in wrong.items()]
            print(f"| {suite} | {machine} | {total:,} | {total - differing:,} | {'; '.join(said) or '–'} |", flush=True)
    return 0


def _wrong(vectors: Sequence[Vector], run: Machine, filled: bytes) -> dict[str, Counter[str]]:
    """Run vectors in the border and amid the picture; return how often what differed, of each, and in all as ``""``."""
    wrong: dict[str, Counter[str]] = {}
    asked = [vector.at(BORDER) for vector in vectors]
    outcomes = run(asked, filled)
    amid = [
        replace(vector.at(PICTURE + number % 8), steps=outcome.steps)
        for number, (vector, outcome) in enumerate(zip(vectors, outcomes, strict=True))
    ]
    for vector, outcome in zip([*asked, *amid], [*outcomes, *run(amid, filled)], strict=True):
        if names := differences(vector, outcome, filled):
            wrong.setdefault(vector.name, Counter()).update(("", *names))
    return wrong


if __name__ == "__main__":
    sys.exit(main())

"""The Z80 of both machines: beside one another, and in vectors as public suites have them."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tools.z80_suites import HALT, NAMES, PC, Machine, T, Vector, differences, main, run_page, run_python

PREFIXES: tuple[tuple[int, ...], ...] = ((), (0xCB,), (0xED,), (0xDD,), (0xFD,), (0xDD, 0xCB), (0xFD, 0xCB))
FRAME = 69_888
COUNT = 30_000
F, B, C, SP, IFF, IM, MEMPTR = (NAMES.index(name) for name in ("F", "B", "C", "SP", "IFF", "IM", "MEMPTR"))
PLACES = (0x5000, 0x8000, 0x7FFE, 0x3FFF, 0xFFFE)
BITS_3_AND_5 = 0x28
PICTURE = 14_335

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed; the page's Z80 runs by it")
both_machines = pytest.mark.parametrize("run", [run_python, pytest.param(run_page, marks=needs_node)])


def random_vectors(count: int, seed: int) -> list[Vector]:
    """Random instructions in random states."""
    rng, vectors = random.Random(seed), []
    for number in range(count):
        prefix = rng.choice(PREFIXES)
        offset = [rng.randrange(256)] if len(prefix) == 2 else []
        code = [*prefix, *offset, number % 256, *rng.randbytes(3)]
        at = rng.choice((*PLACES, rng.randrange(0x10000)))
        before = [rng.randrange(256) for _ in NAMES]
        before[SP], before[PC], before[MEMPTR] = rng.randrange(0x10000), at, rng.randrange(0x10000)
        moments = (14_300 + rng.randrange(43_000), rng.randrange(FRAME), FRAME - rng.randrange(30))
        before[T] = rng.choice(moments) + FRAME * rng.randrange(1000)
        before[IFF], before[IM], before[HALT], before[NAMES.index("-")] = rng.randrange(2), rng.randrange(3), 0, 0
        if rng.random() < 0.3:  # block instructions end at 0 and 1, and wait elsewhere at the others
            before[B], before[C] = rng.choice((0, 1, 2, 0x40, 0x80)), rng.choice((0, 1, 0xFE))
        memory = tuple((at + place & 0xFFFF, byte) for place, byte in enumerate(code))
        vectors.append(Vector(bytes(code).hex(), memory, tuple(before), reads=(rng.randrange(256),), steps=1))
    return vectors


@needs_node
def test_the_machines_differ_in_bits_3_and_5_after_scf_and_ccf_alone(seed: int) -> None:
    filled = random.Random(seed).randbytes(0x10000)
    vectors = random_vectors(COUNT, seed)
    python, as_skoolkit = run_python(vectors, filled), run_page(vectors, filled, as_skoolkit=True)
    assert [one.name for one, ours, theirs in zip(vectors, python, as_skoolkit, strict=True) if ours != theirs] == []
    differing = set()
    for vector, ours, theirs in zip(vectors, python, run_page(vectors, filled), strict=True):
        if ours != theirs:
            differing.add(vector.name.removeprefix("dd").removeprefix("fd")[:2])
            flags = ours.after[F] & ~BITS_3_AND_5 | theirs.after[F] & BITS_3_AND_5
            after = (*ours.after[:F], flags, *ours.after[F + 1 :])
            assert replace(ours, after=after) == theirs
    assert differing == {"37", "3f"}


def vector(code: str, *, at: int = 0x8000, start: int = PICTURE, takes: int, steps: int = 1, **given: int) -> Vector:
    """Code in a machine whose registers are 0 but for those `given`; those with a ``_`` come after it."""
    before, after = [0] * len(NAMES), [0] * len(NAMES)
    for name, value in {"PC": at, **given}.items():
        if not name.endswith("_"):
            before[NAMES.index(name)] = value
        after[NAMES.index(name.rstrip("_"))] = value
    before[T], after[T] = start, start + takes
    memory = tuple((at + place, byte) for place, byte in enumerate(bytes.fromhex(code)))
    return Vector(code, memory, tuple(before), tuple(after), steps=steps)


OUTPUTS = [
    ("edb3", 0x40, 21),  # the port is #3FFF: nothing is held up, though BC was #40FF
    ("edbb", 0x40, 21),
    ("edb3", 0x80, 21 + 2 + 4 * 6),  # it is #7FFF: nine T-states are held up, by 2 0 6 0 6 0 6 0 6
    ("edbb", 0x80, 21 + 2 + 4 * 6),
    ("edb3", 0x7F, 21 + 2 + 4 * 6),
    ("edb3", 0x00, 21),
]


@both_machines
def test_an_otir_that_repeats_waits_at_its_port(run: Machine) -> None:
    vectors = [vector(code, takes=takes, B=b, C=0xFF, H=0x90) for code, b, takes in OUTPUTS]
    for given, outcome in zip(vectors, run(vectors, bytes(0x10000)), strict=True):
        b = given.before[B] - 1 & 0xFF
        assert outcome.sent == ((b << 8 | 0xFF, 0),)
        assert (outcome.after[PC], outcome.after[B], outcome.after[T]) == (0x8000, b, given.after[T]), given.name


@both_machines
def test_halt_fetches_what_stands_behind_it(run: Machine) -> None:
    places = ((0x8000, 12), (0x7FFF, 6 + 12), (0x3FFF, 4 + (2 + 4) + (4 + 4)))
    vectors = [vector("76", at=at, takes=takes, steps=3, R_=3, PC_=at + 1) for at, takes in places]
    for given, outcome in zip(vectors, run(vectors, bytes(0x10000)), strict=True):
        assert differences(given, outcome, bytes(0x10000)) == []


@both_machines
def test_scf_and_ccf_take_bits_3_and_5_from_flags_that_were_not_just_set(run: Machine) -> None:
    """The Python machine takes them from A alone, as SkoolKit does."""
    vectors = []
    for code, carry in (("37", 1), ("3f", 0x10)):
        for flags_set in (True, False):
            flags = 0x08 if flags_set or run is run_python else BITS_3_AND_5
            given = vector(code, takes=4, start=100, A=0x08, F=0x21, F_=flags | carry, R_=1, PC_=0x8001)
            vectors.append(replace(given, flags_set=flags_set))
    for given, outcome in zip(vectors, run(vectors, bytes(0x10000)), strict=True):
        assert differences(given, outcome, bytes(0x10000)) == []


VECTOR = """{"name":"37 0000","initial":{"pc":32768,"sp":1,"a":8,"b":0,"c":0,"d":0,"e":0,"f":33,"h":0,"l":0,"i":0,"r":0,
"ei":0,"wz":0,"ix":0,"iy":0,"af_":0,"bc_":0,"de_":0,"hl_":0,"im":0,"p":0,"q":0,"iff1":0,"iff2":0,"ram":[[32768,55]]},
"final":{"a":8,"b":0,"c":0,"d":0,"e":0,"f":41,"h":0,"l":0,"i":0,"r":1,"af_":0,"bc_":0,"de_":0,"hl_":0,"ix":0,"iy":0,
"pc":32769,"sp":1,"wz":0,"iff1":0,"iff2":0,"im":0,"ei":0,"p":0,"q":41,"ram":[[32768,55]]},
"cycles":[[32768,null,"----"],[32768,null,"r-m-"],[0,55,"----"],[0,null,"----"]]}"""
FUSE = """d3
7f00 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 8000 0000
00 00 0 0 0 0 1
8000 d3 ff -1
-1
"""
FUSE_EXPECTED = (Path(__file__).parent / "fuse.expected").read_text("utf-8")


@needs_node
def test_the_suites_are_read_and_their_differences_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ed b3.json").write_text(f"[{VECTOR}]")
    (tmp_path / "tests.in").write_text(FUSE)
    (tmp_path / "tests.expected").write_text(FUSE_EXPECTED)
    assert main([str(tmp_path), "--sample", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| Fuse | Python | 2 | 2 | – |",
        "| Fuse | page | 2 | 2 | – |",
        "| SingleStepTests | Python | 2 | 0 | ed b3: F (2) |",
        "| SingleStepTests | page | 2 | 2 | – |",
    ]
    (tmp_path / "tests.in").write_text(FUSE.replace("8000", "800g"))
    assert main([str(tmp_path)]) == 2
    (tmp_path / "tests.expected").unlink()
    (tmp_path / "ed b3.json").unlink()
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 2

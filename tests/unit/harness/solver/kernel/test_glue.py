"""The layer between the compiled kernel and Python: bad arguments, no memory, and a check that interferes."""

import ctypes
import gc
import random
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from harness.puzzle import BLOT, Group, Puzzle
from harness.solver.kernel.choose import build_kernel, has_compiled_kernel
from harness.solver.kernel.kernel import PAUSED, SOLVED, STABLE, Check, Kernel
from tools import kernel_builds

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")

ROOKS = ((1,),) * 8
"""Eight lines, each of one cell: all is open, and nothing follows without a guess."""


def rooks(side: int = 8) -> Kernel:
    """A settled board of rooks."""
    kernel = build_kernel(Puzzle(((1,),) * side, ((1,),) * side), "compiled")
    assert kernel.propagate() == STABLE
    return kernel


Act = Callable[[ModuleType, Any], object]

BAD_KERNELS: tuple[tuple[Any, ...], ...] = (
    (),
    (".#", ROOKS),
    (1, ROOKS, ROOKS),
    (".#", list(ROOKS), ROOKS),
    (".#", (), ROOKS),
    ("", ROOKS, ROOKS),
    (".\0", ROOKS, ROOKS),
    (".\ud800", ROOKS, ROOKS),
    ("." + "#" * 1001, ROOKS, ROOKS),
    (".#", ([1],), ROOKS),
    (".#", ((1, 1, 1, 1, 1),), ROOKS),
    (".#", ((1 << 80,),), ROOKS),
    (".#", ((-(1 << 80),),), ROOKS),
    (".#", (("1",),), ROOKS),
    (".#", (((1, "#", 1),),), ROOKS),
    (".#", (((1, "o"),),), ROOKS),
    (".#", (((1, 1),),), ROOKS),
    (".#", (((None, "#"),),), ROOKS),
)
BAD_CALLS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("propagate", (1, 2)),
    ("propagate", (1,)),
    *(
        (act, cell)
        for act in ("put", "rule_out")
        for cell in ((), (0, 0), (0, 0, 2), (8, 0, 1), (0, -1, 1), (0, 0, "."))
    ),
    ("put", (0, 1 << 80, 0)),
    *((ask, (line,)) for ask in ("can", "line", "analyse") for line in (-1, 16, 1 << 80, None, 1.0)),
    ("push", (True, True)),
    ("pop", ()),
    ("rows", (1,)),
    ("probe", (-2, 1, None)),
    ("probe", (1 << 62, 1, None)),
    ("probe", (1, 1 << 40, None)),
    ("probe", (1, 1)),
    ("probe", (-1, 1, 1)),
    ("sweep", (-1, 1, None)),
    ("sweep", (1, 1 << 40, None)),
    ("sweep", ("1", 1, None)),
    ("guess", (-1, 0.5, 1, 0.5, None)),
    ("guess", (1, float("nan"), 1, 0.5, None)),
    ("guess", (1, 1e300, 1, 0.5, None)),
    ("guess", (1, 0.5, 0, 0.5, None)),
    ("guess", (1, 0.5, 1 << 31, 0.5, None)),
    ("guess", (1, 0.5, 1, -0.5, None)),
    ("guess", (1, None, 1, 0.5, None)),
    ("vary", (1, None)),
    ("vary", (-1, None)),
    ("vary", (1 << 40, None)),
    ("vary", (1, 1)),
)
BAD_BELIEFS: tuple[tuple[Any, ...], ...] = (
    ("", (), ()),
    (".#", (), ()),
    (".#", (1,), ("1", 1.0)),
    (".#", ("1",), (1.0, 1.0)),
    (".#", (1,) * 4001, (1.0, 1.0)),
    (".#", (1,), (1.0,) * 8002),
    (".#", [1], (1.0, 1.0)),
)


def refused(act: Callable[..., object], arguments: tuple[Any, ...]) -> type[Exception]:
    """The kind of exception that a call ends with; it must end with one."""
    try:
        act(*arguments)
    except Exception as error:
        return type(error)
    raise AssertionError(f"{act} took {arguments}")


BAD = (ValueError, TypeError, OverflowError, IndexError, UnicodeEncodeError)


LEAST_LEAK = 8
"""Bytes: less than any object has, or any block."""


def growth(act: Callable[[], object], times: int) -> int:
    """By how many bytes Python's memory, the kernel's included, is larger after so many calls than after none."""
    traced = []
    for repeats in (0, 0, times):
        for _ in range(repeats):
            act()
        gc.collect()
        traced.append(tracemalloc.get_traced_memory()[0])
    return traced[2] - traced[1] - (traced[1] - traced[0])


@pytest.fixture
def traced() -> Iterator[None]:
    """Memory is counted."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("times", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_refused_calls_leave_nothing_behind(times: int) -> None:
    from harness.solver.kernel import _fast

    kernel = rooks()
    calls = [
        *((_fast.Kernel, arguments) for arguments in BAD_KERNELS),
        *((getattr(kernel, name), arguments) for name, arguments in BAD_CALLS),
        *((_fast.believe, arguments) for arguments in BAD_BELIEFS),
    ]
    held: list[object] = [None, ROOKS, ROOKS[0], kernel, ".#", 1 << 80]
    state = kernel.rows(), kernel.line_calls
    assert {refused(act, arguments) for act, arguments in calls} <= set(BAD)

    def refuse_all() -> None:
        for act, arguments in calls:
            refused(act, arguments)

    counts = [sys.getrefcount(thing) for thing in held]
    assert growth(refuse_all, times) < times * LEAST_LEAK
    for thing, count in zip(held, counts, strict=True):
        assert sys.getrefcount(thing) - count < times // 10, thing
    assert (kernel.rows(), kernel.line_calls) == state


def work(module: ModuleType, kernel: Kernel) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every way to call the kernel, each in a state that the one before has left."""
    wide = module.Kernel(".#", ((1,),), ((),) * 70)
    yield "propagate", kernel.propagate
    yield "put", lambda: kernel.put(0, 3, 0)
    yield "rule_out", lambda: kernel.rule_out(0, 4, 1)
    yield "can", lambda: kernel.can(3)
    yield "line", lambda: kernel.line(3)
    yield "analyse", lambda: kernel.analyse(3)
    yield "rows", kernel.rows
    yield "line_calls", lambda: kernel.line_calls
    yield "unknown_count", lambda: kernel.unknown_count
    yield "sweep", lambda: kernel.sweep(1000, 1, None)
    yield "probe", lambda: kernel.probe(1000, 4, lambda: None)
    yield "push", kernel.push
    yield "push further", kernel.push
    yield "guess", lambda: kernel.guess(3, 0.02, 5, 0.3, None)
    yield "vary", lambda: kernel.vary(3, None)
    yield "pop", kernel.pop
    yield "wide sets", lambda: (wide.can(0), wide.line(0), wide.analyse(0), wide.rows())
    yield "believe", lambda: module.believe(".#", (1,), (0.5, 1.0) * 3)
    yield "two colours", lambda: module.Kernel(".rg", (((1, "r"), (1, "g")),), (((1, "r"),), ((1, "g"),))).rows()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the flag is that of gcc and clang")
def test_without_memory_every_call_says_so_and_can_be_made_again(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="the build's own library is not installed")
    path = kernel_builds.build(tmp_path, "-O0", "-include", str(kernel_builds.ROOT / "tests/kernel_faults.h"))
    fail_after = ctypes.CDLL(str(path)).fail_after

    def with_every_fault(act: Callable[[], Any]) -> tuple[Any, int]:
        for faults in range(1000):
            fail_after(faults)
            try:
                answer = act()
            except MemoryError:
                assert fail_after(-1) == -1, "it is the fault that was made"
            else:
                assert fail_after(-1) >= 0, "nothing failed and was passed over"
                return answer, faults
        raise AssertionError("it never ends")

    module, _ = with_every_fault(lambda: kernel_builds.load(path))
    assert isinstance(module, ModuleType)
    made, faults = with_every_fault(lambda: module.Kernel(".#", ROOKS, ROOKS))
    assert faults >= 13, "its parts are allocated one by one"
    faultless = module.Kernel(".#", ROOKS, ROOKS)
    failed = {}
    for (name, act), (_, expected) in zip(work(module, made), work(module, faultless), strict=True):
        answer, failed[name] = with_every_fault(act)
        assert answer == expected(), name
    assert made.rows() == faultless.rows()
    without = {"put", "rule_out", "pop", "push"}
    assert {name for name, count in failed.items() if not count} == without
    whole = partial(with_every_fault, lambda: [act() for _, act in work(module, module.Kernel(".#", ROOKS, ROOKS))])
    assert whole()[1] == 2 * faults + sum(failed.values()), "a narrow kernel, a wide one, and what they do"
    tracemalloc.start()
    try:
        assert min(growth(whole, 2) for _ in range(3)) < 2 * LEAST_LEAK, "a leak is there every time"
    finally:
        tracemalloc.stop()


def test_a_check_cannot_change_the_board_under_the_work_s_feet() -> None:
    kernel = rooks(40)
    asked = []

    def meddle() -> None:
        acts: tuple[Callable[[], object], ...] = (
            kernel.push,
            kernel.pop,
            kernel.propagate,
            lambda: kernel.put(0, 0, 1),
            lambda: kernel.rule_out(0, 0, 1),
            lambda: kernel.analyse(0),
            lambda: kernel.probe(1, 1, None),
            lambda: kernel.sweep(1, 1, None),
            lambda: kernel.guess(1, 0.5, 1, 0.5, None),
        )
        for act in acts:
            with pytest.raises(RuntimeError, match="at work"):
                act()
        asked.append((len(kernel.rows()), len(kernel.can(0)), kernel.line_calls))

    expected = rooks(40)
    for act in ("sweep", "probe"):
        assert getattr(kernel, act)(3000, 100, meddle) == getattr(expected, act)(3000, 100, None)
    assert kernel.guess(2, 0.02, 5, 0.3, meddle) == expected.guess(2, 0.02, 5, 0.3, None) == SOLVED
    assert (kernel.rows(), kernel.line_calls) == (expected.rows(), expected.line_calls)
    assert len(asked) > 5
    kernel.push()  # it is at work no more


def test_an_error_of_the_check_ends_the_work_and_the_kernel_works_on() -> None:
    def refuse() -> None:
        raise LookupError

    kernel = rooks(40)
    acts: tuple[Callable[[Check], object], ...] = (
        kernel.propagate,
        lambda check: kernel.sweep(10**6, 1, check),
        lambda check: kernel.probe(-1, 10**6, check),
        lambda check: kernel.guess(10, 0.02, 5, 0.3, check),
    )
    for act in acts:
        with pytest.raises(LookupError):
            act(refuse)
        kernel.push()
        kernel.pop()
    assert kernel.propagate() == STABLE


def test_only_a_picture_is_varied() -> None:
    kernel = rooks()
    kernel.push()
    for row in range(7):
        with pytest.raises(ValueError, match="no picture"):
            kernel.vary(1, None)
        kernel.put(row, row, 1)
        kernel.propagate()
    assert kernel.vary(1, None) == SOLVED
    assert kernel.unknown_count == 0
    assert kernel.rows()[0] != "#......."
    for row in range(8):
        kernel.rule_out(row, 0, 0)
        kernel.rule_out(row, 0, 1)
    with pytest.raises(ValueError, match="no picture"):
        kernel.vary(1, None)


def test_another_thread_is_refused_while_one_is_at_work() -> None:
    kernel = rooks(40)
    said: list[str] = []

    def meddle() -> None:
        try:
            kernel.push()
        except RuntimeError as error:
            said.append(str(error))

    def let_it_try() -> None:
        other = threading.Thread(target=meddle)
        other.start()
        other.join()

    kernel.sweep(3000, 1, let_it_try)
    assert said
    assert set(said) == {"the kernel is at work"}


@pytest.mark.parametrize("side", [5, 63, 64, 127, 130, 200])
def test_calls_in_any_order(side: int) -> None:
    from harness.solver.kernel import _fast

    rng = random.Random(side)
    answers = set()
    for height in (1, 3, side, 1, 3, side):
        clues = [
            tuple(Group(rng.choice((1, 2, BLOT)), rng.choice("rg")) for _ in range(rng.randint(0, length // 5)))
            for length in (*[side] * height, *[height] * side)
        ]
        kernel = _fast.Kernel(".rg", tuple(clues[:height]), tuple(clues[height:]))
        depth = 0
        for _ in range(60):
            cell = rng.randrange(height), rng.randrange(side), rng.randrange(3)
            match rng.randrange(10):
                case 0:
                    answers.add(kernel.propagate())
                case 1:
                    kernel.put(*cell)
                case 2:
                    kernel.rule_out(*cell)
                case 3:
                    kernel.push(rng.random() < 0.2)
                    depth += 1
                case 4 if depth:
                    kernel.pop()
                    depth -= 1
                case 5:
                    answers.add(kernel.probe(50, 3, None))
                case 6:
                    answers.add(kernel.sweep(50, 5, None))
                case 7:
                    kernel.analyse(rng.randrange(height + side))
                case 8:
                    kernel.guess(2, 0.1, 3, 0.3, None)
                case 9:
                    with suppress(IndexError, ValueError):
                        answers.add(kernel.vary(2, None))
        rows = kernel.rows()
        assert [len(row) for row in rows] == [side] * height
        assert set("".join(rows)) <= set(".rg?")
        for line in range(height + side):
            assert all(cells >> (side if line < height else height) == 0 for cells in kernel.can(line))
    assert {SOLVED, PAUSED} & answers

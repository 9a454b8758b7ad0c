"""Memory that runs out in the compiled kernel, at each place where it asks for some; `tools.sanitize` runs it."""

import ctypes
import gc
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from harness.puzzle import Group
from harness.solver.kernel import Kernel
from tests.unit.harness.solver.kernel.test_glue import ROOKS
from tools.kernel_builds import ROOT, build, load

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


def search(module: ModuleType) -> tuple[object, ...]:
    """Return what a search of a new kernel finds, its state then, and what was raised."""
    kernel = module.Kernel(".#", ROOKS, ROOKS)
    code, found, raised = kernel.search(3, 100, 100, 4, False, None)
    if raised is not None:
        raise type(raised)  # the same one would hold this frame, and be held by it
    return code, found, kernel.path()


def work(module: ModuleType, kernel: Kernel) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every way to call the kernel, each in a state that the one before has left."""
    red, green = Group(1, "r"), Group(1, "g")
    wide = module.Kernel(".#", ((1,),), ((),) * 70)
    yield "propagate", kernel.propagate
    yield "put", lambda: kernel.put(0, 3, 0)
    yield "rule_out", lambda: kernel.rule_out(0, 4, 1)
    yield "possible", lambda: kernel.possible(3)
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
    yield "begin", lambda: module.Kernel(".#", ROOKS, ROOKS).begin(3, 100, 1, 100, 4)
    yield "search", lambda: search(module)
    yield "wide sets", lambda: (wide.possible(0), wide.analyse(0), wide.rows())
    yield "believe", lambda: module.believe(".#", (1,), (0.5, 1.0) * 3)
    yield "two colours", lambda: module.Kernel(".rg", ((red, green),), ((red,), (green,))).rows()


def test_without_memory_every_call_says_so_and_can_be_made_again(tmp_path: Path) -> None:
    path = build(tmp_path, "-O0", "-include", str(ROOT / "tests/kernel_faults.h"))
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

    module, _ = with_every_fault(lambda: load(path))
    assert isinstance(module, ModuleType)
    made, faults = with_every_fault(lambda: module.Kernel(".#", ROOKS, ROOKS))
    assert faults >= 8, "its parts are allocated one by one"
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

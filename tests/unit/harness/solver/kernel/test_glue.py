"""The layer between the compiled kernel and Python: bad arguments, no memory, and a check that interferes."""

import random
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from harness.puzzle import BLOT, Group
from harness.solver.kernel import PAUSED, SOLVED, STABLE, Check, Kernel, has_compiled_kernel
from tests.kernels import kernel_of
from tests.many_solutions import rooks

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")

ROOKS = ((1,),) * 8
"""Eight lines, each of one cell: all is open, and nothing follows without a guess."""


def settled_rooks(side: int = 8) -> Kernel:
    kernel = kernel_of(rooks(side))
    assert kernel.propagate() == STABLE
    return kernel


BAD_CLUES: tuple[Any, ...] = (
    *((1, 1, 1, 1, 1), (1,) * 5000, (9,), (0,), (-2,), (1 << 80,), (-(1 << 80),), (Group(0, "#"),)),
    *([1], ("1",), (None,), (1.5,), ((1,),), ((1, "#"),), (Group(1, "o"),), (Group(1, "##"),)),
)
BAD_KERNELS: tuple[tuple[Any, ...], ...] = (
    *((), (".#", ROOKS), (".#", list(ROOKS), ROOKS), (".#", (), ROOKS), (".#", ROOKS, ((1,),) * 4001)),
    *((keys, ROOKS, ROOKS) for keys in (1, "", ".", ".\0", ".\ud800", "." + "#" * 1001)),
    *((".#", (clue,), ROOKS) for clue in BAD_CLUES),
)
BAD_CELLS: list[tuple[Any, ...]] = [(), (0, 0), (0, 0, 2), (8, 0, 1), (0, -1, 1), (0, 0, ".")]
BAD_LINES: list[tuple[Any, ...]] = [(-1,), (16,), (1 << 80,), (None,), (1.0,)]
HALF, MUCH = 0.5, 1 << 40
BAD_CALLS: dict[str, list[tuple[Any, ...]]] = {
    "propagate": [(1, 2), (1,)],
    "put": [*BAD_CELLS, (0, 1 << 80, 0)],
    "rule_out": BAD_CELLS,
    "possible": BAD_LINES,
    "analyse": BAD_LINES,
    "push": [(True, True)],
    "pop": [()],
    "rows": [(1,)],
    "probe": [(-2, 1, None), (1 << 62, 1, None), (1, MUCH, None), (1, 1), (-1, 1, 1)],
    "sweep": [(-1, 1, None), (1, MUCH, None), ("1", 1, None)],
    "guess": [
        *((1, part, 1, HALF, None) for part in (float("nan"), 1e300, None)),
        *((1, HALF, step, HALF, None) for step in (0, 1 << 31)),
        *((-1, HALF, 1, HALF, None), (1, HALF, 1, -HALF, None)),
    ],
    "refute": [
        *((b"", 1, -1, None), (b"123456789", 1, -1, None), (b"2", 0, -1, None), (b"2", MUCH, -1, None)),
        *((b"2", 1, -2, None), (b"2", 1, -1, 1), ("2", 1, -1, None)),
    ],
    "either_way": [(-2, None), (1 << 62, None), (-1, 1), (-1,)],
    "deduce": [(-1, (0, 0)), (16, (0, 0)), (0, [0, 0]), (0, (0,)), (0, (0, "1")), (0, (0, 1.0)), (0, (0, 0), 1)],
    "vary": [(1, None), (-1, None), (MUCH, None), (1, 1)],
    "search": [
        *((0, 1, 1, 1, False, None), (1, -2, 1, 1, False, None), (1, 1, 1 << 62, 1, False, None)),
        *((1, 1, 1, -1, False, None), (1, 1, 1, 1, False, 1), (1, 1, 1, 1, False)),
    ],
    "begin": [(0, 1, 1, 1, 1), (1, -1, 1, 1, 1), (1, 1, MUCH, 1, 1), (1, 1, 1, -1, 1), (1, 1, 1, 1, MUCH)],
}
BAD_BELIEFS: tuple[tuple[Any, ...], ...] = (
    *(("", (), ()), (".#", (), ()), (".#", (1,), ("1", 1.0)), (".#", (1,), (1.0,) * 8002)),
    *((".#", clue, (1.0, 1.0)) for clue in (("1",), (1,) * 4001, [1])),
)


def refused(act: Callable[..., object], arguments: tuple[Any, ...]) -> type[Exception]:
    """Return the kind of exception that a call ends with; it must end with one."""
    try:
        act(*arguments)
    except Exception as error:
        return type(error)
    raise AssertionError(f"{act} took {arguments}")


BAD = (ValueError, TypeError, OverflowError, IndexError, UnicodeEncodeError)


def bad_calls(kernel: Any) -> list[tuple[Callable[..., object], tuple[Any, ...]]]:
    """Every call that must be refused, of a kernel and of its module."""
    from harness.solver.kernel import _fast

    return [
        *((_fast.Kernel, arguments) for arguments in BAD_KERNELS),
        *((getattr(kernel, name), arguments) for name, calls in BAD_CALLS.items() for arguments in calls),
        *((_fast.believe, arguments) for arguments in BAD_BELIEFS),
    ]


def test_bad_arguments_are_rejected_and_change_nothing() -> None:
    kernel = settled_rooks()
    state = kernel.rows(), kernel.line_calls
    assert {refused(act, arguments) for act, arguments in bad_calls(kernel)} <= set(BAD)
    assert (kernel.rows(), kernel.line_calls) == state


def test_a_check_cannot_change_the_board_under_the_work_s_feet() -> None:
    kernel = settled_rooks(40)
    asked = []

    def meddle() -> None:
        acts: dict[str, tuple[object, ...]] = dict.fromkeys(("push", "pop", "propagate"), ())
        acts |= {"put": (0, 0, 1), "rule_out": (0, 0, 1), "analyse": (0,), "begin": (1, 1, 1, 1, 1)}
        acts |= {"probe": (1, 1, None), "sweep": (1, 1, None)}
        acts |= {"guess": (1, 0.5, 1, 0.5, None), "search": (1, 1, 1, 1, False, None)}
        for act, arguments in acts.items():
            with pytest.raises(RuntimeError, match="at work"):
                getattr(kernel, act)(*arguments)
        asked.append((len(kernel.rows()), len(kernel.possible(0)), kernel.line_calls))

    expected = settled_rooks(40)
    for act in ("sweep", "probe"):
        assert getattr(kernel, act)(3000, 100, meddle) == getattr(expected, act)(3000, 100, None)
    assert kernel.guess(2, 0.02, 5, 0.3, meddle) == expected.guess(2, 0.02, 5, 0.3, None) == SOLVED
    assert (kernel.rows(), kernel.line_calls) == (expected.rows(), expected.line_calls)
    assert len(asked) > 5
    kernel.push()  # it is at work no more


def test_an_error_of_the_check_ends_the_work_and_the_kernel_works_on() -> None:
    def refuse() -> None:
        raise LookupError

    kernel = settled_rooks(40)
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
    kernel = settled_rooks()
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


def test_another_thread_is_rejected_while_one_is_at_work() -> None:
    kernel = settled_rooks(40)
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


@pytest.mark.parametrize("side", [5, 64, 130])
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
            match rng.randrange(11):
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
                case 10:
                    kernel.search(rng.randint(1, 9), 100, 50, rng.randrange(3), rng.random() < 0.5, None)
                    kernel.path()
                case 9:
                    with suppress(IndexError, ValueError):
                        answers.add(kernel.vary(2, None))
        rows = kernel.rows()
        assert [len(row) for row in rows] == [side] * height
        assert set("".join(rows)) <= set(".rg?")
        for line in range(height + side):
            assert all(cells >> (side if line < height else height) == 0 for cells in kernel.possible(line))
    assert {SOLVED, PAUSED} & answers

"""Processes that work for this one: what kills them, and what they leave."""

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import wait
from multiprocessing.connection import Connection
from types import SimpleNamespace

import pytest

from harness import work
from harness.errors import UsageError
from harness.work import Pool, Worker, WorkerDiedError, answer_of
from tests.marks import SIGNALS

LOADED_WITH = [*signal.pthread_sigmask(signal.SIG_BLOCK, ())] if hasattr(signal, "pthread_sigmask") else []
"""Signals that were kept from this process while it loaded this module."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def double(number: int) -> int:
    return 2 * number


def refuse() -> None:
    raise UsageError("nothing there; look elsewhere")


def die() -> None:
    os._exit(1)


def never_end() -> None:
    """Work in one call of compiled code, which hears nothing."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def mark(place: int) -> int:
    work.marks[place] += 1
    return os.getpid()


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2, marks=2, preload=("pytest", __name__)) as pool:
        yield pool


def test_many_calls_wait_for_few_processes(pool: Pool) -> None:
    futures = [pool.submit(double, number) for number in range(200)]
    assert [*map(answer_of, futures)] == [2 * number for number in range(200)]


def test_an_error_of_the_function_is_its_answer(pool: Pool) -> None:
    with pytest.raises(UsageError, match=r"^nothing there; look elsewhere$"):
        answer_of(pool.submit(refuse))


def test_the_end_of_its_time_kills_a_call_of_compiled_code(pool: Pool) -> None:
    endless = [pool.submit(never_end, seconds=0.1) for _ in range(2)]
    for future in endless:
        with pytest.raises(TimeoutError):
            answer_of(future)
    assert answer_of(pool.submit(double, 1)) == 2


def test_to_cancel_a_call_ends_it(pool: Pool) -> None:
    endless = [pool.submit(never_end) for _ in range(2)]
    while not endless[0].running():
        wait(endless, 0.01)
    assert all(future.cancel() for future in endless)
    assert answer_of(pool.submit(double, 1)) == 2


def test_a_process_that_dies_costs_its_own_call_alone(pool: Pool) -> None:
    assert answer_of(pool.submit(double, 1)) == 2  # it has begun
    killer = pool.submit(die)
    futures = [pool.submit(double, 1) for _ in range(20)]
    with pytest.raises(WorkerDiedError):
        answer_of(killer)
    assert {answer_of(future) for future in futures} == {2}


def test_marks_are_shared(pool: Pool) -> None:
    pool.marks[0] = 5
    answer_of(pool.submit(mark, 0))
    answer_of(pool.submit(mark, 1))
    assert [*pool.marks] == [6, 1]


def test_a_pool_whose_idle_process_was_killed_works_on() -> None:
    with Pool(1, marks=1) as pool:
        os.kill(answer_of(pool.submit(mark, 0)), KILL)
        while pool.start():
            wait([], 0)
        assert answer_of(pool.submit(double, 1)) == 2


def tell_signals(line: Connection) -> None:
    line.send((LOADED_WITH, signal.getsignal(signal.SIGINT), [*signal.pthread_sigmask(signal.SIG_BLOCK, ())]))


@SIGNALS
def test_no_process_hears_ctrl_c_while_it_loads() -> None:
    """Nor later; but this one does."""
    worker = Worker(tell_signals)
    while_loading, handler, kept = worker.line.recv()
    worker.end()
    assert signal.SIGINT in while_loading
    assert (handler, kept) == (signal.SIG_IGN, [])
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_message_to_a_process_that_has_ended_is_an_error_and_no_signal() -> None:
    before = signal.signal(signal.SIGPIPE, signal.SIG_DFL) if hasattr(signal, "SIGPIPE") else None
    try:
        worker = Worker(die_at_once)
        with pytest.raises(EOFError):
            worker.line.recv()
        with pytest.raises(OSError, match="pipe"):
            worker.send("anything")
        worker.end()
    finally:
        if before is not None:
            signal.signal(signal.SIGPIPE, before)


def die_at_once(_: Connection) -> None:
    """A worker that does nothing with its end of the line."""


def test_two_threads_may_start_processes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one has taken back by then what the server of forks was given."""
    forkserver = pytest.importorskip("multiprocessing.forkserver")
    monkeypatch.setattr(forkserver, "ensure_running", lambda: os.environ.pop("PYTHONSAFEPATH", None))
    with work._starting_processes(SimpleNamespace(get_start_method=lambda: "forkserver")):
        assert "PYTHONSAFEPATH" not in os.environ

"""The order in which questions are answered, without any process; `tests/proofs/studio/test_workers.py` has some."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

import pytest

from harness.errors import RequestError
from harness.studio import workers
from harness.studio.workers import PROCESSES, Questions, TooMuchError
from harness.work import WorkerDiedError

Body = Callable[[Questions, list["FakePool"]], Coroutine[Any, Any, None]]


class FakePool:
    """Calls that a test answers: their names, in the order in which they came, and their futures."""

    def __init__(self, jobs: int, **_: object) -> None:
        self.calls: list[str] = []
        self.futures: dict[str, Future[str]] = {}

    def start(self) -> bool:
        return True

    def submit(self, office: object, name: str, *, seconds: float) -> Future[str]:
        self.calls.append(name)
        self.futures[name] = Future()
        return self.futures[name]

    def end(self) -> None:
        """There is no process."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Body], None]:
    """Run a test's body with questions and their pools, the quick one first."""
    pools: list[FakePool] = []

    def make(*arguments: Any, **options: Any) -> FakePool:
        pools.append(FakePool(*arguments, **options))
        return pools[-1]

    monkeypatch.setattr(workers, "Pool", make)

    async def begin(body: Body) -> None:
        questions = Questions()
        await questions.started
        await body(questions, pools)

    return lambda body: asyncio.run(begin(body))


def ask(questions: Questions, name: str, **options: Any) -> asyncio.Task[str]:
    return asyncio.create_task(questions.ask(str, name, **options))


async def settle() -> None:
    """Let all go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_smallest_come_first_and_of_equals_the_newest(run: Callable[[Body], None]) -> None:
    async def body(questions: Questions, pools: list[FakePool]) -> None:
        quick, _ = pools
        running = [f"running {number}" for number in range(PROCESSES)]
        asked = [ask(questions, name, size=100) for name in running]
        await settle()
        asked += [ask(questions, name, size=size) for name, size in (("a", 9), ("b", 9), ("small", 1), ("large", 50))]
        await settle()
        assert quick.calls == running
        for name in (*running, "small", "b", "a", "large"):
            quick.futures[name].set_result(name)
            await settle()
        assert quick.calls == [*running, "small", "b", "a", "large"]
        assert all(one.done() for one in asked)

    run(body)


def test_long_questions_move_aside(run: Callable[[Body], None]) -> None:
    """However many there are, a new one has a process as soon as one of theirs has had its short time."""

    async def body(questions: Questions, pools: list[FakePool]) -> None:
        quick, long = pools
        heavy = [ask(questions, f"heavy {number}", size=100) for number in range(20)]
        await settle()
        short = ask(questions, "short", size=100)
        await settle()
        quick.futures[quick.calls[0]].set_exception(TimeoutError())
        await settle()
        assert quick.calls[PROCESSES:] == ["short"]
        assert long.calls == quick.calls[:1]
        quick.futures["short"].set_result("answer")
        assert await short == "answer"
        assert not any(one.done() for one in heavy)

    run(body)


def test_a_question_whose_asker_has_gone_is_dropped(run: Callable[[Body], None]) -> None:
    async def body(questions: Questions, pools: list[FakePool]) -> None:
        quick, _ = pools
        asked = [ask(questions, f"heavy {number}") for number in range(8)]
        await settle()
        for one in asked:
            one.cancel()
        await settle()
        assert len(quick.calls) == PROCESSES, "those that wait never begin"
        assert all(future.cancelled() for future in quick.futures.values()), "those that run are ended"
        ask(questions, "next")
        await settle()
        assert quick.calls[-1] == "next"

    run(body)


def test_a_question_known_as_long_is_not_tried_first(run: Callable[[Body], None]) -> None:
    async def body(questions: Questions, pools: list[FakePool]) -> None:
        quick, long = pools
        asked = ask(questions, "tape", is_long=True)
        await settle()
        assert (quick.calls, long.calls) == ([], ["tape"])
        long.futures["tape"].set_exception(TimeoutError())
        with pytest.raises(RequestError, match=r"^this took longer than 60 seconds; try something smaller$"):
            await asked

    run(body)


@pytest.mark.parametrize("error", [WorkerDiedError, MemoryError])
def test_a_process_without_memory_is_told_of(error: type[Exception], run: Callable[[Body], None]) -> None:
    async def body(questions: Questions, pools: list[FakePool]) -> None:
        asked = ask(questions, "large")
        await settle()
        pools[0].futures["large"].set_exception(error())
        with pytest.raises(TooMuchError):
            await asked

    run(body)

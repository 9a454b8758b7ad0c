"""The order in which questions are answered, without any process; `tests/slow/studio/test_server.py` has some."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

import pytest

from harness.errors import RequestError
from harness.studio import workers
from harness.studio.workers import PROCESSES, Questions, TooMuchError
from harness.work import WorkerDiedError


class FakePool:
    """Calls that a test answers: their names, in the order in which they came, and their futures."""

    def __init__(self, *_: object, **options: object) -> None:
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


def with_pools(
    body: Callable[[Questions, FakePool, FakePool], Coroutine[Any, Any, None]],
) -> Callable[[pytest.MonkeyPatch], None]:
    """Run a test's body with questions and their pools, the quick one first."""

    async def begin() -> None:
        questions = Questions()
        await questions.started
        await body(questions, *(lane.pool for lane in (questions._quick, questions._long)))  # type: ignore[arg-type]

    def test(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workers, "Pool", FakePool)
        asyncio.run(begin())

    return test


def ask(questions: Questions, name: str, **options: Any) -> asyncio.Task[str]:
    return asyncio.create_task(questions.ask(str, name, **options))


async def settle() -> None:
    """Let all go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


@with_pools
async def test_the_smallest_come_first_and_of_equals_the_newest(
    questions: Questions, quick: FakePool, long: FakePool
) -> None:
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


@with_pools
async def test_long_questions_move_aside(questions: Questions, quick: FakePool, long: FakePool) -> None:
    """However many there are, a new one has a process as soon as one of theirs has had its short time."""
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


@with_pools
async def test_a_question_whose_asker_has_gone_is_dropped(
    questions: Questions, quick: FakePool, long: FakePool
) -> None:
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


@with_pools
async def test_a_question_known_as_long_is_not_tried_first(
    questions: Questions, quick: FakePool, long: FakePool
) -> None:
    asked = ask(questions, "tape", is_long=True)
    await settle()
    assert (quick.calls, long.calls) == ([], ["tape"])
    long.futures["tape"].set_exception(TimeoutError())
    with pytest.raises(RequestError, match=r"^this took longer than 60 seconds; try something smaller$"):
        await asked


@with_pools
async def test_a_process_without_memory_is_told_of(questions: Questions, quick: FakePool, long: FakePool) -> None:
    for error in (WorkerDiedError, MemoryError):
        asked = ask(questions, error.__name__)
        await settle()
        quick.futures[error.__name__].set_exception(error())
        with pytest.raises(TooMuchError):
            await asked

"""Processes of the server at work; `tests/unit/harness/studio/test_workers.py` has the order of its questions."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.applications import Starlette

from harness.studio import workers
from harness.studio.server import Studio
from harness.studio.workers import PageWorker, Questions


def be_quick(number: int) -> int:
    return number + 1


def never_end() -> None:
    """Work in one call of compiled code, which hears nothing."""
    re.match(r"(a+)+$", "a" * 60 + "b")


@pytest.fixture(autouse=True)
def has_modules_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process that starts would import pytest anew."""
    monkeypatch.setattr(workers, "_HANDLERS", ("pytest", __name__))


def with_questions(body: Callable[[Questions], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        questions = Questions()
        try:
            await body(questions)
        finally:
            questions.end()

    asyncio.run(run())


def test_twenty_long_questions_do_not_keep_a_short_one_waiting() -> None:
    async def body(questions: Questions) -> None:
        endless = [asyncio.create_task(questions.ask(never_end, size=100)) for _ in range(20)]
        await asyncio.sleep(0)
        assert await questions.ask(be_quick, 1, size=100) == 2
        assert not any(one.done() for one in endless)
        for one in endless:
            one.cancel()
        await asyncio.gather(*endless, return_exceptions=True)
        assert await questions.ask(be_quick, 2, is_long=True) == 3, "those that nobody waits for have ended"

    with_questions(body)


def test_a_studio_ended_at_once_leaves_no_question() -> None:
    """Its process was killed under the first one, which Python reported with a traceback."""

    async def begin_and_end() -> set[str]:
        studio = Studio(0)
        begun = asyncio.all_tasks()
        async with studio._lifespan(Starlette()):
            await asyncio.sleep(0)  # the first question reaches its process
        return {str(task) for task in asyncio.all_tasks() - begun}

    assert asyncio.run(begin_and_end()) == set()


def end_at_once(_: object) -> None:
    """A worker that does nothing with its end of the line."""


def test_a_process_that_has_ended_sends_none() -> None:
    """So nobody waits for its next message."""

    async def last_message() -> object:
        worker = PageWorker(end_at_once)
        try:
            return await asyncio.wait_for(worker.receive(), 60)
        finally:
            worker.end()

    assert asyncio.run(last_message()) is None

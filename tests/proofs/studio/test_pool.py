"""Processes of the server: one that takes too long, or dies, costs no other question."""

from __future__ import annotations

import asyncio
import os
import re
from typing import Any

import pytest
from starlette.applications import Starlette

from harness.errors import RequestError
from harness.studio import workers
from harness.studio.pool import PROCESSES, Pool, TooMuchError
from harness.studio.server import Studio


def be_quick(number: int) -> int:
    return number + 1


def never_end() -> None:
    """Work in one call of compiled code, which hears nothing."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def die() -> None:
    os._exit(1)


def refuse() -> None:
    raise RequestError("nothing there; look elsewhere")


def with_pool(body: Any) -> None:
    async def run() -> None:
        pool = Pool()
        try:
            await body(pool)
        finally:
            pool.end()

    asyncio.run(run())


def test_questions_past_their_time_do_not_keep_others_waiting() -> None:
    async def body(pool: Pool) -> None:
        pool.seconds = 0.1
        endless = [pool.ask(never_end) for _ in range(PROCESSES)]
        for ended in await asyncio.gather(*endless, return_exceptions=True):
            assert isinstance(ended, RequestError)
            assert str(ended) == "this took longer than 0.1 seconds; try something smaller"
        pool.seconds = 600
        assert await asyncio.gather(*(pool.ask(be_quick, number) for number in range(4))) == [1, 2, 3, 4]

    with_pool(body)


def test_a_process_that_dies_is_replaced_and_one_that_refuses_is_kept() -> None:
    async def body(pool: Pool) -> None:
        for _ in range(PROCESSES + 1):
            with pytest.raises(TooMuchError):
                await pool.ask(die)
        free = set(pool._all)
        with pytest.raises(RequestError, match=r"^nothing there; look elsewhere$"):
            await pool.ask(refuse)
        assert await pool.ask(be_quick, 1) == 2
        assert set(pool._all) == free

    with_pool(body)


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
        worker = workers.Worker(end_at_once)
        try:
            return await asyncio.wait_for(worker.receive(), 60)
        finally:
            worker.end()

    assert asyncio.run(last_message()) is None

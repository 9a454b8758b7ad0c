"""The studio's server without a browser: who is let in, what is too much, and that all ends with it."""

import asyncio
import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from harness.studio import workers
from harness.studio.server import Studio
from harness.studio.workers import PageWorker, Questions
from tests.slow.studio.rig import TOKEN, RunningStudio, studio


@pytest.fixture(scope="module")
def running() -> Iterator[RunningStudio]:
    with studio() as running:
        yield running


def ask(
    running: RunningStudio, method: str, path: str, body: bytes | None = None, **changed: str | None
) -> tuple[int, str]:
    """A request as the page makes it, but for the headers `changed`; return the status and the answer."""
    host = f"127.0.0.1:{running.port}"
    headers = {"Host": host, "Origin": f"http://{host}", "X-Studio-Token": TOKEN}
    wanted = {**headers, **{name.replace("_", "-"): value for name, value in changed.items()}}
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    connection.request(method, path, body, {name: value for name, value in wanted.items() if value is not None})
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace")


def analysis(running: RunningStudio, origin: str | None = None, token: str = TOKEN) -> ClientConnection:
    host = f"127.0.0.1:{running.port}"
    headers = {"Origin": origin or f"http://{host}"}
    return connect(f"ws://{host}/ws/analysis?token={token}", additional_headers=headers, max_size=None)


def test_strangers_are_rejected(running: RunningStudio) -> None:
    """By all of the door, whose reasons tests/unit/harness/studio/test_studio.py has."""
    assert ask(running, "GET", "/api/samples")[0] == 200
    assert ask(running, "GET", "/api/samples", Host="evil.example")[0] == 403
    assert ask(running, "POST", "/api/hint", b"{}", Origin=None)[0] == 403
    assert ask(running, "GET", "/static/../server.py")[0] == 404
    for stranger in ({"origin": "http://evil.example"}, {"token": "guess"}):
        with pytest.raises(InvalidStatus):
            analysis(running, **stranger)


def test_bad_questions_do_not_end_a_page_s_analysis(running: RunningStudio) -> None:
    with analysis(running) as line:
        for question in ("no json", "[]", '{"id": 7, "document": 7}'):
            line.send(question)
        assert json.loads(line.recv(60)) == {"id": 7, "part": "error", "message": "the page sent no drawing; reload it"}
        line.send(json.dumps({"id": 8, "document": {"rows": ["#"]}}))
        assert json.loads(line.recv(60))["part"] == "solutions"


def test_frames_that_are_no_utf8_put_nothing_on_the_terminal() -> None:
    """Whole, in fragments, or cut within a sign; the page is told by the code of its close."""
    with studio() as running:
        for pieces in ([b"\xff\xfe"], [b"\xc3", b"\x28"], [b'{"a": "\xf0\x9f']):
            line = analysis(running)
            for number, piece in enumerate(pieces):
                send = line.protocol.send_continuation if number else line.protocol.send_text
                send(piece, number == len(pieces) - 1)
            with line.protocol_mutex:
                line.send_data()
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1007
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(60) == 0
        assert running.process.stderr is not None
        assert running.process.stderr.read() == ""


def drain(line: ClientConnection) -> None:
    while True:
        line.recv(10)


def test_ctrl_c_ends_an_analysis() -> None:
    with studio() as running, analysis(running) as line:
        line.send(json.dumps({"id": 1, "document": {"rows": ["#." * 20, ".#" * 20] * 20}}))
        line.recv(60)
        running.end_by(signal.SIGINT)
        with pytest.raises(ConnectionClosed):
            drain(line)


def test_a_request_to_terminate_ends_processes_at_work() -> None:
    with studio() as running:
        assert ask(running, "GET", "/api/samples")[0] == 200
        running.end_by(signal.SIGTERM)


def test_ctrl_c_is_no_news_to_a_process_that_is_still_loading() -> None:
    """A terminal sends it to all of them: the server alone answers."""
    with studio() as running:
        while len(running.children()) < 2:  # what looks after their resources, and the one that they fork from
            assert running.process.poll() is None
        running.end_by(signal.SIGINT, is_for_all=True)


EARLY = """
import signal, sys, uvicorn
from harness.cli import main

def interrupted(*given, **more):
    serving = serve(*given, **more)
    signal.raise_signal(signal.SIGINT)
    return serving

signal.signal(signal.SIGINT, signal.default_int_handler)
serve, uvicorn.Server.serve = uvicorn.Server.serve, interrupted
sys.exit(main(["studio", "--no-browser", "--port", "0"]))
"""


def test_ctrl_c_before_the_server_serves() -> None:
    """The address is printed, and the user thinks better of it."""
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The studio is at ")


# -- its processes at work; tests/unit/harness/studio/test_workers.py has the order of questions -----


def be_quick(number: int) -> int:
    return number + 1


def never_end() -> None:
    """Work in one call of compiled code, which hears nothing."""
    re.match(r"(a+)+$", "a" * 60 + "b")


@pytest.fixture(autouse=True)
def has_modules_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process that starts would import pytest anew."""
    monkeypatch.setattr(workers, "_HANDLERS", ("pytest", __name__))


def test_twenty_long_questions_do_not_keep_a_short_one_waiting() -> None:
    async def ask_all() -> None:
        questions = Questions()
        try:
            endless = [asyncio.create_task(questions.ask(never_end, size=100)) for _ in range(20)]
            await asyncio.sleep(0)
            assert await questions.ask(be_quick, 1, size=100) == 2
            assert not any(one.done() for one in endless)
            for one in endless:
                one.cancel()
            await asyncio.gather(*endless, return_exceptions=True)
            assert await questions.ask(be_quick, 2, is_long=True) == 3, "those that nobody waits for have ended"
        finally:
            questions.end()

    asyncio.run(ask_all())


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

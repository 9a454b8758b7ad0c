"""The studio's server without a browser: who is let in, what is too much, and that all ends with it."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.slow.studio.rig import TOKEN, RunningStudio, studio


@pytest.fixture(scope="module")
def running() -> Iterator[RunningStudio]:
    with studio() as running:
        yield running


def ask(
    running: RunningStudio, method: str, path: str, body: bytes | None = None, **changed: str | None
) -> tuple[int, str]:
    """A request as the page makes it, but for the headers `changed`; return the status and the answer."""
    headers = {"Host": f"127.0.0.1:{running.port}", "Origin": running.origin, "X-Studio-Token": TOKEN}
    wanted = {**headers, **{name.replace("_", "-"): value for name, value in changed.items()}}
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    connection.request(method, path, body, {name: value for name, value in wanted.items() if value is not None})
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace")


def analysis(running: RunningStudio, origin: str | None = None, token: str = TOKEN) -> ClientConnection:
    address = f"ws://127.0.0.1:{running.port}/ws/analysis?token={token}"
    return connect(address, additional_headers={"Origin": origin or running.origin}, max_size=None)


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


def test_ctrl_c_before_the_server_serves() -> None:
    """The address is printed, and the user thinks better of it."""
    early = "import signal, sys, uvicorn\n"
    early += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    early += "serve = uvicorn.Server.serve\n"
    early += "def interrupted(*a, **k):\n    serving = serve(*a, **k)\n"
    early += "    signal.raise_signal(signal.SIGINT)\n    return serving\n"
    early += "uvicorn.Server.serve = interrupted\n"
    early += "from harness.cli import main\n"
    early += "sys.exit(main(['studio', '--no-browser', '--port', '0']))\n"
    done = subprocess.run([sys.executable, "-c", early], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The studio is at ")

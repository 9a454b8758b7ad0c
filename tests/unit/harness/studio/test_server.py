"""The studio's server, asked by hand: clients that hang up, frames that are no JSON, halves of signs."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from harness.errors import FormatError, UsageError
from harness.studio import workers
from harness.studio.language import in_language
from harness.studio.pages import studio_page
from harness.studio.server import Studio
from pyspectrum.errors import SpectrumError

TOKEN = "secret"
HEADERS = [(b"host", b"127.0.0.1:8017"), (b"origin", b"http://127.0.0.1:8017"), (b"x-studio-token", TOKEN.encode())]
HALF = r"\ud800"


class QuestionsHere:
    """Answers in this process, unless it is to leave a question without an answer."""

    def __init__(self, answers: bool) -> None:
        self.answers = answers

    async def ask(self, office: Callable[..., Any], *arguments: object, **_: object) -> Any:
        if not self.answers:
            await asyncio.Event().wait()
        return office(*arguments)


def talk(
    path: str,
    heard: list[dict[str, Any]],
    kind: str = "http",
    *,
    gets: bool = False,
    language: str = "en",
    answers: bool = True,
    **studio: Any,
) -> list[dict[str, Any]]:
    """The messages that a client gets that sends `heard`; with `gets` as one opens an address: no origin, no token."""
    asked = Studio(8017, TOKEN, **studio)
    asked._questions = QuestionsHere(answers)  # type: ignore[assignment]
    said: list[dict[str, Any]] = []
    coming = iter(heard)

    async def receive() -> dict[str, Any]:
        for message in coming:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        said.append(message)

    method, headers = ("GET", HEADERS[:1]) if gets else ("POST", [*HEADERS, (b"accept-language", language.encode())])
    scope = {"type": kind, "method": method, "path": path, "headers": headers, "query_string": b"name=x.txt"}

    async def call() -> None:
        await asked.application()(scope, receive, send)

    asyncio.run(call())
    return said


def body_of(said: list[dict[str, Any]]) -> bytes:
    return b"".join(message.get("body", b"") for message in said)


@pytest.mark.parametrize("path", ["/api/bring", "/api/choices", "/api/hint", "/api/take/non"])
@pytest.mark.parametrize("more", [True, False])
def test_a_client_that_hangs_up_during_an_upload_or_while_it_waits_is_no_error(path: str, more: bool) -> None:
    asked = {"type": "http.request", "body": b"{}", "more_body": more}
    assert talk(path, [asked, {"type": "http.disconnect"}], answers=False)[0]["status"] == 499


def test_only_the_page_s_own_files_need_no_token_and_are_kept() -> None:
    answers = {f"/static/{name}": (200, b"public, max-age=31536000, immutable") for name in studio_page()[1]}
    answers |= {"/static/studio.js": (404, b"no-store"), "/api/samples": (403, b"no-store"), "/": (403, b"no-store")}
    for path, wanted in answers.items():
        start = talk(path, [{"type": "http.request", "body": b""}], gets=True)[0]
        assert (start["status"], dict(start["headers"])[b"cache-control"]) == wanted


def test_an_upload_may_be_as_large_as_is_said_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.studio.server.MAX_UPLOAD_BYTES", 6)
    for size, status in ((6, 422), (7, 413)):  # six bytes are read, and are no picture
        pieces = [{"type": "http.request", "body": bytes(size - 3), "more_body": True}]
        said = talk("/api/bring", [*pieces, {"type": "http.request", "body": bytes(3)}])
        assert said[0]["status"] == status


@pytest.mark.parametrize("kind", ["xml", "g", "non", "svg"])
def test_half_a_sign_does_not_break_the_answer(kind: str) -> None:
    colour = f'{{"key": "r", "name": "{HALF}", "rgb": "#ff0000"}}'
    document = f'{{"rows": ["r."], "colours": [{colour}], "title": "{HALF}"}}'
    asked = f'{{"document": {document}, "edition": "{HALF}"}}'.encode()
    said = talk(f"/api/take/{kind}", [{"type": "http.request", "body": asked}])
    assert said[0]["status"] == 200
    assert "?" in body_of(said).decode("utf-8")


def test_whole_signs_written_as_halves_are_kept() -> None:
    asked = json.dumps({"document": {"rows": ["#."], "title": "\U0001f600 я"}}).encode()
    assert rb"\ud83d" in asked
    assert "\U0001f600 я" in body_of(talk("/api/take/non", [{"type": "http.request", "body": asked}])).decode("utf-8")


@pytest.mark.parametrize("asked", [b"\xff{}", b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5_000, b"[]", b""])
def test_a_question_that_is_no_json_is_refused(asked: bytes) -> None:
    said = talk("/api/hint", [{"type": "http.request", "body": asked}])
    assert (said[0]["status"], body_of(said)) == (422, b"the page sent no drawing; reload it")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/bring", b"width 2\nheight 2\nrows\n1\n3\ncolumns\n1\n1\n"),
        ("/api/bring", b"rows: 1\n2\n2\ncolumns:\n2\n2\n"),
        ("/api/bring", "rows: 1".encode("utf-16")),
        ("/api/bring", b"P1 3 0"),
        ("/api/bring", b"ROFL\3\3\1\0\0\0\1"),
        ("/api/bring", b"GIF89a" + bytes(90)),
        ("/api/bring", bytes(6912)),
        ("/api/bring", b"rows:\n" + b"1,1," * 10_000),
        ("/api/bring", b"\xff\xfe" * 1000),
        ("/api/choices", b"no picture"),
        ("/api/hint", b"{}"),
        ("/api/take/tap", json.dumps({"document": {"rows": ["#" * 63] * 63}}).encode()),
        ("/api/take/non", json.dumps({"document": {"rows": ["##", "#"]}}).encode()),
        ("/api/book", b'{"documents": []}'),
    ],
)
def test_a_russian_page_is_answered_by_one_line_in_russian_alone(path: str, body: bytes) -> None:
    said = talk(path, [{"type": "http.request", "body": body}], language="ru")
    assert said[0]["status"] == 422
    sentence = re.sub(r"\b(PNG|JPEG|WebP|AVIF|GIF|BMP|UTF-\d+)\b", "", body_of(said).decode("utf-8"))
    assert re.fullmatch(r"(x\.txt(:\d+)?: )?[^A-Za-z\n]*[а-я][^A-Za-z\n]*", sentence), sentence


def test_an_error_for_a_terminal_is_introduced_in_russian() -> None:
    for error in (UsageError("{no} --file"), SpectrumError("{no} --file"), FormatError("new {words}", words=1)):
        assert in_language(error, "ru") == f"Не получилось. Вот что говорит программа: {error}"


class Judge:
    """Stand in for a process: answers a question when `may_answer` is set."""

    may_answer: asyncio.Event
    started: ClassVar[list[Judge]] = []

    def __init__(self, _: object) -> None:
        self.started.append(self)
        self.is_idle, self.asked, self.has_ended = True, asyncio.Queue[dict[str, Any]](), False

    async def send(self, command: dict[str, Any]) -> None:
        await self.asked.put(command)

    async def receive(self) -> dict[str, Any]:
        command = await self.asked.get()
        await self.may_answer.wait()
        return {"id": command["id"], "part": "done"}

    def end(self) -> None:
        self.has_ended = True


class Socket:
    """Stand in for a page's line: asks one question, and goes when it is told to."""

    def __init__(self, number: int) -> None:
        self.coming = asyncio.Queue[dict[str, Any]]()
        self.coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": number})})
        self.heard: list[Any] = []

    async def accept(self) -> None: ...

    async def close(self) -> None: ...

    async def receive(self) -> dict[str, Any]:
        return await self.coming.get()

    async def send_json(self, message: Any) -> None:
        self.heard.append(message)


def test_a_process_belongs_to_a_question_and_who_waits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred pages have four processes in all; one that goes at work ends its process, and nobody else's."""
    monkeypatch.setattr(workers, "PageWorker", Judge)
    monkeypatch.setattr(Judge, "started", [])

    async def run() -> Socket:
        Judge.may_answer = asyncio.Event()
        studio = Studio(0)
        studio._judges = workers.Judges(lambda _: None)
        lost, sockets = Socket(0), [Socket(number) for number in range(1, 101)]
        talking = [asyncio.create_task(studio._analysis(one)) for one in (lost, *sockets)]  # type: ignore[arg-type]
        for _ in range(20):
            await asyncio.sleep(0)
        assert [one.heard for one in sockets[:3]] == [[], [], []]
        assert all(one.heard == [{"id": number, "part": "waiting"}] for number, one in enumerate(sockets[3:], 4))
        lost.coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await talking[0]
        Judge.may_answer.set()
        while any(one.heard[-1:] != [{"id": number, "part": "done"}] for number, one in enumerate(sockets, 1)):
            await asyncio.sleep(0)
        for one in talking:
            one.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        return lost

    assert asyncio.run(run()).heard == []
    assert (len(Judge.started), Judge.started[0].has_ended) == (5, True)
    assert 1 <= sum(not one.has_ended for one in Judge.started) <= 2, "those that wait for the next question"

"""The studio's server: the page, single questions as requests, and a WebSocket for the verdicts.

Only this machine's page, with this run's token, may use the studio. A page of another site can send requests to
127.0.0.1, too, and a name of its own can be made to lead there. So every request must name this host; one that does or
asks anything must come from this origin, and have the token.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from harness.errors import HarnessError, RequestError
from harness.studio import analysis, importing, requests
from harness.studio.documents import MAX_SIDE
from harness.studio.importing import PictureOptions
from harness.studio.language import in_language
from harness.studio.pages import studio_page
from harness.studio.workers import Judges, PageWorker, Questions, TooMuchError
from pyspectrum.errors import SpectrumError

TOKEN_HEADER = "x-studio-token"
POLICY_VIOLATION = 1008
"""The code with which a WebSocket is refused (RFC 6455)."""
_SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_KINDS = {"js": "text/javascript", "css": "text/css", "json": "application/json", "svg": "image/svg+xml"}
_KINDS |= {"wasm": "application/wasm", "png": "image/png"}


class Guard:
    """The door before an application: rejects requests, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._token = app, token
        self._hosts = f"127.0.0.1:{port}", f"localhost:{port}"
        sockets = " ".join(f"ws://{host}" for host in self._hosts)
        policy = (
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; "
            f"img-src 'self' blob: data:; connect-src 'self' {sockets}; manifest-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        self._headers = _SAFE | {"content-security-policy": policy}

    def objection(self, method: str, path: str, headers: Mapping[str, str], query: str) -> str:
        """Why a request is refused; empty where it is not."""
        if headers.get("host") not in self._hosts:
            return f"this server is {self._hosts[0]}; use the address that it printed"
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return "requests from other pages are refused"
        if origin is None and method not in ("GET", "HEAD"):
            return "a request that does something must come from the studio's page"
        if path.startswith("/static/"):
            return ""
        given = headers.get(TOKEN_HEADER) or parse_qs(query).get("token", [""])[0]
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return "the token is missing or of another run; use the address that the server printed last"
        return ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        query = scope.get("query_string", b"").decode("latin-1")
        is_socket = scope["type"] == "websocket"
        # a browser always names the origin of a WebSocket: one without comes from elsewhere
        method = "WEBSOCKET" if is_socket else scope["method"]
        objection = self.objection(method, scope["path"], Headers(scope=scope), query)
        if is_socket and objection:
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": objection})
        elif is_socket:
            await self._app(scope, receive, send)
        else:
            app = PlainTextResponse(objection, 403) if objection else self._app
            await app(scope, receive, self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return send_with_headers


MAX_UPLOAD_BYTES = 20_000_000
"""The largest file that a page may bring."""
_QUESTIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "new": (requests.new, ("side", "step", "seed")),
    "hint": (requests.hint, ("document", "state", "language")),
    "take": (requests.take, ("document", "kind", "edition")),
    "book": (requests.book, ("documents", "language")),
}
_TOO_MUCH = RequestError("this took more memory than there is", "try something smaller")
_HALF_SIGN = re.compile(r"\\u[dD][89a-fA-F]")
_GONE = 499
"""The status of an answer to a client that has gone."""


@dataclass
class Studio:
    """A server's state: a page has the `token`, begins with `importing.bring`'s `document`, and links to `share_at`."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    document: dict[str, Any] | None = None
    share_at: str = ""

    def __post_init__(self) -> None:
        self._judges: Judges | None = None
        self._questions: Questions | None = None
        self._gallery: asyncio.Task[list[dict[str, Any]]] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def application(self) -> ASGIApp:
        routes = [
            Route("/", self._page),
            Route("/api/begin", self._begin),
            Route("/api/samples", self._samples),
            *(Route(f"/api/{name}", self._bring, methods=["POST"]) for name in ("bring", "choices")),
            Route("/api/take/{kind}", self._question, methods=["POST"]),
            *(Route(f"/api/{name}", self._question, methods=["POST"]) for name in ("new", "hint", "book")),
            WebSocketRoute("/ws/analysis", self._analysis),
            Route("/static/{name}", self._file),
        ]
        application = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            middleware=[Middleware(GZipMiddleware)],
            exception_handlers={ClientDisconnect: _disconnected},
        )
        return Guard(application, self.port, self.token)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        questions, self._judges = Questions(), Judges(analysis.serve)
        self._questions = questions
        # once, before the first page asks
        gallery = self._gallery = asyncio.create_task(questions.ask(requests.samples, is_long=True))
        try:
            yield
        finally:
            gallery.cancel()  # before its process is killed, which it would report as an error
            await asyncio.gather(gallery, questions.started, return_exceptions=True)
            self.end()

    def end(self) -> None:
        for processes in (self._judges, self._questions):
            if processes is not None:
                processes.end()

    # -- the page and its questions ------------------------------------------------------------

    async def _page(self, _: Request) -> Response:
        page, _files = await asyncio.to_thread(studio_page)
        return Response(page, media_type="text/html")

    async def _file(self, request: Request) -> Response:
        """Answer with a file of the page, which a browser keeps: another content has another name."""
        name = request.path_params["name"]
        _, files = await asyncio.to_thread(studio_page)
        if (content := files.get(name)) is None:
            return PlainTextResponse("there is no such file; reload the page", 404)
        kind, kept = _KINDS[name.rpartition(".")[2]], {"cache-control": "public, max-age=31536000, immutable"}
        return Response(content, media_type=kind, headers=kept)

    async def _begin(self, _: Request) -> Response:
        return JSONResponse({"brought": self.document, "max_side": MAX_SIDE, "share_at": self.share_at})

    async def _samples(self, request: Request) -> Response:
        assert self._gallery is not None
        try:
            return JSONResponse(await asyncio.shield(self._gallery))
        except (HarnessError, TooMuchError):
            return await self._ask(request, requests.samples)

    async def _bring(self, request: Request) -> Response:
        """Answer a question about a file: what it is, or with a choice of pictures."""
        is_choice, name = request.url.path == "/api/choices", request.query_params.get("name", "file")[:200]
        try:
            options = PictureOptions.of_query(request.query_params)
        except HarnessError as error:
            return _refusal(error, request)
        if (data := await _body(request)) is None:
            what, most = "the file is larger than {most} MB", MAX_UPLOAD_BYTES // 1_000_000
            return _refusal(RequestError(what, "scale the picture down", most=most), request, 413)
        if is_choice:
            return await self._ask(request, importing.choices, data, name)
        return await self._ask(request, importing.bring, data, name, options)

    async def _question(self, request: Request) -> Response:
        """Answer a question whose details are JSON."""
        name = request.url.path.split("/")[2]
        office, details = _QUESTIONS[name]
        asked = _object_in((await _body(request) or b"").decode("utf-8", "replace")) | request.path_params
        is_long = name == "new" or asked.get("kind") in requests.OF_SPECTRUM
        return await self._ask(request, office, *map(asked.get, details), is_long=is_long)

    async def _ask(
        self, request: Request, office: Callable[..., Any], *arguments: Any, is_long: bool = False
    ) -> Response:
        """Answer a question, or drop it when its asker has gone."""
        assert self._questions is not None
        size = int(request.headers.get("content-length", 0))
        asking = asyncio.create_task(self._questions.ask(office, *arguments, size=size, is_long=is_long))
        going = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({asking, going}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                return Response(status_code=_GONE)
            answer = asking.result()
        except (HarnessError, SpectrumError) as error:
            return _refusal(error, request)
        except TooMuchError:
            return _refusal(_TOO_MUCH, request, 507)
        finally:
            asking.cancel()
            going.cancel()
        if isinstance(answer, bytes):
            return Response(answer, media_type="application/octet-stream")
        return JSONResponse(answer)

    # -- the socket ----------------------------------------------------------------------------

    async def _analysis(self, socket: WebSocket) -> None:
        assert self._judges is not None
        await socket.accept()
        page = _Page(socket)
        listening = asyncio.create_task(page.listen())
        try:
            while await page.has_asked():
                if self._judges.are_busy:
                    await page.send({"id": page.number, "part": "waiting"})
                async with self._judges.one() as worker:
                    await page.be_answered(worker)
        finally:
            listening.cancel()
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()


class _Page:
    """A page's questions, of which the newest alone counts, and their answers."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._changed, self._is_gone = socket, asyncio.Event(), False
        self._newest: dict[str, Any] | None = None

    @property
    def number(self) -> Any:
        return self._newest.get("id") if self._newest else None

    async def listen(self) -> None:
        """Take the page's questions until it goes."""
        while not self._is_gone:
            message = await self._socket.receive()
            self._is_gone = message["type"] == "websocket.disconnect"
            self._newest = _object_in(message.get("text") or "") or self._newest
            self._changed.set()

    async def has_asked(self) -> bool:
        """Wait for a question; return False if the page has gone."""
        while self._newest is None and not self._is_gone:
            self._changed.clear()
            await self._changed.wait()
        return not self._is_gone

    async def send(self, message: object) -> None:
        """Send a message; if the page has gone, `listen` finds that."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_json(message)

    async def be_answered(self, worker: PageWorker) -> None:
        """Have the newest question answered, and those that replace it meanwhile; then the process is idle."""
        number, language = None, "en"
        receiving = asyncio.create_task(worker.receive())
        try:
            while not self._is_gone:
                self._changed.clear()
                if self._newest is not None:
                    command, self._newest = self._newest, None
                    number, language = command.get("id"), command.get("language", "en")
                    worker.is_idle = False
                    await worker.send(command)
                changing = asyncio.create_task(self._changed.wait())
                await asyncio.wait({receiving, changing}, return_when=asyncio.FIRST_COMPLETED)
                changing.cancel()
                if not receiving.done():
                    continue
                message = receiving.result()
                if message is None:
                    await self.send({"id": number, "part": "error", "message": in_language(_TOO_MUCH, language)})
                    return
                if message.get("id") == number:
                    await self.send(message)
                    if message["part"] in ("done", "error") and self._newest is None:
                        worker.is_idle = True
                        return
                receiving = asyncio.create_task(worker.receive())
        finally:
            receiving.cancel()


def _object_in(text: str) -> dict[str, Any]:
    """Parse a JSON object, with a question mark for half a sign, which cannot be written; empty for anything else."""
    try:
        value = json.loads(text)
        if _HALF_SIGN.search(text):
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


async def _gone(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _disconnected(request: Request, error: Exception) -> Response:
    return Response(status_code=_GONE)


async def _body(request: Request) -> bytes | None:
    """Read a request's content; None if it is too large."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MAX_UPLOAD_BYTES:
            return None
    return bytes(data)


def _refusal(error: Exception, request: Request, status: int = 422) -> Response:
    """A sentence for the user, in the language that the page asks for."""
    return PlainTextResponse(in_language(error, request.headers.get("accept-language", "en")[:2]), status)

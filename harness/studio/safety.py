"""Access control: only this machine's page, with this run's token, may use the studio.

A page of another site can send requests to 127.0.0.1, too, and a name of its own can be made to lead there. So every
request must name this host; one that does or asks anything must come from this origin, and have the token.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "x-studio-token"
POLICY_VIOLATION = 1008
"""The code with which a WebSocket is refused (RFC 6455)."""


@dataclass(frozen=True)
class Door:
    """Requirements for a request.

    >>> door = Door(8017, "secret")
    >>> door.objection("GET", "/api/samples", {"host": "127.0.0.1:8017", "x-studio-token": "secret"}, "")
    ''
    >>> door.objection("GET", "/api/samples", {"host": "evil.example:8017"}, "")
    'this server is 127.0.0.1:8017; use the address that it printed'
    """

    port: int
    token: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names by which the page may call this server."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def objection(self, method: str, path: str, headers: Mapping[str, str], query: str) -> str:
        """Why a request is refused; empty where it is not."""
        if headers.get("host") not in self.hosts:
            return f"this server is {self.hosts[0]}; use the address that it printed"
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return "requests from other pages are refused"
        if origin is None and method not in ("GET", "HEAD"):
            return "a request that does something must come from the studio's page"
        if path.startswith("/static/"):
            return ""
        given = headers.get(TOKEN_HEADER) or parse_qs(query).get("token", [""])[0]
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return "the token is missing or of another run; use the address that the server printed last"
        return ""

    def policy(self) -> str:
        """The Content-Security-Policy: the page's own files, and this server."""
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
            f"connect-src 'self' {sockets}; manifest-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )


class Guard:
    """The door before an application: refuses, limits uploads, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI call."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = scope.get("query_string", b"").decode("latin-1")
        is_socket = scope["type"] == "websocket"
        # a browser always names the origin of a WebSocket: one without comes from elsewhere
        method = "WEBSOCKET" if is_socket else scope["method"]
        objection = self._door.objection(method, scope["path"], headers, query)
        if is_socket:
            if objection:
                await receive()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": objection})
            else:
                await self._app(scope, receive, send)
            return
        if objection:
            await PlainTextResponse(objection, 403)(scope, receive, self._with_headers(send))
        else:
            await self._app(scope, receive, self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        policy = self._door.policy().encode("ascii")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    (b"content-security-policy", policy),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"cross-origin-opener-policy", b"same-origin"),
                    (b"cross-origin-resource-policy", b"same-origin"),
                    (b"cache-control", b"no-store"),
                ]
            await send(message)

        return send_with_headers

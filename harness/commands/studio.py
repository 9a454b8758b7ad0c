"""``studio``: a page on which you draw a puzzle, solve it, and watch a Spectrum solve it.

The page is served to this machine alone, at the address printed; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import argparse
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

from harness.commands._arguments import add_to, from_to, reading_of, web_address
from harness.commands._found import find_puzzle
from harness.errors import UsageError
from harness.files.reading import read_file, shown_name
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    import socket
    from logging import LogRecord

DEFAULT_PORT = 8017
_NEEDS = 'install the extra of the studio, in the checkout: pip install ".[studio]"'


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword studio", "an empty page, in the browser"),
        ("crossword studio photo.png --no-browser --port 0", "begun with a picture; the address is printed"),
    )
    add = add_to(parser)
    add("FILE", "a puzzle or a picture to begin with", nargs="?", dest="file")
    add("--from")
    add("--port N", f"the port to listen on (default: {DEFAULT_PORT}; 0: any)", from_to(0, 65535), DEFAULT_PORT)
    add("--no-browser", "do not open the page")
    add("--token T", "the token that a page must have (default: a new one each time)")
    add("--share-at URL", "the address of a page made by page --solver, for links", web_address, "")


def run(arguments: argparse.Namespace) -> int:
    import logging
    import webbrowser

    try:
        import uvicorn

        from harness.studio.server import Studio
    except ImportError as error:
        raise UsageError(f"{error.name} is missing; {_NEEDS}") from None
    from harness.formats.bundles import pasted_in
    from harness.studio import importing

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a page that goes away must not end the server
    brought = None
    if arguments.file is not None:
        found = find_puzzle(arguments.file)
        name, text = shown_name(found.name), pasted_in(found.name)
        data = read_file(found.path) if text is None else text.data
        brought = importing.bring(data, name, importing.PictureOptions(), **reading_of(arguments))
    listening = _listen(arguments.port)
    port: int = listening.getsockname()[1]
    given = {"token": arguments.token} if arguments.token else {}
    studio = Studio(port, document=brought, share_at=arguments.share_at, **given)
    config = uvicorn.Config(
        studio.application(),
        log_level="warning",
        timeout_graceful_shutdown=1,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # it would take more memory for each page than all else
    )
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    server = uvicorn.Server(config)
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, server.handle_exit)  # once the address is out, Ctrl-C ends the server
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
            signal.signal(signal.SIGTERM, server.handle_exit)  # else it would end us before our processes
        print(f"The studio is at {studio.address}", flush=True)
        print("Ctrl-C ends it.", flush=True)
        if not arguments.no_browser:
            webbrowser.open(studio.address)
        with suppress(KeyboardInterrupt):  # uvicorn has ended the server, and raises it again
            server.run(sockets=[listening])
    finally:
        studio.end()
        listening.close()
    return Exit.GOOD


def _is_ours(record: LogRecord) -> bool:
    """Keep uvicorn's log, but for the traceback of a page's frame that is no UTF-8: the page gets the code 1007."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def _listen(port: int) -> socket.socket:
    import socket

    # the protocol is named, so that asyncio sets NODELAY
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # on Windows, SO_REUSEADDR would let a second studio listen at the same port
    listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen()  # a browser that is quicker than the server waits for it
    except OSError as error:
        listening.close()
        raise UsageError(f"port {port}: {error.strerror}; choose another with --port, or 0 for any") from None
    return listening

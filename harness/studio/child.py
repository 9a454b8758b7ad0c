"""What every process that the studio's server starts does first: it ends with the server, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing import connection


def live_with_server() -> None:
    """Leave Ctrl-C to the server, which ends its processes; and end when the server is gone without having done so.

    A server that is killed ends nobody, and a process of a pool, which holds both ends of its queue, never sees that
    nobody is there any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_after, args=(server.sentinel,), daemon=True).start()


def _end_after(server: int) -> None:
    connection.wait([server])
    os._exit(1)  # whatever the process is at, nobody waits for it

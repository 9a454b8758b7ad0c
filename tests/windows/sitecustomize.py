"""Another system, as far as Linux can play it: ``SIMULATED=win32 PYTHONPATH=tests/windows python -m pytest``.

``darwin`` is a name alone. For ``win32``, what Windows lacks is missing, and what it refuses fails: it has no fork and
few signals, syncs only files open for writing, and keeps an open file in its place. Texts are in cp1252, with CR LF.
Python's own library, which is loaded first, goes on working as on Linux. `os.name` and paths stay those of Linux.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

SIMULATED = os.environ.get("SIMULATED", "")
MODULES = "crypt fcntl grp pty pwd readline resource syslog termios tty"
NAMES = {
    "os": "O_ASYNC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown ctermid fchown fork forkpty getgroups getloadavg "
    "getpgid getpriority getsid initgroups killpg lchown lockf mkfifo mknod nice openpty pipe2 posix_fadvise "
    "posix_fallocate pread pwrite readv sched_getaffinity sched_setaffinity setsid sync tcgetpgrp ttyname uname wait3 "
    "wait4 writev",
    "signal": "ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 "
    "SIGUSR2 SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm pause pthread_kill pthread_sigmask setitimer "
    "siginterrupt sigpending sigtimedwait sigwait sigwaitinfo",
}
LIBRARY = (
    "asyncio concurrent.futures.process ctypes getpass http.client importlib.metadata logging mimetypes "
    "multiprocessing.connection multiprocessing.forkserver multiprocessing.heap multiprocessing.managers "
    "multiprocessing.popen_spawn_posix multiprocessing.queues multiprocessing.reduction multiprocessing.shared_memory "
    "multiprocessing.sharedctypes multiprocessing.spawn multiprocessing.synchronize pathlib platform runpy selectors "
    "shutil socket sqlite3 ssl subprocess sysconfig tempfile traceback urllib.request uuid webbrowser zipfile"
)
RESERVED = '<>:"|?*'


def rename_system() -> None:
    """Give the system another name, of which Python's own library does not hear."""
    import importlib
    import types

    for name in LIBRARY.split():
        importlib.import_module(name)

    class OfLibrary(types.ModuleType):
        platform = "linux"

        def __getattr__(self, name: str) -> Any:
            return getattr(sys, name)

        def __setattr__(self, name: str, value: object) -> None:
            setattr(sys, name, value)

    of_library, ours = OfLibrary("sys"), ("__main__", "sitecustomize", "importlib", "_frozen")
    for name, module in [*sys.modules.items()]:
        if getattr(module, "sys", None) is sys and not name.startswith(ours):
            change(module, sys=of_library)
    change(sys, platform=SIMULATED)


def change(of: Any, **values: object) -> None:
    """Set attributes."""
    for name, value in values.items():
        setattr(of, name, value)


def remove_names() -> None:
    """Take away what Windows lacks; processes are spawned there."""
    import importlib
    import multiprocessing
    import multiprocessing.context as contexts
    import multiprocessing.resource_tracker as tracker

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name in MODULES.split():
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for module, names in NAMES.items():
        of = importlib.import_module(module)
        for name in names.split():
            if hasattr(of, name):
                delattr(of, name)
    for name in MODULES.split():
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Finder())
    change(tracker, _HAVE_SIGMASK=False)
    every: Any = contexts
    change(every._default_context, _default_context=every._concrete_contexts["spawn"])
    every._concrete_contexts = {"spawn": every._concrete_contexts["spawn"]}
    change(every.DefaultContext, get_all_start_methods=lambda self: ["spawn"])
    change(multiprocessing, get_all_start_methods=lambda: ["spawn"])


def refuse_of_files() -> None:
    """Refuse what Windows refuses of files; a text without an encoding is in cp1252."""
    import builtins
    import fcntl
    import io

    opened, os_opened, synced, moved, removed = open, os.open, os.fsync, os.replace, os.unlink

    def check_name(path: object) -> None:
        name = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
        if isinstance(name, str) and not name.startswith(("/dev", "/proc")) and any(sign in name for sign in RESERVED):
            raise OSError(22, "Invalid argument", name)

    def is_open(path: Any) -> bool:
        if os.fspath(path).startswith("/dev"):
            return False
        for number in Path("/proc/self/fd").iterdir():
            with suppress(OSError):  # it was of this listing
                if Path(path).is_file() and os.path.samestat(os.fstat(int(number.name)), Path(path).stat()):
                    return True
        return False

    def open_text(
        file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None, newline: Any = None,
        *more: Any, **options: Any,
    ) -> Any:  # fmt: skip
        check_name(file)
        if "b" not in mode:
            encoding = own_encoding() if encoding in (None, "locale") else encoding
            newline = "\r\n" if newline is None and "r" not in mode else newline
        return opened(file, mode, buffering, encoding, errors, newline, *more, **options)

    def open_number(path: Any, *more: Any, **options: Any) -> int:
        check_name(path)
        return os_opened(path, *more, **options)

    def sync(file: Any) -> None:
        number = file if isinstance(file, int) else file.fileno()
        if fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(9, "Bad file descriptor")
        synced(number)

    def replace(old: Any, new: Any, **options: Any) -> None:
        if is_open(old) or is_open(new):
            raise PermissionError(13, "The process cannot access the file", os.fspath(new))
        moved(old, new, **options)

    def unlink(path: Any, **options: Any) -> None:
        if not options and is_open(path):
            raise PermissionError(13, "The process cannot access the file", os.fspath(path))
        removed(path, **options)

    def symlink(*paths: Any, **options: Any) -> None:
        raise OSError(22, "A required privilege is not held by the client")

    change(builtins, open=open_text)
    change(io, open=open_text, _WindowsConsoleIO=type("_WindowsConsoleIO", (), {}))
    change(os, open=open_number, fsync=sync, replace=replace, unlink=unlink, remove=unlink, symlink=symlink)


def own_encoding() -> str:
    """Return the encoding of texts for which none is named."""
    return "utf-8" if sys.flags.utf8_mode else "cp1252"


def refuse_of_processes() -> None:
    """Any signal but those of a console ends a process at once; the standard streams are in cp1252."""
    import multiprocessing.popen_fork
    import signal
    import subprocess

    real_kill, begin = os.kill, subprocess.Popen.__init__

    def kill(process: int, number: int) -> None:
        real_kill(process, 9 if number else 0)

    def end(self: Any) -> None:
        if self.poll() is None:
            real_kill(self.pid, 9)

    def send_signal(self: Any, number: int) -> None:
        if number != signal.SIGTERM:
            raise ValueError(f"Unsupported signal: {number}")
        end(self)

    def start(self: Any, *arguments: Any, **options: Any) -> None:
        if options.get("preexec_fn"):
            raise ValueError("preexec_fn is not supported on Windows platforms")
        if options.get("text") or options.get("universal_newlines"):
            options["encoding"] = options.get("encoding") or own_encoding()
        begin(self, *arguments, **options)

    def end_spawned(self: Any) -> None:
        if self.returncode is None:
            real_kill(self.pid, 9)

    change(os, kill=kill)
    change(multiprocessing.popen_fork.Popen, kill=end_spawned, terminate=end_spawned)
    change(subprocess.Popen, __init__=start, kill=end, terminate=end, send_signal=send_signal)
    streams: list[Any] = [sys.stdin, sys.stdout, sys.stderr]
    for stream in streams:
        if stream is not None and not stream.isatty():
            encoding = stream.encoding if "PYTHONIOENCODING" in os.environ else own_encoding()
            stream.reconfigure(encoding=encoding, **({"newline": "\r\n"} if stream is not sys.stdin else {}))


if SIMULATED:
    rename_system()
if SIMULATED == "win32":
    refuse_of_files()
    refuse_of_processes()
    remove_names()

"""Machines made once and put back for each test: booting and loading cost their time only the first time.

>>> pool = MachinePool()
>>> with pool.lend() as first:
...     first.core.memory[32768] = 99
>>> with pool.lend() as second:
...     print(second is first, second.core.memory[32768], second.text_lines()[23].strip())
True 0 © 1982 Sinclair Research Ltd
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape

Medium = Tape | Path | str
_Kind = tuple[str, str | None]


class MachinePool:
    """Idle machines by model and joystick, and the states they can be put in at once."""

    def __init__(self) -> None:
        self._idle: dict[_Kind, list[Spectrum]] = {}
        self._states: dict[tuple[object, ...], MachineState] = {}
        self._digests: dict[tuple[Path, int, int], str] = {}

    @contextmanager
    def lend(self, model: str = "48", joystick: str | None = None, **boot: str) -> Iterator[Spectrum]:
        """A booted machine, taken back afterwards; `boot` is passed on to `Spectrum.boot`."""
        idle = self._idle.setdefault((model, joystick), [])
        machine = idle.pop() if idle else Spectrum(model, joystick=joystick)
        key = ("booted", model, *sorted(boot.items()))
        if key not in self._states:
            machine.boot(**boot)
            self._states[key] = machine.state()
        machine.restore(self._states[key])
        yield machine  # on an error it is not taken back: who knows what was left undone to it
        if _is_as_made(machine):
            machine.symbols = None
            idle.append(machine)

    def load(self, machine: Spectrum, medium: Medium, until: str | None, timeout: float) -> None:
        """Have a booted machine load a medium, or put it where it stood after the same load before."""
        key = ("loaded", machine.model.name, machine.stick.kind, self._digest(medium), until)
        if key in self._states:
            machine.restore(self._states[key])
            return
        machine.load(medium, until, timeout=timeout)
        self._states[key] = machine.state()

    def _digest(self, medium: Medium) -> str:
        if isinstance(medium, Tape):
            return hashlib.sha256(medium.to_bytes()).hexdigest()
        path = Path(medium)
        facts = path.stat()
        key = (path.resolve(), facts.st_mtime_ns, facts.st_size)
        if key not in self._digests:
            self._digests[key] = path.suffix + hashlib.sha256(path.read_bytes()).hexdigest()
        return self._digests[key]


def _is_as_made(machine: Spectrum) -> bool:
    """Whether nothing that a test put on the machine is left there: hooks, watches, observers."""
    core = machine.core
    return not (core.observer or core.before_run or core.ports.has_hooks or machine.is_watched)

"""Machines that are booted, and have a tape loaded, at once: each boot and each load is done only the first time.

>>> cache = MachineCache()
>>> first, second = cache.booted(), cache.booted()
>>> first.core.memory[32768] = 99
>>> second.core.memory[32768], second.text_lines()[23].strip()
(0, '© 1982 Sinclair Research Ltd')

What is kept is states, and every machine is a new one: making it takes half a millisecond, restoring it a hundredth of
that, and nothing that a test does to a machine (hooks, watches, a tape left in) can reach the next.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape

Medium = Tape | Path | str


class MachineCache:
    """The states of machines that were booted or have loaded something, by what they were made of."""

    def __init__(self) -> None:
        self._states: dict[tuple[object, ...], MachineState] = {}
        self._digests: dict[tuple[Path, int, int], str] = {}

    def booted(self, model: str = "48", joystick: str | None = None, basic: str | None = None) -> Spectrum:
        """A machine as after `Spectrum.boot`."""
        machine = Spectrum(model, joystick=joystick)
        key = ("booted", machine.model, basic)
        if key not in self._states:
            machine.boot(basic)
            self._states[key] = machine.state()
        machine.restore(self._states[key])
        return machine

    def load(
        self, machine: Spectrum, medium: Medium, until: str | None, timeout: float, basic: str | None = None
    ) -> None:
        """Have a booted machine load a medium, or put it where another one stood after the same load."""
        key = ("loaded", machine.model, machine.stick.kind, self._contents(medium), until, basic)
        if key not in self._states:
            machine.load(medium, until, timeout=timeout, basic=basic)
            self._states[key] = machine.state()
        machine.restore(self._states[key])

    def _contents(self, medium: Medium) -> Tape | str:
        """What distinguishes one medium from another: a tape itself, a file's digest."""
        if isinstance(medium, Tape):
            return medium
        path = Path(medium)
        if not path.is_file():
            return str(path)  # loading it says what is wrong
        facts = path.stat()
        key = (path.resolve(), facts.st_mtime_ns, facts.st_size)
        if key not in self._digests:
            self._digests[key] = path.suffix + hashlib.sha256(path.read_bytes()).hexdigest()
        return self._digests[key]

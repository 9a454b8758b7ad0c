"""Cache of booted and loaded machines: each boot and each load is done only the first time.

>>> cache = MachineCache()
>>> first, second = cache.booted(), cache.booted()
>>> first.core.memory[32768] = 99
>>> second.core.memory[32768], second.text_lines()[23].strip()
(0, '© 1982 Sinclair Research Ltd')

The cache keeps states, and every machine is a new one: making it takes half a millisecond, restoring it a hundredth of
that, and nothing that a test does to a machine (hooks, watches, a tape left in) can reach the next. If a machine has a
footprint, the places that ran during the load are kept, too.

A folder keeps loaded states for the next run and for the other workers of pytest-xdist. A file's name is a hash of all
that the state depends on: tape, ROMs, model, joystick, what ends the load, and this package itself.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import re
import zlib
from collections.abc import Hashable
from contextlib import nullcontext
from pathlib import Path
from types import FunctionType
from weakref import WeakKeyDictionary

import skoolkit

from pyspectrum.atomic import write_whole
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.machine.media import Until
from pyspectrum.tape import Tape

Medium = Tape | Path | str
_Kept = tuple[MachineState, frozenset[int]]
"""A machine's state, and the places that ran until it was reached."""

_SUFFIX = ".state"
_MOST_FILES = 200
_NEVER_KEPT = object()


class MachineCache:
    """States of machines that were booted or have loaded something.

    Args:
        folder: it keeps loaded states between runs; None keeps them in memory alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._states: dict[tuple[object, ...], _Kept] = {}
        self._digests: dict[tuple[Path, int, int], str] = {}
        self.loads = 0
        """Number of loads really done."""
        self._fresh: WeakKeyDictionary[Spectrum, MachineState] = WeakKeyDictionary()

    def booted(self, model: str = "48", joystick: str | None = None, basic: str | None = None) -> Spectrum:
        """Return a machine as after `Spectrum.boot`."""
        machine = Spectrum(model, joystick=joystick)
        key = ("booted", machine.model, basic)
        if key not in self._states:
            machine.boot(basic)
            self._states[key] = machine.state(), frozenset()
        self._fresh[machine] = self._states[key][0]
        machine.restore(self._fresh[machine])
        return machine

    def load(
        self, machine: Spectrum, medium: Medium, until: Until | None, timeout: float, basic: str | None = None
    ) -> None:
        """Have a machine load a medium as if just booted, or put it where another one stood after the same load."""
        goal = _goal_key(machine, until)
        footprint = machine.core.footprint
        key = ("loaded", machine.model, machine.stick.kind, self._contents(medium), goal, basic, footprint is not None)
        if goal is _NEVER_KEPT:
            self._load(machine, medium, until, timeout, basic)
            return
        if key not in self._states:
            file = self._file_of(machine, medium, goal, basic)
            kept = _read_state(file) if file is not None else None
            if kept is None:
                places: list[frozenset[int]] = [frozenset()]
                with nullcontext() if footprint is None else machine.core.tracking(places.append):
                    self._load(machine, medium, until, timeout, basic)
                kept = machine.state(), places[-1]
                if file is not None:
                    _write_state(file, kept)
            self._states[key] = kept
        state, ran = self._states[key]
        machine.restore(state)
        if footprint is not None:
            footprint.add(ran)

    def _load(self, machine: Spectrum, medium: Medium, until: Until | None, timeout: float, basic: str | None) -> None:
        self.loads += 1
        if machine in self._fresh:
            machine.restore(self._fresh[machine])
        machine.load(medium, until, timeout=timeout, basic=basic)

    def _contents(self, medium: Medium) -> Tape | str:
        """Return a key for a medium: a tape itself, a file's digest."""
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

    def _file_of(self, machine: Spectrum, medium: Medium, goal: Hashable, basic: str | None) -> Path | None:
        """Return the file that keeps a state; None if it depends on a function, since no hash tells two apart."""
        if self._folder is None or (isinstance(goal, tuple) and goal[0] == "function"):
            return None
        contents = self._contents(medium)
        digest = hashlib.sha256(contents.encode() if isinstance(contents, str) else pickle.dumps(contents.parts))
        tracks = machine.core.footprint is not None
        digest.update(repr((goal, basic, machine.model.name, machine.stick.kind, tracks, _version())).encode())
        for path in machine.model.rom_paths:
            digest.update(Path(path).read_bytes())
        return self._folder / f"{digest.hexdigest()[:40]}{_SUFFIX}"


def _goal_key(machine: Spectrum, until: Until | None) -> Hashable:
    """Return a key for the end of a load; `_NEVER_KEPT` if there is none."""
    if isinstance(until, re.Pattern):
        return ("pattern", until.pattern, until.flags)
    if isinstance(until, str) and machine.symbols is not None and until in machine.symbols:
        return ("label", machine.symbols[until])
    if not callable(until):
        return ("plain", until)
    if not isinstance(until, FunctionType):
        return _NEVER_KEPT
    try:  # the same lambda, met again in the next test, is another object with the same code
        cells = tuple(cell.cell_contents for cell in until.__closure__ or ())
        key = ("function", until.__code__, cells, until.__defaults__)
        hash(key)
    except (TypeError, ValueError):
        return _NEVER_KEPT
    return key


@functools.cache
def _version() -> tuple[object, ...]:
    """Return the versions of this package, as every source file's size and time, and of the simulator."""
    root = Path(__file__).parents[1]
    facts = ((path, path.stat()) for path in sorted(root.rglob("*.py")))
    return skoolkit.VERSION, *((path.name, fact.st_size, fact.st_mtime_ns) for path, fact in facts)


def _read_state(file: Path) -> _Kept | None:
    """Return the contents of a file, or None if it cannot be read."""
    try:
        kept = pickle.loads(zlib.decompress(file.read_bytes()))
    except Exception:  # a damaged file of whatever kind is as good as none
        return None
    return kept if isinstance(kept, tuple) and isinstance(kept[0], MachineState) else None


def _write_state(file: Path, kept: _Kept) -> None:
    """Keep a state, unless the folder cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, zlib.compress(pickle.dumps(kept), 1))
        files = sorted(file.parent.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns)
        for old in files[:-_MOST_FILES]:
            old.unlink(missing_ok=True)
    except OSError:
        return

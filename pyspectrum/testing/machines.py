"""Machines lent to tests, several to one test, in fixtures of any scope, out of a cache; and what they leave.

Each boot and each load is done only the first time. The cache keeps states, and every machine is a new one: making it
takes half a millisecond, restoring it a hundredth of that, and nothing that a test does to a machine (hooks, watches, a
tape left in) can reach the next. If a machine has a footprint, the places that ran during the load are kept, too.

A folder keeps loaded states for the next run and for the other workers of pytest-xdist. A file's name is a hash of all
that the state depends on: tape, ROMs, model, joystick, what ends the load, and this package itself.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import re
import zlib
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Protocol, TypedDict, Unpack
from weakref import WeakKeyDictionary

import skoolkit

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable, load_symbols
from pyspectrum.atomic import write_whole
from pyspectrum.core.running import Place
from pyspectrum.coverage.whole_run import Lines, lines_of, merge
from pyspectrum.errors import SpectrumError
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.machine.media import DEFAULT_TIMEOUT, AtPlace, Until, one_goal
from pyspectrum.screen.video import VideoFrame, save_video
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import Tape
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.recording import Replay

Medium = Tape | Path | str
Symbols = SymbolTable | Assembly | Path | str


class Loading(TypedDict, total=False):
    """How a load ends, and what its names are; all by name.

    `until` is a text on the screen, a compiled pattern, a label of `symbols`, an address that PC comes to, or a
    function of the machine; `until_text` is always a text, `until_pc` always an address or a label. `timeout` is in
    seconds of Spectrum time. `symbols` are a table, what `assemble` gave, or a symbol file.
    """

    until: Until | None
    until_text: str | None
    until_pc: Place | None
    timeout: float
    symbols: Symbols | None


class Load(Protocol):
    """The fixture `load`: has the test's machine load a medium, or restores it as after the same load before.

    It begins from the machine as it was lent, whatever the test has done to it; a second tape for a program that waits
    for one is `Spectrum.insert_tape`. `medium` is a path (from the test's own folder), or a `Tape`; `basic` on a 128
    the BASIC to load in, ``"48"`` or ``"128"``, in place of the Tape Loader; for the others see `Loading`.
    """

    def __call__(
        self, medium: Medium, until: Until | None = None, *, until_text: str | None = None,
        until_pc: Place | None = None, timeout: float = DEFAULT_TIMEOUT, basic: str | None = None,
        symbols: Symbols | None = None,
    ) -> Spectrum: ...  # fmt: skip


class NewSpectrum(Protocol):
    """The fixture `new_spectrum`: one more booted machine, for as long as the ``with`` block lasts; in any scope.

    `model`, `joystick` and `basic` are as of the mark `spectrum`; a `medium`, if given, is loaded as by `Load`.
    """

    def __call__(
        self, model: str = "48", *, joystick: str | None = None, basic: str | None = None,
        medium: Medium | None = None, **loading: Unpack[Loading],
    ) -> AbstractContextManager[Spectrum]: ...  # fmt: skip


@dataclass
class Lent:
    """A machine that a test has, and its journal, if a film or a trace may be wanted."""

    spectrum: Spectrum
    journal: Journal | None
    is_returned: bool = False
    began_at: int = -1
    """The machine's clock when the test began; -1 for one that is new in this test."""


class Lender:
    """Lends machines out of a cache; `prepare` is called with each new one."""

    def __init__(self, cache: MachineCache, *, keeps_journals: bool, prepare: Callable[[Spectrum], None]) -> None:
        self.cache = cache
        self.folder = Path()
        """The present test's folder, from which media are named."""
        self._keeps_journals = keeps_journals
        self._prepare = prepare
        self._lent: list[Lent] = []
        self.covered: Lines = {}
        """The source lines of the programs under test, and which of them ran."""

    def begin_test(self, folder: Path) -> None:
        """Forget the machines that were given back, and note how far the others are."""
        self.folder = folder
        self._lent = [lent for lent in self._lent if not lent.is_returned]
        for lent in self._lent:
            lent.began_at = lent.spectrum.tstates
            if lent.journal is not None:
                lent.journal.begin_anew()

    @property
    def used_in_test(self) -> tuple[Lent, ...]:
        """The machines that the present test has used, in the order they were lent."""
        return tuple(lent for lent in self._lent if lent.began_at != lent.spectrum.tstates)

    @contextmanager
    def lend(
        self, model: str | None = None, *, joystick: str | None = None, basic: str | None = None,
        medium: Medium | None = None, **loading: Unpack[Loading],
    ) -> Iterator[Spectrum]:  # fmt: skip
        """Lend a machine until the block ends; see `NewSpectrum`."""
        if medium is None and loading:
            raise SpectrumError(f"there is nothing to load for {', '.join(loading)}; give medium=")
        machine = self.cache.booted(model or "48", joystick, basic)
        self._prepare(machine)
        with ExitStack() as stack:
            lent = Lent(machine, stack.enter_context(Journal(machine)) if self._keeps_journals else None)
            self._lent.append(lent)
            try:
                if medium is not None:
                    self.load(machine, medium, **loading)
                yield machine
            finally:
                lent.is_returned = True
                if machine.core.footprint is not None and machine.symbols is not None:
                    merge(self.covered, lines_of(machine.symbols, machine.core.footprint.settle()))

    def load(
        self, machine: Spectrum, medium: Medium, until: Until | None = None, *, until_text: str | None = None,
        until_pc: Place | None = None, timeout: float = DEFAULT_TIMEOUT, basic: str | None = None,
        symbols: Symbols | None = None,
    ) -> Spectrum:  # fmt: skip
        if isinstance(medium, str | Path):
            medium = self.folder / medium
        if isinstance(symbols, str | Path):
            symbols = load_symbols(self.folder / symbols)
        machine.symbols = symbols.symbol_table() if isinstance(symbols, Assembly) else symbols
        allowance = machine.runner.allowance
        machine.runner.allow(None)
        self.cache.load(machine, medium, one_goal(until, until_text, until_pc), timeout, basic)
        if machine.core.journal is not None:
            goals = {"until": until, "until_text": until_text, "until_pc": until_pc}
            given = {name: goal for name, goal in goals.items() if goal is not None}
            machine.core.journal.note("load", medium, **given)
        machine.runner.allow(allowance)
        return machine


# -- the cache -------------------------------------------------------------------------------------

_Kept = tuple[MachineState, frozenset[int]]
"""A machine's state, and the places that ran until it was reached."""

_SUFFIX = ".state"
_MOST_FILES = 200
_NEVER_KEPT = object()


class MachineCache:
    """States of machines that were booted or have loaded something; `folder` keeps those of loads between runs."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._states: dict[tuple[object, ...], _Kept] = {}
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
        goal, footprint = _goal_key(machine, until), machine.core.footprint
        if goal is _NEVER_KEPT:
            self._load(machine, medium, until, timeout, basic)
            return
        facts = (_contents(medium), machine.stick.kind, goal, basic, footprint is not None)
        key = (machine.model, *facts)
        if key not in self._states:
            file = self._file_of(machine, goal, facts)
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

    def _file_of(self, machine: Spectrum, goal: Hashable, facts: tuple[object, ...]) -> Path | None:
        """Return the file that keeps a state; None if it depends on a function, since no hash tells two apart."""
        if self._folder is None or (isinstance(goal, tuple) and goal[0] == "function"):
            return None
        digest = hashlib.sha256(repr((machine.model.name, *facts, _version())).encode())
        for path in machine.model.rom_paths:
            digest.update(Path(path).read_bytes())
        return self._folder / f"{digest.hexdigest()[:40]}{_SUFFIX}"


def _contents(medium: Medium) -> str:
    """Return a key for a medium: its digest; for a missing file its path, since the load reports it."""
    if isinstance(medium, Tape):
        return hashlib.sha256(pickle.dumps(medium.parts)).hexdigest()
    path = Path(medium)
    return path.suffix + hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else str(path)


def _goal_key(machine: Spectrum, until: Until | None) -> Hashable:
    """Return a key for the end of a load; `_NEVER_KEPT` if there is none."""
    if isinstance(until, re.Pattern):
        return ("pattern", until.pattern, until.flags)
    if isinstance(until, str) and machine.symbols is not None and until in machine.symbols:
        until = AtPlace(until)
    if isinstance(until, AtPlace):
        return ("place", machine.runner.breakpoint(until.place))
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


# -- what a failed test leaves, beside its trace ---------------------------------------------------

_SECONDS = 10.0


def film(journal: Journal, *, every: int = 2) -> Iterator[VideoFrame]:
    """Yield the pictures of the last ten seconds, once in `every` frames, and at the end the present one."""
    spectrum = journal.spectrum
    again = Replay(journal)
    core, frame = again.core, every * spectrum.model.tstates_per_frame
    since = spectrum.tstates - spectrum.model.seconds_to_tstates(_SECONDS)
    if since > core.tstates:
        again.run_to(since)
    while again.is_exact:
        edge = (core.tstates // frame + 1) * frame
        if edge >= again.end:
            break
        again.run_to(edge)
        yield VideoFrame.of(core)
    yield VideoFrame.of(spectrum.core)


def screen_text(spectrum: Spectrum) -> str:
    """Return the 24 text lines in a frame."""
    edge = "+" + "-" * 32 + "+"
    return "\n".join((edge, *(f"|{line}|" for line in spectrum.text_lines()), edge))


def save_machine(folder: Path, spectrum: Spectrum, error: BaseException | None) -> None:
    """Save the text of the screen, the keys, a snapshot that emulators open, and the pictures of the error.

    The keys are those held since the test began, one change a line, with its frame.
    """
    write_whole(folder / "screen.txt", f"{screen_text(spectrum)}\n".encode())
    matrix, per_frame = spectrum.matrix, spectrum.model.tstates_per_frame
    lines = ["frame  keys down"]
    for event in matrix.log:
        names = "+".join(sorted(event.keys)) + (f" kempston {event.kempston:05b}" if event.kempston else "")
        lines.append(f"{(event.tstates - matrix.since) / per_frame:9.2f}  {names or '-'}")
    write_whole(folder / "keys.txt", "".join(f"{line}\n" for line in lines).encode())
    write_snapshot(folder / "machine.z80", spectrum.core)
    for name, picture in getattr(error, "pictures", {}).items():
        picture.save(folder / f"{name}.png")


def save_film(folder: Path, journal: Journal) -> None:
    """Save the last ten seconds as a GIF."""
    journal.finish()
    save_video(film(journal), folder / "last-seconds.gif")

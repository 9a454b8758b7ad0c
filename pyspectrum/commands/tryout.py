"""A program tried out before its page is made: which machine it needs, what it shows first, and which keys it reads.

A key is read if the picture after it was held is not the one without it: the machine is exact, so nothing else can
differ. From the moment at which the program first asks for keys, each key of the rows that it reads is pressed in a
copy of the machine. A picture that is a new scene is looked at in turn, at three times within half a minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pyspectrum.basic import editor_waits
from pyspectrum.errors import SpectrumError
from pyspectrum.keyboard import MATRIX
from pyspectrum.machine import MachineState, Spectrum, media
from pyspectrum.models import Model
from pyspectrum.page import Pad, parse_pad
from pyspectrum.snapshot import Snapshot, restore_snapshot
from pyspectrum.tape import Tape

LOAD_SECONDS, TITLE_SECONDS = 900.0, 60.0
_LOOK_FRAMES, _SETTLE_FRAMES, _HOLD_FRAMES, _AFTER_FRAMES = 10, 50, 6, 30
_WATCHED_FRAMES = (0, 400, 1100)
"""Frames before each look at a scene: half a minute of each."""
_ENOUGH_SCENES, _SCENE_BYTES = 6, 64
"""Scenes that are looked at, and bytes of the screen that differ in a new one."""
_ANY_KEY = 20
"""So many keys mean any key, or a text that is typed."""
_LEAST_KEYS = 4
_KEMPSTON = 31
_STARTERS = ("SPACE", "ENTER", "0", "1", "s")
_CROSSES = ("opqa", "5876", "6798", "op", "zx", "nm")
"""Left, right, up and down, or the first two, as games have them."""
_FIRE = ("SPACE", "m", "0", "ENTER", "CAPS", "SYMBOL")
_MOST_KEYS = 12


@dataclass(frozen=True)
class Tryout:
    """What was seen: the machine, the first picture and its border, the keys that were found, and notes.

    `few` keys are fewer than a game has; with `kempston` the program reads a joystick, and few keys.
    """

    model: Model
    screen: bytes | None = None
    border: int = 0
    pad: Pad | None = None
    few: bool = False
    kempston: bool = False
    notes: tuple[str, ...] = ()


@dataclass
class _Run:
    """A machine with the program in it, at its title."""

    spectrum: Spectrum
    loaded: bool = True
    reads_kempston: bool = False
    found: dict[str, None] = field(default_factory=dict)

    @property
    def picture(self) -> bytes:
        return self.spectrum.screen.data

    @property
    def is_blank(self) -> bool:
        """True if nothing is seen: every square shows one colour, and all the same."""
        screen, colours = self.picture, set[int]()
        attributes = b"".join(screen[start : start + 256] * 8 for start in (0x1800, 0x1900, 0x1A00))
        for bits, attribute in set(zip(screen[:0x1800], attributes, strict=True)):
            ink, paper = attribute & 7 | attribute >> 3 & 8, attribute >> 3 & 15
            colours |= {ink} if bits == 0xFF else {paper} if not bits else {ink, paper}
        return len(colours) == 1


def try_out(content: Tape | Snapshot, models: Iterable[Model], basic: str | None, *, needs_keys: bool) -> Tryout:
    """Run a program on the first of the models that it runs on, and look at it; finding its keys takes seconds."""
    wanted = tuple(models)
    notes: list[str] = []
    run = _begun(content, wanted[0], basic)
    sent = run.spectrum.core.ports.bank_sent
    if len(wanted) > 1 and (sent > 0 or (run.is_blank and sent == 0) or _was_reset(run)):
        other = _begun(content, wanted[1], basic)
        if other.loaded and not other.is_blank and not _was_reset(other):
            run = other
            named = wanted[0].name.removesuffix("K")
            notes.append(f"it pages memory, so the page has a {wanted[1].name}; --model {named} overrides it")
    screen, border = None if run.is_blank else run.picture, run.spectrum.core.border
    if screen is None:
        notes.append(f"a {run.spectrum.model.name} shows nothing; try another --model")
    elif not run.loaded:
        notes.append(f"a {run.spectrum.model.name} does not load it to the end; try another --model")
    if needs_keys:
        _explore(run)
    pad, few = _pad_of(list(run.found)) if needs_keys else (None, False)
    if few and run.reads_kempston:
        notes.append("few of its keys were found, but it reads a Kempston joystick, which the page plugs in")
    elif few:
        notes.append("few of its keys were found, so the page lets choose: cursor, QAOP or Kempston; --pad says them")
    return Tryout(run.spectrum.model, screen, border, pad, few, few and run.reads_kempston, tuple(notes))


def _was_reset(run: _Run) -> bool:
    return media.COPYRIGHT in run.spectrum.text_lines()[-1]


def _begun(content: Tape | Snapshot, model: Model, basic: str | None) -> _Run:
    """Load the program, and run it until it asks for a key and shows something."""
    run = _Run(Spectrum(model))
    spectrum = run.spectrum
    if isinstance(content, Snapshot):
        restore_snapshot(spectrum.core, content)
    else:
        try:
            media.load(spectrum, content, timeout=LOAD_SECONDS, basic=basic if model.banked else None, name="tape")
        except SpectrumError:
            run.loaded = False
    bus = spectrum.core.ports
    bus.count_scans(0xFF)
    for _ in range(round(TITLE_SECONDS * 50 / _LOOK_FRAMES)):
        if (bus.scans or editor_waits(spectrum.core)) and not run.is_blank:
            break
        spectrum.run_frames(_LOOK_FRAMES)
    bus.count_scans(0)
    spectrum.run_frames(_SETTLE_FRAMES)
    return run


def _explore(run: _Run) -> None:
    """Press each key at the title, and in the scenes to which keys lead; note those that change the picture."""
    spectrum, seen = run.spectrum, [run.picture]
    places: list[tuple[MachineState, tuple[int, ...]]] = [(spectrum.state(), _WATCHED_FRAMES)]
    for state, watched in places:
        for frames in watched:
            spectrum.restore(state)
            spectrum.run_frames(frames)
            state = spectrum.state()
            types = editor_waits(spectrum.core)  # all keys then
            base, keys = _unpressed(run, state)
            after = {key: _pressed(spectrum, state, key) for key in (_STARTERS if types else keys)}
            heard = {key: there for key, (picture, there) in after.items() if picture != base}
            if types or len(heard) > _ANY_KEY:
                heard = {key: heard[key] for key in _STARTERS if key in heard}
            else:
                # a snake that goes up can be steered to the left
                places += [(there, (0,)) for key, there in heard.items() if key not in run.found]
                run.found.update(dict.fromkeys(heard))
            places += [(there, _WATCHED_FRAMES) for there in _new_scenes(run, heard.values(), seen)]


def _new_scenes(run: _Run, states: Iterable[MachineState], seen: list[bytes]) -> Iterator[MachineState]:
    """Yield the states, or what comes of them a second later, whose pictures are unlike those that were seen."""
    spectrum = run.spectrum
    for state in states:
        spectrum.restore(state)
        for frames in (0, _SETTLE_FRAMES):
            spectrum.run_frames(frames)
            picture = run.picture
            differing = (sum(a != b for a, b in zip(picture, one, strict=True)) for one in seen)
            if len(seen) < _ENOUGH_SCENES and all(count > _SCENE_BYTES for count in differing):
                seen.append(picture)
                yield spectrum.state()


def _unpressed(run: _Run, state: MachineState) -> tuple[bytes, list[str]]:
    """Return the picture that comes without a key, and the keys of the rows that are read meanwhile."""
    spectrum, rows = run.spectrum, 0

    def read(port: int, tstates: int) -> None:
        nonlocal rows
        if not port & 1:
            rows |= ~port >> 8 & 0xFF
        elif port & 0xFF == _KEMPSTON:
            run.reads_kempston = True

    with spectrum.ports.on_read(0, read, mask=0):
        picture, _ = _pressed(spectrum, state, None)
    return picture, [key for key, (row, _) in MATRIX.items() if rows >> row & 1]


def _pressed(spectrum: Spectrum, state: MachineState, key: str | None) -> tuple[bytes, MachineState]:
    """Return what a key makes of the picture, and the machine behind it."""
    spectrum.restore(state)
    if key:
        spectrum.hold(frozenset({key}))
    spectrum.run_frames(_HOLD_FRAMES)
    spectrum.release()
    spectrum.run_frames(_AFTER_FRAMES)
    return spectrum.screen.data, spectrum.state()


def _pad_of(found: list[str]) -> tuple[Pad | None, bool]:
    """Return the pad of the keys that were found, and whether they are few."""
    cross = next((cross for cross in _CROSSES if set(cross) <= set(found)), "")
    known = {key for other in _CROSSES if len(other) == 4 and set(other) <= set(found) for key in other}
    rest = [key for key in found if key not in known and key not in cross]
    rest.sort(key=lambda key: (_FIRE.index(key) if key in _FIRE else len(_FIRE), key))
    few = len(found) < _LEAST_KEYS and not cross
    return parse_pad(" ".join(filter(None, (cross, *rest[:_MOST_KEYS])))) if found else None, few

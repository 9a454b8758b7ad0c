"""Record what is pressed on a machine, replay it bit for bit, and make a test of it.

The file of a recording is text, to be kept beside a test::

    pyspectrum recording 1
    model 48K
    start 60363 f3a90b52
    tape 5d1c88e0 0
       0+60363 j
       1+05004 -
      ...
    check 1 10 8f02 11be 40ac ...
    end 250+00004 0c5ad7e1
    |© 1982 Sinclair Research Ltd    |

`start` has the T-states since the frame's edge, and the machine's checksum; `tape`, if one was in, its checksum and the
number of its next part. Then each change of what is down: frames since the start, T-states within the frame, the keys
(``-``: none) and, after a comma, the directions of a Kempston joystick. `check` has a frame, a distance in frames, and
the low halves of the machine's checksum from that frame on at that distance. After `end` follows the text on the
screen. A line that begins with ``#`` is a comment.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from pyspectrum.atomic import save_file
from pyspectrum.errors import KeyboardError, RecordingError, ReplayError
from pyspectrum.keyboard import Chord, kempston_bits, kempston_directions, parse_chord
from pyspectrum.machine import Spectrum
from pyspectrum.recorder.script import from_test, quoted, save_test, test_name

__all__ = ["Recorder", "Recording", "replay", "write_test"]

VERSION = 1
SUFFIX = ".keys"

_TITLE = f"pyspectrum recording {VERSION}"
_CHECKS_A_LINE = 16
_LOW = 0xFFFF
_TIME = re.compile(r"\A(\d+)\+(\d+)\Z")


class Moment(NamedTuple):
    """A time since the start of a recording: `frame` 0 is that of the start, `tstates` count from its edge."""

    frame: int
    tstates: int

    def __str__(self) -> str:
        return f"{self.frame}+{self.tstates:05}"


class Change(NamedTuple):
    """Keys held from a moment on, and the Kempston joystick's bits."""

    moment: Moment
    keys: Chord
    kempston: int


@dataclass(frozen=True)
class Recording:
    """Keys pressed, from a machine in one state to one in another; the fields are those of the file (see above)."""

    model: str
    start: tuple[int, int]
    changes: tuple[Change, ...]
    end: tuple[Moment, int]
    tape: tuple[int, int] | None = None
    first_check: int = 1
    every: int = 10
    checks: tuple[int, ...] = ()
    screen: tuple[str, ...] = ()

    def to_text(self) -> str:
        lines = [_TITLE, f"model {self.model}", f"start {self.start[0]} {self.start[1]:08x}"]
        if self.tape is not None:
            lines.append(f"tape {self.tape[0]:08x} {self.tape[1]}")
        for moment, keys, kempston in self.changes:
            pushed = f", {kempston_directions(kempston)}" if kempston else ""
            lines.append(f"{moment!s:>12} {'+'.join(sorted(keys, reverse=True)) or '-'}{pushed}")
        for at in range(0, len(self.checks), _CHECKS_A_LINE):
            checks = " ".join(f"{check:04x}" for check in self.checks[at : at + _CHECKS_A_LINE])
            lines.append(f"check {self.first_check + at * self.every} {self.every} {checks}")
        lines.append(f"end {self.end[0]} {self.end[1]:08x}")
        return "\n".join([*lines, *(f"|{line.ljust(32)}|" for line in self.screen), ""])

    def save(self, path: Path | str) -> None:
        """Write the file, whole or not at all, or RecordingError."""
        save_file(path, self.to_text().encode(), "the recording", RecordingError, "name another place")

    @classmethod
    def read(cls, path: Path | str) -> Recording:
        """Read a file; RecordingError, ``file: …`` or ``file:line: …``, if it cannot be read or is damaged."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise RecordingError(f"{path}: cannot read the recording: {error.strerror}; name another file") from None
        except UnicodeDecodeError:
            raise RecordingError(f"{path}: not a recording: it is not text; name another file") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, name: str = "<recording>") -> Recording:
        """Parse the text of a file; RecordingError, ``name:line: …``, if it is no recording."""
        lines = text.split("\n")
        if lines[0].strip() != _TITLE:
            raise RecordingError(f"{name}:1: not a recording of version {VERSION}: it should begin with {_TITLE!r}")
        facts: dict[str, Any] = {"changes": [], "checks": [], "screen": []}
        for number, line in enumerate(lines[1:], start=2):
            if line.strip() and not line.startswith("#"):
                try:
                    _take(line, facts)
                except (ValueError, IndexError, KeyboardError):
                    error = f"cannot make sense of {line.strip()!r}; record it anew"
                    raise RecordingError(f"{name}:{number}: {error}") from None
        if {"model", "start", "end"} - facts.keys():
            error = "incomplete: 'model', 'start' or 'end' is missing; record it anew"
            raise RecordingError(f"{name}:{len(lines)}: {error}")
        for several in ("changes", "checks", "screen"):
            facts[several] = tuple(facts[several])
        return cls(**facts)


def checksum(spectrum: Spectrum) -> int:
    """Return a checksum of all that a program can see of a machine: memory, registers, paging, border, sound chip."""
    core = spectrum.core
    clock = core.tstates
    core.tstates = clock % spectrum.model.tstates_per_frame  # two machines may have been on for different times
    registers = repr(tuple(core.registers)).encode()
    core.tstates = clock
    value = zlib.crc32(registers + repr(core.ports.state()).encode())
    for page in core.banks or (core.memory,):
        value = zlib.crc32(page, value)  # type: ignore[arg-type]
    return value


def tape_mark(spectrum: Spectrum) -> tuple[int, int] | None:
    """Return the checksum and the position of the tape in a machine's deck, or None without one."""
    deck = spectrum.deck
    return None if deck.tape is None else (zlib.crc32(repr(deck.tape.parts).encode()), deck.position)


def _take(line: str, facts: dict[str, Any]) -> None:
    """Add a line of the file to the arguments of a `Recording`."""
    word, *values = line.split()
    if line.startswith("|"):
        facts["screen"].append(line[1:33])
    elif word == "model":
        facts["model"] = values[0]
    elif word == "start":
        facts["start"] = int(values[0]), int(values[1], 16)
    elif word == "tape":
        facts["tape"] = int(values[0], 16), int(values[1])
    elif word == "check":
        first = facts.setdefault("first_check", int(values[0]))
        if int(values[0]) != first + facts.setdefault("every", int(values[1])) * len(facts["checks"]):
            raise ValueError
        facts["checks"] += [int(value, 16) for value in values[2:]]
    elif word == "end":
        facts["end"] = _moment(values[0]), int(values[1], 16)
    else:
        moment = _moment(word)
        if facts["changes"] and moment <= facts["changes"][-1].moment:
            raise ValueError
        keys, _, pushed = (part.strip() for part in line.split(None, 1)[1].partition(","))
        chord = parse_chord(() if keys == "-" else keys.split("+"))
        facts["changes"].append(Change(moment, chord, kempston_bits(pushed)))


def _moment(text: str) -> Moment:
    ((frame, tstates),) = _TIME.findall(text)  # a ValueError if the text is no time
    return Moment(int(frame), int(tstates))


class Recorder:
    """While the `with` block lasts, record what is pressed; `recording` has it afterwards.

    That is all that the machine's own methods do with keys and joystick (`type`, `press`, `tap`, `hold`, `joystick`).
    The machine must not be booted, restored or changed otherwise in that time. Insert a tape before the machine runs.
    `every` is the number of frames between two checksums; a mismatch is located to within that span.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> before = spectrum.state()
    >>> with Recorder(spectrum) as recorder:
    ...     spectrum.type("PRINT 6*7\\n")
    ...     spectrum.wait_for_text("0 OK")
    >>> spectrum.restore(before)
    >>> replay(spectrum, recorder.recording)
    >>> spectrum.text_lines()[0].strip()
    '42'
    """

    def __init__(self, spectrum: Spectrum, *, every: int = 10) -> None:
        self._spectrum, self._matrix = spectrum, spectrum.matrix
        self._every = every
        self._checks: dict[int, int] = {}  # by frame
        self._recording: Recording | None = None

    @property
    def recording(self) -> Recording:
        """The finished recording; RecordingError before the `with` block has ended."""
        if self._recording is None:
            raise RecordingError("nothing is recorded yet; ask for the recording after the with block")
        return self._recording

    def __enter__(self) -> Self:
        spectrum = self._spectrum
        self._began = spectrum.tstates
        self._start = self._began % spectrum.model.tstates_per_frame, checksum(spectrum)
        self._log = self._matrix.log
        self._down = self._matrix.down, self._matrix.kempston
        self._tape: tuple[int, int] | None = tape_mark(spectrum)
        self._tape_in = spectrum.deck.tape
        self._listener = spectrum.frames.listen(self._check, every=self._every, only_looks=True)
        spectrum.core.may_accelerate = False  # a replay presses keys and runs, and loads nothing by itself
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._listener.close()
        self._spectrum.core.may_accelerate = True
        try:
            self._recording = self._finish()
        except RecordingError:
            if error is None:
                raise

    def _check(self) -> None:
        if not self._checks:
            self._take_up_tape()
        self._checks[self._moment(self._spectrum.tstates).frame] = checksum(self._spectrum) & _LOW

    def _take_up_tape(self) -> None:
        """Note the tape; once the machine has run, an inserted tape is too late for a replay."""
        if self._spectrum.deck.tape is not self._tape_in:
            self._tape_in = self._spectrum.deck.tape
            mark = tape_mark(self._spectrum)
            self._tape = (mark[0], 0) if mark else None

    def _finish(self) -> Recording:
        spectrum, matrix = self._spectrum, self._matrix
        if matrix.log is not self._log:
            raise RecordingError("the machine was booted or restored while being recorded; do that before you record")
        if not self._checks:
            self._take_up_tape()
        elif spectrum.deck.tape is not self._tape_in:
            raise RecordingError("a tape was changed while the machine was recorded; insert it before the machine runs")
        logged = [event for event in self._log if event.tstates >= self._began]
        changes = [Change(self._moment(event.tstates), event.keys, event.kempston) for event in logged]
        start = self._moment(self._began)
        if self._down != (frozenset(), 0) and (not changes or changes[0].moment > start):
            changes.insert(0, Change(start, *self._down))
        end = self._moment(spectrum.tstates), checksum(spectrum)
        return Recording(
            spectrum.model.name, self._start, tuple(changes), end, self._tape,
            next(iter(self._checks), 1), self._every, tuple(self._checks.values()), spectrum.screen.text(),
        )  # fmt: skip

    def _moment(self, tstates: int) -> Moment:
        per_frame = self._spectrum.model.tstates_per_frame
        return Moment(tstates // per_frame - self._began // per_frame, tstates % per_frame)


def replay(spectrum: Spectrum, recording: Recording, *, exact: bool = True) -> None:
    """Press again what was recorded, at the same T-states, on a machine in the state at the recording's start.

    With `exact` the machine must have the same tape in and match every checksum of the recording; without, nothing is
    compared, for a program that has changed since. If the machine differs, `ReplayError` has the `frame` since when.
    """
    per_frame = spectrum.model.tstates_per_frame
    if spectrum.model.name != recording.model:
        raise ReplayError(f"the recording is of a {recording.model}, and this is a {spectrum.model.name}", 0)
    if exact and recording.tape is not None and tape_mark(spectrum) != recording.tape:
        raise ReplayError("the recording began with another tape in, or at another place on it; insert that tape", 0)
    if spectrum.core.ports.kempston is None and any(change.kempston for change in recording.changes):
        raise ReplayError("the recording has a Kempston joystick; use Spectrum(joystick='kempston')", 0)
    began = (spectrum.tstates % per_frame, checksum(spectrum))
    if exact and began != recording.start:
        raise ReplayError("the machine is not in the state in which the recording began; bring it there first", 0)
    spectrum.matrix.release_all()
    first = spectrum.tstates // per_frame
    # a change and a check may fall on one moment: what is down is not part of the checksum
    marks: list[tuple[Moment, Change | int]] = [(change.moment, change) for change in recording.changes]
    if exact:
        frames = range(recording.first_check, recording.end[0].frame + 1, recording.every)
        marks += [(Moment(frame, 0), check) for frame, check in zip(frames, recording.checks, strict=False)]
    marks.sort(key=lambda mark: mark[0])
    right_until = 0
    for moment, mark in marks:
        spectrum.run_to((first + moment.frame) * per_frame + moment.tstates)
        if isinstance(mark, Change):
            spectrum.matrix.set(mark.keys, mark.kempston)
        elif checksum(spectrum) & _LOW != mark:
            raise _mismatch(right_until, moment.frame - 1)  # a check is made as its frame begins
        else:
            right_until = moment.frame
    spectrum.run_to((first + recording.end[0].frame) * per_frame + recording.end[0].tstates)
    if exact and checksum(spectrum) != recording.end[1]:
        raise _mismatch(right_until, recording.end[0].frame)


def _mismatch(first: int, last: int) -> ReplayError:
    since = f"in frame {first}" if first == last else f"in one of the frames {first} to {last}"
    return ReplayError(
        f"the machine began to differ from the recording {since}; the program, or something outside, has changed it",
        first,
    )


def write_test(recording: Recording, path: Path | str, *, media: Path | str | None = None) -> None:
    """Write a pytest test of a recording, and the recording beside it, ending in ``.keys``.

    The test boots a machine, inserts the tape `media`, replays, and compares the text on the screen. So the recording
    must begin right after `Spectrum.boot` and, for a tape, `Spectrum.insert_tape`.
    """
    path = Path(path)
    keys = path.with_suffix(SUFFIX)
    recording.save(keys)
    joystick = ', joystick="kempston"' if any(change.kempston for change in recording.changes) else ""
    load = f"\n    spectrum.insert_tape(Tape.read(HERE / {from_test(media, path)}))" if media is not None else ""
    screen = "\n".join(f"    {quoted(line.rstrip())}," for line in recording.screen)
    text = f'''"""What was pressed in {keys.name} leads to the same screen again, bit for bit."""

from pathlib import Path

from pyspectrum import Recording, Spectrum, {"Tape, " if media is not None else ""}replay

HERE = Path(__file__).parent
SCREEN = (
{screen}
)


def {test_name(path)}() -> None:
    spectrum = Spectrum("{recording.model}"{joystick})
    spectrum.boot(){load}
    replay(spectrum, Recording.read(HERE / {quoted(keys.name)}))
    assert tuple(line.rstrip() for line in spectrum.text_lines()) == SCREEN
'''
    save_test(path, text)

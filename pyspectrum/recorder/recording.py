"""Recording of what was pressed on a machine and when, with checksums of the machine.

The file is text, to be kept beside a test::

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
from typing import Any, NamedTuple

from pyspectrum.atomic import save_file
from pyspectrum.errors import KeyboardError, RecordingError
from pyspectrum.keyboard import Chord, kempston_bits, kempston_directions, parse_chord
from pyspectrum.machine import Spectrum

VERSION = 1
SUFFIX = ".keys"

_TITLE = f"pyspectrum recording {VERSION}"
_CHECKS_A_LINE = 16
_TIME = re.compile(r"(\d+)\+(\d+)\Z")


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
    """Keys pressed, from a machine in one state to one in another.

    `start` and `end` say when, with the machine's `checksum` at both; `tape` the tape's checksum and
    position at the start, None without a tape; `checks` the low 16 bits of the checksum in every `every`th
    frame from `first_check` on; `screen` the text at the end.
    """

    model: str
    start: tuple[int, int]
    changes: tuple[Change, ...]
    end: tuple[Moment, int]
    tape: tuple[int, int] | None = None
    first_check: int = 1
    every: int = 10
    checks: tuple[int, ...] = ()
    screen: tuple[str, ...] = ()

    @property
    def frames(self) -> int:
        """Length in frames."""
        return self.end[0].frame

    def to_text(self) -> str:
        """Return the text of its file."""
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
        """Write the file, whole or not at all.

        Raises:
            RecordingError: it cannot be written.
        """
        save_file(path, self.to_text().encode(), "the recording", RecordingError, "name another place")

    @classmethod
    def read(cls, path: Path | str) -> Recording:
        """Read a file.

        Raises:
            RecordingError: ``file: …`` or ``file:line: …`` if it cannot be read or is damaged.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise RecordingError(f"{path}: cannot read the recording: {error.strerror}; name another file") from None
        except UnicodeDecodeError:
            raise RecordingError(f"{path}: not a recording: it is not text; name another file") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, name: str = "<recording>") -> Recording:
        """Parse the text of a file.

        >>> text = Recording("48K", (0, 7), (), (Moment(5, 12), 255)).to_text()
        >>> print(text, end="")
        pyspectrum recording 1
        model 48K
        start 0 00000007
        end 5+00012 000000ff
        >>> Recording.parse(text).frames
        5

        Raises:
            RecordingError: ``name:line: …`` if the text is not a recording.
        """
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
    match = _TIME.match(text)
    if match is None:
        raise ValueError
    return Moment(int(match[1]), int(match[2]))

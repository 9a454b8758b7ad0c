"""Somebody watches a Spectrum: its pace, its pauses, looks back, and the pictures that go to the page.

The machine may be driven by whoever likes: at each frame's edge, and after each analysis of a line, the conductor is
called, sends what is due, does what the page asked for, and lets time pass where the pace wants it. A pause is a call
that does not return yet.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.studio.link import Command, Link
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import Chord, parse_chord
from pyspectrum.keyboard.matrix import InputEvent
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.screen import SCREEN_SIZE
from pyspectrum.screen.picture import FLASH_FRAMES
from pyspectrum.screen.video import VideoRecorder

AS_FAST_AS_IT_GOES = 0.0
PICTURE_SECONDS = 0.02
"""Between two pictures sent, at least."""
UNSEEN_PICTURES = 4
"""Sent and not yet drawn, at most: a slow page sees fewer pictures and never old ones."""
LOOK_FRAMES = 10
"""Frames from one look to the next at full speed: far less than a person notices, and few stops for the simulator."""
BEHIND_SECONDS = 0.25
"""Beyond this lag, skip frames: the Spectrum just took longer."""
FILM = 2
"""The first byte of a message that is a film."""
SOUND = 3
"""The first byte of a message that is a piece of sound: its T-states, the level at its start, and its edges."""
FILM_FRAMES = 4
FILM_SECONDS = 120.0
"""Of Spectrum time: the last two minutes of a longer film."""
_LOOK_SECONDS = 0.05
MOMENT_FRAMES = 50
"""Frames between two moments at first: a second."""
MOMENTS = 60
"""Moments kept; each takes the 64 KB of a 48K. When there are more, every other one goes."""
FRAME = 1
"""The first byte of a message that is a picture."""
HEAD_BYTES = 7
ROW_BYTES = 32


class TakenOverError(Exception):
    """A person plays from here on: the driver's work is over. `state` is where, None for the present."""

    def __init__(self, state: MachineState | None = None) -> None:
        super().__init__()
        self.state = state


def encode_frame(screen: bytes, border: int, number: int, known: bytes = b"", *, past: bool = False) -> bytes:
    """A picture as a message: a head of seven bytes; then, of each row that changed, its number and its 32 bytes.

    The head is `FRAME`; the frame's number since the machine was switched on, in four bytes, the most significant one
    first; the border's colour, 0-7; and flags: bit 0, FLASH cells are inverted now; bit 1, the moment is in the past.
    Rows 0-191 are pixel rows in the order of memory, 192-215 rows of attributes.

    Args:
        screen: 6,912 bytes.
        border: 0–7.
        number: of the frame; it tells the phase of FLASH.
        known: the screen that the page has (empty: none).
        past: whether the page looks at what has been.

    >>> blank = bytes(6912)
    >>> len(encode_frame(blank, 7, 1, blank)), len(encode_frame(blank, 7, 1))
    (7, 7135)
    >>> changed = b"\\x01" + blank[1:]
    >>> encode_frame(changed, 7, 16, blank)[6:9]
    b'\\x01\\x00\\x01'
    """
    flags = (number // FLASH_FRAMES & 1) | past << 1
    parts = [bytes((FRAME,)), (number & 0xFFFFFFFF).to_bytes(4, "big"), bytes((border & 7, flags))]
    if screen != known:
        for row in range(SCREEN_SIZE // ROW_BYTES):
            start = row * ROW_BYTES
            cells = screen[start : start + ROW_BYTES]
            if cells != known[start : start + ROW_BYTES]:
                parts += (bytes((row,)), cells)
    return b"".join(parts)


@dataclass(frozen=True, slots=True)
class Moment:
    """A machine at the start of a frame."""

    frame: int
    state: MachineState


class History:
    """Moments of a machine to go back to, and the keys since; `note` is called at the start of each frame.

    From a moment the machine does the same again when the same keys go down at the same T-states. So the past is played
    in a second machine, and the one that lives is not touched.
    """

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum
        self._moments: list[Moment] = []
        self._apart = MOMENT_FRAMES
        self._earlier: list[InputEvent] = []  # keys that the machine's own log, begun afresh since, does not have

    @property
    def frame(self) -> int:
        """The number of the frame that the machine is in."""
        return self._spectrum.tstates // self._spectrum.model.tstates_per_frame

    @property
    def keys(self) -> list[InputEvent]:
        """Changes of the keys, the oldest first."""
        return self._earlier + self._spectrum.matrix.log

    def note(self) -> None:
        """Keep the moment where one is due."""
        frame = self.frame
        while self._moments and self._moments[-1].frame > frame:  # the clock was put back
            self._moments.pop()
        if not self._moments or frame - self._moments[-1].frame >= self._apart:
            self._moments.append(Moment(frame, self._spectrum.state()))
            if len(self._moments) > MOMENTS:
                del self._moments[1::2]
                self._apart *= 2

    @property
    def first_frame(self) -> int:
        """The number of the first frame that can be seen again."""
        return self._moments[0].frame if self._moments else self.frame

    def before(self, frame: int) -> Moment | None:
        """The last moment not after a frame, or else the first one kept; None before anything was."""
        place = bisect_right([moment.frame for moment in self._moments], frame)
        return self._moments[max(0, place - 1)] if self._moments else None

    def go_on_from(self, state: MachineState) -> None:
        """Make a moment of the past the machine's present; what came after has never been."""
        earlier = self.keys
        self._spectrum.restore(state)
        self._earlier = [event for event in earlier if event.tstates < self._spectrum.tstates]
        self.note()


class Past:
    """A machine that does once more what another one did, frame by frame."""

    def __init__(self, history: History, model: str) -> None:
        self._history = history
        self.spectrum = Spectrum(model)
        self.frame = -1

    def go_to(self, frame: int) -> bool:
        """Be at the start of a frame, or of the first one that is known; False where nothing is known."""
        moment = self._history.before(frame)
        if moment is None:
            return False
        self.spectrum.restore(moment.state)
        self.frame = moment.frame
        while self.frame < frame:
            self.next_frame()
        return True

    def next_frame(self) -> None:
        """Do what the next frame did."""
        spectrum = self.spectrum
        end = (self.frame + 1) * spectrum.model.tstates_per_frame
        keys = self._history.keys
        place = bisect_right([event.tstates for event in keys], spectrum.tstates)
        if place:
            spectrum.matrix.set(keys[place - 1].keys, keys[place - 1].kempston)
        for event in keys[place:]:
            if event.tstates >= end:
                break
            spectrum.run_to(event.tstates)
            spectrum.matrix.set(event.keys, event.kempston)
        spectrum.run_to(end)
        self.frame += 1


class Conductor:
    """The watching of one machine, until `close`.

    Commands, each a dictionary with ``do``:

    * ``speed`` with ``value``: 1, 10, or 0 for as fast as it goes;
    * ``pause``, ``resume``; ``step`` with ``what``: ``frame`` or ``line``;
    * ``back`` with ``seconds``, ``seek`` with ``frame``, counted from the first one: look at what has been;
    * ``live``: see the present again;
    * ``sound`` with ``on``: send what the speaker does, at real speed;
    * ``keys`` with ``down``: the names of all keys held down from now on; the first one takes over from a driver;
    * ``drawn``: a picture has been drawn; ``whole``: send it all again;
    * ``film``: keep a film from here on; ``cut``: send it, as an animated GIF.

    Args:
        link: to the page.
        clock: in seconds; for tests.

    `each_look`, if there is one, is called at each frame that the conductor sees: at full speed not every one is.
    """

    def __init__(self, spectrum: Spectrum, link: Link, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.spectrum = spectrum
        self.stage = "loading"
        self.line_calls = 0
        self.solving_frame: int | None = None
        self.solved_frame: int | None = None
        self.is_driven = True
        self._link = link
        self._clock = clock
        self._history = History(spectrum)
        self._past: Past | None = None
        self._film: VideoRecorder | None = None
        self._speed = 1.0
        self._paused = False
        self._step = ""
        self._heard: int | None = None
        self._level = 0
        self._known = b""
        self._unseen = 0
        self._sent_at = float("-inf")
        self._sent_frame = -1
        self._paced_from = (0, 0.0)
        self._told: dict[str, Any] = {}
        self._frame_tstates = spectrum.model.tstates_per_frame
        self._second_frames = spectrum.model.tstates_per_second / self._frame_tstates
        self.each_look: Callable[[], None] | None = None
        self._listener = spectrum.frames.listen(self.frame_began)
        self._keep_pace()

    def close(self) -> None:
        """Watch no longer."""
        self._stop_film()
        self._listener.close()

    # -- what the machine's side calls ---------------------------------------------------------

    def frame_began(self) -> None:
        """A frame begins.

        Raises:
            TakenOverError: a person wants to play.
            LinkClosedError: nobody watches.
        """
        self._history.note()
        if self.each_look is not None:
            self.each_look()
        self._attend(stepped="frame")
        self._send_sound()
        self._pass_time(self._history.frame)

    @property
    def frame(self) -> int:
        """The number of the frame that the machine is in."""
        return self._history.frame

    @property
    def is_stepping_lines(self) -> bool:
        """True if the page waits for the next analysis of a line."""
        return self._step == "line"

    @property
    def look_frames(self) -> int:
        """Frames from one look to the next: one, but at full speed."""
        return self._listener.every

    def line_analysed(self, count: int) -> None:
        """An analysis of a line has ended, the one of that number. Raises as `frame_began`."""
        self.line_calls = count
        if self._step == "line":
            self._attend(stepped="line")

    def tell(self, **what: Any) -> None:
        """Send the page a message; the last one of the same ``kind`` is not repeated."""
        kind = str(what.get("kind"))
        if self._told.get(kind) != what:
            self._told[kind] = what
            self._link.send(what)

    def show(self) -> None:
        """Send the picture as it is now, whatever the pace."""
        machine = self._past.spectrum if self._past else self.spectrum
        screen = machine.core.screen_bytes()
        frame = machine.tstates // self._frame_tstates
        self._link.send(encode_frame(screen, machine.core.border, frame, self._known, past=self._past is not None))
        self._known = screen
        self._unseen += 1
        self._sent_at = self._clock()
        self._sent_frame = frame
        self.tell(
            kind="status",
            stage=self.stage,
            seconds=round(machine.tstates / machine.model.tstates_per_second, 2),
            lines=self.line_calls,
            paused=self._paused,
            past=self._past is not None,
            speed=self._speed,
            driven=self.is_driven,
            frame=frame - self._history.first_frame,
            last=self._history.frame - self._history.first_frame,
            solving=self._since_first(self.solving_frame),
            solved=self._since_first(self.solved_frame),
        )

    # -- what the page asks for ----------------------------------------------------------------

    def _attend(self, stepped: str) -> None:
        """Do what was asked for; while the machine is to stand still, this does not return."""
        if self._step == stepped:
            self._step, self._paused = "", True
        self._obey_all(0)
        if not self._paused and self._past is None:
            return
        self.show()
        while self._paused or self._past is not None:
            if self._past is not None and not self._paused:
                self._play_past(self._past)
            elif self._step and self._past is not None:
                self._step = ""
                self._past.next_frame()
                self._return_when_over()
                self.show()
            else:
                self._obey_all(_LOOK_SECONDS)
        self._keep_pace()

    def _obey_all(self, seconds: float) -> None:
        command = self._link.receive(seconds)
        while command is not None:
            self._obey(command)
            # a step is done before the next one is asked for
            command = None if self._step else self._link.receive(0)

    def _obey(self, command: Command) -> None:
        match command:
            case {"do": "speed", "value": int() | float() as speed} if speed >= 0:
                self._speed = float(speed)
                self._keep_pace()
            case {"do": "pause"}:
                self._paused = True
            case {"do": "resume"}:
                self._paused = False
                self._keep_pace()
            case {"do": "step", "what": "frame" | "line" as what}:
                self._step, self._paused = what, self._past is not None
                self._keep_pace()
            case {"do": "back", "seconds": int() | float() as seconds} if seconds > 0:
                now = self._past.frame if self._past else self._history.frame
                self._look_at(now - round(seconds * self._second_frames))
            case {"do": "seek", "frame": int() as frame, **others} if frame >= 0:
                self._paused = self._paused or others.get("paused") is True
                self._look_at(self._history.first_frame + frame)
            case {"do": "sound", "on": bool() as is_on}:
                self._heard = self.spectrum.tstates if is_on else None
            case {"do": "live"}:
                self._leave_past()
            case {"do": "keys", "down": list() as names}:
                self._keys(names)
            case {"do": "film"}:
                self._stop_film()
                self._film = VideoRecorder(self.spectrum, every=FILM_FRAMES, seconds=FILM_SECONDS)
            case {"do": "cut"} if self._film is not None:
                with TemporaryDirectory() as folder:
                    path = Path(folder) / "film.gif"
                    self._film.save(path)
                    self._link.send(bytes((FILM,)) + path.read_bytes())
                self._stop_film()
            case {"do": "drawn"}:
                self._unseen = max(0, self._unseen - 1)
            case {"do": "whole"}:
                self._known = b""
                self._unseen = 0
                self._told.clear()
                self.show()

    def _keys(self, names: Collection[object]) -> None:
        try:
            down: Chord = frozenset().union(*(parse_chord(str(name)) for name in names))
        except KeyboardError:
            return  # the page names keys that there are
        if self._past is not None:
            state = self._past.spectrum.state()
            self._past = None
            raise TakenOverError(state)
        if self.is_driven:
            if down:
                raise TakenOverError
            return
        self.spectrum.matrix.held = down

    def take_over(self, state: MachineState | None) -> None:
        """From here on a person plays, at real speed, from a moment of the past if `state` is one."""
        self.is_driven = False
        self._past = None
        self._paused = False
        self._step = ""
        if state is not None:
            self._history.go_on_from(state)
        else:
            self.spectrum.release()
        self._keep_pace()

    # -- films ---------------------------------------------------------------------------------

    def _stop_film(self) -> None:
        if self._film is not None:
            self._film.close()
        self._film = None

    # -- the past ------------------------------------------------------------------------------

    def _look_at(self, frame: int) -> None:
        if frame >= self._history.frame:
            self._leave_past()
            return
        past = self._past or Past(self._history, self.spectrum.model.name)
        if past.go_to(max(0, frame)):
            self._past = past
            self._keep_pace()
            self.show()

    def _leave_past(self) -> None:
        if self._past is not None:
            self._past = None
            self._keep_pace()
            self.show()

    def _play_past(self, past: Past) -> None:
        past.next_frame()
        self._return_when_over()
        self._obey_all(0)
        if self._past is past:
            self._pass_time(past.frame)

    def _return_when_over(self) -> None:
        if self._past is not None and self._past.frame >= self._history.frame:
            self._leave_past()

    def _since_first(self, frame: int | None) -> int | None:
        return None if frame is None else frame - self._history.first_frame

    # -- sound ---------------------------------------------------------------------------------

    def _send_sound(self) -> None:
        """Send what the speaker did since it was heard last, if the pace is real."""
        if self._heard is None:
            return
        since, now = self._heard, self.spectrum.tstates
        self._heard = now
        if self._pace != 1 or not 0 < now - since < self.spectrum.model.tstates_per_second:
            return
        self.spectrum.sound.mark(since)
        edges = self.spectrum.sound.edges
        piece = (
            bytes((SOUND,))
            + (now - since).to_bytes(4, "big")
            + bytes((self._level,))
            + b"".join((edge - since).to_bytes(4, "big") for edge in edges)
        )
        self._level = (self._level + len(edges)) & 1
        self._link.send(piece)

    # -- time ----------------------------------------------------------------------------------

    @property
    def _pace(self) -> float:
        """Multiples of real time: what was chosen while the program works, and real time for a person who plays.

        So a key held for a tenth of a second is one key.
        """
        return self._speed if self.is_driven or self._past is not None else 1.0

    def _keep_pace(self) -> None:
        """Count the time from here on."""
        frame = self._past.frame if self._past else self._history.frame
        self._paced_from = frame, self._clock()
        every = LOOK_FRAMES if self._pace == AS_FAST_AS_IT_GOES and self._step != "frame" else 1
        if self._listener.every != every:
            self._listener.every = every
            self.spectrum.frames.clock_was_set()  # from the next frame on

    def _pass_time(self, frame: int) -> None:
        """Send the picture where one is due, and wait until the frame's time has come."""
        now = self._clock()
        is_due = now - self._sent_at >= PICTURE_SECONDS * 0.9 and frame != self._sent_frame
        if is_due and self._unseen < UNSEEN_PICTURES:
            self.show()
        pace = self._pace
        if pace == AS_FAST_AS_IT_GOES:
            return
        from_frame, since = self._paced_from
        due = since + (frame - from_frame) / (self._second_frames * pace)
        if self._clock() - due > BEHIND_SECONDS:
            self._keep_pace()
            return
        while (left := due - self._clock()) > 0:
            command = self._link.receive(left)
            if command is None:
                break
            before = self._paced_from
            self._obey(command)
            if self._paused or self._paced_from != before:
                return

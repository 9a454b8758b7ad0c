"""Somebody watches a Spectrum: its pace, its pauses, looks back, and the pictures that go to the page.

The machine may be driven by whoever likes: at each frame's edge, and after each analysis of a line, the conductor is
called, sends what is due, does what the page asked for, and lets time pass where the pace wants it. A pause is a call
that does not return yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.studio.history import History, Past
from harness.studio.link import Command, Link
from harness.studio.screen_stream import encode_frame
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import Chord, parse_chord
from pyspectrum.machine import MachineState, Spectrum
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


class TakenOverError(Exception):
    """A person plays from here on: the driver's work is over. `state` is where, None for the present."""

    def __init__(self, state: MachineState | None = None) -> None:
        super().__init__()
        self.state = state


@dataclass
class Watched:
    """State that a page gets beside the picture."""

    stage: str = "loading"
    line_calls: int = 0
    solving_frame: int | None = None
    solved_frame: int | None = None


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
        self.watched = Watched()
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
        self._pictures = 0
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
        self.watched.line_calls = count
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
        self._pictures += 1
        self._sent_at = self._clock()
        self._sent_frame = frame
        self.tell(
            kind="status",
            stage=self.watched.stage,
            seconds=round(machine.tstates / machine.model.tstates_per_second, 2),
            lines=self.watched.line_calls,
            paused=self._paused,
            past=self._past is not None,
            speed=self._speed,
            driven=self.is_driven,
            frame=frame - self._history.first_frame,
            last=self._history.frame - self._history.first_frame,
            solving=self._since_first(self.watched.solving_frame),
            solved=self._since_first(self.watched.solved_frame),
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
                self._look_back(seconds)
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
                self._send_film(self._film)
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

    def _send_film(self, film: VideoRecorder) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "film.gif"
            film.save(path)
            self._link.send(bytes((FILM,)) + path.read_bytes())
        self._stop_film()

    def _stop_film(self) -> None:
        if self._film is not None:
            self._film.close()
        self._film = None

    # -- the past ------------------------------------------------------------------------------

    def _look_back(self, seconds: float) -> None:
        now = self._past.frame if self._past else self._history.frame
        self._look_at(now - round(seconds * self._second_frames))

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
        if now - self._sent_at >= PICTURE_SECONDS * 0.9 and frame != self._sent_frame:
            self._show_if_seen()
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

    def _show_if_seen(self) -> None:
        if self._unseen < UNSEEN_PICTURES:
            self.show()

"""Fuse, another emulator, on an X display of its own: real key events go in, screenshots come out.

Nothing here trusts to delays: a key is held until the screenshot shows what it did, and a line that does not read as
it should is rubbed out and typed again. The Spectrum's screen is found in the display's whole picture, by the copyright
message, so the size of Fuse's menu does not matter.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PIL import Image, ImageGrab

from pyspectrum.core import ROM_PATH
from pyspectrum.keyboard import ENTER, Chord, chords_for_text
from pyspectrum.machine import Spectrum
from pyspectrum.screen import COLUMNS, DISPLAY_SIZE, HEIGHT_PX, ROWS, WIDTH_PX, Screen, pixel_row_offset
from pyspectrum.screen.fonts import Font
from pyspectrum.screen.picture import BRIGHT_LEVEL, NORMAL_LEVEL

PROGRAMS = ("fuse", "Xvfb", "xdotool")
SPEED_PERCENT = 300
"""Faster than life, yet slow enough that a key is let go before the ROM repeats it (see `_REPEAT_LATE`)."""
DISPLAY_SIZE_PX = (480, 400)

_HOST_KEYS = {"CAPS": "Shift_L", "SYMBOL": "Control_L", "ENTER": "Return", "SPACE": "space"}
_DELETE = "BackSpace"  # Fuse presses CAPS SHIFT and 0 for it
_POLL_SECONDS = 0.01
_STEP_SECONDS = 30.0
_KEY_SECONDS = 1.0
_STILL_FRAMES = 6
_DEBOUNCE_FRAMES = 8  # the ROM wants a key up for five frames before it takes it for a new one
_CURSORS = "LC"
# The ROM repeats a key after 35 frames, 0.2 s of ours, and a busy machine holds one that long: "LOAD LOAD". So REPDEL
# (23561) becomes 0, which is 256 frames, as soon as the ROM has set it: at its next write, that of REPPER.
_REPEAT_LATE = """\
tbreak write 23562 if [23561] == 35
commands 1
set 23561 0
continue
end"""
# Fuse's colours are 0, 192, 255, ours 0, 215, 255: both are the same sixteen
_LEVELS = [0 if level < 96 else NORMAL_LEVEL if level < 224 else BRIGHT_LEVEL for level in range(256)] * 3


class FuseError(AssertionError):
    """A wait that failed; the message ends with the screen's text."""


@contextmanager
def running_fuse(
    folder: Path, *options: str, speed_percent: int = SPEED_PERCENT, greets_as: str = "48"
) -> Iterator[FuseEmulator]:
    """Fuse as a 48K Spectrum; a tape among the `options` does not play yet.

    `folder` becomes its home and takes its log, so that nobody's settings are read or written. The last of several
    `options` of a kind counts; where they make it another machine, `greets_as` is the model of ours whose copyright
    message that one shows.
    """
    with ExitStack() as stack:
        environment = stack.enter_context(_virtual_display(folder))
        command = [
            "fuse", "--machine", "48", "--rom-48", ROM_PATH, "--speed", str(speed_percent), "--rate", "1",
            "--no-sound", "--no-auto-load", "--no-confirm-actions", "--no-autosave-settings",
            "--debugger-command", _REPEAT_LATE,
            *options,
        ]  # fmt: skip
        log = stack.enter_context((folder / "fuse.log").open("wb"))
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
        stack.callback(_end, process, at_once=True)  # Fuse takes no notice of a polite signal, and saves nothing here
        emulator = FuseEmulator(environment, process, speed_percent)
        emulator.find_picture(greets_as)
        yield emulator


@contextmanager
def _virtual_display(folder: Path) -> Iterator[dict[str, str]]:
    """An X server without a monitor; yields the environment for its clients."""
    home, runtime = folder / "home", folder / "runtime"
    for made in (home, runtime):
        made.mkdir(mode=0o700, parents=True)
    read_end, write_end = os.pipe()
    width, height = DISPLAY_SIZE_PX
    screen = ("-screen", "0", f"{width}x{height}x24")
    command = ["Xvfb", "-displayfd", str(write_end), *screen, "-nolisten", "tcp", "-noreset"]
    with (folder / "xvfb.log").open("wb") as log:
        server = subprocess.Popen(command, pass_fds=(write_end,), stdout=log, stderr=subprocess.STDOUT)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as numbers:
            display = numbers.readline().strip()  # comes when the server takes clients
        if not display:
            raise FuseError(f"Xvfb did not start: {(folder / 'xvfb.log').read_text(errors='replace')}")
        environment = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        environment |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "XDG_RUNTIME_DIR": str(runtime)}
        yield {**environment, "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
    finally:
        _end(server)


def _end(process: subprocess.Popen[bytes], *, at_once: bool = False) -> None:
    process.kill() if at_once else process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class FuseEmulator:
    """A running Fuse: look at its screen, press keys on its keyboard."""

    def __init__(self, environment: dict[str, str], process: subprocess.Popen[bytes], speed_percent: int) -> None:
        self._environment = environment
        self._process = process
        self._frame_seconds = 0.02 * 100 / speed_percent
        self._place: tuple[int, int] | None = None
        """Left upper corner of the Spectrum's 256 × 192 pixels in a screenshot."""
        self._read: tuple[bytes, Font | None, str] = b"", None, ""
        self.font: Font | None = None
        """Font for reading the screen's text; None: the ROM's characters."""

    # -- looking -------------------------------------------------------------------------------

    def screenshot(self) -> Image.Image:
        """The whole display."""
        return ImageGrab.grab(xdisplay=self._environment["DISPLAY"]).convert("RGB")

    def find_picture(self, model: str = "48") -> None:
        """Wait for the copyright message of a model, and remember where the picture is that has it."""
        message = _copyright_message(model)
        self._poll(lambda: self._look_for(message), "the copyright message")
        # keys go to the window under the pointer
        self._xdotool("mousemove", *(str(corner + 90) for corner in self._corner()))

    def _look_for(self, message: Sequence[str]) -> bool:
        dark = self.screenshot().convert("L").point([255 * (level < 96) for level in range(256)])
        rows = ["".join("01"[level > 0] for level in dark.crop((0, y, dark.width, y + 1)).tobytes())
                for y in range(dark.height)]  # fmt: skip
        for y, row in enumerate(rows[: len(rows) - len(message) + 1]):
            x = row.find(message[0])
            if x >= 0 and all(rows[y + n][x : x + WIDTH_PX] == pixels for n, pixels in enumerate(message)):
                self._place = x, y - (HEIGHT_PX - len(message))
                return True
        return False

    def _corner(self) -> tuple[int, int]:
        assert self._place
        return self._place

    def picture(self) -> Image.Image:
        """The Spectrum's picture without its border, 256 × 192, in the colours that `Screen.image` uses."""
        x, y = self._corner()
        return self.screenshot().crop((x, y, x + WIDTH_PX, y + HEIGHT_PX)).point(_LEVELS)

    def border(self) -> tuple[int, int, int]:
        """The border's colour, left of the picture's middle."""
        x, y = self._corner()
        colour = self.screenshot().point(_LEVELS).getpixel((x - 8, y + HEIGHT_PX // 2))
        assert isinstance(colour, tuple)
        return colour[0], colour[1], colour[2]

    def screen(self) -> Screen:
        """The picture as a screen in white and black: all that is not black is ink."""
        bits = self.picture().convert("L").point([255 * (level > 0) for level in range(256)]).convert("1").tobytes()
        display = bytearray(DISPLAY_SIZE)
        for y in range(HEIGHT_PX):
            offset = pixel_row_offset(y)
            display[offset : offset + COLUMNS] = bits[COLUMNS * y : COLUMNS * (y + 1)]
        return Screen(bytes(display) + bytes((7,)) * (COLUMNS * ROWS))

    def text(self) -> str:
        """Read the whole screen as one line, so that a prompt may run over the end of a row."""
        screen = self.screen()
        if self._read[:2] != (screen.data, self.font):  # reading takes long
            self._read = screen.data, self.font, "".join(screen.text(self.font))
        return self._read[2]

    # -- waiting -------------------------------------------------------------------------------

    def wait_for(self, *texts: str, seconds: float = _STEP_SECONDS) -> None:
        self._poll(lambda: any(text in self.text() for text in texts), " or ".join(map(repr, texts)), seconds)

    def wait_for_picture(self, wanted: Image.Image, what: str, seconds: float = _STEP_SECONDS) -> None:
        """Wait until the picture is `wanted`, pixel for pixel."""
        self._poll(lambda: self.picture().tobytes() == wanted.tobytes(), what, seconds)

    def _poll(self, condition: Callable[[], bool], what: str, seconds: float = _STEP_SECONDS) -> None:
        """Look again and again, the less often the longer it takes."""
        begun = time.monotonic()
        while not condition():
            waited = time.monotonic() - begun
            if self._process.poll() is not None:
                raise FuseError(f"Fuse has ended with {self._process.returncode} before {what} came")
            if waited > seconds:
                raise FuseError(f"waited {seconds:.0f} s for {what}: timed out; {self._description()}")
            time.sleep(_POLL_SECONDS + min(waited / 20, 0.3))

    def _description(self) -> str:
        if self._place is None:
            return "the Spectrum's picture was not found on the display"
        return "the screen shows:\n" + "\n".join(f"    |{line}|" for line in self.screen().text())

    # -- typing --------------------------------------------------------------------------------

    def hold_until(
        self, chord: Chord, condition: Callable[[], bool], what: str, seconds: float = _STEP_SECONDS
    ) -> None:
        """Keep keys down until `condition` holds, then let them go for long enough to be noticed."""
        self._hold([_HOST_KEYS.get(key, key) for key in sorted(chord)], lambda: self._poll(condition, what, seconds))

    def wait_until_still(self) -> None:
        """Wait until the picture is the same for some frames: all that a key does is done."""
        seen = [b""]

        def is_still() -> bool:
            before, seen[0] = seen[0], self.picture().tobytes()
            time.sleep(_STILL_FRAMES * self._frame_seconds)
            return before == seen[0]

        self._poll(is_still, "the picture to stand still")

    def hold_for(self, chord: Chord, frames: int) -> None:
        """Keep keys down for about so many frames, whatever happens."""
        keys = [_HOST_KEYS.get(key, key) for key in sorted(chord)]
        self._hold(keys, lambda: time.sleep(frames * self._frame_seconds))

    def type_line(self, prompt: str, text: str) -> None:
        """Type `text` after `prompt` and press ENTER; what is in the line already, and mistakes, are rubbed out."""
        deadline = time.monotonic() + _STEP_SECONDS
        wanted = self.font.spell(text) if self.font else text  # as it is read
        while (line := self._line_after(prompt)) != wanted:
            if time.monotonic() > deadline:
                raise FuseError(f"{text!r} cannot be typed after {prompt!r}; {self._description()}")
            if line is None:  # no prompt yet, or only half drawn
                time.sleep(_POLL_SECONDS)
            elif wanted.startswith(line):
                (chord,) = chords_for_text(text[len(line)])
                self._tap([_HOST_KEYS.get(key, key) for key in sorted(chord)], prompt, line)
            else:
                self._tap([_DELETE], prompt, line)
        self.hold_until(ENTER, lambda: self._line_after(prompt) != wanted, f"ENTER after {prompt + text!r} to be taken")

    def _line_after(self, prompt: str) -> str | None:
        """Return the text between the prompt and the cursor; None without a prompt or a cursor."""
        _before, found, rest = self.text().rpartition(prompt)
        rest = rest.strip()  # the answer may stand on a line of its own
        return rest[:-1] if found and rest and rest[-1] in _CURSORS else None

    def _tap(self, keys: list[str], prompt: str, line: str) -> None:
        """Hold keys until the line is another, but not for ever: they may not have been noticed."""
        deadline = time.monotonic() + _KEY_SECONDS

        def wait() -> None:
            while self._line_after(prompt) in (line, None) and time.monotonic() < deadline:
                time.sleep(_POLL_SECONDS / 2)

        self._hold(keys, wait)

    def _hold(self, keys: list[str], wait: Callable[[], None]) -> None:
        # shifts first, as a person does; XTEST events are those of a real keyboard to every client
        ordered = sorted(keys, key=lambda key: key not in _HOST_KEYS.values())
        self._xdotool(*(word for key in ordered for word in ("keydown", key)))
        try:
            wait()
        finally:
            self._xdotool(*(word for key in reversed(ordered) for word in ("keyup", key)))
            time.sleep(_DEBOUNCE_FRAMES * self._frame_seconds)

    def _xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self._environment, check=True, timeout=20)


def _copyright_message(model: str) -> list[str]:
    """The last text row after power-on: eight rows of 256 pixels as zeros and ones, without blank ones on top."""
    spectrum = Spectrum(model)
    spectrum.boot()
    rows = [f"{spectrum.screen.row_bits(y):0{WIDTH_PX}b}" for y in range(HEIGHT_PX - 8, HEIGHT_PX)]
    while "1" not in rows[0]:
        rows.pop(0)
    return rows

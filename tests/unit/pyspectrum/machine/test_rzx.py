"""Recorded games: made here from a machine that is played, run again to their last frame, and damaged."""

import contextlib
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import Spectrum
from pyspectrum.commands import main
from pyspectrum.errors import RecordingError, ReplayError, SpectrumError
from pyspectrum.machine.rzx import Checkpoint, parse_rzx
from pyspectrum.snapshot import write_snapshot
from tests.marks import examples
from tools.example_pages import build_rooms, build_snake

_TWO_FETCHES = (0xCB, 0xDD, 0xED, 0xFD)
EVERY = 12
KEYS = {"48": ("SPACE", "", "q", "", "p", ""), "128": ("1", "", "2", "", "3", "")}
Frames = list[tuple[int, bytes]]


def snapshot_block(spectrum: Spectrum) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.szx")
        write_snapshot(path, spectrum.core)
        data = path.read_bytes()
    return block(0x30, struct.pack("<I4sI", 2, b"szx", len(data)) + zlib.compress(data))


def input_block(frames: Frames) -> bytes:
    """A frame whose reads are those of the one before may say so; here each does."""
    content, before = b"", None
    for fetches, reads in frames:
        again = reads == before and reads != b""
        content += struct.pack("<HH", fetches, 0xFFFF if again else len(reads)) + (b"" if again else reads)
        before = reads
    return block(0x80, struct.pack("<IBII", len(frames), 0, 0, 2) + zlib.compress(content))


def block(kind: int, body: bytes) -> bytes:
    return struct.pack("<BI", kind, 5 + len(body)) + body


def rzx(*blocks: bytes) -> bytes:
    return b"RZX!\0\x0d\0\0\0\0" + block(0x10, b"a writer of our own".ljust(24, b"\0")) + b"".join(blocks)


class Recorder:
    """Notes what a machine reads in each frame, and how many opcodes it fetches."""

    def __init__(self, spectrum: Spectrum) -> None:
        self.spectrum, self.frames = spectrum, Frames()
        self.checkpoints: list[Checkpoint] = []
        self._fetches, self._reads = 0, bytearray()
        self._per_frame = spectrum.model.tstates_per_frame
        self._read = spectrum.core.ports.read_port

    def read(self, registers: Any, port: int) -> int:
        value = self._read(registers, port)
        self._reads.append(value)
        return value

    def note(self, pc: int, started: int, ended: int) -> None:
        self._fetches += 2 if self.spectrum.core.memory[pc] in _TWO_FETCHES else 1
        if started // self._per_frame != ended // self._per_frame:
            self.frames.append((self._fetches, bytes(self._reads)))
            self._fetches, self._reads = 0, bytearray()
            if len(self.frames) % EVERY == 0:
                self.checkpoints.append(checkpoint(self.spectrum, len(self.frames)))

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        core = self.spectrum.core
        core.observer, core.ports.read_port = self.note, self.read  # type: ignore[method-assign]
        core.attach_ports()
        try:
            yield
        finally:
            core.observer, core.ports.read_port = None, self._read  # type: ignore[method-assign]
            core.attach_ports()


def checkpoint(spectrum: Spectrum, frame: int) -> Checkpoint:
    core, memory = spectrum.core, 0
    for bank in core.banks or (bytes(core.memory[0x4000:]),):
        memory = zlib.crc32(bank, memory)
    return Checkpoint(frame, memory, spectrum.screen)


@cache
def recorded(model: str) -> tuple[bytes, tuple[Checkpoint, ...]]:
    """An example game that is played for a while, and the machine as it was on the way."""
    spectrum = Spectrum(model)
    spectrum.load(build_snake() if model == "48" else build_rooms())
    spectrum.run_frames(1)
    begin, recorder = snapshot_block(spectrum), Recorder(spectrum)
    with recorder.at_work():
        for keys in KEYS[model]:
            spectrum.hold(keys) if keys else spectrum.release()
            spectrum.run_frames(EVERY)
    return rzx(begin, input_block(recorder.frames)), tuple(recorder.checkpoints)


@pytest.fixture(params=["48", "128"])
def model(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


def test_a_recorded_game_is_played_to_its_last_frame(model: str, tmp_path: Path) -> None:
    data, on_the_way = recorded(model)
    path = tmp_path / "game.rzx"
    path.write_bytes(data)
    spectrum = Spectrum(model)
    before = spectrum.tstates
    assert spectrum.play_rzx(path, every=EVERY) == on_the_way
    assert spectrum.screen == on_the_way[-1].screen
    assert len({one.screen.data for one in on_the_way}) > 2, "something happens"
    assert (spectrum.tstates - before) // spectrum.model.tstates_per_frame == 6 * EVERY + 1
    spectrum.run_frames(10)  # and the game goes on


def test_a_recorded_game_is_run_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, on_the_way = recorded("48")
    path = tmp_path / "game.rzx"
    path.write_bytes(data)
    assert main(["run", str(path), "--text"]) == 0
    assert capsys.readouterr().out.splitlines()[0].rstrip() == on_the_way[-1].screen.text_line(0).rstrip()
    assert main(["run", str(path), "--model", "128"]) == 2
    assert capsys.readouterr().err == f"spectrum: {path}: a recording of a 48K; use --model 48\n"


def damaged_frame(number: int, change: Callable[[int, bytes], tuple[int, bytes]]) -> bytes:
    game = parse_rzx(recorded("48")[0])
    recording = game.blocks[-1]
    frames = [(frame.fetch_counter, recording.data[frame.start : frame.end]) for frame in recording.frames]
    frames[number] = change(*frames[number])
    spectrum = Spectrum()
    spectrum.load(build_snake())
    spectrum.run_frames(1)
    return rzx(snapshot_block(spectrum), input_block(frames))


@pytest.mark.parametrize(
    ("change", "way"),
    [(lambda fetches, reads: (fetches, reads[1:]), "more"), (lambda fetches, reads: (fetches, reads + b"\0"), "less")],
)
def test_a_recording_that_leaves_the_track_says_in_which_frame(
    change: Callable[[int, bytes], tuple[int, bytes]], way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.rzx"
    path.write_bytes(damaged_frame(40, change))
    said = f"left the track in frame 41 of {6 * EVERY}: the program read its ports {way} often than in the recording"
    with pytest.raises(ReplayError, match=said) as caught:
        Spectrum().play_rzx(path)
    assert caught.value.frame == 41
    assert main(["run", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"spectrum: {path}: {said}; the screen shows:\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"RZX", "not a recorded game"),
        (rzx(), "recorded input is missing at its beginning"),
        (rzx(input_block([(1, b"")])), "a snapshot is missing at its beginning"),
        (rzx()[:-1], "byte 10: damaged: the block ends beyond the end of the file"),
        (rzx() + bytes((0x80, 0, 0, 0, 0)), "byte 39: damaged"),
        (rzx(block(0x30, struct.pack("<I4sI", 1, b"szx", 0) + b"x.szx")), "its snapshot is in another file"),
        (rzx(block(0x30, struct.pack("<I4sI", 0, b"szx", 0) + b"ZXST")), "damaged"),
        (rzx(block(0x30, struct.pack("<I4sI", 2, b"szx", 0) + b"ZXST")), "the block cannot be unpacked"),
        (rzx(block(0x80, struct.pack("<IBII", 1, 0, 0, 1))), "its input is encrypted"),
        (rzx(block(0x80, struct.pack("<IBII", 9, 0, 0, 0) + bytes(4))), "frame 2 of 9 is missing"),
        (rzx(block(0x80, struct.pack("<IBII", 1, 0, 0, 0) + b"\1\0\1\0")), "frame 1 of 1 ends too soon"),
    ],
)
def test_a_file_that_is_no_recorded_game_is_refused(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.rzx"
    path.write_bytes(data)
    with pytest.raises(RecordingError, match=said):
        Spectrum().play_rzx(path)
    assert main(["run", str(path)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert said in line


def test_a_recording_of_a_16k_is_refused(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "x.szx", Spectrum().core)
    data = (tmp_path / "x.szx").read_bytes()
    kept, at = data[:6] + b"\0" + data[7:8], 8
    while at < len(data):
        end = at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")
        if data[at : at + 4] != b"RAMP" or data[at + 10] == 5:
            kept += data[at:end]
        at = end
    begin = block(0x30, struct.pack("<I4sI", 0, b"szx", len(kept)) + kept)
    with pytest.raises(RecordingError, match="a snapshot of a 16K"):
        parse_rzx(rzx(begin, input_block([(1, b"")])))


def test_a_recording_of_another_model_is_refused() -> None:
    with pytest.raises(RecordingError, match=r"a recording of a 128K; use Spectrum\(model='128'\)"):
        Spectrum().play_rzx(parse_rzx(recorded("128")[0]))
    with pytest.raises(RecordingError, match=r"none\.rzx: cannot read the recording: No such file"):
        Spectrum().play_rzx("none.rzx")
    with pytest.raises(
        SpectrumError, match=r"game\.rzx: a recorded game: played by spectrum run and Spectrum\.play_rzx"
    ):
        Spectrum().load("game.rzx")


@settings(max_examples=examples(200))
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=4))
def test_a_damaged_file_is_read_or_refused(place: int, noise: bytes) -> None:
    data = bytearray(recorded("48")[0])
    at = place % len(data)
    data[at : at + len(noise)] = noise
    with contextlib.suppress(RecordingError):
        assert parse_rzx(bytes(data)).blocks

"""Recordings of keys: recorded, written, read, and pressed again bit for bit."""

import runpy
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import MachineState, Recorder, Recording, Spectrum, Tape, replay
from pyspectrum.basic import tokenise
from pyspectrum.errors import RecordingError, ReplayError
from pyspectrum.keyboard import MATRIX
from pyspectrum.recorder import Change, Moment, checksum, write_test
from pyspectrum.recorder.script import Step, from_test, write_script
from pyspectrum.tape import program_blocks, write_tap
from tests.cases import cases
from tests.marks import examples

GAME = "10 LET k$=INKEY$: PRINT k$;: BEEP .002,IN 31: BORDER IN 31: GO TO 10"


def machine(state: MachineState) -> Spectrum:
    spectrum = Spectrum(joystick="kempston")
    spectrum.restore(state)
    return spectrum


@pytest.fixture
def spectrum(booted: MachineState) -> Spectrum:
    return machine(booted)


def tape(listing: str = GAME) -> Tape:
    return Tape(program_blocks("game", tokenise(listing), 10))


def play(spectrum: Spectrum) -> None:
    """A bit of everything."""
    spectrum.type('LOAD ""\n')
    spectrum.run_frames(7.3)
    spectrum.tap("q", frames=4)
    spectrum.hold("p+CAPS")
    spectrum.joystick("left+fire")
    spectrum.run_tstates(123_456)
    spectrum.joystick("")
    spectrum.release()
    spectrum.press("z")
    spectrum.run_frames(33)
    spectrum.hold("w")
    spectrum.run_frames(2)


@pytest.fixture(scope="module")
def recorded(booted: MachineState) -> tuple[Recording, MachineState]:
    spectrum = machine(booted)
    with Recorder(spectrum) as recorder:
        spectrum.insert_tape(tape())
        play(spectrum)
    return recorder.recording, spectrum.state()


def test_a_replay_leads_to_the_same_machine(spectrum: Spectrum, recorded: tuple[Recording, MachineState]) -> None:
    recording, after = recorded
    spectrum.insert_tape(tape())
    replay(spectrum, recording)
    assert spectrum.state().core == after.core
    assert spectrum.matrix.down == {"w"}
    assert spectrum.text_lines() == recording.screen


def test_recording_changes_nothing(spectrum: Spectrum, recorded: tuple[Recording, MachineState]) -> None:
    spectrum.insert_tape(tape())
    play(spectrum)
    assert spectrum.state().core == recorded[1].core


def test_a_recording_is_read_from_its_file(recorded: tuple[Recording, MachineState], tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    recorded[0].save(path)
    assert Recording.read(path) == recorded[0]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "pyspectrum recording 1"
    assert any(line.endswith(" p+CAPS, left+fire") for line in lines)
    assert len(path.read_bytes()) < 5_000


def test_a_machine_that_has_been_on_for_longer_can_replay(spectrum: Spectrum, booted: MachineState) -> None:
    with Recorder(spectrum) as recorder:
        spectrum.type("PRINT 6*7\n")
        spectrum.run_frames(20)
    later = machine(booted)
    later.core.tstates += 1000 * later.model.tstates_per_frame
    replay(later, recorder.recording)
    assert later.text_lines() == spectrum.text_lines()


def test_keys_held_at_the_start_are_held_again(spectrum: Spectrum) -> None:
    spectrum.hold("x")
    spectrum.run_frames(3)
    before = spectrum.state()
    with Recorder(spectrum) as recorder:
        spectrum.run_frames(50)
    assert [change[1:] for change in recorder.recording.changes] == [(frozenset("x"), 0)]
    again = machine(before)
    replay(again, recorder.recording)
    assert again.state().core == spectrum.state().core


def test_keys_held_before_a_replay_are_let_go(spectrum: Spectrum, booted: MachineState) -> None:
    with Recorder(spectrum) as recorder:
        spectrum.run_frames(20)
    again = machine(booted)
    again.hold("x")
    replay(again, recorder.recording)
    assert again.matrix.down == frozenset()
    assert again.state().core == spectrum.state().core


def test_a_tape_is_loaded_at_real_speed_only_while_it_is_recorded(spectrum: Spectrum) -> None:
    with Recorder(spectrum):
        assert not spectrum.core.may_accelerate, "a replay does not load by itself"
    assert spectrum.core.may_accelerate


def test_a_mismatch_says_in_which_frame_it_began(spectrum: Spectrum, booted: MachineState) -> None:
    with Recorder(spectrum, every=1) as recorder:
        spectrum.run_frames(40)
        spectrum.poke(0x9000, 1)  # what is done from outside is not recorded
        spectrum.run_frames(40)
    with pytest.raises(ReplayError, match="began to differ from the recording in frame 40") as caught:
        replay(machine(booted), recorder.recording)
    assert caught.value.frame == 40
    replay(machine(booted), recorder.recording, exact=False)


def test_a_mismatch_after_the_last_check_is_found_too(spectrum: Spectrum, booted: MachineState) -> None:
    with Recorder(spectrum, every=100) as recorder:
        spectrum.run_frames(5)
        spectrum.poke(0x9000, 1)
    with pytest.raises(ReplayError, match="in one of the frames 0 to 5"):
        replay(machine(booted), recorder.recording)


def test_a_replay_begins_where_the_recording_began(
    spectrum: Spectrum, booted: MachineState, recorded: tuple[Recording, MachineState]
) -> None:
    def fails(machine: Spectrum, message: str) -> None:
        with pytest.raises(ReplayError, match=message):
            replay(machine, recorded[0])

    fails(spectrum, "another tape")
    spectrum.insert_tape(tape("10 REM another"))
    fails(spectrum, "another tape")
    spectrum.insert_tape(tape())
    spectrum.poke(0x9000, 1)
    fails(spectrum, "not in the state")
    plain = Spectrum()
    plain.restore(booted)
    plain.insert_tape(tape())
    fails(plain, "joystick='kempston'")
    fails(Spectrum("128"), "of a 48K, and this is a 128K")


def record(spectrum: Spectrum, *acts: Callable[[], object]) -> None:
    with Recorder(spectrum):
        for act in acts:
            act()


def test_boots_restores_and_late_tapes_are_rejected(spectrum: Spectrum, booted: MachineState) -> None:
    with pytest.raises(RecordingError, match="booted or restored"):
        record(spectrum, lambda: spectrum.restore(booted))
    with pytest.raises(RecordingError, match="a tape was changed"):
        record(spectrum, lambda: spectrum.run_frames(20), lambda: spectrum.insert_tape(tape()))
    with pytest.raises(ZeroDivisionError):
        record(spectrum, lambda: spectrum.restore(booted), lambda: 1 // 0)
    with pytest.raises(RecordingError, match="nothing is recorded yet"):
        _ = Recorder(spectrum).recording


def test_a_128_is_recorded_with_all_its_banks() -> None:
    spectrum = Spectrum("128")
    spectrum.boot()
    before = spectrum.state()
    with Recorder(spectrum, every=5) as recorder:
        spectrum.press("DOWN")
        spectrum.type("\nPRINT 5\n")
        spectrum.wait_for_text("0 OK")
    again = Spectrum("128")
    again.restore(before)
    replay(again, recorder.recording)
    assert again.state().core == spectrum.state().core
    again.restore(before)
    again.core.banks[6][100] ^= 1
    with pytest.raises(ReplayError, match="not in the state"):
        replay(again, recorder.recording)


def test_the_log_is_always_on_and_begins_anew(spectrum: Spectrum, booted: MachineState) -> None:
    assert (spectrum.matrix.log, spectrum.matrix.since) == ([], spectrum.tstates)
    spectrum.tap("CAPS+0", frames=2)
    assert [event.keys for event in spectrum.matrix.log] == [{"CAPS", "0"}, set()]
    start, end = (event.tstates for event in spectrum.matrix.log)
    assert round((end - start) / spectrum.model.tstates_per_frame, 2) == 2
    spectrum.restore(booted)
    assert spectrum.matrix.log == []


@pytest.mark.parametrize("change", [
    lambda spectrum: spectrum.poke(0xFFFF, 1), lambda spectrum: spectrum.core.set("hl'", 0x1234),
    lambda spectrum: setattr(spectrum.core, "border", 3), lambda spectrum: spectrum.run_tstates(4),
])  # fmt: skip
def test_the_checksum_depends_on_registers_memory_and_ports(
    spectrum: Spectrum, booted: MachineState, change: Callable[[Spectrum], object]
) -> None:
    assert checksum(spectrum) == checksum(machine(booted))
    change(spectrum)
    assert checksum(spectrum) != checksum(machine(booted))


MOMENTS = st.tuples(st.integers(0, 99_999), st.integers(0, 69_887)).map(lambda pair: Moment(*pair))
CHORDS = st.frozensets(st.sampled_from(sorted(MATRIX)), max_size=4)


@given(
    st.lists(st.tuples(MOMENTS, CHORDS, st.integers(0, 31)), max_size=20, unique_by=lambda change: change[0]),
    st.lists(st.integers(0, 0xFFFF), max_size=60),
    st.integers(1, 100),
    st.lists(st.text("abc |#+-", max_size=32).map(lambda text: text.ljust(32)), max_size=24),
)
@settings(max_examples=examples(60), derandomize=True)
def test_any_recording_is_read_as_it_was_written(
    changes: list[tuple[Moment, frozenset[str], int]], checks: list[int], every: int, screen: list[str]
) -> None:
    ordered = tuple(Change(*change) for change in sorted(changes, key=lambda change: change[0]))
    recording = Recording(
        "128K", (12, 0xABCDEF01), ordered, (Moment(100_000, 3), 5), (1, 2), 7 if checks else 1,
        every if checks else 10, tuple(checks), tuple(screen),
    )  # fmt: skip
    assert Recording.parse(recording.to_text()) == recording


@cases("text", "complaint")
def test_invalid_recordings_are_rejected_by_file_and_line(text: str, complaint: str) -> None:
    with pytest.raises(RecordingError, match=complaint):
        Recording.parse(text, "x.keys")


def test_files_that_cannot_be_read_or_written(tmp_path: Path, recorded: tuple[Recording, MachineState]) -> None:
    with pytest.raises(RecordingError, match=r"none\.keys: cannot read"):
        Recording.read(tmp_path / "none.keys")
    (tmp_path / "bytes.keys").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordingError, match="it is not text"):
        Recording.read(tmp_path / "bytes.keys")
    with pytest.raises(RecordingError, match="cannot write the recording"):
        recorded[0].save(tmp_path / "no" / "folder.keys")
    with pytest.raises(RecordingError, match="cannot write"):
        write_test(recorded[0], tmp_path / "no" / "test_x.py")


def test_a_test_is_written_that_passes_and_can_fail(spectrum: Spectrum, tmp_path: Path) -> None:
    write_tap(tmp_path / "game.tap", tape('10 INPUT "Your ""name""? "; LINE n$: PRINT "Hello, ";n$'))
    spectrum.insert_tape(Tape.read(tmp_path / "game.tap"))
    with Recorder(spectrum) as recorder:
        spectrum.type('LOAD ""\nClive\n')
        spectrum.wait_for_text("0 OK")
    (tmp_path / "tests").mkdir()
    path = tmp_path / "tests" / "test_game.py"
    write_test(recorder.recording, path, media=tmp_path / "game.tap")
    assert "Hello, Clive" in path.read_text(encoding="utf-8")
    played = runpy.run_path(str(path))["test_game"]
    played()
    write_tap(tmp_path / "game.tap", tape('10 INPUT "Your ""name""? "; LINE n$: PRINT "Good day, ";n$'))
    with pytest.raises(ReplayError, match="another tape"):
        played()


def test_a_medium_on_another_drive_keeps_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.path.relpath", Mock(side_effect=ValueError("path is on mount 'D:'")))
    medium = tmp_path / "game.tap"
    assert from_test(medium, tmp_path / "test_game.py") == f'"{medium.as_posix()}"'


def test_a_tape_with_a_hyphen_in_its_name_gives_a_test_that_python_reads(tmp_path: Path) -> None:
    path = tmp_path / "test_my-game.py"
    write_script([Step("press", "a")], path, tmp_path / "my-game.tap")
    assert callable(runpy.run_path(str(path))["test_my_game"])

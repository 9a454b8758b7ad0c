"""Record what is pressed on a machine, replay it bit for bit, and make a test of it."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pyspectrum.errors import RecordingError, ReplayError
from pyspectrum.machine import Spectrum
from pyspectrum.recorder.recording import SUFFIX, Change, Moment, Recording, checksum, tape_mark
from pyspectrum.recorder.script import from_test, quoted, save_test, test_name

__all__ = ["Recorder", "replay", "write_test"]

_LOW = 0xFFFF


class Recorder:
    """While the `with` block lasts, record what is pressed; `recording` has it afterwards.

    That is all that the machine's own methods do with keys and joystick (`type`, `press`, `tap`, `hold`, `joystick`).
    The machine must not be booted, restored or changed otherwise in that time. Insert a tape before the machine runs.

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

    Args:
        every: frames between two checksums; a mismatch is located to within that span.
    """

    def __init__(self, spectrum: Spectrum, *, every: int = 10) -> None:
        self._spectrum, self._matrix = spectrum, spectrum.matrix
        self._every = every
        self._checks: dict[int, int] = {}  # by frame
        self._recording: Recording | None = None

    @property
    def recording(self) -> Recording:
        """The finished recording.

        Raises:
            RecordingError: the `with` block has not ended.
        """
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
        self._listener = spectrum.frames.listen(self._check, every=self._every)
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

    With `exact` the machine must have the same tape in and match every checksum of the recording; without, nothing
    is compared, for a program that has changed since.

    Raises:
        ReplayError: the machine differs from the recording; `frame` says since when.
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

    The test boots a machine, inserts `media` (a tape; its path is written relative to the test's), replays, and
    compares the text on the screen. So the recording must begin right after `Spectrum.boot` and, for a tape,
    `Spectrum.insert_tape`.

    Raises:
        RecordingError: a file cannot be written.
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

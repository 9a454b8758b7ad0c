"""Loading a medium: a tape as a user would load it; a snapshot takes the machine over."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pyspectrum import snapshot, tape
from pyspectrum.basic import standing_report
from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.running import Place, Runner, place_name
from pyspectrum.core.standstill import Standstill
from pyspectrum.errors import SnapshotError, SpectrumError, TapeError, TimeLimitError
from pyspectrum.media_kinds import suffix_of, unread
from pyspectrum.memory import read_word
from pyspectrum.opener import OpeningError, opened, read_file
from pyspectrum.screen.anywhere import stands_anywhere
from pyspectrum.screen.likeness import did_you_mean
from pyspectrum.tape import FileType, Tape
from pyspectrum.tape.deck import Deck

SUFFIXES = (*tape.READ_SUFFIXES, *snapshot.READ_SUFFIXES)
DEFAULT_TIMEOUT = 300.0

_FRAMES_AT_PLAY = 8
"""Frames between two looks for the end of a load, while a tape plays."""
_STOP = "9"
"""The report of STOP, a good end for a program of which nothing is expected."""
_QUIET_SECONDS = 2.0
"""After the tape's end a program that does not listen for that long has what it wanted; so has BASIC with a report."""
_PATIENCE_SECONDS = 12.0
"""A program may think that long between two parts; if it still listens at the tape's end, it will hear nothing more."""
_JOURNAL_SECONDS = 10.0
"""A load that fails leaves a trace and a film of so much at most."""
_LABEL = re.compile(r"[A-Za-z_.][\w.]*")
COPYRIGHT, _MENU = "© 1982 ", "Calculator"
_RAMTOP, _RAMTOP_AT_POWER_ON = 23730, 0xFF57


@dataclass(frozen=True)
class AtText:
    """The goal of `until_text`: a text on the screen, even if a label has that name."""

    text: str


@dataclass(frozen=True)
class AtPlace:
    """The goal of `until_pc`: PC at an address or a label."""

    place: Place


Until = str | int | re.Pattern[str] | Callable[[Any], bool] | AtText | AtPlace
"""Goal of a load: a text on the screen, a pattern in its lines, a label of the symbols, an address, or a condition of
the machine.
"""


def one_goal(until: Until | None, until_text: str | None, until_pc: Place | None) -> Until | None:
    """Return the one goal of three ways to name it; SpectrumError for more than one."""
    text, place = None if until_text is None else AtText(until_text), None if until_pc is None else AtPlace(until_pc)
    given = [goal for goal in (until, text, place) if goal is not None]
    if len(given) > 1:
        raise SpectrumError("a load has one end; give one of until=, until_text= and until_pc=")
    return given[0] if given else None


class LoadTarget(Protocol):
    """The machine that something is loaded into: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    @property
    def runner(self) -> Runner: ...
    @property
    def deck(self) -> Deck: ...
    def boot(self, basic: str | None = None) -> None: ...
    def type(self, text: str) -> None: ...
    def press(self, keys: str) -> None: ...
    def release(self) -> None: ...
    def text_lines(self) -> Sequence[str]: ...


def load(
    spectrum: LoadTarget,
    path: Path | str | Tape,
    until: Until | None = None,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    basic: str | None = None,
    name: str = "<tape>",
) -> None:
    """See `Spectrum.load`; `name` is what messages call a `Tape`."""
    goal_of(spectrum, until)  # a bad one fails before anything is loaded
    if isinstance(path, Tape):
        cassette = path
    else:
        data, suffix = _opened(Path(path))
        if suffix in snapshot.READ_SUFFIXES:
            spectrum.deck.eject()
            snapshot.take_over(spectrum.core, snapshot.parse_snapshot(data, suffix, str(path)), str(path))
            spectrum.release()
            spectrum.runner.jump(spectrum.core.pc)
            if until is not None:
                _wait(spectrum, str(path), goal_of(spectrum, until), timeout)
            return
        cassette, name = Tape.parse(data, suffix, str(path)), str(path)
    if not cassette.parts:
        raise TapeError(f"{name}: this tape is empty; name another")
    _start_loader(spectrum, cassette, basic)
    _wait(spectrum, name, goal_of(spectrum, until), timeout)


def _opened(path: Path) -> tuple[bytes, str]:
    """Read a tape or a snapshot, and see which it is; SpectrumError if it is neither."""
    suffix = suffix_of(path.name)
    if what := unread(suffix):
        raise SpectrumError(f"{path}: {what}")
    error_of, what = (SnapshotError, "snapshot") if suffix in snapshot.READ_SUFFIXES else (TapeError, "tape")
    try:
        data, suffix = opened(read_file(path, f"the {what}", error_of), suffix, SUFFIXES, "a tape or a snapshot")
    except OpeningError as error:
        raise error_of(f"{path}: {error}") from None
    if suffix not in SUFFIXES:
        raise SpectrumError(f"{path}: cannot load that kind of file; it should end in {', '.join(SUFFIXES)}")
    return data, suffix


@dataclass(frozen=True)
class Goal:
    """Goal of a load, in words; `holds` is True once it has come, `stop` is the place that PC comes to.

    `text` is one that is looked for on the screen, `may_be_label` True if a label may have been meant by it,
    `can_be_given_up` True if the goal depends on the machine alone.
    """

    words: str
    holds: Callable[[], bool]
    stop: Breakpoint | None = None
    text: str = ""
    may_be_label: bool = False
    can_be_given_up: bool = True


def goal_of(spectrum: LoadTarget, until: Until | None) -> Goal | None:
    """Return the goal that `until` names, None to wait for the tape alone; SpectrumError if it is none of `Until`."""
    if until is None:
        return None
    symbols = spectrum.runner.symbols
    is_label = isinstance(until, str) and symbols is not None and until in symbols
    if is_label or (isinstance(until, int) and not isinstance(until, bool)):
        assert isinstance(until, str | int)
        until = AtPlace(until)
    if isinstance(until, AtPlace):
        stop = spectrum.runner.breakpoint(until.place)
        return Goal(f"PC to reach {place_name(until.place)}", lambda: spectrum.core.stands_at(stop), stop)
    if isinstance(until, str | AtText):
        text, is_plain = (until, True) if isinstance(until, str) else (until.text, False)
        return Goal(repr(text), lambda: any(text in line for line in spectrum.text_lines()), None, text, is_plain)
    if isinstance(until, re.Pattern):
        return Goal(f"/{until.pattern}/", lambda: bool(until.search("\n".join(map(str.rstrip, spectrum.text_lines())))))
    if callable(until):
        return Goal("the condition", lambda: bool(until(spectrum)), can_be_given_up=False)
    raise SpectrumError(
        f"cannot wait until {until!r}; use a text, a compiled pattern, a label of the symbols, an address or a function"
    )


def _start_loader(spectrum: LoadTarget, cassette: Tape, basic: str | None) -> None:
    """Bring the machine to its BASIC or menu, where it is not there yet, and begin to load.

    LOAD "", which the Tape Loader of a 128 gives as well, would pass over a tape of nothing but code.
    """
    first = next((block.header for block in cassette.blocks), None)
    is_code = first is not None and first.file_type is FileType.CODE
    if spectrum.core.tstates == 0 or (basic is not None and basic != _present_basic(spectrum)):
        spectrum.boot(basic)
    if is_code and _present_basic(spectrum) is None:
        spectrum.boot("128")
    spectrum.deck.insert(cassette)
    if _present_basic(spectrum) is not None:
        spectrum.type('LOAD ""CODE' if is_code else 'LOAD ""')
    spectrum.press("ENTER")


def _present_basic(spectrum: LoadTarget) -> str | None:
    """The BASIC that a machine is in, ``"48"`` or ``"128"``; None where a 128 shows its menu."""
    if spectrum.core.paging_locked:
        return "48"
    return None if any("Tape Loader" in line for line in spectrum.text_lines()) else "128"


def hint_at(spectrum: LoadTarget, goal: Goal) -> str:
    """Return what may have been meant by a goal that did not come: another text, or a label."""
    hint = did_you_mean(goal.text, spectrum.text_lines())
    symbols = spectrum.runner.symbols
    if symbols is None or not goal.may_be_label or not _LABEL.fullmatch(goal.text):
        return hint
    folded = {name.casefold(): name for name in symbols.symbols}
    near = difflib.get_close_matches(goal.text.casefold(), folded, n=1, cutoff=0.7)
    label = f": did you mean until_pc={folded[near[0]]!r}?" if near else ""
    return f"{hint} (no label has that name, so it was taken for a text{label})"


def _was_reset(spectrum: LoadTarget) -> bool:
    """Return True if the machine is as after power-on, RAMTOP included, which NEW keeps."""
    if read_word(spectrum.core.memory, _RAMTOP) != _RAMTOP_AT_POWER_ON:
        return False
    lines = spectrum.text_lines()
    return COPYRIGHT in lines[-1] or any(_MENU in line for line in lines)


def _wait(spectrum: LoadTarget, name: str, goal: Goal | None, timeout: float) -> None:
    """Run until the goal is reached, or the tape has been loaded.

    TapeError if BASIC stopped, the program reset the machine, or waits for more when the tape has ended.
    """
    core, deck = spectrum.core, spectrum.deck
    last_position, last_move, journal_from = deck.position, core.tstates, core.tstates
    times = (_QUIET_SECONDS, _PATIENCE_SECONDS, _JOURNAL_SECONDS)
    quiet, patience, longest_journal = map(core.model.seconds_to_tstates, times)
    stops = () if goal is None or goal.stop is None else (goal.stop,)
    standstill = Standstill(spectrum.runner)

    def give_up_hopeless() -> None:
        if goal is not None and goal.can_be_given_up and not deck.is_wanted:
            standstill.check(goal.words)

    def is_done() -> bool:
        nonlocal last_position, last_move, journal_from
        if goal is not None and goal.holds():
            return True
        if core.journal is not None and core.tstates - journal_from > longest_journal:
            core.journal.begin_anew(keep_calls=True)
            journal_from = core.tstates
        if deck.is_playing or deck.position != last_position:
            last_position, last_move = deck.position, core.tstates
        idle = core.tstates - last_move
        report = standing_report(spectrum)
        if report and report.is_error and deck.tape is not None and (goal is not None or report.code != _STOP):
            raise TapeError(f"{name}: BASIC stopped while loading: {report}")
        if deck.tape is None:
            give_up_hopeless()
            return False
        if deck.at_end and idle > patience and deck.is_wanted:
            raise TapeError(f"{name}: the tape has ended, and the program waits for more; is a part missing?")
        if idle <= quiet or deck.is_wanted:
            return False
        if last_position and _was_reset(spectrum):
            hint = "" if core.model.banked else '; it may need a 128K: model="128"'
            parts = f"part {last_position} of {len(deck.tape.parts)}"
            raise TapeError(f"{name}: the program reset the machine after {parts}{hint}")
        give_up_hopeless()
        return goal is None and bool(last_position) and (deck.at_end or idle > patience or report is not None)

    core.accelerates = core.may_accelerate
    try:
        words = goal.words if goal else "the tape to be loaded"
        limit = core.model.seconds_to_tstates(timeout)
        spectrum.runner.run_until(is_done, words, limit, lambda: _FRAMES_AT_PLAY if deck.is_playing else 1, stops=stops)
    except TimeLimitError as error:
        if goal and goal.text and stands_anywhere(core.screen_bytes(), goal.text):
            return
        error.summary = f"{name}: {error.summary}"
        error.hint = hint_at(spectrum, goal) if goal else ""
        raise
    finally:
        core.accelerates = False

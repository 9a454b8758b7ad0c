"""A failed test described: what is wrong, where it last changed, where the program is."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pyspectrum.basic import list_content, program_in
from pyspectrum.basic.reports import Report, editor_waits, standing_report
from pyspectrum.basic.variables import read_variables, shown_value
from pyspectrum.errors import TimeLimitError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import FLAGX, INPUT_MODE, PPC, SUBPPC, read_word
from pyspectrum.trace.findings import Finding, find
from pyspectrum.trace.head import place_text
from pyspectrum.trace.journal import PACKAGE, Call, Journal, Place
from pyspectrum.trace.recording import Recording
from pyspectrum.trace.replay import Replay
from pyspectrum.trace.search import Activity, Moment, activity, crash, last_change, visits

_LOWER_ROWS = {"row": 22, "rows": 2}
_RST_AT_START = 0
_RAM = 0x4000
_MOST_PARTS = 5
_MOST_VARIABLES, _LONGEST_VALUE = 8, 24


@dataclass
class Failure:
    """Report of a failed test.

    Attributes:
        finding: what is wrong.
        call: the call that failed, if one did.
        facts: sentences, in their order.
        report: BASIC's report and its line, where BASIC has stopped.
        head: what the viewer gets.
    """

    finding: Finding
    call: Call | None
    facts: list[str] = field(default_factory=list)
    report: tuple[str, ...] = ()
    head: dict[str, Any] = field(default_factory=dict)


def describe(journal: Journal, recording: Recording, error: BaseException) -> Failure:
    """Describe the failure of a test by what its machine did."""
    spectrum = journal.spectrum
    call = next((call for call in reversed(journal.calls) if call.error is error), None)
    failure = Failure(find(spectrum, call, error), call)
    names = Names(journal, error)
    lost = crash(journal, recording) if call is not None else None
    report = standing_report(spectrum) if call is not None and failure.finding.kind != "picture" else None
    if call is not None:
        _waited(failure, journal, recording)
    head: dict[str, Any] = {}
    if lost is not None:
        head = _crashed(failure, names, *lost)
    elif report is not None and report.is_error and failure.finding.kind in ("text", "report", "timeout"):
        head = _reported(failure, journal, recording, report)
    elif failure.finding.kind == "timeout":
        head = _timed_out(failure, journal, recording, names)
    elif call is not None:
        moment = last_change(journal, recording, failure.finding.looks_at)
        if moment is not None:
            at = names.of(moment.pc)
            if moment.pc < _RAM and (line := _line_then(journal, moment)):
                at += f", by BASIC's {line}"
            failure.facts.append(f"{failure.finding.name} last changed in frame {moment.frame}, at {at}.")
    if call is not None:
        failure.facts += _present(spectrum, names)
    failure.head = _head(failure, head)
    return failure


def _present(spectrum: Spectrum, names: Names) -> list[str]:
    """Where the program is now, and BASIC's variables."""
    core, pc = spectrum.core, names.where()
    keys = "+".join(sorted(spectrum.matrix.down)) or "no key"
    if core.get("halt") and not core.interrupts_enabled:
        return [f"The program is in HALT at {names.of(pc)} with interrupts off: nothing wakes it."]
    line = line_of(core.memory)
    if pc >= _RAM or (spectrum.symbols is not None and line is None):
        return [f"The program is at {names.of(pc)}; {keys} is down."]
    waits = editor_waits(core) and not core.memory[FLAGX] & INPUT_MODE
    if line is None or (waits and standing_report(spectrum) is None):
        return [f"The program is in the ROM; {keys} is down."]
    facts = [] if waits else [f"BASIC is at {line}; {keys} is down."]
    try:
        values = read_variables(core.memory)
    except VariableError:
        return facts
    shown = [f"{name} {_short(shown_value(value))}" for name, value in values.items()]
    left = f" and {len(shown) - _MOST_VARIABLES} more" if len(shown) > _MOST_VARIABLES else ""
    return [*facts, f"Variables: {', '.join(shown[:_MOST_VARIABLES])}{left}."] if shown else facts


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def line_of(memory: Sequence[int]) -> str | None:
    """The place in a BASIC program that runs: ``line 120, statement 2``; None for a command."""
    number = read_word(memory, PPC)
    if not any(line.number == number for line in program_in(memory)):
        return None
    return f"line {number}, statement {memory[SUBPPC]}"


def _line_then(journal: Journal, moment: Moment) -> str | None:
    """The place in BASIC at a moment."""
    again = Replay(journal)
    again.run_to(moment.tstates)
    return line_of(again.core.memory)


class Names:
    """Addresses as messages name them."""

    def __init__(self, journal: Journal, error: BaseException) -> None:
        self._core, self._runner = journal.spectrum.core, journal.spectrum.runner
        self._hung_at = error.pc if isinstance(error, TimeLimitError) else None
        self._symbols = journal.spectrum.symbols

    def of(self, address: int) -> str:
        """A label and its source line, or the number."""
        return self._runner.describe(address)

    def part(self, address: int) -> str | None:
        """The label that an instruction of the program belongs to; None without one, and for the ROM."""
        if self._symbols is None or address < _RAM:
            return None
        label = self._symbols.nearest(address, self._core.page if self._core.banks and address >= 0xC000 else None)
        return label.name if label is not None else None

    def where(self) -> int:
        """PC, or where an interrupt that has just come will return to; after a call that hung, where that was."""
        if self._hung_at is not None:
            return self._hung_at
        pc = self._core.pc
        if self._symbols is None or self._symbols.source_line(pc) is not None:
            return pc
        back = read_word(self._core.memory, self._core.get("sp")) if self._core.get("sp") < 0xFFFF else pc
        return back if self._symbols.source_line(back) is not None else pc


def test_lines(call: Call) -> list[tuple[str, str]]:
    """The place of a call in the test, and the line that stands there; first those of a callback that raised the error.

    Whoever runs the tests has left the frames of this package out of the error's traceback.
    """
    places = [(place.path, place.line) for place in call.places[:1]]
    if places and call.error is not None:
        frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(call.error.__traceback__)]
        inner = frames[frames.index(places[0]) + 1 :] if places[0] in frames else []
        places = [*reversed([place for place in inner if not place[0].startswith(PACKAGE)]), *places]
    return [(place_text(Place(path, "", line)), linecache.getline(path, line).strip()) for path, line in places]


def _waited(failure: Failure, journal: Journal, recording: Recording) -> None:
    call = failure.call
    assert call is not None
    end = recording.end if call.end < 0 else call.end
    if end <= call.begin:
        return
    model = journal.spectrum.model
    begin = max(call.begin, recording.begin)
    since, until = (model.seconds(at - recording.begin) for at in (begin, end))
    first, last = recording.frame_at(begin), recording.frame_at(end - 1)
    seconds = round(model.seconds(end - begin), 1)
    when = f"from {since:.2f} s to {until:.2f} s (frames {first} to {last})"
    failure.facts.append(f"Waited {seconds:g} s, {when}.")


def _crashed(failure: Failure, names: Names, moment: Moment, target: int) -> dict[str, Any]:
    by = f"in frame {moment.frame}, by the instruction at {names.of(moment.pc)}"
    title = f"The program ran into memory that holds no code: PC #{target:04X} {by}."
    if target == _RST_AT_START:
        title = f"The program reset the machine: it came to #0000 {by}."
    failure.facts.insert(0, failure.finding.title)
    failure.finding = replace(failure.finding, kind="crash", title=title, expected=None, shown=None, short="")
    button = f"It left its code in frame {moment.frame}"
    return {"at": moment.frame, "t": moment.tstates, "tab": "stack", "button": button}


def _reported(failure: Failure, journal: Journal, recording: Recording, report: Report) -> dict[str, Any]:
    came = last_change(journal, recording, _LOWER_ROWS)
    frame = came.frame if came is not None else len(recording.frames) - 1
    failure.facts.insert(0, failure.finding.title)
    failure.report = _listing(journal, report)
    where = f"line {report.line}" if report.line else "the command"
    title = f"BASIC stopped in frame {frame}, in {where}, statement {report.statement}: {report}"
    failure.finding = replace(
        failure.finding, kind="report", title=title, looks_at=_LOWER_ROWS, short=f"BASIC stopped: {report}"
    )
    head = {
        "at": frame,
        "tab": "basic",
        "button": f"The report came in frame {frame}",
        "report": "\n".join(failure.report),
    }
    return head if came is None else {**head, "t": came.tstates}


def _listing(journal: Journal, report: Report) -> tuple[str, ...]:
    """The line that BASIC stopped in, and a mark below its statement."""
    for line in program_in(journal.spectrum.core.memory):
        if line.number == report.line:
            text = f"{line.number} {list_content(line.content).strip()}"
            return text, " " * _statement_start(text, report.statement) + "^"
    return ()


def _statement_start(text: str, statement: int) -> int:
    """Return the place at which a statement of a line begins."""
    at = text.index(" ") + 1
    quoted = False
    for index, sign in enumerate(text):
        if statement <= 1:
            break
        quoted ^= sign == '"'
        if not quoted and (sign == ":" or text.startswith("THEN ", index)):
            statement -= 1
            at = index + (1 if sign == ":" else len("THEN "))
    return at + (len(text[at:]) - len(text[at:].lstrip()))


def _timed_out(failure: Failure, journal: Journal, recording: Recording, names: Names) -> dict[str, Any]:
    finding = failure.finding
    head: dict[str, Any] = {}
    if "pc" in finding.looks_at:
        frames = visits(journal, recording, finding.looks_at["pc"])
        times = {0: "was never there", 1: "was there once"}.get(len(frames), f"was there {len(frames)} times")
        failure.facts.append(f"It {times}{f', last in frame {frames[-1]}' if frames else ''}.")
        looks_at: Mapping[str, Any] = {**finding.looks_at, "frames": sorted(set(frames))}
        failure.finding = replace(finding, looks_at=looks_at)
    ran = activity(journal, recording)
    since = ran.idle_since
    if since is not None:
        place = names.of(names.where())
        failure.facts.append(f"Since frame {since} the program has been at {place}.")
        if parts := _parts(ran, names):
            failure.facts.append(f"Before that ran {parts}.")
        head = {"at": max(0, since - 1), "button": f"It last did something else in frame {since - 1}"}
    return head


def _parts(ran: Activity, names: Names) -> str:
    """The parts of the program that do not run any more, and in which frame each ran last; the latest first.

    A part is what lies from one label to the next.
    """
    waiting = {names.part(address) for address in ran.idle}
    last: dict[str, int] = {}
    for address, frame in ran.last_ran.items():
        part = names.part(address)
        if part is not None and part not in waiting:
            last[part] = max(frame, last.get(part, 0))
    latest = sorted(last.items(), key=lambda one: (-one[1], one[0]))[:_MOST_PARTS]
    return ", ".join(f"{part} (last in frame {frame})" for part, frame in latest)


def _head(failure: Failure, more: Mapping[str, Any]) -> dict[str, Any]:
    finding = failure.finding
    head: dict[str, Any] = {
        "title": finding.title.rstrip("."),
        "kind": finding.kind,
        "looks_at": dict(finding.looks_at),
        "note": " ".join(failure.facts),
        **more,
    }
    if finding.expected is not None and finding.shown is not None and finding.kind != "report":
        head |= {"expected": finding.expected, "shown": finding.shown}
    return head

"""Description of a failed test: what is wrong, where it last changed, where the program is."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pyspectrum.basic import Report, editor_waits, list_content, program_in, standing_report
from pyspectrum.basic.variables import read_variables, shown_value
from pyspectrum.errors import TimeLimitError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import FLAGX, INPUT_MODE, PPC, SUBPPC, read_word
from pyspectrum.trace.findings import LOWER_ROWS, Finding, find
from pyspectrum.trace.journal import PACKAGE, Call, Journal
from pyspectrum.trace.recording import Recording
from pyspectrum.trace.replay import Replay
from pyspectrum.trace.search import Activity, Moment, activity, crash, last_change, visits

_RAM = 0x4000
_MOST_PARTS = 5
_MOST_VARIABLES, _LONGEST_VALUE = 8, 24


def describe(journal: Journal, recording: Recording, error: BaseException) -> Failure:
    """Describe the failure of a test by what its machine did."""
    call = next((call for call in reversed(journal.calls) if call.error is error), None)
    failure = Failure(journal, recording, error, call, find(journal.spectrum, call, error))
    failure.look_into()
    return failure


@dataclass
class Failure:
    """Report of a failed test.

    Attributes:
        call: the call that failed, if one did.
        finding: what is wrong.
        facts: sentences, in their order.
        report: BASIC's report and its line, if BASIC has stopped.
        head: the facts for the viewer.
    """

    journal: Journal
    recording: Recording
    error: BaseException
    call: Call | None
    finding: Finding
    facts: list[str] = field(default_factory=list)
    report: tuple[str, ...] = ()
    head: dict[str, Any] = field(default_factory=dict)

    def look_into(self) -> None:
        """Fill in what the machine and its recording tell."""
        more = self._look_at(self.call) if self.call is not None else {}
        finding = self.finding
        self.head = {
            "title": finding.title.rstrip("."),
            "kind": finding.kind,
            "looks_at": dict(finding.looks_at),
            "note": " ".join(self.facts),
            **more,
        }
        if finding.expected is not None and finding.shown is not None and finding.kind != "report":
            self.head |= {"expected": finding.expected, "shown": finding.shown}

    def _look_at(self, call: Call) -> dict[str, Any]:
        """Add the facts of a failed call; returns more for the head."""
        head: dict[str, Any] = {}
        kind = self.finding.kind
        report = standing_report(self._spectrum) if kind in ("text", "report", "timeout") else None
        self._say_how_long(call)
        if lost := crash(self.journal, self.recording):
            head = self._crashed(*lost)
        elif report is not None and report.is_error:
            head = self._reported(report)
        elif kind == "timeout":
            head = self._timed_out()
        elif moment := last_change(self.journal, self.recording, self.finding.looks_at):
            at = self._name(moment.pc)
            if moment.pc < _RAM and (line := self._line_then(moment)):
                at += f", by BASIC's {line}"
            self.facts.append(f"{self.finding.name} last changed in frame {moment.frame}, at {at}.")
        self.facts += self._present()
        return head

    @property
    def _spectrum(self) -> Spectrum:
        return self.journal.spectrum

    def _name(self, address: int) -> str:
        return self._spectrum.runner.describe(address)

    @property
    def _pc(self) -> int:
        """PC, or the return address of an interrupt that has just come; after a call that hung, its PC."""
        if isinstance(self.error, TimeLimitError) and self.error.pc is not None:
            return self.error.pc
        core, symbols = self._spectrum.core, self._spectrum.symbols
        if symbols is None or symbols.source_line(core.pc) is not None or core.get("sp") == 0xFFFF:
            return core.pc
        back = read_word(core.memory, core.get("sp"))
        return back if symbols.source_line(back) is not None else core.pc

    def _say_how_long(self, call: Call) -> None:
        end = self.recording.end if call.end < 0 else call.end
        if end <= call.begin:
            return
        model, recording = self._spectrum.model, self.recording
        begin = max(call.begin, recording.begin)
        since, until = (model.seconds(at - recording.begin) for at in (begin, end))
        first, last = recording.frame_at(begin), recording.frame_at(end - 1)
        seconds = round(model.seconds(end - begin), 1)
        when = f"from {since:.2f} s to {until:.2f} s (frames {first} to {last})"
        self.facts.append(f"Waited {seconds:g} s, {when}.")

    def _crashed(self, moment: Moment, target: int) -> dict[str, Any]:
        by = f"in frame {moment.frame}, by the instruction at {self._name(moment.pc)}"
        title = f"The program ran into memory that holds no code: PC #{target:04X} {by}."
        if target == 0:
            title = f"The program reset the machine: it came to #0000 {by}."
        self.facts.insert(0, self.finding.title)
        self.finding = replace(self.finding, kind="crash", title=title, expected=None, shown=None, short="")
        button = f"It left its code in frame {moment.frame}"
        return {"at": moment.frame, "t": moment.tstates, "tab": "stack", "button": button}

    def _reported(self, report: Report) -> dict[str, Any]:
        came = last_change(self.journal, self.recording, LOWER_ROWS)
        frame = came.frame if came is not None else len(self.recording.frames) - 1
        self.facts.insert(0, self.finding.title)
        self.report = _listing(self._spectrum.core.memory, report)
        where = f"line {report.line}" if report.line else "the command"
        title = f"BASIC stopped in frame {frame}, in {where}, statement {report.statement}: {report}"
        short = f"BASIC stopped: {report}"
        self.finding = replace(self.finding, kind="report", title=title, looks_at=LOWER_ROWS, short=short)
        head = {
            "at": frame,
            "tab": "basic",
            "button": f"The report came in frame {frame}",
            "report": "\n".join(self.report),
        }
        return head if came is None else {**head, "t": came.tstates}

    def _timed_out(self) -> dict[str, Any]:
        looks_at = self.finding.looks_at
        if "pc" in looks_at:
            frames = visits(self.journal, self.recording, looks_at["pc"])
            times = {0: "was never there", 1: "was there once"}.get(len(frames), f"was there {len(frames)} times")
            self.facts.append(f"It {times}{f', last in frame {frames[-1]}' if frames else ''}.")
            self.finding = replace(self.finding, looks_at={**looks_at, "frames": sorted(set(frames))})
        ran = activity(self.journal, self.recording)
        since = ran.idle_since
        if since is None:
            return {}
        self.facts.append(f"Since frame {since} the program has been at {self._name(self._pc)}.")
        if parts := self._parts(ran):
            self.facts.append(f"Before that ran {parts}.")
        return {"at": max(0, since - 1), "button": f"It last did something else in frame {since - 1}"}

    def _parts(self, ran: Activity) -> str:
        """List the labels whose code does not run any more, the latest first, with the frame of the last run."""
        waiting = {self._label(address) for address in ran.idle}
        last: dict[str, int] = {}
        for address, frame in ran.last_ran.items():
            label = self._label(address)
            if label is not None and label not in waiting:
                last[label] = max(frame, last.get(label, 0))
        latest = sorted(last.items(), key=lambda one: (-one[1], one[0]))[:_MOST_PARTS]
        return ", ".join(f"{label} (last in frame {frame})" for label, frame in latest)

    def _label(self, address: int) -> str | None:
        """Return the label before an instruction of the program; None without one, and for the ROM."""
        core, symbols = self._spectrum.core, self._spectrum.symbols
        if symbols is None or address < _RAM:
            return None
        label = symbols.nearest(address, core.page if core.banks and address >= 0xC000 else None)
        return label.name if label is not None else None

    def _line_then(self, moment: Moment) -> str | None:
        """Return the place in BASIC at a moment."""
        again = Replay(self.journal)
        again.run_to(moment.tstates)
        return _line_of(again.core.memory)

    def _present(self) -> list[str]:
        """Say where the program is now, and what BASIC's variables are."""
        spectrum, core, pc = self._spectrum, self._spectrum.core, self._pc
        keys = "+".join(sorted(spectrum.matrix.down)) or "no key"
        if core.get("halt") and not core.interrupts_enabled:
            return [f"The program is in HALT at {self._name(pc)} with interrupts off: nothing wakes it."]
        line = _line_of(core.memory)
        if pc >= _RAM or (spectrum.symbols is not None and line is None):
            return [f"The program is at {self._name(pc)}; {keys} is down."]
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


def _line_of(memory: Sequence[int]) -> str | None:
    """Return the place in the BASIC program that runs, ``line 120, statement 2``, or None for a command."""
    number = read_word(memory, PPC)
    if not any(line.number == number for line in program_in(memory)):
        return None
    return f"line {number}, statement {memory[SUBPPC]}"


def _listing(memory: Sequence[int], report: Report) -> tuple[str, ...]:
    """Return the line that BASIC stopped in, and a mark below its statement."""
    for line in program_in(memory):
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


def test_lines(call: Call) -> list[tuple[str, str]]:
    """Return the place of a call in the test and its line, after those of a callback that raised the error.

    The plugin has left the frames of this package out of the error's traceback.
    """
    places = [(place.path, place.line) for place in call.places[:1]]
    if places and call.error is not None:
        frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(call.error.__traceback__)]
        inner = frames[frames.index(places[0]) + 1 :] if places[0] in frames else []
        places = [*(place for place in reversed(inner) if not place[0].startswith(PACKAGE)), *places]
    return [(f"{Path(path).name}:{line}", linecache.getline(path, line).strip()) for path, line in places]

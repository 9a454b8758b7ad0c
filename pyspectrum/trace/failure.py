"""Description of a failed test: what was expected and what shown, where that last changed, where the program is."""

from __future__ import annotations

import inspect
import linecache
import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspectrum.basic import Report, editor_waits, list_content, program_in, standing_report
from pyspectrum.basic.variables import Sought, read_variables, shown_value, variable_value
from pyspectrum.core.running import Address
from pyspectrum.errors import ExpectationError, TimeLimitError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import FLAGX, INPUT_MODE, PPC, SUBPPC, bytes_text, read_word, word_text
from pyspectrum.screen import COLUMNS, ROWS
from pyspectrum.screen.fonts import FontLike
from pyspectrum.screen.likeness import aligned, closest_row
from pyspectrum.trace.journal import PACKAGE, Call, Journal
from pyspectrum.trace.recording import Replay, Trace
from pyspectrum.trace.search import Activity, Moment, activity, crash, last_change, visits

if TYPE_CHECKING:
    from PIL import Image

_RAM = 0x4000
_MOST_PARTS = 5
_MOST_VARIABLES, _LONGEST_VALUE = 8, 24
COLOURS = ("black", "blue", "red", "magenta", "green", "cyan", "yellow", "white")
LOWER_ROWS: Mapping[str, Any] = {"row": 22, "rows": 2}
_SCREEN: Mapping[str, Any] = {"screen": True}
_Text = str | re.Pattern[str]


@dataclass(frozen=True)
class Diagnosis:
    """A failure, in words.

    `kind` is ``text``, ``timeout``, ``report``, ``crash``, ``picture``, ``sound``, ``border``, ``memory`` or ``error``;
    `title` one sentence; `looks_at` what was looked at (``row``, ``square``, ``screen``, ``border``, ``sound``,
    ``address``, ``pc``), whose `name` is ``Row 0``, say; `short` is the summary, if the others do not make one.
    """

    kind: str
    title: str
    looks_at: Mapping[str, Any] = field(default_factory=lambda: _SCREEN)
    expected: str | None = None
    shown: str | None = None
    name: str = "The screen"
    short: str = ""

    @property
    def summary(self) -> str:
        """One line for a list of many failures."""
        if self.short:
            return self.short
        if self.expected is not None and self.shown is not None:
            return f"{self.name.lower()}: expected {self.expected!r}, shown {self.shown!r}"
        return self.title.rstrip(".")


def find(spectrum: Spectrum, call: Call | None, error: BaseException) -> Diagnosis:
    """Find the failure of the call that raised the error, or of the test itself if none did."""
    if isinstance(error, TimeLimitError) and call is not None:
        return _time_limit(spectrum, call, error)
    if call is not None and call.method is not None and isinstance(error, ExpectationError) and not error.came:
        finder: Callable[..., Diagnosis] | None = getattr(_Finders(spectrum, error), call.name, None)
        if finder is not None:
            bound = inspect.signature(call.method).bind(None, *call.arguments, **call.options)
            bound.apply_defaults()
            return finder(**{name: value for name, value in bound.arguments.items() if name != "self"})
    first = str(error).split("\n", 1)[0].removesuffix("; the screen shows:") or type(error).__name__
    return Diagnosis("error", first)  # nothing was compared, or the message says it all


class _Finders:
    """The finder of each expectation, by its name and with its arguments; without one, the error's message will do."""

    def __init__(self, spectrum: Spectrum, error: ExpectationError) -> None:
        self._spectrum, self._error = spectrum, error

    def to_show(self, text: _Text, font: FontLike, row: int | None, **_: Any) -> Diagnosis:
        expected, lines = _plain(text), self._spectrum.text_lines(font)
        is_pattern = isinstance(text, re.Pattern)
        title = f"{'The screen' if row is None else f'Row {row}'} never showed the text{self._error.hint}."
        if row is None and not is_pattern:
            row = closest_row(expected, lines)
        if row is None:
            return Diagnosis("text", title, expected=expected, shown="")
        shown = lines[row].strip() if is_pattern else aligned(expected, lines[row])
        return Diagnosis("text", title, {"row": row}, expected, shown, f"Row {row}")

    def not_to_show(self, text: _Text, row: int | None, **_: Any) -> Diagnosis:
        name, looks_at = ("The screen", _SCREEN) if row is None else (f"Row {row}", {"row": row})
        return Diagnosis("text", f"{name} still shows {_plain(text)!r}.", looks_at, name=name)

    def to_report(self, text: _Text, **_: Any) -> Diagnosis:
        expected, report = _plain(text), standing_report(self._spectrum)
        if report is None:
            return Diagnosis("text", f"BASIC never reported {expected!r}.", LOWER_ROWS, name="Rows 22 and 23")
        return Diagnosis("report", "BASIC reported something else.", LOWER_ROWS, expected, str(report), "The report")

    def to_have_border(self, colour: int, **_: Any) -> Diagnosis:
        wanted, now = (f"{number} ({COLOURS[number]})" for number in (colour, self._spectrum.core.border))
        title = f"Expected another border than {now}." if wanted == now else f"Expected border {wanted}, it is {now}."
        return Diagnosis("border", title, {"border": True}, name="The border")

    def to_have_attribute(self, row: int, column: int, timeout: object, **colours: object) -> Diagnosis:
        names = [name for name, value in colours.items() if value is not None]
        square = self._spectrum.screen.attribute(row, column)
        expected = ", ".join(f"{name} {colours[name]}" for name in names)
        shown = ", ".join(f"{name} {getattr(square, name)}" for name in names)
        title = f"Row {row}, column {column} never had the colours."
        return Diagnosis("text", title, {"square": [row, column]}, expected, shown, f"Square {row},{column}")

    def to_match_screenshot(self, name: str, **_: Any) -> Diagnosis:
        pictures, name = self._error.pictures, Path(name).name
        if "expected" not in pictures:
            return Diagnosis("picture", f"There is no {name}. Run once with --spectrum-update, and look at it.")
        squares = _differing_squares(pictures["expected"], pictures["actual"])
        if not squares:
            return Diagnosis("picture", f"Expected {name}. The border differs.", {"screen": True, "squares": []})
        rows, columns = [row for row, _ in squares], [column for _, column in squares]
        place = f"in {_span('row', rows)}, {_span('column', columns)}"
        title = f"Expected {name}. {len(squares)} of {ROWS * COLUMNS} squares differ, {place}."
        return Diagnosis("picture", title, {"screen": True, "squares": squares})

    def to_have_memory(self, place: Address, value: int | Iterable[int], **_: Any) -> Diagnosis:
        return self._bytes(place, bytes([value] if isinstance(value, int) else value), bytes_text)

    def to_have_word(self, place: Address, value: int, **_: Any) -> Diagnosis:
        return self._bytes(place, value.to_bytes(2, "little"), word_text)

    def _bytes(self, place: Address, data: bytes, as_text: Callable[[bytes], str]) -> Diagnosis:
        address = self._spectrum.runner.address(place)
        name = place if isinstance(place, str) else f"#{address:04X}"
        looks_at = {"address": address, "length": len(data), "name": name}
        shown = self._spectrum.peek(address, len(data))
        expected, found = map(as_text, (data, shown))
        if shown == data:
            return Diagnosis("memory", f"{name} is still {expected}.", looks_at, name=name)
        title = f"{name} never had {'these bytes' if len(data) > 1 and as_text is bytes_text else 'the value'}."
        short = f"{name}: expected {expected.partition(' (')[0]}, shown {found.partition(' (')[0]}"
        return Diagnosis("memory", title, looks_at, expected, found, name, short)

    def to_have_variable(self, name: str, value: Sought, **_: Any) -> Diagnosis:
        expected = shown_value(value)
        try:
            shown = shown_value(variable_value(self._spectrum.core.memory, name))
        except VariableError as error:
            return Diagnosis("memory", f"The variable {name} never was {expected}: {error}.", name=name)
        if shown == expected:
            return Diagnosis("memory", f"The variable {name} is still {shown}.", name=name)
        return Diagnosis("memory", f"The variable {name} never had the value.", _SCREEN, expected, shown, name)

    not_to_have_border, not_to_have_variable = to_have_border, to_have_variable
    not_to_have_memory, not_to_have_word = to_have_memory, to_have_word

    def to_beep(self, hz: float | None, **_: Any) -> Diagnosis:
        heard = ", ".join(map(str, self._spectrum.sound.tones()[-3:])) or "nothing"
        tone = "a tone" if hz is None else f"a tone of {hz:g} Hz"
        return Diagnosis("sound", f"Expected {tone}. Heard {heard}.", {"sound": True}, name="The sound")

    def to_reach(self, place: Address, **_: Any) -> Diagnosis:
        return _never_at(self._spectrum, place, "The program never came to")


def _plain(text: _Text) -> str:
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else str(text)


def _span(name: str, numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{name} {low}" if low == high else f"{name}s {low} to {high}"


def _differing_squares(expected: Image.Image, actual: Image.Image) -> list[list[int]]:
    """Return the squares of the screen in which two pictures differ, as [row, column]; the border is left out."""
    from PIL import ImageChops

    if expected.size != actual.size:
        return []
    difference = ImageChops.difference(expected.convert("RGB"), actual.convert("RGB"))
    left, top = (difference.width - 8 * COLUMNS) // 2, (difference.height - 8 * ROWS) // 2
    squares = [(row, column, left + 8 * column, top + 8 * row) for row in range(ROWS) for column in range(COLUMNS)]
    return [[row, column] for row, column, x, y in squares if difference.crop((x, y, x + 8, y + 8)).getbbox()]


def _never_at(spectrum: Spectrum, place: Address, what: str) -> Diagnosis:
    address = spectrum.runner.address(place) if not isinstance(place, int) else place
    name = place if isinstance(place, str) else f"#{address:04X}"
    line = spectrum.symbols.source_line(address) if spectrum.symbols else None
    where = f"{name} ({Path(line.path).name}:{line.line})" if line else name
    return Diagnosis("timeout", f"{what} {where}.", {"pc": address, "name": name}, name=name)


def _time_limit(spectrum: Spectrum, call: Call, error: TimeLimitError) -> Diagnosis:
    seconds = error.tstates / spectrum.model.tstates_per_second
    if call.name == "run_until_pc" and call.arguments:
        place = call.arguments[0]
        what = f"Waited {seconds:g} s for PC to reach"
        return _never_at(spectrum, place[1] if isinstance(place, tuple) else place, what)
    why = "" if error.why == "timed out" else f": {error.why}"
    return Diagnosis("timeout", f"Waited {round(seconds, 2):g} s for {error.waited_for}{why}{error.hint}.")


class Failure:
    """Report of a failed test: the `call` that failed, if one did, the `diagnosis`, and more sentences, the `facts`.

    `report` is BASIC's report and its line, if BASIC has stopped; `head` has the facts for the viewer.
    """

    def __init__(self, journal: Journal, recording: Trace, error: BaseException) -> None:
        self.journal, self.recording, self.error, self._spectrum = journal, recording, error, journal.spectrum
        self.call = next((call for call in reversed(journal.calls) if call.error is error), None)
        self.diagnosis = find(journal.spectrum, self.call, error)
        self.facts: list[str] = []
        self.report: tuple[str, ...] = ()
        more = self._look_at(self.call) if self.call is not None else {}
        diagnosis = self.diagnosis
        self.head: dict[str, Any] = {
            "title": diagnosis.title.rstrip("."),
            "kind": diagnosis.kind,
            "looks_at": dict(diagnosis.looks_at),
            "note": " ".join(self.facts),
            **more,
        }
        if diagnosis.expected is not None and diagnosis.shown is not None and diagnosis.kind != "report":
            self.head |= {"expected": diagnosis.expected, "shown": diagnosis.shown}

    def _look_at(self, call: Call) -> dict[str, Any]:
        head: dict[str, Any] = {}
        kind = self.diagnosis.kind
        report = standing_report(self._spectrum) if kind in ("text", "report", "timeout") else None
        self._say_how_long(call)
        if lost := crash(self.journal, self.recording):
            head = self._crashed(*lost)
        elif report is not None and report.is_error:
            head = self._reported(report)
        elif kind == "timeout":
            head = self._timed_out()
        elif moment := last_change(self.journal, self.recording, self.diagnosis.looks_at):
            at = self._name(moment.pc)
            if moment.pc < _RAM:
                again = Replay(self.journal)
                again.run_to(moment.tstates)
                line = _line_of(again.core.memory)
                at += f", by BASIC's {line}" if line else ""
            self.facts.append(f"{self.diagnosis.name} last changed in frame {moment.frame}, at {at}.")
        self.facts += self._present()
        return head

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
        what = "Waited" if begin == call.begin else "The trace has the last"
        self.facts.append(f"{what} {seconds:g} s, {when}.")

    def _crashed(self, moment: Moment, target: int) -> dict[str, Any]:
        by = f"in frame {moment.frame}, by the instruction at {self._name(moment.pc)}"
        title = f"The program ran into memory that holds no code: PC #{target:04X} {by}."
        if target == 0:
            title = f"The program reset the machine: it came to #0000 {by}."
        self.facts.insert(0, self.diagnosis.title)
        self.diagnosis = replace(self.diagnosis, kind="crash", title=title, expected=None, shown=None, short="")
        button = f"It left its code in frame {moment.frame}"
        return {"at": moment.frame, "t": moment.tstates, "tab": "stack", "button": button}

    def _reported(self, report: Report) -> dict[str, Any]:
        came = last_change(self.journal, self.recording, LOWER_ROWS)
        frame = came.frame if came is not None else len(self.recording.frames) - 1
        self.facts.insert(0, self.diagnosis.title)
        self.report = _listing(self._spectrum.core.memory, report)
        where = f"line {report.line}" if report.line else "the command"
        title = f"BASIC stopped in frame {frame}, in {where}, statement {report.statement}: {report}"
        short = f"BASIC stopped: {report}"
        self.diagnosis = replace(self.diagnosis, kind="report", title=title, looks_at=LOWER_ROWS, short=short)
        button = f"The report came in frame {frame}"
        head = {"at": frame, "tab": "basic", "button": button, "report": "\n".join(self.report)}
        return head if came is None else {**head, "t": came.tstates}

    def _timed_out(self) -> dict[str, Any]:
        looks_at = self.diagnosis.looks_at
        if "pc" in looks_at:
            frames = visits(self.journal, self.recording, looks_at["pc"])
            times = {0: "was never there", 1: "was there once"}.get(len(frames), f"was there {len(frames)} times")
            self.facts.append(f"It {times}{f', last in frame {frames[-1]}' if frames else ''}.")
            self.diagnosis = replace(self.diagnosis, looks_at={**looks_at, "frames": sorted(set(frames))})
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

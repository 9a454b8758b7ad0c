"""Finding about a failed call, for the terminal and for the viewer: what it expected, and the state it met."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspectrum.basic import standing_report
from pyspectrum.basic.variables import shown_value, variable_value
from pyspectrum.errors import ExpectationError, TimeLimitError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import bytes_text, word_text
from pyspectrum.screen import COLUMNS, ROWS
from pyspectrum.trace.journal import Call

if TYPE_CHECKING:
    from PIL import Image

COLOURS = ("black", "blue", "red", "magenta", "green", "cyan", "yellow", "white")
LOWER_ROWS: Mapping[str, Any] = {"row": 22, "rows": 2}
_ALIKE = 0.5
_SCREEN: Mapping[str, Any] = {"screen": True}


@dataclass(frozen=True)
class Finding:
    """A failure, in words.

    Attributes:
        kind: ``text``, ``timeout``, ``report``, ``crash``, ``picture``, ``sound``, ``border``, ``memory``, ``error``.
        title: what is wrong, one sentence.
        looks_at: what was looked at: ``row``, ``square``, ``screen``, ``border``, ``sound``, ``address``, ``pc``.
        expected, shown: two texts to be compared, if there are two.
        name: the name of what was looked at: ``Row 0``.
        short: the summary, if the others do not make one.
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


def find(spectrum: Spectrum, call: Call | None, error: BaseException) -> Finding:
    """Find the failure of a call, or of the test itself if no call failed."""
    first = str(error).split("\n", 1)[0].removesuffix("; the screen shows:") or type(error).__name__
    if isinstance(error, TimeLimitError) and call is not None and call.error is error:
        return _time_limit(spectrum, call, error)
    if call is None or call.error is not error or not isinstance(error, ExpectationError) or error.came:
        return Finding("error", first)  # nothing was compared, or the message says it all
    finder = _FINDERS.get(call.name)
    return finder(spectrum, _bound(call), error) if finder else Finding("error", first)


def _bound(call: Call) -> dict[str, Any]:
    assert call.method is not None
    bound = inspect.signature(call.method).bind(None, *call.arguments, **call.options)
    bound.apply_defaults()
    return dict(bound.arguments)


def _text(wanted: dict[str, Any]) -> str:
    text = wanted["text"]
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else str(text)


# -- text ------------------------------------------------------------------------------------------


def _to_show(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    row, expected = wanted["row"], _text(wanted)
    lines = spectrum.text_lines(wanted["font"])
    is_pattern = isinstance(wanted["text"], re.Pattern)
    title = f"{'The screen' if row is None else f'Row {row}'} never showed the text."
    if row is None and not is_pattern:
        row = closest_row(expected, lines)
    if row is None:
        return Finding("text", title, expected=expected, shown="")
    shown = lines[row].strip() if is_pattern else aligned(expected, lines[row])
    return Finding("text", title, {"row": row}, expected, shown, f"Row {row}")


def _not_to_show(_: Spectrum, wanted: dict[str, Any], __: BaseException) -> Finding:
    row = wanted["row"]
    name, looks_at = ("The screen", _SCREEN) if row is None else (f"Row {row}", {"row": row})
    return Finding("text", f"{name} still shows {_text(wanted)!r}.", looks_at, name=name)


def closest_row(text: str, lines: tuple[str, ...]) -> int | None:
    """Return the row whose text is most like this one, or None if none is like it.

    >>> closest_row("SCORE 10", ("   SCORE 09   ", "LIVES 3"))
    0
    """
    ratios = [difflib.SequenceMatcher(None, text, aligned(text, line)).ratio() for line in lines]
    best = max(range(len(lines)), key=ratios.__getitem__)
    return best if ratios[best] > _ALIKE else None


def aligned(text: str, line: str) -> str:
    """Return the part of a line that fits a text best, as long as the text; all of a short line.

    >>> aligned("SCORE 10", "            SCORE 0:            ")
    'SCORE 0:'
    """
    stripped = line.strip()
    if len(stripped) <= len(text):
        return stripped
    starts = range(len(line) - len(text) + 1)
    scores = [sum(a == b for a, b in zip(text, line[start:], strict=False)) for start in starts]
    start = max(starts, key=scores.__getitem__)
    return line[start : start + len(text)] if scores[start] else stripped


def _to_report(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    expected, report = _text(wanted), standing_report(spectrum)
    if report is None:
        return Finding("text", f"BASIC never reported {expected!r}.", LOWER_ROWS, name="Rows 22 and 23")
    return Finding("report", "BASIC reported something else.", LOWER_ROWS, expected, str(report), "The report")


# -- colours and pictures --------------------------------------------------------------------------


def _border(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    expected, now = (f"{colour} ({COLOURS[colour]})" for colour in (wanted["colour"], spectrum.core.border))
    title = f"Expected another border than {now}." if expected == now else f"Expected border {expected}, it is {now}."
    return Finding("border", title, {"border": True}, name="The border")


def _attribute(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    row, column = wanted["row"], wanted["column"]
    names = [name for name in ("ink", "paper", "bright", "flash") if wanted[name] is not None]
    square = spectrum.screen.attribute(row, column)
    expected = ", ".join(f"{name} {wanted[name]}" for name in names)
    shown = ", ".join(f"{name} {getattr(square, name)}" for name in names)
    title = f"Row {row}, column {column} never had the colours."
    return Finding("text", title, {"square": [row, column]}, expected, shown, f"Square {row},{column}")


def _picture(_: Spectrum, wanted: dict[str, Any], error: BaseException) -> Finding:
    pictures: dict[str, Image.Image] = getattr(error, "pictures", {})
    name = Path(wanted["name"]).name
    if "expected" not in pictures:
        return Finding("picture", f"There is no {name}. Run once with --spectrum-update, and look at it.")
    squares = differing_squares(pictures["expected"], pictures["actual"])
    if not squares:
        return Finding("picture", f"Expected {name}. The border differs.", {"screen": True, "squares": []})
    rows, columns = [row for row, _ in squares], [column for _, column in squares]
    place = f"in {_span('row', rows)}, {_span('column', columns)}"
    title = f"Expected {name}. {len(squares)} of {ROWS * COLUMNS} squares differ, {place}."
    return Finding("picture", title, {"screen": True, "squares": squares})


def _span(name: str, numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{name} {low}" if low == high else f"{name}s {low} to {high}"


def differing_squares(expected: Image.Image, actual: Image.Image) -> list[list[int]]:
    """Return the squares of the screen in which two pictures differ, as [row, column]; the border is left out."""
    from PIL import ImageChops

    if expected.size != actual.size:
        return []
    difference = ImageChops.difference(expected.convert("RGB"), actual.convert("RGB"))
    left, top = (difference.width - 8 * COLUMNS) // 2, (difference.height - 8 * ROWS) // 2
    squares = [(row, column, left + 8 * column, top + 8 * row) for row in range(ROWS) for column in range(COLUMNS)]
    return [[row, column] for row, column, x, y in squares if difference.crop((x, y, x + 8, y + 8)).getbbox()]


# -- what cannot be seen ---------------------------------------------------------------------------


def _memory(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException, *, is_word: bool = False) -> Finding:
    place, value = wanted["place"], wanted["value"]
    data = value.to_bytes(2, "little") if is_word else bytes([value] if isinstance(value, int) else value)
    address = spectrum.runner.address(place)
    name = place if isinstance(place, str) else f"#{address:04X}"
    looks_at = {"address": address, "length": len(data), "name": name}
    shown = spectrum.peek(address, len(data))
    expected, found = map(word_text if is_word else bytes_text, (data, shown))
    if shown == data:
        return Finding("memory", f"{name} is still {expected}.", looks_at, name=name)
    title = f"{name} never had {'these bytes' if len(data) > 1 and not is_word else 'the value'}."
    short = f"{name}: expected {expected.partition(' (')[0]}, shown {found.partition(' (')[0]}"
    return Finding("memory", title, looks_at, expected, found, name, short)


def _variable(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    name, expected = wanted["name"], shown_value(wanted["value"])
    try:
        shown = shown_value(variable_value(spectrum.core.memory, name))
    except VariableError as error:
        return Finding("memory", f"The variable {name} never was {expected}: {error}.", name=name)
    if shown == expected:
        return Finding("memory", f"The variable {name} is still {shown}.", name=name)
    return Finding("memory", f"The variable {name} never had the value.", _SCREEN, expected, shown, name)


# -- sound, places and time ------------------------------------------------------------------------


def _beep(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException) -> Finding:
    hz = wanted["hz"]
    return _heard(spectrum, "a tone" if hz is None else f"a tone of {hz:g} Hz")


def _heard(spectrum: Spectrum, expected: str) -> Finding:
    heard = ", ".join(map(str, spectrum.sound.tones()[-3:])) or "nothing"
    return Finding("sound", f"Expected {expected}. Heard {heard}.", {"sound": True}, name="The sound")


def _place(spectrum: Spectrum, wanted: dict[str, Any], _: BaseException, *, what: str, kind: str) -> Finding:
    place = wanted["place"]
    address = spectrum.runner.address(place) if not isinstance(place, int) else place
    name = place if isinstance(place, str) else f"#{address:04X}"
    line = spectrum.symbols.source_line(address) if spectrum.symbols else None
    where = f"{name} ({Path(line.path).name}:{line.line})" if line else name
    return Finding(kind, f"{what} {where}.", {"pc": address, "name": name}, name=name)


def _time_limit(spectrum: Spectrum, call: Call, error: TimeLimitError) -> Finding:
    seconds = error.tstates / spectrum.model.tstates_per_second
    if call.name == "run_until_pc" and call.arguments:
        place = call.arguments[0]
        wanted = {"place": place[1] if isinstance(place, tuple) else place}
        return _place(spectrum, wanted, error, what=f"Waited {seconds:g} s for PC to reach", kind="timeout")
    return Finding("timeout", f"Waited {seconds:g} s for {error.waited_for}.")


_Finder = Callable[["Spectrum", dict[str, Any], BaseException], Finding]
_FINDERS: Mapping[str, _Finder] = {
    "to_show": _to_show,
    "not_to_show": _not_to_show,
    "to_report": _to_report,
    "to_have_border": _border,
    "not_to_have_border": _border,
    "to_have_attribute": _attribute,
    "to_match_screenshot": _picture,
    "to_have_memory": _memory,
    "not_to_have_memory": _memory,
    "to_have_word": partial(_memory, is_word=True),
    "not_to_have_word": partial(_memory, is_word=True),
    "to_have_variable": _variable,
    "not_to_have_variable": _variable,
    "to_beep": _beep,
    "not_to_beep": lambda spectrum, *_: _heard(spectrum, "no such tone"),
    "to_reach": partial(_place, what="The program never came to", kind="timeout"),
    "not_to_reach": partial(_place, what="The program came to", kind="error"),
}
"""Name of an expectation → its finder; without one, the error's message is the finding."""

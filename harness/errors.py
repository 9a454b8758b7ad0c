"""Everything that can go wrong in `harness`, as one tree under `HarnessError`.

`str()` of each is one line that a user can act on; `one_line` keeps it so on a terminal.

An error is a value: templates, which are its key, and the values of their fields. `in_words` makes its sentence, in
English or with any translation of templates. `harness.russian` has a Russian one of each, which a test checks; only a
`UsageError`, an `UndecidedError`, a `BuildError` and the errors of `commands/` and `regress/` are for an English
terminal alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from enum import Enum
    from typing import Protocol, TypeVar

    E = TypeVar("E", bound=Enum)

    class HasWords(Protocol):
        """A value with words in the language of the sentence around it: a `Phrase`, an error, a `Line`."""

        def in_words(self, words: Translation = str, /) -> str:
            """Return the value in words."""


Translation = Callable[[str], str]
"""A template in another language; `str` leaves it as it is."""


class Phrase:
    """A part of a sentence with words of its own.

    >>> print(Phrase("the number of {lines}", lines=Phrase("rows")))
    the number of rows
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values

    def in_words(self, words: Translation = str) -> str:
        return _filled(self.template, self.values, words)

    def __str__(self) -> str:
        return self.in_words()


def _filled(template: str, values: Mapping[str, object], words: Translation) -> str:
    """Fill a template in a language; without values, it is a sentence whose braces stand for themselves."""
    if not (template and values):
        return template and words(template)
    shown = {name: value.in_words(words) if hasattr(value, "in_words") else value for name, value in values.items()}
    return words(template).format_map(shown)


MOST_CHARACTERS = 600
"""A message that is longer, as it holds the numbers of a whole line, loses its middle."""


def one_line(text: str) -> str:
    """Make one line for a terminal of any text: escape what would break it, move the cursor or turn the writing.

    >>> print(one_line("two\\nlines, \\x1b[31mred"))
    two\\nlines, \\x1b[31mred
    """
    return cut_in_the_middle(text if text.isprintable() else "".join(map(_shown, text)))


def cut_in_the_middle(text: str) -> str:
    """Take the middle out of a text of more than `MOST_CHARACTERS`."""
    is_long = len(text) > MOST_CHARACTERS
    return f"{text[: MOST_CHARACTERS // 2]} … {text[-MOST_CHARACTERS // 4 :]}" if is_long else text


def _shown(sign: str) -> str:
    if sign.isprintable() or unicodedata.category(sign) == "Zs":
        return sign
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode("ascii")


class HarnessError(Exception):
    """Base of every error this package raises on purpose.

    `what` says what is wrong, `fix` what to do about it (may be empty): templates, both with the same `values`.

    >>> import harness
    >>> try:
    ...     harness.Puzzle([[1, 2]], [[1], [2]]).check()
    ... except harness.HarnessError as error:
    ...     print(error)
    row 1: 1,2 needs 4 cells, the row has 2; shorten the groups or correct the width
    >>> str(RequestError("{count} puzzles, and a book holds {most:,}", "make several", count=1200, most=1000))
    '1200 puzzles, and a book holds 1,000; make several'
    """

    def __init__(self, what: str, fix: str = "", /, **values: object) -> None:
        # `args`, by which an error is pickled, are those of `Exception.__new__`; readers throw many errors away
        self.what, self.fix, self.values = what, fix, values

    def in_words(self, words: Translation = str, /) -> str:
        what, fix = (_filled(part, self.values, words) for part in (self.what, self.fix))
        return cut_in_the_middle(f"{what}; {fix}" if fix else what)

    def __str__(self) -> str:
        return self.in_words()


class PuzzleError(HarnessError, ValueError):
    """Numbers or a picture that cannot be a crossword.

    `where` is the crossword's row or column in question, or None when no single one is. The values may repeat what a
    file holds: the message shows `what` `shortened`, in `one_line`.

    >>> import harness
    >>> try:
    ...     harness.solve(harness.Puzzle([[1, 1], [2]], [[1], [2]]))
    ... except harness.PuzzleError as error:
    ...     print(error.where, "|", error)
    row 1 | row 1: 1,1 needs 3 cells, the row has 2; shorten the groups or correct the width
    """

    def __init__(self, what: str, fix: str = "", where: HasWords | None = None, /, **values: object) -> None:
        self.what, self.fix, self.where, self.values = what, fix, where, values

    def in_words(self, words: Translation = str, /) -> str:
        what, fix = (_filled(part, self.values, words) for part in (self.what, self.fix))
        place = f"{self.where.in_words(words)}: " if self.where is not None else ""
        return one_line(place + one_line(shortened(what)) + (f"; {one_line(fix)}" if fix else ""))


class FormatError(PuzzleError):
    """A puzzle file that cannot be read or written.

    `path` is the file's name as the user gave it, `line` the line in it, from 1; None means the whole file.

    >>> str(FormatError("{text!r} is not a whole number", "write only lengths", "cat.txt", 7, text="3x"))
    "cat.txt:7: '3x' is not a whole number; write only lengths"
    """

    def __init__(
        self,
        what: str,
        fix: str = "",
        path: str = "",
        line: int | None = None,
        where: HasWords | None = None,
        /,
        **values: object,
    ) -> None:
        self.what, self.fix, self.path, self.line, self.where = what, fix, path, line, where
        self.values = values

    def in_words(self, words: Translation = str, /) -> str:
        place = one_line(self.path) + ("" if self.line is None else f":{self.line}")
        message = super().in_words(words)
        return one_line(f"{place}: {message}") if place else message


MOST_REPEATED = 200
"""Most characters of a file's content that an error repeats."""


def shortened(text: str, most: int = MOST_REPEATED) -> str:
    """Shorten a text to `most` characters: its beginning and its end.

    >>> shortened("1,1,1,1,1,1,1,1", 9)
    '1,1,…,1,1'
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


_MAKERS = {
    "Puzzle": "harness.read(FILE) returns one",
    "Grid": "harness.Grid(ROWS) makes one",
    "Budget": "harness.Budget(SECONDS) makes one",
    "RandomOptions": "harness.RandomOptions(WIDTH, HEIGHT) makes one",
    "Tape": "pyspectrum.tape.read_tap(FILE) returns one",
}
"""Ways to the types that functions take."""


def check_kind(name: str, value: object, *kinds: type) -> None:
    """Raise TypeError if an argument is of none of these types: it would fail with a riddle, or late."""
    if not isinstance(value, kinds):
        wanted = kinds[0].__name__
        what = f"{name} is {value!r}, not of type {wanted}"
        raise TypeError(one_line(f"{what}; {_MAKERS[wanted]}" if wanted in _MAKERS else what))


def choice_of(name: str, value: object, choices: type[E]) -> E:
    """Return the one of the choices that is given, itself or as its value."""
    try:
        return choices(value)
    except ValueError:
        raise ValueError(f"{name} is {value!r}; choose one of: {', '.join(one.value for one in choices)}") from None


listeners: list[Callable[[HarnessError], None]] = []
"""Called with each `note`; a command line puts itself here."""


def note(remark: HarnessError) -> None:
    """Tell the user how a file was read, if that may surprise, though it is no error."""
    for listener in listeners:
        listener(remark)


class DriverError(HarnessError):
    """The Spectrum program did not do what was expected of it."""


class PictureRefusedError(DriverError):
    """The Spectrum program rejected the picture on the tape; the message has its own words."""


class ReaderError(HarnessError):
    """The screen shows something that is not a crossword grid."""


class BuildError(HarnessError):
    """Sources that do not make a tape, or a tape that cannot be written."""


class TooLargeError(HarnessError):
    """A puzzle too large for a memory limit."""


class RequestError(HarnessError):
    """A request of the studio's page that cannot be done as it came."""


class UsageError(HarnessError):
    """A command that cannot be done as it was given."""


class UndecidedError(HarnessError):
    """A command whose time or memory ran out before there was an answer; the exit code says so."""

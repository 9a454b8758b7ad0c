"""The errors of `pyspectrum`: each is a `SpectrumError` with one line that a user can act on."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from PIL import Image


MOST_CHARACTERS = 500
"""The longest message of a command line."""


class SpectrumError(Exception):
    """Base of every error this package raises on purpose."""


class MediumWarning(UserWarning):
    """A file has something in it that is ignored; a command line shows it as a note."""


class BasicWarning(MediumWarning):
    """Lines of a listing are given in bytes."""


@contextmanager
def notes_on(stream: TextIO) -> Iterator[None]:
    """Print each `MediumWarning` as one line, in place of Python's two."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", MediumWarning)
        otherwise, told = warnings.showwarning, set[str]()

        def show(message: Warning | str, category: type[Warning], *where: Any, **how: Any) -> None:
            if issubclass(category, MediumWarning):
                if str(message) not in told:  # a file may be read twice
                    print(f"note: {escaped(str(message))}", file=stream)
                told.add(str(message))
            else:
                otherwise(message, category, *where, **how)

        warnings.showwarning = show
        yield


def escaped(text: str) -> str:
    """Return a text as one line that cannot move the cursor of a terminal; a long one without its middle."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)
    half = MOST_CHARACTERS // 2
    return shown if len(shown) <= MOST_CHARACTERS else f"{shown[: half - 2]} … {shown[-half + 1 :]}"


class TimeLimitError(SpectrumError):
    """A limit in Spectrum time was passed before the awaited thing happened, or nothing can happen any more.

    `why` says which, `hint` what may have been meant; `screen` holds the 24 text lines of the screen at that moment;
    `pc`, where a call has hung, the place.
    """

    pc: int | None = None
    hint = ""

    def __init__(
        self,
        waited_for: str,
        tstates: int,
        screen: tuple[str, ...] = (),
        *,
        tstates_per_second: int = 3_500_000,
        why: str = "timed out",
    ) -> None:
        self.waited_for = waited_for
        self.tstates = tstates
        self.screen = screen
        self.why = why
        self.summary = f"waited {tstates / tstates_per_second:.1f} s of Spectrum time for {waited_for}: {why}"
        super().__init__(self.summary)

    def __str__(self) -> str:
        picture = "\n".join(f"    |{line.ljust(32)}|" for line in self.screen)
        return self.summary + self.hint + (f"; the screen shows:\n{picture}" if picture else "")


class ExpectationError(SpectrumError, AssertionError):
    """A test's expectation of the machine that did not come true, or a state that stayed.

    `screen` holds the 24 text lines of the screen at that moment; `pictures`, where a picture was compared, its
    ``"expected"``, ``"actual"`` and ``"difference"``; `came` is True if the thing should never have come to be; `hint`
    says what may have been meant.
    """

    came = False
    hint = ""

    def __init__(self, message: str, screen: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.screen = screen
        self.pictures: dict[str, Image.Image] = {}


class ModelError(SpectrumError):
    """A machine that is not emulated, or a part that the machine does not have."""


class AddressError(SpectrumError):
    """A name that is not a symbol, a number that is not an address of the machine, or no memory that can be written."""


class RunningError(SpectrumError):
    """A span of time that cannot be run, or a callback that tried to run the machine within an instruction."""


class RegisterError(SpectrumError):
    """A register that the Z80 does not have, or a value that does not fit into it."""


class StackError(SpectrumError):
    """A routine that did not leave the stack as it found it."""


class ScriptError(SpectrumError):
    """A script of our pages is not understood by what joins them."""


class KeyboardError(SpectrumError):
    """A character or key name that the keyboard does not have."""


class RecordingError(SpectrumError):
    """A recording that cannot be made, read or written."""


class ReplayError(RecordingError):
    """A machine that does not do what it did when it was recorded; `frame` is the first that may differ."""

    def __init__(self, message: str, frame: int) -> None:
        self.frame = frame
        super().__init__(message)


class TapeError(SpectrumError):
    """A tape image that is damaged, or a block that cannot be written."""


class ScreenError(SpectrumError):
    """Data that is not a screen, or a place outside the screen."""


class SnapshotError(SpectrumError):
    """A snapshot that cannot be read or written."""


class VariableError(SpectrumError):
    """The variables area does not hold what was asked for."""


class BasicError(SpectrumError):
    """A listing that is not Sinclair BASIC."""


class AssemblyError(SpectrumError):
    """A source file that the assembler refuses."""


class SymbolError(SpectrumError, KeyError):
    """A symbol file that cannot be read, or a name that no table holds."""

    __str__ = Exception.__str__  # KeyError's would put quotes around the sentence


class SlowMachineWarning(RuntimeWarning):
    """The machine runs on SkoolKit's simulator in Python."""

    TEXT = (
        "SkoolKit has no C simulator here, so the machine is some hundred times slower: install a C compiler and "
        "Python's headers, then pip install --force-reinstall --no-cache-dir --no-binary skoolkit skoolkit"
    )

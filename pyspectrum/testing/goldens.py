"""Golden pictures and texts: the folder they lie in, updates of them, and a screen compared with one."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, TypeAlias

from pyspectrum.atomic import write_whole
from pyspectrum.errors import ExpectationError, ScreenError
from pyspectrum.machine import Spectrum
from pyspectrum.screen.picture import BORDER_PX, border_width
from pyspectrum.testing.comparison import Difference, compare_images
from pyspectrum.testing.waiting import Waiter

if TYPE_CHECKING:
    from PIL import Image

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

Squares = tuple[int, int, int, int]
"""A rectangle of squares: the first row and column, and how many rows and columns."""

Mask: TypeAlias = "Image.Image | Iterable[Squares]"

_STILL_FRAMES = 25


class Written:
    """The golden files of a run, by path; the first test to write a file decides on it.

    Args:
        folder: an empty one that the processes of the run share (None: there is one process).
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._here: dict[Path, bytes] = {}

    def first(self, path: Path, data: bytes) -> bytes:
        """Return the first content for this path in this run: `data`, unless another test was earlier."""
        if self._folder is None:
            return self._here.setdefault(path, data)
        mark = self._folder / hashlib.sha256(os.fsencode(path.absolute())).hexdigest()
        with NamedTemporaryFile(dir=self._folder) as file:
            file.write(data)
            file.flush()
            try:
                os.link(file.name, mark)  # whole at once, and only if there is none
            except FileExistsError:
                return mark.read_bytes()
        return data


@dataclass(frozen=True)
class Goldens:
    """The folder of golden files, and those rewritten in this run."""

    folder: Path = Path()
    update: bool = False
    written: Written = field(default_factory=Written, compare=False)

    def claim(self, path: Path, data: bytes, is_same: Callable[[bytes], bool]) -> None:
        """Note what a test writes to a file, or finds there as it should be.

        Raises:
            ScreenError: another test of this run was first, with something that is not the same.
        """
        if not is_same(self.written.first(path, data)):
            raise ScreenError(
                f"{path} has been written in this run already, with something else; give each test its own name"
            )


_CURRENT: ContextVar[Goldens | None] = ContextVar("goldens", default=None)


@contextmanager
def goldens(
    *, folder: str | Path | None = None, update: bool | None = None, written: Written | None = None
) -> Iterator[Goldens]:
    """While the block lasts, golden files are read from `folder`, and with `update` written there.

    `written` holds those that have been, for blocks that belong together: none is written twice with something else.

    >>> with goldens(folder="tests/goldens") as current:
    ...     current.update
    False
    """
    given = {"folder": None if folder is None else Path(folder), "update": update, "written": written}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    now = replace(_CURRENT.get() or Goldens(), **settings)
    token = _CURRENT.set(now)
    try:
        yield now
    finally:
        _CURRENT.reset(token)


def match_text(
    waiter: Waiter, name: str, lines: Callable[[], tuple[str, ...]], rows: range, timeout: float | None
) -> None:
    """See `Expectation.to_match_text`."""
    settings = _CURRENT.get() or Goldens()
    path = settings.folder / name

    def seen() -> str:
        return "".join(f"{line.rstrip()}\n" for line in lines()[rows.start : rows.stop])

    if settings.update:
        _wait_until_still(waiter.spectrum, seen, waiter.limit(timeout))
        text = seen().encode()
        settings.claim(path, text, lambda first: first == text)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        return
    try:
        wanted = path.read_text(encoding="utf-8")
    except OSError as error:
        hint = "write it with --spectrum-update, and read it before you commit it"
        raise ScreenError(f"{path}: cannot read the expected text: {error.strerror}; {hint}") from None

    def differing() -> str:
        pairs = zip_longest(wanted.splitlines(), seen().splitlines(), fillvalue="")
        rows_off = [(row, one, other) for row, (one, other) in enumerate(pairs, start=rows.start) if one != other]
        return "\n".join(["in these rows it does not:", *(f"    {r:>2} -{a}\n       +{b}" for r, a, b in rows_off)])

    waiter.wait(f"the text to match {name}", lambda: seen() == wanted, timeout, seen=differing)


def _wait_until_still(
    spectrum: Spectrum, look: Callable[[], object], seconds: float, is_done: Callable[[], bool] = bool
) -> None:
    """Run until what `look` gives has kept still for half a second, or is done, or the time is over."""
    end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
    before, still = look(), 0
    while still < _STILL_FRAMES and spectrum.tstates < end and not is_done():
        spectrum.run_frames(1)
        now = look()
        before, still = now, still + 1 if now == before else 0


class _Sight:
    """Picture of a machine for the comparison with a golden one; drawn only when something has changed.

    Args:
        mask: squares, or a picture, that are left out of the comparison.
    """

    def __init__(self, spectrum: Spectrum, mask: Mask, border: bool | int, beam: bool) -> None:
        from PIL import Image

        self._spectrum, self._beam = spectrum, beam
        self._margin = margin = border_width(border)
        if not isinstance(mask, Image.Image):
            squares = ((margin + 8 * column, margin + 8 * row, *sizes) for row, column, *sizes in mask)
            mask = [(x, y, x + 8 * columns, y + 8 * rows) for x, y, rows, columns in squares]
        self._ignored = mask
        self._seen: tuple[bytes, int] | None = None
        self._picture: Image.Image | None = None

    def has_changed(self) -> bool:
        """Return True if the picture has changed since this was last asked (as the beam drew it: it may be)."""
        now = (self._spectrum.screen.data, self._spectrum.core.border if self._margin else 0)
        changed = now != self._seen or self._beam
        self._seen = now
        if changed:
            self._picture = None
        return changed

    def picture(self) -> Image.Image:
        """Return the picture as it is now."""
        if self._picture is None or self.has_changed():
            if self._beam:
                frame = self._spectrum.beam.last_frame(self._margin or BORDER_PX)
                self._picture = replace(frame, number=0).image(border=bool(self._margin))
            else:
                border = self._spectrum.core.border if self._margin else None
                self._picture = self._spectrum.screen.palette_image(border=border, border_px=self._margin)
        return self._picture

    def difference(self, golden: Image.Image) -> Difference:
        """Compare the picture as it is now with a golden one."""
        return compare_images(golden, self.picture(), self._ignored)


def match_golden(
    waiter: Waiter, name: str, *, mask: Mask, border: bool | int, beam: bool, timeout: float | None
) -> None:
    """See `Expectation.to_match_screenshot`."""
    settings = _CURRENT.get() or Goldens()
    path = settings.folder / name
    sight = _Sight(waiter.spectrum, mask, border, beam)
    golden = _read(path, path) if path.exists() else None
    if settings.update and waiter.wanted:
        _update(waiter.spectrum, settings, path, golden, sight, waiter.limit(timeout))
        return
    if golden is None:
        error = ExpectationError(
            f"no golden picture {path}; check the actual picture, then save it with --spectrum-update (or "
            "goldens(update=True))"
        )
        error.pictures = {"actual": sight.picture()}
        raise error
    found: Difference | None = None

    def matches() -> bool:
        nonlocal found
        if found is None or sight.has_changed():
            found = sight.difference(golden)
        return not found

    def seen() -> str:
        return found.summary if found else "no pixel differs"

    what = f"the screen {'' if waiter.wanted else 'not '}to match {path}"
    try:
        waiter.wait(what, matches, timeout, seen=seen)
    except ExpectationError as error:
        error.pictures = {"expected": golden, "actual": sight.picture()}
        if found is not None:
            error.pictures["difference"] = found.picture
        raise


def _update(
    spectrum: Spectrum, settings: Goldens, path: Path, golden: Image.Image | None, sight: _Sight, seconds: float
) -> None:
    """Write the picture once it has kept still, unless the golden one is the same already."""

    def is_golden() -> bool:
        return golden is not None and not sight.difference(golden)

    def is_same(first: bytes) -> bool:
        return not sight.difference(_read(path, io.BytesIO(first)))

    _wait_until_still(spectrum, lambda: sight.picture().tobytes(), seconds, is_golden)
    if is_golden():
        settings.claim(path, path.read_bytes(), is_same)
        return
    written = io.BytesIO()
    sight.picture().save(written, format="PNG", optimize=True)
    settings.claim(path, written.getvalue(), is_same)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, written.getvalue())
    except OSError as error:
        raise ScreenError(
            f"{path}: cannot write the golden picture: {error.strerror or error}; name another folder"
        ) from None


def _read(path: Path, source: Path | io.BytesIO) -> Image.Image:
    from PIL import Image

    try:
        with Image.open(source) as opened:
            opened.load()
            return opened
    except OSError as error:
        raise ScreenError(f"{path}: not a picture: {error}; delete it and write it again") from None

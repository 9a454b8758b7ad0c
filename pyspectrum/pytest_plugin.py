"""The pytest plugin: a booted Spectrum for each test, tapes loaded once, and what is needed when a test fails.

Fixtures
    ``spectrum``: a booted machine, as fresh as if made for this test.
    ``load``: ``load("game.tap", until="PRESS A KEY")`` loads a medium into it, and gives it back. The loading is done
    once a test run (once a worker under xdist); each further test gets the loaded machine at once.

Mark
    ``@pytest.mark.spectrum(model="128", joystick="kempston")``: what kind of machine the test wants.

Options
    ``--spectrum-screenshot``, ``--spectrum-video``, ``--spectrum-trace``, ``--spectrum-output``, ``--spectrum-update``:
    see ``pytest --help``. Each test's files go to a folder of its own below the output folder, so workers of xdist
    do not meet.

The plugin is found by its entry point, ``spectrum``; where ``PYTEST_DISABLE_PLUGIN_AUTOLOAD`` is set, name it:
``-p spectrum``. It imports nothing of the machine before a test asks for one.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import traceback
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from pyspectrum.collision import find_collision

if TYPE_CHECKING:
    from pyspectrum.assembler import Assembly
    from pyspectrum.assembler.symbols import SymbolTable
    from pyspectrum.machine import Spectrum
    from pyspectrum.testing.machine_cache import MachineCache, Medium
    from pyspectrum.trace.journal import Journal

_MARK_IS = "spectrum(model='48', joystick=None, basic=None)"
_MARK = f"{_MARK_IS}: the machine that the fixture `spectrum` is to be"
_MARK_ARGUMENTS = {"model", "joystick", "basic"}
_PACKAGE = Path(__file__).parent
_LOAD_TIMEOUT = 300.0
_LONGEST_FOLDER_NAME = 100


class Load(Protocol):
    """The fixture `load`: has the test's machine load a medium, or puts it where it stood after the same load before.

    Args:
        medium: a path (from the test's own folder), or a `Tape`.
        until: the text on the screen that says it is loaded.
        timeout: how long that may take, in seconds of Spectrum time.
        basic: on a 128, the BASIC to load in, ``"48"`` or ``"128"``, in place of the Tape Loader.
        symbols: for names in place of addresses: a table, what `assemble` gave, or a symbol file.
    """

    def __call__(
        self,
        medium: Medium,
        until: str | None = None,
        *,
        timeout: float = _LOAD_TIMEOUT,
        basic: str | None = None,
        symbols: SymbolTable | Assembly | Path | str | None = None,
    ) -> Spectrum: ...


@dataclass(frozen=True)
class _Lent:
    """The machine of one test, and its journal, where a film or a trace may be wanted."""

    spectrum: Spectrum
    journal: Journal | None


_cache_key = pytest.StashKey[Any]()  # a MachineCache, which is not imported before it is needed
_lent_key = pytest.StashKey[_Lent]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options; every one has a default that needs no thought."""
    group = parser.getgroup("spectrum", "ZX Spectrum")
    kept = "retain-on-failure"
    group.addoption(
        "--spectrum-screenshot", choices=("off", "on", "only-on-failure"), default="only-on-failure",
        help="a picture of the screen after each test, or after a failed one (default)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-video", choices=("off", "on", kept), default=kept,
        help="the last ten seconds of each test as a GIF, or of a failed one (default)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-trace", choices=("off", "on", kept), default=kept,
        help="a trace of each test, to be looked at in a browser, or of a failed one (default)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-output", metavar="DIR", default="spectrum-results",
        help="where all that goes, a folder for each test (default: spectrum-results)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-update", action="store_true",
        help="write what is seen as the expected pictures; look at them before you commit",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known.

    Raises:
        UsageError: another package lies in this one's place.
    """
    if collision := find_collision():
        raise pytest.UsageError(collision)
    config.addinivalue_line("markers", _MARK)


@pytest.fixture
def spectrum(request: pytest.FixtureRequest) -> Iterator[Spectrum]:
    """A booted Spectrum, as fresh as if made for this test; ``@pytest.mark.spectrum(…)`` says which."""
    from pyspectrum.testing.goldens import goldens
    from pyspectrum.testing.machine_cache import MachineCache

    item, config = request.node, request.config
    wanted = _wanted_machine(item)
    cache = config.stash.setdefault(_cache_key, MachineCache())
    folder = _folder(item)
    if folder.exists():
        shutil.rmtree(folder)  # an earlier run's
    pictures = goldens(folder=request.path.parent, update=config.getoption("spectrum_update"))
    machine = _booted(cache, item, wanted)
    with pictures, ExitStack() as stack:
        journal = None
        if any(config.getoption(f"spectrum_{kind}") != "off" for kind in ("video", "trace")):
            from pyspectrum.trace.journal import Journal

            journal = stack.enter_context(Journal(machine))
        item.stash[_lent_key] = _Lent(machine, journal)
        yield machine
        del item.stash[_lent_key]


@pytest.fixture
def load(spectrum: Spectrum, request: pytest.FixtureRequest) -> Load:
    """``load("game.tap", until="PRESS A KEY")`` gives the machine with the medium loaded; see `Load`."""

    def load_medium(
        medium: Medium,
        until: str | None = None,
        *,
        timeout: float = _LOAD_TIMEOUT,
        basic: str | None = None,
        symbols: SymbolTable | Assembly | Path | str | None = None,
    ) -> Spectrum:
        if isinstance(medium, str | Path):
            medium = request.path.parent / medium
        request.config.stash[_cache_key].load(spectrum, medium, until, timeout, basic)
        if request.node.stash[_lent_key].journal is not None:
            request.node.stash[_lent_key].journal.note("load", medium, **({} if until is None else {"until": until}))
        spectrum.symbols = _symbol_table(symbols, request.path.parent)
        return spectrum

    return load_medium


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show a failure where the test met it; save what the options ask for, and say in the report where it is."""
    _leave_out_our_own_code(item, call)
    report = yield
    lent = item.stash.get(_lent_key, None)
    if lent is not None and (report.when == "call" or (report.when == "setup" and report.failed)):
        try:
            _save(item, lent, report, call)
        except Exception as error:  # the test's own failure must not be hidden by one in here
            report.sections.append(("Spectrum", f"could not save what the machine did: {error!r}"))
    return report


def _leave_out_our_own_code(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """An error of this package says all there is to say; what is inside is for ``--full-trace``."""
    from pyspectrum.errors import SpectrumError

    error = call.excinfo
    if error is None or not isinstance(error.value, SpectrumError) or item.config.getoption("fulltrace"):
        return
    outside = None
    for frame, line in reversed(list(traceback.walk_tb(error.tb))):
        if not Path(frame.f_code.co_filename).is_relative_to(_PACKAGE):
            outside = TracebackType(outside, frame, frame.f_lasti, line)
    if outside:
        call.excinfo = pytest.ExceptionInfo.from_exception(error.value.with_traceback(outside))


def _save(item: pytest.Item, lent: _Lent, report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
    from pyspectrum.testing import evidence

    failed = report.failed
    options = {kind: item.config.getoption(f"spectrum_{kind}") for kind in ("screenshot", "video", "trace")}
    wanted = {kind for kind, option in options.items() if option == "on" or (failed and option != "off")}
    folder = _folder(item)
    if wanted:
        folder.mkdir(parents=True, exist_ok=True)
        if failed:
            evidence.save_machine(folder, lent.spectrum)
            evidence.save_comparison(folder, call.excinfo.value if call.excinfo else None)
        if "screenshot" in wanted:
            evidence.save_screenshot(folder, lent.spectrum)
        if lent.journal is not None and "video" in wanted:
            from pyspectrum.trace.film import film

            lent.journal.finish()
            evidence.save_film(folder, film(lent.journal))
    if lent.journal is not None and "trace" in wanted:
        from pyspectrum.trace.pytest_report import save_and_tell

        save_and_tell(item, report, call, [lent.journal], folder / "trace.html")
    elif failed:
        screen = evidence.screen_text(lent.spectrum)
        if not all(line in report.longreprtext for line in screen.splitlines()[1:-1]):
            report.sections.append(("Spectrum screen", screen))  # many an error shows it already
        if wanted:
            report.sections.append(("Spectrum files", str(_from_here(folder))))


def _booted(cache: MachineCache, item: pytest.Item, wanted: dict[str, str]) -> Spectrum:
    from pyspectrum.errors import SpectrumError

    try:
        return cache.booted(**wanted)
    except SpectrumError as error:
        wrong = error
    pytest.fail(f"{item.nodeid}: mark spectrum: {wrong}", pytrace=False)


def _wanted_machine(item: pytest.Item) -> dict[str, str]:
    mark = item.get_closest_marker("spectrum")
    if mark is None:
        return {}
    unknown = [*map(repr, mark.args), *sorted(mark.kwargs.keys() - _MARK_ARGUMENTS)]
    if unknown:
        pytest.fail(
            f"{item.nodeid}: mark spectrum: what is {unknown[0]}? Write {_MARK_IS}, each by name", pytrace=False
        )
    return {name: value for name, value in mark.kwargs.items() if value is not None}


def _symbol_table(symbols: SymbolTable | Assembly | Path | str | None, folder: Path) -> SymbolTable | None:
    if isinstance(symbols, str | Path):
        from pyspectrum.assembler.symbol_files import load_symbols

        return load_symbols(folder / symbols)
    from pyspectrum.assembler import Assembly

    return symbols.symbol_table() if isinstance(symbols, Assembly) else symbols


def _folder(item: pytest.Item) -> Path:
    """The folder for one test's files: its name, and a digest for those whose names are alike once tidied."""
    name = re.sub(r"[^\w.]+", "-", item.nodeid).strip("-")[-_LONGEST_FOLDER_NAME:]
    mark = hashlib.sha256(item.nodeid.encode()).hexdigest()[:8]
    output = Path(item.config.getoption("spectrum_output"))
    return item.config.invocation_params.dir / output / f"{name}-{mark}"


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path

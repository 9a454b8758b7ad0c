"""The pytest plugin: a booted Spectrum for each test, tapes loaded once, and files that a failed test leaves.

The fixtures are `spectrum`, `load` and `new_spectrum`. A mark, ``@pytest.mark.spectrum(model="128")``, or a parameter,
``@pytest.mark.parametrize("spectrum", ["48", "128"], indirect=True)``, says which machine the test needs. Each test's
files go to a folder of its own, so workers of xdist do not meet.

The plugin imports nothing of the machine before a test asks for one.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import traceback
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pytest

from pyspectrum.arguments import find_collision

if TYPE_CHECKING:
    from pyspectrum.machine import Spectrum
    from pyspectrum.testing.machines import Lender, Lent, Load, NewSpectrum

_MARK_IS = "spectrum(model='48', joystick=None, basic=None)"
_MARK = f"{_MARK_IS}: the machine of the fixture `spectrum`"
_MARK_ARGUMENTS = {"model", "joystick", "basic"}
_PACKAGE = Path(__file__).parent
_LONGEST_FOLDER_NAME = 100

_covered_key = pytest.StashKey[Any]()
_reports_key = pytest.StashKey[Any]()
_failed_key = pytest.StashKey[bool]()
_written_key = pytest.StashKey[Any]()
_shared_key = pytest.StashKey[TemporaryDirectory[str]]()
_lender_key = pytest.StashKey[Any]()  # a Lender, which is not imported before it is needed


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("spectrum", "ZX Spectrum")
    for what, kept, text in (
        ("screenshot", "only-on-failure", "a picture of the screen after each test, or after a failed one"),
        ("video", "retain-on-failure", "the last ten seconds of each test as a GIF, or of a failed one"),
        ("trace", "retain-on-failure", "a trace of each test, to be looked at in a browser, or of a failed one"),
    ):
        group.addoption(f"--spectrum-{what}", choices=("off", "on", kept), default=kept, help=f"{text} (default)")
    group.addoption(
        "--spectrum-output", metavar="DIR",
        help="the folder for all that, with a folder for each test (default: spectrum-results)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-update", action="store_true",
        help="save the actual pictures as the expected ones; look at them before you commit",
    )  # fmt: skip
    group.addoption(
        "--spectrum-model", action="append", metavar="MODEL",
        help="the model for tests that name none: 48, 128 or +2; given several times, each test runs on each",
    )  # fmt: skip
    group.addoption(
        "--spectrum-timeout", type=float, metavar="SECONDS",
        help="how much Spectrum time one machine may run for in a test, loading apart (default: no limit)",
    )  # fmt: skip
    group.addoption(
        "--spectrum-coverage", metavar="FORMATS", type=_formats,
        help="report which source lines of the tested programs ran, in all tests together: lcov, html or lcov,html",
    )  # fmt: skip
    parser.addini("spectrum_model", "the models of --spectrum-model, unless it is given", type="args", default=[])
    parser.addini("spectrum_joystick", "the joystick for tests that name none", default="")
    parser.addini("spectrum_timeout", "the seconds of --spectrum-timeout, unless it is given", default="")
    parser.addini("spectrum_output", "the folder of --spectrum-output, unless it is given", default="spectrum-results")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, unless another package lies in this one's place."""
    if collision := find_collision():
        raise pytest.UsageError(collision)
    config.addinivalue_line("markers", _MARK)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on every model that the options name, unless it names one itself."""
    models = _models(metafunc.config)
    own = metafunc.definition.iter_markers("parametrize")
    if (
        len(models) > 1
        and "spectrum" in metafunc.fixturenames
        and "model" not in _mark_arguments(metafunc.definition)
        and not any("spectrum" in _argument_names(mark) for mark in own)
    ):
        metafunc.parametrize("spectrum", models, indirect=True)


@pytest.fixture
def spectrum(request: pytest.FixtureRequest) -> Iterator[Spectrum]:
    """A booted Spectrum, as fresh as if made for this test; ``@pytest.mark.spectrum(…)`` says which."""
    from pyspectrum.errors import SpectrumError

    with ExitStack() as stack:
        try:
            machine = stack.enter_context(_lender(request.config).lend(**_wanted_machine(request)))
        except SpectrumError as error:
            pytest.fail(f"{request.node.nodeid}: mark spectrum: {error}", pytrace=False)
        yield machine


@pytest.fixture
def load(spectrum: Spectrum, request: pytest.FixtureRequest) -> Load:
    """``load("game.tap", until="PRESS A KEY")`` gives the machine with the medium loaded; see `Load`."""
    return partial(_lender(request.config).load, spectrum)


@pytest.fixture(scope="session")
def new_spectrum(request: pytest.FixtureRequest) -> NewSpectrum:
    """``with new_spectrum("128", medium="game.tap", until="READY") as other:`` in any scope; see `NewSpectrum`."""
    return _lender(request.config).lend


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Read golden files from the test's folder."""
    if not _asks_for_a_machine(item):
        return (yield)
    from pyspectrum.testing.expectations import Written, goldens

    shared = getattr(item.config, "workerinput", {}).get("spectrum_written")
    written = item.config.stash.setdefault(_written_key, Written(shared and Path(shared)))
    with goldens(folder=item.path.parent, update=item.config.getoption("spectrum_update"), written=written):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remove the files of an earlier run, or of an attempt that is now repeated."""
    if _asks_for_a_machine(item):
        item.stash[_failed_key] = False
        shutil.rmtree(_folder(item), ignore_errors=True)
        _lender(item.config).begin_test(item.path.parent)


def _asks_for_a_machine(item: pytest.Item) -> bool:
    return not {"spectrum", "new_spectrum"}.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the coverage of this process to the one that reports, or write the reports."""
    config = session.config
    if not config.getoption("spectrum_coverage"):
        return
    lender = config.stash.get(_lender_key, None)
    own = lender.covered if lender is not None else {}
    output = getattr(config, "workeroutput", None)
    if output is not None:  # a worker of xdist; its messages hold no numbers as keys
        output["spectrum_coverage"] = [(path, sorted(lines.items())) for path, lines in own.items()]
        return
    from pyspectrum.coverage import whole_run

    lines = config.stash.setdefault(_covered_key, {})
    whole_run.merge(lines, own)
    if lines:
        formats = config.getoption("spectrum_coverage")
        config.stash[_reports_key] = whole_run.write_reports(lines, _output(config), formats)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist the folder where the workers note the golden files that they have written."""
    if node.config.getoption("spectrum_update"):
        if _shared_key not in node.config.stash:
            folder = node.config.stash[_shared_key] = TemporaryDirectory(prefix="spectrum-written-")
            node.config.add_cleanup(folder.cleanup)
        node.workerinput["spectrum_written"] = node.config.stash[_shared_key].name


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the coverage of a worker of xdist."""
    sent = getattr(node, "workeroutput", {}).get("spectrum_coverage", ())
    if sent:
        from pyspectrum.coverage import whole_run

        whole_run.merge(node.config.stash.setdefault(_covered_key, {}), {path: dict(lines) for path, lines in sent})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write the index of the traces; say how much of each source file ran."""
    if hasattr(config, "workeroutput"):
        return
    _write_index(terminalreporter, config)
    if not config.getoption("spectrum_coverage"):
        return
    from pyspectrum.coverage import whole_run

    terminalreporter.section("Spectrum coverage")
    nothing = "no test had a machine with the source lines of its program: give load() symbols="
    for line in whole_run.summary(config.stash.get(_covered_key, {})) or [nothing]:
        terminalreporter.write_line(line)
    for path in config.stash.get(_reports_key, ()):
        terminalreporter.write_line(str(_from_here(path)))


def _write_index(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reports = [one for outcome in ("passed", "failed", "error") for one in terminalreporter.stats.get(outcome, ())]
    if any(hasattr(report, "spectrum_trace") for report in reports):
        from pyspectrum.trace.pytest_report import index_reports

        if line := index_reports(reports, _output(config)):
            terminalreporter.write_line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show a failure at the test's own line; save what the options ask for, and say in the report where it is."""
    _leave_out_our_own_code(item, call)
    report = yield
    is_first_failure = report.failed and not item.stash.get(_failed_key, True)
    if report.when == "call" or is_first_failure:
        _save_attempt(item, report, call)
    return report


def pytest_exception_interact(node: object, call: pytest.CallInfo[None], report: object) -> None:
    """Save what an attempt leaves of which no other hook hears: pytest-retry makes the reports of its tries itself."""
    if (
        isinstance(node, pytest.Item)
        and isinstance(report, pytest.TestReport)
        and not node.stash.get(_failed_key, True)
    ):
        _save_attempt(node, report, call)


def _save_attempt(item: pytest.Item, report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
    lender = item.config.stash.get(_lender_key, None)
    if lender is None or not _asks_for_a_machine(item):
        return
    item.stash[_failed_key] = report.failed
    try:
        _save(item, lender.used_in_test, report, call)
    except Exception as error:  # the test's own failure must not be hidden by one in here
        report.sections.append(("Spectrum", f"could not save what the machine did: {error!r}"))


def _leave_out_our_own_code(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Leave this package's frames out of the traceback of an error of its own or of a callback."""
    from pyspectrum.errors import SpectrumError

    error = call.excinfo
    if error is None or item.config.getoption("fulltrace"):
        return
    frames = [*traceback.walk_tb(error.tb)]
    own = [Path(frame.f_code.co_filename).is_relative_to(_PACKAGE) for frame, _ in frames]
    if not any(own) or (own[-1] and not isinstance(error.value, SpectrumError)):
        return
    outside = None
    for (frame, line), is_own in zip(reversed(frames), reversed(own), strict=True):
        if not is_own:
            outside = TracebackType(outside, frame, frame.f_lasti, line)
    if outside:
        call.excinfo = pytest.ExceptionInfo.from_exception(error.value.with_traceback(outside))


def _save(item: pytest.Item, lent: tuple[Lent, ...], report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
    """Save what each machine of a test leaves, and the trace of all."""
    from pyspectrum.testing.machines import save_film, save_machine, screen_text

    failed = report.failed
    options = {kind: item.config.getoption(f"spectrum_{kind}") for kind in ("screenshot", "video", "trace")}
    wanted = {kind for kind, option in options.items() if option == "on" or (failed and option != "off")}
    for number, one in enumerate(lent, start=1):
        folder = _folder(item) / (f"machine-{number}" if number > 1 else "")
        if wanted:
            folder.mkdir(parents=True, exist_ok=True)
        if wanted and failed:
            save_machine(folder, one.spectrum, call.excinfo.value if call.excinfo else None)
        if "screenshot" in wanted:
            one.spectrum.image(beam=True).save(folder / "screen.png")
        if one.journal is not None and "video" in wanted:
            save_film(folder, one.journal)
        if failed and "trace" not in wanted:
            screen = screen_text(one.spectrum)
            if not all(line in report.longreprtext for line in screen.splitlines()[1:-1]):
                report.sections.append(("Spectrum screen", screen))  # many an error shows it already
            if wanted:
                report.sections.append(("Spectrum files", str(_from_here(folder))))
    journals = [one.journal for one in lent if one.journal is not None]
    if journals and "trace" in wanted:
        from pyspectrum.trace.pytest_report import save_and_tell

        save_and_tell(item, report, call, journals, _folder(item) / "trace.html")


def _lender(config: pytest.Config) -> Lender:
    """Return the lender of this run, made when a test first asks for a machine."""
    if _lender_key not in config.stash:
        from pyspectrum.testing.machines import Lender, MachineCache

        cache = getattr(config, "cache", None)  # missing with -p no:cacheprovider
        folder = cache.mkdir("spectrum") if cache is not None else None
        journals = any(config.getoption(f"spectrum_{kind}") != "off" for kind in ("video", "trace"))
        prepare = partial(_prepare, config)
        config.stash[_lender_key] = Lender(MachineCache(folder), keeps_journals=journals, prepare=prepare)
    lender: Lender = config.stash[_lender_key]
    return lender


def _prepare(config: pytest.Config, machine: Spectrum) -> None:
    """Limit a machine to the time that the options allow, and track what it executes if that is wanted."""
    if config.getoption("spectrum_coverage"):
        machine.core.track()
    seconds = config.getoption("spectrum_timeout") or config.getini("spectrum_timeout")
    if not seconds:
        return
    try:
        machine.runner.allow(machine.model.seconds_to_tstates(float(seconds)))
    except ValueError:
        raise pytest.UsageError(f"spectrum_timeout = {seconds}: write a number of seconds") from None


def _models(config: pytest.Config) -> list[str]:
    """Return the models that the options or the ini file name, each once."""
    return list(dict.fromkeys(config.getoption("spectrum_model") or config.getini("spectrum_model")))


def _argument_names(mark: pytest.Mark) -> list[str]:
    names = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
    return [name.strip() for name in (names.split(",") if isinstance(names, str) else names)]


def _mark_arguments(item: Any) -> dict[str, str]:
    """Return the arguments of the mark `spectrum` closest to a test."""
    mark = item.get_closest_marker("spectrum")
    if mark is None:
        return {}
    if unknown := [*map(repr, mark.args), *sorted(mark.kwargs.keys() - _MARK_ARGUMENTS)]:
        pytest.fail(f"{item.nodeid}: mark spectrum: what is {unknown[0]}? Write {_MARK_IS}, each by name", False)
    return {name: value for name, value in mark.kwargs.items() if value is not None}


def _wanted_machine(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Combine the options, the mark and a parametrization for a test's machine; the last of them decides."""
    config = request.config
    wanted = {"joystick": config.getini("spectrum_joystick")} if config.getini("spectrum_joystick") else {}
    models = _models(config)
    wanted |= {"model": models[0]} if models else {}
    wanted |= _mark_arguments(request.node)
    parameter = getattr(request, "param", None)
    if isinstance(parameter, dict):
        if unknown := sorted(parameter.keys() - _MARK_ARGUMENTS):
            pytest.fail(f"{request.node.nodeid}: no machine has {unknown[0]!r}; use model, joystick, basic", False)
        return wanted | parameter
    return wanted | ({"model": str(parameter)} if parameter is not None else {})


def _folder(item: pytest.Item) -> Path:
    """Return the folder for one test's files: its name, and a digest, since two tidied names may be alike."""
    name = re.sub(r"[^\w.]+", "-", item.nodeid).strip("-")[-_LONGEST_FOLDER_NAME:]
    mark = hashlib.sha256(item.nodeid.encode()).hexdigest()[:8]
    return _output(item.config) / f"{name}-{mark}"


def _output(config: pytest.Config) -> Path:
    named = config.getoption("spectrum_output") or config.getini("spectrum_output")
    return Path(config.invocation_params.dir, named)


def _formats(text: str) -> list[str]:
    wanted = text.split(",")
    if not set(wanted) <= {"lcov", "html"}:
        raise argparse.ArgumentTypeError(f"{text!r}: use lcov, html or lcov,html")
    return wanted


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path

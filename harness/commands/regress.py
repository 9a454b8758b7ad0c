"""``regress``: a whole corpus of puzzles through the Spectrum program, or any other, and what disagrees."""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from harness.console.common import (
    DEFAULT_TAPE,
    EXIT_BAD_INPUT,
    EXIT_DISAGREES,
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    load_tape,
    print_json,
    puzzle_name,
)
from harness.errors import UsageError, one_line
from harness.files.writing import check_outputs
from harness.formats import format_named
from harness.regress.backends import Backend, Cluster, LocalProcesses, ThisProcess
from harness.regress.corpus import Corpus, RandomSpec
from harness.regress.defaults import PLACE
from harness.regress.engines import Engine, SolverEngine, SpectrumEngine
from harness.regress.outcome import WRONG, Outcome, Status, result_in_words
from harness.regress.page import slowest, spread
from harness.regress.program import ProgramEngine, check_command
from harness.regress.report import write_report
from harness.regress.session import Run, Summary
from harness.regress.session import run as run_corpus
from harness.regress.store import Store
from harness.solver.registry import DEFAULT
from harness.spectrum.play import OnBranch

DATABASE = "outcomes.sqlite"
MANY_JOBS = 4
"""With more of them the messages to the workers begin to cost."""
MOST_LISTED = 20


def run(arguments: argparse.Namespace) -> int:
    """Do it; 0 all agree, 1 some do not, 2 something is not to be read."""
    specs = [RandomSpec.parse(text) for text in arguments.random]
    corpus = Corpus(
        [puzzle_name(name) for name in arguments.corpus], specs, arguments.pictures, checked=not arguments.unchecked
    )
    if not corpus.expected:
        raise UsageError("there are no puzzles; name files or folders, or use --random or --pictures")
    engines, commands = _engines(arguments)
    if arguments.db is not None:
        check_outputs({"--db": arguments.db}, [path for path in arguments.corpus if Path(path).is_file()])
    backend = _backend(arguments)
    if not arguments.json:
        for spec in specs:
            print(f"random puzzles: --random {spec}", flush=True)
    with (
        _ending_on_request(),
        _database(arguments) as path,
        Store(path) as store,
        _progress(corpus, engines, arguments) as listener,
    ):
        begin = time.monotonic()
        result = run_corpus(
            corpus,
            engines,
            store,
            backend,
            resume=arguments.resume,
            batch_size=_batch_size(arguments),
            on_outcome=listener,
        )
        took = time.monotonic() - begin
        outcomes = result.outcomes(store)
    if arguments.report is not None:
        title = one_line(f"regression of {' '.join([*arguments.corpus, *map(str, specs), *arguments.pictures])}")
        write_report(arguments.report, outcomes, commands, title)
    summary = Summary.of(outcomes)
    if arguments.json:
        print_json(_as_json(result, summary, outcomes, specs, took))
    else:
        _print_summary(result, summary, outcomes, took, arguments)
    return _exit_code(result, summary)


def _exit_code(result: Run, summary: Summary) -> int:
    if result.interrupted:
        return EXIT_INTERRUPTED
    if not summary.all_agree:
        return EXIT_DISAGREES
    return EXIT_BAD_INPUT if summary.by_status[Status.UNREADABLE] else EXIT_GOOD


def _engines(arguments: argparse.Namespace) -> tuple[list[Engine], dict[str, Callable[[str], str]]]:
    """What the puzzles are given to, and for each of them the command that repeats it with a file."""
    limit = arguments.timeout
    engines: list[Engine] = []
    commands: dict[str, Callable[[str], str]] = {}

    def add(engine: Engine, command: str) -> None:
        engines.append(engine)
        commands[engine.key] = lambda file: command.replace(PLACE, file)

    if arguments.strategy and not arguments.solver_only:
        raise UsageError("--strategy is for --solver-only; leave it out, or add that")
    if arguments.solver_only and (arguments.tape or arguments.inject or arguments.spectrum_timeout is not None):
        raise UsageError("--solver-only leaves the Spectrum out; leave out what is said of it")
    if arguments.against is not None:
        check_command(arguments.against)
        format_named(arguments.against_format)
        add(ProgramEngine(arguments.against, arguments.against_format, limit), arguments.against)
    if arguments.solver_only:
        for strategy in dict.fromkeys(arguments.strategy or [DEFAULT]):
            add(SolverEngine(strategy, limit), f"python -m harness solve {PLACE} --strategy {strategy}")
    elif arguments.tape or arguments.against is None:
        for name in dict.fromkeys(arguments.tape or [DEFAULT_TAPE]):
            engine = SpectrumEngine(
                name,
                load_tape(name).to_bytes(),
                OnBranch(arguments.on_branch),
                arguments.inject,
                limit,
                arguments.spectrum_timeout,
            )
            add(engine, f"python -m harness run {PLACE} --tape {name} --on-branch {arguments.on_branch}")
    return engines, commands


def _backend(arguments: argparse.Namespace) -> Backend:
    if arguments.backend == "dask":
        if arguments.scheduler is None:
            raise UsageError("--backend dask needs --scheduler; give the address that dask-scheduler prints")
        return Cluster.connect(arguments.scheduler)
    if arguments.scheduler is not None:
        raise UsageError("--scheduler is for --backend dask; add that, or leave it out")
    return ThisProcess() if arguments.jobs == 1 else LocalProcesses(arguments.jobs)


def _batch_size(arguments: argparse.Namespace) -> int:
    """Puzzles that go to a worker together: as many as it takes for the work to be much more than the message."""
    if arguments.backend == "dask":
        return 128 if arguments.solver_only else 8
    if arguments.solver_only:
        return 32
    if arguments.inject:
        return 4 if arguments.jobs <= MANY_JOBS else 16
    return 1


@contextmanager
def _ending_on_request() -> Iterator[None]:
    """Within, a request to terminate is as good as Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _database(arguments: argparse.Namespace) -> Iterator[str]:
    """The file that keeps the outcomes: the one that was named, one in the report's folder, or one for this run."""
    if arguments.db is not None:
        yield arguments.db
    elif arguments.report is not None:
        try:
            Path(arguments.report).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{arguments.report}: cannot be made ({getattr(error, 'strerror', error)}); name another folder"
            ) from None
        yield os.fspath(Path(arguments.report, DATABASE))
    elif arguments.resume:
        raise UsageError("--resume needs the file of the run before; name it with --db, or its folder with --report")
    else:
        with tempfile.TemporaryDirectory(prefix="crossword-") as folder:
            yield os.fspath(Path(folder, DATABASE))


@contextmanager
def _progress(
    corpus: Corpus, engines: Sequence[Engine], arguments: argparse.Namespace
) -> Iterator[Callable[[Outcome], None] | None]:
    console = Console(stderr=True)
    if arguments.json or arguments.quiet or not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("puzzles", total=corpus.expected * len(engines), rate="")
        wrong = 0

        def show(outcome: Outcome) -> None:
            nonlocal wrong
            wrong += outcome.status in WRONG
            speed = progress.tasks[0].speed
            progress.update(
                bar,
                advance=1,
                total=corpus.expected * len(engines),
                description=f"puzzles, {wrong} wrong" if wrong else "puzzles",
                rate=f"{speed:,.1f}/s" if speed else "",
            )

        yield show


def _as_json(
    result: Run, summary: Summary, outcomes: Sequence[Outcome], specs: Sequence[RandomSpec], took: float
) -> dict[str, object]:
    return {
        "random": [str(spec) for spec in specs],
        "done": len(result.done),
        "kept": len(result.kept),
        "repeated": result.repeated,
        "interrupted": result.interrupted,
        "seconds": round(took, 3),
        "by_status": {status.value: summary.by_status[status] for status in Status if summary.by_status[status]},
        "engines": [_engine_as_json(engine, outcomes) for engine in _names(outcomes)],
        "wrong": [outcome.as_json() for outcome in outcomes if outcome.status in WRONG],
        "unreadable": [outcome.sentence for outcome in outcomes if outcome.status is Status.UNREADABLE],
    }


def _engine_as_json(engine: str, outcomes: Sequence[Outcome]) -> dict[str, object]:
    own = [outcome for outcome in outcomes if outcome.engine == engine]
    mean, middle, ninety_fifth, worst = spread([outcome.seconds for outcome in own])
    return {
        "engine": engine,
        "results": {result: count for (_, result), count in sorted(Summary.of(own).by_result.items())},
        "seconds": {"mean": mean, "median": middle, "95%": ninety_fifth, "worst": worst},
        "cpu_seconds": sum(outcome.seconds for outcome in own),
        "worst": [{"name": outcome.name, "seconds": outcome.seconds} for outcome in slowest(own)],
    }


def _names(outcomes: Sequence[Outcome]) -> list[str]:
    return list(dict.fromkeys(outcome.engine for outcome in outcomes if outcome.engine))


def _print_summary(
    result: Run, summary: Summary, outcomes: Sequence[Outcome], took: float, arguments: argparse.Namespace
) -> None:
    if not arguments.quiet:
        for engine in _names(outcomes):
            _print_engine(engine, [outcome for outcome in outcomes if outcome.engine == engine], arguments.solver_only)
        bad = [outcome for outcome in outcomes if outcome.status not in (Status.AGREES, Status.SKIPPED)]
        for outcome in bad[:MOST_LISTED]:
            what = one_line(outcome.sentence)
            place = one_line(f"{outcome.name}, {outcome.engine}: ") if outcome.engine else ""
            print(f"{outcome.status}: {place}{what}")
        if len(bad) > MOST_LISTED:
            print(f"… and {len(bad) - MOST_LISTED:,} more; --report shows all")
    counts = ", ".join(f"{summary.by_status[status]:,} {status}" for status in Status if summary.by_status[status])
    kept = f", {len(result.kept):,} kept from before" if result.kept else ""
    again = f", {result.repeated:,} met again under other names" if result.repeated else ""
    rate = f", {len(result.done) / took:,.1f} a second" if result.done and took > 0 else ""
    print(f"{len(result.done):,} done in {took:,.1f} s{rate}{kept}{again}")
    print(f"{'interrupted: ' if result.interrupted else ''}{counts or 'nothing'}")


def _print_engine(engine: str, own: Sequence[Outcome], is_benchmark: bool) -> None:
    results = ", ".join(
        f"{count:,} {result_in_words(result)}" for (_, result), count in sorted(Summary.of(own).by_result.items())
    )
    print(f"{one_line(engine)}: {results}")
    mean, middle, ninety_fifth, worst = (1000 * value for value in spread([outcome.seconds for outcome in own]))
    print(f"  ms: mean {mean:,.2f}, median {middle:,.2f}, 95 % {ninety_fifth:,.2f}, worst {worst:,.2f}")
    if is_benchmark:
        for outcome in slowest(own):
            print(f"  {1000 * outcome.seconds:10,.2f} ms  {outcome.size:>9}  {one_line(outcome.name)}")

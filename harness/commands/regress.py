"""``regress``: a whole corpus of puzzles through the Spectrum program, or any other, and the disagreements."""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from harness.commands._arguments import JOBS_PER_CORE, add_to, jobs, reading_of
from harness.commands._arguments import seconds as duration
from harness.commands._found import DEFAULT_TAPE, find_puzzles, find_tape
from harness.commands._streams import check_written, print_json
from harness.errors import UsageError, one_line
from harness.files.writing import check_folder, check_overwritten, is_same_file
from harness.regress import PLACE, PUZZLE_SECONDS
from harness.solver.strategy import DEFAULT, strategy_names
from harness.spectrum import OnBranch
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from harness.regress.backends import Backend
    from harness.regress.corpus import Corpus, RandomSpec
    from harness.regress.engines import Engine
    from harness.regress.outcome import PuzzleOutcome
    from harness.regress.session import Run, Summary

DATABASE = "outcomes.sqlite"
MANY_JOBS = 4
"""With more of them the messages to the workers begin to cost."""
MOST_LISTED = 20


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword regress puzzles --inject --report out", "a folder through the Spectrum, and a report"),
        ("crossword regress --random 5x5..30x30:1000:7 --db all.sqlite --resume", "a thousand, those done before kept"),
        ("crossword regress folder --solver-only --strategy fast --strategy probe", "two strategies, timed"),
        ('crossword regress folder --against "othersolver --quiet {file}"', "the answers of another program"),
    )
    group = parser.add_argument_group("puzzles")
    add = add_to(group)
    add("CORPUS", "files, folders, archives, files of many puzzles", nargs="*", dest="corpus")
    add("--from")
    sizes = "random puzzles, WxH..WxH for sizes in between; the seed is printed (may be repeated)"
    add("--random WxH:COUNT[:SEED]", sizes, default=[], action="append")
    add("--pictures FOLDER", "puzzles made of the pictures in a folder", default=[], action="append")
    add("--unchecked", "pass invalid clues to the program, too")
    add = add_to(parser.add_argument_group("who solves them"))
    add("--tape FILE", f"a tape (may be repeated; default: {DEFAULT_TAPE})", action="append")
    add("--inject", "write puzzles into the program's variables instead of typing them")
    choices = [choice.value for choice in OnBranch]
    add("--on-branch", 'the answer at "Many variants!"', default=OnBranch.STOP.value, choices=choices)
    names = strategy_names()
    add("--solver-only", "leave the Spectrum out: time the Python solvers")
    add("--strategy NAME", "with --solver-only: a strategy (may be repeated)", action="append", choices=names)
    add("--against CMD", f"another program, with {PLACE} for the puzzle's file; no shell is used")
    add("--against-format FORMAT", "the format of that file", default="non")
    add = add_to(parser.add_argument_group("limits for a puzzle"))
    add("--timeout S", "of real time", duration, float(PUZZLE_SECONDS))
    add("--spectrum-timeout S", "of Spectrum time (default: no limit)", duration)
    add = add_to(parser.add_argument_group("where they run"))
    add("--jobs N", f"processes, up to {JOBS_PER_CORE} for each core", jobs, os.cpu_count() or 1)
    add("--backend", "processes on this machine, or a cluster", default="local", choices=("local", "dask"))
    add("--scheduler ADDRESS", "with --backend dask: such as tcp://10.0.0.1:8786")
    add = add_to(parser.add_argument_group("results"))
    add("--db FILE", "the SQLite file that keeps every outcome as it comes")
    add("--resume", "skip the outcomes that the file has already")
    add("--report FOLDER", "write a page, JUnit's XML and JSON lines there")
    add("--force")
    add("--json")
    add("--quiet", "print only the counts")


def run(arguments: argparse.Namespace) -> int:
    """Run the corpus and report; 0 if all agree, 1 if some do not, 2 for an unreadable file, 4 for an undecided one."""
    from harness.regress.corpus import Corpus, RandomSpec
    from harness.regress.outcome import Status
    from harness.regress.report import write_report
    from harness.regress.session import Store, Summary
    from harness.regress.session import run as run_corpus

    specs = [RandomSpec.parse(text) for text in arguments.random]
    names = [found.name for found in find_puzzles(arguments.corpus)]
    corpus = Corpus(names, specs, arguments.pictures, checked=not arguments.unchecked, **reading_of(arguments))
    if not corpus.expected:
        raise UsageError("there are no puzzles; name files or folders, or use --random or --pictures")
    engines, commands = _engines(arguments)
    _check_results(arguments)
    backend = _backend(arguments)
    if not arguments.json:
        for spec in specs:
            print(f"random puzzles: --random {spec}", flush=True)
    with (
        ExitStack() as stack,
        _database(arguments) as path,
        Store(path) as store,
        _progress(corpus, engines, arguments) as listener,
    ):
        # a request to terminate is Ctrl-C
        stack.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, signal.default_int_handler))
        begin, size, resume = time.monotonic(), _batch_size(arguments), arguments.resume
        result = run_corpus(corpus, engines, store, backend, resume=resume, batch_size=size, on_outcome=listener)
        took = time.monotonic() - begin
        outcomes = result.outcomes(store)
    if arguments.report is not None:
        title = one_line(f"regression of {' '.join([*arguments.corpus, *map(str, specs), *arguments.pictures])}")
        write_report(arguments.report, outcomes, commands, title)
    summary = Summary(outcomes)
    if arguments.json:
        print_json(_as_json(result, summary, outcomes, specs, took))
    else:
        _print_summary(result, summary, outcomes, took, arguments)
    codes = {
        Exit.INTERRUPTED: result.interrupted,
        Exit.NO: summary.wrong,
        Exit.BAD_INPUT: summary.by_status[Status.UNREADABLE],
        Exit.UNDECIDED: summary.by_status[Status.UNDECIDED],
    }
    return next((code for code, is_so in codes.items() if is_so), Exit.GOOD)


def _check_results(arguments: argparse.Namespace) -> None:
    """Check before the work that no result overwrites a file of the corpus, or another result."""
    from harness.regress.report import PUZZLES, report_files

    named = [Path(found.path) for found in find_puzzles(arguments.corpus)]
    read = [path for path in named if path.is_file()]
    if arguments.db is not None:
        check_written({"--db": (arguments.db, "db")}, read)
    if arguments.report is None:
        return
    written = report_files(arguments.report)
    if arguments.db is None:
        written.append(Path(arguments.report, DATABASE))
    elif any(is_same_file(arguments.db, os.fspath(path)) for path in written):
        raise UsageError(f"{arguments.db}: --db and --report would write the same file; give each its own")
    beside = [path for path in read if is_same_file(os.fspath(path.parent), os.fspath(Path(arguments.report, PUZZLES)))]
    check_overwritten("--report", [*written, *beside], read, forced=arguments.force)
    check_folder(arguments.report)


def _engines(arguments: argparse.Namespace) -> tuple[list[Engine], dict[str, str]]:
    """Build the engines, and for each of them the command that repeats it with a file."""
    from harness.formats import format_named
    from harness.regress.engines import SolverEngine, SpectrumEngine
    from harness.regress.program import ProgramEngine, check_command
    from harness.regress.shells import quoted

    limit = arguments.timeout
    engines: list[tuple[Engine, str]] = []
    if arguments.strategy and not arguments.solver_only:
        raise UsageError("--strategy is for --solver-only; leave it out, or add that")
    if arguments.solver_only and (arguments.tape or arguments.inject or arguments.spectrum_timeout is not None):
        raise UsageError("--solver-only does not run the Spectrum; remove --tape, --inject and --spectrum-timeout")
    if arguments.against is not None:
        check_command(arguments.against)
        format_named(arguments.against_format)
        engines.append((ProgramEngine(arguments.against, arguments.against_format, limit), arguments.against))
    if arguments.solver_only:
        for strategy in dict.fromkeys(arguments.strategy or [DEFAULT]):
            command = f"python -m harness solve {PLACE} --strategy {strategy}"
            engines.append((SolverEngine(strategy, limit), command))
    elif arguments.tape or arguments.against is None:
        for name in dict.fromkeys(arguments.tape or [DEFAULT_TAPE]):
            tape, way = find_tape(name).read().to_bytes(), OnBranch(arguments.on_branch)
            engine = SpectrumEngine(name, tape, way, arguments.inject, limit, arguments.spectrum_timeout)
            command = f"python -m harness run {PLACE} --tape {quoted(name)} --on-branch {arguments.on_branch}"
            engines.append((engine, command))
    return [engine for engine, _ in engines], {engine.key: command for engine, command in engines}


def _backend(arguments: argparse.Namespace) -> Backend:
    from harness.regress.backends import Cluster, here, side_by_side

    if arguments.backend == "dask":
        if arguments.scheduler is None:
            raise UsageError("--backend dask needs --scheduler; give the address that dask-scheduler prints")
        return Cluster.connect(arguments.scheduler, arguments.timeout)
    if arguments.scheduler is not None:
        raise UsageError("--scheduler is for --backend dask; add that, or leave it out")
    return here if arguments.jobs == 1 else partial(side_by_side, arguments.jobs)


def _batch_size(arguments: argparse.Namespace) -> int:
    """Return how many puzzles go to a worker together: enough for the work to be much more than the message."""
    if arguments.backend == "dask":
        return 128 if arguments.solver_only else 8
    if arguments.solver_only:
        return 32
    if arguments.inject:
        return 4 if arguments.jobs <= MANY_JOBS else 16
    return 1


@contextmanager
def _database(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the file that keeps the outcomes: the one named, one in the report's folder, or one for this run."""
    import tempfile

    if arguments.db is not None or arguments.report is not None:
        yield arguments.db or os.fspath(Path(arguments.report, DATABASE))
    elif arguments.resume:
        raise UsageError("--resume needs the file of the run before; name it with --db, or its folder with --report")
    else:
        with tempfile.TemporaryDirectory(prefix="crossword-") as folder:
            yield os.fspath(Path(folder, DATABASE))


@contextmanager
def _progress(
    corpus: Corpus, engines: Sequence[Engine], arguments: argparse.Namespace
) -> Iterator[Callable[[PuzzleOutcome], None] | None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from harness.regress.outcome import WRONG

    console = Console(stderr=True)
    if arguments.json or arguments.quiet or not console.is_terminal:
        yield None
        return
    what, rate = TextColumn("{task.description}"), TextColumn("{task.fields[rate]}")
    columns = what, BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("puzzles", total=corpus.expected * len(engines), rate="")
        wrong = 0

        def show(outcome: PuzzleOutcome) -> None:
            nonlocal wrong
            wrong += outcome.status in WRONG
            speed, total = progress.tasks[0].speed, corpus.expected * len(engines)
            what, rate = f"puzzles, {wrong} wrong" if wrong else "puzzles", f"{speed:,.1f}/s" if speed else ""
            progress.update(bar, advance=1, total=total, description=what, rate=rate)

        yield show


def _as_json(
    result: Run, summary: Summary, outcomes: Sequence[PuzzleOutcome], specs: Sequence[RandomSpec], took: float
) -> dict[str, object]:
    from harness.regress.outcome import WRONG, Status

    return {
        "random": [str(spec) for spec in specs],
        "done": len(result.done),
        "kept": len(result.kept),
        "repeated": result.repeated,
        "interrupted": result.interrupted,
        "seconds": round(took, 3),
        "by_status": {status.value: summary.by_status[status] for status in Status if summary.by_status[status]},
        "engines": [_engine_as_json(engine, own) for engine, own in summary.by_engine.items()],
        "wrong": [outcome.as_json() for outcome in outcomes if outcome.status in WRONG],
        "unreadable": [outcome.sentence for outcome in outcomes if outcome.status is Status.UNREADABLE],
    }


def _engine_as_json(engine: str, own: Sequence[PuzzleOutcome]) -> dict[str, object]:
    from harness.regress.report import slowest, spread

    return {
        "engine": engine,
        "results": dict(sorted(Counter(outcome.result for outcome in own).items())),
        "seconds": dict(zip(("mean", "median", "95%", "worst"), spread(own), strict=True)),
        "cpu_seconds": sum(outcome.seconds for outcome in own),
        "worst": [{"name": outcome.name, "seconds": outcome.seconds} for outcome in slowest(own)],
    }


def _print_summary(
    result: Run, summary: Summary, outcomes: Sequence[PuzzleOutcome], took: float, arguments: argparse.Namespace
) -> None:
    from harness.regress.outcome import Status

    if not arguments.quiet:
        for engine, own in summary.by_engine.items():
            _print_engine(engine, own, arguments.solver_only)
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


def _print_engine(engine: str, own: Sequence[PuzzleOutcome], is_benchmark: bool) -> None:
    from harness.regress.outcome import result_in_words
    from harness.regress.report import slowest, spread

    counts = sorted(Counter(outcome.result for outcome in own).items())
    results = ", ".join(f"{count:,} {result_in_words(result)}" for result, count in counts)
    print(f"{one_line(engine)}: {results}")
    times = zip(("mean", "median", "95 %", "worst"), spread(own), strict=True)
    print(f"  ms: {', '.join(f'{name} {1000 * value:,.2f}' for name, value in times)}")
    if is_benchmark:
        for outcome in slowest(own):
            print(f"  {1000 * outcome.seconds:10,.2f} ms  {outcome.size:>9}  {one_line(outcome.name)}")

"""The run: a corpus to the engines by a backend, every outcome into the store, and what all of it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from harness.regress.backends import Backend, Batch, Task
from harness.regress.corpus import Corpus, Entry
from harness.regress.engines import Engine
from harness.regress.outcome import VERSION, WRONG, Key, Outcome, Status, key_of
from harness.regress.store import Store

OnOutcome = Callable[[Outcome], None]


@dataclass
class Run:
    """State of a run.

    Attributes:
        names: what the corpus calls each puzzle, by the keys of its outcomes, in order; the first name where several
            files hold one puzzle.
        unreadable: what holds no puzzle.
        done: the keys of the outcomes that came in this run.
        kept: the keys of those that were there from a run before.
        repeated: how often a puzzle came again under another name.
        interrupted: whether the user ended it.
    """

    names: dict[Key, str] = field(default_factory=dict)
    unreadable: list[Outcome] = field(default_factory=list)
    done: set[Key] = field(default_factory=set)
    kept: set[Key] = field(default_factory=set)
    repeated: int = 0
    interrupted: bool = False

    def outcomes(self, store: Store) -> list[Outcome]:
        """Everything there is to report, in the corpus's order: what was done and kept, and what could not be read."""
        found = {outcome.key: outcome for outcome in store.outcomes(self.done | self.kept)}
        present = (replace(found[key], name=name) for key, name in self.names.items() if key in found)
        return [*present, *self.unreadable]


def run(
    corpus: Corpus | Iterable[Entry],
    engines: Sequence[Engine],
    store: Store,
    backend: Backend,
    *,
    resume: bool = False,
    batch_size: int = 1,
    on_outcome: OnOutcome | None = None,
) -> Run:
    """Give every puzzle to every engine, and commit the outcomes.

    Args:
        resume: leave out what the store has from a run before.
        batch_size: puzzles that go to a worker together.
        on_outcome: told of each as it is committed.

    Ctrl-C ends it: what was committed until then is kept, and the `Run` says that it was interrupted.
    """
    result = Run()
    finished = {engine.key: store.finished(engine.key) if resume else set() for engine in engines}
    outcomes = backend.run(_batches(corpus, engines, finished, result, batch_size))
    try:
        for outcome in outcomes:
            store.put(replace(outcome, done_at=datetime.now(UTC).isoformat(timespec="milliseconds")))
            result.done.add(outcome.key)
            if on_outcome is not None:
                on_outcome(outcome)
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        close = getattr(outcomes, "close", None)
        if close is not None:
            close()
    return result


def _batches(
    corpus: Iterable[Entry], engines: Sequence[Engine], finished: dict[str, set[str]], run: Run, size: int
) -> Iterator[Batch]:
    """Yield the work to do, and report beside it: `run` gets the names, and the unreadable files.

    The backend calls for more while outcomes come, in a thread of its own; nothing here touches the store.
    """
    gathered: dict[str, list[Task]] = {engine.key: [] for engine in engines}
    for entry in corpus:
        if entry.puzzle is None:
            run.unreadable.append(Outcome("", "", entry.name, "", Status.UNREADABLE, sentence=entry.problem))
            continue
        puzzle_key = key_of(entry.puzzle)
        for engine in engines:
            key = puzzle_key, engine.key, VERSION
            if key in run.names:
                run.repeated += 1
                continue
            run.names[key] = entry.name
            if puzzle_key in finished[engine.key]:
                run.kept.add(key)
                continue
            tasks = gathered[engine.key]
            tasks.append(Task(entry.name, entry.puzzle))
            if len(tasks) == size:
                gathered[engine.key] = []
                yield Batch(engine, tasks)
    for engine in engines:
        if gathered[engine.key]:
            yield Batch(engine, gathered[engine.key])


@dataclass(frozen=True)
class Summary:
    """Counts of the outcomes."""

    by_status: Counter[Status]
    by_result: Counter[tuple[str, str]]
    """By engine and result."""

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Summary:
        """Count them."""
        by_status: Counter[Status] = Counter()
        by_result: Counter[tuple[str, str]] = Counter()
        for outcome in outcomes:
            by_status[outcome.status] += 1
            if outcome.engine:
                by_result[outcome.engine, outcome.result] += 1
        return cls(by_status, by_result)

    @property
    def wrong(self) -> int:
        """Number of outcomes that make the run fail."""
        return sum(self.by_status[status] for status in WRONG)

    @property
    def all_agree(self) -> bool:
        """True if every puzzle that an engine accepts was answered, and rightly."""
        return not self.wrong and not self.by_status[Status.UNDECIDED]

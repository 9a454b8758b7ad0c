"""A cluster without workers, or whose scheduler ends; a real one is in tests/slow/commands/test_regress_runs.py."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.regress.backends import Batch, Cluster, work
from harness.regress.outcome import PuzzleOutcome, Status
from tests.regress_engines import Doubtful


class FakeClient:
    """A client of a scheduler at `tcp://there`; `status` and `threads` are what it answers."""

    def __init__(self, threads: int = 0, status: str = "running") -> None:
        self.threads, self.status = threads, status

    def nthreads(self) -> dict[str, int]:
        return {"worker": self.threads} if self.threads else {}


class Coming:
    """Outcomes that are ready at the look after so many."""

    def __init__(self, looks: int) -> None:
        self._looks = looks

    def has_ready(self) -> bool:
        self._looks -= 1
        return self._looks < 0


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which advances by a second whenever the cluster sleeps."""
    time = [0.0]

    def sleep(seconds: float) -> None:
        time[0] += 1

    monkeypatch.setattr("harness.regress.backends.time.monotonic", lambda: time[0])
    monkeypatch.setattr("harness.regress.backends.time.sleep", sleep)
    return time


def wait(client: Any, looks: int, seconds: float = 60) -> None:
    Cluster(client, "tcp://there", seconds)._wait(Coming(looks))


def test_a_cluster_without_workers_says_so_once_after_five_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    wait(FakeClient(), 4)
    wait(FakeClient(threads=2), 1000, seconds=30)
    assert capsys.readouterr().err == ""
    wait(FakeClient(), 40)
    said = "note: tcp://there has no worker yet; start one with: dask worker tcp://there\n"
    assert capsys.readouterr().err == said


def test_the_time_out_is_heeded_while_there_is_no_worker(now: list[float]) -> None:
    with pytest.raises(UsageError, match=r"^tcp://there: no worker came within 30 s; start one with: dask worker tcp:"):
        wait(FakeClient(), 1000, seconds=30)
    assert 30 <= now[0] <= 33


@pytest.mark.parametrize("status", ["connecting", "closed"])
def test_a_scheduler_that_has_ended_is_named_with_the_remedy(status: str) -> None:
    with pytest.raises(UsageError, match=r"^tcp://there: the scheduler has ended.*; start it again, and .* --resume"):
        wait(FakeClient(threads=2, status=status), 1000)


class Killing(FakeClient):
    """A client whose workers die of the puzzles of these names, so many times each; `ran` are the batches' names."""

    def __init__(self, **deaths: int) -> None:
        super().__init__(threads=2, status="running")
        self.deaths, self.loop = deaths, None
        self.ran: list[list[str]] = []

    def submit(self, function: Any, *arguments: Any, pure: bool) -> Any:
        if function is not work:
            return SimpleNamespace(key="engine", status="finished")
        _, tasks, attempts = arguments
        self.ran.append([name for name, _ in tasks])
        future = SimpleNamespace(key=len(self.ran), status="finished", exception=lambda: OSError("killed"))
        for name, _ in tasks:
            if self.deaths.get(name, 0) > 0:
                self.deaths[name] -= 1
                future.status = "error"
        future.result = lambda: work(Doubtful(), tasks, attempts)
        return future

    def cancel(self, futures: Any) -> None:
        """Nothing is under way."""


class Queue(list[Any]):
    """All futures are ready, the earliest first."""

    futures = ()

    def __init__(self, loop: Any) -> None:
        super().__init__()

    add = list.append

    def __next__(self) -> Any:
        return self.pop(0)

    def has_ready(self) -> bool:
        return bool(self)


@pytest.fixture
def run_on(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run puzzles a to d on a client, two at once."""
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(as_completed=Queue))

    def run(client: Any) -> dict[str, PuzzleOutcome]:
        puzzles = [Puzzle(((size,),), ((1,),) * size) for size in range(1, 5)]
        tasks = [*zip("abcd", puzzles, strict=True)]
        batches = [Batch(Doubtful(), tasks[:2]), Batch(Doubtful(), tasks[2:])]
        outcomes = list(Cluster(client)(batches))
        assert sorted(outcome.name for outcome in outcomes) == list("abcd"), "each once"
        return {outcome.name: outcome for outcome in outcomes}

    return run


def test_a_puzzle_that_kills_every_worker_is_lost_and_no_other(run_on: Any) -> None:
    client = Killing(b=99)
    outcomes = run_on(client)
    assert [name for name, outcome in outcomes.items() if outcome.status is not Status.AGREES] == ["b"]
    assert outcomes["b"].status is Status.LOST
    assert {name: outcome.attempts for name, outcome in outcomes.items()} == {"a": 2, "b": 3, "c": 1, "d": 1}
    assert client.ran == [["a", "b"], ["c", "d"], ["a"], ["b"], ["b"]], "again, alone, at the end"


def test_a_puzzle_whose_lone_worker_is_lost_by_accident_is_tried_again(run_on: Any) -> None:
    outcomes = run_on(Killing(a=2, b=1))
    assert {outcome.status for outcome in outcomes.values()} == {Status.AGREES}
    assert {name: outcome.attempts for name, outcome in outcomes.items()} == {"a": 3, "b": 2, "c": 1, "d": 1}

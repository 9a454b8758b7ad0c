"""A run on a real Dask cluster of two worker processes, one of which is killed in the middle."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from harness.files.reading import data_folder
from harness.regress.backends import Cluster
from harness.regress.corpus import Corpus, RandomSpec
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import PuzzleOutcome, Status
from harness.regress.session import Store, run
from tests.cli_runner import assert_one_line_refusal, run_cli, run_process


@pytest.fixture(scope="module")
def distributed() -> Any:
    """Dask's library, an extra: without it these tests are skipped."""
    return pytest.importorskip("distributed", reason="dask.distributed is not installed: [cluster]")


@pytest.fixture(scope="module")
def cluster(distributed: Any) -> Iterator[Any]:
    """Two worker processes of one thread each, with a nanny that starts a new one in place of a dead one."""
    import dask

    # the scheduler gives up at once, so that what it gives up is ours to try again
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as made,
    ):
        yield made


@pytest.fixture
def client(distributed: Any, cluster: Any) -> Iterator[Any]:
    """A client of it, with both workers there."""
    with distributed.Client(cluster, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=60)
        yield made


def test_the_result_is_whole_when_a_worker_is_killed_in_the_middle(client: Any) -> None:
    workers: dict[str, int] = client.run(os.getpid)
    killed: list[int] = []

    def kill_one(outcome: PuzzleOutcome) -> None:
        seen.append(outcome.name)
        if len(seen) == 15:
            killed.append(workers[min(workers)])
            os.kill(killed[0], signal.SIGKILL)

    seen: list[str] = []
    tape = (data_folder("tapes") / "crossword-turbo.tap").read_bytes()
    corpus = Corpus(random_puzzles=[RandomSpec.parse("5x5..12x12:60:2026")])
    engine = SpectrumEngine("crossword-turbo.tap", tape, injected=True)
    with Store(":memory:") as store:
        result = run(corpus, [engine], store, Cluster(client), on_outcome=kill_one)
        outcomes = result.outcomes(store)
    assert killed[0] not in client.run(os.getpid).values(), "it is dead"
    assert len(seen) == len(set(seen)), "nothing comes twice"
    assert len(outcomes) + result.repeated == 60
    assert {outcome.status for outcome in outcomes} == {Status.AGREES}
    assert [outcome.name for outcome in outcomes] == [f"random 5x5..12x12:{n}:2026" for n in range(1, 61)]


def test_the_command_works_with_a_scheduler(cluster: Any) -> None:
    arguments = ("--tape", "crossword-turbo.tap", "--inject", "--backend", "dask")
    ran = run_process("regress", "puzzles/cup.txt", *arguments, "--scheduler", cluster.scheduler_address, "--quiet")
    assert (ran.code, ran.out.splitlines()[-1:]) == (0, ["1 agrees"]), ran


@pytest.mark.usefixtures("distributed")
def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.regress.backends.CONNECT_SECONDS", 0.5)
    ran = run_cli("regress", "puzzles/cup.txt", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert_one_line_refusal(ran, "no scheduler answers")

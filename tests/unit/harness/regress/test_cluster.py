"""What a cluster says when it has no workers, or its scheduler ends; a real one is in `tests/e2e`."""

from __future__ import annotations

from typing import Any

import pytest

from harness.errors import UsageError
from harness.regress.backends import Cluster


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
    """The time, which goes on by a second whenever the cluster sleeps."""
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
    assert capsys.readouterr().err == ""
    wait(FakeClient(), 40)
    said = "note: tcp://there has no worker yet; start one with: dask worker tcp://there\n"
    assert capsys.readouterr().err == said


def test_the_time_out_is_heeded_while_there_is_no_worker(now: list[float]) -> None:
    with pytest.raises(UsageError, match=r"^tcp://there: no worker came within 30 s; start one with: dask worker tcp:"):
        wait(FakeClient(), 1000, seconds=30)
    assert 30 <= now[0] <= 33


def test_with_a_worker_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    wait(FakeClient(threads=2), 1000, seconds=30)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("status", ["connecting", "closed"])
def test_a_scheduler_that_has_ended_is_named_with_the_remedy(status: str) -> None:
    with pytest.raises(UsageError, match=r"^tcp://there: the scheduler has ended.*; start it again, and .* --resume"):
        wait(FakeClient(threads=2, status=status), 1000)

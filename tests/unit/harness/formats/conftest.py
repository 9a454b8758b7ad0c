"""Notes of readers."""

import pytest


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr("harness.errors.listeners", [lambda remark: said.append(str(remark))])
    return said

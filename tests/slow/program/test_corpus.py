"""Puzzles made by chance on the turbo tape: the reference agrees with every answer."""

from dataclasses import replace

from harness.regress.corpus import Corpus, RandomSpec
from harness.regress.engines import _IDLE, SpectrumEngine
from harness.regress.outcome import Status
from harness.spectrum.build import build_tape
from tests.slow.program.rig import TURBO, edition_on, sample

ENGINE = SpectrumEngine("turbo", build_tape(edition_on(TURBO)).to_bytes(), injected=True, seconds=600)


def test_random_puzzles(seed: int) -> None:
    random_puzzles = RandomSpec.parse(f"5x5..15x15:300:{seed}")
    corpus = Corpus([], random_puzzles=[random_puzzles])
    results = {entry.name: ENGINE.take(entry.puzzle).status for entry in corpus if entry.puzzle}
    assert len(results) >= 300
    assert {name: status for name, status in results.items() if status not in (Status.AGREES, Status.SKIPPED)} == {}


def test_a_machine_that_has_played_plays_like_a_new_one() -> None:
    puzzles = [sample(name) for name in ("heart", "two-solutions", "contradiction", "car")]
    fresh = []
    for puzzle in puzzles:
        _IDLE.clear()
        fresh.append(replace(ENGINE.take(puzzle), seconds=0.0))
    again = [replace(ENGINE.take(puzzle), seconds=0.0) for puzzle in puzzles]
    assert len(_IDLE) == 1
    assert again == fresh

"""The kernel as WebAssembly: what it tells a page of a puzzle is what Python says of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.commands.build import PAGE_KERNEL, tell_stale_page_kernel
from tests.house import ROOT
from tools.made import colour_noise, noise_puzzle
from tools.wasm import KINDS, clues_of, compare, judged, random_puzzles

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed: apt install nodejs")


def test_its_verdicts_are_those_of_python() -> None:
    kinds = compare(random_puzzles(1, 80, (5, 14)))
    assert min(kinds[kind] for kind in KINDS.values()) > 10, kinds
    assert kinds["undecided"] == 0, kinds


def test_few_looks_decide_nothing_wrongly() -> None:
    kinds = compare(random_puzzles(2, 40, (14, 20)), looks=60)
    assert kinds["undecided"] > 5, kinds


def test_hostile_clues_are_answered_within_memory() -> None:
    too_long: Any = [[[(5, "#"), (10**9, "#")], [], [(1, "#")]], [[(1, "#")]] * 2]
    colours = [[(1, chr(0x4E00 + (99 * row + column) % 500)) for column in range(99)] for row in range(99)]
    many_colours: Any = [colours, [*zip(*colours, strict=True)]]
    noise = [clues_of(noise_puzzle(99, 99, 0.5, 1)), clues_of(colour_noise(99, 5, 0.5, 1))]
    kinds = [(told["kind"], told["line"]) for told in judged([too_long, many_colours, *noise], 2000)]
    assert kinds == [("none", ["row", 0]), ("one", None), ("undecided", None), ("undecided", None)]


def test_a_stale_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not tell_stale_page_kernel(ROOT)
    copied = ("solver/kernel/c", "studio/static")
    for name in copied:
        shutil.copytree(ROOT / "harness" / name, tmp_path / "harness" / name)
    assert not tell_stale_page_kernel(tmp_path)
    source = tmp_path / "harness/solver/kernel/c/solving/walk.inc"
    source.write_bytes(source.read_bytes() + b"\n")
    assert tell_stale_page_kernel(tmp_path)
    assert f"{tmp_path / PAGE_KERNEL}: not what the sources make; run make wasm" in capsys.readouterr().err

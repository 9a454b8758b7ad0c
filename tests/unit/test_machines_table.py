"""The table of machines, editions and ways of loading in docs/verification.md, with a test for each cell."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.spectrum.build import EDITIONS
from tests.house import ROOT

FIRST = "| machine | loaded from, by |"
NOT_TRIED = "–"
CELL = re.compile(r"(?P<word>solved|menu) \((?P<test>\d+)\)")
VERIFICATION = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
NAMED = dict(re.findall(r"^(\d+)\. `([^`]+)`$", VERIFICATION, re.MULTILINE))
"""Each test's number and name."""

Row = tuple[str, ...]


def table(document: str) -> list[Row]:
    """The rows of the table in a document, its header the first."""
    lines = document[document.index(FIRST) :].split("\n\n")[0].splitlines()
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [rows[0], *rows[2:]]


def cells() -> list[tuple[str, str]]:
    """The tape and the test of every cell."""
    header, *rows = table(VERIFICATION)
    tapes = [name.strip("`") for name in header[3:]]
    found = []
    for row in rows:
        for tape, cell in zip(tapes, row[3:], strict=True):
            if cell == NOT_TRIED:
                continue
            match = CELL.fullmatch(cell)
            assert match, cell
            found.append((tape, match["test"]))
    return found


def test_the_readme_counts_the_ways_of_loading() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"{len(table(VERIFICATION)) - 1} ways of loading them" in readme


def test_every_edition_has_its_column() -> None:
    assert [name.strip("`") for name in table(VERIFICATION)[0][3:]] == [edition.file_name for edition in EDITIONS]


def test_every_cell_has_a_test_and_every_test_a_cell() -> None:
    assert {test for _, test in cells()} == NAMED.keys()


def test_every_file_and_every_test_that_verification_names_is_there() -> None:
    files = set(re.findall(r"tests/[\w/]+\.py", VERIFICATION))
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []
    missing = [name for name in NAMED.values() if not has_test(*name.split("[")[0].split("::"))]
    assert missing == []


def has_test(file: str, *names: str) -> bool:
    """Return True if a file has a function of that name, in the class named before it."""
    scope: ast.AST = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for name in names:
        inside = ast.iter_child_nodes(scope)
        found = [node for node in inside if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name]
        if not found:
            return False
        scope = found[0]
    return bool(names)


@pytest.mark.slow
def test_pytest_finds_the_test_of_every_cell(tmp_path: Path) -> None:
    """With its parameters: that this very tape is loaded in this very way."""
    wanted = {
        NAMED[test].replace("TAPE-RU", tape.replace(".tap", "-ru.tap")).replace("TAPE", tape) for tape, test in cells()
    }
    files = sorted({name.split("::")[0] for name in wanted})
    command = [
        sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-m", "slow or not slow",
        "-o", f"cache_dir={tmp_path}", *files,
    ]  # fmt: skip
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert wanted - set(ran.stdout.splitlines()) == set()

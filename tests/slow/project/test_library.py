"""The library as its users meet it: the script of the README, the notebook, and what mypy says of slips."""

import base64
import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.e2e.test_readme import README, blocks
from tests.house import ROOT

MISUSES = tomllib.loads((ROOT / "tests" / "misuses.toml").read_text("utf-8"))

SCRIPT = blocks(README, "python")[0]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
NO_NBCONVERT = "nbconvert is not installed: pip install spectrum-crosswords[notebook]"


def test_the_script_of_the_readme_runs_and_leaves_no_file(tmp_path: Path) -> None:
    assert len(SCRIPT.splitlines()) == 13
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    heart = (ROOT / "puzzles" / "heart.txt").read_text(encoding="utf-8")
    lines = done.stdout.splitlines()
    assert "\n".join(lines[:5]) in heart
    assert re.fullmatch(rf"{len(lines) - 6} steps, [\d,]{{9,}} T-states; the drawing: .*", lines[-1])
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles"]


def test_mypy_finds_each_misuse_and_nothing_wrong_with_the_script(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
    head = f'{SCRIPT}from harness import *\nHEART, PICTURE = puzzle, Grid(["#"])\n'
    before = len(head.splitlines())
    user = tmp_path / "user.py"
    user.write_text(head + "".join(f"{call}\n" for call in MISUSES), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(user)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    wrong = {int(found[1]) for found in re.finditer(r":(\d+): error: ", done.stdout)}
    assert wrong == set(range(before + 1, before + 1 + len(MISUSES))), done.stdout


def stored(outputs: list[Any]) -> list[Any]:
    """Outputs as the notebook keeps them: what is shown as a picture without its text, which names places in memory.

    What a cell prints may come in several parts, which are joined.
    """
    kept: list[Any] = []
    for output in outputs:
        output.pop("execution_count", None)
        if len(output.get("data", {})) > 1:
            del output["data"]["text/plain"]
        if kept and "text" in output and kept[-1].get("name") == output["name"]:
            kept[-1]["text"] += output["text"]
        else:
            kept.append(output)
    return kept


def seen(outputs: list[Any]) -> list[Any]:
    """Outputs to compare, pictures by their pixels: another version of Pillow packs them in other bytes."""
    shown: list[Any] = json.loads(json.dumps(stored(outputs)))
    for data in (output["data"] for output in shown if "data" in output):
        if png := data.get("image/png"):
            image = Image.open(io.BytesIO(base64.b64decode(png)))
            data["image/png"] = [image.size, image.convert("RGB").tobytes().hex()]
    return shown


def test_the_notebook_shows_what_it_showed(request: pytest.FixtureRequest) -> None:
    nbformat = pytest.importorskip("nbformat", reason=NO_NBCONVERT)
    preprocessors = pytest.importorskip("nbconvert.preprocessors", reason=NO_NBCONVERT)
    pytest.importorskip("ipykernel", reason=NO_NBCONVERT)
    kept, ran = nbformat.read(NOTEBOOK, 4), nbformat.read(NOTEBOOK, 4)
    preprocessors.ExecutePreprocessor(timeout=120).preprocess(ran, {"metadata": {"path": str(NOTEBOOK.parent)}})
    cells = [(one, other) for one, other in zip(kept.cells, ran.cells, strict=True) if one.cell_type == "code"]
    if request.config.getoption("update_golden"):
        for one, other in cells:
            one.outputs, one.execution_count = stored(other.outputs), None
        nbformat.write(kept, NOTEBOOK)
    assert [seen(one.outputs) for one, _ in cells] == [seen(other.outputs) for _, other in cells]
    kinds = {kind for one, _ in cells for output in one.outputs for kind in output.get("data", {})}
    assert kinds == {"image/svg+xml", "image/png"}

"""Modules loaded for a command, and above all those that are not: a small puzzle needs none of the large libraries.
Without the compiled kernel it needs the SAT solver.

No clock is asked, which the machine's other work would disturb: `tools.bench start-up` measures.
"""

import json
import subprocess
import sys
from dataclasses import asdict

import pytest

from harness.advice.generate import RandomOptions
from harness.cli import COMMANDS, build_parser
from harness.commands import _arguments as kinds
from harness.commands._found import DEFAULT_TAPE
from harness.formats import FORMATS
from harness.solver.human.presentation import LANGUAGES
from harness.spectrum.build import EDITIONS
from tests.house import ROOT
from tests.kernels import COMPILED
from tests.marks import UNSIMULATED

pytestmark = UNSIMULATED

HEAVY = {
    *("PIL", "concurrent", "defusedxml", "email", "html", "hashlib", "json", "multiprocessing", "numpy", "pysat"),
    *("pysolvers", "rich", "skoolkit", "subprocess", "tempfile", "xml", "zipfile"),
    "importlib.metadata",
    *("harness.drawing.raster", "harness.solver.human", "harness.spectrum.build", "pyspectrum.core", "pyspectrum.tape"),
}
"""Modules that take long to load and are needed for something else."""

LIST_LOADED = """
import sys
from harness.cli import main
loaded = {}
for line in sys.argv[1:]:
    code = main(line.split())
    loaded[line] = (code, sorted(sys.modules))
import json
print(json.dumps(loaded), file=sys.stderr)
"""


def loaded_for(*lines: str) -> dict[str, tuple[int, set[str]]]:
    """The exit code of each command line, and the modules loaded after it, in one process that runs them in turn."""
    done = subprocess.run(
        [sys.executable, "-c", LIST_LOADED, *lines],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    return {line: (code, set(modules)) for line, (code, modules) in json.loads(done.stderr).items()}


CAR = "solve puzzles/car.txt"
JSON, EXPLAIN, HUMAN = f"{CAR} --json", "explain puzzles/car.txt", f"{CAR} --strategy human --svg /dev/null"
HELPS = ["--help", *(f"{name} --help" for name in COMMANDS)]


@pytest.fixture(scope="module")
def loaded() -> dict[str, set[str]]:
    """The modules loaded after each of some command lines, of each process the one first that needs least."""
    found = loaded_for("--version", CAR, JSON, EXPLAIN, HUMAN) | loaded_for(*HELPS)
    assert {code for code, _ in found.values()} == {0}
    return {line: modules for line, (_, modules) in found.items()}


@COMPILED
def test_a_small_puzzle_needs_no_large_library(loaded: dict[str, set[str]]) -> None:
    assert {line: loaded[line] & HEAVY for line in (*HELPS, CAR) if loaded[line] & HEAVY} == {}
    assert "harness.solver.fast" in loaded[CAR]


@COMPILED
def test_solving_and_the_version_need_no_slow_part_of_python(loaded: dict[str, set[str]]) -> None:
    """Each takes some milliseconds to load: a tenth of what a small puzzle may cost, or more."""
    assert loaded[CAR] & {"dataclasses", "pathlib", "shutil", "typing", "urllib", "importlib.metadata"} == set()
    assert len(loaded["--version"]) < len(loaded[CAR]) < 170


def test_the_list_of_commands_needs_no_puzzle(loaded: dict[str, set[str]]) -> None:
    needless = {"dataclasses", "inspect", "pathlib", "harness.puzzle", "harness.formats", "harness.solver"}
    assert loaded["--help"] & needless == set()


def test_a_puzzle_needs_the_reader_of_its_own_format_alone(loaded: dict[str, set[str]]) -> None:
    readers = {f"harness.formats.{known.place.partition(':')[0]}" for known in FORMATS}
    assert loaded[CAR] & readers == {"harness.formats.puzzle_txt"}
    assert not loaded[CAR] & {"harness.commands._many", "harness.advice.states"}


@COMPILED
def test_wanted_modules_are_loaded(loaded: dict[str, set[str]]) -> None:
    assert loaded[JSON] & HEAVY == {"json"}
    assert {"harness.solver.human", "harness.drawing.svg"} <= loaded[HUMAN]


def test_an_explanation_in_a_file_needs_no_terminal(loaded: dict[str, set[str]]) -> None:
    assert loaded[EXPLAIN] & {"rich", "PIL", "pysat", "skoolkit"} == set()


def test_only_the_called_command_has_its_arguments() -> None:
    assert build_parser("solve").parse_args(["x.txt"]).strategy == "fast"
    with pytest.raises(SystemExit):
        build_parser("run").parse_args(["x.txt", "--strategy", "fast"])


def test_every_command_is_one_module() -> None:
    folder = ROOT / "harness" / "commands"
    assert {path.stem for path in folder.glob("*.py") if path.stem[0] != "_"} == {*COMMANDS}


def test_the_defaults_in_help_are_those_of_the_modules() -> None:
    """Names that are written out for `--help`, since the modules that know them are large."""
    assert tuple(LANGUAGES) == kinds.LANGUAGES
    known = vars(build_parser("random").parse_args(["x.txt"]))
    assert {name: known[name] for name in ("width", "height", "colours", "density", "smooth")}.items() <= asdict(
        RandomOptions()
    ).items()
    assert DEFAULT_TAPE in [edition.file_name for edition in EDITIONS]

"""Proofs run when an input changes, and are noted only if they ran whole and green."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import grimp
import pytest

from tests.house import ROOT
from tests.proving import PROOFS, Proofs, imported_names, own_files

pytest_plugins = ["pytester"]

TABLE = """
[sets]
code = ["code/*.asm"]
[inputs]
line = ["@code"]
"line/test_other.py" = ["other.py"]
kernel = ["kernel/**/*.c"]
"""
FILES = {
    f"{PROOFS}/inputs.toml": TABLE,
    f"{PROOFS}/proved.json": "{}",
    f"{PROOFS}/line/conftest.py": "def fixture():\n    from tests.rig import number\n",
    f"{PROOFS}/line/test_line.py": "def test_a(): pass\ndef test_b():\n    if 0: from tests import twice\n",
    f"{PROOFS}/line/test_other.py": "def test_c(seed): assert seed\n",
    f"{PROOFS}/kernel/test_kernel.py": "def test_d(): pass\n",
    "tests/rig.py": "",
    "tests/twice.py": "import tests.deep",
    "tests/deep.py": "",
    "code/line.asm": "ret",
    "other.py": "",
    "kernel/deep/k.c": "",
    "unnamed.txt": "",
}
LINE, OTHER, KERNEL = "line/test_line.py", "line/test_other.py", "kernel/test_kernel.py"


@pytest.fixture
def checkout(pytester: pytest.Pytester) -> Path:
    """A checkout with three proofs and an empty set of notes."""
    for name, text in FILES.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pytester.makeini("[pytest]\npythonpath = .\n")
    return pytester.path


def run(pytester: pytest.Pytester, *options: str, code: int = pytest.ExitCode.OK) -> pytest.RunResult:
    own_files.cache_clear()
    quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist", "-p", "tests.proving")
    result = pytester.runpytest_inprocess(*quick, *options)
    assert result.ret == code
    return result


def noted(checkout: Path) -> set[str]:
    notes: dict[str, object] = json.loads((checkout / PROOFS / "proved.json").read_text("utf-8"))
    return set(notes)


@pytest.mark.parametrize(
    ("changed", "due"),
    [
        ("code/line.asm", {LINE}),
        ("other.py", {OTHER}),
        ("kernel/deep/k.c", {KERNEL}),
        (f"{PROOFS}/{LINE}", {LINE}),
        (f"{PROOFS}/line/conftest.py", {LINE, OTHER}),
        ("tests/rig.py", {LINE, OTHER}),
        ("tests/deep.py", {LINE}),
        ("unnamed.txt", set()),
        (f"{PROOFS}/inputs.toml", set()),
    ],
)
def test_a_byte_changes_the_keys_of_just_the_proofs_that_depend_on_it(
    checkout: Path, changed: str, due: set[str]
) -> None:
    before = Proofs(checkout).keys
    (checkout / changed).write_text(FILES[changed] + "\n", encoding="utf-8")
    own_files.cache_clear()
    after = Proofs(checkout).keys
    assert {name for name in before if before[name] != after[name]} == due


@pytest.mark.parametrize("input_version", ["skoolkit", "pyz80"])
def test_another_version_changes_every_key(checkout: Path, input_version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Proofs(checkout).keys
    monkeypatch.setattr("tests.proving.version", lambda name: "0" if name == input_version else version(name))
    assert all(before[name] != key for name, key in Proofs(checkout).keys.items())


def test_what_is_noted_is_left_out_until_an_input_changes(pytester: pytest.Pytester, checkout: Path) -> None:
    run(pytester, "--prove").assert_outcomes(passed=4)
    result = run(pytester, code=pytest.ExitCode.NO_TESTS_COLLECTED)
    result.stdout.fnmatch_lines(["proofs: 3 of 3 are noted and left out*"])
    run(pytester, f"{PROOFS}/{KERNEL}").assert_outcomes(passed=1)  # by name it runs
    (checkout / "kernel/deep/k.c").write_text("changed", encoding="utf-8")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "--prove-due").assert_outcomes(passed=1)
    run(pytester, code=pytest.ExitCode.NO_TESTS_COLLECTED)


def test_the_seed_is_noted_and_stays_until_an_input_changes(pytester: pytest.Pytester, checkout: Path) -> None:
    seeds = set()
    for text in ("", "", "changed"):
        (checkout / "other.py").write_text(text, encoding="utf-8")
        run(pytester, "--prove")
        seeds.add(json.loads((checkout / PROOFS / "proved.json").read_text("utf-8"))[OTHER]["seed"])
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("body", "options", "code"),
    [
        ("def test_a(): assert 0\ndef test_b(): pass", ("--prove",), pytest.ExitCode.TESTS_FAILED),
        ("def test_a(): pass\ndef test_b(): raise KeyboardInterrupt", ("--prove",), pytest.ExitCode.INTERRUPTED),
        ("import pytest\ndef test_a(): pass\ndef test_b(): pytest.skip()", ("--prove",), pytest.ExitCode.OK),
        ("def test_a(): pass\ndef test_b(): pass", ("--prove", "-k", "test_a or test_c or test_d"), pytest.ExitCode.OK),
        ("def test_a(): pass\ndef test_b(): pass", ("--prove", f"{PROOFS}/{LINE}::test_a"), pytest.ExitCode.OK),
        (
            "import pytest\n@pytest.fixture\ndef x():\n    yield\n    assert 0\ndef test_a(x): pass",
            ("--prove",),
            pytest.ExitCode.TESTS_FAILED,
        ),
    ],
    ids=["failed", "interrupted", "skipped", "deselected", "in part", "teardown"],
)
def test_what_did_not_run_whole_and_green_is_not_noted(
    pytester: pytest.Pytester, checkout: Path, body: str, options: tuple[str, ...], code: int
) -> None:
    (checkout / PROOFS / LINE).write_text(body, encoding="utf-8")
    if code == pytest.ExitCode.INTERRUPTED:
        with pytest.raises(KeyboardInterrupt):
            run(pytester, *options)
    else:
        run(pytester, *options, code=code)
    assert LINE not in noted(checkout)


def test_an_input_that_changes_while_its_proof_runs_leaves_it_due(pytester: pytest.Pytester, checkout: Path) -> None:
    body = "from pathlib import Path\ndef test_d(): Path('kernel/deep/k.c').write_text('changed')"
    (checkout / PROOFS / KERNEL).write_text(body, encoding="utf-8")
    run(pytester, "--prove")
    assert noted(checkout) == {LINE, OTHER}


def test_a_tenth_is_drawn_and_a_count_that_is_not_that_noted_fails(pytester: pytest.Pytester, checkout: Path) -> None:
    many = "import pytest\n@pytest.mark.parametrize('n', range(200))\ndef test_d(n): pass\n"
    (checkout / PROOFS / KERNEL).write_text(many, encoding="utf-8")
    run(pytester, "--prove")
    run(pytester, "--prove-tenth", "1").stdout.re_match_lines([r"=+ [123]\d passed, \d+ deselected.*"])
    path = checkout / PROOFS / "proved.json"
    path.write_text(path.read_text("utf-8").replace('"tests": 200', '"tests": 201'), encoding="utf-8")
    result = run(pytester, "--prove-tenth", "1", code=pytest.ExitCode.TESTS_FAILED)
    result.stdout.fnmatch_lines([f"not as noted: {KERNEL}: 200 tests, 201 are noted"])


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (TABLE.replace('["other.py"', '["gone/*.py"'), "'gone/*.py' matches no file"),
        (TABLE.replace("kernel = ", "cernel = "), f"no inputs for {KERNEL}"),
        ("[inputs", "cannot read its table or its notes"),
    ],
)
def test_a_wrong_table_is_an_error(pytester: pytest.Pytester, checkout: Path, table: str, complaint: str) -> None:
    (checkout / PROOFS / "inputs.toml").write_text(table, encoding="utf-8")
    run(pytester, code=pytest.ExitCode.USAGE_ERROR).stderr.fnmatch_lines([f"*{glob_escape(complaint)}*"])


def glob_escape(text: str) -> str:
    return text.replace("[", "[[]").replace("*", "[*]")


def test_no_module_that_a_proof_reaches_is_missing_among_its_inputs() -> None:
    """But for what only ``pyspectrum/__init__`` reaches: it hands on every public name."""
    graph = grimp.build_graph("harness", "pyspectrum", cache_dir=None)
    for handed_on in graph.find_modules_directly_imported_by("pyspectrum"):
        graph.remove_import(importer="pyspectrum", imported=handed_on)
    proofs, missing = Proofs(ROOT), []
    for name in proofs.keys:
        inputs = proofs.inputs(name)
        named = {
            module
            for path in own_files(ROOT, proofs.folder / name)
            for module in imported_names(path.read_text("utf-8"))
        }
        reached = named & graph.modules
        reached |= set().union(*map(graph.find_upstream_modules, reached))
        files = {ROOT.joinpath(*module.split(".")) for module in reached}
        missing += [f"{name}: {file}" for file in files if not {file.with_suffix(".py"), file / "__init__.py"} & inputs]
    assert missing == []

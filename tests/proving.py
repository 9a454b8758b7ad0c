"""Proofs: tests that say nothing new while their inputs stay the same.

A module ``tests/slow/ROOM/test_*.py`` is a proof. Its inputs are the files that ``inputs.toml`` names for it, the
test modules that it imports with the ``conftest.py`` beside them, the versions of SkoolKit and pyz80, and Python's
minor. ``proved.json`` notes the hash of all these (the key) for each proof that was run whole and green.

``pytest`` leaves out the proofs that are noted under today's key. ``--prove`` runs all of them and writes the notes,
``--prove-due`` writes those of the proofs that are due. ``--prove-tenth SEED`` runs a tenth of the tests of the noted
ones, drawn by the seed, and fails if a proof has another number of tests than was noted.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

PROOFS = "tests/slow"
SEED = "seed"
"""The property (`record_property`) with the seed of a proof's random numbers."""


class Proofs:
    """The proofs of a checkout, their inputs and what is noted of them.

    Raises:
        pytest.UsageError: a glob that matches no file, a proof without inputs, or a table that cannot be read.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / PROOFS
        self.notes_path = self.folder / "proved.json"
        try:
            table = tomllib.loads((self.folder / "inputs.toml").read_text(encoding="utf-8"))
            self.notes: dict[str, Any] = json.loads(self.notes_path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"{PROOFS}: cannot read its table or its notes ({error})") from None
        self._sets: Mapping[str, list[str]] = table.get("sets", {})
        self._inputs: Mapping[str, list[str]] = table.get("inputs", {})
        self._found: dict[str, set[Path]] = {}
        self._digests: dict[Path, str] = {}

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """Each proof, ``ROOM/test_NAME.py``, with its key of today."""
        names = (path.relative_to(self.folder).as_posix() for path in self.folder.glob("*/test_*.py"))
        beside = versions()
        return {name: self._key(name, beside) for name in sorted(names)}

    @cached_property
    def proved(self) -> set[str]:
        """The proofs that are noted under today's key."""
        return {name for name, key in self.keys.items() if self.notes.get(name, {}).get("key") == key}

    def name_of(self, path: Path) -> str | None:
        """The proof in a file, if it is one."""
        try:
            name = path.relative_to(self.folder).as_posix()
        except ValueError:
            return None
        return name if name in self.keys else None

    def inputs(self, name: str) -> frozenset[Path]:
        """All files whose bytes are in a proof's key."""
        room = name.split("/")[0]
        globs = self._inputs.get(name, self._inputs.get(room))
        if not globs:
            raise pytest.UsageError(f"{PROOFS}/inputs.toml: no inputs for {name}")
        return frozenset().union(*map(self._files, globs), own_files(self.root, self.folder / name))

    def _files(self, glob: str) -> set[Path]:
        if glob.startswith("@") and glob[1:] in self._sets:
            return set().union(*map(self._files, self._sets[glob[1:]]))
        if glob not in self._found:
            found = {path for path in self.root.glob(glob) if path.is_file() and "__pycache__" not in path.parts}
            if not found:
                raise pytest.UsageError(f"{PROOFS}/inputs.toml: {glob!r} matches no file")
            self._found[glob] = found
        return self._found[glob]

    def _key(self, name: str, beside: tuple[str, ...]) -> str:
        lines = [*map(self._digest, self.inputs(name)), *beside, name]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            self._digests[path] = f"{path.relative_to(self.root).as_posix()} {digest}"
        return self._digests[path]

    def note(self, found: Mapping[str, Mapping[str, object]]) -> None:
        """Write what was proved, one proof a line, and forget proofs that are gone."""
        today = Proofs(self.root).keys  # a file may have changed while the proofs ran
        fresh = {name: {"key": self.keys[name], **said} for name, said in found.items()}
        kept = {name: note for name, note in self.notes.items() if name in today}
        kept |= {name: note for name, note in fresh.items() if today.get(name) == note["key"]}
        lines = (f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))
        self.notes_path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")


def versions() -> tuple[str, ...]:
    """Return the parts of every key that are no files."""
    python = ".".join(platform.python_version_tuple()[:2])
    return (f"skoolkit {version('skoolkit')}", f"pyz80 {version('pyz80')}", f"python {python}")


@cache
def own_files(root: Path, path: Path) -> frozenset[Path]:
    """A test module, the modules of ``tests`` and ``tools`` that it imports by whatever way, and their conftests."""
    found: set[Path] = set()
    waiting = [path, *(folder / "conftest.py" for folder in path.parents if root / PROOFS in (folder, *folder.parents))]
    while waiting:
        at = waiting.pop()
        if at not in found and at.is_file():
            found.add(at)
            waiting += _imported(root, at)
    return frozenset(found)


@cache
def _imported(root: Path, path: Path) -> tuple[Path, ...]:
    return tuple(
        file
        for name in imported_names(path.read_text(encoding="utf-8"))
        if name.split(".")[0] in ("tests", "tools")
        for file in (root.joinpath(*name.split(".")).with_suffix(".py"), root.joinpath(*name.split("."), "__init__.py"))
        if file.is_file()
    )


def imported_names(text: str) -> Iterator[str]:
    """The names after ``import`` and ``from``, anywhere in a source text, modules or not."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


class Plugin:
    """The run of pytest: which proofs it collects, and what it notes of them."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.proofs = Proofs(config.rootpath)
        self.tenth: str | None = config.getoption("prove_tenth")
        self.all: bool = config.getoption("prove") or self.tenth is not None
        self.notes: bool = config.getoption("prove") or config.getoption("prove_due")
        self.counts: dict[str, int] = {}
        self.passed: dict[str, int] = {}
        self.failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.seeds: dict[str, object] = {}
        self.asked: set[str] = set()
        self.in_part: set[str] = set()
        for argument in config.args:
            file, *tests = str(argument).split("::")
            if name := self.proofs.name_of(Path(file).absolute()):
                (self.in_part if tests else self.asked).add(name)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave proofs out by their file, so that they cost not even an import."""
        name = self.proofs.name_of(collection_path)
        if name is None or self.all or name in self.asked | self.in_part:
            return None
        return True if name in self.proofs.proved else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Count the tests of each proof before any is deselected, and draw the tenth."""
        for item in items:
            if name := self.proofs.name_of(item.path):
                self.counts[name] = self.counts.get(name, 0) + 1
        if self.tenth:
            self.config.hook.pytest_deselected(items=[item for item in items if not self._is_drawn(item)])
            items[:] = filter(self._is_drawn, items)

    def _is_drawn(self, item: pytest.Item) -> bool:
        if self.proofs.name_of(item.path) not in self.proofs.proved:
            return False
        return hashlib.sha256(f"{self.tenth} {item.nodeid}".encode()).digest()[0] * 10 < 256

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what proofs did, in the process that hears of all tests."""
        name = self.proofs.name_of(self.config.rootpath / report.nodeid.split("::")[0])
        if name is None:
            return
        self.seconds[name] = self.seconds.get(name, 0) + report.duration
        for key, value in report.user_properties:
            if key == SEED:
                self.seeds[name] = value
        if report.when == "call" and report.passed:
            self.passed[name] = self.passed.get(name, 0) + 1
        elif report.failed:
            self.failed.add(name)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of pytest-xdist counted."""
        self.counts |= getattr(node, "workeroutput", {}).get("proofs", {})

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Note what ran whole and green; fail for counts that are not those noted."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["proofs"] = self.counts
        elif self.notes:
            self.proofs.note({name: self._said(name) for name in self.passed if self._is_whole(name)})
        elif self.tenth and self.miscounted():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _is_whole(self, name: str) -> bool:
        return self.passed[name] == self.counts.get(name) and name not in self.failed | self.in_part

    def _said(self, name: str) -> dict[str, object]:
        seed = {SEED: self.seeds[name]} if name in self.seeds else {}
        return {"tests": self.passed[name], "seconds": round(self.seconds[name], 1), **seed}

    def miscounted(self) -> list[str]:
        """Noted proofs with another number of tests than was noted."""
        noted = {name: self.proofs.notes[name]["tests"] for name in self.proofs.proved}
        return [
            f"{name}: {self.counts.get(name, 0)} tests, {count} are noted"
            for name, count in noted.items()
            if self.counts.get(name, 0) != count
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say in one line how many proofs there are and how they stand."""
        proved, proofs = len(self.proofs.proved), len(self.proofs.keys)
        if self.tenth:
            for line in self.miscounted():
                terminalreporter.write_line(f"not as noted: {line}")
            terminalreporter.write_line(f"a tenth of {proved} noted proofs, drawn by {self.tenth}")
        elif self.notes:
            now = len(Proofs(self.proofs.root).proved)
            terminalreporter.write_line(f"proofs: {now} of {proofs} are noted in {PROOFS}/proved.json")
        else:
            terminalreporter.write_line(f"proofs: {proved} of {proofs} are noted and left out (--prove runs them)")


@pytest.fixture
def seed(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> int:
    """A seed for a proof's random numbers: the same until its inputs change, and noted with it."""
    run = request.config.pluginmanager.get_plugin("proving-run")
    assert isinstance(run, Plugin)
    proofs = run.proofs
    name = proofs.name_of(request.path)
    assert name is not None
    number = int(proofs.keys[name][:7], 16)
    record_property(SEED, number)
    print(f"the seed is {number}")
    return number


def pytest_addoption(parser: pytest.Parser) -> None:
    """Describe the options."""
    parser.addoption("--prove", action="store_true", help="run all proofs, and note those that pass")
    parser.addoption("--prove-due", action="store_true", help="run the proofs that are due, and note those that pass")
    parser.addoption("--prove-tenth", metavar="SEED", help="run a tenth of the tests of the noted proofs")


def pytest_configure(config: pytest.Config) -> None:
    """Start the plugin with the options of this run."""
    if (config.rootpath / PROOFS).is_dir():
        config.pluginmanager.register(Plugin(config), "proving-run")

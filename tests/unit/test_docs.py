"""Promises in print that can be checked: commands, links, pictures, credits, and wording."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.draw_rooms import PICTURES, draw_rooms
from tests.house import ROOT, read_sources

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted({*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/*/*.md")})
    if path.parts[len(ROOT.parts)][0] != "."
}
UNENGLISH = re.compile(
    r"time was over|until now|what was found until|cells after cells|\bby lot\b|known until|come to nothing"
    r"|\bis no (address|character|colour|font|page|recording|snapshot|symbol|tape|time)\b"
    r"|\b(of|once in) so many\b|\bfor so many (seconds|T-states)\b|\bwhen it is not told\b"
)


def strings(text: str) -> Iterator[str]:
    """Every string of a module, docstrings among them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def read_by_users() -> Iterator[tuple[str, str]]:
    """Every document, and every string of both packages, with where it is."""
    yield from DOCUMENTS.items()
    for module, text in read_sources().items():
        if module.startswith(("harness", "pyspectrum")):
            yield from ((module, string) for string in strings(text))


def test_the_first_sh_block_is_the_two_commands_and_nothing_else() -> None:
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block
    commands = block[1].splitlines()
    assert len(commands) == 2
    assert commands[0].startswith("python3 -m venv")
    assert commands[0].endswith("run puzzles/car.txt")
    assert "pytest" in commands[1]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_into_the_project_leads_somewhere(document: str) -> None:
    folder = (ROOT / document).parent
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", DOCUMENTS[document])
    assert [target for target in targets if not (folder / target).exists()] == []


def test_the_example_in_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENTS["docs/solvers.md"], re.DOTALL)
    names: dict[str, object] = {"print": lambda *_: None}
    exec(example, names)
    assert "search" in names


def test_the_index_names_every_document() -> None:
    named = {target for target in re.findall(r"\]\(([^)#]+\.md)\)", DOCUMENTS["docs/README.md"]) if target[:2] != ".."}
    made = {"reference/pyspectrum.md", "reference/python.md"}  # the site makes them from the docstrings
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert named == {name for name in there if "examples" not in name} - {"README.md"} - made


@pytest.mark.parametrize("package", PICTURES)
def test_the_picture_of_the_rooms_is_what_the_imports_make(package: str) -> None:
    assert PICTURES[package].read_text(encoding="utf-8") == draw_rooms(package, read_sources()), "run: make rooms"


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/README.md", "docs/architecture.md", "docs/RELEASING.md"])
def test_every_file_named_is_there(document: str) -> None:
    paths = re.findall(r"`([\w./-]+\.(?:py|txt|toml|md)|[\w.-]+/(?:[\w.-]+/)*)`", DOCUMENTS[document])
    made = {"dist/", "htmlcov/"}
    rooms = (
        ROOT,
        ROOT / "harness",
        *(ROOT / "harness").iterdir(),
        ROOT / "harness" / "solver" / "human",
    )
    made |= {path.name for path in (ROOT / "tests" / "unit").rglob("test_*.py")}
    assert [path for path in paths if path not in made and not any((room / path).exists() for room in rooms)] == []


def test_nothing_is_said_as_no_native_speaker_would_say_it() -> None:
    assert [(where, found[0]) for where, text in read_by_users() if (found := UNENGLISH.search(text))] == []


def test_docstrings_name_errors_in_one_form() -> None:
    """That is a block `Raises:`, as the guides to the Google style have it."""
    in_prose = re.compile(r"\braises? `?[A-Z]\w*Error", re.IGNORECASE)
    assert [(module, found[0]) for module, text in read_by_users() if (found := in_prose.search(text))] == []


def test_the_puzzles_are_credited_to_their_authors() -> None:
    """The listing, the program and its article are Roshin's; the puzzles he measured it with are not."""
    said = ((where, text) for where, text in read_by_users() if where != "CHANGELOG.md")  # which tells who had it wrong
    lines = [(where, line) for where, text in said for line in text.splitlines()]
    lines += [(path.name, path.read_text(encoding="utf-8")) for path in (ROOT / "puzzles").glob("*.txt")]
    owned = re.compile(r"(?s)Roshin.*(20[×x]30|\bcar\b)|(20[×x]30|\bcar\b).*Roshin")
    assert [(where, line) for where, line in lines if owned.search(line)] == []


def test_the_version_is_that_of_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    released = re.findall(r"^## (\d+\.\d+\.\d+)", DOCUMENTS["CHANGELOG.md"], re.MULTILINE)
    assert released[0] == project["version"]
    assert released == sorted(released, key=lambda number: [*map(int, number.split("."))], reverse=True)


def test_the_commands_of_ci_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    ci = Path(ROOT / ".ci" / "run").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<=`)make (\w+)|(?<=^)make (\w+)", DOCUMENTS["CONTRIBUTING.md"] + ci, re.MULTILINE))
    assert {first or second for first, second in named} <= set(re.findall(r"^(\w+):", makefile, re.MULTILINE))

"""Documents name only what there is: commands with their arguments, files, extras. Proofs run the commands."""

import ast
import importlib
import re
import shlex
import tomllib

from harness.cli import build_parser
from tests.house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!`)\]\((?!https?:)([^()\s#]+)")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a document in one language ("": those without)."""
    return [block for name, block in BLOCK.findall(text) if name == language]


def crossword_lines(text: str) -> list[list[str]]:
    """Return the arguments of each ``crossword`` or ``python -m harness`` command in a text's shell blocks."""
    found = []
    for block in blocks(text, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            for name in ("crossword", "harness"):
                if name in words and not line.startswith(("python3 -m venv", "dask")):
                    found.append(words[words.index(name) + 1 :])
    return [words for words in found if words[0] != "--print-completion"]


def test_each_command_line_has_arguments_that_the_command_takes() -> None:
    lines = [line for path in DOCUMENTS for line in crossword_lines(path.read_text(encoding="utf-8"))]
    assert len(lines) > 40
    for arguments in lines:
        if "--help" not in arguments and arguments[0].islower():
            assert build_parser(arguments[0]).parse_args(arguments[1:]).run


def test_every_link_leads_to_a_file() -> None:
    links = [(path, link) for path in DOCUMENTS for link in LINK.findall(path.read_text(encoding="utf-8"))]
    assert len(links) > 100
    assert [(str(path), link) for path, link in links if not (path.parent / link).exists()] == []


def test_extras_that_documents_name_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    texts = [path.read_text(encoding="utf-8") for path in DOCUMENTS]
    named = {name for text in texts for name in re.findall(r"""["']\.\[(\w+)\]["']""", text)}
    assert "studio" in named <= extras.keys()


CODE_WORD = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(.*\))?")
OF_MODULE = re.compile(r"`(\w+)(?:\([^`]*\))?`\s+(?:of|from)\s+`((?:pyspectrum|harness)(?:\.\w+)*)`")
SOURCES = {".py", ".js", ".mjs", ".asm", ".inc", ".c", ".h", ".bas", ".toml", ".yml"}
FOLDERS = ("asm", "basic", "docs", "harness", "pyspectrum", "tests", "tools", ".ci", ".github")
FOREIGN = re.compile(r"game\.bas|test_menu\.py|test_double\(load\)|Python\.h|manylinux_2_17|T(EST|C)_[A-Z].*")
"""Files that a reader has or is told to write, and names of others' programs."""


def code_words() -> dict[str, set[str]]:
    """The code words of the documents that say how things are now, without blocks, and where each stands."""
    found: dict[str, set[str]] = {}
    for path in (*DOCUMENTS, ROOT / "pyspectrum" / "README.md"):
        if path.name == "CHANGELOG.md" or "reference" in path.parts:
            continue
        for word in CODE_WORD.findall(BLOCK.sub("", path.read_text(encoding="utf-8"))):
            found.setdefault(word, set()).add(path.name)
    return found


def sources() -> dict[str, str]:
    """The text of each source file by its path."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in SOURCES]
    files += [path for path in ROOT.iterdir() if path.suffix in SOURCES]
    return {str(path): path.read_text(encoding="utf-8", errors="replace") for path in files}


def test_each_name_of_code_in_a_document_is_there() -> None:
    """A name with a dot, a bracket or an underscore: each of its parts is one of the sources; a file is a file."""
    texts = sources()
    names = {name for text in texts.values() for name in re.findall(r"[A-Za-z_]\w*", text)}
    files = {path.rsplit("/", 1)[-1] for path in texts}
    missing = []
    for word, places in code_words().items():
        if not NAME.fullmatch(word) or not re.search(r"[._(]", word) or FOREIGN.fullmatch(word):
            continue
        if "." + word.rsplit(".", 1)[-1] in SOURCES:
            if word not in files:
                missing.append((word, places))
            continue
        if re.fullmatch(r"[\w-]+\.[a-z0-9]{2,6}(\.gz)?", word):  # another file, of a reader's or of an example
            continue
        try:
            tree = ast.parse(word.replace("…", "..."), mode="eval")
            found = (getattr(node, kind, None) for node in ast.walk(tree) for kind in ("id", "attr", "arg"))
            parts = {name for name in found if isinstance(name, str)}
        except SyntaxError:
            parts = set(re.findall(r"[A-Za-z_]\w*", word.partition("(")[0]))
        if unknown := parts - names:
            missing.append((word, places | unknown))
    assert missing == [], missing


def test_a_name_of_a_module_is_one_of_its_names() -> None:
    found = []
    for path in (*DOCUMENTS, ROOT / "pyspectrum" / "README.md"):
        text = path.read_text(encoding="utf-8")
        if path.name != "CHANGELOG.md":
            found += [(path.name, name, module) for name, module in OF_MODULE.findall(text)]
    assert ("pyspectrum-reference.md", "read_variables", "pyspectrum.basic") in found
    assert [one for one in found if not hasattr(importlib.import_module(one[2]), one[1])] == []
    modules = [word for word in code_words() if re.fullmatch(r"(pyspectrum|harness)(\.\w+)+", word)]
    assert len(modules) >= 3
    assert [word for word in modules if not is_there(word)] == []


def is_there(dotted: str) -> bool:
    """Return True if a module, or a name in one, can be imported."""
    module, _, name = dotted.rpartition(".")
    try:
        return bool(importlib.import_module(dotted))
    except ImportError:
        return "." in module and hasattr(importlib.import_module(module), name)

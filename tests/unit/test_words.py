"""Plain words: docstrings open with a verb or a noun, listed words are not used, documents fit the screen."""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator

from tests.house import ROOT

CODE = ("harness", "pyspectrum", "tests", "docs/examples")
MOST_COLUMNS = 119

OPENINGS = re.compile(r"(What|Whether|Who|Whoever|Whom|Whose|Where|How|By what|All that)\b")
SENTENCES = re.compile(rf"(?<=[.!?])\s+{OPENINGS.pattern}[^.]*|\n\n\s*{OPENINGS.pattern}[^.]*")
COMMENTS = re.compile(rf"\s*# {OPENINGS.pattern}")
LISTED = re.compile(
    r"\b(is|are|was|were) to be\b|\bthat which\b|\bone's own\b|\bwhom\b|\bfor want of\b|\bin vain\b|\bunto\b"
    r"|\bmend(s|ed|ing)?\b|\b(comes?|came) of\b|\bnobody says\b|\bthe matter with\b"
    r"|\b(comes?|came|coming) to (its|an|the|their) end\b|\b(goes|going|went) on\b"
    r"|\b(is|are|was|were|be|been) (told|said)\b",
    re.IGNORECASE,
)
ALLOWED = {
    "tests/unit/test_words.py": "the list itself",
    "tests/unit/harness/spectrum/test_listing.py": "a text in a listing, broken over lines",
    "tests/unit/pyspectrum/tape/test_tape_formats.py": "a game's title",
    "tests/data/listings/mini-crossword.bas": "a listing as a magazine prints it",
}
"""Files that keep a listed word, and the reason."""

Line = tuple[str, int, str]


def python_files() -> Iterator[tuple[str, str]]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def documents() -> Iterator[tuple[str, list[str]]]:
    for path in sorted(
        {*ROOT.glob("*.md"), *ROOT.glob(".github/**/*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/**/*.md")}
    ):
        if "build" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8").splitlines()


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each string that stands alone, with its line: a docstring, or the remark below a value."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                value = statement.value.value
                if isinstance(value, str):
                    yield statement.lineno, value.strip()


@functools.cache
def prose() -> tuple[Line, ...]:
    """Return each line for people: strings and comments of the code, comments of the other sources, documents."""
    return tuple(_prose())


def _prose() -> Iterator[Line]:
    for name, text in python_files():
        if not LISTED.search(text):
            continue  # to take a module apart costs more than to search it
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield from ((name, token.start[0] + n, line) for n, line in enumerate(token.string.splitlines()))
    for pattern, mark in (("asm/*.asm", ";"), ("asm/*.inc", ";"), ("docs/examples/**/*.asm", ";")):
        for path in sorted(ROOT.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield path.relative_to(ROOT).as_posix(), number, line.partition(mark)[2]
    for pattern in ("harness/solver/kernel/c/*.[ch]", "harness/**/static/*.js", "pyspectrum/trace/viewer/*.js"):
        for path in sorted(ROOT.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield path.relative_to(ROOT).as_posix(), number, line
    for name, lines in documents():
        yield from ((name, number, line) for number, line in enumerate(lines, 1))


def test_no_docstring_opens_with_a_question_word() -> None:
    found = [
        f"{name}:{line}: {text.splitlines()[0]}"
        for name, source in python_files()
        for line, text in docstrings(ast.parse(source))
        if OPENINGS.match(text)
    ]
    assert found == []


def test_no_sentence_of_a_docstring_opens_so() -> None:
    found = [
        f"{name}:{line}: {' '.join(sentence[0].split())}"
        for name, source in python_files()
        for line, text in docstrings(ast.parse(source))
        for sentence in SENTENCES.finditer(text)
    ]
    assert found == []


def test_no_comment_opens_so() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, source in python_files()
        for number, line in enumerate(source.splitlines(), 1)
        if COMMENTS.match(line)
        if not source.splitlines()[number - 2].lstrip().startswith("#")
    ]
    assert found == []


def test_no_block_comment_opens_with_a_question_word() -> None:
    """In C and JavaScript; in assembly the comments that open a file."""
    opening = re.compile(r"^\s*/\*\*? " + OPENINGS.pattern)
    found = [f"{name}:{number}: {line.strip()}" for name, number, line in prose() if opening.match(line)]
    heads = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("asm/*.asm")}
    found += [name for name, text in heads.items() if OPENINGS.match(text.lstrip("; "))]
    assert found == []


def test_listed_words_are_not_used() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, number, line in prose()
        if LISTED.search(line)
        if name not in ALLOWED
    ]
    assert found == []


def test_no_test_is_named_by_a_question() -> None:
    named = re.compile(r"def (test_(?:what|who|whoever|where|how|whether|nobody)_\w+)")
    assert [f"{name}: {test}" for name, source in python_files() for test in named.findall(source)] == []


def test_lines_of_documents_fit_the_screen() -> None:
    """Rows of tables cannot be broken."""
    wide = [
        f"{name}:{number}: {len(line)} columns"
        for name, lines in documents()
        for number, line in enumerate(lines, 1)
        if len(line) > MOST_COLUMNS and not line.startswith("|")
    ]
    assert wide == []

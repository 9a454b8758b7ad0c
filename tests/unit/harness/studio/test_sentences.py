"""The server's sentences in Russian: none of them waits for words that nobody says any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from harness.solver.result import Outcome, Stop
from harness.solver.wording import OUTCOME_WORDS, STOP_WORDS
from harness.studio.sentences import _RUSSIAN
from tests.house import ROOT

SPEAKERS = ("files/reading.py", "formats/*.py", "studio/*.py")


def shown(node: ast.AST) -> str:
    """A string of the code with 7 for each of its fields; nothing for what is not a string."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr():
            return "".join(shown(part) or "7" for part in node.values)
        case _:
            return ""


def sentences() -> Iterator[str]:
    """All strings of the modules that a page hears, and ``what; fix`` of errors as the user reads them."""
    for path in (path for speaker in SPEAKERS for path in (ROOT / "harness").glob(speaker)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield shown(node)
            if isinstance(node, ast.Call) and len(node.args) > 1:
                yield "; ".join(map(shown, node.args[:2]))
    yield f"{OUTCOME_WORDS[Outcome.CONTRADICTION]}; 7"
    for stop in (Stop.TIMEOUT, Stop.MEMORY):
        yield f"{OUTCOME_WORDS[Outcome.TIMEOUT]}: {STOP_WORDS[stop]}; 7"


def test_each_sentence_with_a_translation_is_one_that_the_server_says() -> None:
    """A message that changes its words would be shown in English."""
    said = {sentence for sentence in sentences() if sentence}
    said |= {f"7: {sentence}" for sentence in said}
    patterns = [pattern.replace("(width|height)", "(7)") for pattern, _ in _RUSSIAN]
    assert [pattern for pattern in patterns if not any(map(re.compile(pattern).fullmatch, said))] == []

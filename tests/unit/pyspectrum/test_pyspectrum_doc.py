"""The sessions in the documents of `pyspectrum` run as doctests."""

import doctest
import re
from pathlib import Path

import pytest

from tests.house import ROOT

REFERENCE = ROOT / "docs" / "pyspectrum-reference.md"
_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_of(document: Path) -> list[tuple[str, str]]:
    """Language and text of each block of code in a document."""
    return [(match["language"], match["text"]) for match in _BLOCK.finditer(document.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("name", "least"), [("pyspectrum-reference.md", 30), ("from-dezog.md", 10)])
def test_the_sessions_go_as_shown(name: str, least: int) -> None:
    doc = REFERENCE.with_name(name)
    text = "\n".join(text for language, text in blocks_of(doc) if language == "python" and text.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, name, str(doc), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.attempted > least
    assert not result.failed, "".join(report)

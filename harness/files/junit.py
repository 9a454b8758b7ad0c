"""JUnit's XML, which every CI reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, even by reference."""


class Case(NamedTuple):
    """A test case; `kind` is ``failure``, ``error``, ``skipped``, or None if it passed; `repeat` shows it again."""

    name: str
    seconds: float
    kind: str | None = None
    message: str = ""
    repeat: str = ""


def build_junit(title: str, suites: Mapping[str, Sequence[Case]]) -> bytes:
    """Build the XML of some suites, which may have any names.

    >>> made = build_junit("corpus", {"check": [Case("cat", 0.1), Case("wink", 0.2, "failure", "not unique")]})
    >>> ElementTree.fromstring(made).find("testsuite").attrib["failures"]
    '1'
    """
    root = ElementTree.Element("testsuites", name=_clean(title))
    for name, cases in suites.items():
        suite = ElementTree.SubElement(root, "testsuite", {"name": _clean(name), **_counts(cases)})
        for one in cases:
            where = {"classname": _clean(name), "name": _clean(one.name), "time": f"{one.seconds:.3f}"}
            case = ElementTree.SubElement(suite, "testcase", where)
            if one.kind is not None:
                ElementTree.SubElement(case, one.kind, message=_clean(one.message)).text = _clean(one.repeat)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _counts(cases: Iterable[Case]) -> dict[str, str]:
    kinds = [case.kind for case in cases]
    counts = {f"{kind}s".replace("skippeds", "skipped"): kinds.count(kind) for kind in ("failure", "error", "skipped")}
    seconds = f"{sum(case.seconds for case in cases):.3f}"
    return {"tests": str(len(kinds)), **{name: str(count) for name, count in counts.items()}, "time": seconds}


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)

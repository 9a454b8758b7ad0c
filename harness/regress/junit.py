"""Outcomes as JUnit's XML, which every CI reads.

Wrong outcomes are failures, or errors where there is no answer; undecided ones are failures, too, for a run with one
does not pass; what was skipped is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from harness.regress.outcome import Key, Outcome, Status

_ELEMENTS = {
    Status.DISAGREES: "failure",
    Status.UNDECIDED: "failure",
    Status.FAILED: "error",
    Status.LOST: "error",
    Status.UNREADABLE: "error",
    Status.SKIPPED: "skipped",
}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, even by reference."""


def build_junit(outcomes: Sequence[Outcome], repeats: Mapping[Key, str], title: str) -> bytes:
    """The file; `repeats` are the commands that repeat an outcome.

    >>> made = build_junit([Outcome("p", "e", "cat", "tape", Status.AGREES)], {}, "corpus")
    >>> ElementTree.fromstring(made).find("testsuite/testcase").attrib["name"]
    'cat'
    """
    root = ElementTree.Element("testsuites", name=_clean(title))
    engines = list(dict.fromkeys(outcome.engine for outcome in outcomes))
    for engine in engines:
        of_engine = [outcome for outcome in outcomes if outcome.engine == engine]
        kinds = [_ELEMENTS.get(outcome.status) for outcome in of_engine]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(engine or "corpus"),
            tests=str(len(of_engine)),
            failures=str(kinds.count("failure")),
            errors=str(kinds.count("error")),
            skipped=str(kinds.count("skipped")),
            time=f"{sum(outcome.seconds for outcome in of_engine):.3f}",
        )
        for outcome, kind in zip(of_engine, kinds, strict=True):
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=_clean(engine or "corpus"),
                name=_clean(outcome.name),
                time=f"{outcome.seconds:.3f}",
            )
            if kind is not None:
                element = ElementTree.SubElement(case, kind, message=_clean(outcome.sentence))
                element.text = _clean(repeats.get(outcome.key, ""))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)

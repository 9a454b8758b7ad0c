"""Every Z80 routine says what it is for, what it wants and gives, what it spoils and what it costs."""

import re

import pytest

from harness.files.resources import data_folder

FIELDS = ("Purpose", "In", "Out", "Corrupts", "Cost")
TURBO_LISTING = (data_folder("basic") / "turbo.bas").read_text(encoding="ascii")
ENTRIES = {
    "line": {"line_entry"},
    "guard": {"guard"},
    "letters": {"use_letters", "own_letters", "rom_letters"},
    "turbo": set(re.findall(r"USR \{\{(\w+)", TURBO_LISTING)),
}
"""Routines that BASIC calls."""

LABEL = re.compile(r"(\w+):(?!\s*equ)")
JUMP = re.compile(r"\s+(?P<how>call|jp|jr)\s+(?:\w+,)?(?P<target>[a-z]\w*)\s*(?:;|$)")


def sources(root: str) -> dict[str, list[str]]:
    """The files of a piece of code, line by line, in the order in which the root includes them."""
    folder = data_folder("asm")
    names = [f"{root}.asm", *re.findall(r'include "(\w+\.asm)"', (folder / f"{root}.asm").read_text(encoding="ascii"))]
    return {name: (folder / name).read_text(encoding="ascii").splitlines() for name in names}


def called_labels(files: dict[str, list[str]], entries: set[str]) -> dict[str, tuple[str, int]]:
    """Return the places of the routines: labels that are called, that BASIC calls, or that another file jumps to."""
    places = {
        match[1]: (name, number)
        for name, lines in files.items()
        for number, line in enumerate(lines)
        if (match := LABEL.match(line))
    }
    jumps = [(name, match) for name, lines in files.items() for line in lines if (match := JUMP.match(line))]
    called = {
        match["target"]
        for name, match in jumps
        if match["target"] in places and (match["how"] == "call" or places[match["target"]][0] != name)
    }
    return {label: places[label] for label in called | entries}


def header_of(lines: list[str], number: int) -> list[str]:
    """The fields in the comment right above a label that say something."""
    fields = []
    for line in reversed(lines[:number]):
        if not line.startswith(";"):
            break
        match = re.match(r"; (\w+) +\S", line)
        if match and match[1] in FIELDS:
            fields.append(match[1])
    return fields[::-1]


@pytest.mark.parametrize("root", ENTRIES)
def test_every_routine_has_its_own_full_header(root: str) -> None:
    files = sources(root)
    routines = called_labels(files, ENTRIES[root])
    assert len(routines) >= {"guard": 1, "letters": 3}.get(root, 16)
    without = {
        f"{name}:{number + 1} {label}": found
        for label, (name, number) in sorted(routines.items())
        if (found := header_of(files[name], number)) != list(FIELDS)
    }
    assert without == {}


def test_the_guard_sees_a_header_that_is_missing_or_in_part() -> None:
    files = {
        "a.asm": ["; Purpose   x", "; In        a", "f:", "        call g", "        jr f", "g:", "        jp h"],
        "b.asm": ["; Out       hl", "h:", "        ret"],
    }
    routines = called_labels(files, {"f"})
    assert routines == {"f": ("a.asm", 2), "g": ("a.asm", 5), "h": ("b.asm", 1)}
    assert [header_of(files[name], number) for name, number in routines.values()].count([]) == 1
    assert header_of(files["a.asm"], 2) == ["Purpose", "In"]
    assert header_of(files["b.asm"], 1) == ["Out"]


def test_basic_calls_what_the_headers_are_asked_of() -> None:
    assert ENTRIES["turbo"] >= {"solve", "count_all", "seconds"}


def test_lines_of_assembly_are_no_longer_than_those_of_python() -> None:
    for path in sorted(data_folder("asm").glob("*.*")):
        assert [line for line in path.read_text(encoding="ascii").splitlines() if len(line) > 120] == [], path.name

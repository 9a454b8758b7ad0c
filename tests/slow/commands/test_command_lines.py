"""Whole command lines, made by chance, on damaged files: each ends in 0, 1 or 2, in one line if it failed."""

import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.formats import FORMATS
from tests.cli_runner import Ran, run_cli
from tests.fuzz.bounds import bounded
from tests.fuzz.corpus import LISTING, readers
from tests.fuzz.mutations import damaged

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")

LINES, STEPS = 400, 50_000_000

NUMBERS = st.sampled_from(("1", "2", "5", "0", "-1", "300", "1.5", "x", "", "²"))
NAMES = st.sampled_from(("a", "two\nlines", "esc\x1b[31m", "u2028\u2028", "-", "none", "."))
FORMAT_NAMES = (*(known.name for known in FORMATS), "nosuch")


def _options(**choices: st.SearchStrategy[str] | None) -> st.SearchStrategy[list[str]]:
    """Some of the options, each with a value of its own where it takes one."""
    named = [(f"--{name.strip('_').replace('_', '-')}", value) for name, value in choices.items()]
    made = [st.tuples(st.just(name)) if value is None else st.tuples(st.just(name), value) for name, value in named]
    return st.lists(st.one_of(*made), max_size=2).map(lambda parts: [word for part in parts for word in part])


IN, OUT = "<in>", "<out>"
SECOND = ("--timeout", "1")
_FORMAT, _LANGUAGE, _STATE = (
    st.sampled_from(FORMAT_NAMES),
    st.sampled_from(("en", "ru", "x")),
    st.text("?#.x\n²", max_size=6),
)
_CROP = st.sampled_from(("0,0,3,3", "1,1,2", "x", "0,0,0,0", "9,9,9,9"))
COMMANDS: dict[str, tuple[list[str], st.SearchStrategy[list[str]]]] = {
    "solve": (["solve", IN, *SECOND], _options(json=None, png=st.just(OUT), quiet=None)),
    "check": (["check", IN, *SECOND], _options(json=None, fix=st.just(OUT))),
    "explain": (["explain", IN, *SECOND], _options(lang=_LANGUAGE, json=None)),
    "hint": (["hint", IN, *SECOND], _options(state=st.just(IN), json=None)),
    "convert": (
        ["convert", IN, OUT, *SECOND],
        _options(
            to=_FORMAT,
            from_=_FORMAT,
            width=NUMBERS,
            colours=NUMBERS,
            threshold=NUMBERS,
            dither=None,
            cell=NUMBERS,
            crop=_CROP,
            invert=None,
            ignore_strays=None,
        ),
    ),
    "race": (["race", IN, "--timeout", "0.05"], _options(memory=NUMBERS)),
    "line": (["line", "1,2", "5"], _options(state=_STATE, json=None)),
    "japan": (["japan", "--in", IN, "--out", OUT, *SECOND], _options(max_solutions=NUMBERS)),
    "build": (["build", "--listing", IN, "--out", OUT], _options(with_code=None, check=None)),
    "picture": (["picture", IN, "--out", OUT, *SECOND], _options(width=st.sampled_from(("0", "x", "63")))),
    "random": (["random", OUT, *SECOND], _options(width=NUMBERS, height=NUMBERS, seed=NUMBERS, unique=None)),
}
"""Beginnings of command lines, and their possible ends; `IN` and `OUT` give way to files. Commands that solve have a
second.
"""


@cache
def seeds(command: str) -> tuple[bytes, ...]:
    """The sound files that a command is given, before they are damaged."""
    if command == "build":
        return (LISTING,)
    kinds = {"japan": ("japan.dat",), "picture": ("text", "png")}.get(command)
    return tuple(
        data
        for reader in readers()
        for data in reader.seeds
        if (kinds is None or reader.name in kinds) and len(data) < 5000 and reader.name not in ("listing", "any format")
    )


@st.composite
def command_lines(draw: st.DrawFn) -> tuple[list[str], bytes, str]:
    """The words, the content of the file that they name, and its name."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    words, options = COMMANDS[command]
    line = [*words, *draw(options)]
    if draw(st.integers(0, 9)) == 0:  # a word lost, or a strange one
        place = draw(st.integers(0, len(line) - 1))
        line[place : place + 1] = draw(st.sampled_from(([], ["--nosuch"], ["\x1b[31m"], ["--"])))
    suffix = draw(st.sampled_from(("", ".txt", ".non", ".g", ".xml", ".png")))
    return line, draw(damaged(seeds(command), most_edits=3)), draw(NAMES) + suffix


def check_line(line: list[str], data: bytes, name: str) -> Ran:
    """The oracle: the code, the words on stderr, and the file as it was."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in", "" if name == "." else name)
        source.parent.mkdir(exist_ok=True)
        if name not in (".", "none"):
            source.write_bytes(data)
        ending = {"build": "tap", "solve": "png"}.get(line[0] if line else "", "txt")
        target = str(Path(folder, f"out.{ending}"))
        words = [str(source) if word == IN else target if word == OUT else word for word in line]
        with bounded(STEPS):
            ran = run_cli(*words, cwd=Path(folder), stdin="")
        assert ran.code in (0, 1, 2, 4), ran
        said = ran.err.splitlines(keepends=True)
        assert all(text.rstrip("\n").isprintable() for text in said), ran
        names = len(line) if line[:1] in (["check"], ["solve"]) else 1  # of many files each may have a line
        errors = [text for text in said if not text.startswith("note: ")]
        assert 1 <= len(errors) <= names if ran.code == 2 else len(said) < 40, ran
        assert "Traceback" not in ran.err
        assert "a bug in this program" not in ran.err
        if source.is_file():
            assert source.read_bytes() == data, "the input was changed"
        return ran


def test_a_command_line_ends_well(seed: int) -> None:
    ends = Counter[int]()

    @hypothesis.seed(seed)
    @settings(max_examples=LINES, database=None, suppress_health_check=list(HealthCheck))
    @given(command_lines())
    def run(made: tuple[list[str], bytes, str]) -> None:
        ends[check_line(*made).code] += 1

    run()
    assert ends.total() >= LINES
    assert set(ends) >= {0, 2}


def test_sound_lines_work() -> None:
    for command, data in (
        ("solve", next(data for data in seeds("solve") if b"title: a step" in data)),
        ("build", LISTING),
    ):
        assert check_line(COMMANDS[command][0], data, "a").code == 0

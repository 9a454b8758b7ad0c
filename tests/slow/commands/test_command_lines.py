"""Whole command lines, made by chance, on damaged files: each ends in 0, 1 or 2, in one line if it failed."""

import re
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

NAMES = st.sampled_from(("a", "two\nlines", "esc\x1b[31m", "u2028\u2028", "-", "none", "."))
VALUES: dict[str, st.SearchStrategy[str]] = {
    "CROP": st.sampled_from(("0,0,3,3", "1,1,2", "x", "0,0,0,0", "9,9,9,9")),
    "FORMAT": st.sampled_from((*(known.name for known in FORMATS), "nosuch")),
    "LANGUAGE": st.sampled_from(("en", "ru", "x")),
    "NUMBER": st.sampled_from(("1", "2", "5", "0", "-1", "300", "1.5", "x", "", "²")),
    "STATE": st.text("?#.x\n²", max_size=6),
    "WIDTH": st.sampled_from(("0", "x", "63")),
}
COMMANDS = (
    "solve IN --timeout 1 [--json] [--png OUT] [--quiet]",
    "check IN --timeout 1 [--json] [--fix OUT]",
    "explain IN --timeout 1 [--lang LANGUAGE] [--json]",
    "hint IN --timeout 1 [--state IN] [--json]",
    "convert IN OUT --timeout 1 [--to FORMAT] [--from FORMAT] [--width NUMBER] [--colours NUMBER]"
    " [--threshold NUMBER] [--dither] [--cell NUMBER] [--crop CROP] [--invert] [--ignore-strays]",
    "race IN --timeout 0.05 [--memory NUMBER]",
    "line 1,2 5 [--state STATE] [--json]",
    "japan --in IN --out OUT --timeout 1 [--max-solutions NUMBER]",
    "build --listing IN --out OUT [--with-code] [--check]",
    "picture IN --out OUT --timeout 1 [--width WIDTH]",
    "random OUT --timeout 1 [--width NUMBER] [--height NUMBER] [--seed NUMBER] [--unique]",
)
"""Usages: `IN` and `OUT` give way to files, the other words in capitals to values. What solves has a second."""


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
    usage = draw(st.sampled_from(COMMANDS))
    line = usage.partition(" [")[0].split()
    command = line[0]
    for option in draw(st.lists(st.sampled_from(re.findall(r"\[(.+?)\]", usage)), max_size=2)):
        line += [draw(VALUES[word]) if word in VALUES else word for word in option.split()]
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
        words = [{"IN": str(source), "OUT": target}.get(word, word) for word in line]
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
    step = next(data for data in seeds("solve") if b"title: a step" in data)
    for line, data in (("solve IN", step), ("build --listing IN --out OUT", LISTING)):
        assert check_line(line.split(), data, "a").code == 0

"""Steps that a page without a server finds in a line, held against all arrangements of the line's numbers."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from itertools import groupby

import pytest

from harness.files.reading import data_folder

MODULE = data_folder("puzzles").parent / "harness" / "studio" / "static" / "follow.js"
CASES = 200
Clue = Sequence[tuple[int, str]]


def arrangements(width: int, clue: Clue, begun: str = "") -> Iterator[str]:
    """All lines that have these blocks; two of one colour have a white cell between them."""
    if not clue:
        yield begun.ljust(width, ".")
        return
    (length, key), rest = clue[0], clue[1:]
    for start in range(len(begun) + begun.endswith(key), width - length + 1):
        yield from arrangements(width, rest, begun.ljust(start, ".") + key * length)


def expected(clue: Clue, line: str) -> str | None:
    fitting = [
        one
        for one in arrangements(len(line), clue)
        if all(known in ("?", cell) for known, cell in zip(line, one, strict=True))
    ]
    cells = (set(column) for column in zip(*fitting, strict=True))
    return "".join(one.pop() if len(one) == 1 else "?" for one in cells) if fitting else None


def cases() -> Iterator[tuple[Clue, str]]:
    drawn = random.Random(7)
    for number in range(CASES):
        keys = ".#" if number % 2 else ".ab"
        solution = "".join(drawn.choices(keys, k=drawn.randint(1, 9)))
        clue = [(len(list(run)), key) for key, run in groupby(solution) if key != "."]
        line = "".join(cell if drawn.random() < 0.35 else "?" for cell in solution)
        if number % 10 == 0:  # most often no arrangement fits
            line = "".join(drawn.choices("?" + keys, k=len(solution)))
        yield clue, line


def test_a_step_is_common_to_all_arrangements() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: apt install nodejs")
    asked = list(cases())
    program = f"""import {{ follow }} from "{MODULE.as_uri()}";
    console.log(JSON.stringify({json.dumps(asked)}.map(([clue, line]) => follow(clue, line))));"""
    done = subprocess.run([node, "--input-type=module", "-e", program], capture_output=True, text=True)
    answers = json.loads(done.stdout)
    wanted = [expected(clue, line) for clue, line in asked]
    assert None in wanted
    assert [one for one in zip(asked, answers, wanted, strict=True) if one[1] != one[2]] == []

"""The quick reader of `.non` and the careful one, on files spoilt by chance."""

import random

from harness.errors import FormatError
from harness.formats import Source, build_puzzle
from harness.formats.registry import detect_format
from harness.formats.simpson_non import SIMPSON_NON, _parse_plain
from harness.puzzle import Grid
from harness.solver.kernel import has_compiled_kernel
from tools.made import noise_puzzle

_LINES = ["", "0", "-", "1", "rows", "columns", "width 3", 'By "me"', "note \xa0", "note\x0b", 'note "&lt;"']
"""Lines that may stand between others."""


def _spoil(text: str, rng: random.Random) -> str:
    """The text with a sign or a line changed, taken away, doubled or moved, here and there."""
    for _ in range(rng.randrange(3)):
        lines = text.split("\n")
        index = rng.randrange(len(lines))
        place = rng.randrange(len(text))
        sign = rng.choice('\n\n  ,0123456789-#a?\t\r"\0\x0b\x85\xa0é')
        text = rng.choice(
            [
                text[:place] + sign + text[place:],
                text[:place] + text[place + 1 :],
                "\n".join([*lines[:index], *lines[index + 1 :]]),
                "\n".join([*lines[:index], rng.choice([*_LINES, lines[index]]), *lines[index:]]),
                "\n".join([*lines[index:], *lines[:index]]),
            ]
        )
    return text


def test_the_quick_look_and_the_careful_one_read_the_same(seed: int) -> None:
    """The first of them may leave a file to the second; it may not read another puzzle, or fail otherwise."""
    rng = random.Random(seed)
    quick = failed = 0
    for number in range(2500):
        puzzle = noise_puzzle(rng.randint(1, 6), rng.randint(1, 6), 0.6, number)
        if number % 3 == 0:
            puzzle = Grid(tuple("".join(rng.choice("#.") for _ in puzzle.columns) for _ in puzzle.rows)).puzzle()
        text = build_puzzle(puzzle, "non").decode()
        if number % 5 == 0:
            text = text.replace("\n0\n", "\n\n").replace(",", rng.choice([" ", ", ", "\t,"]))
        if number % 7 == 0:
            text = text.replace("width", 'license CC-BY\ntitle "&amp; é"\nnote\nwidth')
        data = _spoil(text, rng).encode(rng.choice(["utf-8"] * 9 + ["latin-1"]))
        plain, source = _parse_plain(Source("a.non", data)), Source("a.non", data)
        try:
            careful = SIMPSON_NON.parse(source, True)
        except FormatError:
            failed += 1
            assert plain is None, data
        else:
            quick += plain is not None
            assert plain is None or (plain == careful and detect_format(source).name == "non"), data
    assert quick > 1000 or not has_compiled_kernel()
    assert failed > 500

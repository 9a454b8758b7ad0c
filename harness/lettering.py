"""The lettering of the loading screen and the inlay: capitals made of cells, and a small face for the credit and clues.

Both are drawn here, as pictures of `#` and `.`; they owe nothing to the ROM's characters.
"""

from __future__ import annotations

from collections.abc import Mapping

Pattern = tuple[str, ...]
"""A letter's rows from the top, all of one width: `#` where it is drawn, `.` where not."""


def read_alphabet(characters: str, *strips: str) -> Mapping[str, Pattern]:
    """The letters drawn side by side in `strips`, in the order of `characters`; blanks part them.

    >>> read_alphabet("LI", '''
    ... #. #
    ... ## #
    ... ''')
    {'L': ('#.', '##'), 'I': ('#', '#')}
    """
    patterns: list[Pattern] = []
    for strip in strips:
        patterns += zip(*(row.split() for row in strip.strip().splitlines()), strict=True)
    return dict(zip(characters, patterns, strict=True))


CAPITALS = read_alphabet(
    "JAPNESCROWD",
    """
    ..### .###. ####. #...# ##### .####
    ....# #...# #...# ##..# #.... #....
    ....# ##### ####. #.#.# ####. .###.
    #...# #...# #.... #..## #.... ....#
    .###. #...# #.... #...# ##### ####.
    """,
    """
    .#### ####. .###. #...# ####.
    #.... #...# #...# #...# #...#
    #.... ####. #...# #.#.# #...#
    #.... #..#. #...# ##.## #...#
    .#### #...# .###. #...# ####.
    """,
)
"""The capitals of the title, five cells by five."""

RUSSIAN_CAPITALS = read_alphabet(
    "ЯПОНСКИЕРВДЫ",
    """
    .#### ##### .###. #...# .#### #...#
    #...# #...# #...# #...# #.... #..#.
    .#### #...# #...# ##### #.... ###..
    .#..# #...# #...# #...# #.... #..#.
    #...# #...# .###. #...# .#### #...#
    """,
    """
    #...# ##### ####. ####. .###. #...#
    #..## #.... #...# #...# .#.#. #...#
    #.#.# ####. ####. ####. .#.#. ##..#
    ##..# #.... #.... #...# ##### #.#.#
    #...# ##### #.... ####. #...# ##..#
    """,
)
"""Those of the title in Russian."""

SMALL = read_alphabet(
    "0123456789afterIvnRoshi,",
    """
    .##. .#. ###. ###. #..# #### .##. #### .##. .##.
    #..# ##. ...# ...# #..# #... #... ...# #..# #..#
    #..# .#. ...# .##. #### ###. ###. ..#. .##. ####
    #..# .#. .##. ...# ...# ...# #..# .#.. #..# ...#
    #..# .#. #... ...# ...# ...# #..# .#.. #..# ...#
    .##. ### #### ###. ...# ###. .##. .#.. .##. .##.
    .... ... .... .... .... .... .... .... .... ....
    """,
    """
    .... .## #.. .... ... ### ..... .... ###. .... .... #... # ..
    .... #.. #.. .... ... .#. ..... .... #..# .... .... #... . ..
    .### ### ### .##. #.# .#. #...# ###. #..# .##. .### ###. # ..
    #..# #.. #.. #### ##. .#. #...# #..# ###. #..# ##.. #..# # ..
    #..# #.. #.. #... #.. .#. .#.#. #..# #.#. #..# ..## #..# # .#
    .### #.. .## .##. #.. ### ..#.. #..# #..# .##. ###. #..# # .#
    .... ... ... .... ... ... ..... .... .... .... .... .... . #.
    """,
)
"""Figures and the letters of the credit line, six pixels high and one below the line; each as wide as it needs."""

RUSSIAN_SMALL = read_alphabet(
    "поИвануРщи",
    """
    .... .... #..# .... .... .... .... ###. ..... ....
    .... .... #..# .... .... .... .... #..# ..... ....
    #### .##. #.## ###. .### #..# #..# #..# #.#.# #..#
    #..# #..# ##.# ###. #..# #### #..# ###. #.#.# #.##
    #..# #..# #..# #..# #..# #..# .### #... #.#.# ##.#
    #..# .##. #..# ###. .### #..# ...# #... ##### #..#
    .... .... .... .... .... .... ###. .... ....# ....
    """,
)
"""The letters of the credit line in Russian, likewise."""

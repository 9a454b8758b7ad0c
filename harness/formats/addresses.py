"""Puzzles in one line of text, to be pasted: game ids of Simon Tatham's *Pattern*, addresses of puzz.link.

Source: the chapters "Game IDs" and "Pattern" of the manual of Simon Tatham's Portable Puzzle Collection, and what
``pattern.c`` says of its ids; pzpr (https://github.com/robx/pzprjs): how it opens and writes the addresses of its kind
``nonogram``.
"""

from __future__ import annotations

import re
from itertools import islice

from harness.formats.base import Format, Likeness, Source, cut_short, finished, parse_clue, parse_count
from harness.puzzle import Clue, Puzzle

_PAGE = "/pattern.html#"
_GAME = re.compile(r"([0-9]++)x([0-9]++)(?:([:#])(\S*))?")
_GAME_CLUE = re.compile(r"(?:[0-9]++(?:\.[0-9]++)*+)?")


def _game_of(source: Source) -> re.Match[str] | None:
    text = source.text.strip()
    return _GAME.fullmatch(text.partition(_PAGE)[2] or text)


def _parse_game(source: Source, checked: bool) -> Puzzle:
    whole = "copy the game id with its clues, such as 2x2:2/1/2/1"
    if (game := _game_of(source)) is None:
        raise source.error("this is not a game id", whole)
    if game[3] != ":":
        what = "a seed, of which only Tatham's program makes a puzzle" if game[3] else "sizes without clues"
        raise source.error(what, whole)
    width, height = parse_count(game[1], "the width", source, 1), parse_count(game[2], "the height", source, 1)
    text, comma, _ = game[4].partition(",")
    if comma:
        raise source.error("cells are given behind a comma", "only puzzles of clues alone can be read")
    lines = text.split("/")
    if len(lines) != width + height:
        what = "{found} clues where {count} columns and rows are announced"
        raise source.error(what, whole, 1, found=len(lines), count=width + height)
    for line in lines:
        if not _GAME_CLUE.fullmatch(line):
            raise source.error("{text!r} is not a clue", "put dots between lengths", 1, text=cut_short(line, 20))
    clues = [parse_clue(line.replace(".", " "), source, 1) for line in lines]
    return finished(Puzzle(tuple(clues[width:]), tuple(clues[:width])), source, checked, {}, 1)


def _build_game(puzzle: Puzzle) -> bytes:
    clues = "/".join(".".join(map(str, clue)) for clue in (*puzzle.columns, *puzzle.rows))
    return f"{puzzle.width}x{puzzle.height}:{clues}\n".encode()


GAME_ID = Format(
    lambda source: Likeness.YES if _game_of(source) is not None else Likeness.NO, _parse_game, build=_build_game
)

_KIND = "nonogram"
_ADDRESS = re.compile(r"(?:https?://)?[^\s/?#]++/(?:[^\s?#]*/)?p(?:zprv3)?(?:\.html)?\?(\S+)")
_CODE = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])|(.)")
_MAX_LENGTH, _SHOWN = 255, 60
_BEFORE_G = ord("g") - 1


def _asked_of(source: Source) -> str | None:
    address = _ADDRESS.fullmatch(source.text.strip())
    return address[1] if address else None


def _parse_address(source: Source, checked: bool) -> Puzzle:
    if (asked := _asked_of(source)) is None:
        raise source.error("this is not an address of puzz.link", "copy all of it")
    kind, *parts = asked.rpartition("&")[2].split("/")  # before the &: whether it is to be edited or solved
    kind = re.sub("_(edit|play)$", "", kind)
    if kind != _KIND:
        raise source.error("a puzzle of the kind {kind!r}", "only nonograms can be read", kind=cut_short(kind, 20))
    while parts and re.match("[a-z]", parts[0]):  # settings, which change nothing about the clues
        del parts[0]
    if len(parts) < 3:
        raise source.error("the address ends before its clues", "copy all of it")
    width, height = parse_count(parts[0], "the width", source, 1), parse_count(parts[1], "the height", source, 1)
    at_column, at_row = (height + 1) // 2, (width + 1) // 2
    places = _places(parts[2], source)
    if len(places) < (count := width * at_column + height * at_row):
        what = "this is not the whole of it: {found} places for numbers, where {width}×{height} cells have {count}"
        raise source.error(what, "copy all of it", found=len(places), width=width, height=height, count=count)
    if any(places[width * at_column + height * at_row :]):
        what = "more numbers than fit beside {width}×{height} cells"
        raise source.error(what, "copy all of it", width=width, height=height)
    places_left = iter(places)
    sides: list[tuple[Clue, ...]] = [
        tuple(tuple(length for length in islice(places_left, size) if length)[::-1] for _ in range(count))
        for count, size in ((width, at_column), (height, at_row))
    ]
    return finished(Puzzle(sides[1], sides[0]), source, checked, {}, 1)


def _places(codes: str, source: Source) -> list[int]:
    """Return the number in each place, 0 if it is empty."""
    places: list[int] = []
    for short, long, empty, wrong in _CODE.findall(codes):
        if wrong:
            raise source.error("{sign!r} among the numbers", "copy all of it", sign=wrong)
        places += [0] * (ord(empty) - _BEFORE_G) if empty else [int(short or long, 16)]
    return places


def _build_address(puzzle: Puzzle) -> bytes:
    codes = ""
    for clues, cells in ((puzzle.columns, puzzle.height), (puzzle.rows, puzzle.width)):
        for clue in clues:
            codes += "".join(f"{length:x}" if length < 16 else f"-{length:02x}" for length in reversed(clue))
            codes += "g" * ((cells + 1) // 2 - len(clue))
    codes = re.sub("g{2,20}", lambda empty: chr(_BEFORE_G + len(empty[0])), codes)
    return f"https://puzz.link/p?{_KIND}/{puzzle.width}/{puzzle.height}/{codes}\n".encode()


def pasted(text: str) -> Source | None:
    """Return an address or a game id as the file that it stands for; None for any other text.

    >>> pasted("2x2:2/1/2/1"), pasted("cat.txt")
    (Source(name='2x2:2/1/2/1', data=b'2x2:2/1/2/1', lines_before=0, ending='.tatham', columns_first=False), None)
    """
    source = Source(cut_short(text, _SHOWN), text.encode("utf-8", "replace"))
    game = _game_of(source)
    if game is not None and game[3]:
        return source.replace(ending=".tatham")
    return source.replace(ending=".puzzlink") if "://" in text and _asked_of(source) is not None else None


PUZZ_LINK = Format(
    lambda source: Likeness.YES if _asked_of(source) is not None else Likeness.NO,
    _parse_address,
    build=_build_address,
    max_side=_MAX_LENGTH,
)

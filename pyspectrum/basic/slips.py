"""Slips that BASIC takes in silence: a line that is gone to and missing, a variable that nothing sets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pyspectrum.basic import Token

_JUMPS = ("GO TO", "GO SUB", "RESTORE", "RUN")

Program = Mapping[int, Sequence[Token]]
"""The tokens of each line by its number, as `split_tokens` gives them."""
Places = dict[str, list[int]]
"""For each slip, as it is written, the numbers of the lines that have it."""


def missing_lines(program: Program) -> Places:
    """Find jumps to a line that is not there; of these only the ones that name it by a number alone.

    >>> from pyspectrum.basic import split_tokens
    >>> missing_lines({10: split_tokens("GO TO 10: GO SUB 400")})
    {'GO SUB 400': [10]}
    """
    missing: Places = defaultdict(list)
    for number, tokens in program.items():
        for one, two, after in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            is_alone = after is None or after.text == ":"
            if one.text in _JUMPS and two.text.isdigit() and is_alone and int(two.text) not in program:
                missing[f"{one.text} {two.text}"].append(number)
    return dict(missing)


def unset_names(program: Program, known: Collection[str] = ()) -> Places:
    """Find variables and functions that are read, and that no LET, FOR, INPUT, READ, DIM, DEF FN or LOAD sets.

    `known` are set elsewhere, as machine code may do; case and blanks do not count. An array of numbers is written with
    its bracket.

    >>> from pyspectrum.basic import split_tokens
    >>> unset_names({10: split_tokens("LET SizeX=O: LET b=a(1)+c"), 20: split_tokens("PRINT size x;b;c")}, "c")
    {'O': [10], 'a(': [10]}
    """
    names: Places = defaultdict(list)
    known = set(map(_folded, known))
    for number, tokens in program.items():
        for name, is_set in _names(tokens):
            names[name].append(number)
            known.update([_folded(name)] * is_set)
    return {name: numbers for name, numbers in names.items() if _folded(name) not in known}


def ranges(numbers: Iterable[int]) -> str:
    """Format whole numbers as a short list of ranges.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    runs = groupby(enumerate(sorted(set(numbers))), lambda place: place[1] - place[0])
    spans = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


def _folded(name: str) -> str:
    return "".join(name.lower().split())


def _names(tokens: Sequence[Token]) -> Iterator[tuple[str, bool]]:
    """Yield the names in a line, each with True if it is set there."""
    command, depth = "", 0
    for at, token in enumerate(tokens):
        before, after = (tokens[place].text if 0 <= place < len(tokens) else ":" for place in (at - 1, at + 1))
        if before in (":", "THEN"):
            command, depth = token.text, 0
        depth += (token.text == "(") - (token.text == ")")
        if token.kind == "name":
            name = "FN " * ("FN" in before) + token.text + "(" * (after == "(" and not token.text.endswith("$"))
            is_given = depth == 0 and command in ("INPUT", "READ", "DIM", "LOAD")
            is_parameter = command == "DEF FN" and before in "(,"
            yield name, is_given or is_parameter or before in ("LET", "FOR", "DEF FN")

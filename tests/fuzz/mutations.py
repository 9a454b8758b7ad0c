"""Files and command lines damaged by chance, byte by byte and in pieces that mean something."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz.corpus import TOKENS

MAX_BYTES = 20_000
"""The largest input: repeating pieces may make a small file long."""

_PIECES = st.one_of(st.sampled_from(TOKENS), st.binary(min_size=1, max_size=3))


@st.composite
def damaged(draw: st.DrawFn, seeds: Sequence[bytes], most_edits: int = 5) -> bytes:
    """One of the sound files with bytes changed, put in, taken out, moved and repeated; now and then none of them."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, most_edits))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        match draw(st.sampled_from(("replace", "insert", "delete", "cut", "double", "repeat", "lines", "bit"))):
            case "replace":
                data[start:end] = draw(_PIECES)
            case "insert":
                data[start:start] = draw(_PIECES)
            case "delete":
                del data[start:end]
            case "cut":
                del data[start:]
            case "double":
                data[start:start] = data[start:end]
            case "repeat":
                piece = draw(_PIECES)
                data[start:start] = piece * min(draw(st.integers(2, 2000)), 6000 // len(piece) + 1)
            case "lines":
                lines = bytes(data).split(b"\n")
                one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
                lines[one], lines[other] = lines[other], lines[one]
                data[:] = b"\n".join(lines)
            case _ if start < len(data):
                data[start] ^= 1 << draw(st.integers(0, 7))
    return bytes(data[: MAX_BYTES + 60_000 if len(data) > 40_000 else MAX_BYTES])


RUN_BYTES = (4_500, 60_000)
"""The shorter one keeps to the length that a line of a listing may have."""
RUNS = (*(b"%c" % sign for sign in b'01a \t\n,-#.(["&?'), "я".encode(), b"1 ", b"a=")
"""Lengths of runs: the longer one is long enough to cost many seconds where time grows with its square."""


def stretched(data: bytes, place: int, run: bytes, size: int) -> bytes:
    """A sound file with a long run of one sign, or two, put in at a place."""
    return data[:place] + run * (size // len(run)) + data[place:]


def places(data: bytes) -> list[int]:
    """Places where one kind of sign ends and another begins in a file: letters, digits, blanks, and each other sign."""
    kinds = [_kind(sign) for sign in data]
    return [0, *(at for at in range(1, len(data)) if kinds[at] != kinds[at - 1]), len(data)]


def _kind(sign: int) -> str:
    character = chr(sign)
    if character.isalpha():
        return "a"
    return "0" if character.isdigit() else " " if character.isspace() else character

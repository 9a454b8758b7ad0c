"""A ``japan.sol``, read back."""

from harness.puzzle import Grid

TO_CELLS = str.maketrans("*", "#")


def parse_solutions(text: str) -> tuple[Grid, ...]:
    """The solutions; each but the last ends in ``<next>``, the last in ``<end>``.

    >>> parse_solutions("*.\\n<end>\\n")
    (Grid(rows=('#.',)),)
    """
    if text == "<no solutions>\n":
        return ()
    whole = text.removesuffix("<end>\n")
    assert whole != text, "it does not end"
    return tuple(Grid(tuple(part.translate(TO_CELLS).split())) for part in whole.split("<next>\n"))

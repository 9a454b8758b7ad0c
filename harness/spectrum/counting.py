"""The closing message of "Count solutions", in words and as numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from harness.errors import DriverError
from harness.spectrum.messages import Language

_NUMBER = "0"
"""Stands for the number while a pattern is made of a message."""


@dataclass(frozen=True)
class SolutionCount:
    """Result of "Count solutions"; `complete` unless a key or a lack of memory stopped it."""

    solutions: int
    complete: bool


def read_count(prompt: str, said: Language) -> SolutionCount:
    """The count in the closing prompt, as it was read off the screen.

    >>> from harness.spectrum.messages import language
    >>> read_count("Memory full at 12 solutions! Press ENTER.", language("en"))
    SolutionCount(solutions=12, complete=False)

    Raises:
        DriverError: there is none.
    """
    for words, solutions in ((said["unique"], 1), (said["no_solutions"], 0)):
        if said.spell(words) in prompt:
            return SolutionCount(solutions, complete=True)
    # the complete count last: in English its words are the end of the others
    ends = (said.said("stopped", _NUMBER), False), (said.said("memory_full", _NUMBER), False), (_NUMBER, True)
    for words, complete in ends:
        pattern = re.escape(said.spell(said.said("solutions", words))).replace(_NUMBER, r"(\d+)")
        match = re.search(pattern, prompt)
        if match:
            return SolutionCount(int(match[1]), complete)
    raise DriverError(f"the program does not answer as it should: no count in {said.written(prompt.strip())!r}")

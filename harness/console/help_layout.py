"""Layout of ``--help``: paragraphs that fit the terminal, and examples that can be typed as they stand.

The texts are the docstrings of the modules that describe the commands, so their marks for code are taken off.
"""

from __future__ import annotations

import argparse
import re

MOST_COLUMNS = 100
"""Longer lines are hard to read, however wide the terminal."""

_HELP_COLUMN = 24
_ITEM = re.compile(r" +(\S+ {2,})?")
_CODE_MARKS = "``"


class HelpFormatter(argparse.HelpFormatter):
    """Fills each paragraph by itself, and keeps lines that are indented apart, as those of a table or an example."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=MOST_COLUMNS)

    def format_help(self) -> str:
        """Lay it out; how wide the terminal is, matters only now: argparse makes a formatter for every argument."""
        import shutil  # takes long to load, and few commands end with their help

        self._width = min(shutil.get_terminal_size().columns, MOST_COLUMNS) - 2
        self._max_help_position = min(_HELP_COLUMN, max(self._width - 20, 4))
        return super().format_help()

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # argparse's own makes one paragraph of all
        return "\n\n".join(_filled(paragraph, width) for paragraph in text.strip().split("\n\n"))


def examples(*pairs: tuple[str, str]) -> str:
    """The examples at the end of a command's help: what is typed, and what it does.

    >>> print(examples(("crossword solve cat.txt", "the picture, and whether it is the only one")))
    examples:
      crossword solve cat.txt
          the picture, and whether it is the only one
    """
    return "\n".join(["examples:", *(f"  {typed}\n      {what}" for typed, what in pairs)])


def _filled(paragraph: str, width: int) -> str:
    """A paragraph in lines of no more than `width`; the second line of an item begins where the text of its first does.

    >>> print(_filled("of ``solve``,\\n  fast  line logic and search\\n  probe  both colours", 24))
    of solve,
      fast  line logic and
            search
      probe  both colours
    """
    import textwrap  # as above

    lines: list[str] = []
    flowing: list[str] = []
    for line in [*paragraph.replace(_CODE_MARKS, "").splitlines(), ""]:
        if line and not line.startswith(" "):
            flowing.append(line)
            continue
        lines += textwrap.wrap(" ".join(flowing), width, break_on_hyphens=False, break_long_words=False)
        flowing = []
        if (item := _ITEM.match(line)) is not None:
            hanging = " " * len(item[0])
            lines += textwrap.wrap(
                line, width, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False
            )
    return "\n".join(lines)

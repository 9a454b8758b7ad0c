"""Runs pyz80, in a process of its own, and writes down which source line each stretch of code came from.

Called as ``python _pyz80.py LINES OPTION…``, options being pyz80's. pyz80's listing shows the code of each line but not
the line's number and file. It has them in a global while it writes that line, so the listing that it is given
here is an object which looks there. LINES gets a line for each, fields parted by tabs: address, bytes (both in
hexadecimal), file, line number, text.
"""

from __future__ import annotations

import builtins
import io
import re
import runpy
import sys
from typing import Any

_LISTED = re.compile(r"^(?P<address>[0-9A-F]{4}) (?P<code>(?:[0-9A-F]{2} )*) *\t(?P<text>.*)$")
_LISTING = "listing of pyz80"  # not the name of a file, only what `_open` knows


class _Listing(io.StringIO):
    """What pyz80 writes its listing to."""

    def __init__(self, lines: io.TextIOBase) -> None:
        super().__init__()
        self._lines = lines

    def write(self, text: str) -> int:
        listed = _LISTED.match(text)
        if listed:
            place = str(vars(sys.modules["__main__"])["global_currentfile"])
            file, _, line = place.rpartition(":")
            fields = (listed["address"], listed["code"].replace(" ", ""), file, line, listed["text"])
            self._lines.write("\t".join(fields) + "\n")
        return len(text)


def _main() -> None:
    plain_open: Any = builtins.open
    with plain_open(sys.argv[1], "w", encoding="utf-8") as lines:

        def open_file(file: Any, *arguments: Any, **options: Any) -> Any:
            return _Listing(lines) if file == _LISTING else plain_open(file, *arguments, **options)

        builtins.open = open_file
        sys.argv[1] = f"--lstfile={_LISTING}"
        runpy.run_module("pyz80.pyz80", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()

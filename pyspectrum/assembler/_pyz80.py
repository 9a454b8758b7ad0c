"""Runs pyz80, in a process of its own, and writes down which source line each stretch of code came from.

Called as ``python _pyz80.py LINES OPTION…``, options being pyz80's. pyz80's listing shows the code of each line but not
the line's number and file. It has them in a global while it writes that line, so the listing that it is given
here is an object which looks there. LINES gets a line for each, fields parted by tabs: address, bytes (both in
hexadecimal), file, line number, text. It is written when all is known: pyz80 takes whatever goes wrong within an
instruction for a mistake in it.

If a file cannot be written, the last line of the standard error is `CANNOT_WRITE` and the system's reason.
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

CANNOT_WRITE = "cannot write: "


class _Listing(io.StringIO):
    """Stream for pyz80's listing."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def write(self, text: str) -> int:
        listed = _LISTED.match(text)
        if listed:
            place = str(vars(sys.modules["__main__"])["global_currentfile"])
            file, _, line = place.rpartition(":")
            fields = (listed["address"], listed["code"].replace(" ", ""), file, line, listed["text"])
            self._lines.append("\t".join(fields) + "\n")
        return len(text)


def _main() -> None:
    plain_open: Any = builtins.open
    lines: list[str] = []

    def open_file(file: Any, *arguments: Any, **options: Any) -> Any:
        return _Listing(lines) if file == _LISTING else plain_open(file, *arguments, **options)

    builtins.open = open_file
    path, sys.argv[1] = sys.argv[1], f"--lstfile={_LISTING}"
    try:
        try:
            runpy.run_module("pyz80.pyz80", run_name="__main__", alter_sys=True)
        finally:
            with plain_open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)
    except OSError as error:
        sys.exit(f"{CANNOT_WRITE}{error.strerror or error}")


if __name__ == "__main__":
    _main()

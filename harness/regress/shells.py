"""Command lines as the system's shells have them: their words, and quotation marks for a word.

A backslash is part of a path on Windows, and marks the next sign elsewhere.
"""

from __future__ import annotations

import shlex
import subprocess
import sys

_IS_WINDOWS = sys.platform == "win32"
SHELL = 'cmd /c "…"' if _IS_WINDOWS else "sh -c '…'"
"""How to have a shell run a line, for messages."""


def split_words(command: str) -> list[str]:
    """Split a command line into its words; raise ValueError for a quotation mark without its end."""
    if not _IS_WINDOWS:
        return shlex.split(command)
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""
    return [*lexer]


def quoted(word: str) -> str:
    """Return a word that a shell takes for one."""
    return subprocess.list2cmdline([word]) if _IS_WINDOWS else shlex.quote(word)

"""An extension of griffe for the site: examples in docstrings are code, not quotations within quotations."""

from __future__ import annotations

import griffe


class FenceDoctests(griffe.Extension):
    """Puts a fence around each run of lines that begins with ``>>>``."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Change the docstring of what has been read."""
        if obj.docstring is not None and ">>>" in obj.docstring.value:
            obj.docstring.value = fence_doctests(obj.docstring.value)


def fence_doctests(text: str) -> str:
    """The text with a fence around its examples, each up to a blank line.

    >>> fence_doctests("Add.\\n\\n>>> 1 + 1\\n2\\n\\nMore.").splitlines()
    ['Add.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'More.']
    """
    lines: list[str] = []
    fence = ""
    for line in text.splitlines():
        if not fence and line.lstrip().startswith(">>> "):
            fence = line[: len(line) - len(line.lstrip())] + "```"
            lines.append(f"{fence}pycon")
        elif fence and not line.strip():
            lines.append(fence)
            fence = ""
        lines.append(line)
    return "\n".join([*lines, *([fence] if fence else [])])

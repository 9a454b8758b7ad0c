"""Python's Russian: each English template that a page or an explanation shows, and the same in Russian.

The page has its own words (`studio/static/russian.js`), and so have the tapes (`basic/messages.toml`).
"""

from functools import cache


@cache
def russian() -> dict[str, str]:
    """Return the Russian templates by the English ones; their fields have the same names."""
    import json  # English explanations need neither
    from pathlib import Path

    words: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return words

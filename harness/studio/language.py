"""Errors in the language of the page."""

from __future__ import annotations

import re

from harness.errors import HarnessError
from harness.russian import russian

_OPTION = re.compile(r"(?<!\S)--\w")


def in_language(error: Exception, language: object) -> str:
    """Return an error's sentence in a language of the page, which has no options of a command to offer.

    >>> from harness.errors import FormatError
    >>> in_language(FormatError("the picture is damaged ({reason})", "save it again", "cat.png", reason="cut"), "ru")
    'cat.png: картинка испорчена; сохраните её ещё раз'
    """
    if language != "ru":
        return error.in_words(_without_options) if isinstance(error, HarnessError) else str(error)
    try:
        if isinstance(error, HarnessError):
            return error.in_words(russian().__getitem__)
    except KeyError:  # an error for a terminal
        pass
    return f"Не получилось. Вот что говорит программа: {error}"


def _without_options(template: str) -> str:
    return "" if _OPTION.search(template) else template

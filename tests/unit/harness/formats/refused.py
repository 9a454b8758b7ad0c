"""Files that a reader refuses, and what it says of them."""

import pytest

from harness.errors import FormatError
from harness.formats import Source, parse_source


def refusal(data: str | bytes, name: str = "x", format: str | None = None) -> str:
    """Return the one line that tells why a file is refused."""
    source = Source(name, data.encode() if isinstance(data, str) else data)
    with pytest.raises(FormatError) as caught:
        parse_source(source, format=format)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    """Replace a part of a file, which must be there, once."""
    assert old in text
    return text.replace(old, new, 1)

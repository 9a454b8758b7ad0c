"""A puzzle in a link: its drawing as JSON, deflated, behind ``#puzzle=``. `static/share.js` does the same."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from harness.errors import FormatError
from harness.studio.documents import Document

KEY = "#puzzle="
"""Mark that begins the part of a link that holds a puzzle."""
MOST_BYTES = 2_000_000
"""More than any drawing that the page takes."""


def share(document: Document) -> str:
    """Build what follows the address of a solver page.

    >>> unshare(share(Document(("#.", ".#"), title="two"))).rows
    ('#.', '.#')
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(document.as_json(), separators=(",", ":")).encode()) + packer.flush()
    return KEY + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def unshare(link: str) -> Document:
    """Read the drawing in a link, or in the part of it that `share` builds.

    Raises:
        FormatError: there is none.
        HarnessError: the drawing is none, or too large.
    """
    _, key, packed = link.strip().partition(KEY)
    try:
        if not key:
            raise ValueError
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        content: Any = json.loads(_inflate(data))
    except (ValueError, zlib.error, RecursionError):
        raise FormatError("the link holds no puzzle", "copy all of it") from None
    return Document.of_json(content)


def _inflate(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    content = unpacker.decompress(data, MOST_BYTES)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError
    return content

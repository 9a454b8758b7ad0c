"""The index of a run's traces: one HTML page, filtered by text and by kind of failure."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pyspectrum.atomic import write_whole
from pyspectrum.trace.write import fill

NAME = "index.html"


class Entry(NamedTuple):
    """A trace for the index.

    Attributes:
        kind: of the failure; ``passed`` if there was none.
        title: of the failure.
    """

    trace: str
    test: str
    kind: str
    title: str


def write_index(entries: Sequence[Entry], folder: Path) -> Path:
    """Write the index into the folder that has the traces; return its path.

    Raises:
        OSError: it cannot be written.
    """
    counts = sorted(Counter(entry.kind for entry in entries).items())
    kinds = "".join(f'<option value="{kind}">{kind} ({count})</option>' for kind, count in counts)
    rows = "".join(_row(entry, folder) for entry in sorted(entries, key=lambda entry: entry.test))
    page = fill("index.html", {"KINDS": kinds, "ROWS": rows, "COUNT": str(len(entries))})
    write_whole(folder / NAME, page.encode())
    return folder / NAME


def _row(entry: Entry, folder: Path) -> str:
    link = quote(Path(entry.trace).relative_to(folder).as_posix())
    test, kind, title = html.escape(entry.test), html.escape(entry.kind), html.escape(entry.title)
    return f'<tr data-kind="{kind}"><td><a href="{link}">{test}</a></td><td>{kind}</td><td>{title}</td></tr>\n'

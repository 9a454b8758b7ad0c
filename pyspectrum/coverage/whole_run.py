"""Coverage of a whole test run: which source lines ran, in all tests, machines and processes together."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from pathlib import Path

from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.atomic import write_whole

Lines = dict[str, dict[int, int]]
"""Source file → line → 1 where it was executed, else 0."""

_FILES = {"lcov": "coverage.info", "html": "coverage.html"}


def lines_of(table: SymbolTable, places: Iterable[int]) -> Lines:
    """Return a table's source lines that ran, given the executed places (see `Footprint`).

    >>> from pyspectrum.assembler.symbols import SourceLine
    >>> lines = {32768: SourceLine("a.asm", 1), 32769: SourceLine("a.asm", 2)}
    >>> lines_of(SymbolTable({}, 32768, 32770, lines=lines), [2 << 16 | 32768])
    {'a.asm': {1: 1, 2: 0}}
    """
    places = frozenset(places)
    anywhere = {place & 0xFFFF for place in places}
    found: Lines = {}
    for key, line in table.lines.items():
        address, bank = key & 0xFFFF, key >> 16
        switched = bool(table.banks) and address >= 0xC000
        ran = (bank << 16 | address) in places if switched else address in anywhere
        file = found.setdefault(line.path, {})
        file[line.line] = max(file.get(line.line, 0), int(ran))
    return found


def merge(into: Lines, more: Mapping[str, Mapping[int, int]]) -> None:
    """Add the lines that ran in other tests or processes."""
    for path, lines in more.items():
        file = into.setdefault(path, {})
        for line, ran in lines.items():
            file[line] = max(file.get(line, 0), ran)


def summary(lines: Lines) -> list[str]:
    """Return a line for each file: how much of it ran."""
    return [f"{short(path)}: {_share(file)}" for path, file in sorted(lines.items())]


def write_reports(lines: Lines, folder: Path, formats: Iterable[str]) -> list[Path]:
    """Write the reports of these formats into a folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    lcov = {short(path): file for path, file in sorted(lines.items())}
    reports = {folder / _FILES[kind]: tracefile(lcov) if kind == "lcov" else page(lines) for kind in formats}
    for path, text in reports.items():
        write_whole(path, text.encode())
    return [*reports]


def tracefile(files: Mapping[str, Mapping[int, int]]) -> str:
    """Format the runs of each line of each file as an LCOV tracefile, for genhtml and the coverage services.

    Source: the manual of geninfo(1), "Tracefile format".
    """
    records: list[str] = []
    for path, runs in files.items():
        records += ["TN:", f"SF:{path}", *(f"DA:{line},{count}" for line, count in sorted(runs.items()))]
        records += [f"LF:{len(runs)}", f"LH:{sum(count > 0 for count in runs.values())}", "end_of_record"]
    return "".join(f"{record}\n" for record in records)


_STYLE = """
:root { color-scheme: light dark; --ground: #fff; --text: #1b1b1b; --quiet: #666; --ran: #e2f2e2; --missed: #fbe3e0 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --text: #e6e6e6; --quiet: #9a9a9a; --ran: #1d3524; --missed: #47211d }
}
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif }
td { padding: 0 1.5rem 0 0 }
pre { font: 13px/1.45 ui-monospace, monospace; overflow-x: auto }
pre span { display: block }
.ran { background: var(--ran) }
.missed { background: var(--missed) }
.number { color: var(--quiet); display: inline-block; width: 5ch; text-align: right; margin-right: 1ch }
"""


def page(lines: Lines) -> str:
    """Return one page of HTML with all files and their lines, coloured by whether they ran."""
    rows, listings = [], []
    for number, (path, file) in enumerate(sorted(lines.items())):
        name = html.escape(short(path))
        rows.append(f'<tr><td><a href="#file-{number}">{name}</a></td><td>{_share(file)}</td></tr>')
        listings.append(f'<h2 id="file-{number}">{name}</h2>\n<pre>{_listing(path, file)}</pre>')
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Coverage</title>\n<style>{_STYLE}</style>\n'
        "<h1>Coverage of the test run</h1>\n<p>Green lines were executed by some test, red ones by none; lines without "
        f"a colour make no code.</p>\n<table>{''.join(rows)}</table>\n{''.join(listings)}\n</html>\n"
    )


def _listing(path: str, file: Mapping[int, int]) -> str:
    source = source_text(path) or [""] * max(file, default=0)  # if the sources are elsewhere, their numbers alone
    parts = []
    for number, text in enumerate(source, start=1):
        kind = {1: "ran", 0: "missed", None: ""}[file.get(number)]
        parts.append(f'<span class="{kind}"><b class="number">{number}</b>{html.escape(text)}</span>')
    return "".join(parts)


def _share(file: Mapping[int, int]) -> str:
    ran = sum(file.values())
    return f"{ran} of {len(file)} lines, {100 * ran // len(file)} %"


def short(path: str) -> str:
    """Return a path as seen from the current folder, if it lies in there."""
    full, here = Path(path).absolute(), Path.cwd()
    return full.relative_to(here).as_posix() if full.is_relative_to(here) else path

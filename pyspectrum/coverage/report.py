"""A `Coverage` as text: a summary, an annotated listing, an LCOV tracefile.

Code whose source lines are known (by `assemble`, or SLD) is reported by file and line; other code by label, its
instructions disassembled where they ran, for nobody can tell code from data that never did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from skoolkit.traceutils import disassemble

from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.coverage.counts import Counts
from pyspectrum.coverage.whole_run import short, tracefile

_BASIC = "BASIC"
_NOT_RUN = "-"
_STYLE = ("#", "02X", "04X")
"""The prefix and the formats of numbers in an instruction."""


def summary(coverage: Counts) -> str:
    """See `Coverage.summary`."""
    rows: list[tuple[str, str, str, str, str]] = [("", "all", "run", "", "not run")]
    for path, lines in _by_file(coverage).items():
        missing = [line for line, (executions, _) in lines.items() if not executions]
        rows.append(_row(short(path), "lines", len(lines), missing))
    for table in coverage.tables:
        if not table.lines:
            rows += _label_rows(coverage, table)
    if coverage.basic:
        rows.append(_row(_BASIC, "lines", len(coverage.program), coverage.missing_basic_lines))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{name:<{widths[0]}}  {total:>{widths[1]}}  {run:>{widths[2]}}  {percent:>{widths[3]}}  {missing}".rstrip()
        for name, total, run, percent, missing in rows
    )


def annotated(coverage: Counts) -> str:
    """See `Coverage.annotated`."""
    parts: list[str] = []
    for path, lines in _by_file(coverage).items():
        parts += [f"{short(path)}:", *_annotated_file(path, lines)]
    for table in coverage.tables:
        if not table.lines:
            parts += [f"#{table.start:04X}–#{table.end - 1:04X}:", *_annotated_code(coverage, table)]
    if coverage.basic:
        parts.append(f"{_BASIC}:")
        numbers = sorted(coverage.program.keys() | {n for n in coverage.line_runs if n <= 9999})
        for number in numbers:
            text = coverage.program.get(number, "(no longer in memory)")
            gutter = _gutter(coverage.line_runs[number], coverage.line_tstates[number])
            parts.append(f"{gutter}  {number:>4} {text}")
    return "\n".join(parts)


def profile(coverage: Counts, top: int) -> str:
    """See `Coverage.profile`."""
    total = coverage.total_tstates
    table = [f"{total:>12,} T-states in all, {coverage.seconds:,.2f} s"]
    kinds = [("label", coverage.by_label())]
    of_lines = {
        f"{short(path)}:{line}": tstates
        for path, lines in _by_file(coverage).items()
        for line, (_, tstates) in lines.items()
    }
    kinds.append(("line", Counter(of_lines)))
    if coverage.basic:
        kinds.append(
            (f"{_BASIC} line", Counter({str(n): time for n, time in coverage.line_tstates.items() if n <= 9999}))
        )
    for kind, tstates in kinds:
        if tstates:
            table += ["", f"{'T-states':>12}  {'share':>6}  {kind}"]
            table += [f"{time:>12,}  {time / total:>6.1%}  {name}" for name, time in tstates.most_common(top) if time]
    return "\n".join(table)


def lcov(coverage: Counts) -> str:
    """See `Coverage.lcov`.

    A BASIC program without a listing is the file ``BASIC`` whose lines are its line numbers.
    """
    files = {
        short(path): {line: runs for line, (runs, _) in lines.items()} for path, lines in _by_file(coverage).items()
    }
    if coverage.basic:
        runs, missing = coverage.line_runs, coverage.missing_basic_lines
        numbered = {n: runs[n] for n in coverage.program if runs[n] or n in missing}  # remarks need not run
        if coverage.listing_path is None:
            files[_BASIC] = numbered
        else:
            files[short(str(coverage.listing_path))] = _by_text_line(coverage.listing_path, numbered)
    return tracefile(files)


def _row(name: str, unit: str, total: int, missing: Iterable[int]) -> tuple[str, str, str, str, str]:
    missing = tuple(missing)
    run = total - len(missing)
    return name, f"{total} {unit}", str(run), _percent(run, total), _ranges(missing)


def _percent(part: int, whole: int) -> str:
    # rounded down, so that only all is 100 %
    return f"{100 * part // whole} %" if whole else "–"


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as people write them: ``4, 7–9``."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in spans)


def _by_file(coverage: Counts) -> dict[str, dict[int, tuple[int, int]]]:
    """Of each source file, line by line: executions and T-states of its instructions."""
    executions: dict[str, Counter[int]] = {}
    tstates: dict[str, Counter[int]] = {}
    for table in coverage.tables:
        for key, place in table.lines.items():
            ran, took = coverage.line_counts(table, key)
            runs = executions.setdefault(place.path, Counter())
            runs[place.line] = max(runs[place.line], ran)
            tstates.setdefault(place.path, Counter())[place.line] += took
    return {
        path: {line: (runs[line], tstates[path][line]) for line in sorted(runs)} for path, runs in executions.items()
    }


def _label_rows(coverage: Counts, table: SymbolTable) -> Iterator[tuple[str, str, str, str, str]]:
    executed = _executed_bytes(coverage, table)
    places = sorted(
        {place for name in (table.labels or table.symbols) if table.start <= (place := table[name]) < table.end}
    )
    for first, after in zip(places, [*places[1:], table.end], strict=True):
        run = sum(first <= byte < after for byte in executed)
        missing = "" if run == after - first else "all of it" if not run else "some of it"
        yield table.describe(first), f"{after - first} bytes", str(run), _percent(run, after - first), missing


def _executed_bytes(coverage: Counts, table: SymbolTable) -> set[int]:
    executed: set[int] = set()
    for address in range(table.start, table.end):
        if coverage.executions(address):
            executed.update(range(address, address + disassemble(coverage.memory, address, *_STYLE)[1]))
    return executed


def _annotated_code(coverage: Counts, table: SymbolTable) -> Iterator[str]:
    address, gap = table.start, table.start
    while address < table.end:
        runs = coverage.executions(address)
        if not runs:
            address += 1
            continue
        if gap < address:
            yield _gap(gap, address)
        name = table.name_at(address)
        if name:
            yield f"{'':24}{name}:"
        text, length = disassemble(coverage.memory, address, *_STYLE)
        yield f"{_gutter(runs, coverage.tstates(address))}  #{address:04X} {text}"
        address += length
        gap = address
    if gap < table.end:
        yield _gap(gap, table.end)


def _gap(first: int, after: int) -> str:
    return f"{_gutter(0, 0)}  #{first:04X}–#{after - 1:04X} ({after - first} bytes)"


def _annotated_file(path: str, lines: dict[int, tuple[int, int]]) -> Iterator[str]:
    texts = source_text(path)
    for number in range(1, max(len(texts), max(lines, default=0)) + 1):
        text = texts[number - 1] if number <= len(texts) else ""
        gutter = _gutter(*lines[number]) if number in lines else " " * 22
        yield f"{gutter}  {number:>4} {text}".rstrip()


def _gutter(executions: int, tstates: int) -> str:
    return f"{executions or _NOT_RUN:>9} {tstates or '':>12}"


def _by_text_line(listing: Path, numbered: dict[int, int]) -> dict[int, int]:
    """Executions by line of the listing's file, from those by BASIC line number."""
    runs: dict[int, int] = {}
    for text_line, text in enumerate(listing.read_text(encoding="utf-8").splitlines(), 1):
        digits = text.split(maxsplit=1)[0] if text.strip() else ""
        if digits.isdigit() and int(digits) in numbered:
            runs[text_line] = numbered[int(digits)]
    return runs

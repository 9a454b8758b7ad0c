"""Counts and times of every instruction and every BASIC line that runs.

Both are exact: while a `Coverage` is open, the machine reports each instruction when it is done, which makes it some
thirty times slower. T-states include contention; an interrupt's own 13 or 19 count in the total alone.

With ``counts=False`` the simulator only notes which addresses ran, in a tenth of that time. BASIC lines are counted
and timed all the same.

Code whose source lines are known (by `assemble`, or SLD) is reported by file and line, other code by label; of that
only the instructions that ran are disassembled, since the rest may be data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Protocol, Self

from skoolkit.traceutils import disassemble

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.atomic import write_whole
from pyspectrum.basic import MAX_LINE_NUMBER, list_content, program_in
from pyspectrum.basic.slips import ranges
from pyspectrum.core import Core, Observer
from pyspectrum.core.paging import PAGE_SIZE, ROM_0, ROM_1
from pyspectrum.core.running import Place
from pyspectrum.coverage.whole_run import short, tracefile
from pyspectrum.errors import BasicError, SpectrumError
from pyspectrum.memory import PPC, read_word

__all__ = ["Code", "Coverage"]

Code = SymbolTable | Assembly | Iterable[SymbolTable | Assembly]

_NEXT_LINE = bytes.fromhex("22 55 5C EB 22 5D 5C")
"""The ROMs' NEXT-LINE, ``ld (NXTLIN),hl / ex de,hl / ld (CH_ADD),hl``: a BASIC line begins, whose number is in PPC."""


class Watchable(Protocol):
    """A machine whose work can be counted: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    @property
    def symbols(self) -> SymbolTable | None: ...
    def watch(self, address: Place, callback: Callable[..., object]) -> AbstractContextManager[object]: ...


class _Times:
    """Runs and T-states of BASIC lines, each from when the ROM takes it up to when it takes up the next; and labels."""

    def __init__(self, spectrum: Watchable, tables: Iterable[SymbolTable]) -> None:
        self._core, self._spectrum = spectrum.core, spectrum
        self.tables = tuple(tables)
        self.line_runs: Counter[int] = Counter()
        self.line_tstates: Counter[int] = Counter()
        self._closing = ExitStack()

    @property
    def total_tstates(self) -> int:
        return self.line_tstates.total()

    @property
    def seconds(self) -> float:
        """Seconds of Spectrum time that passed in the `with` block."""
        return self._core.model.seconds(self.total_tstates)

    def _start(self, *, lines: bool) -> None:
        model = self._core.model
        self._line, self._line_since = read_word(self._core.memory, PPC), self._core.tstates
        for page, path in enumerate(model.rom_paths if lines else (), ROM_0 if model.banked else ROM_1):
            at = Path(path).read_bytes().find(_NEXT_LINE)
            if at >= 0:
                place = (page, at) if model.banked else at
                self._closing.enter_context(self._spectrum.watch(place, self._begin_line))

    def _charge_line(self) -> None:
        now = self._core.tstates
        self.line_tstates[self._line] += now - self._line_since
        self._line_since = now

    def _begin_line(self) -> None:
        self._charge_line()
        self._line = read_word(self._core.memory, PPC)
        self.line_runs[self._line] += 1

    def _label(self, address: int, bank: int | None = None) -> str:
        if address < PAGE_SIZE:
            return "(ROM)"
        labels = (table.nearest(address, bank) for table in self.tables)
        return next((label.name for label in labels if label), "(other)")


class Coverage(_Times):
    """While the `with` block lasts, this fills; entered again, it continues counting.

    `code` are the symbols of the machine code to report on (or an `Assembly`, or several), by default the machine's
    own. With `basic` it reports on BASIC as well; as a listing's path, by the lines of that file (BasicError if there
    is none). Without `counts`, an instruction's executions are 1 or 0, and its T-states 0.
    """

    def __init__(
        self, spectrum: Watchable, code: Code | None = None, *, basic: bool | Path | str = False, counts: bool = True
    ) -> None:
        code = code if code is not None else spectrum.symbols or ()
        tables = (code,) if isinstance(code, SymbolTable | Assembly) else code
        super().__init__(spectrum, (one.symbol_table() if isinstance(one, Assembly) else one for one in tables))
        self._counts = counts
        self.basic = bool(basic)
        self.listing_path = None if isinstance(basic, bool) else Path(basic)
        if self.listing_path is not None and not self.listing_path.is_file():
            raise BasicError(f"{self.listing_path}: no such listing in {Path.cwd()}; fix the path or pass basic=True")
        self.program: dict[int, str] = {}
        self._executions = [0] * ((ROM_1 + 1) * PAGE_SIZE)  # by place, a byte of a page
        self._tstates = self._executions[:]
        self.memory = b""
        self._outer = self._core.observer

    def __enter__(self) -> Self:
        core = self._core
        self._start(lines=self.basic)
        if self._counts:
            self._outer = core.observer
            core.observer = self._observer()
        else:
            self._closing.enter_context(core.tracking(self._take_places))
        return self

    def __exit__(self, *_: object) -> None:
        core = self._core
        if self._counts:
            core.observer = self._outer
        self._closing.close()
        self._charge_line()
        self.memory = bytes(core.memory)
        for line in program_in(self.memory) if self.basic else ():
            if 0 < line.number <= MAX_LINE_NUMBER:
                self.program[line.number] = list_content(line.content)

    def executions(self, address: int, bank: int | None = None) -> int:
        """Return how often the instruction at `address` ran; for switched memory, in this bank or in any."""
        return sum(self._executions[place] for place in self._places(address, bank))

    def tstates(self, address: int, bank: int | None = None) -> int:
        """Return the T-states of all executions of the instruction at `address`."""
        return sum(self._tstates[place] for place in self._places(address, bank))

    @property
    def missing_basic_lines(self) -> tuple[int, ...]:
        """Numbers of the program's lines that never ran, lines that do nothing left out."""
        idle = ("REM", "DATA", "DEF FN")
        return tuple(n for n, text in self.program.items() if not self.line_runs[n] and not text.startswith(idle))

    @property
    def missing_lines(self) -> tuple[str, ...]:
        """``file:line`` of each source line whose instruction never ran."""
        files = sorted(_by_file(self).items())
        return tuple(f"{path}:{line}" for path, lines in files for line, (runs, _) in lines.items() if not runs)

    def by_label(self) -> Counter[str]:
        """Return T-states by the last label before each instruction; without one, by ``(ROM)`` or ``(other)``."""
        by_label: Counter[str] = Counter()
        for place, tstates in enumerate(self._tstates):
            if tstates:
                page, offset = divmod(place, PAGE_SIZE)
                start = 0 if page >= ROM_0 else {5: 0x4000, 2: 0x8000}.get(page, 0xC000)
                by_label[self._label(start + offset, page)] += tstates
        return by_label

    def _places(self, address: int, bank: int | None) -> list[int]:
        # 5 and 2 have addresses of their own, where their instructions count
        switched = (0, 1, 3, 4, 6, 7) if bank is None else (bank,)
        pages: tuple[int, ...] = ((ROM_0, ROM_1), (5,), (2,), switched)[address >> 14]
        return [page * PAGE_SIZE + (address & 0x3FFF) for page in pages]

    def summary(self) -> str:
        """Format a table: how much of each source file (or label) and of BASIC ran, and what did not."""
        rows: list[tuple[str, str, str, str, str]] = [("", "all", "run", "", "not run")]
        for path, lines in _by_file(self).items():
            missing = [line for line, (executions, _) in lines.items() if not executions]
            rows.append(_row(short(path), "lines", len(lines), missing))
        for table in self.tables:
            if not table.lines:
                rows += _label_rows(self, table)
        if self.basic:
            rows.append(_row(_BASIC, "lines", len(self.program), self.missing_basic_lines))
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join(
            f"{name:<{widths[0]}}  {total:>{widths[1]}}  {run:>{widths[2]}}  {percent:>{widths[3]}}  {missing}".rstrip()
            for name, total, run, percent, missing in rows
        )

    def annotated(self) -> str:
        """List every source line, instruction and BASIC line with its executions and T-states before it."""
        parts: list[str] = []
        for path, lines in _by_file(self).items():
            parts += [f"{short(path)}:", *_annotated_file(path, lines)]
        for table in self.tables:
            if not table.lines:
                parts += [f"#{table.start:04X}–#{table.end - 1:04X}:", *_annotated_code(self, table)]
        if self.basic:
            parts.append(f"{_BASIC}:")
            for number in sorted(self.program.keys() | {n for n in self.line_runs if n <= 9999}):
                text = self.program.get(number, "(no longer in memory)")
                gutter = _gutter(self.line_runs[number], self.line_tstates[number])
                parts.append(f"{gutter}  {number:>4} {text}")
        return "\n".join(parts)

    def profile(self, top: int = 20) -> str:
        """Format a table of the labels, source lines and BASIC lines that took the most T-states.

        SpectrumError if the coverage was opened with ``counts=False``.
        """
        if not self._counts:
            raise SpectrumError("this coverage has no times; open it without counts=False")
        total = self.total_tstates
        table = [f"{total:>12,} T-states in all, {self.seconds:,.2f} s"]
        files = _by_file(self).items()
        of_lines = {f"{short(path)}:{line}": time for path, lines in files for line, (_, time) in lines.items()}
        kinds = [("label", self.by_label()), ("line", Counter(of_lines))]
        if self.basic:
            numbered = {str(n): time for n, time in self.line_tstates.items() if n <= 9999}
            kinds.append((f"{_BASIC} line", Counter(numbered)))
        for kind, tstates in kinds:
            if tstates:
                table += ["", f"{'T-states':>12}  {'share':>6}  {kind}"]
                table += [
                    f"{time:>12,}  {time / total:>6.1%}  {name}" for name, time in tstates.most_common(top) if time
                ]
        return "\n".join(table)

    def lcov(self) -> str:
        """Return the lines that have sources as an LCOV tracefile, for genhtml and the coverage services.

        A BASIC program without a listing is the file ``BASIC`` whose lines are its line numbers.
        """
        files = {
            short(path): {line: runs for line, (runs, _) in lines.items()} for path, lines in _by_file(self).items()
        }
        if self.basic:
            runs, missing = self.line_runs, self.missing_basic_lines
            numbered = {n: runs[n] for n in self.program if runs[n] or n in missing}  # remarks need not run
            if self.listing_path is None:
                files[_BASIC] = numbered
            else:
                files[short(str(self.listing_path))] = _by_text_line(self.listing_path, numbered)
        return tracefile(files)

    def save_lcov(self, path: Path | str) -> None:
        """Write `lcov` to a file, whole or not at all."""
        write_whole(path, self.lcov().encode())

    def _observer(self) -> Observer:
        """Return the function for the core to call; a closure, since it is called some 300,000 times a second."""
        executions, all_tstates, outer = self._executions, self._tstates, self._outer
        banked, slots = self._core.model.banked, self._slots_now()

        def observe(pc: int, started: int, ended: int) -> None:
            nonlocal slots
            place = slots[pc >> 14] + (pc & 0x3FFF)
            executions[place] += 1
            all_tstates[place] += ended - started
            if banked:
                slots = self._slots_now()
            if outer is not None:
                outer(pc, started, ended)

        return observe

    def _take_places(self, places: Iterable[int]) -> None:
        for place in places:
            at = (place >> 16) * PAGE_SIZE + (place & 0x3FFF)
            self._executions[at] = max(1, self._executions[at])

    def _slots_now(self) -> tuple[int, int, int, int]:
        """Return the first place of each quarter of memory as it is paged now."""
        core = self._core
        return (ROM_0 + core.rom) * PAGE_SIZE, 5 * PAGE_SIZE, 2 * PAGE_SIZE, core.page * PAGE_SIZE


_BASIC = "BASIC"
_STYLE = ("#", "02X", "04X")
"""The prefix and the formats of numbers in an instruction."""


def _row(name: str, unit: str, total: int, missing: Iterable[int]) -> tuple[str, str, str, str, str]:
    missing = list(missing)
    run = total - len(missing)
    return name, f"{total} {unit}", str(run), _percent(run, total), ranges(missing)


def _percent(part: int, whole: int) -> str:
    # rounded down, so that only all is 100 %
    return f"{100 * part // whole} %" if whole else "–"


def _by_file(coverage: Coverage) -> dict[str, dict[int, tuple[int, int]]]:
    """Return executions and T-states by source file and line."""
    files: dict[str, dict[int, tuple[int, int]]] = {}
    for table in coverage.tables:
        for key, place in table.lines.items():
            address, bank = key & 0xFFFF, key >> 16 if table.banks else None
            lines = files.setdefault(place.path, {})
            runs, tstates = lines.get(place.line, (0, 0))
            runs = max(runs, coverage.executions(address, bank))
            lines[place.line] = runs, tstates + coverage.tstates(address, bank)
    return {path: dict(sorted(lines.items())) for path, lines in files.items()}


def _label_rows(coverage: Coverage, table: SymbolTable) -> Iterator[tuple[str, str, str, str, str]]:
    executed: set[int] = set()
    for address in range(table.start, table.end):
        if coverage.executions(address):
            executed.update(range(address, address + disassemble(coverage.memory, address, *_STYLE)[1]))
    labels = {table[name] for name in table.labels or table.symbols}
    places = sorted(place for place in labels if table.start <= place < table.end)
    for first, after in zip(places, [*places[1:], table.end], strict=True):
        run = sum(first <= byte < after for byte in executed)
        missing = "" if run == after - first else "all of it" if not run else "some of it"
        yield table.describe(first), f"{after - first} bytes", str(run), _percent(run, after - first), missing


def _annotated_code(coverage: Coverage, table: SymbolTable) -> Iterator[str]:
    address = gap = table.start
    while address < table.end:
        if not (runs := coverage.executions(address)):
            address += 1
            continue
        if gap < address:
            yield _gap(gap, address)
        if name := table.name_at(address):
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
    return f"{executions or '-':>9} {tstates or '':>12}"


def _by_text_line(listing: Path, numbered: dict[int, int]) -> dict[int, int]:
    """Return executions by line of the listing's file, given those by BASIC line number."""
    numbers = ((text.split() or [""])[0].lstrip("0") for text in listing.read_text(encoding="utf-8").splitlines())
    known = {str(number): runs for number, runs in numbered.items()}
    return {line: known[number] for line, number in enumerate(numbers, 1) if number in known}


NEXT_LINE = 0x1BD1
"""ROM: a BASIC line begins; its number is in PPC."""
USR_JUMP = 0x34BB
"""ROM: the `ret` by which the function USR goes to the machine code, whose address lies on the stack."""
USR_RETURN = 0x2D2B
"""ROM: where that code returns to, with USR's value in BC."""
ERROR_RESTART = 0x0008
"""ROM: a report; machine code that comes here does not return."""


class Profile(_Times):
    """While the `with` block lasts, this fills, as exactly as a `Coverage` and faster.

    The machine code in `code` is stepped through from each `USR` to its return, each instruction charged to the last
    label before it. `calls` has the T-states of each USR by the label of its entry, ROM routines and interrupts
    included.
    """

    def __init__(self, spectrum: Watchable, code: tuple[SymbolTable, ...] = ()) -> None:
        super().__init__(spectrum, code)
        self.by_label: Counter[str] = Counter()
        self.calls: dict[str, list[int]] = {}

    def __enter__(self) -> Self:
        self._start(lines=True)
        if self.tables:
            self._closing.enter_context(self._spectrum.watch(USR_JUMP, self._follow_call))
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()
        self._charge_line()

    @property
    def code_tstates(self) -> int:
        return sum(map(sum, self.calls.values()))

    def _follow_call(self) -> None:
        """Step from a USR to its return, unless it calls other code, which may never return so."""
        core = self._core
        core.step()
        entry, entered_at, stack = core.pc, core.tstates, core.get("sp")
        if not any(table.start <= entry < table.end for table in self.tables):
            return
        by_address: Counter[int] = Counter()
        while core.pc != ERROR_RESTART:
            # the stack decides as well: the code may call that ROM routine itself, or use SP for other things
            if core.pc == USR_RETURN and core.get("sp") == stack + 2:
                break
            address, before = core.pc, core.tstates
            core.step()
            by_address[address] += core.tstates - before
        for address, tstates in by_address.items():
            self.by_label[self._label(address)] += tstates
        self.calls.setdefault(self._label(entry), []).append(core.tstates - entered_at)

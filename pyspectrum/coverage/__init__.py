"""Record of a program while it was watched: every instruction and every BASIC line, their counts and times.

>>> from pyspectrum.machine import Spectrum
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> spectrum.core.memory[32768:32772] = bytes([6, 3, 16, 254])  # ld b,3; djnz to itself
>>> spectrum.core.pc = 32768
>>> with Coverage(spectrum) as coverage:
...     spectrum.run_tstates(7 + 2 * 13 + 8)
>>> coverage.executions(32768), coverage.executions(32770), coverage.tstates(32770)
(1, 3, 34)

Both counts are exact: while a `Coverage` is open, the machine reports each instruction when it is done (it runs some
thirty times slower, still faster than a real one). T-states are those of the instruction, contention included; an
interrupt's own 13 or 19 are charged to nobody but the total.

If it is enough to know what ran, ``counts=False`` has the simulator take down the addresses by itself, which takes a
tenth of that. BASIC lines are counted and timed all the same.

Code whose source lines are known (by `assemble`, or SLD) is reported by file and line; other code by label, its
instructions disassembled where they ran, for nobody can tell code from data that never did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self

from skoolkit.traceutils import disassemble

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable, source_text
from pyspectrum.atomic import write_whole
from pyspectrum.basic import MAX_LINE_NUMBER, list_content, program_in
from pyspectrum.core import Core, Observer
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Place
from pyspectrum.coverage.whole_run import short, tracefile
from pyspectrum.errors import BasicError, SpectrumError
from pyspectrum.memory import PPC, read_word

__all__ = ["Code", "Coverage"]

ROM_LABEL = "(ROM)"
OTHER_LABEL = "(other)"
BANK_SIZE = 0x4000
FIRST_ROM = 8
"""A place is a byte of a bank: RAM 0–7, then the ROMs, `BANK_SIZE` bytes each."""

Code = SymbolTable | Assembly | Iterable[SymbolTable | Assembly]

_NEXT_LINE = bytes.fromhex("22 55 5C EB 22 5D 5C")
"""The ROMs' NEXT-LINE, ``ld (NXTLIN),hl / ex de,hl / ld (CH_ADD),hl``: a BASIC line begins, whose number is in PPC."""


class Machine(Protocol):
    """A machine whose work can be counted: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    @property
    def symbols(self) -> SymbolTable | None: ...
    def watch(self, address: Place, callback: Callable[..., object]) -> AbstractContextManager[None]: ...


class Coverage:
    """While the `with` block lasts, this fills; entered again, it continues counting.

    Args:
        spectrum: the machine.
        code: symbols of the machine code to report on (or an `Assembly`, or several); as a rule the machine's own.
        basic: whether to report on BASIC, or the path of its listing, so that a report names lines of that file.
        counts: whether to count and time each instruction; else its executions are 1 or 0, and its T-states 0.

    Raises:
        BasicError: there is no such listing.
    """

    def __init__(
        self, spectrum: Machine, code: Code | None = None, *, basic: bool | Path | str = False, counts: bool = True
    ) -> None:
        self._core, self._spectrum, self._counts = spectrum.core, spectrum, counts
        self._model = model = spectrum.core.model
        self.tables = _tables(code if code is not None else spectrum.symbols)
        self.basic = bool(basic)
        self.listing_path = None if isinstance(basic, bool) else Path(basic)
        if self.listing_path is not None and not self.listing_path.is_file():
            raise BasicError(f"{self.listing_path}: no such listing in {Path.cwd()}; fix the path or pass basic=True")
        self.line_runs: Counter[int] = Counter()
        self.line_tstates: Counter[int] = Counter()
        self.program: dict[int, str] = {}
        self.total_tstates = 0
        places = (FIRST_ROM + len(model.rom_paths)) * BANK_SIZE
        self._executions = [0] * places
        self._tstates = [0] * places
        self.memory = b""
        self._line_starts = {
            (FIRST_ROM + number) * BANK_SIZE + at
            for number, path in enumerate(model.rom_paths)
            if (at := Path(path).read_bytes().find(_NEXT_LINE)) >= 0
        }
        self._since = self._line_since = 0
        self._line = 0
        self._outer = spectrum.core.observer
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        core = self._core
        self._since = self._line_since = core.tstates
        self._line = read_word(core.memory, PPC)
        if self._counts:
            self._outer = core.observer
            core.observer = self._observer()
        else:
            self._closing.enter_context(core.tracking(self._take_places))
            if self.basic:
                for place in self._line_starts:
                    bank, offset = divmod(place, BANK_SIZE)
                    start = (bank - FIRST_ROM + ROM_0, offset) if core.model.banked else offset
                    self._closing.enter_context(self._spectrum.watch(start, lambda: self._begin_line(core.tstates)))
        return self

    def __exit__(self, *_: object) -> None:
        core = self._core
        if self._counts:
            core.observer = self._outer
        self._closing.close()
        self.total_tstates += core.tstates - self._since
        self.line_tstates[self._line] += core.tstates - self._line_since
        self.memory = bytes(core.memory)
        for line in program_in(self.memory) if self.basic else ():
            if 0 < line.number <= MAX_LINE_NUMBER:
                self.program[line.number] = list_content(line.content)

    # -- what was counted ----------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Spectrum time that passed meanwhile."""
        return self._model.seconds(self.total_tstates)

    def executions(self, address: int, bank: int | None = None) -> int:
        """Return how often the instruction at `address` ran; for switched memory, in this bank or in any."""
        return sum(self._executions[place] for place in self._places(address, bank))

    def tstates(self, address: int, bank: int | None = None) -> int:
        """The T-states that the instruction at `address` took, all its executions together."""
        return sum(self._tstates[place] for place in self._places(address, bank))

    @property
    def missing_basic_lines(self) -> tuple[int, ...]:
        """The numbers of the program's lines that never ran; a line of remarks alone is not missed."""
        return tuple(number for number, text in self.program.items() if not self.line_runs[number] and not _idle(text))

    @property
    def missing_lines(self) -> tuple[str, ...]:
        """``file:line`` of each source line whose instruction was never executed, of code with source lines."""
        places: set[tuple[str, int]] = set()
        for table in self.tables:
            ran = {line for key, line in table.lines.items() if self.line_counts(table, key)[0]}
            places |= {(line.path, line.line) for line in table.lines.values() if line not in ran}
        return tuple(f"{path}:{line}" for path, line in sorted(places))

    def line_counts(self, table: SymbolTable, key: int) -> tuple[int, int]:
        """Executions and T-states of the instruction that `table.lines` has under `key`."""
        place = key & 0xFFFF, key >> 16 if table.banks else None
        return self.executions(*place), self.tstates(*place)

    def by_label(self) -> Counter[str]:
        """T-states by the last label before each instruction; ``(ROM)`` and ``(other)`` where there is none."""
        by_label: Counter[str] = Counter()
        for place, tstates in enumerate(self._tstates):
            if tstates:
                bank, offset = divmod(place, BANK_SIZE)
                by_label[self._label(bank, offset)] += tstates
        return by_label

    def _label(self, bank: int, offset: int) -> str:
        if bank >= FIRST_ROM:
            return ROM_LABEL
        address = {5: 0x4000, 2: 0x8000}.get(bank, 0xC000) + offset
        labels = (table.nearest(address, bank) for table in self.tables)
        return next((label.name for label in labels if label), OTHER_LABEL)

    def _places(self, address: int, bank: int | None) -> list[int]:
        offset = address & 0x3FFF
        match address >> 14:
            case 0:
                banks: Iterable[int] = range(FIRST_ROM, len(self._executions) // BANK_SIZE)
            case 1:
                banks = (5,)
            case 2:
                banks = (2,)
            case _:
                # 5 and 2 have addresses of their own, where their instructions count
                banks = (0, 1, 3, 4, 6, 7) if bank is None else (bank,)
        return [one * BANK_SIZE + offset for one in banks]

    # -- reports -------------------------------------------------------------------------------

    def summary(self) -> str:
        """A table: how much of each source file (or label) and of BASIC ran, and what did not."""
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
        """Every source line, instruction and BASIC line with its executions and T-states before it."""
        parts: list[str] = []
        for path, lines in _by_file(self).items():
            parts += [f"{short(path)}:", *_annotated_file(path, lines)]
        for table in self.tables:
            if not table.lines:
                parts += [f"#{table.start:04X}–#{table.end - 1:04X}:", *_annotated_code(self, table)]
        if self.basic:
            parts.append(f"{_BASIC}:")
            numbers = sorted(self.program.keys() | {n for n in self.line_runs if n <= 9999})
            for number in numbers:
                text = self.program.get(number, "(no longer in memory)")
                gutter = _gutter(self.line_runs[number], self.line_tstates[number])
                parts.append(f"{gutter}  {number:>4} {text}")
        return "\n".join(parts)

    def profile(self, top: int = 20) -> str:
        """A table of the labels, source lines and BASIC lines that took the most T-states.

        Raises:
            SpectrumError: it was opened with ``counts=False``.
        """
        if not self._counts:
            raise SpectrumError("this coverage has no times; open it without counts=False")
        total = self.total_tstates
        table = [f"{total:>12,} T-states in all, {self.seconds:,.2f} s"]
        kinds = [("label", self.by_label())]
        of_lines = {
            f"{short(path)}:{line}": tstates
            for path, lines in _by_file(self).items()
            for line, (_, tstates) in lines.items()
        }
        kinds.append(("line", Counter(of_lines)))
        if self.basic:
            kinds.append(
                (f"{_BASIC} line", Counter({str(n): time for n, time in self.line_tstates.items() if n <= 9999}))
            )
        for kind, tstates in kinds:
            if tstates:
                table += ["", f"{'T-states':>12}  {'share':>6}  {kind}"]
                table += [
                    f"{time:>12,}  {time / total:>6.1%}  {name}" for name, time in tstates.most_common(top) if time
                ]
        return "\n".join(table)

    def lcov(self) -> str:
        """The lines that have sources as an LCOV tracefile, which genhtml and the coverage services read.

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
        """Write `lcov` to a file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        write_whole(path, self.lcov().encode())

    # -- counting ------------------------------------------------------------------------------

    def _observer(self) -> Observer:
        """Return the function for the core to call; a closure, since it is called some 300,000 times a second."""
        executions, all_tstates, line_starts, outer = self._executions, self._tstates, self._line_starts, self._outer
        banked, slots = self._core.model.banked, self._slots_now()

        def observe(pc: int, started: int, ended: int) -> None:
            nonlocal slots
            place = slots[pc >> 14] + (pc & 0x3FFF)
            executions[place] += 1
            all_tstates[place] += ended - started
            if place in line_starts:
                self._begin_line(started)
            if banked:
                slots = self._slots_now()
            if outer is not None:
                outer(pc, started, ended)

        return observe

    def _take_places(self, places: Iterable[int]) -> None:
        """These were executed, each a page and an address, as a `Footprint` has them."""
        first_rom = ROM_0 if self._core.model.banked else ROM_1
        for place in places:
            page = place >> 16
            bank = page if page < ROM_0 else FIRST_ROM + page - first_rom
            at = bank * BANK_SIZE + (place & 0x3FFF)
            self._executions[at] = max(1, self._executions[at])

    def _begin_line(self, now: int) -> None:
        self.line_tstates[self._line] += now - self._line_since
        self._line, self._line_since = read_word(self._core.memory, PPC), now
        self.line_runs[self._line] += 1

    def _slots_now(self) -> tuple[int, int, int, int]:
        """The first place of what lies in each quarter of memory now."""
        core = self._core
        rom, page = (core.rom, core.page) if core.model.banked else (0, 0)
        return (FIRST_ROM + rom) * BANK_SIZE, 5 * BANK_SIZE, 2 * BANK_SIZE, page * BANK_SIZE


def _tables(code: Code | None) -> tuple[SymbolTable, ...]:
    if code is None:
        return ()
    if isinstance(code, SymbolTable | Assembly):
        code = (code,)
    return tuple(one.symbol_table() if isinstance(one, Assembly) else one for one in code)


def _idle(text: str) -> bool:
    return text.startswith(("REM", "DATA", "DEF FN"))


_BASIC = "BASIC"
_NOT_RUN = "-"
_STYLE = ("#", "02X", "04X")
"""The prefix and the formats of numbers in an instruction."""


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


def _by_file(coverage: Coverage) -> dict[str, dict[int, tuple[int, int]]]:
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


def _label_rows(coverage: Coverage, table: SymbolTable) -> Iterator[tuple[str, str, str, str, str]]:
    executed = _executed_bytes(coverage, table)
    places = sorted(
        {place for name in (table.labels or table.symbols) if table.start <= (place := table[name]) < table.end}
    )
    for first, after in zip(places, [*places[1:], table.end], strict=True):
        run = sum(first <= byte < after for byte in executed)
        missing = "" if run == after - first else "all of it" if not run else "some of it"
        yield table.describe(first), f"{after - first} bytes", str(run), _percent(run, after - first), missing


def _executed_bytes(coverage: Coverage, table: SymbolTable) -> set[int]:
    executed: set[int] = set()
    for address in range(table.start, table.end):
        if coverage.executions(address):
            executed.update(range(address, address + disassemble(coverage.memory, address, *_STYLE)[1]))
    return executed


def _annotated_code(coverage: Coverage, table: SymbolTable) -> Iterator[str]:
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


NEXT_LINE = 0x1BD1
"""ROM: a BASIC line begins; its number is in PPC."""
USR_JUMP = 0x34BB
"""ROM: the `ret` by which the function USR goes to the machine code, whose address lies on the stack."""
USR_RETURN = 0x2D2B
"""ROM: where that code returns to, with USR's value in BC."""
ERROR_RESTART = 0x0008
"""ROM: a report; machine code that comes here does not return."""


@dataclass
class Profile:
    """T-states by BASIC line number and by label; `calls` has those of each USR, in order, by the entry's label."""

    by_line: Counter[int] = field(default_factory=Counter)
    runs_of_line: Counter[int] = field(default_factory=Counter)
    by_label: Counter[str] = field(default_factory=Counter)
    calls: dict[str, list[int]] = field(default_factory=dict)
    total: int = 0

    @property
    def code_tstates(self) -> int:
        """T-states in machine code, the ROM routines that it calls and interrupts included."""
        return sum(map(sum, self.calls.values()))


class Profiler:
    """While the `with` block lasts, `profile` fills, as exactly as a `Coverage` and faster.

    A BASIC line is charged from the moment the ROM takes it up (`NEXT_LINE`, when PPC holds its number) to the moment
    it takes up the next; machine code is stepped through from each `USR` to its return, and each instruction is charged
    to the last label before it. `code` is the machine code to look into; without it only BASIC is profiled.
    """

    def __init__(self, spectrum: Machine, code: tuple[SymbolTable, ...] = ()) -> None:
        self.profile = Profile()
        self._spectrum = spectrum
        self._code = code
        self._watches = ExitStack()
        self._line = 0
        self._line_since = 0
        self._since = 0

    def __enter__(self) -> Self:
        self._since = self._line_since = self._spectrum.core.tstates
        self._line = read_word(self._spectrum.core.memory, PPC)
        self._watches.enter_context(self._spectrum.watch(NEXT_LINE, self._take_up_line))
        if self._code:
            self._watches.enter_context(self._spectrum.watch(USR_JUMP, self._follow_call))
        return self

    def __exit__(self, *_: object) -> None:
        self._watches.close()
        self._charge_line()
        self.profile.total += self._spectrum.core.tstates - self._since

    def _take_up_line(self) -> None:
        self._charge_line()
        self._line = read_word(self._spectrum.core.memory, PPC)
        self.profile.runs_of_line[self._line] += 1

    def _charge_line(self) -> None:
        now = self._spectrum.core.tstates
        self.profile.by_line[self._line] += now - self._line_since
        self._line_since = now

    def _follow_call(self) -> None:
        """Step from a USR to its return, charging every instruction to its label.

        Only into the code in question: other code may leave things on the stack, and never return so.
        """
        core = self._spectrum.core
        core.step()
        entry, entered_at, stack = core.pc, core.tstates, core.get("sp")
        if not any(table.start <= entry < table.end for table in self._code):
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
            self.profile.by_label[self._label(address)] += tstates
        self.profile.calls.setdefault(self._label(entry), []).append(core.tstates - entered_at)

    def _label(self, address: int) -> str:
        if address < 0x4000:
            return ROM_LABEL
        return next((label.name for table in self._code if (label := table.nearest(address))), OTHER_LABEL)

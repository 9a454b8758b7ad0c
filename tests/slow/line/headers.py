"""Headers of the routines in ``asm/``, and a watch that sees what the routines do.

A header names the registers in which a routine answers (Out), those it leaves changed (Corrupts), and its cost: from
its first instruction to the end of its RET, or to the routine that Out says it continues at. Figures stand before the
first semicolon:

    126 T                                    exactly
    113 to 186 T                             any of these
    9 T, and 27 T a line                     for each line; the test knows where the code comes to one
    15 T, or about 180 T and 51 T a cell     one of the two; the second a fifth less or more, in all
    245 T more than find_variable            besides what find_variable takes, which it calls
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pyspectrum import memory
from pyspectrum.assembler import Assembly
from pyspectrum.core import PAIRS, SINGLES, Core

_HEADER = re.compile(r"^; Purpose (?:.*\n;)*.*\n(?P<label>\w+):", re.MULTILINE)
_FIELD = re.compile(r"^; (?P<name>[A-Z][a-z]+(?: by)?) {2,}(?P<text>.*(?:\n; {8,}.*)*)", re.MULTILINE)
_ANSWER = re.compile(r"(?<![\w(])(?:(?:af?|f|[bcdehl]|bc|de|hl|i[xy])'?(?![\w']))(?= ?(?:[=,;:]|$))")
_FLAG = re.compile(r"\b(?:carry|n?z)\b")
_TERM = re.compile(
    r"(?P<low>[\d,]*\d)(?: to (?P<high>[\d,]*\d))? T(?: an? (?P<unit>.+?))?(?=$|, | and (?:about )?\d| more )"
)
_LEAST, _MOST = 0.8, 1.2
_LABEL = re.compile(r"\w+:$|\w+: +;")
_LEAVES = re.compile(r" +(?:(?:jp|jr) [^,]*|ret|rst rom_error|d[bws] .*)$")
"""An instruction, or data, behind which the program does not go on."""
_RETS = frozenset({0xC9, *range(0xC0, 0x100, 8)})

_PARTS = {"ix": ("ixh", "ixl"), "iy": ("iyh", "iyl"), **{pair: tuple(pair) for pair in ("af", "bc", "de", "hl")}}
_ALTERNATE = {f"{pair[half]}'": PAIRS[f"{pair}'"][half] for pair in ("af", "bc", "de", "hl") for half in (0, 1)}
PLACES = {name: SINGLES[name] for parts in _PARTS.values() for name in parts} | _ALTERNATE
"""Registers that a routine may corrupt: their places in a core."""


def registers(text: str) -> frozenset[str]:
    """Return the registers in a list such as ``af, de'``.

    >>> sorted(registers("f, de'"))
    ["d'", "e'", 'f']
    """
    found: set[str] = set()
    for name in re.split(r", | and ", text):
        plain = name.removesuffix("'")
        found |= {part + name[len(plain) :] for part in _PARTS.get(plain, (plain,))}
    assert found <= PLACES.keys(), f"these are no registers: {text}"
    return frozenset(found)


@dataclass(frozen=True)
class Term:
    """A part of a cost: T-states from `low` to `high`, once or for each of a `unit`."""

    low: int
    high: int
    unit: str | None


@dataclass(frozen=True)
class Cost:
    """One of the alternatives of a cost: the sum of its terms."""

    about: bool
    terms: tuple[Term, ...]

    def bounds(self, counts: Mapping[str | None, int]) -> tuple[float, float]:
        """Return the least and the greatest sum, for so many of each unit."""
        least, most = (_LEAST, _MOST) if self.about else (1, 1)
        low, high = (sum(getattr(term, end) * counts[term.unit] for term in self.terms) for end in ("low", "high"))
        return low * least, high * most


@dataclass(frozen=True, eq=False)
class Header:
    """A routine's header, as it stands before its label; `everywhere` has those of all routines."""

    place: str
    label: str
    fields: Mapping[str, str]
    everywhere: Mapping[str, "Header"] = field(repr=False)

    def of(self, name: str) -> "Header":
        """Return the header that has a field: another routine's if this one's says "as" it."""
        other = re.match(r"as (\w+)", self.fields[name])
        return self.everywhere[other[1]].of(name) if other and other[1] in self.everywhere else self

    @property
    def source(self) -> str:
        return self.place.removeprefix("asm/").partition(":")[0]

    @cached_property
    def changes(self) -> frozenset[str]:
        """The registers that it may leave changed."""
        out, corrupts = (self.of(name).fields[name].partition(";") for name in ("Out", "Corrupts"))
        found = set(corrupted(corrupts[0])).union(*map(registers, _ANSWER.findall("".join(out))))
        return frozenset(found | {"f"} if _FLAG.search("".join(out)) else found)

    @cached_property
    def continues_at(self) -> frozenset[str]:
        """The routines that it may jump to, and with which its own part ends."""
        before, _, behind = self.fields["Out"].partition("continues at ")
        return frozenset() if before else frozenset(re.findall(r"\w+", behind)) & self.everywhere.keys()

    @cached_property
    def _figures(self) -> str:
        return self.of("Cost").fields["Cost"].partition(";")[0]

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """The alternatives of its cost; none if it says no figure."""
        assert not re.search(r"\d", _TERM.sub("", self._figures)), f"{self.place}: not understood: {self._figures}"
        found = (
            Cost("about" in part, tuple(_term(match) for match in _TERM.finditer(part)))
            for part in self._figures.split(", or ")
        )
        return tuple(cost for cost in found if cost.terms)

    @cached_property
    def besides(self) -> tuple[str, ...]:
        """Routines whose own cost comes to the figures."""
        return tuple(word for word in re.findall(r"\w+", self._figures) if word in self.everywhere)


def corrupted(text: str) -> frozenset[str]:
    """Return the registers that a text such as ``all but iy`` or ``af, the alternate registers but hl'`` means."""
    if text in ("nothing", "does not come back"):
        return frozenset()
    if text.startswith("all but "):
        return frozenset(PLACES) - registers(text.removeprefix("all but "))
    plain, others, kept = text.partition("the alternate registers")
    found = registers(plain.removesuffix(", ")) if plain else frozenset()
    kept = re.sub("^ but (?:for )?", "", kept)
    return found | (frozenset(_ALTERNATE) - (registers(kept) if kept else frozenset()) if others else frozenset())


def _term(match: re.Match[str]) -> Term:
    low, high = (int((match[end] or match["low"]).replace(",", "")) for end in ("low", "high"))
    return Term(low, high, match["unit"])


def read_headers(folder: Path, names: Iterable[str]) -> dict[str, Header]:
    """Read the headers in some sources, by label."""
    headers: dict[str, Header] = {}
    for name in names:
        source = (folder / f"{name}.asm").read_text(encoding="utf-8")
        for match in _HEADER.finditer(source):
            fields = {
                part["name"]: " ".join(part["text"].replace("\n;", "").split()) for part in _FIELD.finditer(match[0])
            }
            line = source.count("\n", 0, match.start("label")) + 1
            headers[match["label"]] = Header(f"asm/{name}.asm:{line}", match["label"], fields, headers)
    return headers


def callers(folder: Path, headers: Mapping[str, Header]) -> dict[str, list[str]]:
    """Return, for each routine, what calls it, jumps to it, names its address or runs into it.

    A caller is the last label under a comment or an empty line.
    """
    found: dict[str, list[str]] = {label: [] for label in headers}
    for name in dict.fromkeys(header.source for header in headers.values()):
        caller, runs_on, above = "", False, ""
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            label = line.partition(":")[0]
            words = re.findall(r"\w+", line.partition(";")[0]) if line.startswith(" ") else []
            for callee in (word for word in (*words[1:], *([label] if runs_on else [])) if word in headers):
                if caller not in ("", callee, *found[callee]):
                    found[callee].append(caller)
            if _LABEL.match(line) and (above == "" or above.startswith(";")):
                caller = label
            if words:
                runs_on = not _LEAVES.match(line.partition(";")[0].rstrip())
            above = line
    return found


@dataclass(frozen=True)
class Deed:
    """What a call of a routine did: registers changed, its time without the routines `besides`, its units' counts."""

    place: str
    changed: frozenset[str]
    tstates: int
    counts: tuple[tuple[str, int], ...]


@dataclass
class _Call:
    """A routine that has been entered and not left yet; `visits` and `spent` are what there had been of them."""

    header: Header
    sp: int
    back: int
    ends: frozenset[int]
    before: list[int]
    start: int
    visits: list[int]
    spent: int


class Watch:
    """Runs a core, and gathers what each call of a routine with a header does.

    Args:
        units: labels by routine and unit: where the code comes to once for each of the unit.
    """

    def __init__(
        self,
        core: Core,
        code: Iterable[Assembly],
        headers: Mapping[str, Header],
        units: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.core = core
        self.deeds: set[Deed] = set()
        symbols: dict[str, int] = {}
        for piece in code:
            symbols = {**piece.symbols, **symbols}
        self._symbols = symbols
        known = {label: header for label, header in headers.items() if label in symbols}
        self._entries = {symbols[label]: header for label, header in known.items()}
        self._ends_of = {label: frozenset(symbols[end] for end in one.continues_at) for label, one in known.items()}
        self._units = {
            label: {unit: symbols[at] for unit, at in units.get(one.of("Cost").label, {}).items() if at in symbols}
            for label, one in known.items()
        }
        self._visits: Counter[int] = Counter({at: 0 for places in self._units.values() for at in places.values()})
        self._spent: Counter[str] = Counter()
        self._calls: list[_Call] = []
        self._ends: Counter[int] = Counter()

    def address(self, label: str) -> int:
        return self._symbols[label]

    def run(self, until: int, stops: Collection[int]) -> int | None:
        """Run as `Core.run` does, and watch."""
        core, entries, ends, visits = self.core, self._entries, self._ends, self._visits
        last: int | None = None

        def look(pc: int) -> int:
            nonlocal last
            if ends[pc]:
                self._leave(pc, core.memory[last or 0] in _RETS)
            if pc in stops and last is not None:
                raise _StopError
            last = pc
            if pc in entries:
                self._enter(entries[pc])
            if pc in visits:
                visits[pc] += 1
            return 0

        try:
            core.execute(until, ask=look)
        except _StopError:
            return core.pc
        return None

    def forget(self) -> None:
        """Forget calls that have not returned, before the machine is put to another place."""
        self._calls.clear()
        self._ends.clear()

    def _enter(self, header: Header) -> None:
        core, sp = self.core, self.core.get("sp")
        while self._calls and self._calls[-1].sp < sp:
            self._close()
        if any(call.sp == sp and call.header is header for call in self._calls):
            return  # a loop
        back, ends = memory.read_word(core.memory, sp), self._ends_of[header.label]
        before = [core.registers[place] for place in PLACES.values()]
        visits = [self._visits[at] for at in self._units[header.label].values()]
        self._calls.append(_Call(header, sp, back, ends, before, core.tstates, visits, self._spent_on(header)))
        self._ends.update((back, *ends))

    def _leave(self, pc: int, by_ret: bool) -> None:
        """Note the calls that have ended here; those that have left nothing of themselves on the stack are dropped."""
        sp = self.core.get("sp")
        while self._calls and (self._calls[-1].sp < sp or (self._calls[-1].sp == sp and pc in self._calls[-1].ends)):
            call = self._close()
            if pc in call.ends or (by_ret and (call.sp + 2, call.back) == (sp, pc)):
                self._note(call)

    def _close(self) -> _Call:
        call = self._calls.pop()
        self._ends.subtract((call.back, *call.ends))
        if all(other.header is not call.header for other in self._calls):
            self._spent[call.header.label] += self.core.tstates - call.start
        return call

    def _note(self, call: _Call) -> None:
        now, label = self.core.registers, call.header.label
        changed = (
            name for (name, place), value in zip(PLACES.items(), call.before, strict=True) if now[place] != value
        )
        tstates = self.core.tstates - call.start - (self._spent_on(call.header) - call.spent)
        units = zip(self._units[label].items(), call.visits, strict=True)
        counts = tuple((unit, self._visits[at] - before) for (unit, at), before in units)
        self.deeds.add(Deed(call.header.place, frozenset(changed), tstates, counts))

    def _spent_on(self, header: Header) -> int:
        return sum(self._spent[label] for label in header.besides)


class _StopError(Exception):
    """Raised through the simulator at a breakpoint; never leaves this module."""

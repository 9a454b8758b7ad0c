"""Make the tapes from the sources in ``basic/`` and ``asm/``: the same bytes every time.

Editions whose memory is short have their numbers written shorter: Sinclair BASIC keeps six hidden bytes behind every
number, and none behind ``VAL "4100"``, ``SGN PI`` (1) and ``NOT PI`` (0). Each costs about a millisecond, so lines that
must be quick are spared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial

from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.assembling import assemble_source
from harness.spectrum.letters import LETTERS, LETTERS_SIZE, letters_code, letters_statements
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.messages import ENGLISH, LANGUAGES, RUSSIAN, language
from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.basic import tokenise
from pyspectrum.tape import Tape, code_blocks, program_blocks, screen_blocks

_PIECE = re.compile(
    r"""
    "[^"]*" | :[ ]REM\b.* | [A-Za-z][A-Za-z0-9]*\$?
    | (?: \d+\.\d* | \.\d+ ) (?: e[+-]?\d+ )? | \d+e[+-]?\d+
    | (?P<number>\d+) (?= (?P<then>\s*.?) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A text, a remark, a word, a number with a point or an exponent, or a whole number and what follows it."""
_BINARY = frozenset("+-*/^=<>")
_SHORT = {"1": "SGN PI", "3": "INT PI"}


def pack_numbers(listing: str, spared: Collection[int] = ()) -> str:
    """Return a listing with its numbers shortened, but for the lines in `spared`, remarks and texts.

    >>> pack_numbers('10 LET a=1: GO TO 4100: REM 5')
    '10 LET a=SGN PI: GO TO VAL "4100": REM 5'
    """
    packed = []
    for line in listing.splitlines(keepends=True):
        number, _, statements = line.partition(" ")
        is_spared = int(number) in spared or statements.startswith("REM")
        packed.append(line if is_spared else f"{number} {_PIECE.sub(_shortened, statements)}")
    return "".join(packed)


def _shortened(match: re.Match[str]) -> str:
    number = match["number"]
    if number is None:
        return match[0]
    # NOT binds weaker than an operator behind it: NOT PI+x would be NOT (PI+x)
    return "NOT PI" if number == "0" and match["then"].strip() not in _BINARY else _SHORT.get(number, f'VAL "{number}"')


CODE_LIMIT = 65368
"""The first address the code and its work space must leave alone: the user-defined graphics."""
WORK_PAGE = 62208
"""The page of BASIC's free memory in which the line analysis works; other code ends below it or starts behind it."""
TYPING_LOW = 60_941
"""Lowest address of the code for clues, where it is a block of its own: around the work page."""
TURBO_LOW = 51_968
"""Lowest address of the turbo edition's memory."""
LOADING_LINE, CALLING_LINE = 5, 2195
GUARD = "guard"
"""The piece of code of every edition."""
NEAR = 2_300
"""Pieces of code no further apart are one file on the tape: more zeros would take longer than a header and leader."""
GUARD_RAMTOP = 65214
"""The last address left to BASIC at most: behind it an edition without machine code has its list of changed cells."""
BASIC_SYMBOLS = {"changed_count": GUARD_RAMTOP + 1, "before_changed": GUARD_RAMTOP + 1, "code_loaded": CODE_LIMIT - 1}
"""Addresses of that list, and of the byte that all editions have there, where no line analysis defines them."""
LINE_SYMBOLS = ("line_core", "line_length", "last_pair", "last_mask", "group_count", "slack", "groups", "cell_rows")
"""Labels of the line analysis that the turbo edition's code calls or fills."""
GUARD_SYMBOLS = ("type_from", "guard_report")
"""Labels of the guard that the code calls or reads which reads typed clues."""
LOADER_NAME, PROGRAM_NAME = "xword", "crossword"
"""The loader is the first file: some emulators that load by themselves stumble over more than seven letters there."""
CHECKSUM_FILE = "SHA256SUMS"

_PLACE = re.compile(r"\{\{(?P<name>\w+)(?:\.(?P<key>\w+)(?:\((?P<value>[^{}]*)\))?)?\}\}")
"""``{{symbol}}``, ``{{text.message}}`` or ``{{text.message(BASIC expression)}}``."""
_PRINT_OR_INPUT = re.compile(r'\b(?:PRINT|INPUT) (?:"[^"]*"|\{\{[^}]*\}\}|[^":\n])*')
"""One of these statements, in a listing with names in double braces."""
_MESSAGE = r"\{\{text\.\w+(?:\([^{}]*\))?\}\}"
_SAID = re.compile(rf"{_MESSAGE}(?:'+{_MESSAGE})*")
"""Messages one below the other."""
_ASKED = re.compile(rf"\({_MESSAGE}\)")
SECTIONS = frozenset((210, 700, 740, 1090, 1230, 1320, 1950, 2130, 2190, 3680))
"""Lines that a remark alone has, at which the article has its sections too."""
QUICK_LINES = frozenset(
    (2, *range(10, 73), *range(130, 181), 215, 220, 225, 350, 360, 570, 580, 660, 690, *range(700, 726), 755, 870, 1010,
     *range(1240, 1276), *range(1320, 1880), *range(2070, 2101), *range(2130, 2200), *range(3920, 3999), 4100, 4130,
     4140, 4600)
)  # fmt: skip
"""Lines in which no number is shortened: loops over cells and letters, solving, counting, and LOAD, whose
header must be the first thing in the work space."""
SELDOM_IN_BASIC = frozenset(
    (LOADING_LINE, *range(100, 120), 215, *range(650, 691), *range(720, 791), 810, 910, 990, 1345, 1380,
     *range(1960, 1981), *range(2080, 2110), *range(3510, 3541), 4022, *range(4150, 4200), *range(4400, 4720),
     4835, 4836)
)  # fmt: skip
"""Lines in which numbers are shortened where there is no machine code, and all else must be quick: those that start the
program, or say what is wrong."""

_INCLUDED = re.compile(r'^ +include "(?P<name>[^"]+)"', re.MULTILINE)
_BASIC_LINES = "; lines of BASIC"
"""The comment over constants in ``asm/`` that are numbers of BASIC lines, up to the next empty line."""
_CONSTANT = re.compile(r"(?P<name>\w+): +equ (?P<value>\d+)")
_REMARK_LINE = re.compile(r"\d+ REM ")
_REMARK = re.compile(r": REM .*")
_EMPTY_LINE = re.compile(r"^\d+ \n", re.MULTILINE)
_DEPTH_SIZE, _LAST_IN_SET = 6, 127
_TYPING = "typing"
_WORDS = {"row_word": ("row", "", 8), "column_word": ("column", "", 8), "column_heading": ("column_heading", "\r", 19)}
"""The words in the code that reads typed clues: label to message, what stands around it, and their room with a 0."""
_MEMORY_END = 65536
_BLANK_OFFSET = 256
"""So much below the blank of a character set CHARS leads."""


@dataclass(frozen=True)
class Edition:
    """One tape: its file name, what it is, and what it is made of.

    `listings` of ``basic/`` are joined by line number, those in `left_out` dropped; the lines of `own_listings` take
    precedence over theirs. `code_roots` are the pieces of machine code besides the guard. `language` is that of its
    messages; where they need letters that the ROM has not, `letters` is where its character set begins. If memory is
    short, the tape has no `remarks`, and `short_numbers` (`harness.spectrum.build`).
    """

    file_name: str
    what: str
    listings: tuple[str, ...]
    code_roots: tuple[str, ...] = ()
    left_out: tuple[range, ...] = ()
    own_listings: tuple[str, ...] = ()
    language: str = ENGLISH
    letters: int | None = None
    remarks: bool = True
    short_numbers: bool = False

    @property
    def machine_code(self) -> bool:
        """True if the line analysis is in machine code."""
        return "line" in self.code_roots

    @property
    def name(self) -> str:
        """The edition in one word, on the disk and of its code.

        >>> [edition.name for edition in EDITIONS]
        ['classic', 'basic', 'turbo']
        """
        words = self.file_name.removesuffix(".tap").split("-")
        return "".join(word for word in words[1:] if word != self.language) or "classic"


TYPED_IN_BASIC = (range(215, 690), range(750, 751), range(1240, 1320), range(4105, 4111), range(4150, 4271))
"""The lines that `basic/typing.bas` and its machine code stand for."""
KEPT_IN_BASIC = (
    range(930, 951), range(1030, 1086), range(1100, 1136), range(3700, 3861), range(4040, 4041), range(4410, 4431),
    range(4530, 4593), range(4610, 4612), range(4650, 4691),
)  # fmt: skip
"""The same for a picture's data, View data, saving and loading."""
CHECKED_IN_BASIC = range(4805, 4841)
"""The lines that compare a filled grid with the data where machine code does not: line 4800 calls that."""
VARIABLES_IN_BASIC = range(104, 120)
"""The lines that make the variables where the analysis is in BASIC."""
MARKED_IN_BASIC = range(1530, 1950)
"""The lines that look at marked rows and columns, one by one."""

EDITIONS = (
    Edition(
        "crossword.tap",
        "BASIC, with the analysis of a line in machine code",
        ("crossword.bas", "analysis.bas"),
        ("line", _TYPING),
        left_out=(*TYPED_IN_BASIC, *KEPT_IN_BASIC, CHECKED_IN_BASIC, VARIABLES_IN_BASIC, MARKED_IN_BASIC),
        own_listings=("typing.bas", "classic.bas"),
        remarks=False,
    ),
    Edition("crossword-basic.tap", "BASIC alone", ("crossword.bas", "analysis.bas")),
    Edition(
        "crossword-turbo.tap",
        "all of solving in machine code, and the counting of solutions",
        ("crossword.bas",),
        ("turbo", "line"),
        left_out=(
            *TYPED_IN_BASIC,
            *KEPT_IN_BASIC,
            *(range(10, 100), VARIABLES_IN_BASIC, range(1320, 2100), range(2130, 2190), range(3615, 3672)),
            *(range(4800, 4801), CHECKED_IN_BASIC),
        ),
        own_listings=("typing.bas", "turbo.bas"),
        remarks=False,
        short_numbers=True,
    ),
)
"""The editions in English: what is measured, and pinned."""

_CLASSIC, _BASIC, _TURBO = EDITIONS


def _in_russian(edition: Edition, letters: int) -> Edition:
    return replace(
        edition,
        file_name=edition.file_name.replace(".tap", "-ru.tap"),
        what=f"{edition.what}; in Russian",
        code_roots=(*edition.code_roots, LETTERS),
        language=RUSSIAN,
        letters=letters,
        short_numbers=True,
    )


RUSSIAN_EDITIONS = (
    _in_russian(_CLASSIC, TYPING_LOW - LETTERS_SIZE),
    _in_russian(_BASIC, GUARD_RAMTOP + 1 - LETTERS_SIZE),
    _in_russian(_TURBO, TURBO_LOW - LETTERS_SIZE),
)
"""The same in Russian: other messages, and letters of their own below the code."""
ALL_EDITIONS = (*EDITIONS, *RUSSIAN_EDITIONS)


def edition_source(edition: Edition) -> str:
    """The edition's BASIC listing: all sections in the order of their line numbers.

    ``{{name}}`` in a listing stands for the value of that symbol of the edition's machine code, or for what its letters
    need; ``{{text.name}}`` for a message in its language. An edition without remarks keeps the lines of `SECTIONS`, if
    the article's readers can read it.
    """
    lines = _numbered_lines(*edition.listings)
    lines = {number: line for number, line in lines.items() if not any(number in span for span in edition.left_out)}
    lines |= _numbered_lines(*edition.own_listings)
    if not edition.remarks:
        kept = SECTIONS if edition.language == ENGLISH else frozenset()
        lines = {
            number: _REMARK.sub("", line)
            for number, line in lines.items()
            if number in kept or not _REMARK_LINE.match(line)
        }
    listing = "\n".join(lines[number] for number in sorted(lines)) + "\n"
    return _EMPTY_LINE.sub("", _PLACE.sub(lambda place: _filled(place, edition), with_own_letters(listing)))


def with_own_letters(listing: str) -> str:
    """Put the items that change the letters around each message of a PRINT or INPUT that has none itself.

    >>> with_own_letters("10 PRINT {{text.time}};n: LET i$={{text.time}}")
    '10 PRINT {{own}}{{text.time}}{{rom}};n: LET i$={{text.time}}'
    """

    def changed(statement: re.Match[str]) -> str:
        text = statement[0]
        if "{{own" in text:
            return text
        if text.startswith("INPUT"):
            return _ASKED.sub(r"{{own_item}}\g<0>{{rom_item}}", text)
        return _SAID.sub(r"{{own}}\g<0>{{rom}}", text)

    return _PRINT_OR_INPUT.sub(changed, listing)


def as_on_tape(listing: str, edition: Edition) -> str:
    """Return a listing of an edition with its numbers as short as the tape and the disk have them."""
    if not edition.short_numbers:
        return listing
    return pack_numbers(listing, QUICK_LINES if edition.machine_code else frozenset(range(9999)) - SELDOM_IN_BASIC)


def line_code() -> Assembly:
    """The machine code of the line analysis, with its symbols."""
    code = assemble_source("line.asm")
    if code.origin != CODE_ADDRESS or code.end > CODE_LIMIT:
        raise BuildError(
            f"line.asm: the code lies at {code.origin}–{code.end - 1}; it must start at {CODE_ADDRESS} "
            f"and end below {CODE_LIMIT}"
        )
    return code


def turbo_code(of_language: str = ENGLISH) -> Assembly:
    """The machine code of the turbo edition, with its symbols; it knows where the line analysis is, and some words."""
    line = line_code()
    code = assemble_source("turbo.asm", **{name: line.symbols[name] for name in LINE_SYMBOLS}, **_guard_symbols())
    if code.end > WORK_PAGE:
        raise BuildError(
            f"turbo.asm: the code ends at {code.end - 1}, {code.end - WORK_PAGE} bytes too far; "
            "lower turbo_low in turbo.inc"
        )
    word = language(of_language).in_codes("depth").ljust(_DEPTH_SIZE)
    if len(word) > _DEPTH_SIZE or max(word) > _LAST_IN_SET:
        raise BuildError(
            f"messages.toml: depth: {_DEPTH_SIZE} characters of the character set are shown before the number, no "
            "user-defined graphics; say it so"
        )
    return _with_words(_patched(code, "depth_word", word), of_language)


def typing_code(of_language: str = ENGLISH) -> Assembly:
    """The machine code that reads typed clues, as a block of its own, with its symbols."""
    code = assemble_source("typing.asm", **_guard_symbols())
    low_end = code.symbols["typing_low_end"]
    if code.origin != TYPING_LOW or low_end > WORK_PAGE or code.end > CODE_ADDRESS:
        raise BuildError(
            f"typing.asm: the code lies at {code.origin}–{low_end - 1} and up to {code.end - 1}; it must start at "
            f"{TYPING_LOW}, leave {WORK_PAGE} to the line analysis, and end below {CODE_ADDRESS}"
        )
    return _with_words(code, of_language)


def _with_words(code: Assembly, of_language: str) -> Assembly:
    said = language(of_language)
    for label, (key, newline, room) in _WORDS.items():
        around = newline.encode()
        word = around + said.in_codes(key) + around * 2
        if len(word) >= room:
            raise BuildError(f"messages.toml: {key}: {len(word) - room + 1} characters too long; make it shorter")
        code = _patched(code, label, word.ljust(room, b"\0"))
    if of_language == ENGLISH:
        return code
    first = code.symbols["ramtop"] + 1 - LETTERS_SIZE
    return _patched(code, "own_letters_chars", (first - _BLANK_OFFSET).to_bytes(2, "little"))


def _patched(code: Assembly, label: str, data: bytes) -> Assembly:
    at = code.symbols[label] - code.origin
    return replace(code, code=code.code[:at] + data + code.code[at + len(data) :])


def _guard_symbols() -> dict[str, int]:
    return {name: guard_code().symbols[name] for name in GUARD_SYMBOLS}


def guard_code() -> Assembly:
    """The machine code of every edition: it catches the errors of INPUT, LOAD and SAVE, and types into an INPUT."""
    code = assemble_source("guard.asm")
    if code.end > _MEMORY_END:
        raise BuildError(f"guard.asm: {code.end - _MEMORY_END} bytes too long; it must end below {_MEMORY_END}")
    return code


def edition_code(edition: Edition) -> dict[str, Assembly]:
    """The pieces of machine code of an edition by their roots."""
    makers: dict[str, Callable[[], Assembly]] = {
        "line": line_code,
        "turbo": partial(turbo_code, edition.language),
        _TYPING: partial(typing_code, edition.language),
        LETTERS: partial(letters_code, edition.letters or 0),
        GUARD: guard_code,
    }
    return {root: makers[root]() for root in (*edition.code_roots, GUARD)}


def edition_blocks(edition: Edition) -> dict[str, tuple[int, bytes]]:
    """Return the addresses and bytes of an edition's files of code by name, in the order in which its tape has them.

    Pieces that lie near one another are one file, named after the edition, with zeros between them.
    """
    blocks: dict[str, tuple[int, bytes]] = {}
    for root, code in sorted(edition_code(edition).items(), key=lambda piece: piece[1].origin):
        if blocks:
            name, (start, before) = blocks.popitem()
            gap = code.origin - start - len(before)
            if gap <= NEAR:
                blocks[edition.name] = start, before + bytes(gap) + code.code
                continue
            blocks[name] = start, before
        blocks[root] = code.origin, code.code
    return blocks


def edition_ramtop(edition: Edition) -> int:
    """Return the last address that the edition leaves to BASIC."""
    if edition.letters is not None:
        return edition.letters - 1
    return next(
        (code.symbols["ramtop"] for code in edition_code(edition).values() if "ramtop" in code.symbols), GUARD_RAMTOP
    )


def code_of_tape(tape: Tape) -> tuple[SymbolTable, ...]:
    """The symbols of those of the project's own pieces of code that are on a tape."""
    payloads = [block.payload for block in tape.blocks]
    ours = (line_code(), *(of(code) for of in (turbo_code, typing_code) for code in LANGUAGES))
    return tuple(code.symbol_table() for code in ours if any(code.code in payload for payload in payloads))


def check_basic_lines(edition: Edition) -> None:
    """Raise a BuildError unless the edition has each BASIC line that its machine code goes on with."""
    lines = _line_places(edition)
    for source in (name for root in edition.code_roots for name in _sources(f"{root}.asm")):
        for at, name, line in basic_lines(source):
            if line not in lines:
                nearest = min(lines, key=lambda other: abs(other - line))
                raise BuildError(
                    f"asm/{source}:{at}: {name}: {edition.file_name} has no BASIC line {line}; the nearest is "
                    f"{nearest} ({lines[nearest]}); renumber one of the two"
                )


def basic_lines(source: str) -> Iterator[tuple[int, str, int]]:
    """Yield the constants in a source that are numbers of BASIC lines: in which line of it, the name, the number."""
    is_one = False
    for at, line in enumerate(_assembly_text(source).splitlines(), 1):
        is_one = bool(line) and (is_one or line.startswith(_BASIC_LINES))
        constant = _CONSTANT.match(line)
        if is_one and constant:
            yield at, constant["name"], int(constant["value"])


def _sources(name: str) -> Iterator[str]:
    """Yield the name of a source, and those of all that it includes."""
    yield name
    for included in _INCLUDED.finditer(_assembly_text(name)):
        yield from _sources(included["name"])


def _assembly_text(name: str) -> str:
    return (data_folder("asm") / name).read_text(encoding="utf-8")


def _line_places(edition: Edition) -> dict[int, str]:
    """Return the places in ``basic/`` of an edition's lines, by number."""
    numbers = {int(line.split()[0]) for line in edition_source(edition).splitlines()}
    places: dict[int, str] = {}
    for name in (*edition.listings, *edition.own_listings):
        text = (data_folder("basic") / name).read_text(encoding="ascii")
        found = ((at, line.split()[0]) for at, line in enumerate(text.splitlines(), 1) if line.strip())
        places |= {int(number): f"basic/{name}:{at}" for at, number in found if number.isdecimal()}
    return {number: place for number, place in places.items() if number in numbers}


def build_tape(edition: Edition) -> Tape:
    """The whole tape of an edition: loader, loading screen, program and machine code."""
    check_basic_lines(edition)
    loader = (data_folder("basic") / "loader.bas").read_text(encoding="ascii", errors="replace")
    program = tokenise(as_on_tape(edition_source(edition), edition), edition.file_name)
    blocks = [
        *program_blocks(LOADER_NAME, tokenise(loader, "loader.bas"), autostart_line=10),
        *screen_blocks("title", draw_loading_screen(edition.language)),
        *program_blocks(PROGRAM_NAME, program, LOADING_LINE),
    ]
    for name, (start, code) in edition_blocks(edition).items():
        blocks += code_blocks(name, code, start)
    return Tape(tuple(blocks))


def _numbered_lines(*names: str) -> dict[int, str]:
    """The program lines of several listings by number; a number that comes twice is an error."""
    lines: dict[int, str] = {}
    for name in names:
        for line in (data_folder("basic") / name).read_text(encoding="ascii").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            number = int(line.split(maxsplit=1)[0])
            if number in lines:
                raise BuildError(f"{name}: BASIC line {number} stands in another listing as well; renumber one")
            lines[number] = line
    return lines


def _filled(place: re.Match[str], edition: Edition) -> str:
    """Return the text for a name in double braces."""
    name, key = place["name"], place["key"]
    if key is None:
        load_code = "".join(f'LOAD "{name}"CODE : ' for name in edition_blocks(edition))
        statements = {**letters_statements(edition.letters), "load_code": load_code}
        return statements[name] if name in statements else _symbol_value(name, edition)
    if name != "text":
        raise BuildError(f"{place[0]}: only messages have names with a point: text.{key}; fix the listing")
    return language(edition.language).in_basic(key, place["value"] or "")


def _symbol_value(name: str, edition: Edition) -> str:
    known = {"ramtop": edition_ramtop(edition)}
    own = {} if edition.machine_code else BASIC_SYMBOLS
    for symbols in (own, known, *(code.symbols for code in edition_code(edition).values())):
        if name in symbols:
            return str(symbols[name])
    raise BuildError(f"{edition.file_name}: no symbol {name!r} in the machine code; fix the name in {{{{}}}}")

"""Each routine in ``asm/`` changes no other registers than its header says, and costs what it says.

Lines and puzzles of chance run through the code on a Spectrum without contention, and every call on the way is held
against the header of what it calls (`tests.slow.line.headers`).
"""

import random
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from harness.spectrum.build import EDITIONS, build_tape, guard_code, line_code, typing_code
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.letters import letters_code
from harness.spectrum.menu import Menu
from pyspectrum import Spectrum, memory
from pyspectrum.assembler import Assembly
from pyspectrum.core import Core
from pyspectrum.models import MODEL_48K
from tests.slow.line.headers import Deed, Header, Watch, callers, read_headers
from tests.slow.line.line_reference import random_line
from tests.slow.line.line_rig import LineRig, MarkedRig, contract_variables
from tests.slow.line.test_turbo_code import PLANS, draw_picture, draw_puzzle, plans_ending
from tests.slow.line.turbo_rig import BREAK_ROWS, STOPPED, VARIANTS, TurboRig, program_variables

ASM = Path(__file__).parents[3] / "asm"
LINE = ("analysis", "column", "contract", "fixed", "trim", "variables", "wide")
TURBO = ("clues", "count", "draw", "entry", "grid", "line", "loop", "progress", "search", "single", "store")
PROGRAMS = {
    "line": read_headers(ASM, LINE),
    "marked": read_headers(ASM, (*LINE, "marked")),
    "turbo": read_headers(ASM, (*LINE, *(f"turbo_{name}" for name in TURBO))),
    "letters": read_headers(ASM, ("letters",)),
    "typing": read_headers(ASM, ("kept_clues", "typed_clues", "entered_clues", "clues", "solved", "guard")),
}
"""Headers by what is assembled, or runs, together."""
HEADERS = {header.place: header for program in PROGRAMS.values() for header in program.values()}
NOT_ALONE = {
    "back_gap": "sets of offsets lie on the stack where a return address would",
    "next_column": "the same",
    "wide_no_arrangement": "it takes them off",
    "length_out_of_range": "it does not come back",
    "guard": "what it costs and changes is the statement's",
}
"""Routines that the test cannot hold."""
NO_CONTENTION = replace(MODEL_48K, lines_per_frame=4_000_000)
"""A Spectrum whose first frame does not end: after the picture neither the ULA nor an interrupt takes time."""
AFTER_PICTURE = 60_000
RETURN_TO, IY, HL2 = 0x5B80, 23610, 0x2758
"""Where a call comes back to, and what BASIC has in two registers."""
FRAMES_A_LINE = 5

UNITS = tomllib.loads((Path(__file__).parent / "units.toml").read_text("utf-8"))
"""For each unit of a routine's cost the label that the routine comes to once for each."""


def watched(core: Core, code: Iterable[Assembly], program: str) -> Watch:
    """Return a watch of a copy of `core`; its core is run as any other."""
    quiet = Core(NO_CONTENTION)
    quiet.memory[memory.DISPLAY_FILE :] = core.memory[memory.DISPLAY_FILE :]
    quiet.tstates = AFTER_PICTURE
    watch = Watch(quiet, code, PROGRAMS[program], UNITS)
    quiet.run = watch.run  # type: ignore[method-assign, assignment]
    return watch


def watch_lines() -> set[Deed]:
    dice = random.Random(68)
    rig = LineRig()
    watch = watched(rig.core, [line_code()], "line")
    rig.core = watch.core
    for _ in range(600):
        variables = contract_variables(*random_line(dice, contradictions=0.2), floating=dice.random() < 0.2)
        if dice.random() < 0.2:
            del variables["errline"]
        watch.forget()
        rig.call(list(variables.values()))
    return watch.deeds


def watch_marked_lines() -> set[Deed]:
    dice = random.Random(69)
    rig = MarkedRig()
    watch = watched(rig.core, [typing_code(), line_code()], "marked")
    rig.core = watch.core
    for program in ((10, 2195), (10,)):
        rig.put_program(*program)
        for _ in range(20):
            line = random_line(dice, length=dice.randint(1, 42))
            watch.forget()
            rig.call_at(dice.choice(("row", "column")), dice.randint(1, 42), *line)
    return watch.deeds


def watch_puzzles() -> set[Deed]:
    """Solve, stop, continue, guess, count and try; FRAMES counts on from line to line, so the progress is shown."""
    dice = random.Random(70)
    rig = TurboRig()
    watch = watched(rig.core, [rig.code, line_code()], "turbo")
    rig.core = core = watch.core

    def run(until: int, stops: Collection[int]) -> int | None:
        frames = memory.read_word(core.memory, memory.FRAMES) + FRAMES_A_LINE & 0xFFFF
        core.memory[memory.FRAMES : memory.FRAMES + 2] = frames.to_bytes(2, "little")
        return watch.run(until, stops)

    core.run = run  # type: ignore[method-assign, assignment]

    def played(entry: str, *keys: int) -> int:
        watch.forget()
        return rig.call(entry, keys=keys).status

    for number in range(60):
        puzzle = draw_puzzle(dice, 6) if number % 10 else draw_picture(dice, *dice.choices(range(20, 43), k=2)).puzzle()
        variables = program_variables(puzzle, dice=dice)
        rig.load(puzzle, variables, dirt=dice.randrange(256))
        status = played("solve", *dice.choice(((), (), BREAK_ROWS)))
        if status == STOPPED:
            status = played("go_on")
        played("seconds")
        if number % 10 == 0:
            continue
        with plans_ending(rig, *dice.choice(PLANS)):
            if status == VARIANTS:
                played(("count_on", "try_on", "go_on_white", "go_on_black")[number % 4])
            rig.load(puzzle, variables)
            if dice.random() < 0.5:  # so little memory that the trail has a second part
                rig.set_free_memory_from(rig.code.symbols["ramtop"] - dice.randrange(200, 400))
            played("count_all")
    return watch.deeds


def call(watch: Watch, label: str, stack: int) -> None:
    """Call a routine as BASIC's USR does."""
    core, address = watch.core, watch.address(label)
    for name, value in (("bc", address), ("iy", IY), ("hl'", HL2), ("sp", stack)):
        core.set(name, value)
    core.memory[stack : stack + 2] = RETURN_TO.to_bytes(2, "little")
    core.pc = address
    watch.forget()
    assert watch.run(core.tstates + 30_000_000, {RETURN_TO}) == RETURN_TO, label


def watch_letters() -> set[Deed]:
    code = letters_code(0x9000)
    core = Core()
    core.memory[code.origin : code.end] = code.code
    watch = watched(core, [code], "letters")
    for label in ("use_letters", "own_letters", "rom_letters"):
        call(watch, label, 0x8800)
    return watch.deeds


TYPING = (
    "sum_rows", "sum_columns", "lines_wrong", "packed_at", "pack", "unpack", "draw_clue", "type_clue", "type_size",
    "print_size", "clear_screen", "view", "size", "enter", "sums_differ", "text_address", "type_text", "typed_key",
    "clear_clues",
)  # fmt: skip
"""Routines that BASIC calls, in an order in which each finds what it needs; the last one empties the arrays."""


def watch_typing() -> set[Deed]:
    """Call what BASIC calls, of a crossword that is in its variables."""
    dice = random.Random(71)
    found: set[Deed] = set()
    program = LoadedProgram(build_tape(EDITIONS[0]))
    for _ in range(12):
        spectrum = Spectrum()
        puzzle = draw_picture(dice, dice.randint(1, 62), dice.randint(1, 42)).puzzle()
        assert program.inject(Menu(spectrum), puzzle) is None
        watch = watched(spectrum.core, [typing_code(), guard_code()], "typing")
        stack = spectrum.core.get("sp") - 64
        for label in TYPING:
            for name in ("af", "de", "hl", "ix", "af'", "bc'", "de'"):
                watch.core.set(name, dice.randrange(0x10000))
            call(watch, label, stack)
        found |= watch.deeds
    return found


@pytest.fixture(scope="module")
def deeds() -> Mapping[str, set[Deed]]:
    found: dict[str, set[Deed]] = defaultdict(set)
    for deed in watch_lines() | watch_marked_lines() | watch_puzzles() | watch_letters() | watch_typing():
        found[deed.place].add(deed)
    return found


@pytest.mark.parametrize("header", [pytest.param(header, id=header.label) for header in HEADERS.values()])
def test_a_routine_does_what_its_header_says(deeds: Mapping[str, set[Deed]], header: Header) -> None:
    is_seen = header.place in deeds
    assert is_seen != (header.label in NOT_ALONE), f"{header.place}: {header.label} was{' not' * (not is_seen)} seen"
    for deed in deeds.get(header.place, ()):
        wrong = ", ".join(sorted(deed.changed - header.changes))
        assert not wrong, f"{header.place}: {header.label} changes {wrong}, of which its header says nothing"
        counts: dict[str | None, int] = {None: 1, **dict(deed.counts)}
        bounds = [cost.bounds(counts) for cost in header.costs]
        is_right = not bounds or any(low <= deed.tstates <= high for low, high in bounds)
        assert is_right, (
            f"{header.place}: {header.label} took {deed.tstates} T for {dict(deed.counts)}, its header says "
            f"{' or '.join(f'{low:.0f} to {high:.0f}' for low, high in bounds)}"
        )


def test_headers_name_the_callers() -> None:
    """BASIC, where no code calls a routine."""
    expected: dict[str, list[str]] = defaultdict(list)
    for program in PROGRAMS.values():
        for label, found in callers(ASM, program).items():
            place = program[label].place
            expected[place] = [*expected[place], *(caller for caller in found if caller not in expected[place])]
    said = {header.place: header.fields["Used by"] for header in HEADERS.values()}
    assert said == {place: ", ".join(found) or "BASIC" for place, found in expected.items()}

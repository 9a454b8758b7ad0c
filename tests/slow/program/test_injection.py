"""A crossword written straight into the program's variables, held against one that is typed."""

import cProfile
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from harness.puzzle import Puzzle
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import SOLVED, EndMessage, Menu
from harness.spectrum.play import Entry, play
from pyspectrum.basic.variables import read_variables
from pyspectrum.core import Core
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tests.slow.program.rig import BASIC, CLASSIC, ENGLISH, TURBO, program_on
from tests.unit.harness.solver.files import sample
from tools.made import noise_puzzle

CONTRACT = ("a()", "b()", "c()", "d()", "sizex", "sizey", "olddata", "a$", "p$()", "q$()")
"""The variables that the program reads after the key that starts solving, and those whose lengths tell."""

# the smallest that fill the screen's list of lines, see `injection`
SMALL = {
    "solved": noise_puzzle(5, 5, 0.6, seed=1),
    "many variants": noise_puzzle(6, 5, 0.5, seed=2),
    "empty lines": Puzzle(((), (2,), (), (1,), ()), ((1,), (1,), (), (1,), ())),
    "contradiction": Puzzle(((2,), *((),) * 4), ((2,), *((),) * 4)),
    "one row": Puzzle(((3, 1, 2),), ((1,), (1,), (1,), (), (1,), (), (1,), (1,))),
    "cat": sample("cat"),
}
ANSWERS = {"many variants": EndMessage.MANY_VARIANTS, "contradiction": EndMessage.INCORRECT}
"""The others are solved."""


def spectrum_of(*, is_watched: bool) -> Spectrum:
    """A machine that can stop between two frames at once, or one that has to run the last frames again."""
    spectrum = Spectrum()
    if is_watched:
        spectrum.ports.on_write(0xFFFF, lambda *_: None, mask=0xFFFF)
    return spectrum


def entered(entry: Entry, puzzle: Puzzle) -> Menu:
    menu = Menu(Spectrum())
    assert entry(menu, puzzle) is None
    return menu


def solved(menu: Menu, program: LoadedProgram) -> tuple[EndMessage, int, int, object]:
    """Solve, and return the ending, its T-states, the analyses, and the grid with its marks."""
    with LineCallCounter(menu.spectrum, program.tape) as counter:
        stop = menu.start_solving()
    shown = None if stop is EndMessage.INCORRECT else menu.read()
    return stop, menu.solving_tstates, counter.count, shown


@pytest.mark.parametrize("tape_name", ENGLISH)
def test_analyses_counted_in_passing_are_as_many_as_timed_ones(tape_name: str) -> None:
    program = program_on(tape_name)
    counts = []
    for timed in (True, False):
        menu = entered(program.inject, SMALL["solved"])
        with LineCallCounter(menu.spectrum, program.tape, timed=timed) as counter:
            assert menu.start_solving() is EndMessage.SOLVED
        counts.append((counter.count, menu.solving_tstates))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("keeps_screen", "most_calls", "most_runs"), [(True, 2_450, 30), (False, 2_000, 8)])
def test_playing_takes_few_calls_and_keeps_few_moments(
    keeps_screen: bool, most_calls: int, most_runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted without the clock: the work of the driver, which `tools.figures regress` measures. It was 3,753 calls."""
    program, puzzle = program_on(TURBO), noise_puzzle(20, 20, 0.6, seed=1)
    limited = partial(play, should_stop=lambda: False, keeps_screen=keeps_screen)
    played = partial(limited, puzzle, program.tape, spectrum=Spectrum(), entry=program.inject)
    execute, passed, profile = Core.execute, list[int](), cProfile.Profile()

    def executed(core: Core, *where: Any, **options: Any) -> None:
        began = core.tstates
        try:
            execute(core, *where, **options)
        finally:
            passed.append(core.tstates - began)

    played()  # what is remembered from then on
    profile.runcall(played)
    calls = {entry.code: entry.callcount for entry in profile.getstats()}
    monkeypatch.setattr(Core, "execute", executed)
    answer = played()
    assert answer.line_calls == 121
    assert 1_000 < sum(calls.values()) < most_calls
    assert calls.get(Core.checkpoint.__code__, 0) <= 7
    assert len(passed) <= most_runs, "the simulator starts once more for each analysis, which `line_calls` counts"
    longest = MODEL_48K.tstates_per_frame if keeps_screen else 0
    assert answer.tstates <= sum(passed) <= answer.tstates + longest, "nothing is run twice"


@pytest.mark.parametrize("tape_name", ENGLISH)
@pytest.mark.parametrize("case", ["solved", "many variants", "contradiction"])
def test_a_run_that_ends_at_the_prompt_has_the_same_answer(tape_name: str, case: str) -> None:
    """To the T-state, in a machine that can stop there at once and in one that has to run the last frames again."""
    program, answers = program_on(tape_name), []
    for keeps_screen, is_watched in ((True, False), (False, False), (True, True), (False, True)):
        spectrum = spectrum_of(is_watched=is_watched)
        played = play(SMALL[case], program.tape, spectrum=spectrum, entry=program.inject, keeps_screen=keeps_screen)
        assert (played.screen is not None) == (keeps_screen and case != "contradiction")
        answers.append(replace(played, screen=None))
    assert len(set(map(repr, answers))) == 1


@pytest.mark.parametrize("asks", [f'INPUT "{SOLVED}";a$', f'PRINT #1;"{SOLVED}": PAUSE 0', f'INPUT "{SOLVED}"\'a$'])
def test_a_prompt_counts_from_the_same_moment_in_whichever_way_it_is_met(asks: str) -> None:
    """From where INPUT begins, or from where the prompt stands in programs that wait for a key otherwise."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type(f"10 PAUSE 25: {asks}\n")
    spectrum.type("RUN\n")
    begun, moments = spectrum.state(), []
    for stays_at_prompt, is_watched in ((False, True), (False, False), (True, False), (True, True)):
        menu = Menu(spectrum_of(is_watched=is_watched))
        menu.spectrum.restore(begun)
        menu.stays_at_prompt = stays_at_prompt
        assert menu.run_to_stop() is EndMessage.SOLVED
        moments.append(menu.solving_until)
    assert len(set(moments)) == 1


@pytest.mark.parametrize(
    ("tape_name", "case"),
    [
        *((TURBO, case) for case in SMALL),
        *((CLASSIC, case) for case in ("empty lines", "contradiction", "many variants")),
        *((BASIC, case) for case in ("solved", "one row")),
    ],
)
def test_typed_and_injected_runs_are_the_same_to_the_t_state(tape_name: str, case: str) -> None:
    """The variables, the phase, the results."""
    program = program_on(tape_name)
    typed, injected = entered(program.type, SMALL[case]), entered(program.inject, SMALL[case])
    of_typed, of_injected = (read_variables(menu.spectrum.core.memory) for menu in (typed, injected))
    assert list(of_typed) == list(of_injected)
    assert {name: of_typed[name] for name in CONTRACT} == {name: of_injected[name] for name in CONTRACT}
    phases = [menu.spectrum.tstates % MODEL_48K.tstates_per_frame for menu in (typed, injected)]
    assert abs(phases[0] - phases[1]) <= 3, "both wait in HALT, at the same moment of a frame but for its four T-states"
    injected.spectrum.core.tstates += phases[0] - phases[1]
    by_typing = solved(typed, program)
    assert by_typing[0] is ANSWERS.get(case, EndMessage.SOLVED)
    assert solved(injected, program) == by_typing


def test_a_later_step_of_halt_is_all_that_the_phase_makes() -> None:
    program = program_on(TURBO)
    taken = []
    for later in range(4):
        menu = entered(program.inject, SMALL["solved"])
        menu.spectrum.core.tstates += later
        taken.append(solved(menu, program)[1] + later)
    assert len(set(taken)) == 1


def test_one_crossword_leaves_nothing_for_the_next() -> None:
    """A machine that has played plays like a new one."""
    program, spectrum = program_on(TURBO), Spectrum()
    again = [play(SMALL[case], program.tape, spectrum=spectrum, entry=program.inject) for case in (*SMALL, *SMALL)]
    fresh = [play(puzzle, program.tape, entry=program.inject) for puzzle in SMALL.values()]
    assert [replace(played, screen=None) for played in again] == [replace(played, screen=None) for played in 2 * fresh]

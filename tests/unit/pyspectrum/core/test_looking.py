"""Running to a place in ROM and to what shows on the screen, in one pass, held against an ordinary breakpoint."""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise

import pytest

from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.core.running import POLL_TSTATES
from pyspectrum.errors import TimeLimitError
from pyspectrum.machine import EDITOR, MachineState, Spectrum
from pyspectrum.trace.journal import Journal

pytestmark = pytest.mark.skipif(not HAS_C_SIMULATOR, reason="SkoolKit's C simulator is not here")

FRAME = 69_888
MEMPTR = 29
LONG = 60 * 50 * FRAME
NEXT_LINE = 0x1B29
"""ROM: a line of BASIC begins."""


def typed(*lines: str) -> Spectrum:
    """A machine whose program has been started: its RUN has been typed, and ENTER read."""
    spectrum = Spectrum()
    spectrum.boot()
    for line in lines:
        spectrum.type(line + "\n")
    spectrum.type("RUN\n")
    return spectrum


@pytest.fixture(scope="module")
def asking() -> MachineState:
    """A program that works for some frames, and then asks, twice."""
    program = "10 FOR i=1 TO 200: NEXT i", "20 INPUT a$", "30 GO TO 10"
    return typed(*program).state()


def machine(state: MachineState) -> Spectrum:
    spectrum = Spectrum()
    spectrum.restore(state)
    return spectrum


def never() -> bool:
    return False


def test_it_stops_where_a_breakpoint_does_and_leaves_the_rom_as_it_was(asking: MachineState) -> None:
    ours, theirs = machine(asking), machine(asking)
    for _ in range(2):
        assert ours.runner.can_look(EDITOR)
        assert ours.runner.run_looking(never, "INPUT", LONG, EDITOR)
        assert theirs.core.run(LONG, {EDITOR}) == EDITOR
        assert list(ours.core.registers)[:MEMPTR] == list(theirs.core.registers)[:MEMPTR]
        assert ours.core.memory == theirs.core.memory
        for spectrum in (ours, theirs):
            spectrum.core.step()
        assert list(ours.core.registers) == list(theirs.core.registers), "MEMPTR, too"
        for spectrum in (ours, theirs):
            spectrum.press("ENTER")
        assert ours.tstates == theirs.tstates


@pytest.mark.parametrize("every_frames", [1, 5])
def test_it_looks_every_few_frames_at_a_rom_as_it_is(every_frames: int, asking: MachineState) -> None:
    spectrum, seen = machine(asking), []

    def look() -> bool:
        seen.append((spectrum.tstates, spectrum.core.memory[EDITOR]))
        return len(seen) == 3

    began = spectrum.tstates
    assert not spectrum.runner.run_looking(look, "three looks", LONG, EDITOR, every_frames)
    frames = [(at - POLL_TSTATES) // FRAME for at, _ in seen]
    assert all((at - POLL_TSTATES) % FRAME < 64 for at, _ in seen)
    assert frames[0] - (began - POLL_TSTATES) // FRAME == every_frames
    assert all(1 <= later - sooner <= every_frames for sooner, later in pairwise(frames))
    assert {opcode for _, opcode in seen} == {0x2A}
    assert spectrum.tstates == seen[-1][0]


def test_it_counts_on_the_way_what_is_counted_otherwise(asking: MachineState) -> None:
    ours, theirs = machine(asking), machine(asking)
    with ours.tally(NEXT_LINE) as counted, theirs.tally(NEXT_LINE) as reference:
        for _ in range(2):
            assert ours.runner.run_looking(never, "INPUT", LONG, EDITOR)
            assert theirs.run_to(LONG, {EDITOR}) == EDITOR
            assert (counted.count, ours.tstates) == (reference.count, theirs.tstates)
            for spectrum in (ours, theirs):
                spectrum.press("ENTER")
    assert counted.count > 2


def test_an_error_of_the_look_comes_through_and_leaves_the_rom_as_it_was(asking: MachineState) -> None:
    spectrum = machine(asking)

    def look() -> bool:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        spectrum.runner.run_looking(look, "nothing", LONG, EDITOR)
    assert spectrum.core.memory[EDITOR] == 0x2A
    assert spectrum.core.ports.traps is None


def test_a_limit_is_kept_to_the_instruction(asking: MachineState) -> None:
    spectrum = machine(asking)
    began = spectrum.tstates
    with pytest.raises(TimeLimitError, match="never seen"):
        spectrum.runner.run_looking(never, "never seen", 100_000, 0x196F)  # another LD HL,(nn)
    assert 100_000 <= spectrum.tstates - began < 100_064


def test_a_tape_is_saved_on_the_way() -> None:
    spectrum = typed('10 SAVE "x"CODE 0,9', "20 INPUT a$")
    spectrum.press("ENTER")
    assert spectrum.runner.run_looking(never, "INPUT", LONG, EDITOR)
    assert len(spectrum.saved.blocks) == 2


def test_frames_are_called_back_on_the_way(asking: MachineState) -> None:
    spectrum, frames = machine(asking), []
    with spectrum.frames.listen(lambda: frames.append(spectrum.tstates // FRAME)):
        assert spectrum.runner.run_looking(never, "INPUT", LONG, EDITOR)
    assert frames == list(range(frames[0], spectrum.tstates // FRAME + 1))
    assert len(frames) > 2


KEPT = ExitStack()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda it: it.ports.on_read(0x7F, lambda port, tstates: None), id="a hook"),
        pytest.param(lambda it: setattr(it.core, "observer", never), id="an observer"),
        pytest.param(lambda it: KEPT.enter_context(Journal(it)), id="a journal"),
        pytest.param(lambda it: KEPT.enter_context(it.watch(NEXT_LINE, never)), id="a watch"),
        pytest.param(lambda it: [KEPT.enter_context(it.tally(place)) for place in (NEXT_LINE, 0x38)], id="two tallies"),
        pytest.param(lambda it: it.runner.allow(1_000), id="an allowance"),
        pytest.param(lambda it: it.core.track(), id="a footprint"),
        pytest.param(lambda it: it.core.memory.__setitem__(EDITOR, 0x21), id="another ROM"),
    ],
)
def test_an_onlooker_makes_it_impossible(change: Callable[[Spectrum], object]) -> None:
    spectrum = Spectrum()
    assert spectrum.runner.can_look(EDITOR)
    with KEPT:
        change(spectrum)
        assert not spectrum.runner.can_look(EDITOR)


@pytest.mark.parametrize(("model", "pure_python"), [("128", False), ("48", True)])
def test_other_machines_cannot(model: str, pure_python: bool) -> None:
    assert not Spectrum(model, pure_python=pure_python).runner.can_look(EDITOR)


def test_a_place_in_ram_is_none() -> None:
    spectrum = Spectrum()
    spectrum.poke(0x8000, 0x2A)
    assert not spectrum.runner.can_look(0x8000)

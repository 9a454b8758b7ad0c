"""The black box: what it runs again is what happened, whoever changed the machine in between."""

from __future__ import annotations

import pytest

from pyspectrum import Spectrum, Tape, tokenise
from pyspectrum.tape import program_blocks
from pyspectrum.testing.black_box import BlackBox


def last_step_is_here(spectrum: Spectrum, box: BlackBox) -> bool:
    """Whether the last instruction that was run again ends with the registers that the machine has."""
    step = box.last_instructions(5)[-1]
    return step.registers[2:5] == tuple(spectrum.core.get(name) for name in ("bc", "de", "hl"))


@pytest.mark.parametrize("model", ["48", "128"])
def test_keys_and_pokes_between_runs_come_again(model: str) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    spectrum.poke(0x8000, [0xDB, 0xFE, 0x5F, 0x18, 0xFB])  # in a,(254); ld e,a; and again: the keys show in E
    spectrum.core.interrupts_enabled = False
    spectrum.core.pc = 0x8000
    with BlackBox(spectrum) as box:
        for number in range(20):
            spectrum.poke(0x5800 + number, 0x47)
            spectrum.tap("CAPS+6")
            spectrum.run_tstates(12_345)
        pictures = [frame.screen for frame in box.frames(every=1)]
        assert last_step_is_here(spectrum, box)
    assert box.is_exact
    assert pictures[-1] == spectrum.screen.data
    seen = [sum(a != b for a, b in zip(frame[6144:6164], pictures[0][6144:6164], strict=True)) for frame in pictures]
    assert seen == sorted(seen)  # the pokes come one after the other, as they came
    assert len(set(seen)) > 10


def test_a_tape_that_was_loaded_is_loaded_again() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    with BlackBox(spectrum, seconds=60) as box:
        spectrum.load(Tape(program_blocks("demo", tokenise('10 PRINT "HERE"'), 10)), until="HERE")
        assert last_step_is_here(spectrum, box)
    assert box.is_exact
    assert list(box.frames())[-1].screen == spectrum.screen.data


def test_only_the_last_seconds_are_kept() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    with BlackBox(spectrum, seconds=2) as box:
        for _ in range(300):
            spectrum.run_frames(1)
    assert 95 <= len(list(box.frames(every=1))) <= 105


def test_another_state_begins_it_anew() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    booted = spectrum.state()
    with BlackBox(spectrum) as box:
        spectrum.run(seconds=1)
        spectrum.restore(booted)
        spectrum.run_frames(10)
        assert len(list(box.frames(every=1))) <= 12


def test_with_nothing_run_there_is_the_picture_of_now() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    with BlackBox(spectrum) as box:
        assert [frame.screen for frame in box.frames()] == [spectrum.screen.data]
        assert box.last_instructions() == []

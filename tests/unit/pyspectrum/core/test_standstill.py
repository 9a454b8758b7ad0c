"""A hopeless wait ends early, and no other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import Assembly, MachineState, Spectrum, TimeLimitError, assemble
from pyspectrum.core.running import Closing
from tests.marks import examples

DELAYS = ("halts", "counts", "polls", "polls_by_hl", "copies", "polls_r", "im_2")
"""Programs that print DONE in the end."""
DONE = 'CHR$ 68;"ONE"'
"""The same in BASIC, not to be seen while it is typed."""
ENDLESS = ("still", "keys", "flickers", "in_im_2")


@pytest.fixture(scope="session")
def code() -> Assembly:
    return assemble(Path(__file__).with_name("standstill.asm"))


@pytest.fixture(scope="session")
def start(booted: MachineState, code: Assembly) -> Callable[..., Spectrum]:
    """A machine in which one of the programs has been called."""

    def started(name: str, count: int = 0, then: str = "") -> Spectrum:
        spectrum = Spectrum()
        spectrum.restore(booted)
        spectrum.symbols = code.symbol_table()
        spectrum.poke(code.origin, code.code)
        spectrum.poke("count", count.to_bytes(2, "little"))
        spectrum.type(f"PRINT USR {code.symbols[name]}{then}\n")
        return spectrum

    return started


def seconds_to(spectrum: Spectrum, text: str) -> float:
    """Wait for a text, and look frame by frame."""
    began = spectrum.tstates
    spectrum.run_until(lambda machine: any(text in line for line in machine.text_lines()), text, timeout=700)
    return spectrum.model.seconds(spectrum.tstates - began)


@settings(max_examples=examples(24))
@given(name=st.sampled_from(DELAYS), count=st.integers(1, 255) | st.integers(256, 3_000))
def test_no_wait_that_succeeds_ends_early(start: Callable[..., Spectrum], name: str, count: int) -> None:
    spectrum = start(name, count)
    state = spectrum.state()
    seconds = seconds_to(spectrum, "DONE")
    came = spectrum.tstates
    spectrum.restore(state)
    spectrum.wait_for_text("DONE", timeout=seconds + 1)
    assert spectrum.tstates == came


@pytest.mark.parametrize("basic", [
    "FOR i=1 TO 2000: NEXT i",
    "PAUSE 300",
    "POKE 23673,0: POKE 23672,0: RUN",
])  # fmt: skip
def test_basic_that_counts_or_pauses_is_waited_for(spectrum: Spectrum, basic: str) -> None:
    spectrum.type("10 IF PEEK 23673<2 THEN GO TO 10\n")
    spectrum.type(f"{basic}: PRINT {DONE}\n" if "RUN" not in basic else f"20 PRINT {DONE}\n{basic}\n")
    spectrum.wait_for_text("DONE", timeout=30)


def test_a_handler_that_prints_behind_pause_0_is_waited_for(start: Callable[..., Spectrum]) -> None:
    spectrum = start("in_basic", 300, then=": PAUSE 0")
    spectrum.wait_for_text("DONE", timeout=30)
    assert spectrum.peek("count", 2) == bytes(2)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_loop_without_an_end_is_given_up(start: Callable[..., Spectrum], name: str) -> None:
    spectrum = start(name)
    began = spectrum.tstates
    with pytest.raises(TimeLimitError, match="the program does the same over and over"):
        spectrum.wait_for_text("DONE", timeout=60)
    assert spectrum.tstates - began < 60 * 69_888


@pytest.mark.parametrize(("model", "typed", "why"), [
    ("48", "CLS : PAUSE 0", "at PAUSE 0"),
    ("48", 'INPUT "Name? ";a$', "at INPUT"),
    ("48", "PRINT 1", "BASIC waits for a command"),
    ("48", "FOR i=1 TO 30: PRINT i: NEXT i", "the ROM waits for a key"),
    ("128", "", "the 128's menu or editor"),
])  # fmt: skip
def test_the_rom_s_waits_for_a_key_are_given_up(model: str, typed: str, why: str) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    if typed:
        spectrum.type(f"{typed}\n")
    began = spectrum.tstates
    with pytest.raises(TimeLimitError, match=why):
        spectrum.wait_for_text("NEVER", timeout=60)
    assert spectrum.tstates - began < 100 * 69_888


@pytest.mark.parametrize("listens", [
    lambda machine, call: machine.frames.listen(call),
    lambda machine, call: machine.watch(0x0038, call),
    lambda machine, call: machine.ports.on_read(0xFE, lambda port, tstates: call()),
    lambda machine, call: machine.watch_reads(23672, 1, call),
])  # fmt: skip
def test_who_may_step_in_is_waited_for(spectrum: Spectrum, listens: Callable[..., Closing]) -> None:
    seen: list[int] = []

    def press() -> None:
        seen.append(spectrum.tstates)
        if spectrum.tstates - seen[0] > 70 * 69_888:
            spectrum.hold("a")

    spectrum.type(f"PAUSE 0: PRINT {DONE}\n")
    with listens(spectrum, press):
        spectrum.wait_for_text("DONE", timeout=30)
    assert spectrum.tstates - seen[0] > 70 * 69_888


def test_the_trial_leaves_no_trace(start: Callable[..., Spectrum]) -> None:
    spectrum, other = start("polls_by_hl", 255), start("polls_by_hl", 255)
    spectrum.wait_for_text("DONE", timeout=30)
    other.run_until(lambda machine: machine.tstates >= spectrum.tstates, "the same time", timeout=30)
    assert (spectrum.tstates, spectrum.state().core) == (other.tstates, other.state().core)


def test_what_was_meant_is_in_the_message(spectrum: Spectrum) -> None:
    spectrum.type('PRINT AT 5,3;"PRESS A KEY": PAUSE 0\n')
    with pytest.raises(TimeLimitError) as caught:
        spectrum.wait_for_text("pres a key")
    assert (
        str(caught.value)
        .splitlines()[0]
        .endswith("at PAUSE 0 (did you mean 'PRESS A KEY' in row 5?); the screen shows:")
    )

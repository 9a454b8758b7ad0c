"""The journal: what is done to a machine from outside comes again in a replay, and nothing else is kept; the page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pyspectrum.trace
from pyspectrum import Spectrum, SymbolTable, Tape, expect, tokenise
from pyspectrum.errors import ExpectationError
from pyspectrum.tape import program_blocks
from pyspectrum.testing.machines import film
from pyspectrum.trace import Journal
from pyspectrum.trace.journal import Call
from pyspectrum.trace.recording import Trace, first_difference, record
from pyspectrum.trace.search import crash, last_change, visits
from pyspectrum.trace.write import Sources, arguments_text, calls_of, script, trace_page

VIEWER = Path(pyspectrum.trace.__file__).parent / "viewer"
KEYS_SHOW_IN_E = [0xDB, 0xFE, 0x5F, 0x18, 0xFB]  # in a,(254); ld e,a; and again


def assert_exact(spectrum: Spectrum, journal: Journal) -> Trace:
    journal.finish()
    recording = record(journal)
    assert recording.right_until is None
    assert first_difference(journal) is None
    return recording


def test_keys_and_pokes_between_runs_come_again() -> None:
    spectrum = Spectrum("128")
    spectrum.boot()
    spectrum.poke(0x8000, KEYS_SHOW_IN_E)
    spectrum.core.interrupts_enabled = False
    spectrum.core.pc = 0x8000
    with Journal(spectrum) as journal:
        for number in range(8):
            spectrum.poke(0x5800 + number, 0x47)
            spectrum.tap("CAPS+6")
            spectrum.run_tstates(12_345)
        recording = assert_exact(spectrum, journal)
        pictures = [frame.screen for frame in film(journal, every=1)]
    assert len(recording.changes) == 8
    assert pictures[-1] == spectrum.screen.data
    seen = [sum(a != b for a, b in zip(frame[6144:6152], pictures[0][6144:6152], strict=True)) for frame in pictures]
    assert seen == sorted(seen)  # the pokes come one after the other, as they came
    assert len(set(seen)) > 4


@pytest.mark.parametrize("act", [
    lambda machine: machine.core.memory.__setitem__(0x9000, 55),
    lambda machine: machine.core.set("hl'", 0xBEEF),
    lambda machine: setattr(machine.core, "border", 3),
    lambda machine: (machine.poke(0x8000, b"\x3e\x07\x32\x00\x58\xc9"), machine.call(0x8000)),
    lambda machine: machine.reset(),
    lambda machine: setattr(machine.core, "tstates", machine.core.tstates + 1000),
], ids=["memory", "register", "border", "call", "reset", "clock"])  # fmt: skip
@pytest.mark.parametrize("model", ["48", "+2"])
def test_acts_of_the_test_on_the_machine_come_again(model: str, act: Callable[[Spectrum], object]) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    with Journal(spectrum) as journal:
        spectrum.run_frames(3)
        act(spectrum)
        spectrum.run_frames(3)
        act(spectrum)
        assert_exact(spectrum, journal)


def test_actions_of_conditions_and_watches_come_again(spectrum: Spectrum) -> None:
    def poke(machine: Spectrum) -> bool:
        machine.core.memory[0x9000] += 1
        return bool(machine.core.memory[0x9000] > 5)

    def watched() -> None:
        spectrum.core.memory[0x9001] += 1

    with Journal(spectrum) as journal:
        spectrum.run_until(poke, "five looks")
        with spectrum.watch(0x0038, watched):
            spectrum.run_frames(4)
        assert_exact(spectrum, journal)


def test_a_tape_that_was_loaded_is_loaded_again(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        spectrum.load(Tape(program_blocks("demo", tokenise('10 PRINT "HERE"'), 10)), until="HERE")
        assert_exact(spectrum, journal)


def test_a_long_wait_keeps_only_its_checks(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        with pytest.raises(ExpectationError):
            expect(spectrum).to_show("NEVER", timeout=4)
        assert journal.changes == []
        assert 200 <= len(journal.checks) <= 210


def test_restoring_a_state_starts_the_journal_anew(spectrum: Spectrum) -> None:
    state = spectrum.state()
    with Journal(spectrum) as journal:
        spectrum.run(seconds=1)
        spectrum.restore(state)
        spectrum.run_frames(10)
        assert len(assert_exact(spectrum, journal).frames) <= 12
    spectrum.run_frames(1)
    assert spectrum.core.journal is None
    assert [call.name for call in journal.calls] == ["run_frames"]


def test_only_the_calls_of_the_test_are_kept_with_their_lines_and_times(spectrum: Spectrum) -> None:
    def helper() -> None:
        spectrum.tap("a")

    with Journal(spectrum) as journal:
        spectrum.type("1")
        helper()
        with pytest.raises(ExpectationError):
            expect(spectrum).to_show("X", timeout=0.1)
    typed, tapped, expected = journal.calls
    assert [call.name for call in journal.calls] == ["type", "tap", "to_show"]
    inner, outer = (place.function for place in tapped.places[:2])
    assert (inner, outer.startswith("test_only_the_calls")) == ("helper", True)
    assert expected.error is not None
    journal.finish()
    assert [facts["k"] for facts in calls_of(journal, record(journal), Sources())] == ["do", "do", "expect"]
    assert typed.begin < typed.end <= tapped.begin < tapped.end <= expected.begin < expected.end


def test_only_the_last_minutes_are_recorded(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        spectrum.run(seconds=6)
        journal.finish()
    recording = record(journal, seconds=2)
    assert 100 <= len(recording.frames) <= 103
    assert recording.right_until is None


def test_a_difference_is_found_where_it_begins(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        for _ in range(10):
            spectrum.run_frames(5)
        spectrum.core.memory[0x9000] = 1
        spectrum.run_frames(5)
        journal.finish()
    (change,) = journal.changes
    journal.changes[0] = type(change)(change.tstates, change.before, change.registers)
    right = first_difference(journal)
    assert right is not None
    assert right >= journal.begin + 50 * 69_888 - 69_888


@pytest.mark.parametrize(("value", "text"), [
    ("é", '"é"'), (None, "None"), (2.5, "2.5"), (re.compile("a+"), "/a+/"), (Path("folder/a.tap"), '"a.tap"'),
    (b"abc", "3 bytes"), ({1: 2}, "{…}"), ((1, "x"), '[1, "x"]'), (range(8), "[0, 1, 2, 3, 4, 5, 6, 7]"),
    (range(9), "[…]"), (iter("ab"), "[…]"), (len, "len"), (object(), "object"), ("x" * 60, '"' + "x" * 58 + "…"),
])  # fmt: skip
def test_arguments_of_a_call_are_shown_as_they_were_written(value: object, text: str) -> None:
    assert arguments_text(Call("to_show", (value,), {}, 0, ())) == text


def test_the_page_loads_nothing(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        spectrum.run_frames(2)
        journal.finish()
    text = trace_page([journal], test="test_x.py::test_</script><b>", outcome="passed")
    assert "default-src 'none'" in text
    assert not re.search(r'(?:src|href)="|url\((?!#)|import\(|fetch\(', re.sub(r'href="#[^"]*"', "", text))
    assert text.count("</script>") == 1 + 8  # the viewer, and a machine's parts
    assert len(text) < 220_000


def test_every_module_is_in_the_page() -> None:
    whole, names = script(), [path.stem for path in VIEWER.glob("*.js")]
    assert len(names) > 10
    assert all(f"const {name}_ = " in whole for name in names)


# -- searched ----------------------------------------------------------------------------------------

PAINTS = (
    b"\xf3\x01\x00\x20"  # di; ld bc,8192
    b"\x0b\x78\xb1\x20\xfb"  # dec bc; ld a,b; or c; jr nz: three frames of 69,888 T
    b"\x3e\x02\xd3\xfe\x18\xfe"  # ld a,2; out (254),a; and stay
)
OUT, STAY = 0x800B, 0x800D


@pytest.fixture
def journal(spectrum: Spectrum) -> Journal:
    """The journal of a program that paints the border red in the fourth frame."""
    spectrum.run_frames(1)
    with Journal(spectrum) as journal:
        spectrum.poke(0x8000, PAINTS)
        spectrum.core.pc = 0x8000
        spectrum.run_frames(6)
        journal.finish()
    return journal


def test_the_last_change_of_the_border_is_the_instruction_that_made_it(journal: Journal) -> None:
    recording = record(journal)
    moment = last_change(journal, recording, {"border": True})
    assert moment is not None
    assert (moment.frame, moment.pc) == (3, OUT)
    assert recording.frames[3].tstates <= moment.tstates < recording.frames[4].tstates


def test_visits_are_numbered_by_the_recorded_frames(journal: Journal) -> None:
    assert visits(journal, record(journal), OUT) == [3]
    recording = record(journal, seconds=0.02)
    assert recording.begin > journal.begin
    assert visits(journal, recording, OUT) == []
    assert visits(journal, recording, STAY)[0] == 0


@pytest.mark.parametrize("is_filled", [False, True])
def test_a_jump_into_memory_without_code_is_found(spectrum: Spectrum, is_filled: bool) -> None:
    """Code may have been put there only just before."""
    spectrum.symbols = SymbolTable({"start": 0x8000}, 0x8000, 0x8003)
    with Journal(spectrum) as journal:
        spectrum.poke(0x8000, b"\xc3\x00\xc0")  # jp 49152
        if is_filled:
            spectrum.poke(0xC000, b"\x18\xfe")  # jr $
        spectrum.core.interrupts_enabled = False
        spectrum.run_frames(2)
        spectrum.poke(0x9000, bytes(range(1, 33)))  # which is below it
        spectrum.run_frames(2)
        spectrum.core.pc = 0x8000
        spectrum.run_tstates(20_000)
        journal.finish()
    found = crash(journal, record(journal))
    assert (found is None) == is_filled
    assert found is None or (found[0].pc == 0x8000 and 0xC000 < found[1] < 0xE000)

"""The message of a failure: when each part of the program ran last, and the byte that was expected."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pyspectrum import Spectrum, expect
from pyspectrum.errors import SpectrumError
from pyspectrum.testing.expectations import goldens
from pyspectrum.trace import Journal
from pyspectrum.trace.failure import Failure
from pyspectrum.trace.pytest_report import opening
from pyspectrum.trace.recording import record
from pyspectrum.trace.search import activity
from tests.assembled import assembled

SOURCE = (Path(__file__).parent / "failing.asm").read_text("utf-8")


@pytest.fixture
def spectrum(spectrum: Spectrum) -> Spectrum:
    """A machine about to run it."""
    code = assembled(SOURCE)
    spectrum.poke(code.origin, code.code)
    spectrum.symbols = code.symbol_table()
    spectrum.core.pc = code.origin
    return spectrum


def failed(spectrum: Spectrum, act: Callable[[], object]) -> tuple[Journal, Failure]:
    with Journal(spectrum) as journal, pytest.raises((SpectrumError, TypeError, AttributeError)) as caught:
        act()
    journal.finish()
    return journal, Failure(journal, record(journal), caught.value)


def test_a_time_out_names_the_parts_that_ran_last(spectrum: Spectrum) -> None:
    _, failure = failed(spectrum, lambda: spectrum.run_until_pc("never", timeout=1))
    facts = " ".join(failure.facts)
    assert "It was never there." in facts
    assert "the program has been at wait" in facts
    late, early = (facts.index(f"{part} (last in frame ") for part in ("late", "early"))
    assert facts.index("Before that ran ") < late < early
    assert "wait (last" not in facts


def test_a_halt_that_waits_is_one_instruction_however_long(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        spectrum.run(seconds=2)
        journal.finish()
    symbols = spectrum.symbols
    assert symbols is not None
    ran = activity(journal, record(journal))
    halt = symbols["wait"]
    program = {address for address in ran.idle if address >= 0x8000}
    assert program == {halt, halt + 1}  # it and the jump back; the rest of what is idle is the ROM's interrupt
    assert ran.idle_since is not None
    assert ran.last_ran[symbols["late"]] < ran.idle_since <= ran.last_ran[symbols["late"]] + 1
    assert ran.last_ran[symbols["early"]] < ran.last_ran[symbols["late"]]


@pytest.mark.parametrize(("value", "expected", "shown"), [
    (9, "#09 (9)", "#07 (7)"), (b"\x09\x00", "#09 #00 (9 0)", "#07 #00 (7 0)"),
])  # fmt: skip
def test_expected_memory_is_shown_beside_what_is_there(
    spectrum: Spectrum, value: int | bytes, expected: str, shown: str
) -> None:
    journal, failure = failed(spectrum, lambda: expect(spectrum).to_have_memory("lives", value, timeout=0.5))
    diagnosis = failure.diagnosis
    assert (diagnosis.kind, diagnosis.expected, diagnosis.shown) == ("memory", expected, shown)
    assert (
        diagnosis.summary == f"lives: expected {expected[: expected.index(' (')]}, shown {shown[: shown.index(' (')]}"
    )
    assert diagnosis.looks_at["address"] == spectrum.address("lives")
    assert any(fact.startswith("lives last changed in frame") and "at late+3" in fact for fact in failure.facts)
    assert [call.name for call in journal.calls] == ["to_have_memory"]


def test_memory_that_should_have_changed_is_shown(spectrum: Spectrum) -> None:
    spectrum.run(seconds=0.2)
    _, failure = failed(spectrum, lambda: expect(spectrum).not_to_have_memory("lives", 7, timeout=0.2))
    assert failure.diagnosis.title == "lives is still #07 (7)."


def test_words_and_variables_are_compared_as_numbers(spectrum: Spectrum) -> None:
    _, failure = failed(spectrum, lambda: expect(spectrum).to_have_word("lives", 0x207, timeout=0.5))
    assert (failure.diagnosis.expected, failure.diagnosis.shown) == ("#0207 (519)", "#0007 (7)")
    _, failure = failed(spectrum, lambda: expect(spectrum).to_have_variable("lamp", 1, timeout=0.1))
    assert failure.diagnosis.title == "The variable lamp never was 1: there is no variable lamp; the program has none."


def test_a_failed_never_says_when_it_came(spectrum: Spectrum) -> None:
    spectrum.core.pc = spectrum.address("start")
    _, failure = failed(spectrum, lambda: expect(spectrum).never(seconds=1).to_have_memory("lives", 7))
    title = "expected the memory at 'lives' never to be #07 (7), but that came after 0.0"
    assert failure.diagnosis.title.startswith(title)


@pytest.mark.parametrize(("mistake", "title"), [
    (lambda e: e.to_have_memory("lives", 300), "300 does not fit into a byte; use 0–255, or to_have_word"),
    (lambda e: e.to_have_border(2, timout=1), "Expectation.to_have_border() got an unexpected keyword"),
    (lambda e: e.to_have_memory("livs", 3), "no symbol 'livs'; did you mean 'lives'?"),
    (lambda e: e.to_show(5), "'int' object has no attribute"),
    (lambda e: e.to_write_port(0xFD, 2, mask=0xFF, timeout=0.1), "expected #02 (2) to be sent to port #00FD, but not"),
])  # fmt: skip
def test_without_a_finder_the_message_of_the_error_is_the_title(
    spectrum: Spectrum, mistake: Callable[[object], None], title: str
) -> None:
    spectrum.run(seconds=0.1)
    journal, failure = failed(spectrum, lambda: mistake(expect(spectrum)))
    assert failure.call is journal.calls[-1]
    assert failure.diagnosis.title.startswith(title)


def test_a_picture_may_differ_in_its_border_alone(spectrum: Spectrum, tmp_path: Path) -> None:
    spectrum.screen.image(border=2).save(tmp_path / "red.png")
    with goldens(folder=tmp_path):
        _, failure = failed(spectrum, lambda: expect(spectrum).to_match_screenshot("red.png", timeout=0))
    assert failure.diagnosis.title == "Expected red.png. The border differs."
    assert failure.diagnosis.looks_at["squares"] == []


@pytest.mark.parametrize(("platform", "program"), [("win32", "explorer"), ("darwin", "open"), ("linux", "xdg-open")])
def test_the_command_that_opens_a_trace(monkeypatch: pytest.MonkeyPatch, platform: str, program: str) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("sys.platform", platform)
    assert opening(Path("out/trace.html"), in_colour=False) == f"{program} out/trace.html"

"""The line code called by BASIC itself, through the ROM's RANDOMIZE USR."""

from __future__ import annotations

import pytest

from pyspectrum.machine import Spectrum
from tests.slow.line.line_rig import ENTRY, line_assembly


@pytest.fixture
def spectrum() -> Spectrum:
    machine = Spectrum()
    machine.boot()
    enter(machine, "CLEAR 62975")
    code = line_assembly().code
    machine.core.memory[ENTRY : ENTRY + len(code)] = code
    return machine


def enter(machine: Spectrum, command: str) -> None:
    machine.type(command)
    machine.type("\n")
    machine.wait_for_text("0 OK, 0:1")


def ask(machine: Spectrum, expression: str) -> str:
    enter(machine, "CLS")
    enter(machine, f"PRINT {expression}")
    return machine.screen.text_line(0).strip()


def test_called_from_basic(spectrum: Spectrum) -> None:
    for command in (
        "DIM g$(62)",
        'LET g$="??1????0"',
        "DIM h(31)",
        "LET h(1)=2",
        "LET h(2)=6/2",
        "LET data n line=2",
        "LET len line=8",
        "RANDOMIZE USR 62976",
    ):
        enter(spectrum, command)
    assert ask(spectrum, "g$( TO 8)") == "01101110"
    assert ask(spectrum, "errline") == "0"


def test_missing_variables_are_basics_own_report(spectrum: Spectrum) -> None:
    spectrum.type("RANDOMIZE USR 62976")
    spectrum.type("\n")
    spectrum.wait_for_text("2 Variable not found, 0:1")

"""Writing BASIC's variables into a machine: what BASIC then finds, and that nothing else has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyspectrum.basic.variables import NumberArray, Value, find_variable, read_variables, replace_variable
from pyspectrum.core.paging import Memory
from pyspectrum.errors import VariableError
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.memory import RAMTOP, STKEND, read_word


def after(*commands: str) -> Spectrum:
    """A machine in which these commands were typed."""
    spectrum = Spectrum()
    spectrum.boot()
    for command in commands:
        spectrum.type(f"{command}\n")
        spectrum.wait_for_text("0 OK, 0:1")
    return spectrum


@pytest.fixture(scope="module")
def beginning() -> MachineState:
    return after('LET a$="first"', "DIM b(3,4)", "LET c=5", 'LET d$="last"', "FOR f=1 TO 2").state()


@pytest.fixture
def machine(beginning: MachineState) -> Spectrum:
    machine = Spectrum()
    machine.restore(beginning)
    return machine


@pytest.fixture(scope="module")
def memory_then(beginning: MachineState) -> bytes:
    machine = Spectrum()
    machine.restore(beginning)
    return bytes(machine.core.memory)


def set_variable(memory: Memory, name: str, value: Value) -> None:
    replace_variable(memory, find_variable(memory, name), value)


@given(text=st.text(st.characters(codec="latin-1"), max_size=300), number=st.integers(-65535, 65535))
def test_whatever_is_written_is_read_and_the_others_stay(memory_then: bytes, text: str, number: int) -> None:
    memory = bytearray(memory_then)
    before = read_variables(memory)
    set_variable(memory, "a$", text)
    set_variable(memory, "C", number)
    assert read_variables(memory) == {**before, "a$": text, "c": number}


@pytest.mark.parametrize("text", ["", "short", "longer than before"])
def test_basic_goes_on_with_what_was_written(machine: Spectrum, text: str) -> None:
    set_variable(machine.core.memory, "a$", text)
    machine.type('PRINT a$;"|";d$;"|";c\n')
    machine.wait_for_text(f"{text}|last|5")
    machine.type('LET d$=a$+"!": LET a$="": PRINT d$;b(3,4)\n')
    machine.wait_for_text(f"{text}!0")
    memory = machine.core.memory
    assert (read_variables(memory)["a$"], read_variables(memory)["d$"]) == ("", f"{text}!")


def test_elements_of_an_array_are_counted_as_basic_does(machine: Spectrum) -> None:
    memory = machine.core.memory
    array = NumberArray.find(memory, "b()")
    array.write(memory, [7, 0.5], 2, 3)
    assert read_variables(memory)["b()"] == ((0, 0, 0, 0), (0, 0, 7, 0.5), (0, 0, 0, 0))
    machine.type("PRINT b(2,3)*b(2,4)\n")
    machine.wait_for_text("3.5")
    array.write(memory, [1, 2, 3, 4], 1, 1)
    assert read_variables(memory)["b()"] == ((1, 2, 3, 4), (0, 0, 7, 0.5), (0, 0, 0, 0))


def test_rows_of_an_array_are_written_from_the_first_on(machine: Spectrum) -> None:
    memory = machine.core.memory
    array = NumberArray.find(memory, "b()")
    array.write_rows(memory, [(1, 255), (), (256, -1, 0.5)])
    assert read_variables(memory)["b()"] == ((1, 255, 0, 0), (0, 0, 0, 0), (256, -1, 0.5, 0))
    array.write_rows(memory, [(0, 3), (1, 2, 3, 4)])
    assert read_variables(memory)["b()"] == ((0, 3, 0, 0), (1, 2, 3, 4), (256, -1, 0.5, 0))
    before = bytes(memory)
    for rows in ([(1,)] * 4, [(1, 2, 3, 4, 5)]):
        with pytest.raises(VariableError, match="do not fit an array"):
            array.write_rows(memory, rows)
    assert bytes(memory) == before


def test_an_array_may_have_one_dimension() -> None:
    memory = after("DIM d(3)").core.memory
    row = NumberArray.find(memory, "d()")
    row.write(memory, [5, 6], 2)
    assert read_variables(memory)["d()"] == (0, 5, 6)
    with pytest.raises(VariableError, match="2 values from element"):
        row.write(memory, [5, 6], 3)


@pytest.mark.parametrize("start", [(0, 1), (4, 1), (1, 5), (1,), (2, 4)])
def test_no_write_leaves_the_row(machine: Spectrum, start: tuple[int, ...]) -> None:
    memory = machine.core.memory
    before = bytes(memory)
    with pytest.raises(VariableError):
        NumberArray.find(memory, "b()").write(memory, [1, 2], *start)
    assert bytes(memory) == before


@pytest.mark.parametrize(("name", "value"), [("z", 1), ("a$", 5), ("c", "text")])
def test_a_wrong_name_or_value_is_refused(machine: Spectrum, name: str, value: Value) -> None:
    memory = machine.core.memory
    before = bytes(memory)
    with pytest.raises(VariableError):
        set_variable(memory, name, value)
    assert bytes(memory) == before


def test_only_an_array_of_numbers_is_one(machine: Spectrum) -> None:
    with pytest.raises(VariableError, match="not an array of numbers"):
        NumberArray.find(machine.core.memory, "a$")


def test_variables_that_do_not_fit_below_ramtop_are_refused(machine: Spectrum) -> None:
    memory = machine.core.memory
    free = read_word(memory, RAMTOP) - read_word(memory, STKEND)
    variable = find_variable(memory, "a$")
    with pytest.raises(VariableError, match="RAMTOP"):
        replace_variable(memory, variable, "x" * free)
    replace_variable(memory, variable, "x" * (free - 1000))
    machine.type("PRINT LEN a$\n")
    machine.wait_for_text(str(free - 1000))

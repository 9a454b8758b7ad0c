"""BASIC's variables: the five-byte numbers and the variables area, against the ROM's own."""

import contextlib
import math
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pyspectrum.basic import tokenise
from pyspectrum.basic.variables import (
    Loop,
    NumberArray,
    Value,
    build_variables,
    find_variable,
    number_from_bytes,
    number_to_bytes,
    parse_variables,
    read_variables,
    replace_variable,
    walk_variables,
)
from pyspectrum.core import ROM_PATH, Core
from pyspectrum.core.paging import Memory
from pyspectrum.errors import VariableError
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.memory import E_LINE, RAMTOP, STKEND, VARS, read_word
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, program_blocks
from tests.cases import cases
from tests.marks import examples


def run_basic(source: str) -> Core:
    """A machine that has loaded a program from tape and run it to its end."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.insert_tape(Tape(program_blocks("test", tokenise(source), autostart_line=10)))
    spectrum.type('LOAD ""')
    spectrum.type("\n")
    spectrum.wait_for_text("0 OK", timeout=60)
    return spectrum.core


def test_a_program_s_variables_are_read() -> None:
    core = run_basic(
        """
        10 LET DataNLine=3: LET x=-2: LET y=1/4: LET big=1e10
        20 LET a$="two words": LET b$=""
        30 DIM h(3): LET h(2)=-7.5
        40 DIM b(2,3): FOR i=1 TO 2: FOR j=1 TO 3: LET b(i,j)=10*i+j: NEXT j: NEXT i
        50 DIM g$(5): LET g$="01?"
        60 DIM p$(2,3): LET p$(1)="abc": LET p$(2,2)="z"
        70 DIM q$(2,2,2): LET q$(2,1)="no"
        """
    )
    variables = read_variables(core.memory)
    loop = variables.pop("i")
    assert variables == {
        "datanline": 3, "x": -2, "y": 0.25, "big": 1e10, "a$": "two words", "b$": "", "h()": (0, -7.5, 0),
        "b()": ((11, 12, 13), (21, 22, 23)), "j": Loop(4, 3, 1, 40, 4), "g$()": "01?  ", "p$()": ("abc", " z "),
        "q$()": (("  ", "  "), ("no", "  ")),
    }  # fmt: skip
    assert loop == Loop(value=3, limit=2, step=1, line=40, statement=3)


def test_read_variables_build_the_same_bytes_again() -> None:
    core = run_basic(
        '10 LET long1=2: LET a=.5: LET c$="x": DIM d(2,2): DIM e$(2,3): FOR i=10 TO 1 STEP -2.5: NEXT i: LET z=-65535'
    )
    start, end = read_word(core.memory, VARS), read_word(core.memory, E_LINE)
    area = bytes(core.memory[start : end - 1])
    assert core.memory[end - 1] == 0x80
    assert build_variables(read_variables(core.memory)) == area


def test_the_places_of_variables() -> None:
    core = run_basic('10 LET first=1: LET a$="abc": LET n=7')
    found = list(walk_variables(core.memory))
    assert [variable.name for variable in found] == ["first", "a$", "n"]
    assert [v.end_address for v in found[:-1]] == [v.address for v in found[1:]]
    last = find_variable(core.memory, "N")
    assert last == found[-1]
    assert core.memory[last.body_address + 2] == 7
    text = find_variable(core.memory, "a$")
    assert bytes(core.memory[text.body_address : text.end_address]) == b"\x03\0abc"
    with pytest.raises(VariableError, match=r"no variable last; the program has first, a\$, n"):
        find_variable(core.memory, "last")


# -- numbers -----------------------------------------------------------------------------------

EDITOR = 0x0F2C  # ROM: called when the machine waits for a line
TRAP = 0x8000
OPERATIONS = {"addition": 0x0F, "subtract": 0x03, "multiply": 0x04, "division": 0x05, "negate": 0x1B}
END_CALC = 0x38


class Calculator:
    """The ROM's calculator, for five-byte numbers that it made itself."""

    def __init__(self) -> None:
        self.core = Core()
        assert self.core.run(MODEL_48K.seconds_to_tstates(10), (EDITOR,)) == EDITOR
        self._memory = bytes(self.core.memory)

    def __call__(self, operation: str, *operands: bytes) -> bytes:
        """The result of an operation; raises OverflowError where the ROM reports 6."""
        core = self.core
        core.memory[:] = self._memory
        bottom = read_word(core.memory, STKEND)
        numbers = b"".join(operands)
        core.memory[bottom : bottom + len(numbers)] = numbers
        core.memory[STKEND : STKEND + 2] = (bottom + len(numbers)).to_bytes(2, "little")
        core.memory[TRAP : TRAP + 3] = bytes((0xEF, OPERATIONS[operation], END_CALC))
        core.set("sp", 0x7FF0)
        core.set("iy", 0x5C3A)
        core.pc = TRAP
        end = core.run(core.tstates + MODEL_48K.seconds_to_tstates(5), (TRAP + 3, 0x0008))
        if end == 0x0008:
            raise OverflowError
        assert end == TRAP + 3
        return bytes(core.memory[bottom : bottom + 5])


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return Calculator()


whole_numbers = st.integers(-65535, 65535)
numbers = st.floats(allow_nan=False, allow_infinity=False, min_value=-1.6e38, max_value=1.6e38)


@given(whole_numbers)
@example(0)
@example(-65535)
@example(-1)
def test_whole_numbers_take_the_small_form_and_come_back(value: int) -> None:
    five = number_to_bytes(value)
    assert five[0] == 0 == five[4]
    back = number_from_bytes(five)
    assert (back, type(back)) == (value, int)


@given(numbers)
@example(65536.0)
@example(0.1)
@example(-1e-39)
@example(2.0**-128)
@example(math.nextafter(1.0, 0))
def test_any_number_comes_back_to_32_bits(value: float) -> None:
    back = number_from_bytes(number_to_bytes(value))
    if abs(value) < 2**-128:
        assert abs(back) <= 2**-128
    else:
        assert back == pytest.approx(value, rel=2**-32, abs=0)


@given(exponent=st.integers(1, 255), mantissa=st.integers(0, 2**32 - 1))
def test_every_floating_form_but_the_whole_numbers_is_written_as_it_was(exponent: int, mantissa: int) -> None:
    five = bytes((exponent,)) + mantissa.to_bytes(4, "big")
    value = number_from_bytes(five)
    again = number_to_bytes(value)
    assert number_from_bytes(again) == value
    if not (abs(value) <= 65535 and value == int(value)):
        assert again == five


@given(a=whole_numbers, b=whole_numbers)
def test_the_rom_adds_whole_numbers_to_the_same_bytes(calculator: Calculator, a: int, b: int) -> None:
    theirs = calculator("addition", number_to_bytes(a), number_to_bytes(b))
    assert number_from_bytes(theirs) == a + b
    if abs(a + b) < 65535:  # at the very edge the ROM may change to the floating form
        assert theirs == number_to_bytes(a + b)


@given(a=numbers, b=numbers, operation=st.sampled_from(["addition", "subtract", "multiply", "division"]))
@example(a=1.0, b=3.0, operation="division")
@example(a=1.0, b=4.0, operation="division")
def test_numbers_that_the_rom_made_are_read_exactly(calculator: Calculator, a: float, b: float, operation: str) -> None:
    first, second = number_to_bytes(a), number_to_bytes(b)
    a, b = number_from_bytes(first), number_from_bytes(second)
    assume(operation != "division" or b != 0)
    exact = {"addition": a + b, "subtract": a - b, "multiply": a * b, "division": a / b if b else 0}[operation]
    try:
        theirs = number_from_bytes(calculator(operation, first, second))
    except OverflowError:
        assert abs(exact) > 1.6e38
    else:
        if abs(exact) < 2**-126:
            assert abs(theirs) <= 2**-125
        else:
            # the ROM rounds each operation to 32 bits, or to 31 where it shifts
            assert theirs == pytest.approx(exact, rel=2**-30, abs=max(abs(a), abs(b)) * 2**-31)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 2.0**127, -1e39])
def test_numbers_that_the_spectrum_cannot_hold_are_refused(value: float) -> None:
    with pytest.raises(VariableError):
        number_to_bytes(value)


# -- the area ----------------------------------------------------------------------------------

floats32 = st.one_of(whole_numbers, st.integers(-(2**31), 2**31).map(lambda n: n / 1024), st.integers(10**6, 2 * 10**9))
texts = st.text(alphabet=st.characters(max_codepoint=255), max_size=8)


def rectangles(item: st.SearchStrategy[float]) -> st.SearchStrategy[Value]:
    row = st.integers(1, 4).flatmap(lambda n: st.tuples(*[item] * n))
    table = st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(
        lambda size: st.tuples(*[st.tuples(*[item] * size[1])] * size[0])
    )
    return row | table


text_tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.text(alphabet=st.characters(max_codepoint=255), min_size=width, max_size=width), min_size=1, max_size=3
    ).map(tuple)
)
loops = st.builds(Loop, floats32, floats32, floats32, st.integers(0, 9999), st.integers(0, 255))
areas = st.fixed_dictionaries({}, optional={
    "a": floats32, "lenline": floats32, "x9": floats32, "i": loops, "a$": texts, "h()": rectangles(floats32),
    "p$()": text_tables, "g$()": st.text(alphabet="01?", min_size=1, max_size=62),
})  # fmt: skip


@settings(max_examples=examples(60))
@given(areas)
def test_an_area_comes_back_as_it_was_built(variables: dict[str, Value]) -> None:
    area = build_variables(variables)
    assert parse_variables(area) == variables
    assert parse_variables(area + b"\x80") == variables
    assert build_variables(parse_variables(area)) == area


def test_texts_in_three_dimensions() -> None:
    area = build_variables({"a$()": ((("abc", "def", "ghi", "jkl"),) * 2)})
    assert parse_variables(area) == {"a$()": ((("abc", "def", "ghi", "jkl"),) * 2)}
    assert area[3:10] == bytes((3, 2, 0, 4, 0, 3, 0))


def test_of_two_variables_alike_the_first_counts() -> None:
    assert parse_variables(build_variables({"a": 1}) + build_variables({"a": 2})) == {"a": 1}


@settings(max_examples=examples(60))
@given(areas.filter(bool), st.randoms(use_true_random=False))
def test_a_damaged_area_is_refused_or_read_but_never_crashes(variables: dict[str, Value], random: Random) -> None:
    area = bytearray(build_variables(variables))
    area[random.randrange(len(area))] = random.randrange(256)
    read: dict[str, Value] = {}
    with contextlib.suppress(VariableError):
        read = parse_variables(bytes(area[: random.randrange(1, len(area) + 1)]))
    assert all(name[0].isalpha() for name in read)


@pytest.mark.parametrize(
    ("area", "complaint"),
    [
        (b"\x61\x00\x00", "variable at 0 .* cut short"),
        (b"\x41\x05\x00ab", r"a\$ at 0 is cut short"),
        (b"\x01", "no kind of variable starts with #01"),
        (b"\x60\0\0\0\0\0", "no letter in its first byte"),
        (b"\x88\x08\x00\x01\x02\x00\0\0\0\0\0", "an array of"),
    ],
)
def test_damage_is_named_with_its_place(area: bytes, complaint: str) -> None:
    with pytest.raises(VariableError, match=complaint):
        parse_variables(area)


def test_a_machine_that_has_not_booted_has_no_variables() -> None:
    with pytest.raises(VariableError, match="has the machine booted"):
        read_variables(Path(ROM_PATH).read_bytes() + bytes(0xC000))


@cases(
    "name",
    "value",
    "complaint",
    more=[
        ("ab()", (1,), "only a plain number"),
        ("a()", ((1, 2), (3,)), "not all alike"),
        ("a", math.inf, "only finite numbers"),
    ],
)
def test_variables_that_basic_cannot_have_are_refused(name: str, value: Value, complaint: str) -> None:
    with pytest.raises(VariableError, match=complaint):
        build_variables({name: value})


# -- written into a machine ----------------------------------------------------------------------------


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


def set_variable(memory: Memory, name: str, value: Value) -> None:
    replace_variable(memory, find_variable(memory, name), value)


@given(text=st.text(st.characters(codec="latin-1"), max_size=300), number=st.integers(-65535, 65535))
def test_values_that_are_written_are_read_and_the_others_stay(beginning: MachineState, text: str, number: int) -> None:
    memory = bytearray(beginning.memory)
    before = read_variables(memory)
    set_variable(memory, "a$", text)
    set_variable(memory, "C", number)
    assert read_variables(memory) == {**before, "a$": text, "c": number}


@pytest.mark.parametrize("text", ["", "short", "longer than before"])
def test_basic_continues_with_the_values_that_were_written(machine: Spectrum, text: str) -> None:
    set_variable(machine.core.memory, "a$", text)
    machine.type('PRINT a$;"|";d$;"|";c\n')
    machine.wait_for_text(f"{text}|last|5")
    machine.type('LET d$=a$+"!": LET a$="": PRINT d$;b(3,4)\n')
    machine.wait_for_text(f"{text}!0")
    memory = machine.core.memory
    assert (read_variables(memory)["a$"], read_variables(memory)["d$"]) == ("", f"{text}!")


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


def test_an_array_may_have_one_dimension_and_not_three() -> None:
    memory = after("DIM d(3)", "DIM e(1,1,3)").core.memory
    NumberArray.find(memory, "d()").write_rows(memory, [[0.5, 6]])
    assert read_variables(memory)["d()"] == (0.5, 6, 0)
    for name, rows in (("d()", [(1,)] * 2), ("d()", [(1,) * 4]), ("e()", [(1,)])):
        with pytest.raises(VariableError, match="do not fit an array"):
            NumberArray.find(memory, name).write_rows(memory, rows)


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

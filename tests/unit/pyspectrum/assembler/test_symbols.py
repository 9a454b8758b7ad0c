"""Symbol tables: names for addresses, and the files that assemblers and compilers write."""

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.assembler.symbols import SourceLine, SymbolTable, load_symbols, parse_symbols
from pyspectrum.errors import SpectrumError, SymbolError

SOURCE = """\
        org 32768
lives:  equ 3
start:  ld a,lives
loop:   dec a
        jr nz,loop
        ret
"""
SLD = (Path(__file__).parent / "game.sld").read_text("utf-8")
Z88DK = (Path(__file__).parent / "game.map").read_text("utf-8")


def assembled(tmp_path: Path, *command: str) -> None:
    (tmp_path / "game.asm").write_text(SOURCE, encoding="ascii")
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("pasmo") is None, reason="pasmo is not installed: apt install pasmo")
def test_a_symbol_file_of_pasmo(tmp_path: Path) -> None:
    assembled(tmp_path, "pasmo", "game.asm", "game.bin", "game.symbol")
    table = load_symbols(tmp_path / "game.symbol")
    assert dict(table.symbols) == {"lives": 3, "start": 32768, "loop": 32770}
    assert table.describe(32771) == "loop+1"


@pytest.mark.skipif(shutil.which("z88dk-z80asm") is None, reason="z88dk is not installed")
def test_a_map_of_z88dk_itself(tmp_path: Path) -> None:
    source = SOURCE.replace("lives:  equ 3", "        defc lives = 3").replace("start:", "        public start\nstart:")
    (tmp_path / "game.asm").write_text(source, encoding="ascii")
    subprocess.run(["z88dk-z80asm", "-b", "-m", "game.asm"], cwd=tmp_path, check=True, capture_output=True)
    table = load_symbols(tmp_path / "game.map")
    assert (table["start"], table["loop"], table.name_at(3)) == (32768, 32770, None)


def test_the_files_of_pyz80(tmp_path: Path) -> None:
    options = ("--case", "--obj=game.bin", "--exportfile=game.sym", "--mapfile=game.map")
    assembled(tmp_path, sys.executable, "-m", "pyz80.pyz80", *options, "game.asm")
    for name in ("game.sym", "game.map"):
        table = load_symbols(tmp_path / name)
        assert (table["start"], table["loop"]) == (32768, 32770)
        assert table.describe(32772) == "loop+2"
        assert ("lives" in table) == (name == "game.sym")


def test_source_level_debugging_data() -> None:
    table = parse_symbols(SLD.encode())
    assert dict(table.symbols) == {
        "lives": 3, "start": 32768, "start.loop": 32770, "music.play": 49152, "level_1": 49152,
    }  # fmt: skip
    assert dict(table.lines) == {
        32768: SourceLine("game.asm", 3), 32770: SourceLine("game.asm", 4), 4 << 16 | 49152: SourceLine("music.asm", 7),
    }  # fmt: skip
    assert table.labels == {"start", "start.loop", "music.play", "level_1"}
    assert table.start == 32768


def test_data_of_functions_and_definitions_are_names_too() -> None:
    alone = [line for line in SLD.splitlines(keepends=True) if "|L|" not in line]
    table = parse_symbols("".join(alone).replace("|2|32768|F|", "|6|49152|F|").encode())
    assert dict(table.symbols) == {"lives": 3, "start": 49152}
    assert table.labels == {"start"}, "a definition is no place"
    assert dict(table.banks) == {"start": 6}


def test_in_switched_memory_the_bank_says_which_label_it_is() -> None:
    table = parse_symbols(SLD.encode())
    assert dict(table.banks) == {"music.play": 4, "level_1": 6}
    assert [table.describe(49153, bank) for bank in (4, 6, 2)] == ["music.play+1", "level_1+1", "level_1+1"]
    assert table.describe(32771, 4) == "start.loop+1"
    assert (table.source_line(49152, 4), table.source_line(49152, 6)) == (SourceLine("music.asm", 7), None)


def test_a_48k_device_of_sjasmplus_has_no_banks() -> None:
    assert not parse_symbols(SLD.replace("count:8", "count:4").encode()).banks


def test_a_map_of_z88dk() -> None:
    table = parse_symbols(Z88DK.encode())
    assert (table["_main"], table["_score"], table["l_loop"], table["CLIB_VIDEO"]) == (0x8010, 0x9000, 0x8013, 5)
    assert table.labels == {"_main", "_score", "_play", "l_loop"}
    assert table.name_at(0x8000) is None  # __head is a constant
    assert dict(table.banks) == {"_play": 3}
    assert table.source_line(0x8010) == SourceLine("game.c", 12)
    assert table.source_line(0x9000) is None  # a variable is no instruction


def test_a_z88dk_bank_may_stand_in_the_upper_half_of_the_address() -> None:
    table = parse_symbols(b"_play = $3C000 ; addr, public, , music_c, code_music, music.c:5\n")
    assert (table["_play"], table.banks["_play"]) == (0xC000, 3)


def test_numbers_as_assemblers_write_them() -> None:
    text = "a: EQU 0x00008000\nb EQU 08001H\nc equ $8002\nd: equ #8003\ne = 32772\n; a remark\nf: equ %101 ; five\n"
    assert list(parse_symbols(text.encode()).symbols.values()) == [0x8000, 0x8001, 0x8002, 0x8003, 0x8004, 5]


def test_the_code_s_limits_part_labels_from_constants() -> None:
    data = b"start EQU 08000H\nscreen EQU 04000H\ntop EQU 0FFFFH\n"
    assert parse_symbols(data).name_at(0x4000) == "screen"
    table = parse_symbols(data, start=0x8000, end=0x9000)
    assert (table.nearest(0x4000), table.describe(0x8FFF), table.nearest(0x9000)) == (None, "start+4095", None)
    assert "screen" in table


def test_of_two_labels_at_one_place_the_alphabetically_first_is_told() -> None:
    table = SymbolTable({"b": 110, "a": 110, "c": 115}, 100, 120)
    assert (table.name_at(110), table.name_at(111), table.nearest(105)) == ("a", None, None)
    assert (str(table.nearest(114)), str(table.nearest(119))) == ("a+4", "c+4")


def test_a_name_that_is_not_there() -> None:
    table = SymbolTable({"main": 32768, "_draw_the_snake": 32770}, 32768, 32780)
    with pytest.raises(SymbolError, match=r"^no symbol 'mian'; did you mean 'main'\?$"):
        table["mian"]
    with pytest.raises(KeyError):  # as a mapping's users expect
        table["nothing like it"]


class Surprise:
    def __reduce__(self) -> tuple[object, ...]:
        return (print, ("this must never run",))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"print('hello')\n",
        b"name = 5\nand prose\n",
        pickle.dumps({"start": Surprise()}),
        pickle.dumps(["start"]),
        b"(dp0\nVcut short",
    ],
    ids=["empty", "Python", "prose", "code in a pickle", "a list", "cut short"],
)
def test_invalid_symbol_files_are_refused(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SpectrumError, match=r"^game\.sym: not a symbol file of pyz80, pasmo, sjasmplus or z88dk"):
        parse_symbols(data, "game.sym")
    assert capsys.readouterr().out == ""


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SymbolError, match=r"cannot read the symbols: No such file"):
        load_symbols(tmp_path / "none.sym")


SAMPLES = [SLD.encode(), Z88DK.encode(), b"start EQU 08000H\nb: EQU 0x1\n", b"8000=start\n", pickle.dumps({"a": 1}, 0)]


@given(
    sample=st.sampled_from(SAMPLES),
    place=st.floats(0, 1),
    cut=st.integers(0, 4),
    put=st.binary(max_size=4) | st.text("0123456789|,:-$; \n", max_size=12).map(str.encode),
)
@settings(derandomize=True)
def test_a_damaged_file_is_read_or_refused(sample: bytes, place: float, cut: int, put: bytes) -> None:
    start = int(place * len(sample))
    data = sample[:start] + put + sample[start + cut :]
    try:
        table = parse_symbols(data)
    except SymbolError as error:
        refused, values, name = str(error), [0], "start"
    else:
        refused, values, name = "", list(table.symbols.values()), table.describe(0x8000)
    assert name
    assert all(isinstance(value, int) for value in values)
    assert refused == "" or refused.startswith("<symbols>: not a symbol file")

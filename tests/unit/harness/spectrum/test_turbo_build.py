"""The turbo edition's making: addresses in its BASIC, its memory, its two pieces of code."""

import re
from dataclasses import replace

import pytest

from harness.errors import BuildError
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import (
    EDITIONS,
    WORK_PAGE,
    build_tape,
    edition_source,
    line_code,
    turbo_code,
)
from pyspectrum.tape import FileType

TURBO = next(edition for edition in EDITIONS if edition.file_name == "crossword-turbo.tap")


def test_the_parts_of_its_memory_follow_one_another() -> None:
    symbols = turbo_code().symbols
    assert symbols["ramtop"] + 1 == symbols["turbo_low"] == symbols["turbo_low"] // 256 * 256
    assert symbols["clues"] + symbols["clues_size"] <= symbols["turbo_origin"] == turbo_code().origin
    rows = symbols["line_cells"] + symbols["max_height"] * symbols["record_size"]
    candidates_end = symbols["candidates"] + symbols["candidate_size"] * symbols["most_candidates"]
    assert rows <= symbols["candidates"] < candidates_end <= 256 * symbols["column_cells_page"]
    assert turbo_code().end <= WORK_PAGE == 256 * line_code().symbols["work_page"]
    assert WORK_PAGE + 256 == symbols["turbo_work"] == CODE_ADDRESS - 512
    assert line_code().origin == CODE_ADDRESS


def test_its_tape_has_its_own_code_and_the_line_analysis_as_it_is_elsewhere() -> None:
    blocks = build_tape(TURBO).blocks
    codes = [
        (block.header.parameter1, data.payload)
        for block, data in zip(blocks[::2], blocks[1::2], strict=True)
        if block.header and block.header.file_type is FileType.CODE
    ]
    assert codes[-2:] == [(turbo_code().origin, turbo_code().code), (CODE_ADDRESS, line_code().code)]


def test_addresses_come_from_the_assembler() -> None:
    source, symbols = edition_source(TURBO), turbo_code().symbols
    assert "{" not in source
    assert f" CLEAR {symbols['ramtop']}: " in source
    called = {int(address) for address in re.findall(r"=USR (\d+)", source)}
    entries = ("solve", "go_on", "go_on_black", "go_on_white", "count_all", "count_on", "try_on", "seconds")
    typed = ("clear_clues", "size")
    assert called == {symbols[name] for name in (*entries, *typed)}


def test_its_own_lines_come_before_the_common_ones() -> None:
    source = edition_source(TURBO)
    numbers = [int(line.split()[0]) for line in source.splitlines()]
    assert numbers == sorted(set(numbers))
    assert '"6 - Count solutions"' in source
    assert not [number for number in numbers if 2130 <= number < 3680], "no drawing, no analysis in BASIC"


def test_an_unknown_address_is_an_error() -> None:
    with pytest.raises(BuildError, match="no symbol 'clear_clues'"):
        edition_source(replace(TURBO, code_roots=("line",)))

"""The tapes: what is on them, and that the sources make them byte for byte."""

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.cli import main
from harness.commands.build import differing_products
from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum import CODE_ADDRESS, assembling, build
from harness.spectrum.build import (
    ALL_EDITIONS,
    EDITIONS,
    WORK_PAGE,
    Edition,
    build_tape,
    edition_source,
    line_code,
    pack_numbers,
    turbo_code,
)
from harness.spectrum.products import product_paths
from pyspectrum.assembler import Assembly, assemble_with_pasmo
from pyspectrum.basic import split_program
from pyspectrum.tape import FileType, Tape
from tests.cases import cases
from tests.cli_runner import run_cli

CLASSIC, BASIC_ONLY, TURBO = EDITIONS


def program_lines(tape: Tape) -> dict[int, bytes]:
    """The lines of the last program on a tape."""
    blocks = tape.blocks
    last = max(i for i, b in enumerate(blocks) if b.header and b.header.file_type is FileType.PROGRAM)
    return {line.number: line.content for line in split_program(blocks[last + 1].payload)}


def test_the_committed_tapes_are_what_the_sources_make() -> None:
    folder = data_folder("tapes")
    assert differing_products(folder) == []
    assert {*product_paths(folder)} == {*folder.iterdir()}


def test_the_basic_tape_is_the_clear_program_whole() -> None:
    basic, classic = (
        {int(line.split()[0]): line for line in edition_source(replace(edition, remarks=True)).splitlines()}
        for edition in (BASIC_ONLY, CLASSIC)
    )
    listed = build._numbered_lines("crossword.bas", "analysis.bas")
    own = build._numbered_lines(*CLASSIC.own_listings) | {5: "what is loaded"}
    assert basic.keys() | {2} == listed.keys(), "2 has nothing in it where the ROM's letters do"
    assert {2195, 2197} <= own.keys() - basic.keys()
    # what the classic edition has not of its own is as it is there, but for the list of changed cells
    symbols = build.line_code().symbols
    for name, address in build.BASIC_SYMBOLS.items():
        classic = {n: line.replace(str(symbols[name]), str(address)) for n, line in classic.items()}
    assert {n: line for n, line in classic.items() if n not in own}.items() <= basic.items()
    assert {*range(3620, 3671, 10), 2140, 2190} <= classic.keys() & basic.keys() - own.keys()
    headers = [block.header for block in build_tape(BASIC_ONLY).blocks if block.header]
    # the loading screen, and the guard, without which no report could be caught
    assert [h.parameter1 for h in headers if h.file_type is FileType.CODE] == [16384, build.guard_code().origin]


def test_the_call_is_to_the_letter_and_sections_start_where_the_article_has_them() -> None:
    assert "\n2195 RANDOMIZE USR 62976: RETURN\n" in edition_source(CLASSIC)
    sections = {10, 130, 210, 360, 580, 700, 740, 1090, 1230, 1320, 1530, 1730, 1950, 2080, 2130, 2190, 3680}
    assert sections <= program_lines(build_tape(CLASSIC)).keys()


@pytest.mark.parametrize("edition", [one for one in EDITIONS if one.machine_code], ids=lambda one: one.file_name)
def test_a_basic_line_that_the_code_needs_is_not_renumbered_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edition: Edition
) -> None:
    for name in ("asm", "basic"):
        shutil.copytree(data_folder(name), tmp_path / name)
    monkeypatch.setattr(build, "data_folder", tmp_path.joinpath)
    needed = list(build.basic_lines("typed_clues.asm"))
    assert {350, 570, 590, 660, 4175} == {number for _, _, number in needed}
    own = tmp_path / "basic" / edition.own_listings[0]
    text = own.read_text(encoding="ascii")
    build_tape(edition)
    for at, name, number in needed:
        moved = re.sub(rf"^{number} ", f"{number + 1} ", text, flags=re.MULTILINE)
        own.write_text(moved, encoding="ascii")
        with pytest.raises(BuildError) as refused:
            build_tape(edition)
        line = moved[: moved.index(f"\n{number + 1} ")].count("\n") + 2
        assert str(refused.value) == (
            f"asm/typed_clues.asm:{at}: {name}: {edition.file_name} has no BASIC line {number}; the nearest is "
            f"{number + 1} (basic/{own.name}:{line}); renumber one of the two"
        )


@pytest.mark.skipif(shutil.which("pasmo") is None, reason="pasmo is not installed: apt install pasmo")
def test_pasmo_builds_the_committed_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    def recorded(source: Path, **options: Any) -> Assembly:
        used.append(source.name)
        return assemble_with_pasmo(source, **options)

    monkeypatch.setitem(assembling.ASSEMBLERS, "pasmo", recorded)
    assert main(["build", "--check", "--assembler", "pasmo"]) == 0
    assert set(used) == {"line.asm", "turbo.asm", "typing.asm", "guard.asm", "letters.asm"}


def test_without_pasmo_a_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["build", "--check", "--assembler", "pasmo"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "apt-get install pasmo" in err
    assert len(err.splitlines()) == 1


def test_check_tells_which_tape_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = {"crossword.tap": b"one", "crossword-basic.tap": b"another"}
    monkeypatch.setattr("harness.commands.build.build_all", lambda: built)
    assert run_cli("build", "--out", str(tmp_path)).code == 0
    assert run_cli("build", "--check", "--out", str(tmp_path)).code == 0
    tape = tmp_path / "crossword.tap"
    tape.write_bytes(tape.read_bytes()[:-1])
    ran = run_cli("build", "--check", "--out", str(tmp_path))
    assert ran.code == 1
    assert "crossword.tap" in ran.err
    assert "crossword-basic.tap" not in ran.err


def test_a_line_number_in_two_listings_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.bas").write_text("10 CLS\n")
    (tmp_path / "b.bas").write_text("10 CLS\n")
    monkeypatch.setattr(build, "data_folder", lambda _: tmp_path)
    with pytest.raises(BuildError, match=r"b\.bas: BASIC line 10"):
        build._numbered_lines("a.bas", "b.bas")


@pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda edition: edition.file_name)
def test_every_edition_has_its_code_behind_its_program_and_loads_it_first(edition: Edition) -> None:
    source, pieces = edition_source(edition), build.edition_code(edition)
    first = next(line for line in source.splitlines() if not line.startswith("2 DEF FN "))
    assert first.startswith("5 IF PEEK ")
    blocks = build_tape(edition).blocks
    files = [
        (block.header, data.payload) for block, data in zip(blocks[::2], blocks[1::2], strict=True) if block.header
    ]
    assert [header.name.strip() for header, _ in files[:3]] == ["xword", "title", "crossword"]
    assert re.findall(r'LOAD "(\w+)"CODE :', first) == [header.name.strip() for header, _ in files[3:]]
    loaded = {header.parameter1 + at: byte for header, data in files[3:] for at, byte in enumerate(data)}
    for piece in pieces.values():
        assert bytes(loaded[address] for address in range(piece.origin, piece.end)) == piece.code
    noted = int(re.findall(r"POKE (\d+),1$", first)[0])
    assert noted == 65367
    assert not loaded.get(noted), "it is set once all has come"
    assert all(noted not in range(piece.origin, piece.end - 1) for piece in pieces.values())
    assert len(files) == 4 + (edition.file_name == "crossword-turbo-ru.tap"), "a header takes five seconds"
    guard = pieces["guard"]
    assert guard.origin == 65376, "the graphic B"
    assert guard.end <= 65536
    assert build.edition_ramtop(edition) < build.BASIC_SYMBOLS["changed_count"]
    assert build.BASIC_SYMBOLS["before_changed"] + 62 < 65368, "below the graphics"
    guarded = re.findall(rf"IF USR {guard.origin} THEN (\w+)", source)
    assert (guarded.count("LOAD"), guarded.count("SAVE")) == (1, 1)
    # but for the one that is empty, and clears the lower screen
    unguarded = re.sub(r" REM .*|THEN INPUT", "", source)
    assert (guarded.count("INPUT"), unguarded.count("INPUT")) == (len(guarded) - 2, 1)


@pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda edition: edition.file_name)
def test_numbers_are_shortened_where_memory_is_short_and_remarks_left_out(edition: Edition) -> None:
    text = b"".join(program_lines(build_tape(edition)).values())
    val = b'\xb0"23631"'
    assert (val in text) is edition.short_numbers
    remarks = set(re.findall(r"^(\d+) REM .", edition_source(edition), re.MULTILINE))
    if not edition.machine_code:
        assert remarks > {"210", "700", "2130", "2190", "3580", "4800"}
    else:  # in English the sections keep their words
        assert remarks <= {str(line) for line in build.SECTIONS}
        assert bool(remarks) is (edition in EDITIONS)
    assert edition.short_numbers is (edition not in (CLASSIC, BASIC_ONLY))


@cases("line", "packed")
def test_packing(line: str, packed: str) -> None:
    assert pack_numbers(line + "\n", {20}) == packed + "\n"


def test_the_parts_of_the_turbo_memory_follow_one_another() -> None:
    symbols = turbo_code().symbols
    assert symbols["ramtop"] + 1 == symbols["turbo_low"] == symbols["turbo_low"] // 256 * 256
    assert symbols["clues"] + symbols["clues_size"] <= symbols["turbo_origin"] == turbo_code().origin
    rows = symbols["line_cells"] + symbols["max_height"] * symbols["record_size"]
    candidates_end = symbols["candidates"] + symbols["candidate_size"] * symbols["most_candidates"]
    assert rows <= symbols["candidates"] < candidates_end <= 256 * symbols["column_cells_page"]
    assert turbo_code().end <= WORK_PAGE == 256 * line_code().symbols["work_page"]
    assert WORK_PAGE + 256 == symbols["turbo_work"] == CODE_ADDRESS - 512
    assert line_code().origin == CODE_ADDRESS


def test_the_turbo_s_addresses_come_from_the_assembler_and_its_own_lines_come_first() -> None:
    source, symbols = edition_source(TURBO), turbo_code().symbols
    assert "{" not in source
    assert f" CLEAR {symbols['ramtop']}: " in source
    called = {int(address) for address in re.findall(r"=USR (\d+)", source)}
    entries = ("solve", "go_on", "go_on_black", "go_on_white", "count_all", "count_on", "try_on", "seconds")
    clues = ("clear_clues", "clear_screen", "size", "draw_clue", "packed_at", "pack")
    assert called == {symbols[name] for name in (*entries, *clues)}
    numbers = [int(line.split()[0]) for line in source.splitlines()]
    assert numbers == sorted(set(numbers))
    assert '"6 - Count solutions"' in source
    assert not [number for number in numbers if 2130 <= number < 3680], "no drawing, no analysis in BASIC"


def test_an_unknown_address_is_an_error() -> None:
    with pytest.raises(BuildError, match="no symbol 'clear_clues'"):
        edition_source(replace(TURBO, code_roots=("line",)))

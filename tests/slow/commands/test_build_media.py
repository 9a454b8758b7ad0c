"""Editions in other forms than `.tap`, and a program that has a puzzle already."""

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.errors import PuzzleError
from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition, build_tape
from harness.spectrum.loaded import START_LINE, load_puzzle_into
from harness.spectrum.menu import MENU_END, EndMessage, Menu
from harness.spectrum.reader import read_solving_screen
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.snapshot import read_snapshot
from pyspectrum.tape import Note, Tape, read_tap
from tests.cli_runner import Ran, run_cli

HEART = data_folder("puzzles") / "heart.txt"
HALT = 0x76
TURBO = EDITIONS[2]


def solves_the_heart(spectrum: Spectrum) -> None:
    """Menu item 2 solves the puzzle that is there; after that, the data can be viewed and the program continues."""
    heart = read_puzzle(HEART)
    menu = Menu(spectrum)
    assert menu.solve_again() is EndMessage.SOLVED
    assert read_solving_screen(spectrum.screen, heart.width, heart.height).grid == heart.goal
    menu.leave(EndMessage.SOLVED)
    assert "Horisontal lines:" in menu.view_data()
    assert menu.solve_again() is EndMessage.SOLVED


def loaded_from(tape: Tape, model: str = "48", *, tape_loader: bool = False) -> Spectrum:
    """A machine that has loaded a tape, in 48 BASIC or by Tape Loader, and shows the menu."""
    spectrum = Spectrum(model)
    spectrum.boot(None if model == "48" or tape_loader else "48")
    spectrum.insert_tape(tape)
    if not tape_loader:
        spectrum.type('LOAD ""')
    spectrum.press(ENTER)
    spectrum.wait_for_text(MENU_END, timeout=120)
    assert spectrum.core.memory[22528:22560] == bytes([7]) * 32, "the menu is white on black"
    return spectrum


def built(path: Path, *options: str, puzzle: Path = HEART) -> Ran:
    """Build a file that has a puzzle already."""
    ran = run_cli("build", "--puzzle", str(puzzle), "--out", str(path), *options)
    assert ran.code == 0, ran
    return ran


def taken_over(path: Path) -> Spectrum:
    """A machine that goes on from a snapshot."""
    spectrum = Spectrum()
    read_snapshot(path, spectrum.core)
    return spectrum


class TestPuzzle:
    """`build --puzzle`."""

    @pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
    def test_a_tape_comes_with_its_puzzle(self, edition: Edition, tmp_path: Path) -> None:
        path = tmp_path / "heart.tap"
        ran = built(path, "--tape", edition.file_name)
        assert ran.err == ""
        assert f"{path}: {path.stat().st_size:,} bytes" in ran.out
        solves_the_heart(loaded_from(read_tap(path)))

    @pytest.mark.parametrize(
        ("edition", "model", "tape_loader"),
        [(EDITIONS[0], "+2", False), (EDITIONS[1], "128", True), (TURBO, "128", False), (TURBO, "+2", True)],
        ids=lambda value: value.file_name if isinstance(value, Edition) else str(value),
    )
    def test_it_loads_on_a_128(self, edition: Edition, model: str, tape_loader: bool) -> None:
        tape = load_puzzle_into(edition, read_puzzle(HEART)).tape()
        solves_the_heart(loaded_from(tape, model, tape_loader=tape_loader))

    @pytest.mark.parametrize("suffix", [".z80", ".szx"])
    def test_a_snapshot_comes_with_its_puzzle(self, suffix: str, tmp_path: Path) -> None:
        built(tmp_path / f"heart{suffix}")
        solves_the_heart(taken_over(tmp_path / f"heart{suffix}"))

    @pytest.mark.skipif(
        shutil.which("snapconv") is None, reason="not installed: snapconv (in Debian's fuse-emulator-utils)"
    )
    @pytest.mark.parametrize(("ours", "theirs"), [(".z80", ".szx"), (".szx", ".z80")])
    def test_a_snapshot_in_another_s_hands(self, ours: str, theirs: str, tmp_path: Path) -> None:
        path, rewritten = tmp_path / f"heart{ours}", tmp_path / f"again{theirs}"
        built(path, "--tape", "crossword-turbo.tap")
        subprocess.run(["snapconv", path, rewritten], check=True, capture_output=True, timeout=60)
        solves_the_heart(taken_over(rewritten))

    def test_a_tzx_names_the_program(self, tmp_path: Path) -> None:
        built(tmp_path / "heart.tzx")
        tape = Tape.read(tmp_path / "heart.tzx")
        assert "With the puzzle heart: menu item 2 solves it." in dict(tape.info)["Comment(s)"]
        solves_the_heart(loaded_from(tape))

    def test_both_disks_hold_what_the_tape_does(self, tmp_path: Path) -> None:
        for suffix in (".trd", ".scl"):
            built(tmp_path / f"heart{suffix}")
        loaded = load_puzzle_into(EDITIONS[0], read_puzzle(HEART))
        files = {(file.name, file.kind): file for file in loaded.disk_files()}
        assert files.keys() == {("boot", b"B"), ("title", b"C"), ("memory", b"C"), ("puzzle", b"B")}
        program, memory = files["puzzle", b"B"], files["memory", b"C"]
        assert program.start - program.length == len(loaded.variables)
        assert program.data[program.length : program.start] == loaded.variables
        assert program.data[program.start :] == b"\x80\xaa" + START_LINE.to_bytes(2, "little")
        assert (memory.start, memory.data) == (loaded.ramtop + 1, loaded.memory)
        assert all(file.body in (tmp_path / "heart.trd").read_bytes() for file in files.values())
        assert all(file.body in (tmp_path / "heart.scl").read_bytes() for file in files.values())

    def test_a_high_puzzle_is_turned(self, tmp_path: Path) -> None:
        puzzle = tmp_path / "high.txt"
        puzzle.write_text("picture:\n" + "##\n" * 44 + ".#\n")
        assert "rows and columns are swapped" in built(tmp_path / "high.z80", puzzle=puzzle).err
        spectrum = taken_over(tmp_path / "high.z80")
        assert Menu(spectrum).solve_again() is EndMessage.SOLVED
        goal = read_puzzle(puzzle).goal
        assert goal is not None
        assert read_solving_screen(spectrum.screen, 45, 2).grid.turned() == goal

    def test_a_puzzle_that_the_program_refuses(self) -> None:
        with pytest.raises(PuzzleError, match="different sums"):
            load_puzzle_into(TURBO, Puzzle(((1,), (1,)), ((1,), ())))
        with pytest.raises(PuzzleError, match="a line does not fit"):
            load_puzzle_into(TURBO, Puzzle(((3,), ()), ((1,), (1,))))

    def test_as_many_lines_as_there_can_be(self, tmp_path: Path) -> None:
        harbour = read_puzzle(data_folder("puzzles") / "harbour.txt")
        spectrum = loaded_from(load_puzzle_into(TURBO, harbour).tape())
        assert Menu(spectrum).solve_again() is EndMessage.SOLVED
        assert (read_solving_screen(spectrum.screen, 62, 42).grid,) == solve(harbour).solutions


class TestAlso:
    """`build --also`."""

    def test_every_edition_in_every_form(self, tmp_path: Path) -> None:
        ran = run_cli("build", "--out", str(tmp_path), "--also", "tzx,z80,szx")
        assert (ran.code, ran.err) == (0, "")
        stems = {Path(edition.file_name).stem for edition in ALL_EDITIONS}
        assert {path.name for path in tmp_path.iterdir()} == {
            *(f"{stem}.{kind}" for stem in stems for kind in ("tap", "tzx", "z80", "szx")),
            *(f"{stem}.{kind}" for stem in ("crossword", "crossword-ru") for kind in ("trd", "scl")), "SHA256SUMS",
        }  # fmt: skip
        for edition in ALL_EDITIONS:
            tape = build_tape(edition)
            tzx = Tape.read(tmp_path / edition.file_name.replace(".tap", ".tzx"))
            assert tzx.blocks == tape.blocks
            assert dict(tzx.info)["Full title"] == f"Japanese Crosswords ({edition.what})"
            names = [part.text for part in tzx.parts if isinstance(part, Note)]
            headers = [block.header for block in tape.blocks if block.header]
            assert [name.split()[0] for name in names] == [header.name.strip() for header in headers]
            for suffix in (".z80", ".szx"):
                spectrum = taken_over(tmp_path / edition.file_name.replace(".tap", suffix))
                assert spectrum.core.memory[spectrum.core.pc] != HALT
                menu = Menu(spectrum)
                assert menu.enter(Puzzle(((1,),), ((1,),))) is None
                assert menu.start_solving() is EndMessage.SOLVED

    @pytest.mark.skipif(
        shutil.which("audio2tape") is None, reason="not installed: audio2tape (in Debian's fuse-emulator-utils)"
    )
    def test_a_wav_is_heard_by_another_s_ears(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every block of it, the last one too."""
        monkeypatch.setattr("harness.spectrum.build.ALL_EDITIONS", (TURBO,))
        assert run_cli("build", "--out", str(tmp_path), "--also", "wav").code == 0
        wav, heard = tmp_path / "crossword-turbo.wav", tmp_path / "heard.tap"
        subprocess.run(["audio2tape", wav, heard], check=True, capture_output=True, timeout=300)
        assert heard.read_bytes() == build_tape(TURBO).to_bytes()

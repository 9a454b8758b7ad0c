"""``python -m pyspectrum``: run, info and convert, as a shell script sees them."""

import gzip
import inspect
import io
import os
import re
import runpy
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from pyspectrum import Spectrum, Tape
from pyspectrum.basic import tokenise
from pyspectrum.commands import main
from pyspectrum.errors import ExpectationError, ReplayError, SpectrumError
from pyspectrum.screen import PALETTE
from pyspectrum.snapshot import load_snapshot, write_snapshot
from pyspectrum.tape import Block, Note, Signal, code_blocks, program_blocks, waveform
from pyspectrum.testing.machines import Lender, MachineCache
from tests.cli_runner import ROOT, Ran, assert_one_line_refusal, run_cli
from tests.marks import PIPES

PROGRAM = tokenise('10 PRINT "PRESS A KEY": PAUSE 0: INPUT "NAME ";a$: PRINT "HELLO ";a$\n20 BORDER 2: PAUSE 0: STOP')
GAME = Tape(program_blocks("game", PROGRAM, 10))
DONE = Ran(0, "", "")


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.tap"
    GAME.write(path)
    return str(path)


def spectrum(*arguments: str | Path, stdin: str | bytes | None = None, cwd: Path = ROOT) -> Ran:
    return run_cli(*arguments, stdin=stdin, cwd=cwd, tool="spectrum")


def write_machine(path: Path, model: str = "48") -> Spectrum:
    """A machine that has booted, as it was written to a snapshot."""
    machine = Spectrum(model)
    machine.boot()
    write_snapshot(path, machine.core)
    return machine


@PIPES
def test_a_pipe_is_read_to_its_end_and_not_waited_for_without_one(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe.tap"
    os.mkfifo(pipe)
    monkeypatch.setattr("pyspectrum.commands.common.PIPE_SECONDS", 0.01)
    silent = "nothing comes from this pipe, or not its end; write to it, or name a file"
    assert_one_line_refusal(spectrum("info", pipe), f"spectrum: {pipe}: {silent}")
    monkeypatch.setattr("pyspectrum.commands.common.PIPE_SECONDS", 60)
    writer = threading.Thread(target=lambda: pipe.write_bytes(Path(game).read_bytes()))
    writer.start()
    ran = spectrum("info", pipe)
    writer.join()
    assert ran.code == 0
    assert "game" in ran.out


# -- run ---------------------------------------------------------------------------------------


def test_expected_text_comes(game: str, tmp_path: Path) -> None:
    picture, state = tmp_path / "x.png", tmp_path / "x.z80"
    arguments = ["--expect-text", "PRESS A KEY", "--press", "a", "--expect-text", "NAME", "--type", r"bob\n"]
    arguments += ["--expect-text", "HELLO bob", "--timeout", "30", "--wait", "0.1"]
    assert spectrum("run", game, *arguments, "--screenshot", picture, "--snapshot", state) == DONE
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert image.convert("RGB").getpixel((1, 1)) == PALETTE[2]
    assert load_snapshot(state).parsed.border == 2


@pytest.mark.parametrize("model", ["128", "+2"])
def test_it_runs_on_other_models(game: str, model: str) -> None:
    for basic in ([], ["--basic", "48"]):
        assert spectrum("run", game, "--model", model, *basic, "--expect-text", "PRESS A KEY") == DONE


def test_missing_text_is_exit_code_1_and_the_screen(game: str) -> None:
    ran = spectrum("run", game, "--expect-text", "NEVER", "--timeout", "2")
    assert (ran.code, ran.out) == (1, "")
    first, *screen = ran.err.splitlines()
    assert first.endswith("for 'NEVER' on the screen: the program waits for a key at PAUSE 0; the screen shows:")
    assert len(screen) == 24
    assert any("PRESS A KEY" in line for line in screen)


def test_without_expectations_the_screen_is_printed(game: str) -> None:
    ran = spectrum("run", game)
    assert ran.code == 0
    assert "PRESS A KEY" in ran.out.splitlines()


def test_an_error_while_loading_is_not_found_unless_it_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "bad.tap"
    header, data = GAME.blocks
    Tape((header, Block(data.flag, data.payload, data.stored_checksum ^ 1))).write(path)
    ran = spectrum("run", path, "--expect-text", "PRESS")
    assert ran.code == 1
    assert f"{path}: BASIC stopped while loading: R Tape loading error" in ran.err
    assert spectrum("run", path, "--expect-text", "R Tape loading error") == DONE


def test_a_snapshot_runs_on_its_own_model(tmp_path: Path) -> None:
    path = tmp_path / "menu.szx"
    write_machine(path, "128")
    assert spectrum("run", path, "--expect-text", "Tape Loader") == DONE
    ran = spectrum("run", path, "--model", "48")
    assert_one_line_refusal(ran, f"spectrum: {path}: a snapshot of a 128K; use --model 128")


def test_standard_input_holds_a_tape() -> None:
    data = GAME.encode(".tzx")
    for kind in (["--from", "tzx"], []):
        assert spectrum("run", "-", *kind, "--expect-text", "PRESS A KEY", stdin=data) == DONE
    assert_one_line_refusal(spectrum("run", "-", stdin=b"\0"), "say it with --from")


def test_a_complaint_is_one_line_for_any_name() -> None:
    ran = spectrum("info", "two\nlines\x1b[31m\udcff.tap")
    assert_one_line_refusal(ran, r"spectrum: two\nlines\x1b[31m\udcff.tap: no such file")


@pytest.mark.parametrize("closed", [("stdout",), ("stderr",), ("stdout", "stderr")])
def test_streams_that_are_closed(
    closed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python has None for them."""
    with monkeypatch.context() as patch:
        for stream in closed:
            patch.setattr(sys, stream, None)
        assert main(["info", "none.tap"]) == 2
        if "stderr" in closed:
            sys.stderr.close()
    said = "spectrum: the standard output is closed; give it a terminal, a file or a pipe\n"
    assert capsys.readouterr() == ("", said if closed == ("stdout",) else "")


# ld a,7: out (254),a: ld bc,#ABCD: ld a,N: out (c),a: ret
EXITS = bytes.fromhex("3e07 d3fe 01cdab 3e2a ed79 c9")


@pytest.mark.parametrize("model", ["48", "128"])
@pytest.mark.parametrize("org", ["32768", "0x6000", "60000"])
def test_bytes_for_memory_run_and_give_their_exit_code(tmp_path: Path, org: str, model: str) -> None:
    path, state = tmp_path / "x.bin", tmp_path / "x.z80"
    path.write_bytes(EXITS)
    options: list[str | Path] = ["--org", org, "--exit-port", "0xABCD", "--model", model, "--snapshot", state]
    assert spectrum("run", path, *options) == Ran(42, "", "")
    assert load_snapshot(state).parsed.border == 7
    path.write_bytes(gzip.compress(EXITS[:-4] + b"\x18\xfe"))
    ran = spectrum("run", path, *options, "--timeout", "2")
    assert ran.code == 1
    assert "for a byte to be sent to port #ABCD: timed out" in ran.err


@pytest.mark.parametrize(("arguments", "message"), [
    (["--org", "65530"], "x.bin: 12 bytes do not fit from #FFFA on; #5D00–#FFFF is free: give another --org"),
    (["--org", "16384"], "do not fit from #4000 on"),
    (["--org", "0x8000", "--exit-port", "70000"], "'70000' is not a number from 0 to 65535"),
])  # fmt: skip
def test_bytes_that_do_not_fit_are_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "x.bin").write_bytes(EXITS)
    assert_one_line_refusal(spectrum("run", tmp_path / "x.bin", *arguments), message)


def test_a_screenshot_is_as_the_beam_draws_it(tmp_path: Path) -> None:
    # halt: then two borders in each frame: ld a,2: out: ld b,200: djnz (some 130 lines in all): ld a,6: out: jr
    stripes = bytes.fromhex("76 3e02 d3fe 0664 c5 0614 10fe c1 10f8 3e06 d3fe 18eb")
    (tmp_path / "x.bin").write_bytes(stripes)
    arguments: list[str | Path] = ["--org", "32768", "--wait", "0.2", "--screenshot", tmp_path / "x.png"]
    assert spectrum("run", tmp_path / "x.bin", *arguments).code == 0
    with Image.open(tmp_path / "x.png") as image:
        left = {image.convert("RGB").getpixel((4, y)) for y in range(image.height)}
    assert left == {PALETTE[2], PALETTE[6]}


@pytest.mark.parametrize(("code", "message"), [
    ("01fd7f 3e11 ed79 76", "the program has paged memory (port #7FFD), which a 48K does not have"),
    ("c30000", "the machine has been reset"),
])  # fmt: skip
def test_a_program_for_a_128k_is_hinted_at(tmp_path: Path, code: str, message: str) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(bytes.fromhex(code))
    run = ("run", path, "--org", "32768", "--wait", "3")
    assert spectrum(*run).err == f"spectrum: {message}; for a 128K program try --model 128\n"
    for good in (EXITS, bytes.fromhex("01fd7f 3e10 ed79 c9")):  # the second pages in the bank that a 48K has
        path.write_bytes(good)
        assert (spectrum(*run).code, spectrum(*run).err) == (0, "")
    assert spectrum(*run, "--model", "128").err == ""


def test_a_tape_whose_program_resets_a_48k_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.tap"
    Tape((*program_blocks("game", tokenise("10 RANDOMIZE USR 0"), 10), *GAME.parts)).write(path)
    ran = spectrum("run", path)
    assert ran.code == 1
    first, *screen = ran.err.splitlines()
    said = "the program reset the machine after part 2 of 4; it may need a 128K: --model 128; the screen shows:"
    assert first == f"spectrum: {path}: {said}"
    assert len(screen) == 24, "and no second hint"


# -- media -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name", "padding"), [
    *((kind, name.format(kind), 0) for kind in ("tap", "tzx", "pzx") for name in ("x.{}", "x.{}.gz", "x.tap")),
    ("tap", "x.tap", 64),
])  # fmt: skip
def test_a_tape_is_known_by_its_first_bytes_packed_or_padded(
    tmp_path: Path, kind: str, name: str, padding: int
) -> None:
    data, path = GAME.encode(f".{kind}") + bytes(padding), tmp_path / name
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    ran = spectrum("run", path, "--expect-text", "PRESS A KEY")
    assert (ran.code, "64 zeros after the last block" in ran.err) == (0, padding > 0)
    assert spectrum("convert", path, tmp_path / "out.tap").code == 0
    assert Tape.read(tmp_path / "out.tap") == GAME
    assert spectrum("info", path).code == 0


@pytest.mark.parametrize(("name", "message"), [
    ("x.trd", "a TR-DOS disk: not emulated; Fuse reads it"), ("x.SCL", "a TR-DOS disk"),
    ("x.dsk.gz", "a disk of a +3 or a CPC"), ("x.mgt", "a disk of a +D"), ("x.wav", "the sound of a tape: not read"),
    ("x.sna", "a snapshot of an Amstrad CPC, which is not emulated"),
])  # fmt: skip
def test_a_known_medium_that_is_not_read_is_named(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / name).write_bytes(b"MV - SNA" + bytes(0x100 + 0x10000 - 8))
    assert_one_line_refusal(spectrum("run", tmp_path / name), message)
    with pytest.raises(SpectrumError, match=re.escape(message)):
        Spectrum().load(tmp_path / name)


@pytest.mark.parametrize("suffix", ["z80", "szx", "sna"])
def test_a_snapshot_may_be_packed(tmp_path: Path, suffix: str) -> None:
    machine = write_machine(tmp_path / "x.z80")
    assert spectrum("convert", tmp_path / "x.z80", tmp_path / f"y.{suffix}", "--lossy").code == 0
    packed = tmp_path / f"y.{suffix}.gz"
    packed.write_bytes(gzip.compress((tmp_path / f"y.{suffix}").read_bytes()))
    again = Spectrum()
    again.load(packed)
    assert again.text_lines() == machine.text_lines()
    assert spectrum("info", packed).code == 0


@pytest.mark.parametrize(("name", "damage"), [("x.tap.gz", "cut short"), ("x.z80.gz", "damaged")])
def test_a_damaged_gzip_is_reported(tmp_path: Path, name: str, damage: str) -> None:
    packed = gzip.compress(bytes(range(200)))
    (tmp_path / name).write_bytes(packed[:-30] if damage == "cut short" else packed[:12] + b"\xff" * 9 + packed[21:])
    assert_one_line_refusal(spectrum("info", tmp_path / name), "damaged where it is packed (")


def test_byte_12_of_an_old_z80_may_be_255(tmp_path: Path) -> None:
    header = bytearray(30)
    header[6:12] = bytes.fromhex("e615 40ff 3f 00")  # PC, SP, I
    header[12], header[29] = 255, 1
    path = tmp_path / "x.z80"
    path.write_bytes(bytes(header) + bytes(49_152))
    found = load_snapshot(path)
    assert (found.machine, found.parsed.pc, found.register("r"), found.parsed.border) == ("48K", 0x15E6, 0x80, 0)


# -- info --------------------------------------------------------------------------------------

RICH = Tape(
    (
        *GAME.parts,
        *code_blocks("code", b"abc", 40_000),
        Note("Text description", "side B"),
        Signal("turbo speed data", ((3010, 1000), (1, 500), (1, 500)), bytes(100), (400, 400), (800, 800)),
    ),
    (("Full title", "A game"),),
)


def test_a_tape_is_described(tmp_path: Path) -> None:
    path = tmp_path / "rich.tzx"
    RICH.write(path)
    head, *lines = spectrum("info", path).out.splitlines()
    whole = waveform(RICH.parts)
    assert head == f"{path}: tape (.tzx), 6 parts, {whole.end_tstates / 3_500_000:.1f} s"
    assert lines[0] == "  Full title: A game"
    assert lines[1].startswith("   1  Program: game LINE 10, ")
    assert lines[3].startswith("   3  Bytes: code at 40000, 3 bytes follow, ")
    assert lines[5] == "   5  (Text description: side B)"
    assert lines[6] == "   6  turbo speed data, 100 bytes, 1.0 s"
    described = spectrum("info", path, "--json").json
    assert (described["kind"], described["format"], described["info"]) == ("tape", "tzx", [["Full title", "A game"]])
    assert described["parts"][0]["header"] == {"kind": "Program", "name": "game", "length": len(PROGRAM), "line": 10}
    assert described["parts"][2]["header"]["start"] == 40_000
    assert [part["kind"] for part in described["parts"]] == ["block"] * 4 + ["note", "turbo speed data"]
    assert described["parts"][5]["seconds"] == pytest.approx((3_010_000 + 1000 + 800 * 800) / 3_500_000, abs=0.001)


@pytest.mark.parametrize("model", ["48", "128"])
def test_a_snapshot_is_described(tmp_path: Path, model: str) -> None:
    path = tmp_path / "x.z80"
    machine = write_machine(path, model)
    text = spectrum("info", path).out
    assert f"snapshot (.z80) of a {machine.model.name}" in text
    assert f"PC  #{machine.core.pc:04X}" in text
    assert "1982" in text or "1986" in text
    described = spectrum("info", path, "--json").json
    assert described["registers"]["sp"] == machine.core.get("sp")
    assert described["border"] == 7
    assert ("paging" in described) == (model == "128")
    assert described["text"] == list(machine.screen.text())


def test_a_screen_is_described(tmp_path: Path) -> None:
    path = tmp_path / "x.scr"
    path.write_bytes(write_machine(tmp_path / "x.z80").screen.data)
    described = spectrum("info", path, "--json").json
    assert (described["kind"], described["inks"], described["papers"]) == ("screen", [0], [7])
    path.write_bytes(b"\0short")
    has = "a .scr has 6,912, 6,144 or 2,048 bytes, this has 6; is it another format?"
    assert_one_line_refusal(spectrum("info", path), f"spectrum: {path}: {has}")


def test_programs_of_a_folder_are_listed_and_taken_back(tmp_path: Path) -> None:
    assert_one_line_refusal(spectrum("info", tmp_path, "--round-trip"), "no tape in this folder")
    hidden = b"\0\x0a\x0a\0\xf9\xc01\x0e\0\0\x01\x02\0\r" + b"junk"
    (tmp_path / "deep").mkdir()
    Tape(program_blocks("odd", hidden)).write(tmp_path / "deep" / "odd.tzx")
    Tape(program_blocks("play", tokenise('10 PLAY "a"', basic="128"))).write(tmp_path / "play.tap")
    (tmp_path / "bad.tap").write_bytes(b"\1\0\0")
    ran = spectrum("info", tmp_path, "--round-trip", "--json")
    counts = {"files": 3, "unreadable": 1, "programs": 2, "returned": 2, "lines": 3, "lines_in_bytes": 1}
    assert (ran.code, ran.json) == (0, counts)
    assert "bad.tap: byte 0: block 1 has 1 bytes" in ran.err


def test_a_name_from_a_tape_cannot_move_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "x.tap"
    Tape(code_blocks("\x1b[2Jx\n", b"", 0)).write(path)
    out = spectrum("info", path).out
    assert "Bytes: ·[2Jx· at 0" in out
    assert "\x1b" not in out


# -- convert -----------------------------------------------------------------------------------


def test_losses_of_a_format_are_named(tmp_path: Path) -> None:
    rich, out = tmp_path / "rich.tzx", tmp_path / "out.tap"
    Tape(RICH.parts[:5], RICH.info).write(rich)
    lost = "a .tap cannot hold 1 note or 1 archive info text"
    assert_one_line_refusal(spectrum("convert", rich, out), f"spectrum: {rich}: {lost}; use --lossy to leave it out")
    assert not out.exists()
    left_out = f"spectrum: {rich}: left out: 1 note, 1 archive info text\n"
    assert spectrum("convert", rich, out, "--lossy") == Ran(0, "", left_out)
    assert Tape.read(out).blocks == RICH.blocks
    RICH.write(rich)
    before = out.read_bytes()
    ran = spectrum("convert", rich, out, "--lossy")
    assert_one_line_refusal(ran, "1 part not at the ROM's speed (turbo speed data)")
    assert out.read_bytes() == before


@pytest.mark.parametrize("model", ["48", "128", "+2"])
def test_snapshots_are_converted(tmp_path: Path, model: str) -> None:
    first, second, third = tmp_path / "x.szx", tmp_path / "y.z80", tmp_path / "z.szx"
    machine = write_machine(first, model)
    for source, out in ((first, second), (second, third), (first, "x.scr"), ("x.scr", "x.png")):
        assert spectrum("convert", source, out, cwd=tmp_path).code == 0
    one, other = load_snapshot(first), load_snapshot(third)
    assert (one.machine, one.banks) == (other.machine, other.banks)
    for name in ("pc", "r", "im", "iff1", "border", "tstates", "ay"):
        assert getattr(one.parsed, name) == getattr(other.parsed, name), name
    assert (tmp_path / "x.scr").read_bytes() == machine.core.screen_bytes()
    with Image.open(tmp_path / "x.png") as image:
        assert image.size == (256, 192)


@pytest.mark.parametrize(
    ("model", "lost"), [("48", "the two bytes below the stack"), ("128", "the sound chip's registers")]
)
def test_an_sna_is_written_only_with_lossy(tmp_path: Path, model: str, lost: str) -> None:
    first, second = tmp_path / "x.szx", tmp_path / "y.sna"
    write_machine(first, model)
    message = f"a .sna cannot hold the place in the frame or {lost}; use --lossy"
    assert_one_line_refusal(spectrum("convert", first, second), message)
    assert not second.exists()
    assert spectrum("convert", first, second, "--lossy").code == 0
    one, other = load_snapshot(first), load_snapshot(second)
    assert (one.machine, one.register("pc")) == (other.machine, other.register("pc"))
    assert spectrum("convert", second, tmp_path / "z.sna").code == 0


def test_a_block_of_a_snapshot_that_would_be_lost_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.szx"
    write_snapshot(path, Spectrum().core)
    path.write_bytes(path.read_bytes() + b"JOY\0\x02\x00\x00\x00\x00\x00")
    ran = spectrum("convert", path, tmp_path / "x.z80")
    assert_one_line_refusal(ran, "a .z80 cannot hold its 'JOY' block; use --lossy")
    assert spectrum("convert", path, tmp_path / "x.z80", "--lossy").code == 0


def test_a_screen_becomes_a_tape(tmp_path: Path) -> None:
    path = tmp_path / "picture.scr"
    path.write_bytes(bytes(range(256)) * 27)
    assert spectrum("convert", path, tmp_path / "x.tap").code == 0
    header = Tape.read(tmp_path / "x.tap").blocks[0].header
    assert header is not None
    assert (header.name, header.length, header.parameter1) == ("picture", 6912, 16384)


def test_standard_output_takes_what_is_converted(game: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["convert", game, "-", "--to", "tzx"]) == 0
    assert capfdbinary.readouterr().out == GAME.encode(".tzx")


# -- record ------------------------------------------------------------------------------------


def run_written_test(path: Path) -> None:
    """Call the one test in a file, with the plugin's `load` if it takes that."""
    (test,) = (value for name, value in runpy.run_path(str(path)).items() if name.startswith("test_"))
    if not inspect.signature(test).parameters:
        test()
        return
    lender = Lender(MachineCache(), keeps_journals=False, prepare=lambda machine: None)
    lender.begin_test(path.parent)
    marks = [mark.kwargs for mark in getattr(test, "pytestmark", ())]
    with lender.lend(**(marks[0] if marks else {})) as machine:
        test(partial(lender.load, machine))


def code_of(path: Path) -> list[str]:
    """The lines of the one function in a written test."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines[lines.index("def " + f"{path.stem}(load):") + 1 :]]


def test_a_session_becomes_the_test_that_a_person_would_write(game: str, tmp_path: Path) -> None:
    """It holds for the next build of the program, too, and fails where that shows something else."""
    test = tmp_path / "test_hello.py"
    ran = spectrum("record", game, "--press", "a", "--type", r"bob\n", "--out", test)
    assert (ran.code, ran.out) == (0, f"{test}: written\n")
    assert code_of(test) == [
        'spectrum = load("game.tap", until_text="PRESS A KEY")',
        'spectrum.press("a")',
        'expect(spectrum).to_show("NAME \\"", row=23)',
        'spectrum.type("bob\\n")',
        'expect(spectrum).to_show("HELLO bob", row=3)',
    ]
    run_written_test(test)
    Tape(program_blocks("rebuilt", PROGRAM.replace(b"PRESS A KEY", b"NOW PRESS A KEY"), 10)).write(game)
    run_written_test(test)
    Tape(program_blocks("game", PROGRAM.replace(b"HELLO", b"HALLO"), 10)).write(game)
    with pytest.raises(ExpectationError, match="expected the screen to show 'HELLO bob'"):
        run_written_test(test)


def test_f5_expects_what_is_new_at_that_moment(game: str, tmp_path: Path) -> None:
    lines = "F5\npress a\n\x1b[15~\nwait 1\ntype bob\\n\nexpect\n"
    test = tmp_path / "test_hello.py"
    assert spectrum("record", game, "-o", test, "--force", stdin=lines).code == 0
    assert code_of(test) == [
        'spectrum = load("game.tap", until_text="PRESS A KEY")',
        'spectrum.press("a")',
        'expect(spectrum).to_show("NAME \\"", row=23)',
        "spectrum.run(seconds=1)",
        'spectrum.type("bob\\n")',
        'expect(spectrum).to_show("HELLO bob", row=3)',
    ]
    run_written_test(test)


def test_a_session_may_begin_with_a_snapshot_of_any_model(game: str, tmp_path: Path) -> None:
    machine = Spectrum("128", joystick="kempston")
    machine.load(game, until="PRESS A KEY")
    state, test = tmp_path / "game.szx", tmp_path / "test_state.py"
    write_snapshot(state, machine.core)
    assert spectrum("record", state, "--joystick", "kempston", "--press", "a", "-o", test).code == 0
    text = test.read_text(encoding="utf-8")
    assert '@pytest.mark.spectrum(model="128", joystick="kempston")' in text
    assert 'load("game.szx", until_text="PRESS A KEY")' in text
    run_written_test(test)


def test_an_exact_session_becomes_a_test_that_passes_and_can_fail(game: str, tmp_path: Path) -> None:
    test = tmp_path / "test_hello.py"
    keys = ["--expect-text", "PRESS A KEY", "--press", "a", "--type", r"bob\n", "--expect-text", "HELLO bob"]
    ran = spectrum("record", game, *keys, "--out", test, "--exact")
    assert (ran.code, ran.out) == (0, f"{test}: written, and {test.with_suffix('.keys')} beside it\n")
    run_written_test(test)
    changed = program_blocks("game", PROGRAM.replace(b"HELLO", b"HALLO"), 10)
    Tape(changed).write(game)
    with pytest.raises(ReplayError, match="another tape"):
        run_written_test(test)
    ran = spectrum("record", game, "--out", test)
    assert_one_line_refusal(ran, "already exists; name another with --out, or use --force")


def test_a_session_comes_line_by_line(game: str, tmp_path: Path) -> None:
    lines = "expect PRESS A KEY\n\npress a\ntype bob\\n\nwait 0.5\nexpect HELLO bob\nend\npress ignored\n"
    assert spectrum("record", "game.tap", stdin=lines, cwd=tmp_path).code == 0
    run_written_test(tmp_path / "test_game.py")
    ran = spectrum("record", game, "--force", stdin="expect PRESS A KEY\ndance\n", cwd=tmp_path)
    assert_one_line_refusal(ran, "<stdin>: line 2: 'dance' is not an action; use type TEXT")


class Terminal(io.StringIO):
    """Lines that are typed at a terminal."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_the_screen_is_shown_and_errors_end_nothing(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("dance\npress NOKEY\nexpect NEVER\npress a\n"))
    test = tmp_path / "test_x.py"
    assert main(["record", game, "-o", str(test), "--timeout", "1"]) == 0
    err = capsys.readouterr().err
    assert err.count("> ") == 5
    assert err.count("|PRESS A KEY ") == 5
    assert "|NAME " in err.split("> ")[-2], "after the key the program asks for a name"
    for complaint_made in ("'dance' is not an action", "NOKEY", "s of Spectrum time for 'NEVER'"):
        assert complaint_made in err
    run_written_test(test)


def test_a_session_that_goes_wrong_writes_nothing(game: str, tmp_path: Path) -> None:
    test, state = tmp_path / "test_x.py", tmp_path / "x.z80"
    ran = spectrum("record", game, "--expect-text", "NEVER", "--timeout", "1", "-o", test)
    assert ran.code == 1
    assert "no test is written; the screen shows:" in ran.err
    write_snapshot(state, Spectrum().core)
    ran = spectrum("record", state, "-o", test, "--exact")
    assert_one_line_refusal(ran, "an exact recording begins with a tape")
    assert not test.exists()

"""Machines that the pytest plugin lends: models, scopes, several in a test; loaded states kept between runs."""

from pathlib import Path

import pytest

from pyspectrum.testing.machines import MachineCache
from tests.marks import UNSIMULATED
from tests.unit.pyspectrum.test_pytest_plugin import PROGRAM, Run
from tests.unit.pyspectrum.test_pytest_plugin import run as run

pytest_plugins = ["pytester"]


def test_every_test_runs_on_each_model_of_the_options(run: Run, pytester: pytest.Pytester) -> None:
    source = """
def test_any(spectrum):
    assert spectrum.text_lines()

@pytest.fixture
def game(load):
    return load(TAPE, until="PRESS A KEY")

def test_by_a_fixture_of_its_own(game):
    game.press("a")
    expect(game).to_show("PRESSED")

@pytest.mark.spectrum(model="48")
def test_only_a_48(spectrum):
    assert spectrum.model.name == "48K"

def test_none():
    pass
"""
    both = run(source, "--spectrum-model", "48", "--spectrum-model=128", "-v")
    both.assert_outcomes(passed=6)
    both.stdout.fnmatch_lines(["*test_any[[]48[]] PASSED*", "*test_any[[]128[]] PASSED*"])
    pytester.makeini("[pytest]\nspectrum_model = 128\nspectrum_joystick = kempston\nspectrum_output = kept\n")
    source = 'def test_it(spectrum):\n    assert (spectrum.model.name, spectrum.core.ports.kempston) == "128K and 0"\n'
    run(source).stdout.fnmatch_lines(["E * assert ('128K', 0) == '128K and 0'"])
    assert list(Path(pytester.path, "kept").glob("*/machine.z80"))


def test_one_time_limit_for_all(run: Run) -> None:
    result = run(
        """
def test_never_ends(spectrum):
    while True:
        spectrum.run_frames(1)

def test_one_long_run(spectrum):
    spectrum.run(seconds=100)

def test_a_place_that_is_never_reached(spectrum):
    expect(spectrum).to_reach(0xFFFE, timeout=100)

def test_many_short_waits_do_not_add_up(spectrum):
    for _ in range(5):
        spectrum.run_until_pc(0x38, timeout=10)
    spectrum.run(seconds=1.5)
    with pytest.raises(AssertionError):
        expect(spectrum).to_show("NOTHING", timeout=0.2)

def test_a_long_load_does_not_count(load):
    load(TAPE, until="PRESS A KEY").run(seconds=1)
""",
        "--spectrum-timeout", "2",
    )  # fmt: skip
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines(["*Waited 2 s for the test to end*"] * 3)
    refused = run("def test_it(spectrum):\n    pass\n", "-o", "spectrum_timeout=soon")
    assert "write a number of seconds" in refused.stdout.str() + refused.stderr.str()


def test_a_second_load_begins_from_a_fresh_machine(run: Run) -> None:
    result = run(
        """
OTHER = Tape(program_blocks("demo", tokenise('10 PRINT "OTHER"; PEEK 60000'), 10))

def test_it(load):
    load(TAPE, until="PRESS A KEY").press("a")
    game = load(OTHER, until="OTHER0")
    game.poke(60000, 7)
    assert load(Tape(OTHER.parts), until="0 OK") is game
    expect(game).to_show("OTHER0", row=2)
    assert game.core.tstates < 10 * 3_500_000
"""
    )
    result.assert_outcomes(passed=1)


def test_coverage_counts_what_ran_during_a_load_first_and_from_the_cache(run: Run) -> None:
    source = """
CODE = "    org 32768\\n  ld a,2\\n  out (254),a\\n  ret\\nidle: ret\\n"

def test_it(load, tmp_path):
    source = tmp_path.parent / "start.asm"
    source.write_text(CODE)
    code = assemble(source)
    loader = tokenise('10 CLEAR 32767: LOAD ""CODE: RANDOMIZE USR 32768: PRINT "READY"')
    tape = Tape(program_blocks("demo", loader, 10) + code_blocks("code", code.code, 32768))
    expect(load(tape, until="READY", symbols=code)).to_have_border(2)
"""
    for model in ("48", "48", "128"):
        result = run(source, "--spectrum-coverage=lcov", f"--spectrum-model={model}")
        result.assert_outcomes(passed=1)
        result.stdout.fnmatch_lines(["*start.asm: 3 of 4 lines*"])


def test_a_load_ends_at_texts_patterns_functions_labels_and_addresses(run: Run) -> None:
    run(
        """
@pytest.mark.parametrize("until", [
    "PRESS A KEY", re.compile("PRESS . KEY$", re.M), lambda machine: "KEY" in machine.text_lines()[5],
])
def test_on_the_screen(load, until):
    assert "PRESS" in load(TAPE, until=until).text_lines()[5]

@pytest.mark.parametrize("until", ["wait", 0x8001])
def test_at_a_place(load, until, tmp_path):
    (tmp_path / "a.asm").write_text("        org 0x8000\\nstart:  inc a\\nwait:   jr wait\\n")
    code = assemble(tmp_path / "a.asm")
    program = tokenise('10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768')
    tape = Tape(program_blocks("d", program, 10) + code_blocks("c", code.code, code.origin))
    assert load(tape, until=until, symbols=code).core.pc == 0x8001

def test_nonsense(load):
    with pytest.raises(Exception, match=r"cannot wait until 3\\.5; use a text"):
        load(TAPE, until=3.5)

def test_functions_are_cached_by_their_code(load, request):
    counts = []
    from pyspectrum.pytest_plugin import _lender
    cache = _lender(request.config).cache
    for _ in range(3):
        load(TAPE, until=lambda machine: "A KEY" in machine.text_lines()[5])
        counts.append(cache.loads)
    assert len(set(counts)) == 1
"""
    ).assert_outcomes(passed=7)


def test_fixtures_of_any_scope_and_two_machines_in_a_test(run: Run, pytester: pytest.Pytester) -> None:
    result = run(
        """
@pytest.fixture(scope="module")
def server(new_spectrum):
    with new_spectrum("128", medium=TAPE, until="PRESS A KEY") as machine:
        yield machine

def test_first(server):
    server.press("a")
    expect(server).to_show("PRESSED")

def test_the_same_machine_goes_on(server, spectrum):
    expect(server).to_show("PRESSED")
    spectrum.type("PRINT 1\\n")
    server.run_frames(1)
    assert False

def test_one_in_the_test(new_spectrum):
    with new_spectrum(joystick="kempston") as one, new_spectrum("+2") as two:
        assert (one.model.name, two.model.name) == ("48K", "+2")
        assert False
"""
    )
    result.assert_outcomes(passed=1, failed=2)
    folders = [path for path in Path(pytester.path, "spectrum-results").iterdir() if path.is_dir()]
    assert len(folders) == 2
    for folder in folders:
        assert {path.name for path in folder.iterdir()} >= {"machine.z80", "screen.png", "machine-2"}
        assert (folder / "machine-2" / "machine.z80").exists()


class TestKept:
    """Loaded states outlive the run, until something that they depend on changes."""

    SOURCE = """
def test_it(load, request):
    from pyspectrum.pytest_plugin import _lender
    expect(load(TAPE, until="PRESS A KEY")).to_show("PRESS A KEY", timeout=0)
    print("loads:", _lender(request.config).cache.loads)
"""

    @UNSIMULATED
    def test_the_next_run_loads_nothing_but_what_is_damaged(self, run: Run, pytester: pytest.Pytester) -> None:
        run(self.SOURCE, "-s").stdout.fnmatch_lines(["*loads: 1*"])
        run(self.SOURCE, "-s").stdout.fnmatch_lines(["*loads: 0*"])
        (kept,) = Path(pytester.path).glob(".pytest_cache/d/spectrum/*.state")
        kept.write_bytes(b"nonsense")
        run(self.SOURCE, "-s").stdout.fnmatch_lines(["*loads: 1*"])
        assert len(kept.read_bytes()) > 1000
        run(self.SOURCE, "-s", "--spectrum-model=128").stdout.fnmatch_lines(["*loads: 1*"])
        run(self.SOURCE, "-s", "--cache-clear").stdout.fnmatch_lines(["*loads: 1*"])
        run(self.SOURCE, "-s", "-p", "no:cacheprovider").stdout.fnmatch_lines(["*loads: 1*"])

    def test_a_state_from_disk_is_the_state_that_was_kept(self, tmp_path: Path) -> None:
        exec(compile(PROGRAM, "<program>", "exec"), namespace := {})  # type: ignore[var-annotated]
        states = []
        for _ in range(2):
            cache = MachineCache(tmp_path)
            machine = cache.booted()
            cache.load(machine, namespace["TAPE"], "PRESS A KEY", 60)
            states.append(machine.state())
        assert cache.loads == 0
        assert states[0] == states[1]

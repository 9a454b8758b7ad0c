"""The developers' programs, each run once in its smallest form; what they measure is held to nothing here."""

import json
import re
import tomllib
import xml.etree.ElementTree as ElementTree
from itertools import islice
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.formats import write_puzzle
from harness.puzzle import Puzzle
from harness.solver.human.explain import Level
from harness.spectrum.menu import MENU_END
from tests.house import ROOT
from tools import agreement, authors, beside, figures, through
from tools.bench.__main__ import main as bench
from tools.bench.puzzles import contradictory, read_all
from tools.marks import write_parts


def test_bench_spectrum(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(["spectrum", "--puzzle", "car", "--tape", "crossword-turbo.tap"]) == 0
    assert "| crossword-turbo.tap | car | 10×8 | " in capsys.readouterr().out


def test_bench_solver(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    moved = list(islice(contradictory(), 1))
    monkeypatch.setattr("tools.bench.solver.sets", lambda: {"moved": lambda: moved})
    assert bench(["solver", "--ours"]) == 0
    assert "| moved | fast | 1/1 | " in capsys.readouterr().out


def test_bench_emulator(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tools.bench.emulator.ROUNDS", 1)
    assert bench(["emulator", str(ROOT / "puzzles" / "contradiction.txt"), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 4


def test_agreement(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["", "--seed=1", "--plain=1", "--colour=1", "--blotted=1"])
    agreement.main()
    assert capsys.readouterr().out.count("all agree") == 3


def test_each_table_of_cases_is_that_of_a_test() -> None:
    for path in (ROOT / "tests").rglob("test_*.toml"):
        source = path.with_suffix(".py").read_text("utf-8")
        tables = tomllib.loads(path.read_text("utf-8"))
        for name in [name for key, value in tables.items() for name in (value if isinstance(value, dict) else [key])]:
            assert re.search(rf"@cases\([^@]*?\)\n(?: *@.*\n)* *def {name}\(", source), f"{path}: {name}"


def test_the_tapes_that_solved_random_puzzles_are_today_s() -> None:
    assert list(figures.stale_hashes()) == []


def test_figures_makes_a_table_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a document without its marks is left as it is."""
    page, lost = tmp_path / "page.md", tmp_path / "lost.md"
    page.write_text("before\n<!-- tapes begins -->\n\nold\n\n<!-- tapes ends -->\nbehind\n", encoding="utf-8")
    monkeypatch.setattr(figures, "RUNS", {"crossword-turbo.tap": "5x5:2:1"})
    monkeypatch.setitem(figures.TABLES, "tapes", (page, figures.tapes_table))
    assert figures.main(["tapes"]) == 0
    row = page.read_text(encoding="utf-8").splitlines()[5]
    assert row.startswith(f"| `crossword-turbo.tap` ({figures.hash_of('crossword-turbo.tap')}) | 2 | 2, 0 |")
    monkeypatch.setattr(figures, "MADE_SIDES", (5,))
    monkeypatch.setattr(figures, "Level", [Level.EASY])
    assert re.search(r"^\| 5×5 \| 20: \d\.\d\d, \d\.\d\d \|$", figures.generating_table(), re.M)
    lost.write_text("<!-- tapes begins -->\nno end\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"lost\.md: the marks of tapes are lost"):
        write_parts(lost, tapes="new")
    assert lost.read_text(encoding="utf-8") == "<!-- tapes begins -->\nno end\n"


def test_authors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it, on a puzzle of a cell and the pinned ones; texts around the tables stay."""
    page, picture = tmp_path / "authors.md", tmp_path / "race.svg"
    page.write_text("before\n<!-- tables begins -->\n<!-- tables ends -->\nbehind\n", encoding="utf-8")
    dot = Puzzle(((1,),), ((1,),))
    monkeypatch.setattr(authors, "PAGE", page)
    monkeypatch.setattr(authors, "PICTURE", picture)
    monkeypatch.setattr(authors, "RACED", ("one-cell.txt",))
    monkeypatch.setattr(authors, "TRIALS", 100)
    monkeypatch.setattr(authors, "ON_THE_SPECTRUM", authors.ON_THE_SPECTRUM[:1])
    monkeypatch.setattr(authors, "corpus_folder", lambda: tmp_path)
    monkeypatch.setattr(authors, "read_all", lambda: [("dot", dot)])
    monkeypatch.setattr(authors, "sets", lambda: {"dot": lambda: [("dot", dot)]})
    for _ in range(2):  # what was made is made again
        assert authors.main() == 0
    text = page.read_text(encoding="utf-8")
    assert list(figures.stale_times()) == []
    page.write_text(text.replace(next(authors.spectrum_rows()).ours, "0.00"), encoding="utf-8")
    assert [line.partition(";")[0] for line in figures.stale_times()] == [
        "docs/authors.md: figure 1 of the article, 5×4: today 5.19 | 32.69 | 0.21"
    ]
    assert re.fullmatch(r"before\n.*\nbehind\n", text, re.DOTALL)
    assert text.count("| 17 million | 17,287,200 |") == 1
    assert "1 of 1 by rows with columns pruned (plain Python), 1 of 1 by lines with a memory, 1 of 1 by ours" in text
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall("{*}rect")) == 1 + authors.race_text().count("one solution; ")


def test_the_authors_listing_is_measured_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In BASIC and with our code; the columns of ours are those of the page."""
    monkeypatch.setattr(authors, "ON_THE_SPECTRUM", authors.ON_THE_SPECTRUM[:1])
    assert authors.main(["--listing", str(ROOT / "tests/data/listings/article.txt")]) == 0
    figure = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"\| figure 1 of the article, 5×4 \| \d+\.\d\d \| \d+\.\d\d \| .*", figure)
    assert figure.split(" | ")[3:] == authors.spectrum_table().splitlines()[-1].split(" | ")[3:]


@pytest.mark.parametrize(("named", "message"), [("", "no corpus of .* in CROSSWORD_CORPUS"), ("none", "=none: not a")])
def test_authors_without_a_corpus_leaves_the_page(named: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWORD_CORPUS", named)
    with pytest.raises(UsageError, match=message):
        authors.main()


def test_the_corpus_is_the_folder_that_the_environment_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_puzzle(Puzzle(((1,),), ((1,),)), tmp_path / "dot.non")
    (tmp_path / "unread.non").write_text("nothing", encoding="utf-8")
    monkeypatch.setenv("CROSSWORD_CORPUS", str(tmp_path))
    assert [name for name, _ in read_all()] == ["dot"]
    monkeypatch.delenv("CROSSWORD_CORPUS")
    assert list(read_all()) == []


def test_beside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "listing.txt"
    listing.write_text(f'10 PRINT "{MENU_END}"\n20 PAUSE 0\n', encoding="ascii")
    assert beside.main([str(listing), "--scene", "^menu $"]) == 1
    assert "'menu ', key 0 '':" in capsys.readouterr().out


def test_the_list_of_differences_is_the_one_that_beside_takes_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert beside.main([]) == 0
    assert capsys.readouterr().out in (ROOT / "basic" / "README.md").read_text(encoding="utf-8")


def test_through(capsys: pytest.CaptureFixture[str]) -> None:
    assert through.main(["solve", str(ROOT / "puzzles" / "contradiction.txt"), "--quiet"]) == 0
    assert "  harness/commands/solve.py\n" in capsys.readouterr().err


PLANTED = tomllib.loads((ROOT / "tools" / "planted.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fault", PLANTED["fault"], ids=lambda fault: fault["slow"])
def test_each_planted_fault_has_its_place_and_its_tests(fault: dict[str, str]) -> None:
    assert (ROOT / fault["file"]).read_text(encoding="utf-8").count(fault["old"]) == 1
    slow = (ROOT / "tests" / "slow" / fault["slow"]).read_text(encoding="utf-8")
    assert any(f"def {word}" in slow for word in re.findall(r"test_\w+", fault["test"]))
    assert all((ROOT / path).exists() for path in PLANTED["fast"][fault["slow"].split("/")[0]])

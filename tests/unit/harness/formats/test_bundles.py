"""Several puzzles at once: files of several, folders, archives, compressed ones, and one of them by its number."""

import gzip
import io
import pickle
import random
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from harness.errors import FormatError
from harness.files.reading import MAX_FILE_BYTES
from harness.formats import NamedPuzzle, base, bundles, puzzles_in, read_any, read_puzzle
from harness.formats.bundles import count_files, file_of, split_number
from harness.formats.webpbn_xml import MAX_TOLD
from tests.marks import LINKS


def non(title: str, height: str = "2") -> str:
    return f'title "{title}"\nwidth 2\nheight {height}\nrows\n1\n2\ncolumns\n1\n2\n'


def xml(title: str, clue: str = "<count>1</count>") -> str:
    lines = "".join(f'<clues type="{side}"><line>{clue}</line></clues>\n' for side in ("columns", "rows"))
    return f"<puzzle>\n<title>{title}</title>\n{lines}</puzzle>\n"


PACK = non("one") + "====\n\n" + non("two", "x") + "==== \r\n" + non("three") + "====\n"
SET = f"<puzzleset>\n<source>a\nbook</source>\n{xml('one')}<note>n: 1</note>\n{xml('two', '<cuont/>')}</puzzleset>\n"


def seen(path: Path | str) -> list[str]:
    """List each puzzle's name with its title, or the error instead."""

    def said(puzzle: NamedPuzzle) -> str:
        try:
            return f"{puzzle.name}: {puzzle.read().title}"
        except FormatError as error:
            return str(error)

    return [said(puzzle) for puzzle in puzzles_in(path)]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, data: bytes | str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(data.encode() if isinstance(data, str) else data)


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


SEEN_IN_PACK = ["#1: one", "#2:14: the height is 'x'; write a whole number", "#3: three"]


@pytest.mark.parametrize("name", ["pack.nonpack", "pack.non", "nameless"])
def test_a_nonpack_is_puzzles_divided_by_four_signs_and_errors_have_the_files_lines(name: str) -> None:
    write(name, PACK)
    assert seen(name) == [name + text for text in SEEN_IN_PACK]


def test_four_signs_in_other_files_divide_nothing() -> None:
    write("notes.txt", "====\n" + PACK.replace("width", "w"))
    assert len(seen("notes.txt")) == 1
    write("notes.txt", "hello\n====\n" + non("two"))
    assert len(seen("notes.txt")) == 1
    write("lone.nonpack", non("alone"))
    assert seen("lone.nonpack") == ["lone.nonpack: alone"]


def test_a_damaged_puzzle_in_a_nonpack_hides_none_of_the_others() -> None:
    damaged = non("one").replace("width", "w")
    write("p.nonpack", damaged + "====\n" + non("two"))
    assert seen("p.nonpack")[1:] == ["p.nonpack#2: two"]
    write("nameless", non("one") + "====\n" + damaged + "====\n" + non("three"))
    assert [line.partition(":")[0] for line in seen("nameless")] == [f"nameless#{number}" for number in (1, 2, 3)]


def test_a_second_heading_in_a_nonpack_is_told_with_the_lines_of_the_file() -> None:
    write("p.nonpack", f"{non('one')}====\n{non('two')}rows\n")
    assert seen("p.nonpack")[1].startswith("p.nonpack#2:20: a second 'rows', the first is in line 14;")


def test_a_set_is_its_puzzles_each_with_what_the_set_says() -> None:
    write("s.xml", SET)
    assert seen("s.xml") == [
        "s.xml#1: one",
        "s.xml#2:12: <cuont> in <line>; the format does not have that: check its spelling, or remove it",
    ]
    write("one.xml", f"<puzzleset>{xml('alone')}</puzzleset>")
    assert seen("one.xml") == ["one.xml: alone"]
    first = read_any("s.xml#1")
    assert (first.source, first.notes) == ("a book", (("n", "1"),))


def test_a_set_that_says_more_than_it_holds_is_refused() -> None:
    write("s.xml", SET.replace("a\nbook", "b" * MAX_TOLD))
    assert seen("s.xml") == ["s.xml: more than 20,000 bytes stand around the puzzles; divide it into several files"]
    write("s.xml", SET.replace("</puzzleset>", ""))
    assert seen("s.xml") == ["s.xml:16: this is not XML (no element found); correct the file"]


@pytest.mark.parametrize(
    ("name", "data"), [("p.nonpack", "====\n" * 12), ("s.xml", f"<puzzleset>{'<puzzle></puzzle>' * 12}</puzzleset>")]
)
def test_a_file_of_too_many_puzzles_is_refused(name: str, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert base.MAX_PARTS == 100_000
    monkeypatch.setattr(base, "MAX_PARTS", 9)
    write(name, data)
    (error,) = seen(name)
    assert "9 puzzles" in error


def test_a_compressed_file_is_what_is_in_it() -> None:
    write("p.nonpack.gz", gzip.compress(PACK.encode()))
    assert seen("p.nonpack.gz") == ["p.nonpack.gz" + text for text in SEEN_IN_PACK]
    write("cut.non.gz", gzip.compress(PACK.encode())[:40])
    assert seen("cut.non.gz")[0].startswith("cut.non.gz: damaged where it is packed (")


def test_an_archive_is_the_puzzles_in_it() -> None:
    pack = gzip.compress(PACK.encode())
    passed_over = dict.fromkeys(("LICENSE", ".x.non", "__MACOSX/b/cat.non", "n.zip"), "")
    write("z.zip", zipped({"b/cat.non": non("cat"), **passed_over, "a.nonpack.gz": pack, "c.non": "hello"}))
    assert seen("z.zip") == [
        "z.zip/b/cat.non: cat",
        *("z.zip/a.nonpack.gz" + text for text in SEEN_IN_PACK),
        "z.zip/c.non: no 'width'; write 'width N' with the number of cells",
    ]
    assert seen("z.zip/b/cat.non") == ["z.zip/b/cat.non: cat"]
    assert seen("z.zip/a.nonpack.gz#3") == ["z.zip/a.nonpack.gz#3: three"] == seen("z.zip#4")
    assert seen("z.zip/dog.non") == ["z.zip/dog.non: there is no puzzle in it; give a file or folder of puzzles"]


def test_the_file_that_is_opened_for_a_name_is_known() -> None:
    write("z.zip", zipped({}))
    assert [file_of(name) for name in ("z.zip/a/b.non", "z.zip#3", "z.zip/p.nonpack#2", "-")] == ["z.zip"] * 3 + ["-"]


def test_a_damaged_archive_costs_no_more_than_what_is_damaged() -> None:
    data = zipped({"a.non": non("a"), "b.non": non("b")})
    write("z.zip", data.replace(b'title "a"', b'title "?"'))
    first, second = seen("z.zip")
    assert first == "z.zip/a.non: damaged where it is packed (Bad CRC-32 for file 'a.non'); pack it again"
    assert second == "z.zip/b.non: b"
    write("z.zip", data[:-30])
    assert seen("z.zip") == ["z.zip: damaged where it is packed (File is not a zip file); pack it again"]
    write("z.zip", zipped({}))
    assert seen("z.zip") == ["z.zip: there is no puzzle in it; give a file or folder of puzzles"]


def test_archives_that_unpack_to_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.files.reading.MAX_FILE_BYTES", 1_000_000)
    bomb = b"\n" * 1_000_001
    write("z.zip", zipped({"a.non": bomb, "b.non": non("b")}))
    write("a.non.gz", gzip.compress(bomb))
    more = "more than 1 MB when unpacked; give a puzzle file"
    assert seen("z.zip") == [f"z.zip/a.non: {more}", "z.zip/b.non: b"]
    assert seen("a.non.gz") == [f"a.non.gz: {more}"]
    assert MAX_FILE_BYTES == 64_000_000
    monkeypatch.setattr("pyspectrum.opener.MAX_MEMBERS", 1)
    assert seen("z.zip") == ["z.zip: more than 1 files in it; unpack it, and give the folder"]


def test_a_folder_is_the_puzzles_below_it_by_their_names() -> None:
    for name in ("d/b.non", "d/a.txt", "d/README.md", "d/.hidden.non", "d/c.tar.gz"):
        write(name, non(name) if name.endswith("non") else "")
    write("d/z.zip", zipped({"c.non": non("c")}))
    Path("d/deep/down").mkdir(parents=True)
    write("d/deep/down/p.nonpack", PACK)
    assert seen("d") == [
        f"{Path('d/a.txt')}: the file is empty; give a puzzle file",
        f"{Path('d/b.non')}: d/b.non",
        *(f"{Path('d/deep/down/p.nonpack')}{text}" for text in SEEN_IN_PACK),
        f"{Path('d/z.zip')}/c.non: c",
    ]
    assert seen("d#2") == [f"{Path('d/b.non')}: d/b.non"]


@LINKS
def test_a_link_that_leads_back_up_is_not_followed() -> None:
    write("d/a.non", non("a"))
    Path("d/loop").symlink_to(Path("d").resolve())
    assert seen("d") == ["d/a.non: a"]


def test_folders_are_opened_a_file_at_a_time() -> None:
    write("d/a.non", non("a"))
    puzzles = puzzles_in("d")
    write("d/a.non", non("later"))
    assert next(puzzles).read().title == "later"


def test_a_number_beyond_the_last_and_nought_are_told() -> None:
    write("p.nonpack", PACK)
    assert seen("p.nonpack#4") == ["p.nonpack#4: there is no puzzle 4; it holds 3 puzzles"]
    assert seen("p.nonpack#0") == ["p.nonpack#0: there is no puzzle 0; they count from 1"]
    write("cat.non", non("cat"))
    assert seen("cat.non#1") == ["cat.non: cat"]
    assert seen("cat.non#2") == ["cat.non#2: there is no puzzle 2; it holds 1 puzzle"]
    assert seen("dog.non#1") == ["dog.non: no such file; check the name"]
    assert seen("a\0b#1") == [r"a\x00b: cannot read the file: a zero byte in its name; name another file"]


def test_a_file_of_just_that_name_comes_first() -> None:
    write("cat#2.non", non("second cat"))
    write("cat#2", non("no third"))
    assert split_number("cat#2") == ("cat#2", None)
    assert seen("cat#2") == ["cat#2: no third"]
    assert seen("cat#2.non#1") == ["cat#2.non: second cat"]


def test_pack_of_several_puzzles_asks_for_a_number() -> None:
    write("p.nonpack", PACK)
    assert read_puzzle("p.nonpack#3").title == "three"
    with pytest.raises(FormatError, match=r"several puzzles in it; name one of them: p\.nonpack#1, p\.nonpack#2 …$"):
        read_puzzle("p.nonpack")
    with pytest.raises(FormatError, match=r"^\.: this is a folder; name a file"):
        read_puzzle(".")


def test_a_puzzle_that_is_not_read_yet_goes_to_another_process() -> None:
    write("p.nonpack", PACK)
    puzzles = list(puzzles_in("p.nonpack#3")) + list(puzzles_in("no such file"))
    sent: list[NamedPuzzle] = pickle.loads(pickle.dumps(puzzles))
    assert sent[0] == puzzles[0]
    with pytest.raises(FormatError, match=r"^no such file: no such file; check the name$"):
        sent[1].read()


def test_a_member_without_a_name_is_passed_over() -> None:
    # a name ends at a NUL
    write("z.zip", zipped({"?hidden": non("a"), "b.non": non("b")}).replace(b"?hidden", b"\0hidden"))
    with zipfile.ZipFile("z.zip") as archive:
        assert [member.filename for member in archive.infolist()] == ["", "b.non"]
    assert seen("z.zip") == ["z.zip/b.non: b"]


def test_damaged_collections_are_refused_in_one_line() -> None:
    """Bytes changed, lost and added, anywhere: never another error than the one that a user can read."""
    rng = random.Random(2)
    pack = gzip.compress(PACK.encode())
    seeds = [("p.nonpack", PACK.encode()), ("s.xml", SET.encode()), ("p.nonpack.gz", pack)]
    seeds.append(("z.zip", zipped({"a.nonpack": PACK, "d/s.xml": SET, "c.nonpack.gz": pack})))
    read = 0
    messages: list[str] = []
    for name, data in seeds * 20:
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 3))):
            place = rng.randrange(len(changed))
            changed[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        write(name, bytes(changed))
        for puzzle in puzzles_in(name):
            try:
                puzzle.read()
                read += 1
            except FormatError as error:
                messages.append(str(error))
    assert min(read, len(messages)) > 40
    assert [message for message in messages if len(message.splitlines()) != 1] == []


def test_a_folder_is_looked_at_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        write(f"many/{number}.non", non(str(number)))
    monkeypatch.setattr(bundles, "MAX_ENTRIES", 4)
    assert seen("many") == ["many: more than 4 files and folders in it; name a smaller folder"]
    assert count_files("many") == 1
    monkeypatch.setattr(bundles, "MAX_ENTRIES", 5)
    assert len(seen("many")) == 5
    deep = Path("deep", "a", "b", "c")
    deep.mkdir(parents=True)
    (deep / "x.non").write_text(non("x"))
    monkeypatch.setattr(bundles, "MAX_DEPTH", 2)
    assert seen("deep") == [f"{deep}: more than 2 folders within folders; name this one"]
    assert seen("deep/a") == [f"{deep / 'x.non'}: x"]

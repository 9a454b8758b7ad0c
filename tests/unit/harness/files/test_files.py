"""Files are written whole or not at all, streams directly, and nothing that is read is overwritten."""

import ast
import errno
import os
import re
import stat
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from harness.errors import FormatError, UsageError, one_line
from harness.files.reading import read_file, reading_within
from harness.files.writing import check_folder, check_outputs, is_same_file
from pyspectrum.atomic import atomic_path, is_stream, write_whole
from tests.cases import cases
from tests.cli_runner import ROOT
from tests.marks import LINKS, PIPES


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


class TestWriting:
    def test_a_failure_leaves_what_was_there_and_nothing_else(self, tmp_path: Path) -> None:
        path = tmp_path / "a.png"
        path.write_bytes(b"old")

        def fail() -> None:
            with atomic_path(path) as temporary:
                temporary.write_bytes(b"half")
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert path.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [path]

    def test_the_disk_is_asked_before_the_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        done: list[str] = []
        monkeypatch.setattr(os, "fsync", lambda file: done.append("sync"))
        monkeypatch.setattr(Path, "replace", lambda old, new: done.append("rename"))
        write_whole(tmp_path / "a", b"data")
        assert done == ["sync", "rename"]

    @LINKS
    def test_a_link_stays_and_its_file_is_replaced_with_its_rights(self, tmp_path: Path) -> None:
        path, link = tmp_path / "a", tmp_path / "link"
        path.write_bytes(b"old")
        path.chmod(0o640)
        link.symlink_to("a")
        write_whole(link, b"new")
        assert link.is_symlink()
        assert path.read_bytes() == b"new"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    @pytest.fixture
    def closed_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder that takes no new files; root, who may run this, could make them in any."""
        make = tempfile.mkstemp

        def refuse(*, suffix: str = "", prefix: str = "", dir: Path | None = None) -> tuple[int, str]:
            if dir == closed:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(dir))
            return make(suffix=suffix, prefix=prefix, dir=dir)

        closed = tmp_path / "closed"
        closed.mkdir()
        monkeypatch.setattr(tempfile, "mkstemp", refuse)
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        return closed

    @pytest.mark.parametrize("before", [b"old", b"older and longer than what is new"])
    def test_in_a_folder_that_takes_no_new_files_the_old_one_is_written_to(
        self, closed_folder: Path, before: bytes
    ) -> None:
        path = closed_folder / "a.png"
        path.write_bytes(before)
        same = path.stat().st_ino
        write_whole(path, b"new content")
        assert (path.read_bytes(), path.stat().st_ino) == (b"new content", same)
        assert list(closed_folder.parent.iterdir()) == [closed_folder], "the temporary file is left"
        with pytest.raises(PermissionError):
            write_whole(closed_folder / "b.png", b"new")
        path.chmod(0o400)
        if not os.access(path, os.W_OK):
            with pytest.raises(PermissionError):
                write_whole(path, b"new")

    def test_there_too_a_failure_leaves_what_was_there(
        self, closed_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = closed_folder / "a.png"
        path.write_bytes(b"old")
        full_once = [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), None]
        monkeypatch.setattr(os, "fsync", Mock(side_effect=full_once))
        with pytest.raises(OSError, match="No space"):
            write_whole(path, b"new and longer")
        assert path.read_bytes() == b"old"

    def test_the_longest_name_and_names_that_cannot_be(self, tmp_path: Path) -> None:
        path = tmp_path / ("n" * 240 + ".png")
        write_whole(path, b"data")
        assert path.read_bytes() == b"data"
        for name in ("n" * 300, "none/a", ""):
            with pytest.raises(OSError, match=r".+"):
                write_whole(tmp_path / name, b"data")

    @PIPES
    def test_a_pipe_is_written_to(self, pipe: Path) -> None:
        heard: list[bytes] = []
        reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
        reader.start()
        write_whole(pipe, b"data")
        reader.join(10)
        assert heard == [b"data"]
        assert pipe.is_fifo()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_devices(self) -> None:
        write_whole("/dev/null", b"data")
        with pytest.raises(OSError, match="No space"):
            write_whole("/dev/full", b"data")
        assert Path("/dev/full").is_char_device()

    @pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there is no /dev/fd here")
    def test_an_open_stream_keeps_what_was_written(self, tmp_path: Path) -> None:
        """As ``/dev/stdout`` with the output in a file."""
        path = tmp_path / "out"
        with path.open("wb") as out:
            out.write(b"answer ")
            out.flush()
            write_whole(f"/dev/fd/{out.fileno()}", b"picture")
        assert path.read_bytes() == b"answer picture"

    def test_the_path_given_has_the_suffix(self, tmp_path: Path) -> None:
        with atomic_path(tmp_path / "a.z80") as temporary:
            assert temporary.suffix == ".z80"
            temporary.write_bytes(b"1")
        assert (tmp_path / "a.z80").read_bytes() == b"1"
        assert not is_stream(tmp_path / "a.z80")


def test_nothing_is_written_in_another_way() -> None:
    """But the solutions of `japan`, which come one by one, and what kernel's build and assembler make for themselves.

    `wave` writes into memory, nothing keeps /dev/null, and the standard output is no file of ours.
    """
    found: list[str] = []
    for package in ("harness", "pyspectrum"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text("utf-8")
            if re.search(r"write_(text|bytes)\(|\bopen\(", text):
                found += [f"{path.relative_to(ROOT)}:{line}" for line in writing_lines(ast.parse(text))]
    own = ("pyspectrum/atomic.py", "harness/solver/kernel/c/build_hook.py", "pyspectrum/assembler/")
    others = [place for place in found if not place.startswith(own)]
    assert [place.partition(":")[0] for place in others] == ["harness/commands/japan.py"], others


def test_other_ways_would_be_seen() -> None:
    source = "a.write_text(b)\na.open('rb')\na.open(mode='r+b')\nopen(a, 'x')\na.write_bytes(b)\na.open()\na.open(m)"
    assert list(writing_lines(ast.parse(source))) == [1, 3, 4, 5]


def writing_lines(tree: ast.AST) -> Iterator[int]:
    """The lines that open a file to be written."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and not re.match(r"wave\.|open\((os\.devnull|stdout\.fileno)", ast.unparse(call)):
            of, _, name = ast.unparse(call.func).rpartition(".")
            modes = map(ast.unparse, (*call.args, *(word.value for word in call.keywords if word.arg == "mode")))
            is_opened = name == "open" and any(re.fullmatch(r"'[rb]*[wax+][wax+b]*'", mode) for mode in modes)
            if is_opened or (of and name in ("write_text", "write_bytes")):
                yield call.lineno


class TestOutputs:
    @pytest.mark.parametrize("way", ["same", "dots", pytest.param("symlink", marks=LINKS), "hard link"])
    def test_input_files_are_not_written(self, tmp_path: Path, way: str) -> None:
        read = tmp_path / "p.txt"
        read.touch()
        name = {"same": read, "dots": tmp_path / "sub" / ".." / "p.txt"}.get(way, tmp_path / "link")
        (tmp_path / "sub").mkdir()
        if way == "symlink":
            name.symlink_to(read)
        if way == "hard link":
            name.hardlink_to(read)
        with pytest.raises(UsageError, match="--png would overwrite the file that is read; name another"):
            check_outputs({"--png": (str(name), "png")}, [read])

    def test_two_outputs(self, tmp_path: Path) -> None:
        one, other = str(tmp_path / "a"), str(tmp_path / "b")
        check_outputs({"--png": (one, "png"), "--svg": (other, "svg"), "--gif": (None, "gif")})
        for name in (one, "-"):
            with pytest.raises(UsageError, match="--png and --svg would write the same file"):
                check_outputs({"--png": (name, "png"), "--svg": (name, "svg")})

    @PIPES
    def test_nothing_is_lost_in_a_device(self) -> None:
        for one, other in (("/dev/null", "/dev/null"), ("n" * 300, "m" * 300), ("a\0", "b\0")):
            assert not is_same_file(one, other)
        check_outputs({"--png": ("/dev/null", "png"), "--svg": ("/dev/null", "svg")}, ["/dev/null"])

    @pytest.mark.parametrize(
        ("name", "said"), [("n" * 300 + "/a", "too long"), ("a\0b", "no file can"), ("none/a", "no such folder: none")]
    )
    def test_places_that_cannot_be(self, name: str, said: str) -> None:
        with pytest.raises(UsageError, match=said):
            check_outputs({"--png": (name, "png")})


class TestOneLine:
    @cases("text", "shown", more=[("caf\udce9", r"caf\xe9")])
    def test_cursor_controls_become_escapes(self, text: str, shown: str) -> None:
        assert one_line(text) == shown

    def test_a_long_text_keeps_its_ends(self) -> None:
        shown = one_line("row 1: " + "1," * 10_000 + "; shorten the groups")
        assert re.fullmatch(r"row 1: 1,.{,660}; shorten the groups", shown)


@PIPES
class TestAPipe:
    @pytest.fixture
    def both_ends(self, pipe: Path) -> Iterator[int]:
        """The pipe, kept open."""
        descriptor = os.open(pipe, os.O_RDWR)
        yield descriptor
        os.close(descriptor)

    def test_without_a_writer_ends_when_time_is_up(self, pipe: Path) -> None:
        with reading_within(0.01), pytest.raises(FormatError, match="pipe: nothing came from this pipe"):
            read_file(pipe)

    def test_that_is_never_closed_ends_when_time_is_up(self, pipe: Path, both_ends: int) -> None:
        os.write(both_ends, b"rows:")
        with reading_within(0.01), pytest.raises(FormatError, match="before time ran out"):
            read_file(pipe)

    @pytest.mark.filterwarnings("error::RuntimeWarning")
    @pytest.mark.parametrize("seconds", [None, 600.0])
    def test_is_read_to_its_end(self, seconds: float | None, pipe: Path) -> None:
        data = bytes(range(256)) * 2000
        writer = threading.Thread(target=lambda: pipe.write_bytes(data))
        writer.start()
        with reading_within(seconds):
            assert read_file(pipe) == data
        writer.join()

    def test_of_too_much_is_refused(self, pipe: Path, both_ends: int) -> None:
        os.write(both_ends, bytes(2000))
        with reading_within(600), pytest.raises(FormatError, match="more than 0 MB"):
            read_file(pipe, limit=1000)


def test_a_folder_is_made_with_those_around_it(tmp_path: Path) -> None:
    for _ in range(2):
        check_folder(str(tmp_path / "a" / "b"))
        assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("missing", [os.W_OK, os.X_OK])
def test_a_folder_that_takes_no_files_is_refused_before_the_work(
    missing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write into every folder, so the system's answer is made up."""
    monkeypatch.setattr(os, "access", lambda _, wanted: not wanted & missing)
    with pytest.raises(UsageError, match="out: no file can be made in this folder; name another folder"):
        check_folder(str(tmp_path / "out"))

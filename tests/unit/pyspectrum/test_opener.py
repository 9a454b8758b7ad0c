"""One opener of bytes: packing, headers, encodings, and kinds known by the first bytes."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from pyspectrum.errors import SpectrumError, TapeError
from pyspectrum.opener import OpeningError, decoded, opened
from pyspectrum.snapshot import load_snapshot, write_snapshot
from pyspectrum.tape import Block, Tape

TAPE = Tape((Block.build(0, bytes(17)), Block.build(255, b"abc")))
KINDS = (".tap", ".tzx", ".pzx", ".z80", ".szx", ".sna", ".scr")


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return packed.getvalue()


NAMES = ["game{}", "game", "game{}.gz", "game.gz", "game{}.zip", "game.zip"]


@pytest.mark.parametrize(
    ("suffix", "name"),
    [*((suffix, name) for suffix in (".tap", ".tzx", ".pzx") for name in NAMES), (".tzx", "a.bin"), (".pzx", "a.bin")],
)
def test_a_tape_is_read_by_whatever_name(suffix: str, name: str, tmp_path: Path) -> None:
    path, data = tmp_path / name.format(suffix), TAPE.encode(suffix)
    packed = {".gz": gzip.compress(data), ".zip": zipped(**{"readme_txt": b"x", f"a_{suffix[1:]}": data})}
    path.write_bytes(packed.get(path.suffix, data))
    assert [block.payload for block in Tape.read(path).blocks] == [bytes(17), b"abc"]


@pytest.mark.parametrize("name", ["game.z80", "game.z80.gz", "game.z80.zip", "game.zip"])
def test_a_packed_snapshot_is_read(name: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.z80"
    write_snapshot(plain, Spectrum().core)
    data = plain.read_bytes()
    packed = {".gz": gzip.compress(data), ".zip": zipped(game_z80=data)}
    path = tmp_path / name
    path.write_bytes(packed.get(path.suffix, data))
    assert load_snapshot(path).machine == "48K"
    Spectrum().load(path)


def test_a_zip_of_several_media_is_rejected_with_their_names() -> None:
    with pytest.raises(TapeError, match=r"x\.zip: 2 files of the kinds .* in this zip: a\.tap, b\.tap; unpack it"):
        Tape.parse(zipped(a_tap=TAPE.encode(".tap"), b_tap=b"", c_txt=b""), "", "x.zip")
    with pytest.raises(TapeError, match=r"x\.zip: 0 files of the kinds .* in this zip: none; unpack it"):
        Tape.parse(zipped(c_txt=b""), "", "x.zip")


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "utf-16"])
def test_a_text_is_no_damaged_medium(suffix: str, encoding: str) -> None:
    with pytest.raises(OpeningError, match="a text, not a medium; name another file"):
        opened("; бордюр\n org 32768\nstart: ld a,2\n".encode(encoding), suffix, KINDS, "a medium")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (TAPE.encode(".tzx"), ".tzx"),
        (TAPE.encode(".pzx"), ".pzx"),
        (TAPE.encode(".tap"), ".tap"),
        (bytes(49179), ".sna"),
        (bytes(131103), ".sna"),
        (bytes(6912), ".scr"),
        (bytes(6144), ".scr"),
        (b"PLUS3DOS\x1a" + bytes(119) + bytes(6912), ".scr"),
        (b"SINCLAIR\0", ".trd"),
        (bytes(100), ""),
    ],
)
def test_a_kind_is_known_without_a_name(data: bytes, kind: str) -> None:
    assert opened(data, "", KINDS, "a medium")[1] == kind


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Café, señor, Größe", "cp1252"), *((text, name) for name in ("cp1251", "koi8-r", "cp866")
                                         for text in ("Кот в сапогах", "Парусник", "СЛОН И МОСЬКА"))],
)  # fmt: skip
def test_encodings_of_one_byte_are_guessed(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == (text, encoding.upper())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_decoded_with_and_without_its_mark(encoding: str) -> None:
    assert decoded("title: café\nrows".encode(encoding))[0] == "title: café\nrows"


@pytest.mark.parametrize("size", [49178, 49180, 131102, 131104, 100])
def test_a_length_that_is_off_is_said_beside_the_right_ones(size: int, tmp_path: Path) -> None:
    (tmp_path / "x.sna").write_bytes(bytes(size))
    with pytest.raises(SpectrumError, match=rf"x\.sna: {size:,} bytes, where a \.sna has 49,179"):
        load_snapshot(tmp_path / "x.sna")

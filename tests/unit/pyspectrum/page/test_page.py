"""Pages of a program: what is in them, what they refuse, and that none with a ROM is ever committed."""

import base64
import json
import re
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pyspectrum import Spectrum, Tape, page
from pyspectrum.basic import tokenise
from pyspectrum.commands import main
from pyspectrum.errors import ScriptError
from pyspectrum.models import MODEL_48K, MODEL_128K, MODEL_PLUS2
from pyspectrum.page import AMSTRAD_TERMS, OPENSE_TERMS, Page, write_page
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import Signal, code_blocks, program_blocks
from tests.cases import cases
from tests.house import ROOT

GAME = Tape(program_blocks("game", tokenise("10 STOP"), 10))
CODE = Tape(code_blocks("code", b"\xc9", 32768))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.tap"
    GAME.write(path)
    return path


def page_of(*arguments: str | Path) -> str:
    """The page that the command writes."""
    out = Path(arguments[0]).with_name("x.html")
    assert main(["page", *map(str, arguments), "-o", str(out)]) == 0
    return out.read_text("utf-8")


def part(text: str, name: str) -> str:
    found = re.search(rf'id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found
    return found[1]


def unpacked(text: str, name: str) -> bytes:
    return zlib.decompress(base64.b64decode(part(text, name)))


def keys_of(text: str) -> list[str]:
    """The keys that load the program, as chords."""
    rows = [
        [index for index, row in enumerate(rows) if row != 0x1F]
        for _, rows in json.loads(part(text, "head"))["machines"][0]["script"]
    ]
    return ["+".join(map(str, row)) for row in rows if row]


def test_a_page_has_the_program_and_its_rom_and_loads_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page_of(game, "--title", "A <b><!--<script>", "--keys", "Q up, SPACE fire & start")
    said = capsys.readouterr()
    assert re.fullmatch(r".*x\.html: written, \d+ kB; open it in a browser\n", said.out)
    assert re.fullmatch(r"note: .*game\.tap: few of its keys were found, so the page lets choose: .*\n", said.err)
    assert json.loads(part(text, "head"))["few"]
    assert unpacked(text, "program") == game.read_bytes()
    roms = [Path(path).read_bytes() for model in (MODEL_128K, MODEL_48K) for path in model.rom_paths]
    assert unpacked(text, "rom") == b"".join(roms)
    assert [(one["model"]["name"], one["roms"]) for one in json.loads(part(text, "head"))["machines"]] == [
        ("48K", [2, 1]),
        ("128K", [0, 2]),
    ]
    assert "<title>A &lt;b&gt;&lt;!--&lt;script&gt;</title>" in text
    assert "<!--" not in text
    assert json.loads(part(text, "head"))["title"] == "A <b><!--<script>"
    assert "<kbd>Q</kbd> up" in text
    assert "<kbd>SPACE</kbd> fire &amp; start" in text
    assert AMSTRAD_TERMS in text
    assert "default-src 'none'" in text
    assert not re.search(r'(?:src|href)="|url\((?!#)|import\(|\bfetch\(["\'`]', text)
    for name in ("rom", "program"):
        text = text.replace(part(text, name), "")
    assert len(text.encode()) < 200_000


def test_the_scripts_load_each_kind_of_tape_in_each_basic() -> None:
    def loads(tape: Tape, **more: Any) -> int:
        return len(keys_of(write_page(Page("x", "x.tap", tape.to_bytes(), is_code=tape is CODE, **more))))

    assert loads(GAME, model=MODEL_48K) == 4  # LOAD, two quotes, ENTER
    assert loads(CODE, model=MODEL_48K) == 6  # extended mode, and CODE
    assert loads(GAME, model=MODEL_128K) == 1  # the Tape Loader
    assert loads(GAME, model=MODEL_PLUS2, basic="48") == 4 + 4
    assert loads(GAME, model=MODEL_128K, basic="128") == 2 + len('load ""\n')
    assert loads(CODE, model=MODEL_128K) == 2 + len('load ""code\n')


def test_a_snapshot_chooses_the_machine(tmp_path: Path) -> None:
    spectrum = Spectrum("128")
    path = tmp_path / "x.szx"
    write_snapshot(path, spectrum.core)
    text = page_of(path, "--pad", "OPQA SPACE")
    assert json.loads(part(text, "head"))["machines"][0]["model"] == MODEL_128K.facts
    assert unpacked(text, "program") == path.read_bytes()
    assert len(unpacked(text, "rom")) == 0x8000


def test_a_pzx_goes_into_the_page_as_a_tzx(tmp_path: Path) -> None:
    pulses = b"PULS" + (4).to_bytes(4, "little") + (0x8003).to_bytes(2, "little") + (500).to_bytes(2, "little")
    path = tmp_path / "x.pzx"
    path.write_bytes(b"PZXT" + bytes((2, 0, 0, 0, 1, 0)) + pulses)
    text = page_of(path, "--pad", "OPQA SPACE", "--model", "48")
    assert json.loads(part(text, "head"))["files"] == ["x.tzx"]
    parts = Tape.parse(unpacked(text, "program"), ".tzx").parts
    assert ((3, 500),) in [part.pulses for part in parts if isinstance(part, Signal)]


def test_the_free_rom_is_taken_with_its_terms(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rom = tmp_path / "opense.rom"
    rom.write_bytes(bytes(0x4000))
    monkeypatch.setattr(page, "OPENSE_PATHS", (str(rom),))
    text = page_of(game, "--rom", "opense")
    assert OPENSE_TERMS in text
    assert AMSTRAD_TERMS not in text
    assert unpacked(text, "rom") == bytes(0x4000)
    assert len(keys_of(text)) == len('load ""\n')  # it takes no keyword by one key


@cases("arguments", "message")
def test_bad_input_gets_one_line(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(page, "OPENSE_PATHS", ("nowhere.rom",))
    Path("tape.html").write_bytes(game.read_bytes())
    Path("cut.tap").write_bytes(game.read_bytes()[:10])
    Path("empty.tap").write_bytes(b"")
    Path("x.scr").write_bytes(bytes(6912))
    write_snapshot("x.szx", Spectrum("128").core)
    assert main(["page", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_no_page_with_a_rom_is_committed() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode:  # a source archive
        folders = [path for path in ROOT.iterdir() if path.name not in ("build", "dist", "spectrum-results")]
        paths = [path for folder in folders if folder.name[0] != "." for path in folder.rglob("*")]
    else:
        paths = [ROOT / name.decode() for name in listed.stdout.split(b"\0") if name]
    assert len(paths) > 500
    roms = [Path(path).read_bytes() for model in (MODEL_48K, MODEL_128K, MODEL_PLUS2) for path in model.rom_paths]
    traces = [rom[start : start + 32] for rom in roms for start in (0x100, 0x2000)]
    packed = re.compile(rb'id="rom[^"]*">[A-Za-z0-9+/=\s]{1000}')
    for path in paths:
        data = path.read_bytes() if path.is_file() else b""
        assert not packed.search(data), f"{path}: a ROM is in this page; take it out of the commit"
        assert not any(trace in data for trace in traces), f"{path}: it has a part of a ROM"


def test_all_that_stands_on_the_page_has_russian_words() -> None:
    texts: list[str] = []

    class Reader(HTMLParser):
        is_script = False

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.is_script = tag in ("script", "style", "title")
            texts.extend(value or "" for name, value in attrs if name in ("aria-label", "title"))

        def handle_data(self, data: str) -> None:
            if not self.is_script:
                texts.append(" ".join(data.split()))

    Reader().feed(re.sub(r"\{\{\w+\}\}", "{}", page.page_file("page.html")))
    words = json.loads(page.page_file("russian.json"))
    assert [text for text in texts if text.strip("{} ×10") and text not in words] == []
    scripts = " ".join(
        page.page_file(f"{name}.js") for name in ("main", "shelf", "screens", "player", "bytes", "runner", "tape")
    )
    joined = re.sub(r"[`\"]\s*\+ [`\"]", "", re.sub(r"\$\{[^}]*\}", "{}", scripts))
    known = {*texts, "Program", "Machine"}
    assert [key for key in words if key not in known and key.split(", at its")[0] not in joined] == []


# -- scripts joined -----------------------------------------------------------------------------


def test_strings_templates_and_short_comments_are_kept_and_other_comments_go() -> None:
    kept = "const a = `  // kept\n/* kept */ ${b}`, c = /[/]\"\\/*/.test(d) ? 4 / 2 : 'x // y'; // kept\nif (a) /x/g;\n"
    code = kept.replace("/x/", "/** gone */ /x/").replace("if (a)", "  // gone\n\n/** gone\n * gone */\nif (a)")
    joined = page.join_with_imports("m.js", {"m.js": code}.__getitem__)
    assert joined == f"const m_ = (() => {{\n{kept.replace(' /x', '  /x')}return {{  }};\n}})();"


@cases("code", "message")
def test_a_script_that_is_not_understood_is_rejected_with_its_line(code: str, message: str) -> None:
    others = {
        "b.js": "export const a = [1, 2], { d } = f(g, 3);\n",
        "c.js": "export const late = 1;\nawait late;\n",
        "d.js": 'import { a } from "./m.js";\nexport const round = a;\n',
    }
    with pytest.raises(ScriptError, match=re.escape(message)):
        page.join_with_imports("m.js", {"m.js": code, **others}.__getitem__)
    good = page.join_with_imports("m.js", {"m.js": 'import { a, d } from "./b.js";\n', **others}.__getitem__)
    assert "return { a, d };" in good

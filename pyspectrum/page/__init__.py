"""A whole Spectrum in a page: its scripts, which need no build step, and what writes a page with a program in it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from pyspectrum.errors import KeyboardError, SpectrumError
from pyspectrum.keyboard import ENTER, Chord, chords_for_command, chords_for_text, half_rows, parse_chord
from pyspectrum.models import Model
from pyspectrum.page.bundle import join_with_imports as join_with_imports

AMSTRAD_TERMS = (
    "The ROM in this page is © Amstrad plc. Amstrad have kindly given their permission for the redistribution of their "
    "copyrighted material but retain that copyright."
)
"""The words that Amstrad asks emulators to carry (C. Lawson, 1999)."""
OPENSE_TERMS = (
    "The ROM in this page is OpenSE BASIC, © 1981 Nine Tiles Networks Ltd, © 2011–2020 Source Solutions, Inc., free "
    "software under the GNU General Public License, version 2 or later. Its source: zxdesign.itch.io/opense"
)
OPENSE_PATHS = ("/usr/share/spectrum-roms/opense.rom", "/usr/local/share/spectrum-roms/opense.rom")

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; worker-src blob:"
_BOOT_FRAMES = {False: 120, True: 150}
"""Frames from power until a 48K and a 128 wait for a key, and some more."""
_HOLD_FRAMES, _RELEASE_FRAMES = 4, 8
_ENTER_FRAMES = 20
"""Frames after ENTER, in which a 128 draws another screen before it looks at the keys."""
_UP = [0x1F] * 8

_CROSSES = ("opqa", "5876", "6798")
"""Left, right, up and down."""
_WORDS = ("UP", "DOWN", "LEFT", "EDIT", "CAPS")
Pad = dict[str, list[dict[str, Any]]]
Script = list[tuple[int, list[int]]]
"""Keys to hold: for how many frames, and the eight half-rows."""


@dataclass(frozen=True)
class Page:
    """Contents of a page."""

    title: str  # for people
    name: str  # the program's file, whose suffix says what it is
    data: bytes
    model: Model
    label: str = ""  # names it among `others`
    others: Sequence[tuple[str, str, bytes]] = ()  # more programs to choose from: label, file and bytes of each
    keys: Sequence[str] = ()  # which keys do what, each as "KEYS meaning"
    kempston: bool = False  # the arrows and a gamepad are a Kempston joystick from the beginning
    basic: str | None = None  # on a 128, the BASIC that a tape is loaded in, "48" or "128"; None is the Tape Loader
    is_code: bool = False  # the tape begins with CODE, which the Tape Loader passes over
    fit: tuple[int, int] = (256, 192)  # the most cells, across and down, that a picture becomes which is dropped here
    pad: Pad | None = None  # the keys of the pad for thumbs, as `parse_pad` returns them; None if they are not known
    few_keys: bool = False  # the page lets choose other keys for the pad
    other_models: Sequence[Model] = ()  # machines to choose from beside `model`
    poster: bytes | None = None  # a screen to show before it is switched on; None is that which the tape loads first
    border: int = 0
    starts: Mapping[str, int] = field(default_factory=lambda: {"en": 0})
    """The program that the page begins with, by its number (0 is `data`), for readers of a language; ``en`` stands for
    all others."""
    russian: Mapping[str, str] | None = None
    """Readers of Russian get the page in Russian; these words are its own. None: English for all."""


def with_opense(model: Model) -> Model:
    """Return the same machine with the free ROM OpenSE BASIC; SpectrumError if it cannot have that."""
    if model.banked:
        raise SpectrumError(f"OpenSE BASIC is a ROM for a 48K, not for a {model.name}; use --model 48")
    found = next((path for path in OPENSE_PATHS if Path(path).is_file()), None)
    if found is None:
        raise SpectrumError(f"no {OPENSE_PATHS[0]}; install the ROM (on Debian: apt install opense-basic)")
    return replace(model, rom_paths=(found,))


def page_file(name: str) -> str:
    return (files("pyspectrum") / "page" / name).read_text(encoding="utf-8")


def page_script(main: str) -> str:
    """Return a module of the page and all that it imports, as one script: ``main``, ``worker`` or ``loudspeaker``."""
    return join_with_imports(f"{main}.js", page_file)


def json_in_html(value: object) -> str:
    """Return JSON that can stand in a script of a page: it neither ends one nor begins a comment.

    >>> json_in_html("</script><!--")
    '"\\\\u003c/script>\\\\u003c!--"'
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def write_page(page: Page) -> str:
    """Return the page as HTML."""
    main = page_script("main")
    digest = base64.b64encode(hashlib.sha256(f"\n{main}\n".encode()).digest()).decode()
    tokens = (files("pyspectrum") / "trace" / "viewer" / "tokens.css").read_text(encoding="utf-8")
    sheets = "\n".join([tokens, page_file("television.css"), page_file("page.css")])
    style = re.sub(r"/\*.*?\*/|(?<=\n)\s+", "", sheets, flags=re.DOTALL)
    models = (page.model, *page.other_models)
    places: dict[str, int] = {}
    roms: list[Path] = []
    for model in sorted(models, key=lambda model: not model.banked):  # what 128 and 48K share is packed once
        places[model.name] = len(roms)
        roms += map(Path, model.rom_paths)
    head = {
        "title": page.title,
        "files": [page.name, *(name for _, name, _ in page.others)],
        "machines": [
            {
                "model": model.facts,
                "roms": [places[model.name], len(model.rom_paths)],
                "script": boot_script(replace(page, model=model, basic=page.basic if model.banked else None)),
            }
            for model in models
        ],
        "kempston": page.kempston,
        "fit": page.fit,
        "pad": page.pad,
        "few": page.pad is None or page.few_keys,
        "border": page.border,
        "starts": dict(page.starts),
        "words": {} if page.russian is None else {"ru": json.loads(page_file("russian.json")) | dict(page.russian)},
    }
    names = [model.name for model in models]
    values = {
        "POLICY": f"{_POLICY}; script-src 'sha256-{digest}' data:",
        "TITLE": html.escape(page.title),
        "MODEL": f"ZX Spectrum {page.model.name}",
        "MODEL_NAME": page.model.name,
        "MODELS": _choice("Machine", "model-choice", names),
        "STYLE": style,
        "CHOICE": _choice("Program", "program-choice", [page.label, *(label for label, _, _ in page.others)]),
        "KEYS": _keys_card(page.keys),
        "TERMS": OPENSE_TERMS if _is_opense(page.model) else AMSTRAD_TERMS,
        "HEAD": json_in_html(head),
        "ROM": packed(b"".join(path.read_bytes() for path in roms)),
        "POSTER": packed(page.poster) if page.poster else "",
        "PROGRAM": "\n".join(map(packed, [page.data, *(data for _, _, data in page.others)])),
        "WORKER": packed(page_script("worker").encode()),
        "LOUDSPEAKER": page_script("loudspeaker"),
        "SCRIPT": main,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], page_file("page.html"))


def parse_pad(text: str) -> Pad:
    """Parse the keys of a pad: a cross, if the first word is left, right, up and down (or the first two), and others.

    Q, A, O and P, and the digits of cursor and Sinclair joystick, are a cross in any order. KeyboardError for a key
    that does not exist, or no key at all.

    >>> pad = parse_pad("QAOP SPACE DELETE")
    >>> [key["label"] for key in pad["cross"]], [key["keys"] for key in pad["keys"]]
    (['O', 'P', 'Q', 'A'], [['SPACE'], ['0', 'CAPS']])
    """
    first, *rest = text.split() or [""]
    letters = next((known for known in _CROSSES if sorted(known) == sorted(first.lower())), first.lower())
    is_cross = len(first) in (2, 4) and first.upper() not in _WORDS and "+" not in first
    cross, names = (letters, rest) if is_cross else ("", text.split())
    if not cross and not names:
        raise KeyboardError("a pad without a key; name some, as --pad 'OPQA SPACE'")
    try:
        return {"cross": [_pad_key(key) for key in cross], "keys": [_pad_key(name) for name in names]}
    except KeyboardError as error:
        raise KeyboardError(f"{error}; a cross is the first word, of 2 or 4 keys, as OPQA") from None


def _pad_key(name: str) -> dict[str, Any]:
    return {"label": name.upper(), "keys": sorted(parse_chord(name.lower() if len(name) == 1 else name))}


def packed(data: bytes) -> str:
    """Return bytes deflated, in base64."""
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def _choice(name: str, place: str, labels: Sequence[str]) -> str:
    if len(labels) < 2:
        return ""
    options = (f'<option value="{number}">{html.escape(label)}</option>' for number, label in enumerate(labels))
    return f'<label>{name} <select id="{place}">{"".join(options)}</select></label>'


def _keys_card(keys: Sequence[str]) -> str:
    if not keys:
        return ""
    pairs = (key.strip().partition(" ") for key in keys)
    items = (f"<li><kbd>{html.escape(key)}</kbd> {html.escape(meaning)}</li>" for key, _, meaning in pairs)
    return f'    <section class="card" aria-label="Keys"><h2>Keys</h2><ul>{"".join(items)}</ul></section>'


def _is_opense(model: Model) -> bool:
    return model.rom_paths[0] in OPENSE_PATHS


def boot_script(page: Page) -> Script:
    """Return the keys that boot the machine and load a tape."""
    model, editor, basic = page.model, page.model.editor_rom, page.basic or ("128" if page.is_code else None)
    boot: Script = [(_BOOT_FRAMES[model.banked], _UP)]
    command = 'LOAD ""CODE\n' if page.is_code else 'LOAD ""\n'
    if editor is not None:
        if basic is None:
            return [*boot, *_presses([ENTER])]
        boot += [*_presses([parse_chord("DOWN")] * editor.menu[basic] + [ENTER]), (_BOOT_FRAMES[False], _UP)]
    by_letters = _is_opense(model) or (editor is not None and basic == "128")
    return [*boot, *_presses(chords_for_text(command.lower()) if by_letters else chords_for_command(command))]


def _presses(chords: Sequence[Chord]) -> Script:
    script: Script = []
    for chord in chords:
        script += [(_HOLD_FRAMES, half_rows(chord)), (_RELEASE_FRAMES, _UP)]
    return [*script, (_ENTER_FRAMES, _UP)]

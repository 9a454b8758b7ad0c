"""The program in a page: what a Spectrum in the studio's pages is made of, and the page of the program alone.

Both run in a browser and need nothing else: neither this package nor a server.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from harness.errors import RequestError
from harness.files.reading import data_folder
from harness.spectrum.build import ALL_EDITIONS, Edition
from harness.spectrum.line_calls import code_entry
from harness.spectrum.messages import ENGLISH, LANGUAGES, language
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from pyspectrum.models import MODEL_48K
from pyspectrum.page import Page, boot_script, packed, page_script, parse_pad, write_page
from pyspectrum.screen.fonts import Font
from pyspectrum.tape import Tape, read_tap

SAID = ("menu_exit", "any_key", "check_sum", "incorrect_entry", "solved", "incorrect", "many_variants")
"""The messages by which the page knows what the program does."""

_LABELS = {
    "classic": "Classic",
    "basic": "BASIC alone",
    "turbo": "Turbo",
    "classic-ru": "Классика",
    "basic-ru": "Только Бейсик",
    "turbo-ru": "Турбо",
}
STARTS = {"en": "turbo", "ru": "turbo-ru"}
"""The edition that a reader of a language starts with, here and in Watch."""
_PAD = "1 2 3 4 5 6 7 8 9 0 , < DELETE ENTER"
_RUSSIAN = {
    "Japanese Crosswords": "Японские кроссворды",
    "menu": "меню",
    "after each answer": "после каждого ответа",
    "one line back": "на строку назад",
    "stop": "стоп",
}
_KEYS = ("1–8 menu", "ENTER after each answer", "< one line back", "CAPS+SPACE stop")


def spectrum_parts(tapes: Mapping[str, Tape], worker: str) -> dict[str, Any]:
    """Build the data of a Spectrum that solves puzzles in a page, by the program on any of some tapes.

    `worker` is the script that runs it, the studio's `driver.js`.
    """
    return {
        "model": MODEL_48K.facts,
        "rom": packed(Path(MODEL_48K.rom_paths[0]).read_bytes()),
        "script": boot_script(Page("", "program.tap", b"", MODEL_48K)),
        "starts": STARTS,
        "tapes": {name: _tape(tape) for name, tape in tapes.items()},
        "said": {key: [_on_screen(key, code) for code in LANGUAGES] for key in SAID},
        "worker": worker,
        "loudspeaker": page_script("loudspeaker"),
    }


def program_page() -> str:
    """The page of the program in all its editions."""
    (label, name, data), *others = [
        (_LABELS[name_of_edition(edition)], edition.file_name, tape_of(edition).to_bytes()) for edition in ALL_EDITIONS
    ]
    page = Page("Japanese Crosswords", name, data, MODEL_48K, label, others, keys=_KEYS)
    names = [name_of_edition(edition) for edition in ALL_EDITIONS]
    starts = {code: names.index(name) for code, name in STARTS.items()}
    fit = (MAX_WIDTH, MAX_HEIGHT)
    return write_page(replace(page, fit=fit, pad=parse_pad(_PAD), starts=starts, russian=_RUSSIAN))


def edition_named(name: str) -> Edition:
    """Return the edition of a `name_of_edition`; a RequestError lists the names."""
    editions = {name_of_edition(edition): edition for edition in ALL_EDITIONS}
    if name in editions:
        return editions[name]
    names = ", ".join(editions)
    raise RequestError("there is no edition {name!r}", "choose one of: {names}", name=name[:20], names=names)


def name_of_edition(edition: Edition) -> str:
    """Return the page's name for an edition.

    >>> [name_of_edition(edition) for edition in ALL_EDITIONS]
    ['classic', 'basic', 'turbo', 'classic-ru', 'basic-ru', 'turbo-ru']
    """
    name = edition.name
    return name if edition.language == ENGLISH else f"{name}-{edition.language}"


def tape_of(edition: Edition) -> Tape:
    """Read the tape of an edition that comes with the package."""
    return read_tap(data_folder("tapes") / edition.file_name)


def _tape(tape: Tape) -> dict[str, Any]:
    suffix = ".tzx" if tape.losses(".tap") else ".tap"
    return {"name": f"program{suffix}", "data": packed(tape.encode(suffix)), "entry": code_entry(tape)}


def _on_screen(key: str, code: str) -> str:
    """A message in a language as it stands on the screen, eight bytes a character."""
    said = language(code)
    glyphs = dict((said.font or Font.rom()).glyphs)
    return base64.b64encode(b"".join(glyphs[character] for character in said.spell(said[key]))).decode("ascii")

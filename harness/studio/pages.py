"""Static pages for any web host, or one HTML file: puzzles to solve by hand, hints, and a Spectrum.

A folder has an index with cards, a page a puzzle with its picture for previews, a script, a style sheet, a manifest
and a service worker, which keeps all of it for use without the internet. A single file has all of that in itself, and
opens from a disk. The script is the studio's own modules, joined, as they are for the studio's own page.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

from harness.drawing.animation import build_png
from harness.drawing.svg import build_svg
from harness.errors import FormatError, Phrase
from harness.files.reading import shared_style
from harness.puzzle import Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, StopReason
from harness.solver.human.explain import Level, Rating, explain
from harness.solver.human.presentation import LANGUAGES, line_as_json
from harness.solver.human.steps import LineStep, Step
from harness.solver.strategy import OUTCOME_WORDS, Difficulty, solve_any
from harness.spectrum.build import ALL_EDITIONS
from harness.spectrum.in_page import STARTS, name_of_edition, spectrum_parts, tape_of
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.studio.documents import Document
from pyspectrum.page import join_with_imports, json_in_html, packed, page_file
from pyspectrum.tape import Tape

MAIN, WATCHED = "exported", "driver"
_STATIC = files("harness.studio") / "static"
STYLES = ("cells.css", "studio.css", "board.css")
SCRIPT, STYLE, MANIFEST, WORKER, ICON = "page.js", "page.css", "page.webmanifest", "service-worker.js", "icon.svg"
_LOADING, _KERNEL = "loading.png", "kernel.wasm"
STOCK = "stock.txt"
"""New puzzles for pages with cards, a line each; `tools/stock.py` makes them."""
FIXED_NAMES = ("index.html", SCRIPT, STYLE, MANIFEST, WORKER, ICON)
"""Files of every folder, whatever its puzzles."""
TITLE = "Japanese crosswords"
TEXT = "The numbers hide a picture. Find it in your browser, or watch a Spectrum do it."
WITHOUT_SCRIPTS = "Solving needs JavaScript, which this browser does not run. The numbers can be printed."
_MANIFEST = {
    "name": TITLE,
    "short_name": "Crosswords",
    "description": TEXT,
    "start_url": "./index.html",
    "scope": "./",
    "display": "standalone",
    "background_color": "#ebedf3",
    "theme_color": "#15182b",
    "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}
_FOLDER_POLICY = (
    "default-src 'none'; script-src 'self' data:; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self' blob:"
)
_FILE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src blob: data:; "
    "worker-src blob:"
)
_LONGEST_NAME = 60
_SHORTHAND = re.compile(r"<x-(\w+)([^>]*)>([^<]*)</x-\1>")
_ICON = '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-{}"/></svg>'
_HIDDEN = " hidden"


def exported(puzzle: Puzzle, name: str, seconds: float) -> dict[str, Any]:
    """Build a puzzle as its page gets it; raise FormatError unless one solution, and no other, is found in time."""
    result = solve_any(puzzle, max_solutions=2, budget=Budget(seconds))
    if result.stopped is not None and len(result.solutions) < 2:
        if result.stopped is StopReason.TIMEOUT:
            late = "not decided whether it has one solution: time ran out after {seconds:g} s"
            raise FormatError(late, "--timeout allows more", name, seconds=seconds)
        full = "not decided whether it has one solution: memory ran out"
        raise FormatError(full, "leave this puzzle out, or use a smaller one", name)
    if result.unique is not True:
        what, has = "not a puzzle with one solution: it has {outcome}", Phrase(OUTCOME_WORDS[result.outcome])
        raise FormatError(what, "see what `check` says", name, outcome=has)
    explanation = explain(puzzle, Budget(seconds))
    return {
        "document": Document.of_puzzle(puzzle, result.solutions[0].rows).as_json(),
        "hints": [_hint(step) for step in explanation.steps],
        "level": step_of_difficulty(explanation.rating),
    }


def step_of_difficulty(rating: Rating) -> str:
    """The step of the page's four-step scale: easy, moderate, hard, trial."""
    if rating.difficulty is not Difficulty.LINE:
        return "trial"
    return rating.level.value if rating.level in (Level.EASY, Level.MODERATE) else "hard"


def _hint(step: Step) -> dict[str, Any]:
    """A step of a person's solution: the cells that it decides, its line, and its sentence in each language."""
    return {
        "cells": [[cell.place.row, cell.place.column, cell.hue.key] for cell in step.cells],
        "line": line_as_json(step.line) if isinstance(step, LineStep) else None,
        "texts": {code: language.tell_alone(step) for code, language in LANGUAGES.items()},
    }


@dataclass
class PagePuzzle:
    """A puzzle for pages: what its address is made of, and what `exported` built of it."""

    name: str
    content: Mapping[str, Any]

    def __post_init__(self) -> None:
        document = self.content["document"]
        self.title = str(document["title"] or self.name)
        self.width, self.height = len(document["rows"][0]), len(document["rows"])
        self.kind = f"{self.width} × {self.height}, {self.content['level']}"
        """What is told of it before it is solved."""
        self.blank = (UNKNOWN * self.width,) * self.height
        """Its cells, none of them known."""
        small, large = sorted((self.width, self.height))
        self.is_watchable = not document.get("colours") and large <= MAX_WIDTH and small <= MAX_HEIGHT
        """Whether a Spectrum can solve it."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, of the picture that the page holds."""
        return Document.of_json(self.content["document"]).puzzle()


@dataclass(frozen=True)
class Site:
    """Puzzles that are published together, in the order of their cards.

    Args:
        spectrum: what `parts_of_spectrum` gives, for those that a Spectrum can solve (None: without one).
        address: where they will lie, if that is known; previews of links need it.
        opens_links: whether the cards begin with a field for a link.
    """

    puzzles: Sequence[PagePuzzle]
    spectrum: Mapping[str, Any] | None = None
    address: str = ""
    opens_links: bool = False
    in_one_file: bool = False
    _links: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for puzzle in self.puzzles:
            slug = _slug(puzzle.name)
            names = (slug if number == 1 else f"{slug}-{number}" for number in count(1))
            name = next(name for name in names if name != "index" and name not in self._links)
            self._links[name] = f"#{name}" if self.in_one_file else f"{name}.html"

    @property
    def named(self) -> dict[str, PagePuzzle]:
        """The puzzles by the names in their addresses."""
        return dict(zip(self._links, self.puzzles, strict=True))

    def files(self) -> dict[str, bytes]:
        """Every file of a folder, by its name."""
        made = {
            "index.html": self.page().encode(),
            SCRIPT: self._script().encode(),
            STYLE: style().encode(),
            ICON: static(ICON).encode(),
            MANIFEST: json.dumps(_MANIFEST).encode(),
        }
        for name, puzzle in self.named.items():
            made[f"{name}.html"] = self.page(name).encode()
            made[f"{name}.png"] = build_png(puzzle.puzzle, puzzle.blank)
        version = hashlib.sha256(b"".join(made[name] for name in sorted(made))).hexdigest()[:16]
        made[WORKER] = _filled(WORKER, {"VERSION": version, "FILES": json.dumps(["./", *made])}).encode()
        return made

    def page(self, here: str = "") -> str:
        """The page of a puzzle by its name, or of the cards; in one file, of all, without cards if it is one puzzle."""
        if self.in_one_file and len(self.puzzles) == 1 and not self.opens_links:
            (here,) = self.named
        held = self.named if self.in_one_file else {here: self.named[here]} if here else {}
        data = {
            "entries": [self._entry(name, puzzle) for name, puzzle in self.named.items()],
            "puzzles": {name: puzzle.content for name, puzzle in held.items()},
            "here": here,
            "stock": [] if here else static(STOCK).splitlines(),
            "index": "#" if self.in_one_file else "index.html",
            "worker": "" if self.in_one_file else WORKER,
        }
        puzzle = self.named.get(here)
        preview = f'<img src="{here}.png" alt="{puzzle.kind}">' if puzzle and not self.in_one_file else ""
        values = {
            "POLICY": _FILE_POLICY if self.in_one_file else _FOLDER_POLICY,
            "TITLE": f"{puzzle.kind} · {TITLE}" if puzzle else TITLE,
            "HEAD": self._head(here),
            "MODE": "solve" if here else "start",
            "INDEX": html.escape(str(data["index"])),
            "WITHOUT": WITHOUT_SCRIPTS,
            "PREVIEW": preview,
            "CARDS": "" if here else self._cards(),
            "CARDS_HIDDEN": _HIDDEN if here else "",
            "DATA": json_in_html(data),
            "SCRIPT": f"<script>{self._script()}" if self.in_one_file else f'<script defer src="{SCRIPT}">',
            **_parts(),
        }
        return _filled("exported.html", values)

    def _entry(self, name: str, puzzle: PagePuzzle) -> dict[str, Any]:
        document = puzzle.content["document"]
        looks = {key: document[key] for key in ("colours", "background") if key in document}
        size = {"width": puzzle.width, "height": puzzle.height, "level": puzzle.content["level"]}
        return {"id": name, "title": puzzle.title, "link": self._links[name], **size, **looks}

    def _script(self) -> str:
        """The studio's modules that a page needs, joined; and before them what a Spectrum is made of."""
        parts = f"globalThis.spectrumParts = {json_in_html(self.spectrum)};\n" if self.spectrum else ""
        return parts + script()

    def _head(self, here: str) -> str:
        if self.in_one_file:
            return f"<style>{style()}</style>"
        picture = here or next(iter(self.named), "")
        base = self.address.rstrip("/") + "/" if self.address else ""
        title = self.named[here].kind if here else TITLE
        metas = {"og:type": "website", "og:title": title, "og:description": TEXT}
        if picture:
            metas["og:image"] = f"{base}{picture}.png"
        if base:
            metas["og:url"] = f"{base}{here}.html" if here else base
        lines = [f'<meta property="{key}" content="{html.escape(value)}">' for key, value in metas.items()]
        lines += [
            f'<meta name="description" content="{html.escape(TEXT)}">',
            '<meta name="twitter:card" content="summary_large_image">',
            f'<link rel="icon" href="{ICON}" type="image/svg+xml">',
            f'<link rel="manifest" href="{MANIFEST}">',
            f'<link rel="stylesheet" href="{STYLE}">',
        ]
        return "\n".join(lines)

    # -- the cards -----------------------------------------------------------------------------

    def _cards(self) -> str:
        order = ("easy", "moderate", "hard", "trial")
        easiest = min(self.named, key=lambda name: order.index(self.named[name].content["level"]), default=None)
        watched = next((name for name, puzzle in self.named.items() if self.spectrum and puzzle.is_watchable), None)
        shown = self.named[easiest] if easiest else None
        board = build_svg(shown.puzzle.replace(title=shown.kind), shown.blank, "#ffffff") if shown else ""
        values = {
            "LINK_HIDDEN": "" if self.opens_links else _HIDDEN,
            "FEATURE_HIDDEN": "" if self.puzzles else _HIDDEN,
            "EASY": self._links.get(easiest or "", ""),
            "WATCH": f"#{watched}/watch" if self.in_one_file else f"{watched}.html#watch",
            "WATCH_HIDDEN": "" if watched else _HIDDEN,
            "BOARD": board[max(0, board.find("<svg")) :],
            "COUNT": f"{len(self.puzzles)} puzzle{'s' * (len(self.puzzles) != 1)}",
            "FRESH": _parts()["FRESH"],
            "CARDS": "".join(  # the page's script draws their grids; they have names when they are solved
                f'<li data-card="{name}"><a class="pc" href="{self._links[name]}"><span class="th"></span>'
                f'<span class="cap"><b class="kind">{puzzle.kind}</b></span></a></li>'
                for name, puzzle in self.named.items()
            ),
        }
        return _filled("cards.html", values)


# -- the parts of a page -----------------------------------------------------------------------


def parts_of_spectrum(tapes: Mapping[str, Tape]) -> dict[str, Any]:
    """Build the data of a Spectrum that solves puzzles in a page, by the program on any of some tapes."""
    return spectrum_parts(tapes, script(WATCHED))


@cache
def script(main: str = MAIN, served: str = "server") -> str:
    """Join a module of the studio and all that it imports as one script; the module `served` is its ``server.js``."""

    def source_of(path: str) -> str:
        package, _, rest = path.partition("/")
        return (files(package) / rest.replace("/server.js", f"/{served}.js")).read_text("utf-8")

    return join_with_imports(f"harness/studio/static/{main}.js", source_of)


def static(name: str) -> str:
    """A file of the studio's page, its shorthands written out."""
    return _SHORTHAND.sub(_written_out, (_STATIC / name).read_text("utf-8"))


def _written_out(found: re.Match[str]) -> str:
    """Write out a tool, a switch, a line of the keys, or the head of a drawer; what else it has goes to its element."""
    kind, attributes, words = found.groups()
    own = dict(re.findall(r'(icon|say|k|of)="([^"]*)"', attributes))
    others = re.sub(r' (?:icon|say|k|of)="[^"]*"', "", attributes)
    said = f'data-t="{own["say"]}">{words}</'
    key = f'<kbd data-k="{own["k"]}"></kbd>' if "k" in own else ""
    named = f'type="button" data-label="{own["say"]}" aria-label="{words}"'
    written = {
        "tool": f'<button{others} {named}>{_ICON.format(own.get("icon"))}<span class="tip" aria-hidden="true">'
        f"<span {said}span> {key}</span></button>",
        "switch": f'<label class="opt"><span {said}span><span class="sw"><input{others} type="checkbox" role="switch">'
        "<i></i></span></label>",
        "keys": f"<div{others}><dt {said}dt><dd>{key}</dd></div>",
        "head": f'<div class="panel-h"><h2 id="{own.get("of")}-title" {said}h2><button class="tool" type="button" '
        f'data-close="{own.get("of")}" data-label="close" aria-label="Close">{_ICON.format("close")}</button></div>',
    }
    return written[kind]


_SERVED_HEAD = """<link rel="icon" href="{icon_svg}" type="image/svg+xml">
<link rel="stylesheet" href="{studio_css}">
<script type="module" id="script" src="{studio_js}" data-en="{english_js}" data-ru="{russian_js}"
 data-spectrum="{spectrum_json}" data-kernel="{kernel_wasm}"></script>"""
_FILE_HEAD = """<meta http-equiv="Content-Security-Policy" content="{policy}">
<style>{style}</style>
<script id="shared"></script>
<script type="module" id="script" data-address="{address}" data-spectrum="spectrum" data-kernel="kernel">
globalThis.studio = document.documentElement.outerHTML;
const packed = Uint8Array.from(atob("{packed}"), (sign) => sign.charCodeAt());
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const script = document.createElement("script");
script.textContent = await new Response(unpacked).text();
document.head.append(script);
</script>"""
"""The scripts of the studio in one file are packed, which saves a third of it."""


@cache
def studio_page() -> tuple[str, dict[str, bytes]]:
    """Build the studio's own page, and the files that it loads by names that change with their content."""
    spectrum = parts_of_spectrum({name_of_edition(edition): tape_of(edition) for edition in ALL_EDITIONS})
    loudspeaker = str(spectrum["loudspeaker"]).encode()
    spectrum["loudspeaker"] = f"/static/{_hashed('loudspeaker.js', loudspeaker)}"
    contents = {
        "loudspeaker.js": loudspeaker,
        "studio.js": script("main").encode(),
        "studio.css": _studio_style().encode(),
        "spectrum.json": json.dumps(spectrum).encode(),
        **{name: (_STATIC / name).read_bytes() for name in ("english.js", "russian.js", ICON, _LOADING)},
        _KERNEL: kernel(),
    }
    names = {name: _hashed(name, data) for name, data in contents.items()}
    places = {name.replace(".", "_"): f"/static/{path}" for name, path in names.items()}
    page = _studio(_SERVED_HEAD.format_map(places), places["loading_png"])
    return page, {names[name]: data for name, data in contents.items()}


def studio_file(samples: Sequence[Mapping[str, Any]], address: str = "") -> str:
    """Build the studio as one file that needs no server; `address` is where it will lie, for links."""
    tapes = {name_of_edition(edition): tape_of(edition) for edition in ALL_EDITIONS}
    parts = parts_of_spectrum({name: tapes[name] for name in STARTS.values()})
    data = {"spectrum": parts, "samples": samples, "kernel": packed(kernel())}
    head = _FILE_HEAD.format(
        policy=_FILE_POLICY.replace("data:", "data: 'wasm-unsafe-eval'", 1),
        style=_studio_style(),
        address=html.escape(address),
        packed=packed(f"globalThis.studioParts = {json_in_html(data)};\n{script('main', 'alone')}".encode()),
    )
    loading = base64.b64encode((_STATIC / _LOADING).read_bytes()).decode()
    return _studio(head, f"data:image/png;base64,{loading}")


def _studio(head: str, loading: str) -> str:
    stock = json_in_html(static(STOCK).splitlines())
    return _filled("index.html", {"HEAD": head, "LOADING_PNG": loading, "STOCK": stock, **_parts()})


def kernel() -> bytes:
    return (_STATIC / _KERNEL).read_bytes()


@cache
def _studio_style() -> str:
    return f"{style()}\n@media print {{\n{static('print.css')}}}\n"


def _hashed(name: str, data: bytes) -> str:
    """A file's name, which changes with its content."""
    return name.replace(".", f"-{hashlib.sha256(data).hexdigest()[:16]}.")


@cache
def style() -> str:
    return "\n".join([shared_style().decode(), page_file("television.css"), *map(static, STYLES)])


@cache
def _parts() -> dict[str, str]:
    """Return what is in the studio's page between ``<!-- part NAME -->`` and ``<!-- /part -->``, and its drawings.

    The drawings stand in the page itself, so that they follow its theme.
    """
    found = re.findall(r"<!-- part (\w+) -->(.*?)<!-- /part -->", static("index.html"), re.DOTALL)
    drawings = {name: static(f"{name.replace('_', '-')}.svg") for name in ("icons", "mark", "door_board")}
    return {name.upper(): part for name, part in (*found, *drawings.items())}


def _filled(name: str, values: Mapping[str, str]) -> str:
    """A template with its ``{{PLACES}}`` filled in."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], static(name))


def _slug(name: str) -> str:
    """A name as it can stand in an address.

    >>> _slug("my puzzles.non#3"), _slug("Кот")
    ('my-puzzles-3', 'Кот')
    """
    stem = re.sub(r"\.\w+(?=$|#)", "", name)
    return re.sub(r"[^\w-]+", "-", stem).strip("-")[:_LONGEST_NAME] or "puzzle"

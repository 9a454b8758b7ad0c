"""Outcomes as one HTML page, which needs nothing else: no server, no file beside it, nothing from anywhere.

The page itself holds the first things that a person looks for: one sentence, every disagreement with both grids, how
the results divide. The picture of every puzzle by size and time, and the table of all outcomes, are drawn from data in
the page by its own script, a hundred rows at a time, so that a page of a hundred thousand puzzles opens, too.
Everything that comes from outside is escaped, and the page's own policy forbids it to load anything.
"""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from itertools import product
from statistics import fmean, median, quantiles
from string import Template

from harness.files.reading import cell_style, shared_style
from harness.regress.outcome import VERSION, WRONG, Key, Outcome, Status, result_in_words
from harness.regress.session import Summary
from pyspectrum.models import MODEL_48K

SLOWEST = 10
MOST_SHOWN = 200
"""Disagreements that are drawn with their grids; the table has the rest."""
MOST_THUMBNAILS = 20_000
_CELLS = "abcdefghijklmnopqrstuvwxyzA"  # three cells a letter


def build_page(outcomes: Sequence[Outcome], repeats: Mapping[Key, str], title: str) -> str:
    """The page; `repeats` are the commands that repeat an outcome."""
    parts = {name: (resources.files("harness.regress") / "static" / name).read_text("utf-8") for name in _PARTS}
    summary = Summary.of(outcomes)
    return Template(parts["page.html"]).substitute(
        title=_escape(title),
        origin=_escape(_origin(outcomes)),
        badge=_badge(summary),
        style="\n".join([shared_style().decode(), cell_style().decode(), parts["page.css"]]),
        script=parts["page.js"],
        sentence=_sentence(summary),
        legend=_legend(outcomes),
        figures=_figures(outcomes),
        engines=_engines(outcomes, summary),
        look=_looked_at(outcomes, repeats),
        data=_data(outcomes),
    )


_PARTS = ("page.html", "page.css", "page.js")
_PICTURE_PX = 186
"""Longer side of a grid beside what is wrong with it, or a little less."""


def pack_grid(rows: Sequence[str]) -> str:
    """The cells of a grid in black and white as letters, three a letter, for `page.js` to draw.

    >>> pack_grid(["#.?", ".."]), pack_grid(["###"])
    ('la', 'n')
    """
    cells = "".join(rows)
    if set(cells) - set("#.?"):
        return ""
    cells += "." * (-len(cells) % 3)
    values = {".": 0, "#": 1, "?": 2}
    return "".join(
        _CELLS[9 * values[cells[at]] + 3 * values[cells[at + 1]] + values[cells[at + 2]]]
        for at in range(0, len(cells), 3)
    )


def draw_grid(rows: Sequence[str], other: Sequence[str] = (), *, title: str) -> str:
    """A grid as SVG; cells that differ from those of another one are marked."""
    height, width = len(rows), max(map(len, rows))
    black: list[tuple[int, int]] = []
    unknown: list[tuple[int, int]] = []
    differing: list[tuple[int, int]] = []
    for y, x in product(range(height), range(width)):
        cell = rows[y][x]
        if cell in "#?":
            (black if cell == "#" else unknown).append((x, y))
        if other and (y >= len(other) or x >= len(other[y]) or other[y][x] != cell):
            differing.append((x, y))
    paths = "".join(
        f'<path class="{kind}" d="{"".join(f"M{x} {y}h1v1h-1z" for x, y in cells)}"/>'
        for kind, cells in (("black", black), ("unknown", unknown), ("differs", differing))
        if cells
    )
    return (
        f'<svg class="grid" role="img" aria-label="{_escape(title)}" viewBox="0 0 {width} {height}" '
        f'style="width:{min(30, max(2, _PICTURE_PX // max(width, height))) * width}px">{paths}</svg>'
    )


def _escape(text: str) -> str:
    return html.escape(text, quote=True)


def _short(name: str) -> str:
    """A file's name without its folder; the page gives the whole path where the pointer rests.

    >>> _short("/home/ira/puzzles/cat.txt"), _short("6x6..9x9:20:1 3")
    ('cat.txt', '6x6..9x9:20:1 3')
    """
    return name.rsplit("/", 1)[-1] or name


def _short_engine(name: str) -> str:
    """A tape or a program's command, each of its words without folders.

    >>> _short_engine("/opt/solver --rules /etc/rules.txt {}")
    'solver --rules rules.txt {}'
    """
    return " ".join(map(_short, name.split(" ")))


def _origin(outcomes: Sequence[Outcome]) -> str:
    """Engines, version and time, in one line."""
    engines = ", ".join(dict.fromkeys(_short_engine(outcome.engine) for outcome in outcomes if outcome.engine))
    done_at = max((outcome.done_at for outcome in outcomes), default="")
    time = f"{done_at[:10]}, {done_at[11:16]} UTC" if done_at else ""
    return " · ".join(filter(None, (engines, f"version {VERSION}", time)))


def _badge(summary: Summary) -> str:
    kind, text = ("bad", f"{summary.wrong:,} wrong") if summary.wrong else ("good", "all right")
    return f'<span class="badge {kind}">{text}</span>'


def _sentence(summary: Summary) -> str:
    """The whole run in one sentence, and what else there is to say of it."""
    count = summary.by_status
    right, wrong = count[Status.AGREES], summary.wrong
    answers = right + wrong
    noun, verb = ("answer", "is") if answers == 1 else ("answers", "are")
    if not answers:
        big = "Nothing was answered."
    elif wrong:
        big = f"<b>{wrong:,} of {answers:,}</b> {noun} {'is' if wrong == 1 else 'are'} wrong."
    else:
        big = f"<b>{right:,} of {answers:,}</b> {noun} {verb} right."
    said = [f"The other {right:,} {'is' if right == 1 else 'are'} right."] if wrong and right else []
    for status, done in (
        (Status.UNDECIDED, "not decided"),
        (Status.SKIPPED, "skipped"),
        (Status.UNREADABLE, "could not be read"),
    ):
        if count[status]:
            was = ("was " if count[status] == 1 else "were ") if done in ("skipped", "not decided") else ""
            said.append(f"{count[status]:,} puzzle{'s' * (count[status] != 1)} {was}{done}.")
    return f'<p class="big{" bad" * bool(wrong)}">{big}</p><p class="lead">{" ".join(said)}</p>'


_COLOURS = {
    "solved": "--good",
    "unique": "--good",
    "many-variants": "--doubt",
    "multiple": "--doubt",
    "contradiction": "--ink",
}


def _legend(outcomes: Sequence[Outcome]) -> str:
    """Divide the outcomes: the wrong ones first, then the results."""
    kinds: Counter[tuple[int, str, str]] = Counter()
    for outcome in outcomes:
        if outcome.status is Status.AGREES:
            kinds[1, result_in_words(outcome.result), _COLOURS.get(outcome.result, "--pen")] += 1
        elif outcome.status in WRONG:
            kinds[0, outcome.status.value, "--bad"] += 1
        else:
            kinds[2, outcome.status.value, "--line-2"] += 1
    shown = sorted(kinds.items(), key=lambda kind: (kind[0][0], -kind[1], kind[0][1]))
    bars = "".join(f'<i style="flex:{n};background:var({colour})"></i>' for (_, _, colour), n in shown)
    lines = "".join(
        f'<li><i style="background:var({colour})"></i><span>{_escape(name)}</span><b>{n:,}</b></li>'
        for (_, name, colour), n in shown
    )
    return f'<div class="stack" aria-hidden="true">{bars}</div><ul class="legend">{lines}</ul>'


def _figures(outcomes: Sequence[Outcome]) -> str:
    """Median, longest and all Spectrum time together; what this computer took."""
    times = [MODEL_48K.seconds(outcome.tstates) for outcome in outcomes if outcome.tstates]
    figures = {"median": median(times), "longest": max(times), "all together": sum(times)} if times else {}
    figures["this computer"] = sum(outcome.seconds for outcome in outcomes)
    items = "".join(f"<div><dt>{name}</dt><dd>{_duration(value)}</dd></div>" for name, value in figures.items())
    return f'<dl class="figures">{items}</dl>'


def _duration(seconds: float) -> str:
    """A time as one reads it.

    >>> _duration(0.25), _duration(24.52), _duration(358.07)
    ('250 ms', '24.5 s', '5 min 58 s')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    whole = round(seconds)
    return f"{whole // 60:,} min {whole % 60:02} s" if seconds >= 59.95 else f"{seconds:.1f} s"


def _engines(outcomes: Sequence[Outcome], summary: Summary) -> str:
    """A line an engine: its results, and what it took on this computer."""
    rows = []
    for engine in dict.fromkeys(outcome.engine for outcome in outcomes if outcome.engine):
        seconds = [outcome.seconds for outcome in outcomes if outcome.engine == engine]
        results = ", ".join(
            f"{n:,} {result_in_words(what)}" for (who, what), n in summary.by_result.items() if who == engine
        )
        times = "".join(f'<td class="number">{1000 * value:,.2f}</td>' for value in spread(seconds))
        rows.append(
            f'<tr><th scope="row">{_escape(engine)}</th><td class="number">{len(seconds):,}</td>'
            f"<td>{_escape(results)}</td>{times}</tr>"
        )
    heads = ("puzzles", "results", "mean ms", "median", "95 %", "worst")
    head = "".join(f'<th scope="col"{"" if name == "results" else _NUMBER}>{name}</th>' for name in heads)
    return f'<table><thead><tr><th scope="col">engine</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


_NUMBER = ' class="number"'


def spread(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Mean, median, 95 %, and the largest.

    >>> spread([1, 2, 3, 10])
    (4.0, 2.5, 10, 10)
    """
    largest = max(values)
    ninety_fifth = quantiles(values, n=20)[-1] if len(values) > 1 else largest
    return fmean(values), median(values), min(ninety_fifth, largest), largest


def _looked_at(outcomes: Sequence[Outcome], repeats: Mapping[Key, str]) -> str:
    wrong = [outcome for outcome in outcomes if outcome.status in WRONG | {Status.UNDECIDED}]
    unreadable = [outcome for outcome in outcomes if outcome.status is Status.UNREADABLE]
    if not wrong and not unreadable:
        return (
            '<div class="card slow"><div><h2>Look first at</h2><p class="note">Every answer is right. '
            'The slowest for their size:</p></div><ul id="slow"></ul></div>'
        )
    cards = [_card(outcome, repeats.get(outcome.key, "")) for outcome in wrong[:MOST_SHOWN]]
    if len(wrong) > MOST_SHOWN:
        cards.append(f"<p>… and {len(wrong) - MOST_SHOWN:,} more: see the table.</p>")
    if unreadable:
        lines = "".join(f"<li>{_escape(outcome.sentence)}</li>" for outcome in unreadable)
        cards.append(f'<div class="card"><h2>Not to be read</h2><ul class="unreadable">{lines}</ul></div>')
    return "".join(cards)


def _card(outcome: Outcome, command: str) -> str:
    answer, expected = (rows.split(" ") if rows else [] for rows in (outcome.answer, outcome.expected))
    figures = "".join(
        f"<figure>{draw_grid(rows, other, title=caption)}<figcaption>{_escape(caption)}</figcaption></figure>"
        for rows, other, caption in (
            (answer, expected, f"what {_short_engine(outcome.engine)} answers"),
            (expected, answer, "what the reference finds"),
        )
        if rows
    )
    repeat = f"<p>To repeat it: <code>{_escape(command)}</code></p>" if command else ""
    told = (
        f'<h3 title="{_escape(outcome.name)}">{_escape(_short(outcome.name))}</h3><p>{_escape(outcome.sentence)}</p>'
        f'<p class="note">{outcome.size}, {_escape(outcome.engine)}, {outcome.status}</p>{repeat}'
    )
    return f'<article class="card {outcome.status}"><div>{told}</div>{figures}</article>'


def slowest(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The ten that took longest: in Spectrum time where there is one, else in time."""
    return sorted(outcomes, key=lambda outcome: (outcome.tstates, outcome.seconds), reverse=True)[:SLOWEST]


def _data(outcomes: Sequence[Outcome]) -> str:
    """All outcomes for the script, as JSON that can stand in HTML."""
    rows = [
        [
            outcome.name,
            outcome.engine,
            outcome.status,
            result_in_words(outcome.result),
            outcome.width,
            outcome.height,
            outcome.tstates,
            outcome.line_calls,
            round(1000 * outcome.seconds, 2),
            outcome.sentence,
            pack_grid(outcome.answer.split(" ")) if outcome.answer and number < MOST_THUMBNAILS else "",
        ]
        for number, outcome in enumerate(outcomes)
    ]
    text = json.dumps(rows, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

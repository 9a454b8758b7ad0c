"""Outcomes as one HTML page, which needs nothing else: no server, no file beside it, nothing from anywhere.

What a person looks for first is in the page itself: the summary, every disagreement with both grids, the slowest ten,
how the T-states spread. The table of all outcomes is drawn from data in the page by its own script, a hundred rows at
a time, so that a page of a hundred thousand puzzles opens, too. Everything that comes from outside is escaped, and the
page's own policy forbids it to load anything.
"""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from itertools import product
from statistics import fmean, median, quantiles
from string import Template

from harness.regress.outcome import WRONG, Key, Outcome, Status, result_in_words
from harness.regress.session import Summary

SLOWEST = 10
MOST_SHOWN = 200
"""Disagreements that are drawn with their grids; the table has the rest."""
MOST_THUMBNAILS = 20_000
_BARS = 30
_CELLS = "abcdefghijklmnopqrstuvwxyzA"  # three cells a letter


def build_page(outcomes: Sequence[Outcome], repeats: Mapping[Key, str], title: str) -> str:
    """The page; `repeats` are the commands that repeat an outcome."""
    parts = {name: (resources.files("harness.regress") / "static" / name).read_text("utf-8") for name in _PARTS}
    return Template(parts["page.html"]).substitute(
        title=_escape(title),
        style=parts["page.css"],
        script=parts["page.js"],
        summary=_summary(outcomes),
        look=_looked_at(outcomes, repeats),
        slowest=_slowest(outcomes),
        histograms=_histograms(outcomes),
        data=_data(outcomes),
    )


_PARTS = ("page.html", "page.css", "page.js")


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
        f'style="width:{min(24, 8 * 62 // max(width, 1) + 4) * width // 2}px">{paths}</svg>'
    )


def _escape(text: str) -> str:
    return html.escape(text, quote=True)


def _summary(outcomes: Sequence[Outcome]) -> str:
    summary = Summary.of(outcomes)
    counts = "".join(
        f'<li class="{status}"><b>{summary.by_status[status]:,}</b> {status}</li>'
        for status in Status
        if summary.by_status[status]
    )
    rows = []
    for engine in dict.fromkeys(outcome.engine for outcome in outcomes if outcome.engine):
        seconds = [outcome.seconds for outcome in outcomes if outcome.engine == engine]
        results = ", ".join(
            f"{n:,} {result_in_words(what)}" for (who, what), n in summary.by_result.items() if who == engine
        )
        times = "".join(f"<td>{1000 * value:,.2f}</td>" for value in spread(seconds))
        rows.append(f"<tr><th scope=row>{_escape(engine)}<td>{len(seconds):,}<td>{_escape(results)}{times}</tr>")
    head = "<tr><th>engine<th>puzzles<th>results<th>mean ms<th>median<th>95 %<th>worst</tr>"
    return f'<ul class="counts">{counts}</ul><table><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def spread(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Mean, median, 95 %, and the largest.

    >>> spread([1, 2, 3, 10])
    (4.0, 2.5, 10, 10)
    """
    if not values:
        return 0.0, 0.0, 0.0, 0.0
    largest = max(values)
    ninety_fifth = quantiles(values, n=20)[-1] if len(values) > 1 else largest
    return fmean(values), median(values), min(ninety_fifth, largest), largest


def _looked_at(outcomes: Sequence[Outcome], repeats: Mapping[Key, str]) -> str:
    wrong = [outcome for outcome in outcomes if outcome.status in WRONG | {Status.UNDECIDED}]
    unreadable = [outcome for outcome in outcomes if outcome.status is Status.UNREADABLE]
    if not wrong and not unreadable:
        return "<p>Every answer is right.</p>"
    cards = [_card(outcome, repeats.get(outcome.key, "")) for outcome in wrong[:MOST_SHOWN]]
    if len(wrong) > MOST_SHOWN:
        cards.append(f"<p>… and {len(wrong) - MOST_SHOWN:,} more: see the table.</p>")
    if unreadable:
        lines = "".join(f"<li>{_escape(outcome.sentence)}</li>" for outcome in unreadable)
        cards.append(f'<h3>Not to be read</h3><ul class="unreadable">{lines}</ul>')
    return "".join(cards)


def _card(outcome: Outcome, command: str) -> str:
    answer, expected = (rows.split(" ") if rows else [] for rows in (outcome.answer, outcome.expected))
    figures = "".join(
        f"<figure>{draw_grid(rows, other, title=caption)}<figcaption>{_escape(caption)}</figcaption></figure>"
        for rows, other, caption in (
            (answer, expected, f"what {outcome.engine} answers"),
            (expected, answer, "what the reference finds"),
        )
        if rows
    )
    repeat = f"<p>To repeat it: <code>{_escape(command)}</code></p>" if command else ""
    return (
        f'<article class="{outcome.status}"><h3>{_escape(outcome.name)} <small>{outcome.size}, '
        f"{_escape(outcome.engine)}, {outcome.status}</small></h3>"
        f"<p>{_escape(outcome.sentence)}</p>{figures}{repeat}</article>"
    )


def _slowest(outcomes: Sequence[Outcome]) -> str:
    rows = [
        f"<tr><td>{_escape(outcome.name)}<td>{_escape(outcome.engine)}<td>{outcome.size}"
        f"<td>{outcome.tstates:,}<td>{1000 * outcome.seconds:,.1f}</tr>"
        for outcome in slowest(outcomes)
    ]
    head = "<tr><th>puzzle<th>engine<th>size<th>T-states<th>ms</tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def slowest(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The ten that took longest: in Spectrum time where there is one, else in time."""
    return sorted(outcomes, key=lambda outcome: (outcome.tstates, outcome.seconds), reverse=True)[:SLOWEST]


def _histograms(outcomes: Sequence[Outcome]) -> str:
    return "".join(
        _histogram(engine, [outcome.tstates for outcome in outcomes if outcome.engine == engine and outcome.tstates])
        for engine in dict.fromkeys(outcome.engine for outcome in outcomes if outcome.tstates)
    )


def _histogram(engine: str, tstates: Sequence[int]) -> str:
    """Bars of equal width on a logarithmic scale."""
    least, most = math.log10(min(tstates)), math.log10(max(tstates))
    width = max(most - least, 1e-9)
    counts = [0] * _BARS
    for value in tstates:
        counts[min(_BARS - 1, int(_BARS * (math.log10(value) - least) / width))] += 1
    tallest = max(counts)
    bars = "".join(
        f'<rect x="{10 * at}" y="{100 - 100 * count / tallest:.1f}" width="9" height="{100 * count / tallest:.1f}">'
        f"<title>{count:,} puzzles, up to {10 ** (least + width * (at + 1) / _BARS):,.0f} T-states</title></rect>"
        for at, count in enumerate(counts)
    )
    caption = (
        f"{engine}: {min(tstates):,} to {max(tstates):,} T-states, scale logarithmic; the highest bar is {tallest:,}"
    )
    return (
        f'<figure><svg class="bars" role="img" aria-label="{_escape(caption)}" viewBox="0 0 {10 * _BARS} 100" '
        f'preserveAspectRatio="none">{bars}</svg><figcaption>{_escape(caption)}</figcaption></figure>'
    )


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

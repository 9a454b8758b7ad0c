"""Report of a run: a folder with a page, JUnit's XML, JSON lines, and a file of every puzzle that went wrong."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib import resources
from itertools import product
from pathlib import Path
from statistics import fmean, median, quantiles
from string import Template

from harness.errors import PuzzleError
from harness.files.junit import Case, build_junit
from harness.files.reading import cell_style, shared_style
from harness.files.writing import check_folder
from harness.formats import build_puzzle, write_bytes
from harness.puzzle import Puzzle
from harness.regress import PLACE
from harness.regress.outcome import VERSION, WRONG, Key, PuzzleOutcome, Status, result_in_words
from harness.regress.session import Summary
from harness.regress.shells import quoted
from pyspectrum.models import MODEL_48K
from pyspectrum.page import json_in_html

PAGE, JUNIT, LINES, PUZZLES = "index.html", "junit.xml", "outcomes.jsonl", "puzzles"
_LOOKED_AT = WRONG | {Status.UNDECIDED}
"""A person should see these with the commands that repeat them."""
Commands = Mapping[str, str]
"""By an engine's key: the command line that gives it a puzzle, with `PLACE` for the puzzle's file."""


def write_report(folder: str, outcomes: Sequence[PuzzleOutcome], commands: Commands, title: str) -> None:
    """Write the whole report; files of the same names are replaced."""
    puzzles = Path(folder, PUZZLES)
    check_folder(os.fspath(puzzles))
    looked_at = [outcome for outcome in outcomes if outcome.status in _LOOKED_AT]
    repeats = {outcome.key: _write_puzzle(outcome, puzzles, commands) for outcome in looked_at}
    contents = {
        PAGE: build_page(outcomes, repeats, title).encode("utf-8", "replace"),
        JUNIT: build_junit(title, junit_suites(outcomes, repeats)),
        LINES: "".join(json.dumps(outcome.as_json()) + "\n" for outcome in outcomes).encode("ascii"),
    }
    for name, data in contents.items():
        write_bytes(data, os.fspath(Path(folder, name)))


def report_files(folder: str) -> list[Path]:
    """List the files that `write_report` always writes; the puzzles beside them lie in `PUZZLES`."""
    return [Path(folder, name) for name in (PAGE, JUNIT, LINES)]


def puzzle_of(outcome: PuzzleOutcome) -> Puzzle | None:
    """Return the puzzle of an outcome; None if it was in colour or could not be read."""
    if not outcome.clues:
        return None
    rows, columns = (tuple(tuple(clue) for clue in side) for side in json.loads(outcome.clues))
    return Puzzle(rows, columns, title=outcome.name)


def _write_puzzle(outcome: PuzzleOutcome, folder: Path, commands: Commands) -> str:
    """Save the puzzle; return the command that repeats its outcome, or "" without one."""
    name, path = outcome.name, os.fspath(folder / f"{outcome.puzzle_key[:12]}.txt")
    if (puzzle := puzzle_of(outcome)) is not None:
        with suppress(PuzzleError):  # clues that make no puzzle: the corpus has them under their name
            write_bytes(build_puzzle(puzzle, "puzzle.txt"), path)
            name = path
    return commands.get(outcome.engine_key, "").replace(PLACE, quoted(name))


# -- JUnit's XML ------------------------------------------------------------------------------

_ELEMENTS = {
    Status.DISAGREES: "failure",
    Status.UNDECIDED: "failure",
    Status.FAILED: "error",
    Status.LOST: "error",
    Status.UNREADABLE: "error",
    Status.SKIPPED: "skipped",
}
"""Wrong outcomes are failures, or errors if there is no answer; a run with an undecided one does not pass either."""


def junit_suites(outcomes: Sequence[PuzzleOutcome], repeats: Mapping[Key, str]) -> dict[str, list[Case]]:
    """Return a suite for each engine; `repeats` are the commands that repeat an outcome."""
    suites: dict[str, list[Case]] = {}
    for one in outcomes:
        kind, repeat = _ELEMENTS.get(one.status), repeats.get(one.key, "")
        suites.setdefault(one.engine or "corpus", []).append(Case(one.name, one.seconds, kind, one.sentence, repeat))
    return suites


# -- the page ----------------------------------------------------------------------------------

SLOWEST = 10
_PICTURE_PX = 186
"""Longer side of a grid on a card, or a little less."""
MOST_SHOWN = 200
"""Disagreements that are drawn with their grids; the table has the rest."""
MOST_THUMBNAILS = 20_000
_LETTERS = dict(zip(map("".join, product(".#?", repeat=3)), "abcdefghijklmnopqrstuvwxyzA", strict=True))
"""By three cells."""


def build_page(outcomes: Sequence[PuzzleOutcome], repeats: Mapping[Key, str], title: str) -> str:
    """Build one HTML page, which loads nothing; `repeats` are the commands that repeat an outcome.

    The page itself holds what a person looks for first. Its script draws the chart of every puzzle by size and time,
    and the table of all outcomes, a hundred rows at a time, so that a page of a hundred thousand puzzles opens, too.
    """
    names = ("page.html", "page.css", "page.js")
    parts = {name: (resources.files("harness.regress") / "static" / name).read_text("utf-8") for name in names}
    summary = Summary(outcomes)
    kind, text = ("bad", f"{summary.wrong:,} wrong") if summary.wrong else ("good", "all right")
    return Template(parts["page.html"]).substitute(
        title=escape(title),
        origin=escape(_origin(outcomes)),
        badge=f'<span class="badge {kind}">{text}</span>',
        style="\n".join([shared_style().decode(), cell_style().decode(), parts["page.css"]]),
        script=parts["page.js"],
        sentence=_sentence(summary),
        legend=_legend(outcomes),
        figures=_figures(outcomes),
        engines=_engines(summary),
        look=_looked_at(outcomes, repeats),
        data=_data(outcomes),
    )


def pack_grid(rows: Sequence[str]) -> str:
    """Write the cells of a grid in black and white as letters, three a letter, for `page.js` to draw.

    >>> pack_grid(["#.?", ".."]), pack_grid(["###"])
    ('la', 'n')
    """
    cells = "".join(rows)
    if set(cells) - set("#.?"):
        return ""
    cells += "." * (-len(cells) % 3)
    return "".join(_LETTERS[cells[at : at + 3]] for at in range(0, len(cells), 3))


def draw_grid(rows: Sequence[str], other: Sequence[str] = (), *, title: str) -> str:
    """Draw a grid as SVG; cells that differ from those of another one are marked."""
    height, width = len(rows), max(map(len, rows))
    drawn = {"black": "", "unknown": "", "differs": ""}
    for y, x in product(range(height), range(width)):
        cell = rows[y][x]
        if cell in "#?":
            drawn["black" if cell == "#" else "unknown"] += f"M{x} {y}h1v1h-1z"
        if other and (y >= len(other) or x >= len(other[y]) or other[y][x] != cell):
            drawn["differs"] += f"M{x} {y}h1v1h-1z"
    paths = "".join(f'<path class="{kind}" d="{cells}"/>' for kind, cells in drawn.items() if cells)
    return (
        f'<svg class="grid" role="img" aria-label="{escape(title)}" viewBox="0 0 {width} {height}" '
        f'style="width:{min(30, max(2, _PICTURE_PX // max(width, height))) * width}px">{paths}</svg>'
    )


def _short(name: str) -> str:
    """Drop a file's folder; the page gives the whole path under the pointer."""
    return name.rsplit("/", 1)[-1] or name


def _short_engine(name: str) -> str:
    """Drop the folders from each word of a program's command, or from a tape's name."""
    return " ".join(map(_short, name.split(" ")))


def _origin(outcomes: Sequence[PuzzleOutcome]) -> str:
    """Name engines, version and time, in one line."""
    engines = ", ".join(dict.fromkeys(_short_engine(outcome.engine) for outcome in outcomes if outcome.engine))
    done_at = max((outcome.done_at for outcome in outcomes), default="")
    time = f"{done_at[:10]}, {done_at[11:16]} UTC" if done_at else ""
    return " · ".join(filter(None, (engines, f"version {VERSION}", time)))


def _sentence(summary: Summary) -> str:
    """Sum up the run in one sentence, and count the puzzles without an answer."""
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
    others = {Status.UNDECIDED: "{} not decided", Status.SKIPPED: "{} skipped", Status.UNREADABLE: "could not be read"}
    for status, done in others.items():
        if number := count[status]:
            said.append(f"{number:,} puzzle{'s' * (number != 1)} {done.format('was' if number == 1 else 'were')}.")
    return f'<p class="big{" bad" * bool(wrong)}">{big}</p><p class="lead">{" ".join(said)}</p>'


_COLOURS = {"solved": "--good", "unique": "--good", "contradiction": "--ink"}
_COLOURS |= {"many-variants": "--doubt", "multiple": "--doubt"}


def _legend(outcomes: Sequence[PuzzleOutcome]) -> str:
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
        f'<li><i style="background:var({colour})"></i><span>{escape(name)}</span><b>{n:,}</b></li>'
        for (_, name, colour), n in shown
    )
    return f'<div class="stack" aria-hidden="true">{bars}</div><ul class="legend">{lines}</ul>'


def _figures(outcomes: Sequence[PuzzleOutcome]) -> str:
    """Show median, longest and total Spectrum time, and this computer's time."""
    times = [MODEL_48K.seconds(outcome.tstates) for outcome in outcomes if outcome.tstates]
    figures = {"median": median(times), "longest": max(times), "all together": sum(times)} if times else {}
    figures["this computer"] = sum(outcome.seconds for outcome in outcomes)
    items = "".join(f"<div><dt>{name}</dt><dd>{_duration(value)}</dd></div>" for name, value in figures.items())
    return f'<dl class="figures">{items}</dl>'


def _duration(seconds: float) -> str:
    """Write a time for a person.

    >>> _duration(0.25), _duration(24.52), _duration(358.07)
    ('250 ms', '24.5 s', '5 min 58 s')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    whole = round(seconds)
    return f"{whole // 60:,} min {whole % 60:02} s" if seconds >= 59.95 else f"{seconds:.1f} s"


def _engines(summary: Summary) -> str:
    """Build a table with a line an engine: its results, and its times on this computer."""
    rows = []
    for engine, own in summary.by_engine.items():
        counts = Counter(outcome.result for outcome in own)
        results = ", ".join(f"{n:,} {result_in_words(what)}" for what, n in counts.items())
        times = "".join(f'<td class="number">{1000 * value:,.2f}</td>' for value in spread(own))
        rows.append(
            f'<tr><th scope="row">{escape(engine)}</th><td class="number">{len(own):,}</td>'
            f"<td>{escape(results)}</td>{times}</tr>"
        )
    heads = ("puzzles", "results", "mean ms", "median", "95 %", "worst")
    number = ' class="number"'
    head = "".join(f'<th scope="col"{"" if name == "results" else number}>{name}</th>' for name in heads)
    return f'<table><thead><tr><th scope="col">engine</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def spread(outcomes: Sequence[PuzzleOutcome]) -> tuple[float, float, float, float]:
    """Return mean, median, 95th percentile and largest of their times.

    >>> spread([PuzzleOutcome("p", "e", "cat", "tape", Status.AGREES, seconds=time) for time in (1, 2, 3, 10)])
    (4.0, 2.5, 10, 10)
    """
    values = [outcome.seconds for outcome in outcomes]
    largest = max(values)
    ninety_fifth = quantiles(values, n=20)[-1] if len(values) > 1 else largest
    return fmean(values), median(values), min(ninety_fifth, largest), largest


def _looked_at(outcomes: Sequence[PuzzleOutcome], repeats: Mapping[Key, str]) -> str:
    wrong = [outcome for outcome in outcomes if outcome.status in _LOOKED_AT]
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
        lines = "".join(f"<li>{escape(outcome.sentence)}</li>" for outcome in unreadable)
        cards.append(f'<div class="card"><h2>Not to be read</h2><ul class="unreadable">{lines}</ul></div>')
    return "".join(cards)


def _card(outcome: PuzzleOutcome, command: str) -> str:
    answer, expected = (rows.split(" ") if rows else [] for rows in (outcome.answer, outcome.expected))
    figures = "".join(
        f"<figure>{draw_grid(rows, other, title=caption)}<figcaption>{escape(caption)}</figcaption></figure>"
        for rows, other, caption in (
            (answer, expected, f"what {_short_engine(outcome.engine)} answers"),
            (expected, answer, "what the reference finds"),
        )
        if rows
    )
    repeat = f"<p>To repeat it: <code>{escape(command)}</code></p>" if command else ""
    told = (
        f'<h3 title="{escape(outcome.name)}">{escape(_short(outcome.name))}</h3><p>{escape(outcome.sentence)}</p>'
        f'<p class="note">{outcome.size}, {escape(outcome.engine)}, {outcome.status}</p>{repeat}'
    )
    return f'<article class="card {outcome.status}"><div>{told}</div>{figures}</article>'


def slowest(outcomes: Iterable[PuzzleOutcome]) -> list[PuzzleOutcome]:
    """Return the ten that took longest: in Spectrum time, if there is one, else in this computer's."""
    return sorted(outcomes, key=lambda outcome: (outcome.tstates, outcome.seconds), reverse=True)[:SLOWEST]


def _data(outcomes: Sequence[PuzzleOutcome]) -> str:
    """Write all outcomes for the script, as JSON that can stand in HTML."""
    rows = [
        [
            *(outcome.name, outcome.engine, outcome.status, result_in_words(outcome.result)),
            *(outcome.width, outcome.height, outcome.tstates, outcome.line_calls, round(1000 * outcome.seconds, 2)),
            outcome.sentence,
            pack_grid(outcome.answer.split(" ")) if outcome.answer and number < MOST_THUMBNAILS else "",
        ]
        for number, outcome in enumerate(outcomes)
    ]
    return json_in_html(rows)

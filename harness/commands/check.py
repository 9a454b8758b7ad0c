"""``check``: does a puzzle have one solution, and if not, how to fix it.

A good puzzle has exactly one solution. If it has several, check shows the cells that differ, and the smallest change
found of the picture that leaves one. If it has none, check names the first line that no arrangement fits. If the clues
cannot be a crossword, it lists the slips of the pen that would explain it, those that lead to one solution first.

The exit code is 0 for exactly one solution, 1 for anything else, 2 for a file that cannot be read, 4 if it is not
decided. Of many puzzles, the first of 2, 1 and 4 that any of them has.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from harness.advice.report import DEFAULT_SECONDS, Advice, Finding, examine, form_of
from harness.advice.typos import text_of
from harness.commands._arguments import STOP_TEXTS, add_limit_options, add_to, budget_of, interruptible, reading_of
from harness.commands._found import find_puzzles, lone_puzzle
from harness.commands._streams import cells_to_json, check_written, print_json, puzzle_to_json, reporting, title_of
from harness.errors import HarnessError, UsageError, one_line
from harness.files.reading import STANDARD_STREAM
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import StopReason
from harness.solver.shared import with_cells
from harness.solver.strategy import OUTCOME_WORDS, Difficulty, Outcome, cell_text
from pyspectrum.command_line import Exit, examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness.commands._many import ShouldStop
    from harness.files.junit import Case
    from harness.formats import NamedPuzzle
    from harness.solver.strategy import Result

MOST_SUGGESTIONS = 10
_DIFFICULTY = {Difficulty.LINE: "looking at one line at a time is enough", Difficulty.BRANCH: "cells must be tried"}
_KINDS = {
    Finding.UNIQUE: "unique",
    Finding.MULTIPLE: "with several solutions",
    Finding.CONTRADICTION: "without a solution",
    Finding.TYPO: "that cannot be a crossword",
    Finding.UNDECIDED: "not decided",
}
_CODES = {Finding.UNIQUE: Exit.GOOD, Finding.UNDECIDED: Exit.UNDECIDED}
_VERDICT = ("finding", "solutions", "unique", "complete", "stopped", "difficulty", "canonical", "cpu_ms", "reason")
_COLUMNS = ("puzzle", "title", "width", "height", *_VERDICT)
Examined = tuple[Advice, float]
"""The findings about a puzzle, and the seconds that they took."""
_DECIDED = (Outcome.UNIQUE, Outcome.MULTIPLE, Outcome.CONTRADICTION)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword check puzzles/wink.txt", "which cells differ, and what to change"),
        ("crossword check puzzles/wink.txt --fix wink-fixed.txt", "write it with that change"),
        ("crossword check --quiet folder pack.nonpack#3", "a line for each puzzle, and how many there are of a kind"),
        ("crossword check puzzles --csv", "a table of all, unreadable files included"),
        ("crossword check puzzles --quiet --looks 100000 --junit check.xml", "for a CI"),
    )
    add = add_to(parser)
    add("PUZZLE...")
    add("--json", "print a JSON object for each puzzle, and nothing else")
    add_limit_options(parser, "stop after S seconds, for each puzzle, and print the findings", DEFAULT_SECONDS)
    add("--looks")
    add("--quiet", "print only the finding, on one line, and suggest no fixes")
    add("--csv", "print a table, values divided by commas, and nothing else; suggest no fixes")
    add("--junit FILE", "write the findings as JUnit's XML, for a CI; a puzzle without exactly one solution fails")
    add("--canonical", "say whether it is canonical, too: sides divisible by 5, no empty or full line")
    add("--fix OUT", "of one puzzle: write it with the change that leaves one solution")
    add("--force")
    add("--jobs")


def run(arguments: argparse.Namespace) -> int:
    """Examine and report; Ctrl-C ends the examination, and the findings so far are reported."""
    if arguments.csv and arguments.json:
        raise UsageError("--json and --csv are two ways to print the same; choose one of them")
    found = find_puzzles(arguments.puzzles)
    check_written({"--junit": (arguments.junit, "junit")}, [one.path for one in found], is_json=arguments.json)
    lone, puzzles = lone_puzzle([one.name for one in found])
    if lone is None or arguments.csv or arguments.junit:
        if arguments.fix:
            raise UsageError("--fix is for one puzzle, without --csv and --junit; name one")
        return _run_many(puzzles, arguments)
    if arguments.fix:
        from harness.formats import format_to_write

        out = {"--fix": (arguments.fix, format_to_write(arguments.fix).name)}
        check_written(out, [one.path for one in found], forced=arguments.force, is_json=arguments.json)
    tells = not (arguments.json or arguments.quiet)
    with reporting(arguments.fix), interruptible() as interrupt:
        advice, _ = _examine_one(arguments, lone, interrupt, partial(_tell, arguments) if tells else None)
        if arguments.json:
            print_json(_as_json(advice))
        elif arguments.quiet:
            _print_verdict(advice, arguments)
        else:
            _print_details(advice)
    if arguments.fix:
        _write_fix(advice, arguments)
    if interrupt() and advice.finding is not Finding.UNIQUE:
        return Exit.INTERRUPTED
    return _CODES.get(advice.finding, Exit.NO)


def _write_fix(advice: Advice, arguments: argparse.Namespace) -> None:
    from harness.formats import format_to_write, write_puzzle

    what = "not written; no fix was found that is the only one"
    if (fixed := advice.fixed()) is not None:
        write_puzzle(fixed, arguments.fix, is_unique=lambda _: True)
        what = f"{format_to_write(arguments.fix).name}, {fixed.width}×{fixed.height} cells"
    elif advice.finding is Finding.UNIQUE:
        what = "not written; the puzzle needs no fix"
    if not (arguments.json or arguments.quiet or arguments.fix == STANDARD_STREAM):
        print(one_line(f"{arguments.fix}: {what}"))


def _examine_one(
    arguments: argparse.Namespace,
    puzzle: NamedPuzzle,
    should_stop: ShouldStop,
    tell: Callable[[Advice], None] | None = None,
) -> Examined:
    """Read and examine a puzzle, perhaps in another process; time and memory are each puzzle's own."""
    begun, read = time.process_time(), puzzle.read(checked=False, **reading_of(arguments))
    budget = budget_of(arguments, should_stop)
    verdict_only = arguments.csv or (arguments.quiet and not arguments.json and not arguments.fix)
    return examine(read, budget, verdict_only=verdict_only, tell=tell), time.process_time() - begun


def _run_many(puzzles: Iterable[NamedPuzzle], arguments: argparse.Namespace) -> int:
    from harness.commands._many import FAILED, answers, print_csv, summary

    codes, kinds, cases = {Exit.GOOD}, Counter[str](), []
    with reporting(arguments.junit), interruptible() as interrupt:
        if arguments.csv:
            print_csv(_COLUMNS)
        for name, examined in answers(puzzles, partial(_examine_one, arguments), arguments.jobs, interrupt):
            if arguments.junit:
                cases.append(_as_case(name, examined))
            if arguments.csv:
                print_csv(examined if isinstance(examined, HarnessError) else _as_row(*examined), _COLUMNS, name)
            if isinstance(examined, HarnessError):
                codes.add(Exit.BAD_INPUT)
                kinds[FAILED] += 1
                continue
            advice = examined[0]
            codes.add(_CODES.get(advice.finding, Exit.NO))
            kinds[_KINDS[advice.finding]] += 1
            if arguments.json:
                print_json({"puzzle": name, **_as_json(advice)})
            elif not arguments.csv:
                print(f"{one_line(name)}: " if arguments.quiet else f"==> {one_line(name)} <==\n", end="")
                _print_verdict(advice, arguments)
                if not arguments.quiet:
                    if advice.repaired_from:
                        _print_difference(advice)
                    _print_details(advice)
        if not (arguments.json or arguments.csv):
            print(summary(kinds))
    if arguments.junit:
        from harness.files.junit import build_junit
        from harness.formats import write_bytes

        write_bytes(build_junit("crossword check", {"check": cases}), arguments.junit)
    if interrupt():
        return Exit.INTERRUPTED
    return next(code for code in (Exit.BAD_INPUT, Exit.NO, Exit.UNDECIDED, Exit.GOOD) if code in codes)


def _as_case(name: str, examined: Examined | HarnessError) -> Case:
    """Return the test case of a puzzle, which fails unless there is exactly one solution."""
    from harness.files.junit import Case
    from harness.regress.shells import quoted

    repeat = f"crossword check {quoted(name)}"
    if isinstance(examined, HarnessError):
        return Case(name, 0.0, "error", str(examined), repeat)
    advice, seconds = examined
    kind = None if advice.finding is Finding.UNIQUE else "failure"
    return Case(name, seconds, kind, _sentence(advice), repeat)


def _as_row(advice: Advice, seconds: float) -> dict[str, object]:
    from harness.commands._many import rating_row

    result, value = advice.result, _as_json(advice)
    own = {
        "title": advice.puzzle.title,
        "solutions": result and len(result.solutions),
        "cpu_ms": round(1000 * seconds, 3),
        "reason": None if advice.finding is Finding.UNIQUE else _sentence(advice),
    }
    return value | own | rating_row(result.difficulty if result else None)


def _tell(arguments: argparse.Namespace, advice: Advice) -> None:
    """Print the verdict at once, then the cells that differ; the fix takes longer."""
    if advice.repaired_from:
        _print_difference(advice)
    else:
        _print_verdict(advice, arguments)
    sys.stdout.flush()


def _print_verdict(advice: Advice, arguments: argparse.Namespace) -> None:
    puzzle, sentence = advice.puzzle, _sentence(advice)
    if advice.finding is Finding.MULTIPLE and not arguments.quiet:  # the counts follow
        sentence = f"not unique: {OUTCOME_WORDS[Outcome.MULTIPLE]}"
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}: {sentence}")
    if arguments.canonical:
        print(form_of(puzzle))


def _sentence(advice: Advice) -> str:
    result = advice.result
    if advice.finding is Finding.TYPO:
        return f"not a crossword: {one_line(advice.problem)}"
    assert result is not None
    if advice.finding is Finding.UNIQUE:
        how = _DIFFICULTY[result.difficulty or Difficulty.BRANCH]
        return f"unique: {OUTCOME_WORDS[Outcome.UNIQUE]}, and no other ({how})"
    if advice.finding is Finding.MULTIPLE:
        return f"not unique: {_counts(advice, result)}"
    if advice.finding is Finding.CONTRADICTION:
        why = f"no arrangement fits {advice.contradiction}" if advice.contradiction else "only trial shows it"
        return f"{OUTCOME_WORDS[Outcome.CONTRADICTION]}: {why}"
    found = OUTCOME_WORDS[Outcome.LIMITED] if result.solutions else "no solution found yet"
    return f"{OUTCOME_WORDS[Outcome.TIMEOUT]}: {STOP_TEXTS[result.stopped or StopReason.TIMEOUT]}; {found}"


def _counts(advice: Advice, result: Result) -> str:
    more = "" if result.complete else " or more"
    least = "" if advice.compared_all else "at least "
    return f"{len(result.solutions)}{more} solutions, {least}{len(advice.differing)} cells differ"


def _print_details(advice: Advice) -> None:
    from harness.drawing.terminal import print_palette

    if advice.finding in (Finding.UNIQUE, Finding.UNDECIDED):
        return
    if advice.finding is Finding.MULTIPLE:
        _print_repair(advice)
    else:
        _print_suggestions(advice)
    print_palette(advice.puzzle)


def _print_difference(advice: Advice) -> None:
    from harness.drawing.terminal import render_difference

    assert advice.result is not None
    print(f"{_counts(advice, advice.result)}:")
    for row in sorted({row for row, _ in advice.differing}):
        columns = [str(column + 1) for other, column in advice.differing if other == row]
        print(f"  row {row + 1}: {', '.join(columns)}")
    if advice.puzzle.in_colour:
        open_cells = ((row, column, UNKNOWN) for row, column in advice.differing)
        _print_picture(with_cells(advice.repaired_from, open_cells), advice.puzzle)
    else:
        print(render_difference(Grid(advice.repaired_from), advice.differing))


def _print_repair(advice: Advice) -> None:
    if advice.repair is None:
        print("no change to the picture was found that leaves one solution" + _in_time(advice))
        return
    kind = "smallest change" if advice.repair.is_smallest else "smallest change found"
    name, left = advice.puzzle.name_of, len(advice.repair.changes) - MOST_SUGGESTIONS
    first = advice.repair.changes[:MOST_SUGGESTIONS]
    changes = [f"{cell_text(change.row, change.column)} {one_line(name(change.after))}" for change in first]
    more = [f"and {left} more"] if left > 0 else []
    print(f"{kind} of the picture that leaves one solution: {'; '.join(changes + more)}")
    if advice.levels is not None:
        before, after = (level.title if level else "nothing follows" for level in advice.levels)
        print(f"difficulty: {before} → {after}" if before != after else f"difficulty: {after}, as before")
    _print_picture(advice.repair.picture, advice.puzzle)


def _print_picture(rows: tuple[str, ...], puzzle: Puzzle) -> None:
    from harness.drawing.terminal import print_grid, tell_if_too_wide

    if puzzle.in_colour:
        print_grid(Grid(rows), puzzle.palette)
    else:
        print("\n".join(rows))
    tell_if_too_wide(Grid(rows), as_printed=False)


def _print_suggestions(advice: Advice) -> None:
    if advice.contradiction and advice.result:
        print("what is known at that point:")
        _print_picture(advice.result.fixpoint.rows, advice.puzzle)
    if not advice.suggestions:
        print("no single wrong number explains it" + _in_time(advice))
        return
    print("perhaps:")
    for suggestion in advice.suggestions[:MOST_SUGGESTIONS]:
        then = f"then it has {OUTCOME_WORDS[suggestion.outcome]}"
        if suggestion.outcome not in _DECIDED:
            then = "whether it then has one solution is not known"
        print(f"  {one_line(str(suggestion))}; {then}")
    left = len(advice.suggestions) - MOST_SUGGESTIONS
    if left > 0:
        print(f"  and {left} more (--json shows all)")


def _in_time(advice: Advice) -> str:
    return "" if advice.stopped is None else f" ({STOP_TEXTS[advice.stopped]})"


def _as_json(advice: Advice) -> dict[str, object]:
    puzzle, result, repair, form = advice.puzzle, advice.result, advice.repair, form_of(advice.puzzle)
    return {
        **puzzle_to_json(puzzle),
        "finding": advice.finding.value,
        "unique": advice.finding is Finding.UNIQUE if advice.finding is not Finding.UNDECIDED else None,
        "problem": advice.problem or None,
        "canonical": form.is_canonical,
        "empty_lines": [str(line) for line in form.empty],
        "full_lines": [str(line) for line in form.full],
        "solutions": [list(solution.rows) for solution in result.solutions] if result else [],
        "complete": result.complete if result else None,
        "difficulty": result.difficulty.value if result and result.difficulty else None,
        "contradiction": str(advice.contradiction) if advice.contradiction else None,
        "differing_cells": cells_to_json(advice.differing),
        "undecided_cells": cells_to_json(advice.undecided),
        "repair": repair
        and {
            "cells": [
                {"row": change.row + 1, "column": change.column + 1, "from": change.before, "to": change.after}
                for change in repair.changes
            ],
            "picture": list(repair.picture),
            "smallest": repair.is_smallest,
            "levels": advice.levels and [level and level.value for level in advice.levels],
        },
        "suggestions": [
            {
                "line": str(suggestion.line),
                "was": text_of(suggestion.was),
                "now": text_of(suggestion.now),
                "slip": suggestion.slip,
                "outcome": suggestion.outcome.value,
            }
            for suggestion in advice.suggestions
        ],
        "stopped": advice.stopped and advice.stopped.value,
    }

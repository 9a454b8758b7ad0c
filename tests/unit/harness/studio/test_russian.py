"""What is said in Russian: the explanations, and each error that a page can bring about, a constant template."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from harness.russian import russian
from harness.solver.budget import STOP_WORDS
from harness.solver.human.explain import Level
from harness.solver.human.findings import Why
from harness.solver.human.language import LIMITS, PLACE, SENTENCES, TEXTS
from harness.solver.human.rules import Rule
from harness.solver.strategy import OUTCOME_WORDS
from tests.house import ROOT

ERRORS = {
    "HarnessError",
    "PuzzleError",
    "FormatError",
    "DriverError",
    "ReaderError",
    "TooLargeError",
    "RequestError",
    "OpeningError",
}
MAKERS = {*ERRORS, "Phrase", "error", "_error", "data.take"}
"""Names of calls that take a template, or two, and its values; `PictureRefusedError` has the Spectrum's own words."""
TERMINAL = ("cli.py", "commands", "regress")
"""Modules that a page never runs."""
WORDS = {
    *("row", "column", "rows", "columns", "width", "height", "rows and columns", "row clues", "column clues"),
    *("the width", "the height", "the number of rows", "the number of columns"),
    *("height and the width", "width and the height", "red", "green", "blue", "{least} to {most}"),
}
"""Phrases that the code makes of a side's name, or of a part's."""
EXPLAINED = {
    *(PLACE, *LIMITS.values(), *SENTENCES.values(), *TEXTS.values(), *OUTCOME_WORDS.values(), *STOP_WORDS.values()),
    *(named.title for kind in (Rule, Level) for named in kind),
    *(why.value for why in Why if why.value),
}


@cache
def modules() -> dict[Path, ast.Module]:
    """Those that a page may run."""
    paths = sorted((ROOT / "harness").rglob("*.py"))
    rooms = {path: path.relative_to(ROOT / "harness").parts[0] for path in paths}
    shared = ROOT / "pyspectrum" / "opener.py"
    read = [shared, *(path for path in paths if rooms[path] not in TERMINAL)]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in read}


def assigned(name: str, scope: ast.AST, *, outside: bool) -> Iterator[ast.expr]:
    """Yield the values given to a variable in a scope, or from outside of it to a parameter of that name."""
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(target)], value=value) if target == name and (
                not outside or name.isupper()
            ):
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=others)) if not outside:
                yield from (
                    value for target, value in zip(targets, others, strict=False) if ast.unparse(target) == name
                )
            case ast.AnnAssign(target=ast.Name(target), value=ast.expr() as value) if target == name:
                yield value
            case ast.keyword(arg=str(target), value=value) if target == name and outside:
                yield value
            case ast.arguments(kwonlyargs=names, kw_defaults=values) if outside:
                yield from (value for target, value in zip(names, values, strict=True) if value and target.arg == name)


def names(value: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}


def since(scope: ast.AST, name: str, use: ast.expr) -> int:
    """The line of the last error before that took this variable."""
    calls = (node for node in ast.walk(scope) if isinstance(node, ast.Call) and (node.end_lineno or 0) < use.lineno)
    return max((call.lineno for call in calls if any(ast.unparse(part) == name for part in call.args)), default=0)


def templates(value: ast.expr, scopes: tuple[ast.AST, ...]) -> set[str]:
    """The constants that an argument may be; a variable is looked up in its function, in its module, then in calls."""
    match value:
        case ast.Constant(value=str(text)):
            return {text} if text else set()
        case ast.IfExp(body=one, orelse=other) | ast.Call(func=ast.Attribute(value=one, attr="get"), args=[_, other]):
            return templates(one, scopes) | templates(other, scopes)
        case ast.Dict(values=parts):
            return set().union(*(templates(each, scopes) for each in parts))
        case ast.Name(name):
            found: set[str] = set()
            for place, scope in enumerate(scopes):
                values = list(assigned(name, scope, outside=place > 1))
                if place == 0:  # not those that an earlier error has taken
                    values = [each for each in values if since(scope, name, value) < each.lineno <= value.lineno]
                found = found.union(*(templates(each, scopes) for each in values if name not in names(each)))
                if found and (place == 0 or name.isupper()):
                    break
            return found
    return set()


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field}


@cache
def told() -> tuple[set[str], list[str]]:
    """The templates of all errors that a page can bring about, and the calls that are wrong."""
    found, wrong = set(WORDS), []
    everywhere = ast.Module([part for module in modules().values() for part in module.body], [])
    for path, module in modules().items():
        functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
        for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
            maker = ast.unparse(call.func)
            maker = maker if maker == "data.take" else maker.rpartition(".")[2]
            if maker not in MAKERS:
                continue
            around = [one for one in functions if one.lineno <= call.lineno <= (one.end_lineno or 0)]
            if around and around[-1].name.endswith("error") and names(call.args[0]):
                continue  # a function that hands on what it is given
            phrases = maker in ("Phrase", "data.take")
            scopes = (around[-1] if around else module, module, everywhere)
            parts = [templates(part, scopes[:1] if phrases else scopes) for part in call.args[: 1 if phrases else 2]]
            values = {keyword.arg for keyword in call.keywords}
            asked = set().union(*(fields(part) for some in parts for part in some)) if values else set()
            found |= set().union(*parts)
            first = ast.unparse(call.args[0])
            is_told = phrases or first.endswith(".what") or first.startswith(("wrong", "Phrase("))
            if not (all(parts) or is_told) or (asked != values and any(parts) and None not in values):
                wrong.append(f"{path.name}:{call.lineno}: {ast.unparse(call)}")
    return found, wrong


def test_an_error_of_a_page_is_made_of_constant_templates_and_their_values() -> None:
    assert told()[1] == []
    for path, module in modules().items():
        used = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)} & {"UsageError", "BuildError"}
        assert not used or path.parent.name in ("advice", "files", "solver", "spectrum"), "it is for a terminal"


def test_each_error_of_a_page_and_each_explanation_is_said_in_russian() -> None:
    """And nothing else is: the table has no row that the code has left behind."""
    assert set(russian()) == told()[0] | EXPLAINED


def test_the_russian_has_no_value_that_the_english_has_not() -> None:
    assert [english for english, ours in russian().items() if not fields(ours) <= fields(english)] == []

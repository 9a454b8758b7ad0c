"""No regular expression takes more than its input's length: long runs of every character that it may stumble over."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz.bounds import TooSlowError, bounded

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bounds of time are Linux's")

ROOT = Path(__file__).resolve().parents[2]
LENGTH, CPU_SECONDS = 8_000, 0.08
"""A quadratic search takes longer, a linear one some milliseconds."""
LONGER, LONGER_CPU_SECONDS = 4 * LENGTH, 10 * CPU_SECONDS
"""If that was too slow, this decides: 16 times the time, or four times."""
METHODS = {"search", "finditer", "findall", "split", "sub", "match", "fullmatch"}
RUNS = (*" \t\n0a\"'([,:;=#-.", "a ", "0,", "a=", "\n ", "((", "0 ", "a:")
BEFORE = ("", "a", "0 ", "\n", '"', "a=(", "THEN ", "color:a")
AFTER = ("", "\x00")
GUARDED = {"[\\s\\-|.": "asked of texts of at most 100 characters"}
"""The beginning of an expression that is quadratic, and why that does no harm: its callers know it."""

Use = tuple[str, "re.Pattern[str] | re.Pattern[bytes]", str]
"""The use of an expression: the method, the expression, and the place in the code."""


@cache
def uses() -> tuple[Use, ...]:
    """Every call of a method of an expression in both packages, as far as the name says which expression it is."""
    found = {(method, known.pattern, known.flags): (method, known, where) for method, known, where in _calls()}
    return tuple(use for use in found.values() if not str(use[1].pattern).startswith(tuple(GUARDED)))


def _calls() -> Iterator[Use]:
    for path in sorted((*(ROOT / "harness").rglob("*.py"), *(ROOT / "pyspectrum").rglob("*.py"))):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute) or node.attr not in METHODS or not isinstance(node.value, ast.Name):
                continue
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            known = getattr(importlib.import_module(name), node.value.id, None)
            if isinstance(known, re.Pattern):
                yield node.attr, known, where
        yield from _literal_calls(path)


def _literal_calls(path: Path) -> Iterator[Use]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in METHODS
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and isinstance(node.args[0], ast.Constant)
            and isinstance(pattern := node.args[0].value, str | bytes)
        ):
            yield node.func.attr, re.compile(pattern), f"{path.relative_to(ROOT)}:{node.lineno}"


def words_of(pattern: str | bytes) -> set[str]:
    """The words and signs that stand in an expression: the likeliest to set it going again and again."""
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    return set(re.findall(r"[A-Za-z]{2,10}|[<>|\[\]{}()=:#&;/\"'-]", text))


def test_the_expressions_are_found() -> None:
    assert len(uses()) > 100


@pytest.mark.slow
@pytest.mark.parametrize("start", range(4))
def test_no_expression_is_quadratic(start: int) -> None:
    slow = []
    for method, known, where in uses()[start::4]:
        for run in (*RUNS, *sorted(words_of(known.pattern))):
            if not _is_linear(method, known, run):
                slow.append(f"{where}: {method} of {known.pattern!r} on a run of {run!r}")
                break
    assert not slow, "\n".join(slow)


def _is_linear(method: str, known: re.Pattern[str] | re.Pattern[bytes], run: str) -> bool:
    texts = [(before, after) for before in BEFORE for after in AFTER]
    try:
        with bounded(CPU_SECONDS * len(texts) / 4):
            for before, after in texts:
                _apply(known, method, before + run * (LENGTH // len(run)) + after)
    except TooSlowError:
        pass
    else:
        return True
    for before, after in texts:
        try:
            with bounded(LONGER_CPU_SECONDS):
                _apply(known, method, before + run * (LONGER // len(run)) + after)
        except TooSlowError:
            return False
    return True


def _apply(known: re.Pattern[str] | re.Pattern[bytes], method: str, text: str) -> None:
    given: str | bytes = text.encode() if isinstance(known.pattern, bytes) else text
    call: Callable[..., object] = getattr(known, method)
    if method == "sub":
        call(given[:0], given)
    elif method == "finditer":
        for _ in call(given):  # type: ignore[attr-defined]
            pass
    else:
        call(given)


def test_a_quadratic_expression_is_noticed() -> None:
    assert not _is_linear("search", re.compile(r"[0-9]+([A-Za-z])\b"), "0")

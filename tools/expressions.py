"""``python -m tools.expressions``: regular expressions that take more than their input's length, which it prints.

Each is tried on long runs of every character that it may stumble over. It takes some seconds.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LENGTH, CPU_SECONDS = 8_000, 0.02
"""A quadratic search takes longer, a linear one some milliseconds."""
LONGER, MOST_TIMES = 4, 8
"""If that was too slow, a text so many times as long decides: it takes four times as long, or sixteen times."""
METHODS = {"search", "finditer", "findall", "split", "sub", "match", "fullmatch"}
RUNS = (*" \t\n0a\"'([,:;=#-.", "a ", "0,", "a=", "\n ", "((", "0 ", "a:")
BEFORE = ("", "a", "0 ", "\n", '"', "a=(", "THEN ", "color:a")
AFTER = ("", "\x00")
GUARDED = ("[\\s\\-|.",)
"""The beginnings of expressions that are quadratic without harm: they are asked of texts of at most 100 characters."""

Expression = re.Pattern[str] | re.Pattern[bytes]


def uses() -> Iterator[tuple[str, Expression, str]]:
    """Each method that is called of an expression in both packages, as far as the name says which one it is.

    Yields:
        The method, the expression, and the place in the code.
    """
    seen = set()
    for path in sorted((*(ROOT / "harness").rglob("*.py"), *(ROOT / "pyspectrum").rglob("*.py"))):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            known = _expression(node, name)
            if known is not None and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                key = (node.func.attr, known.pattern, known.flags)
                if key not in seen and not str(known.pattern).startswith(GUARDED):
                    seen.add(key)
                    yield node.func.attr, known, f"{path.relative_to(ROOT)}:{node.lineno}"


def _expression(node: ast.AST, module: str) -> Expression | None:
    """The expression that is used in a call: a constant of the module, or a literal given to `re`."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str() | bytes() as pattern), *_]):
            return re.compile(pattern) if method in METHODS else None
        case ast.Call(ast.Attribute(ast.Name(name), method)) if method in METHODS:
            known = getattr(importlib.import_module(module), name, None)
            return known if isinstance(known, re.Pattern) else None
    return None


def words_of(pattern: str | bytes) -> set[str]:
    """The words and signs that stand in an expression: the likeliest to set it going again and again."""
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    return set(re.findall(r"[A-Za-z]{2,10}|[<>|\[\]{}()=:#&;/\"'-]", text))


def is_linear(method: str, known: Expression, run: str) -> bool:
    """Return True if a run of four times the length takes about four times as long, among any other text."""
    for before, after in ((before, after) for before in BEFORE for after in AFTER):
        short = _cpu_seconds(method, known, before + run * (LENGTH // len(run)) + after)
        if short > CPU_SECONDS:
            long = _cpu_seconds(method, known, before + run * (LONGER * LENGTH // len(run)) + after)
            if long > MOST_TIMES * short:
                return False
    return True


def _cpu_seconds(method: str, known: Expression, text: str) -> float:
    given: str | bytes = text.encode() if isinstance(known.pattern, bytes) else text
    call: Callable[..., object] = getattr(known, method)
    start = time.process_time()
    if method == "sub":
        call(given[:0], given)
    elif method == "finditer":
        for _ in call(given):  # type: ignore[attr-defined]
            pass
    else:
        call(given)
    return time.process_time() - start


def main() -> int:
    """Print each use of an expression that is slow, with a run on which it is; returns 1 if there is one."""
    slow = 0
    for method, known, where in uses():
        for run in (*RUNS, *sorted(words_of(known.pattern))):
            if not is_linear(method, known, run):
                print(f"{where}: {method} of {known.pattern!r} on a run of {run!r}", flush=True)
                slow += 1
                break
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

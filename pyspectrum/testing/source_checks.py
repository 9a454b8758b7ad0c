"""Comments of the source that check the program while it runs: ASSERTION and WPMEM, as DeZog has them.

``; ASSERTION B < 5`` must hold whenever PC comes there; ``; WPMEM 0x5B00, 16, w`` allows nobody to write to those bytes
(``r`` and ``rw``: to read), and without an address means the place it stands at. sjasmplus writes such comments into
its SLD file where the source says ``SLDOPT COMMENT ASSERTION, WPMEM``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from pyspectrum.assembler.symbols import Remark
from pyspectrum.core.memory_watch import MemoryAccess
from pyspectrum.errors import ExpectationError, SymbolError
from pyspectrum.machine import Spectrum

_NUMBER = re.compile(r"\$([0-9A-Fa-f]+)\b|\b([0-9][0-9A-Fa-f]*)[hH]\b")
_SHADOW = re.compile(r"\b(AF|BC|DE|HL)'", re.IGNORECASE)
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip
_REGISTERS = frozenset(
    ["a", "f", "b", "c", "d", "e", "h", "l", "i", "r", "af", "bc", "de", "hl", "ix", "iy", "sp", "pc"]
)


@contextmanager
def check_source(spectrum: Spectrum) -> Iterator[None]:
    """While the ``with`` block lasts, check the ASSERTION and WPMEM comments in the machine's `symbols`.

    Assertions cost a breakpoint each; a WPMEM makes the machine slow.

    Raises:
        ExpectationError: one does not hold; the message begins with its file and line.
        SymbolError: a comment that cannot be read.
    """
    with ExitStack() as stack:
        for remark in spectrum.symbols.remarks if spectrum.symbols is not None else ():
            word, _, rest = remark.text.partition(" ")
            if word == "ASSERTION":
                _add_assertion(stack, spectrum, remark, rest.strip())
            elif word == "WPMEM":
                _add_watch(stack, spectrum, remark, rest.strip())
        yield


def _add_assertion(stack: ExitStack, spectrum: Spectrum, remark: Remark, condition: str) -> None:
    tree = _parse(condition, remark)
    _value(tree, spectrum, remark)  # a missing name fails at once

    def check() -> None:
        if not _value(tree, spectrum, remark):
            core = spectrum.core
            seen = ", ".join(f"{name.upper()} = {core.get(name)}" for name in _names(tree) if name in _REGISTERS)
            raise ExpectationError(
                f"{remark.line}: ASSERTION {condition} does not hold{': ' if seen else ''}{seen}", spectrum.text_lines()
            )

    place = remark.address if remark.bank is None else (remark.bank, remark.address)
    stack.enter_context(spectrum.watch(place, check))


def _add_watch(stack: ExitStack, spectrum: Spectrum, remark: Remark, text: str) -> None:
    parts = [part.strip() for part in text.split(",")] if text else []
    kinds = parts[2].lower() if len(parts) > 2 else "rw"
    if len(parts) > 3 or not kinds or not set(kinds) <= set("rw"):
        raise SymbolError(f"{remark.line}: cannot read WPMEM {text}; write it as WPMEM address, length, rw")
    numbers = [_value(_parse(part, remark), spectrum, remark) for part in parts[:2] if part]
    address, length = numbers[0] if numbers else remark.address, numbers[1] if len(numbers) > 1 else 1

    def refuse(machine: Spectrum, access: MemoryAccess) -> None:
        what = f"is written: {access.before} becomes {access.after}" if access.is_write else "is read"
        where = machine.symbols.describe(access.pc) if machine.symbols is not None else f"#{access.pc:04X}"
        raise ExpectationError(
            f"{remark.line}: WPMEM: #{access.address:04X} {what}, by the instruction at {where}", machine.text_lines()
        )

    for kind, watch in (("w", spectrum.watch_writes), ("r", spectrum.watch_reads)):
        if kind in kinds:
            stack.enter_context(watch(address, length, refuse))


def _parse(text: str, remark: Remark) -> ast.expr:
    """The tree of an expression in the assembler's signs."""
    changed = _NUMBER.sub(lambda match: f"0x{match[1] or match[2]}", text)
    changed = _SHADOW.sub(lambda match: f"{match[1]}_shadow", changed)
    changed = changed.replace("&&", " and ").replace("||", " or ").replace("b@", "byte_at").replace("w@", "word_at")
    changed = re.sub(r"!(?!=)", " not ", changed).replace("/", "//")
    try:
        return ast.parse(changed.strip(), mode="eval").body
    except SyntaxError:
        raise SymbolError(
            f"{remark.line}: cannot read {text!r}; use registers, labels, numbers and comparisons"
        ) from None


def _names(tree: ast.expr) -> list[str]:
    return list(dict.fromkeys(node.id.lower() for node in ast.walk(tree) if isinstance(node, ast.Name)))


def _value(node: ast.expr, spectrum: Spectrum, remark: Remark) -> Any:
    """The value of a tree on the machine as it stands."""
    of = partial(_value, spectrum=spectrum, remark=remark)
    match node:
        case ast.Constant(value=int()):
            return node.value
        case ast.Name():
            return _named(node.id, spectrum, remark)
        case ast.BinOp() if type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](of(node.left), of(node.right))
        case ast.UnaryOp() if type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](of(node.operand))
        case ast.BoolOp():
            return (all if isinstance(node.op, ast.And) else any)(of(one) for one in node.values)
        case ast.Compare() if all(type(sign) in _OPERATORS for sign in node.ops):
            sides = [of(side) for side in (node.left, *node.comparators)]
            return all(_OPERATORS[type(sign)](*sides[at : at + 2]) for at, sign in enumerate(node.ops))
        case ast.Call(func=ast.Name(id="byte_at" | "word_at" as name), args=[argument], keywords=[]):
            data = spectrum.peek(of(argument), 1 if name == "byte_at" else 2)
            return int.from_bytes(data, "little")
    raise SymbolError(f"{remark.line}: cannot work out {ast.unparse(node)!r}; use registers, labels and numbers")


def _named(name: str, spectrum: Spectrum, remark: Remark) -> int:
    if name.lower() in _REGISTERS:
        return spectrum.core.get(name.lower())
    if name.lower().endswith("_shadow"):
        return spectrum.core.get(f"{name.lower().removesuffix('_shadow')}'")
    if spectrum.symbols is not None and name in spectrum.symbols:
        return spectrum.symbols[name]
    raise SymbolError(f"{remark.line}: {name!r} is neither a register nor a symbol")

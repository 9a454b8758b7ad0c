"""Source comments that check the program while it runs, by the grammar of DeZog's manual.

The keyword may stand anywhere in a comment; after the first two, a ``;`` begins another comment.

``ASSERTION B < 5``
    must hold whenever PC comes there; alone, it always fails.
``WPMEM 0x5B00, 16, w``
    fails if those bytes are written (``r``: read, ``rw``: either, the default). The address defaults to that of the
    comment, the length to one byte: ``WPMEM, 5, w``.
``LOGPOINT [group] lives ${b@(lives)}, HL ${HL:hex16}``
    prints the text whenever PC comes there.

sjasmplus writes such comments into its SLD file if the source has ``SLDOPT COMMENT ASSERTION, WPMEM, LOGPOINT``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import zip_longest
from typing import Any

from pyspectrum.assembler.symbols import Remark
from pyspectrum.core.memory_watch import MemoryAccess
from pyspectrum.errors import ExpectationError, SymbolError
from pyspectrum.machine import Spectrum

_KEYWORD = re.compile(r"\b(ASSERTION|WPMEM|LOGPOINT)(?=[\s,;]|$)")
_HEX = re.compile(r"\$([0-9A-Fa-f]+)\b|\b([0-9][0-9A-Fa-f]*)[hH]\b")
_BINARY = re.compile(r"(?:(?<=[(,<>=!&|^+*/~-])|^)(\s*)%([01]+)\b|\b()([01]+)[bB]\b")
_HOLE = re.compile(r"\$\{([^}:]+)(?::\s*(\w+)\s*)?\}")
_SHADOW = re.compile(r"\b(AF|BC|DE|HL)'", re.IGNORECASE)
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip
_REGISTERS = frozenset([
    "a", "f", "b", "c", "d", "e", "h", "l", "i", "r", "af", "bc", "de", "hl", "sp", "pc",
    "ix", "iy", "ixh", "ixl", "iyh", "iyl",
])  # fmt: skip
_FORMATS: dict[str | None, Callable[[int], str]] = {
    None: str, "string": lambda value: chr(value & 0xFF), "bits": lambda value: f"{value & 0xFF:08b}",
    "hex": lambda value: f"{value & 0xFFFF:X}",
    "hex8": lambda value: f"{value & 0xFF:02X}", "hex16": lambda value: f"{value & 0xFFFF:04X}",
    "uint8": lambda value: str(value & 0xFF), "uint16": lambda value: str(value & 0xFFFF),
    "int8": lambda value: str((value & 0xFF ^ 0x80) - 0x80),
    "int16": lambda value: str((value & 0xFFFF ^ 0x8000) - 0x8000),
}  # fmt: skip
_FORMATS |= {"unsigned": _FORMATS[None], "signed": _FORMATS["int8"]}  # of earlier versions


@contextmanager
def check_source(spectrum: Spectrum) -> Iterator[None]:
    """While the ``with`` block lasts, act on the ASSERTION, WPMEM and LOGPOINT comments in the machine's `symbols`.

    Assertions cost a breakpoint each; a WPMEM makes the machine slow. ExpectationError if one does not hold (the
    message begins with its file and line), SymbolError if a comment cannot be read.
    """
    with ExitStack() as stack:
        for remark in spectrum.symbols.remarks if spectrum.symbols is not None else ():
            for word in _KEYWORD.finditer(remark.text):
                rest = remark.text[word.end() :]
                own = rest.partition(";")[0].strip()
                match word[0]:
                    case "ASSERTION":
                        _add_assertion(stack, spectrum, remark, own)
                    case "WPMEM":
                        _add_watch(stack, spectrum, remark, own)
                    case _:
                        _add_log(stack, spectrum, remark, rest.strip())
                        break  # the text goes to the comment's end
        yield


def _add_assertion(stack: ExitStack, spectrum: Spectrum, remark: Remark, condition: str) -> None:
    tree = _parse(condition or "0", remark)
    _value(tree, spectrum, remark)  # a missing name fails at once

    def check() -> None:
        if not _value(tree, spectrum, remark):
            core = spectrum.core
            names = dict.fromkeys(node.id.lower() for node in ast.walk(tree) if isinstance(node, ast.Name))
            seen = ", ".join(f"{name.upper()} = {core.get(name)}" for name in names if name in _REGISTERS)
            message = f"ASSERTION {condition or 'alone'} does not hold{': ' if seen else ''}{seen}"
            raise ExpectationError(f"{remark.line}: {message}", spectrum.text_lines())

    _at(stack, spectrum, remark, check)


def _add_log(stack: ExitStack, spectrum: Spectrum, remark: Remark, text: str) -> None:
    parts = _HOLE.split(re.sub(r"^\[.*?\]\s*", "", text))  # the group: DeZog turns groups on and off
    holes = []
    for expression, name in zip(parts[1::3], parts[2::3], strict=True):
        if name not in _FORMATS:
            raise SymbolError(f"{remark.line}: no format {name!r}; use {', '.join(filter(None, _FORMATS))}")
        tree = _parse(expression, remark)
        _value(tree, spectrum, remark)
        holes.append((tree, _FORMATS[name]))

    def log() -> None:
        values = [as_text(_value(tree, spectrum, remark)) for tree, as_text in holes]
        print(f"{remark.line}: {''.join(map(''.join, zip_longest(parts[::3], values, fillvalue='')))}")

    _at(stack, spectrum, remark, log)


def _add_watch(stack: ExitStack, spectrum: Spectrum, remark: Remark, text: str) -> None:
    first, *more = (part.strip() for part in text.split(","))
    length_text, kinds = (*more, "", "")[:2]
    kinds = kinds.lower() or "rw"
    if len(more) > 2 or not set(kinds) <= set("rw"):
        raise SymbolError(f"{remark.line}: cannot read WPMEM {text}; write it as WPMEM address, length, rw")
    address, length = (
        _value(_parse(part, remark), spectrum, remark) if part else default
        for part, default in ((first, remark.address), (length_text, 1))
    )
    if not 0 <= address < address + length <= 0x10000:
        raise SymbolError(f"{remark.line}: WPMEM {text}: no memory of {length} bytes from {address} on")
    bank = None if first else remark.bank

    def refuse(machine: Spectrum, access: MemoryAccess) -> None:
        if bank is not None and machine.core.page_at(access.address) != bank:
            return
        what = f"is written: {access.before} becomes {access.after}" if access.is_write else "is read"
        what += f", by the instruction at {machine.runner.describe(access.pc)}"
        raise ExpectationError(f"{remark.line}: WPMEM: #{access.address:04X} {what}", machine.text_lines())

    for kind, watch in (("w", spectrum.watch_writes), ("r", spectrum.watch_reads)):
        if kind in kinds:
            stack.enter_context(watch(address, length, refuse))


def _at(stack: ExitStack, spectrum: Spectrum, remark: Remark, callback: Callable[[], None]) -> None:
    """Call back before each run of the instruction at a comment, and now if the machine stands there."""
    place = remark.address if remark.bank is None else (remark.bank, remark.address)
    stack.enter_context(spectrum.watch(place, callback))
    if spectrum.core.stands_at(place):
        callback()


def _parse(text: str, remark: Remark) -> ast.expr:
    """Return the tree of an expression in the assembler's notation."""
    changed = _HEX.sub(lambda match: f"0x{match[1] or match[2]}", text)
    changed = _BINARY.sub(lambda match: f"{match[1] or ''}0b{match[2] or match[4]}", changed)
    changed = _SHADOW.sub(lambda match: f"{match[1]}_shadow", changed)
    changed = changed.replace("&&", " and ").replace("||", " or ").replace("b@", "byte_at").replace("w@", "word_at")
    changed = re.sub(r"!(?!=)", " not ", changed).replace("/", "//")
    try:
        return ast.parse(changed.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        fix = "use registers, labels, numbers and comparisons"
        raise SymbolError(f"{remark.line}: cannot read {text!r}; {fix}") from None


def _value(node: ast.expr, spectrum: Spectrum, remark: Remark) -> Any:
    """Return the value of a tree on the machine as it is now."""
    of = partial(_value, spectrum=spectrum, remark=remark)
    match node:
        case ast.Constant(value=int()):
            return node.value
        case ast.Constant(value=str() as character) if len(character) == 1:
            return ord(character)
        case ast.Name():
            return _named(node.id, spectrum, remark)
        case ast.BinOp() if type(node.op) in _OPERATORS:
            try:
                return _OPERATORS[type(node.op)](of(node.left), of(node.right))
            except (ArithmeticError, ValueError) as error:
                raise SymbolError(f"{remark.line}: cannot work out {ast.unparse(node)!r}: {error}") from None
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

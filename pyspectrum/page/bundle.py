"""JavaScript modules joined as one script, for a page that loads nothing: no build step, and no npm.

It knows the part of the language that our modules use of ``import`` and ``export``, and rejects the rest in a line that
names file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from posixpath import basename, dirname, join, normpath, splitext
from typing import NamedTuple

from pyspectrum.errors import ScriptError

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<name>[#$\w]+)|(?P<sign>\+\+|--|[^\s\w\"'`/#$]|/=?)|(?P<template>`)",
    re.DOTALL,
)
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[a-z]*")
_BEFORE_VALUE = frozenset(("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof")) | {
    "else", "do", "await", "yield",
}  # fmt: skip
_WITH_CONDITION = frozenset(("if", "while", "for"))
_EXPORT = "export a function, a class, const or let, where it is declared"
_CLOSING = {")": "(", "]": "[", "}": "{"}


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    depth: int


@dataclass
class _Module:
    """A module: its code by pieces, the names that it imports by module with their places, and those that it exports.

    `waits` is the place of an ``await`` outside its functions. An import is the piece ``\\0NAMES\\0MODULE``.
    """

    path: str
    source: str
    pieces: list[str] = field(default_factory=list)
    imports: dict[str, dict[str, int]] = field(default_factory=dict)
    exports: set[str] = field(default_factory=set)
    waits: int | None = None

    def error(self, at: int, what: str) -> ScriptError:
        """Return the error for a place."""
        return ScriptError(f"{self.path}:{self.source.count(chr(10), 0, at) + 1}: {what}")


def join_with_imports(main: str, source_of: Callable[[str], str]) -> str:
    r"""Join a JavaScript module and all that it imports, directly or not, as one text for a ``script`` element.

    Each becomes a function of its own, which returns what others import from it; comments are left out. `source_of` has
    the text of each by its path, which imports are relative to. Only `main` may have ``await`` outside its functions.

    >>> texts = {"a.js": 'import { $ } from "./x/b.js";\n$();\n', "x/b.js": "export function $() {}\n"}
    >>> print(join_with_imports("a.js", texts.__getitem__))
    const b_ = (() => {
    function $() {}
    return { $ };
    })();
    const a_ = (() => {
    const { $ } = b_;
    $();
    return {  };
    })();

    Raises:
        ScriptError: code that is not understood, or an import of what is not there.
    """
    modules: dict[str, _Module] = {}
    names: dict[str, str] = {}
    wanted: dict[str, set[str]] = {main: set()}

    def add(path: str) -> None:
        name = f"{splitext(basename(path))[0]}_"
        while name in names.values():
            name += "_"
        names[path] = name
        module = _parsed(path, source_of(path))
        for other, imported in module.imports.items():
            if other not in names:
                add(other)
            for one, place in imported.items():
                if other not in modules:
                    raise module.error(place, f"{other} imports this module, too; move what both need into a third")
                if one not in modules[other].exports:
                    raise module.error(place, f"{other} exports no {one}")
            wanted.setdefault(other, set()).update(imported)
        if module.waits is not None and path != main:
            raise module.error(module.waits, "only the first module may await outside its functions")
        modules[path] = module

    add(main)
    functions = []
    for path, module in modules.items():
        body = "".join(_import_of(piece, names) if piece.startswith("\0") else piece for piece in module.pieces)
        opening = "() =>" if module.waits is None else "async () =>"
        returned = ", ".join(sorted(wanted[path]))
        functions.append(f"const {names[path]} = ({opening} {{\n{body}return {{ {returned} }};\n}})();")
    return "\n".join(functions).replace("</script", "<\\/script")


def _import_of(piece: str, names: dict[str, str]) -> str:
    _, imported, other = piece.split("\0")
    return f"const {{ {imported} }} = {names[other]};"


def _parsed(path: str, source: str) -> _Module:
    module = _Module(path, source)
    tokens = _tokens(module)
    number, space, before = 0, "", ""
    while number < len(tokens):
        token = tokens[number]
        number += 1
        piece, is_word = token.text, token.kind == "name" and before != "."
        if token.kind == "space":
            space = "\n" if "\n" in space + piece else " "
            continue
        if is_word and piece == "import" and not _is_at_runtime(tokens[number : number + 2]):
            number, piece = _take_import(module, tokens, number - 1)
        elif is_word and piece == "export":
            _take_export(module, tokens, number - 1)
            continue
        elif is_word and piece == "await" and not token.depth and module.waits is None:
            module.waits = token.at
        module.pieces += [space if module.pieces else "", piece]
        space, before = "", piece
    module.pieces.append("\n")
    return module


def _is_at_runtime(following: Sequence[_Token]) -> bool:
    """Return True for ``import(…)`` of what is no module of ours."""
    return [token.text[:1] for token in following][:1] == ["("] and following[1].text[1:2] != "."


def _take_import(module: _Module, tokens: list[_Token], first: int) -> tuple[int, str]:
    """Return the number of the token behind an import, and what stands for it."""
    end = first
    while end < len(tokens) and tokens[end].text != ";":
        end += 1
    words = [token for token in tokens[first:end] if token.kind != "space"]
    texts = [token.text for token in words]
    known = tokens[first].depth == 0 and texts[1:2] == ["{"] and texts[-3:-1] == ["}", "from"]
    names = words[2:-3]
    are_names = all(
        (token.kind == "name") == (not k % 2) and token.text in (",", token.text) for k, token in enumerate(names)
    )
    separated = all(token.text == "," for token in names[1::2])
    if not (known and names and are_names and separated and re.fullmatch(r'"\.[./\w]*\.js"', texts[-1])):
        raise module.error(tokens[first].at, 'write an import as: import { name, … } from "./module.js";')
    other = normpath(join(dirname(module.path), texts[-1][1:-1]))
    imported = {token.text: token.at for token in names[::2]}
    module.imports.setdefault(other, {}).update(imported)
    return end + 1, f"\0{', '.join(imported)}\0{other}"


def _take_export(module: _Module, tokens: list[_Token], first: int) -> None:
    """Note what an export gives to others: a function, a class, or constants."""
    words = [token for token in tokens[first + 1 : first + 400] if token.kind != "space"]
    if tokens[first].depth or not words:
        raise module.error(tokens[first].at, _EXPORT)
    if words[0].text == "async":
        del words[0]
    kind, *words = words
    if kind.text in ("function", "class"):
        name = words[1] if words[0].text == "*" else words[0]
        if name.kind != "name":
            raise module.error(tokens[first].at, _EXPORT)
        module.exports.add(name.text)
        return
    if kind.text not in ("const", "let"):
        raise module.error(tokens[first].at, _EXPORT)
    in_pattern = is_name = True
    for word in words:
        if word.text == ";" and not word.depth:
            return
        if not word.depth and word.text == "=":
            is_name = in_pattern = False
        elif not word.depth and word.text == ",":
            is_name = in_pattern = True
        elif is_name and word.kind == "name" and (in_pattern or not word.depth):
            module.exports.add(word.text)


def _tokens(module: _Module) -> list[_Token]:
    """Cut a module into tokens; comments are space."""
    source, at, before = module.source, 0, ""
    found: list[_Token] = []
    open_brackets: list[tuple[str, int, bool]] = []
    regex_may_follow = True
    while at < len(source):
        match = _TOKEN.match(source, at)
        kind, text = (match.lastgroup or "", match[0]) if match else ("", "")
        if text.startswith("/") and kind == "sign":
            if before == "}":
                raise module.error(
                    at, "a / behind } divides, or begins a regular expression; put the value in brackets"
                )
            if regex_may_follow:
                match = _REGEX.match(source, at)
                kind, text = "regex", match[0] if match else ""
        elif kind == "template":
            text = source[at : _template_end(module, at)]
        if not text:
            raise module.error(at, f"cannot read {source[at : at + 20].split(chr(10))[0]!r}")
        depth = len(open_brackets)
        if kind == "sign" and text in "([{":
            open_brackets.append((text, at, before in _WITH_CONDITION))
        elif text in _CLOSING and kind == "sign":
            depth -= 1
            if not open_brackets or open_brackets[-1][0] != _CLOSING[text]:
                raise module.error(at, f"this {text} closes nothing")
        if kind == "comment":
            kind, text = "space", "\n" if "\n" in text else " "
            found.append(_Token(kind, text, at, depth))
            at = match.end() if match else at
            continue
        found.append(_Token(kind, text, at, depth))
        at += len(text)
        if kind == "space":
            continue
        if kind == "sign" and text in _CLOSING:
            _, _, is_condition = open_brackets.pop()
            regex_may_follow = text == ")" and is_condition
        else:
            regex_may_follow = text in _BEFORE_VALUE if kind == "name" else kind == "sign" and text not in ("++", "--")
        before = text
    if open_brackets:
        sign, place, _ = open_brackets[-1]
        raise module.error(place, f"this {sign} is not closed")
    return found


def _template_end(module: _Module, start: int) -> int:
    """Return the place behind a template string, whose ``${…}`` may hold strings and templates."""
    source, at = module.source, start + 1
    depths: list[int] = []
    while at < len(source):
        sign = source[at]
        if not depths and sign == "`":
            return at + 1
        if sign == "\\":
            at += 2
        elif not depths and source.startswith("${", at):
            depths.append(0)
            at += 2
        elif not depths:
            at += 1
        elif sign == "`":
            at = _template_end(module, at)
        elif sign in "\"'" and (string := _TOKEN.match(source, at)):
            at = string.end()
        else:
            depths[0] += (sign == "{") - (sign == "}")
            if depths[0] < 0:
                depths.pop()
            at += 1
    raise module.error(start, "this ` is not closed")

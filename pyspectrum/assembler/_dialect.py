"""Advice on a line of source that pyz80, or pasmo, does not take: most are written for another assembler."""

from __future__ import annotations

import re

_QUOTED_OR_COMMENT = re.compile(r"""("[^"]*"|(?<![Aa][Ff])'[^']*')|;.*""")
_DIRECTIVES = {
    "{} is sjasmplus's; use assemble_with_sjasmplus": """
        device savesna savetap savebin savetrd savenex savedev emptytap emptytrd sldopt module endmodule struct ends dup
        edup define undefine ifdef ifndef ifused ifnused page slot mmu output outend lua endlua disp phase dephase
        block dz dc byte word opt labelslist shellexec assert display include_once abyte abytec abytez
    """,
    "{} is z88dk's; build it with zcc -m, and load the tape with symbols= and its .map": """
        section public extern global xdef xref xlib lib defc defvars defgroup c_line binary
    """,
    "{} is pasmo's; use assemble_with_pasmo": "rept irp endp proc local",
}
_OWNERS = {word: owner for owner, words in _DIRECTIVES.items() for word in words.split()}
_LONGEST = 40

_WORD = re.compile(r"^(?:[A-Za-z_]\w*:?)?\s+(?P<word>[A-Za-z_]+)\b")
_LOCAL = re.compile(r"^\.\w+")
_LABEL = r"(?P<label>[A-Za-z_.][\w.]*)"
_RULES = (
    (r"^\s+\.(?P<word>org|equ|d[bws]|def[bwsm]|include)\b", "directives have no dot here; write {word}"),
    (r"^\s+end\b", "the source ends with its last line here; leave it out"),
    (r"^\d+\s", "a label is a name here; numbers for labels are sjasmplus's: use assemble_with_sjasmplus"),
    (r"^\s*/[/*]|\s//", "a comment begins with ; here"),
    (r"^\.(?P<label>\w+)", "a label that begins with a dot is not local here; give each a name of its own, or use "
     "assemble_with_sjasmplus"),
    (rf"^{_LABEL}\s*=\s*(?P<value>.+)", "a constant is written {label}: equ {value} here"),
    (rf"^{_LABEL}\s+equ\s+(?P<value>.+)", "a label ends with a colon; write {label}: equ {value}"),
    (rf"^{_LABEL}(?:\s|$)", "a label ends with a colon; write {label}: (an instruction has a blank before it)"),
    (r"^\s+macro\s+(?P<label>\w+)", "the name of a macro stands first; write {label}: macro"),
    (r"\$(?P<digits>[0-9A-Fa-f]+)\b", "numbers are written 0x{digits} here"),
    (r"#(?P<digits>[0-9A-Fa-f]+)\b", "a # begins a comment here; numbers are written 0x{digits}"),
    (r"\b(?P<digits>[0-9][0-9A-Fa-f]*)[hH]\b", "numbers are written 0x{digits} here"),
    (r"\b(?P<digits>[01]+)[bB]\b", "numbers are written %{digits} here"),
    (r"\bincbin\b", "bytes of a file are taken by mdat here; or use assemble_with_sjasmplus"),
    (r"\b(?:defs|ds)\s+[^,]+,", "ds takes no value here; use assemble_with_pasmo or assemble_with_sjasmplus"),
    (r"(?:[\w)]\s+(?:mod|and|or|xor|shl|shr)|[\s,(](?:low|high|not))\s+[\w(]", "such an operator is pasmo's; use "
     "assemble_with_pasmo"),
    (r"\[", "an address stands in round brackets here"),
    (r"\b(?P<word>sub|and|or|xor|cp)\s+a\s*,\s*(?P<value>\S+)", "write {word} {value}"),
    (r"\s:\s", "one instruction a line here; write the second on a line of its own"),
    (r"\bld\s+(?:bc|de|hl)\s*,\s*(?:bc|de|hl)\b", "the Z80 has no such instruction, sjasmplus makes two of it; use "
     "assemble_with_sjasmplus"),
)  # fmt: skip


def advice_on(line: str, *, for_pasmo: bool = False) -> str | None:
    """Return how the assembler would take a line of source, for pyz80 behind the line; None if nothing is known of it.

    >>> advice_on("      ORG $8000 ; the start")
    'ORG $8000: numbers are written 0x8000 here'
    >>> advice_on(" DEVICE ZXSPECTRUM48", for_pasmo=True)
    "DEVICE is sjasmplus's; use assemble_with_sjasmplus"
    >>> advice_on("      ld a,3")
    """
    code = _QUOTED_OR_COMMENT.sub(lambda match: '""' if match[1] else "", line.expandtabs()).rstrip()
    advice = _of_another(code, for_pasmo)
    if for_pasmo:
        return advice or None
    found = ((re.search(pattern, code, re.IGNORECASE), words) for pattern, words in _RULES)
    advice = advice or next((words.format(**match.groupdict()) for match, words in found if match), "")
    shown = " ".join(line.split(";")[0].split())
    return f"{shown if len(shown) <= _LONGEST else shown[:_LONGEST] + '…'}: {advice}" if advice else None


def _of_another(code: str, for_pasmo: bool) -> str:
    """Return which other assembler a directive belongs to."""
    if for_pasmo and _LOCAL.match(code):
        return "with options=['--alocal'], local labels begin with _; with assemble_with_sjasmplus, with a dot"
    found = _WORD.match(code)
    owner = _OWNERS.get(found["word"].lower(), "") if found else ""
    return owner.format(found["word"]) if found and not (for_pasmo and "pasmo" in owner) else ""

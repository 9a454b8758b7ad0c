"""Z80 assembly source → bytes and symbols, by pyz80 or by pasmo.

Both take the dialect that ``docs/pyspectrum.md`` has in a table, and give the same bytes from it. pyz80 takes ``#`` for
the start of a comment, so it is best avoided; ``ds`` space at either end of the code is not part of its output.

pyz80 does its work while it is imported and keeps it in module globals, so it runs in a process of its own here.
"""

from __future__ import annotations

import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from pyspectrum.assembler._pyz80 import CANNOT_WRITE
from pyspectrum.assembler.symbols import SourceLine, SymbolTable
from pyspectrum.errors import AssemblyError

__all__ = ["Assembly", "assemble", "assemble_with_pasmo"]

_NO_DEFINES: Mapping[str, int] = MappingProxyType({})
_PYZ80_COMPLAINT = re.compile(r"^(?P<place>.+?) (?P<kind>error|warning): *(?P<message>.*)$", re.MULTILINE)
_PYZ80_REFUSED = re.compile(r"Opcode not recognised: op_(\w+)\(p,args\)")
_PASMO_COMPLAINT = re.compile(r"ERROR on line (?P<line>\d+) of file (?P<file>.+?)\n(?:ERROR: *)?(?P<message>.*)")
_PASMO_SYMBOL = re.compile(r"^(?P<name>\S+)\s+EQU\s+0?(?P<value>[0-9A-F]+)H$", re.MULTILINE)
_MEMORY_END = 65536
_TAPE_LENGTH, _TAPE_ORIGIN, _TAPE_CODE = 14, 16, 24
"""Offsets in a tape of pasmo's: the code's length, its address and the code itself."""
_PYZ80_DRIVER = Path(__file__).with_name("_pyz80.py")
_WORD_OF_LINE = re.compile(r"^(?:[^\s:;#]+:)?\s*(?P<word>[A-Za-z]+)")
_DATA_WORDS = frozenset({"db", "dw", "ds", "dm", "defb", "defw", "defs", "defm", "mdat", "incbin"})


@dataclass(frozen=True)
class Assembly:
    """Assembled code: `code` belongs at address `origin`; `symbols` holds every label and constant.

    `lines` gives each instruction's source line by its address (pyz80 only).
    """

    origin: int
    code: bytes = field(repr=False)
    symbols: Mapping[str, int] = field(repr=False)
    lines: Mapping[int, SourceLine] = field(default_factory=dict, repr=False)

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return self.origin + len(self.code)

    def symbol_table(self) -> SymbolTable:
        """Return the symbols, for looking up names by address."""
        return SymbolTable(self.symbols, self.origin, self.end, lines=self.lines)


def assemble(source: Path | str, *, defines: Mapping[str, int] = _NO_DEFINES) -> Assembly:
    """Assemble `source` with pyz80. `defines` are symbols that exist before the first line.

    Warnings of pyz80 (a value cut to a byte) are errors here.

    Raises:
        AssemblyError: the source is refused, with ``file:line:`` where pyz80 names them, or pyz80 is not installed.
    """
    source = _existing(source)
    if find_spec("pyz80") is None:
        raise AssemblyError("pyz80 is not installed (pip install pyz80)")
    with tempfile.TemporaryDirectory(prefix="assembly-") as folder:
        code_path, symbols_path, lines_path = (Path(folder, name) for name in ("code", "symbols", "lines"))
        command = [sys.executable, "-X", "utf8", "-P", str(_PYZ80_DRIVER), str(lines_path), "--case", "--intdiv"]
        command += [f"--obj={code_path}", f"--exportfile={symbols_path}"]
        for name, value in defines.items():
            command += ["-D", f"{name}={value}"]
        result = _run([*command, source.name], source.parent)
        if result.returncode and (last_line := _last_line(result)).startswith(CANNOT_WRITE):
            raise AssemblyError(_no_room(folder, last_line.removeprefix(CANNOT_WRITE)))
        complaint = _PYZ80_COMPLAINT.search(result.stderr + result.stdout)
        if complaint or result.returncode:
            raise AssemblyError(_pyz80_message(complaint, result, source))
        code = code_path.read_bytes() if code_path.exists() else b""
        symbols: dict[str, int] = pickle.loads(symbols_path.read_bytes())  # written by the process just run
        listed = [line.split("\t", 4) for line in lines_path.read_text(encoding="utf-8").splitlines()]
        origin = _check_listing([int(address, 16) for address, content, *_ in listed if content], code, source)
    numbers = {name: int(value) for name, value in symbols.items()}
    return Assembly(origin, code, MappingProxyType(numbers), MappingProxyType(dict(_instructions(listed, source))))


def assemble_with_pasmo(source: Path | str, *, defines: Mapping[str, int] = _NO_DEFINES) -> Assembly:
    """Assemble `source` with pasmo, a second opinion on the same source.

    Raises:
        AssemblyError: the source is refused, or pasmo is not installed.
    """
    source = _existing(source)
    if shutil.which("pasmo") is None:
        raise AssemblyError("pasmo is not installed (Debian and Ubuntu: apt-get install pasmo)")
    with tempfile.TemporaryDirectory(prefix="assembly-") as folder:
        code_path, symbols_path = Path(folder, "code.tap"), Path(folder, "symbols")
        command = ["pasmo", "--tap"]  # with --hex it never ends if there is code in the last bytes of memory
        for name, value in defines.items():
            command += ["--equ", f"{name}={value}"]
        result = _run([*command, source.name, str(code_path), str(symbols_path)], source.parent)
        if result.returncode < 0:  # a signal, such as the one for a file that grows beyond the limit
            raise AssemblyError(_no_room(folder, f"pasmo ended by {signal.Signals(-result.returncode).name}"))
        if result.returncode:
            raise AssemblyError(_pasmo_message(result, source))
        origin, code = _parse_code_tape(code_path.read_bytes())
        listed = _PASMO_SYMBOL.finditer(symbols_path.read_text(encoding="ascii"))
        symbols = {match["name"]: int(match["value"], 16) for match in listed}
    return Assembly(origin, code, MappingProxyType(symbols))


def _existing(source: Path | str) -> Path:
    source = Path(source).resolve()
    if not source.is_file():
        raise AssemblyError(f"{source}: no such assembly source; check the path")
    return source


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace", check=False)


def _last_line(result: subprocess.CompletedProcess[str]) -> str:
    return (result.stderr.strip() or result.stdout.strip() or "no output").splitlines()[-1]


def _no_room(folder: str, reason: str) -> str:
    place = Path(folder).parent  # the folder itself has gone by the time that this is read
    return f"{place}: the assembler cannot write its temporary files there: {reason}; free some room, or set TMPDIR"


def _pyz80_message(complaint: re.Match[str] | None, result: subprocess.CompletedProcess[str], source: Path) -> str:
    if complaint is None:
        return f"{source}: pyz80 failed: {_last_line(result)}"
    place = complaint["place"]
    # If a file cannot be opened, pyz80 has no line to name; its message names the file.
    where = source.parent / place if re.search(r":\d+$", place) else source
    refused = _PYZ80_REFUSED.match(complaint["message"])
    what = f"cannot read {refused[1]} with what follows it; check the spelling" if refused else complaint["message"]
    return f"{where}: {what}"


def _pasmo_message(result: subprocess.CompletedProcess[str], source: Path) -> str:
    complaint = _PASMO_COMPLAINT.search(result.stderr)
    if complaint is None:
        return f"{source}: pasmo failed: {_last_line(result)}"
    return f"{source.parent / complaint['file']}:{complaint['line']}: {complaint['message']}"


def _check_listing(addresses: list[int], code: bytes, source: Path) -> int:
    """Return the address of the first byte; AssemblyError if a second ``org`` puts code elsewhere than in the file."""
    if not addresses:
        raise AssemblyError(f"{source}: there is no code in it; add an instruction")
    origin = addresses[0]
    if addresses != sorted(addresses) or addresses[-1] >= origin + len(code):
        raise AssemblyError(f"{source}: more than one org; the code has to follow on from the first")
    return origin


def _instructions(listed: list[list[str]], source: Path) -> Iterator[tuple[int, SourceLine]]:
    """Yield address and place of each line that made an instruction; data and the insides of macros are left out."""
    for address, content, file, line, text in listed:
        word = _WORD_OF_LINE.match(text)
        is_data = word is not None and word["word"].lower() in _DATA_WORDS
        path = source.parent / file
        if content and word and not is_data and path.suffix:  # a macro's lines are in no file, but in "name3"
            yield int(address, 16), SourceLine(str(path), int(line))


def _parse_code_tape(tape: bytes) -> tuple[int, bytes]:
    """Return origin and code from a tape with one block of code behind its header."""
    length, origin = (int.from_bytes(tape[place : place + 2], "little") for place in (_TAPE_LENGTH, _TAPE_ORIGIN))
    code = tape[_TAPE_CODE : _TAPE_CODE + length]
    if not code or origin + length > _MEMORY_END:  # without any code it writes two bytes, from the last one on
        raise AssemblyError("no code came out of pasmo")
    return origin, code

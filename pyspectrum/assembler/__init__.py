"""Z80 assembly source → bytes and symbols, by sjasmplus, pasmo or pyz80.

Each takes a dialect of its own; from what ``docs/pyspectrum-reference.md`` has in a table, pasmo and pyz80 make the
same bytes. pyz80 takes ``#`` for the start of a comment; ``ds`` space at either end of the code is not part of its
output.

pyz80 does its work while it is imported and keeps it in module globals, so it runs in a process of its own here.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from pyspectrum.assembler._dialect import advice_on
from pyspectrum.assembler._pyz80 import CANNOT_WRITE
from pyspectrum.assembler.symbols import SourceLine, SymbolTable, parse_symbols, source_text
from pyspectrum.errors import AssemblyError

__all__ = ["Assembly", "assemble", "assemble_with_pasmo", "assemble_with_sjasmplus"]

_NO_DEFINES: Mapping[str, int] = MappingProxyType({})
_PYZ80_COMPLAINT = re.compile(r"^(?P<place>.+?) (?P<kind>error|warning): *(?P<message>.*)$", re.MULTILINE)
_PYZ80_REFUSED = re.compile(r"Opcode not recognised: op_(\w+)\(p,args\)")
_PASMO_COMPLAINT = re.compile(
    r"ERROR on line (?P<line>\d+) of file (?P<file>.+)\n(?:ERROR on line .*\n)*(?:ERROR: *)?(?P<message>.*)"
)
_PASMO_SYMBOL = re.compile(r"^(?P<name>\S+)\s+EQU\s+0?(?P<value>[0-9A-F]+)H$", re.MULTILINE)
_SJASMPLUS_COMPLAINT = re.compile(r"^(?P<file>.+)\((?P<line>\d+)\): error(?:\[\w+\])?: (?P<message>.*)$", re.MULTILINE)
_SJASMPLUS_NO_FOLDER = re.compile(r"error: opening file for write: (?P<path>.*)")
_SJASMPLUS_TOO_OLD = re.compile(r"(?i)unrecognized option|invalid --fullpath")
_HEX_RECORD = re.compile(r"^:(?P<size>..)(?P<address>....)00(?P<data>(?:..)*)..$", re.MULTILINE)
_MOST_FOLDERS = 20
_MEMORY_END, _SWITCHED = 65536, 49152
_TAPE_LENGTH, _TAPE_ORIGIN, _TAPE_CODE = 14, 16, 24
"""Offsets in a tape of pasmo's: the code's length, its address and the code itself."""
_PYZ80_DRIVER = Path(__file__).with_name("_pyz80.py")
_WORD_OF_LINE = re.compile(r"^(?:[^\s:;#]+:)?\s*(?P<word>[A-Za-z]+)")
_DATA_WORDS = frozenset({"db", "dw", "ds", "dm", "defb", "defw", "defs", "defm", "mdat", "incbin"})


@dataclass(frozen=True)
class Assembly:
    """Assembled code: `code` belongs at address `origin`; `symbols` holds every label and constant.

    `lines` gives each instruction's source line by its address, by pyz80 and sjasmplus. `table` holds all that is known
    of the symbols if that is more than their values.
    """

    origin: int
    code: bytes = field(repr=False)
    symbols: Mapping[str, int] = field(repr=False)
    lines: Mapping[int, SourceLine] = field(default_factory=dict, repr=False)
    table: SymbolTable | None = field(default=None, repr=False)

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return self.origin + len(self.code)

    def symbol_table(self) -> SymbolTable:
        """Return the symbols, for looking up names by address."""
        return self.table or SymbolTable(self.symbols, self.origin, self.end, lines=self.lines)


def assemble(source: Path | str, *, defines: Mapping[str, int] = _NO_DEFINES) -> Assembly:
    """Assemble `source` with pyz80. `defines` are symbols that exist before the first line.

    Warnings of pyz80 (a value cut to a byte) are errors here. AssemblyError if the source is refused, with
    ``file:line:`` where pyz80 names them, or pyz80 is not installed.
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
        if result.returncode and (last_line := _output_lines(result)[-1]).startswith(CANNOT_WRITE):
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


def assemble_with_sjasmplus(
    source: Path | str,
    *,
    defines: Mapping[str, int] = _NO_DEFINES,
    options: Sequence[str] = (),
    output: Path | str | None = None,
) -> Assembly:
    """Assemble `source` with sjasmplus; the symbols have labels, source lines, pages and DeZog's comments, as in SLD.

    `defines` are symbols that exist before the first line, `options` more options, such as ``("-Iinclude",)``, `output`
    is a folder for the files that the source saves (SAVETAP, SAVESNA); without it they are not kept. Code that goes to
    other banks of a 128 is not part of `code`: load the tape or snapshot that the source saves.

    AssemblyError if the source is refused, or sjasmplus 1.22 or later is not installed.
    """
    source = _existing(source)
    if shutil.which("sjasmplus") is None:
        raise AssemblyError(
            "sjasmplus is not on the path; get it from https://github.com/z00m128/sjasmplus, or use assemble_with_pasmo"
        )
    with tempfile.TemporaryDirectory(prefix="assembly-") as folder:
        hex_path, sld_path, device = (Path(folder, name) for name in ("hex", "sld", "device.asm"))
        saved = Path(folder, "saved") if output is None else Path(output).resolve()
        saved.mkdir(parents=True, exist_ok=True)
        command = ["sjasmplus", "--nologo", "--msg=err", "--color=off", "--fullpath=on", f"--outprefix={saved}{os.sep}"]
        command += [f"--hex={hex_path}", f"--sld={sld_path}", *(f"-D{name}={value}" for name, value in defines.items())]
        command += options
        _run_sjasmplus([*command, source.name], source, saved)
        sld = sld_path.read_bytes()
        if b"|Z|" not in sld:  # without a DEVICE it writes no symbols
            device.write_text(" DEVICE ZXSPECTRUM48\n", encoding="ascii")
            _run_sjasmplus([*command, str(device), source.name], source, saved)
            sld = sld_path.read_bytes()
        listed = hex_path.read_text(encoding="ascii") if hex_path.exists() else ""
    table = parse_symbols(sld, str(source))
    end = _SWITCHED if any(key > 0xFFFF for key in table.lines) or any(table.banks.values()) else _MEMORY_END
    pieces = {int(one["address"], 16): bytes.fromhex(one["data"]) for one in _HEX_RECORD.finditer(listed)}
    pieces = {address: data for address, data in pieces.items() if data and address < end}
    if not pieces:
        raise AssemblyError(f"{source}: there is no code in it; add an instruction")
    origin = min(pieces)
    code = bytearray(max(address + len(data) for address, data in pieces.items()) - origin)
    for address, data in pieces.items():
        code[address - origin : address - origin + len(data)] = data
    return Assembly(origin, bytes(code), table.symbols, table.lines, table)


def _run_sjasmplus(command: list[str], source: Path, saved: Path) -> None:
    """Run it; make the folders below `saved` that the source saves into."""
    for _ in range(_MOST_FOLDERS):
        result = _run(command, source.parent)
        missing = _SJASMPLUS_NO_FOLDER.search(result.stderr)
        folder = Path(missing["path"]).parent if missing else saved
        if not folder.is_relative_to(saved) or folder.is_dir():
            break
        folder.mkdir(parents=True)
    if not result.returncode:
        return
    if _SJASMPLUS_TOO_OLD.search(result.stderr + result.stdout):
        raise AssemblyError(f"sjasmplus: {_output_lines(result)[0]}; this needs version 1.22 or later")
    complaint = _SJASMPLUS_COMPLAINT.search(result.stderr)
    if complaint is None:
        raise AssemblyError(f"{source}: sjasmplus failed: {_output_lines(result)[0]}")
    raise AssemblyError(f"{complaint['file']}:{complaint['line']}: {' '.join(complaint['message'].split())}")


def assemble_with_pasmo(
    source: Path | str, *, defines: Mapping[str, int] = _NO_DEFINES, options: Sequence[str] = ()
) -> Assembly:
    """Assemble `source` with pasmo; `options` are more of its options, such as ``("--alocal",)``.

    AssemblyError if the source is refused, or pasmo is not installed.
    """
    source = _existing(source)
    if shutil.which("pasmo") is None:
        raise AssemblyError("pasmo is not installed (Debian and Ubuntu: apt-get install pasmo)")
    with tempfile.TemporaryDirectory(prefix="assembly-") as folder:
        code_path, symbols_path = Path(folder, "code.tap"), Path(folder, "symbols")
        command = ["pasmo", *options, "--tap"]  # with --hex it never ends if there is code in the last bytes of memory
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


def _output_lines(result: subprocess.CompletedProcess[str]) -> list[str]:
    return (result.stderr.strip() or result.stdout.strip() or "no output").splitlines()


def _no_room(folder: str, reason: str) -> str:
    place = Path(folder).parent  # the folder itself has gone by the time that this is read
    return f"{place}: the assembler cannot write its temporary files there: {reason}; free some room, or set TMPDIR"


def _pyz80_message(complaint: re.Match[str] | None, result: subprocess.CompletedProcess[str], source: Path) -> str:
    if complaint is None:
        return f"{source}: pyz80 failed: {_output_lines(result)[-1]}"
    place = complaint["place"]
    # If a file cannot be opened, pyz80 has no line to name; its message names the file.
    where = source.parent / place if re.search(r":\d+$", place) else source
    if advice := _advice(where):
        return f"{where}: {advice}"
    refused = _PYZ80_REFUSED.match(complaint["message"])
    what = f"cannot read {refused[1]} with what follows it; check the spelling" if refused else complaint["message"]
    return f"{where}: {what}"


def _advice(place: Path, *, for_pasmo: bool = False) -> str | None:
    """Return advice on the line at ``file:line``, if the line can be read."""
    path, _, number = str(place).rpartition(":")
    lines = source_text(path)
    is_line = number.isdecimal() and int(number) <= len(lines)
    return advice_on(lines[int(number) - 1], for_pasmo=for_pasmo) if is_line else None


def _pasmo_message(result: subprocess.CompletedProcess[str], source: Path) -> str:
    complaint = _PASMO_COMPLAINT.search(result.stderr)
    if complaint is None:
        return f"{source}: pasmo failed: {_output_lines(result)[-1]}"
    where = source.parent / f"{complaint['file']}:{complaint['line']}"
    advice = _advice(where, for_pasmo=True)
    return f"{where}: {complaint['message']}{f'; {advice}' if advice else ''}"


def _check_listing(addresses: list[int], code: bytes, source: Path) -> int:
    """Return the address of the first byte; AssemblyError if a second ``org`` puts code elsewhere than in the file."""
    if not addresses:
        raise AssemblyError(f"{source}: there is no code in it; add an instruction")
    origin = addresses[0]
    if addresses != sorted(addresses) or addresses[-1] >= origin + len(code):
        raise AssemblyError(f"{source}: more than one org; use assemble_with_sjasmplus, or let the code follow on")
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

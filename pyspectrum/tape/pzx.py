"""`.pzx` files: read, with SkoolKit's decoder of each block.

A leader at the ROM's speed, data at the ROM's speed and the pause after them become one `Block`.

Source: the PZX specification, version 1.0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import skoolkit.tape
from skoolkit import SkoolKitError

from pyspectrum.errors import TapeError
from pyspectrum.tape.blocks import MAX_SINGLE_PULSES, Block, Info, Note, Part, PulseLimit, Signal, Stop, split_blocks

_SIGNATURE = b"PZXT"
_EMPTY_HEADER = _SIGNATURE + bytes((2, 0, 0, 0, 1, 0))
# what a .pzx calls a text, and what a .tzx does
_INFO = {
    "Title": "Full title",
    "Publisher": "Software house/publisher",
    "Author": "Author(s)",
    "Year": "Year of publication",
    "Language": "Language",
    "Type": "Game/utility type",
    "Price": "Price",
    "Protection": "Protection scheme/loader",
    "Origin": "Origin",
    "Comment": "Comment(s)",
}
_ROM_LEADERS = tuple(((count, 2168), (1, 667), (1, 735)) for count in (8063, 3223))


def parse_pzx(data: bytes, name: str = "<tape>") -> tuple[tuple[Part, ...], Info]:
    """The parts of a tape in the bytes of a `.pzx` file, and what its header says as (what, text).

    Raises:
        TapeError: not a `.pzx`, a damaged one, or one with a block of an unknown kind.
    """
    if data[:4] != _SIGNATURE:
        raise TapeError(f"{name}: not a .pzx: it does not begin with its signature, PZXT; is it a .tzx?")
    parts: list[Part] = []
    info: list[tuple[str, str]] = []
    rom_leader = False
    limit = PulseLimit()
    blocks = split_blocks(data, 0, name, lambda at, _: (0, 8 + int.from_bytes(data[at + 4 : at + 8], "little")))
    for number, raw in enumerate(list(blocks), 1):
        place = f"{name}: block {number}"
        if raw[:4] == b"PULS" and len(raw) > 2 * MAX_SINGLE_PULSES:
            raise TapeError(f"{place}: more than {MAX_SINGLE_PULSES:,} single pulses; split the tape")
        try:
            tape: Any = skoolkit.tape.parse_pzx(raw if raw[:4] == _SIGNATURE else _EMPTY_HEADER + raw)
        except (SkoolKitError, IndexError, ValueError) as error:
            raise TapeError(f"{place}, {raw[:4]!r}, is damaged: {error}") from None
        if raw[:4] == _SIGNATURE:
            pairs = [line.split(": ", 1) for line in tape.blocks[0].info[1:]]
            info += [(_INFO.get(pair[0], pair[0]), pair[-1]) for pair in pairs if pair[-1]]
            continue
        parsed = _parse_block(raw, tape.blocks[1], place)
        limit.check(parsed, place)
        if isinstance(parsed, Signal) and rom_leader and parsed.kind == "data" and _is_rom_data(parsed):
            content = parsed.data
            parts[-1] = Block(content[0], content[1:-1], content[-1], 0)
        elif isinstance(parsed, Signal) and parsed.kind == "pause" and parts and isinstance(parts[-1], Block):
            parts[-1] = replace(parts[-1], pause_tstates=parts[-1].pause_tstates + parsed.pause_tstates)
        else:
            parts.append(parsed)
        rom_leader = isinstance(parsed, Signal) and parsed.pulses in _ROM_LEADERS
    return tuple(parts), tuple(info)


def _parse_block(raw: bytes, decoded: Any, place: str) -> Part:
    kind = raw[:4]
    timings = decoded.timings
    if kind == b"PULS":
        return Signal("pulses", tuple(timings.pulses), level=timings.polarity)
    if kind == b"DATA":
        data = bytes(decoded.data)
        bits = int.from_bytes(raw[8:12], "little") & 0x7FFF_FFFF
        if len(data) != (bits + 7) // 8 or (data and not (timings.zero or timings.one)):
            raise TapeError(f"{place}, {kind!r}, is damaged: it says it has {bits:,} bits, {8 * len(data):,} are there")
        return Signal(
            "data", (), data, timings.zero, timings.one, timings.used_bits, timings.tail, level=timings.polarity
        )
    if kind == b"PAUS":
        return Signal("pause", pause_tstates=timings.pause, level=timings.polarity)
    if kind == b"STOP":
        return Stop(only_48k=bool(raw[8] & 1))
    if kind == b"BRWS":
        return Note("Browse point", "".join(decoded.info))
    raise TapeError(f"{place} is of kind {kind!r}, which .pzx 1.0 does not have; take it out")


def _is_rom_data(signal: Signal) -> bool:
    rates = (signal.zero, signal.one) == ((855, 855), (1710, 1710))
    return rates and len(signal.data) >= 2 and signal.used_bits == 8

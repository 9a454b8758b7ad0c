"""The short-cuts through the ROM's tape routines: a whole block in no time.

When the program counter comes to LD-BYTES (#0556), a block can be put in memory at once, with the registers, the flags
and the stack as the ROM's own routine leaves them after the same block; the ROM then continues with its own reports.
That routine, byte by byte:

- the flag byte is compared with A; another one ends it, zero and carry reset;
- then DE bytes go to IX onwards (carry set: LOAD) or are compared with what is there (carry reset:
  VERIFY; a difference ends it, zero and carry reset);
- the byte after these is taken for the checksum, whatever it is: carry set when it all adds up;
- where a block ends too soon the routine waits for an edge that never comes: zero set, carry reset;
- with DE = 0 nothing but the flag byte is read, and it alone is summed.

At SA-BYTES (#04C2) a block is written: the flag byte in A, DE bytes from IX on, their checksum.

Both routines begin with an OUT, at which the core can stop at no cost; the registers are then those
that the routine has set up: AF has changed places with AF', and for saving IX is one less, DE one more.

Source: the 48K ROM, SA-BYTES (#04C2) and LD-BYTES (#0556) to SA/LD-RET (#053F).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspectrum.tape.blocks import Block, checksum

if TYPE_CHECKING:
    from pyspectrum.core import Core

SA_BYTES = 0x04C2
LD_BYTES = 0x0556
SA_LEADER_OUT = 0x04DA
LD_START_OUT = 0x055C
LISTENING = range(0x0562, 0x05F2)
"""Addresses at which the ROM listens to a tape: from LD-BYTES's first look at the EAR socket to the end of LD-EDGE-1.
"""
_SA_LD_RET = 0x053F  # restores the border, looks for BREAK, enables interrupts
_SA_BYTES_RET = 0x053E  # the RET at SA-BYTES's end
_LD_BYTES_RET = 0x05E2  # the RET at LD-BYTES's end
_FIRST_RAM = 0x4000
_CARRY = 0x01
_TIMED_OUT = (0x00, 0x50)  # A and F after LD-EDGE-1 has counted B up to zero
_B_AFTER_BYTE = 0xB0
_AF2_AFTER_LOADING = 0x0145  # the level kept beside each byte, and the flags of the test for the first one
_AF2_AFTER_VERIFYING = 0x0044
_C_AT_END = 0x01  # the level and border of the last edge
_SPACE_ROW, _SPACE = 7, 0x01


def load_bytes(core: Core, block: Block) -> None:
    """Give a block to a machine that stands at `LD_BYTES` or at `LD_START_OUT`."""
    memory = core.memory
    wanted = core.get("af'" if core.pc == LD_START_OUT else "af")
    expected, loading = wanted >> 8, bool(wanted & _CARRY)
    address, left = core.get("ix"), core.get("de")
    parity = difference = 0
    a, f, b, last = *_TIMED_OUT, 0, 1  # what stands when the block ends too soon
    for position, byte in enumerate(block.to_bytes()):
        parity ^= byte
        if left == 0:
            a, f, b, last = parity, _compare_flags(parity), _B_AFTER_BYTE, byte
            break
        if position == 0:
            difference = expected ^ byte
        elif loading:
            difference = 0
            if address >= _FIRST_RAM:
                memory[address] = byte
        else:
            difference = memory[address] ^ byte
        if difference:
            a, f, b, last = difference, _logic_flags(difference), _B_AFTER_BYTE, byte
            break
        if position:
            address = address + 1 & 0xFFFF
            left -= 1
    if core.get("de") != left and (loading or not difference):  # a byte was taken, after the flag byte had matched
        core.set("af'", _AF2_AFTER_LOADING if loading else _AF2_AFTER_VERIFYING)
        core.set("c", _C_AT_END)
    core.set("ix", address)
    core.set("de", left)
    for name, value in (("a", a), ("f", f), ("b", b), ("h", parity), ("l", last)):
        core.set(name, value)
    _return_to_sa_ld_ret(core)


def save_bytes(core: Core) -> Block | None:
    """Take the block from a machine that stands at `SA_LEADER_OUT`.

    Returns None, with nothing changed, while SPACE is held: the ROM's own routine then breaks off.
    """
    if not core.keyboard_rows[_SPACE_ROW] & _SPACE:
        return None
    flag, start, length = core.get("af'") >> 8, core.get("ix") + 1 & 0xFFFF, core.get("de") - 1 & 0xFFFF
    memory = core.memory
    payload = bytes(memory[start : start + length])
    payload += bytes(memory[0 : length - len(payload)])  # around the top of memory
    block = Block(flag, payload, checksum(flag, payload))
    for name, value in _AFTER_SAVING.items():
        core.set(name, value)
    core.set("ix", start + length + 1 & 0xFFFF)
    core.pc = _SA_BYTES_RET
    return block


# the counters have run down, the checksum of all bytes and itself is 0, SPACE was up (carry)
_AFTER_SAVING = {"a": 0x00, "f": 0x51, "bc": 0x000E, "de": 0xFFFF, "hl": 0x0000}


def _return_to_sa_ld_ret(core: Core) -> None:
    """Continue at the RET at LD-BYTES's end, with the address it pushed and interrupts off."""
    stack = core.get("sp") - 2 & 0xFFFF
    for place, byte in ((stack, _SA_LD_RET & 0xFF), (stack + 1 & 0xFFFF, _SA_LD_RET >> 8)):
        if place >= _FIRST_RAM:
            core.memory[place] = byte
    core.set("sp", stack)
    core.interrupts_enabled = False
    core.pc = _LD_BYTES_RET


def _compare_flags(value: int) -> int:
    """The flags of ``cp 1`` with `value` in A."""
    result = value - 1 & 0xFF
    half = 0x10 if value & 0x0F == 0 else 0
    overflow = 0x04 if value == 0x80 else 0
    return result & 0x80 | (0x40 if result == 0 else 0) | half | overflow | 0x02 | (_CARRY if value == 0 else 0)


def _logic_flags(value: int) -> int:
    """The flags of ``xor`` with `value`, other than 0, as result."""
    even_parity = 0x04 if value.bit_count() % 2 == 0 else 0
    return value & 0xA8 | even_parity

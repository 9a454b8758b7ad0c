"""Calls the core of the line analysis: from cells and groups in their buffers to what follows, without BASIC.

A line's cells are a pair of sets as in `line_rig`. The core's buffers are described in ``asm/analysis.asm``.
"""

from collections.abc import Sequence

from pyspectrum.core import Core
from tests.slow.line.line_rig import QUIET_TSTATES, RETURN_TO, STACK_TOP, line_assembly

_LIMIT_TSTATES = 1_750_000
_CARRY = 1
_PAIRS = 9  # a pair of bytes for eight cells each, and one behind the line


class CoreRig:
    """A Z80 with the line code, entered at ``line_core``.

    >>> rig = CoreRig()
    >>> rig.analyse(5, [4], 0, 0)
    (14, 0)
    """

    def __init__(self) -> None:
        assembly, self.core = line_assembly(), Core()
        self.core.memory[assembly.origin : assembly.end] = assembly.code
        symbols = assembly.symbols
        self._entry, self._rows, self._groups = (symbols[name] for name in ("line_core", "cell_rows", "groups"))
        names = ("line_length", "last_pair", "last_mask", "group_count", "slack")
        self._shape = [symbols[name] for name in names]
        self.tstates = 0

    def analyse(self, length: int, clue: Sequence[int], black: int, white: int) -> tuple[int, int] | None:
        """Analyse a line; None for a contradiction. `tstates` is then its time, without the return to the caller.

        The clue has to fit the line: the core leaves that check to its callers.
        """
        self._fill(length, clue, black, white)
        core, memory = self.core, self.core.memory
        core.set("sp", STACK_TOP)
        memory[STACK_TOP : STACK_TOP + 2] = RETURN_TO.to_bytes(2, "little")
        core.pc = self._entry
        core.tstates = QUIET_TSTATES
        stopped_at = core.run(QUIET_TSTATES + _LIMIT_TSTATES, {RETURN_TO})
        self.tstates = core.tstates - QUIET_TSTATES
        assert stopped_at is not None, f"still running after {_LIMIT_TSTATES} T-states, at {core.pc}"
        assert core.get("sp") == STACK_TOP + 2, "the stack is not balanced"
        if core.get("f") & _CARRY:
            return None
        pairs = memory[self._rows : self._rows + 2 * _PAIRS]
        cells = (1 << length) - 1
        may_be_black, may_be_white = int.from_bytes(pairs[::2], "little"), int.from_bytes(pairs[1::2], "little")
        return cells & ~may_be_white, cells & ~may_be_black

    def _fill(self, length: int, clue: Sequence[int], black: int, white: int) -> None:
        memory = self.core.memory
        pairs = bytearray(2 * _PAIRS)
        pairs[::2] = ((1 << length) - 1 & ~white).to_bytes(_PAIRS, "little")
        pairs[1::2] = ((1 << 8 * _PAIRS) - 1 & ~black).to_bytes(_PAIRS, "little")
        memory[self._rows : self._rows + 2 * _PAIRS] = pairs
        last = length - 1
        slack = length + 1 - sum(clue) - len(clue)
        for address, value in zip(self._shape, (length, last // 8 * 2, 1 << last % 8, len(clue), slack), strict=True):
            memory[address] = value
        memory[self._groups : self._groups + len(clue)] = bytes(clue)

"""The memory of a 128: eight banks of 16K and two ROMs, of which the Z80 sees four pages at a time.

The byte last sent to port #7FFD says which: bits 0–2 the bank at #C000, bit 3 the screen that shows
(bank 5, or 7 when set), bit 4 the ROM, bit 5 locks all of it until the next reset. Bank 5 always lies
at #4000 and bank 2 at #8000. Source: the 128K service manual; World of Spectrum, "128K reference".

Pages are numbered as `core.page_at` gives them: 0–7 for the banks, `ROM_0` and `ROM_1` for the ROMs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

PAGE_SIZE = 0x4000
ROM_0, ROM_1 = 8, 9
"""The editor's ROM of a 128, and the one with 48 BASIC, which is also the 48K's only one."""

_BANK_MASK, _SHADOW_SCREEN, _ROM_SELECT, _LOCK = 0x07, 0x08, 0x10, 0x20


class Pages:
    """All pages of a 128 and the byte that was last sent to #7FFD.

    `roms`, `banks`, `o7ffd`, `convert` and a length of 131,072 are what SkoolKit's simulators expect
    of the memory they are given.
    """

    def __init__(self, roms: Sequence[bytes]) -> None:
        self.roms = tuple(bytearray(rom) for rom in roms)
        self.banks = [bytearray(PAGE_SIZE) for _ in range(8)]
        self.o7ffd = 0
        self.slots = [self.roms[0], self.banks[5], self.banks[2], self.banks[0]]

    @property
    def all(self) -> tuple[bytearray, ...]:
        """The eight banks and the two ROMs, each at the place of its number."""
        return (*self.banks, *self.roms)

    def out7ffd(self, value: int) -> None:
        """Page in what `value` says, locked or not."""
        self.slots[0] = self.roms[value >> 4 & 1]
        self.slots[3] = self.banks[value & _BANK_MASK]
        self.o7ffd = value

    @property
    def locked(self) -> bool:
        return bool(self.o7ffd & _LOCK)

    @property
    def display_bank(self) -> int:
        return 7 if self.o7ffd & _SHADOW_SCREEN else 5

    def page_at(self, address: int) -> int:
        """The number of the page that the Z80 sees at an address."""
        slot = address >> 14
        if slot == 0:
            return ROM_1 if self.o7ffd & _ROM_SELECT else ROM_0
        return (5, 2, self.o7ffd & _BANK_MASK)[slot - 1]

    def convert(self) -> None:
        """Make the pages fit for the C simulator: they are."""

    def __getitem__(self, address: int) -> int:
        return self.slots[address >> 14][address & 0x3FFF]

    def __setitem__(self, address: int, value: int) -> None:
        self.slots[address >> 14][address & 0x3FFF] = value

    def __len__(self) -> int:
        return 0x20000


class PagedMemory(Sequence[int]):
    """The 65,536 bytes that the Z80 sees now, live: used as a bytearray that cannot change its size.

    >>> memory = PagedMemory(Pages((bytes(PAGE_SIZE), bytes(PAGE_SIZE))))
    >>> memory[0xBFFE:0xC002] = b"abcd"
    >>> memory[0xC001], memory[0xBFFF:0xC001]
    (100, b'bc')
    """

    def __init__(self, pages: Pages) -> None:
        self._slots = pages.slots

    @overload
    def __getitem__(self, key: int) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> bytes: ...
    def __getitem__(self, key: int | slice) -> int | bytes:
        if isinstance(key, int):
            address = self._address(key)
            return self._slots[address >> 14][address & 0x3FFF]
        start, stop, step = key.indices(0x10000)
        if step != 1:
            return bytes(self)[key]
        first, offset = start >> 14, start & 0x3FFF
        if stop <= (first + 1) << 14:  # within one page: no joining
            return bytes(self._slots[first][offset : offset + stop - start]) if start < stop else b""
        return b"".join(self._slots[first : (stop + 0x3FFF) >> 14])[offset : offset + stop - start]

    @overload
    def __setitem__(self, key: int, value: int) -> None: ...
    @overload
    def __setitem__(self, key: slice, value: bytes | bytearray | memoryview) -> None: ...
    def __setitem__(self, key: int | slice, value: int | bytes | bytearray | memoryview) -> None:
        if isinstance(key, int):
            assert isinstance(value, int)
            address = self._address(key)
            self._slots[address >> 14][address & 0x3FFF] = value
            return
        assert not isinstance(value, int)
        addresses = range(0x10000)[key]
        if len(addresses) != len(value):
            raise ValueError(f"{len(value)} bytes do not fill {len(addresses)} addresses; give one for each")
        for address, byte in zip(addresses, value, strict=True):
            self._slots[address >> 14][address & 0x3FFF] = byte

    def __len__(self) -> int:
        return 0x10000

    def __iter__(self) -> Iterator[int]:
        return iter(bytes(self))

    def __bytes__(self) -> bytes:
        return b"".join(self._slots)

    def __eq__(self, other: object) -> bool:
        return bytes(self) == other if isinstance(other, (bytes, bytearray)) else self is other

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def _address(key: int) -> int:
        if not -0x10000 <= key < 0x10000:
            raise IndexError(f"{key} is not an address; use 0–65535")
        return key & 0xFFFF


Memory = bytearray | PagedMemory
"""Type of `core.memory`: the live 65,536 bytes of a 48K, or a 128's pages as its Z80 sees them."""

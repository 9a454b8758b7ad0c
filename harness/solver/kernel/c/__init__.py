"""The compiled kernel of the fast solver: its source, and the hook that builds it when the project is installed.

`solving/` has what solves; `python/` makes Python's module of it.
"""

import os
import zlib


def sources_hash() -> str:
    """Return a checksum of the kernel's source, which the compiled kernel carries, in hexadecimal digits."""
    folder, checksum = os.path.dirname(__file__), 0  # noqa: PTH120 -- pathlib loads slowly, and --version asks
    for part in (os.path.join(folder, "python"), os.path.join(folder, "solving")):  # noqa: PTH118
        for name in sorted(os.listdir(part)):  # noqa: PTH208
            with open(os.path.join(part, name), "rb") as file:  # noqa: PTH118, PTH123
                checksum = zlib.crc32(file.read(), checksum)
    return f"{checksum:08x}"

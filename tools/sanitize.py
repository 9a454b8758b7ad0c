"""The compiled kernel under the sanitizers of the C compiler: what it may not do with memory or numbers ends the test.

    python -m tools.sanitize [arguments for pytest]

Builds the kernel with `-fsanitize=address,undefined` beside nothing of the installation, and runs its tests on that
build. It takes gcc or clang with their sanitizers' libraries, on Linux.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.kernel_builds import FLAGS_VARIABLE, TESTS, build, run_tests

FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1 -Wall -Wextra -Werror"

FAULTS = "tests/slow/kernel/faults.py"
"""The test that nothing is left behind when memory runs out; it makes its own build, with the same flags."""


def main() -> int:
    compiler = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory(prefix="crossword-sanitize-") as folder:
        path = build(Path(folder), *FLAGS.split())
        runtime = subprocess.run(
            [*compiler, "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
        ).stdout.strip()
        return run_tests(
            path,
            ["--capture=sys", *(sys.argv[1:] or [*TESTS, FAULTS])],  # or the sanitizer's report would be lost
            {
                FLAGS_VARIABLE: FLAGS,
                "LD_PRELOAD": runtime,
                "PYTHONMALLOC": "malloc",  # Python's own pools would hide what is beyond a block
                "ASAN_OPTIONS": "detect_leaks=0",  # Python leaves much to the end of the process
            },
        )


if __name__ == "__main__":
    sys.exit(main())

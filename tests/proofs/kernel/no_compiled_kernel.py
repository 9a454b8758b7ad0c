"""A plugin of pytest (`-p`), and a first import of other programs: the compiled kernel cannot be imported then."""

import sys

sys.modules["harness.solver.kernel._fast"] = None  # type: ignore[assignment]  # Python's own sign for that

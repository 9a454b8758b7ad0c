"""A whole corpus of puzzles through the Spectrum and the reference, on one machine or on many, and the outcomes.

* `corpus`: sources of puzzles: files, collections, pictures, random ones.
* `engines`, `program`: what answers them: the program on a tape, a strategy of ours; any other program.
* `outcome`: one puzzle with one engine: the row of the table.
* `backends`: the workers: processes of this machine or a cluster (dask.distributed).
* `session`: the run that joins them, and the SQLite file that every outcome is committed to as it comes.
* `report`: the report of a run.
* `shrink`: a failing puzzle made as small as it still fails.
"""

from __future__ import annotations

PUZZLE_SECONDS = 60.0
"""Of wall time for a puzzle, and as much again for judging the answer."""
PLACE = "{file}"
"""Mark in a command for the file's name."""

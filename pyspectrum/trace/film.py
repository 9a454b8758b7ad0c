"""The last seconds of a machine as pictures, by running them again."""

from __future__ import annotations

from collections.abc import Iterator

from pyspectrum.screen.video import VideoFrame
from pyspectrum.trace.journal import Journal
from pyspectrum.trace.replay import Replay

_SECONDS = 10.0


def film(journal: Journal, *, every: int = 2, seconds: float = _SECONDS) -> Iterator[VideoFrame]:
    """Yield the pictures of the last `seconds`, once every few frames, and at the end the present one."""
    spectrum = journal.spectrum
    again = Replay(journal)
    core, frame = again.core, every * spectrum.model.tstates_per_frame
    since = spectrum.tstates - spectrum.model.seconds_to_tstates(seconds)
    if since > core.tstates:
        again.run_to(since)
    while again.is_exact:
        edge = (core.tstates // frame + 1) * frame
        if edge >= again.end:
            break
        again.run_to(edge)
        yield VideoFrame.of(core)
    yield VideoFrame.of(spectrum.core)

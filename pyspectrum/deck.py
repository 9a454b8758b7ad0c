"""The tape recorder at a machine: a tape that loads at once where the ROM wants it, or plays as pulses."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pyspectrum import tape
from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.tape import LD_BYTES, Tape, TapeDeck

if TYPE_CHECKING:
    from pyspectrum.breakpoints import Breakpoint
    from pyspectrum.machine import Spectrum

DeckState = tuple[Tape, int]


class Deck:
    """The recorder: empty, or with a tape in.

    The machine asks `traps` before each run where it should stop for the deck, and calls `serve`
    when it stands at one of these addresses.
    """

    def __init__(self, spectrum: Spectrum) -> None:
        self._core = spectrum.core
        self.cassette: TapeDeck | None = None

    def insert(self, cassette: Tape) -> None:
        """See `Spectrum.insert_tape`."""
        self.cassette = TapeDeck(cassette)

    def eject(self) -> None:
        """See `Spectrum.eject_tape`."""
        self.cassette = None
        self._core.play_edges(())

    def play(self, cassette: Tape) -> int:
        """See `Spectrum.play_tape`."""
        self.eject()
        edges = tape.edges(cassette, self._core.tstates + TSTATES_PER_FRAME)
        self._core.play_edges(edges)
        return edges[-1] if edges else self._core.tstates

    def traps(self) -> Collection[Breakpoint]:
        """Where the machine is to stop for the deck: nowhere, while there is nothing to load."""
        return (LD_BYTES,) if self.cassette and not self.cassette.at_end else ()

    def serve(self, address: Breakpoint) -> None:
        """Do the deck's part with the machine at one of the `traps`."""
        if self.cassette and address == LD_BYTES:
            self.cassette.load_block(self._core)

    def state(self) -> DeckState | None:
        """The tape and its position, for `restore`."""
        return (self.cassette.tape, self.cassette.position) if self.cassette else None

    def restore(self, state: DeckState | None) -> None:
        """Go back to a `state`."""
        self.cassette = None
        if state is not None:
            self.cassette = TapeDeck(state[0])
            self.cassette.position = state[1]

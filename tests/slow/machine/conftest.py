"""The booted 48K of the unit tests, for the proofs about the machine."""

from tests.unit.conftest import booted as booted
from tests.unit.conftest import spectrum as spectrum

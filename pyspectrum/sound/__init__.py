"""The beeper and the AY chip, as files and as notes."""

from pyspectrum.sound.sound import Sound

__all__ = ["Sound"]

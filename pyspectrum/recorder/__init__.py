"""Sessions recorded and played again."""

from pyspectrum.recorder.recorder import Recorder, replay, write_test

__all__ = ["Recorder", "replay", "write_test"]

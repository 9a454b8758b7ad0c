"""The Z80, its memory and its ports; the only room that touches the simulator."""

from pyspectrum.core.core import HAS_C_SIMULATOR, ROM_PATH, Checkpoint, Core, Observer

__all__ = ["HAS_C_SIMULATOR", "ROM_PATH", "Checkpoint", "Core", "Observer"]

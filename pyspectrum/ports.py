"""The machine's ports as a test sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspectrum.core import Core, PortLog


class Ports:
    """What is at the ports of a machine; `log` holds what was sent to border, speaker and AY."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def log(self) -> PortLog:
        """What was sent to the border, the speaker and the sound chip, with T-states."""
        return self._core.port_log

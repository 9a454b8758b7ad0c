"""Switching a machine on: what its ROM does from the reset until it waits for the first key.

A 48K comes up in its one BASIC. A 128 shows a menu, on which "128 BASIC" and "48 BASIC" are chosen; the
latter locks the paging, so that the machine is as good as a 48K. Addresses: the ROMs' main loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.errors import ModelError

if TYPE_CHECKING:
    from pyspectrum.machine.machine import Spectrum

EDITOR = 0x0F2C  # ROM 1: edit the input line
COPYRIGHT = "© 1982 "

_TIMEOUT = 10.0
_MENU = {"128": ("128 BASIC", 1), "48": ("48 BASIC", 3)}
"""For each BASIC, how the menu calls it and how far down it is."""
# where the editor of each ROM 0 waits for bit 5 of FLAGS to announce a key
_WAITS_FOR_KEY = {"128K": 0x3683, "+2": 0x36A9}
_CURSOR_DOWN = ("CAPS", "6")


def boot(spectrum: Spectrum, basic: str | None) -> None:
    """See `Spectrum.boot`."""
    if not spectrum.model.banked:
        if basic not in (None, "48"):
            raise ModelError(f"a {spectrum.model.name} has no {basic!r} BASIC; use Spectrum(model='128')")
        spectrum.reset()
        _run_to_48_basic(spectrum)
        return
    if basic is not None and basic not in _MENU:
        raise ModelError(f"a {spectrum.model.name} has no {basic!r} BASIC; use '128' or '48', or neither for the menu")
    spectrum.reset()
    waits_for_key = (ROM_0, _WAITS_FOR_KEY[spectrum.model.name])
    spectrum.run_until_pc(waits_for_key, timeout=_TIMEOUT)
    if basic is None:
        return
    name, steps = _MENU[basic]
    for _ in range(steps):
        spectrum.press(_CURSOR_DOWN)
    spectrum.press(("ENTER",))
    if basic == "48":
        _run_to_48_basic(spectrum)
    else:
        spectrum.run_until(lambda m: name in m.screen.text_line(21), f"{name} to come up", timeout=_TIMEOUT)
        spectrum.run_until_pc(waits_for_key, timeout=_TIMEOUT)


def _run_to_48_basic(spectrum: Spectrum) -> None:
    # an earlier session's message may still stand on the screen: it counts only once the editor runs
    spectrum.run_until_pc((ROM_1, EDITOR), timeout=_TIMEOUT)
    spectrum.run_until(lambda m: COPYRIGHT in m.screen.text_line(23), "the copyright message", timeout=_TIMEOUT)

"""Switching a machine on: what its ROM does from the reset until it waits for the first key.

A 48K comes up in its one BASIC. A 128 shows a menu, on which "128 BASIC" and "48 BASIC" are chosen; the
latter locks the paging, so that the machine is as good as a 48K.
"""

from __future__ import annotations

from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Runner
from pyspectrum.errors import ModelError
from pyspectrum.keyboard.typist import Typist
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import Screen

EDITOR = MODEL_48K.basic_rom.editor
COPYRIGHT = "© 1982 "

_TIMEOUT = 10.0
_CURSOR_DOWN = ("CAPS", "6")


def boot(runner: Runner, typist: Typist, basic: str | None) -> None:
    """See `Spectrum.boot`."""
    core = runner.core
    model, limit = core.model, core.model.seconds_to_tstates(_TIMEOUT)
    rom = model.editor_rom
    if rom is None:
        if basic not in (None, "48"):
            raise ModelError(f"a {model.name} has no {basic!r} BASIC; use Spectrum(model='128')")
        core.reset()
        _run_to_48_basic(runner, limit)
        return
    if basic is not None and basic not in rom.menu:
        raise ModelError(f"a {model.name} has no {basic!r} BASIC; use '128' or '48', or neither for the menu")
    core.reset()
    waits_for_key = ((ROM_0, rom.waits_for_key),)
    runner.run_until_pc(waits_for_key, limit)
    if basic is None:
        return
    for _ in range(rom.menu[basic]):
        typist.press(_CURSOR_DOWN, limit)
    typist.press(("ENTER",), limit)
    if basic == "48":
        _run_to_48_basic(runner, limit)
    else:
        runner.run_until_pc(waits_for_key, limit)


def _run_to_48_basic(runner: Runner, limit_tstates: int) -> None:
    # an earlier session's message may still stand on the screen: it counts only once the editor runs
    runner.run_until_pc(((ROM_1, runner.core.model.basic_rom.editor),), limit_tstates)
    runner.run_until(
        lambda: COPYRIGHT in Screen(runner.core.screen_bytes()).text_line(23), "the copyright message", limit_tstates
    )

"""The page's machine beside the Python one: what one did is noted, and the other does it again, in Node."""

import base64
import json
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspectrum import Spectrum, Tape
from pyspectrum.keyboard import half_rows
from pyspectrum.page import join_with_imports, page_file
from tests.slow.machine.viewer_rig import node

SCRIPT = Path(__file__).with_name("page_equal.js")
SECONDS = 600
FRAMES = 500
_SP2, _CLOCK = 13, 25


def run_script(function: str, given: Any) -> Any:
    """Return the answer of a function of `page_equal.js`."""
    joined = join_with_imports(
        SCRIPT.name, lambda name: SCRIPT.read_text("utf-8") if name == SCRIPT.name else page_file(name)
    )
    joined = joined[: joined.rindex("return {")] + f"return {{ {function} }};\n}})();"
    program = f"{joined}\nconst chunks = [];\nfor await (const chunk of process.stdin) chunks.push(chunk);\n"
    program += f"console.log(JSON.stringify(await page_equal_.{function}(JSON.parse(Buffer.concat(chunks)))));"
    done = subprocess.run(
        [node(), "--input-type=module", "-e", program],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def registers_of(state: tuple[int, ...] | list[int]) -> list[int]:
    """A machine's registers without its clock and the one that no Z80 has."""
    values = list(state)
    return [*values[:_SP2], *values[_SP2 + 1 : _CLOCK], *values[_CLOCK + 1 : _CLOCK + 5]]


def ram_of(spectrum: Spectrum) -> list[bytes]:
    """Its banks: all of a 128, or the three of a 48K in the order of their places."""
    core = spectrum.core
    if core.banks:
        return [bytes(bank) for bank in core.banks]
    return [bytes(core.memory[start : start + 0x4000]) for start in (0x4000, 0x8000, 0xC000)]


def beginning(spectrum: Spectrum) -> dict[str, Any]:
    """A machine as `page_equal.js` builds it."""
    core, ports = spectrum.core, spectrum.core.state().ports
    return {
        "model": spectrum.model.facts,
        "roms": [base64_of(Path(path).read_bytes()) for path in spectrum.model.rom_paths],
        "banks": [base64_of(bank) for bank in ram_of(spectrum)],
        "start": {
            "tstates": core.tstates,
            "registers": registers_of(core.registers),
            "ula": ports.ula,
            "selected": ports.ay_selected,
            "ay": list(ports.ay_registers),
            "paging": core.paging,
            "kempston": -1 if core.ports.kempston is None else core.ports.kempston,
        },
    }


def recorded(
    spectrum: Spectrum,
    play: Callable[[Spectrum], object],
    *,
    tape: Tape | None = None,
    saves: bool = False,
    draws: int = 0,
    frames: int = FRAMES,
) -> dict[str, Any]:
    """Return the state of a machine at the edges of its frames while `play` uses it, and until `frames` have passed.

    With `saves` the deck catches what the ROM saves. Of the frames, one in `draws` is looked at as the beam drew it
    (0: none).
    """
    core = spectrum.core
    core.may_accelerate = False
    spectrum.deck.catches_saves = saves
    given = beginning(spectrum)
    given["tape"] = None
    if tape is not None:
        suffix = ".tzx" if tape.losses(".tap") else ".tap"
        data = tape.encode(suffix)
        spectrum.insert_tape(Tape.parse(data, suffix))  # whose pauses are as a .tzx rounds them
        given["tape"] = {"name": f"x{suffix}", "data": base64_of(data)}
    spectrum.matrix.begin_log()
    edges: list[dict[str, Any]] = []

    def note() -> None:
        if len(edges) >= frames:
            return
        memory, registers = zlib.crc32(b"".join(ram_of(spectrum))), registers_of(core.registers)
        edge = {"tstates": core.tstates, "registers": registers, "memory": memory, "border": core.border}
        if draws and len(edges) % draws == draws - 1:
            frame = spectrum.beam.last_frame()
            assert frame.exact
            edge["picture"] = zlib.crc32(frame.border, zlib.crc32(frame.attributes, zlib.crc32(frame.bits)))
        edges.append(edge)

    with spectrum.frames.listen(note):
        play(spectrum)
        while len(edges) < frames:
            spectrum.run_frames(1)
    given["edges"] = edges
    given["saved"] = [base64_of(block.to_bytes()) for block in spectrum.saved.blocks]
    given["events"] = [
        {"tstates": event.tstates, "rows": half_rows(event.keys), "kempston": event.kempston}
        for event in spectrum.matrix.log
        if event.tstates <= edges[-1]["tstates"]
    ]
    return given

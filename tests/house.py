"""The plan of the house: each room, and the rooms that it imports from.

A room is a package or a module at the top of either package. `lint-imports` holds the walls (`pyproject.toml`).
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_PYSPECTRUM = {
    "arguments": "",
    "command_line": "errors meant",
    "meant": "",
    "atomic": "media_kinds",
    "errors": "",
    "media_kinds": "",
    "memory": "",
    "opener": "media_kinds",
    "assembler": "errors",
    "models": "errors",
    "core": "assembler errors memory models",
    "basic": "core errors memory models",
    "keyboard": "core errors memory models",
    "screen": "atomic core errors memory models",
    "snapshot": "atomic core errors media_kinds models opener",
    "sound": "atomic core errors",
    "tape": "atomic core errors media_kinds models opener",
    "coverage": "assembler atomic basic core errors memory",
    "machine": "assembler basic core coverage errors keyboard media_kinds memory models opener screen snapshot sound "
    "tape",
    "page": "errors keyboard models",
    "trace": "assembler atomic basic core errors keyboard machine memory models page screen",
    "testing": "assembler atomic basic core coverage errors machine memory screen snapshot sound tape trace",
    "pytest_plugin": "arguments coverage errors machine testing trace",
    "recorder": "atomic errors keyboard machine screen testing",
    "commands": "arguments assembler atomic basic command_line core errors keyboard machine meant media_kinds models "
    "opener page recorder screen snapshot tape testing trace",
    "__main__": "arguments commands",
}
_HARNESS = {
    "errors": "",
    "lettering": "",
    "russian": "",
    "work": "",
    "files": "errors pyspectrum",
    "puzzle": "errors",
    "solver": "errors puzzle russian work",
    "spectrum": "errors files lettering puzzle pyspectrum",
    "drawing": "errors lettering puzzle solver",
    "formats": "errors files puzzle solver spectrum",
    "verdict": "errors puzzle solver spectrum",
    "advice": "errors files formats puzzle solver",
    "regress": "advice errors files formats puzzle pyspectrum solver spectrum verdict work",
    "studio": "advice drawing errors files formats puzzle pyspectrum russian solver spectrum work",
    "cli": "errors files pyspectrum solver",
    "commands": "advice drawing errors files formats puzzle pyspectrum regress solver spectrum studio verdict work",
    "__main__": "cli pyspectrum",
}

PLAN: dict[str, frozenset[str]] = {
    f"{package}.{room}": frozenset(other if other == "pyspectrum" else f"{package}.{other}" for other in others.split())
    for package, rooms in (("pyspectrum", _PYSPECTRUM), ("harness", _HARNESS))
    for room, others in rooms.items()
}
"""The imports that there are, those in functions and for types included. `harness` sees `pyspectrum` as one room."""

"""The tool `spectrum`: a module for each of its commands."""

from pyspectrum.command_line import CommandLine

SPECTRUM = CommandLine(
    "spectrum",
    __name__,
    "pytest-spectrum",
    {
        "play": {
            "run": "run a program and look for texts on its screen",
            "record": "record a session, and write a test of it",
            "trace": "run a program and write a trace: every frame and every instruction, to look at in a browser",
        },
        "look and convert": {
            "info": "list the contents of a tape, a snapshot or a screen",
            "convert": "write a tape, a snapshot or a screen in another format",
            "page": "write a page that plays a program in any browser",
        },
    },
    "Run ZX Spectrum programs without a window, look into tapes and snapshots, and convert them.",
    "spectrum COMMAND --help has the options of each, and examples. If the script is not on the path: "
    "python -m pyspectrum COMMAND.",
)
main = SPECTRUM.main

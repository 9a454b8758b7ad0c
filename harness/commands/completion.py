"""``completion``: a script that lets a shell complete commands, options and file names.

Bash: add ``eval "$(crossword completion bash)"`` to ``~/.bashrc``. Zsh: write the output to a file ``_crossword`` in a
folder of ``$fpath``. Fish: write it to ``~/.config/fish/completions/crossword.fish``.
"""

from __future__ import annotations

import argparse

from harness.commands._common import EXIT_GOOD, examples

SHELLS = ("bash", "zsh", "fish")


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword completion bash", "the script for Bash"),
        ("crossword completion fish", "the script for Fish"),
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    parser: argparse.ArgumentParser = arguments.parser_of_all()
    for command in _commands_of(parser):
        for action in command._actions:
            if action.nargs != 0 and not action.choices:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, arguments.shell))
    return EXIT_GOOD


def _commands_of(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    subparsers = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return list(dict.fromkeys(subparsers.choices.values()))

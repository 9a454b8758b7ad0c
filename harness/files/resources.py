"""Places of the project's own files: beside the packages in a checkout, inside `harness` in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def data_folder(name: str) -> Path:
    """The folder ``asm``, ``basic``, ``puzzles`` or ``tapes``, wherever the project is installed."""
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def shared_style() -> bytes:
    """Read the tokens that all our pages share with pyspectrum's: type, space, ground, text, lines, accent, motion."""
    from importlib.resources import files  # which loads much of Python

    return (files("pyspectrum") / "trace" / "viewer" / "tokens.css").read_bytes()


def cell_style() -> bytes:
    """Read the tokens of cells and clues."""
    return (_PACKAGE / "studio" / "static" / "cells.css").read_bytes()

"""Sinclair BASIC as text and as tokens, its variables and reports."""

from pyspectrum.basic.basic import (
    HIDDEN_NUMBER,
    MAX_LINE_NUMBER,
    ProgramLine,
    detokenise,
    list_content,
    split_program,
    tokenise,
    tokenise_lines,
)
from pyspectrum.basic.line_scan import MAX_LINE_BYTES

__all__ = [
    "HIDDEN_NUMBER",
    "MAX_LINE_BYTES",
    "MAX_LINE_NUMBER",
    "ProgramLine",
    "detokenise",
    "list_content",
    "split_program",
    "tokenise",
    "tokenise_lines",
]

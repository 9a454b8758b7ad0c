"""The assembler that the machine code of the tapes is made with: pyz80, or pasmo, which gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from harness.files.reading import data_folder
from pyspectrum.assembler import Assembly, assemble, assemble_with_pasmo

ASSEMBLERS: dict[str, Callable[..., Assembly]] = {"pyz80": assemble, "pasmo": assemble_with_pasmo}

_chosen = ContextVar("assembler", default="pyz80")


def assemble_source(name: str, **defines: int) -> Assembly:
    """Assemble a source in ``asm/``, once; raise `AssemblyError` if it is refused or there is no assembler."""
    return _assembled(ASSEMBLERS[_chosen.get()], name, tuple(defines.items()))


@cache
def _assembled(assembler: Callable[..., Assembly], name: str, defines: tuple[tuple[str, int], ...]) -> Assembly:
    return assembler(data_folder("asm") / name, defines=dict(defines))


@contextmanager
def using_assembler(name: str) -> Iterator[None]:
    """Within, assemble with the assembler of this name in `ASSEMBLERS`."""
    token = _chosen.set(name)
    try:
        yield
    finally:
        _chosen.reset(token)

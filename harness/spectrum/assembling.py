"""The assembler that the machine code of the tapes is made with: pyz80, or pasmo, which gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from pyspectrum.assembler import Assembly, assemble, assemble_with_pasmo

ASSEMBLERS: dict[str, Callable[..., Assembly]] = {"pyz80": assemble, "pasmo": assemble_with_pasmo}

_chosen = ContextVar("assembler", default="pyz80")
_caches: list[Callable[[], None]] = []


def keeps_code(clear: Callable[[], None]) -> None:
    """Register what clears a cache of assembled code; it is called when the assembler changes."""
    _caches.append(clear)


def assemble_source(source: Path, *, defines: Mapping[str, int] | None = None) -> Assembly:
    """Assemble a source with the assembler chosen.

    Raises:
        AssemblyError: the source is refused, or the assembler is not installed.
    """
    return ASSEMBLERS[_chosen.get()](source, defines=defines or {})


@contextmanager
def using_assembler(name: str) -> Iterator[None]:
    """Within, code is assembled by the assembler of this name in `ASSEMBLERS`; none that was made before is used."""
    token = _chosen.set(name)
    _clear()
    try:
        yield
    finally:
        _chosen.reset(token)
        _clear()


def _clear() -> None:
    for clear in _caches:
        clear()

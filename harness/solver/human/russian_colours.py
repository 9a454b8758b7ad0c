"""Colours in Russian: adjectives that agree with what they belong to. Any other name stands in brackets or alone.

Forms: `m` with a case for blocks, `f` for one cell, `p` for several: "m", "m-gen", "f-inst", "p" …
"""

from __future__ import annotations

from harness.solver.human.findings import Hue

_NAMES = {
    "": "белый", "black": "чёрный", "white": "белый", "grey": "серый", "gray": "серый", "red": "красный",
    "orange": "оранжевый", "yellow": "жёлтый", "green": "зелёный", "cyan": "голубой", "blue": "синий",
    "magenta": "пурпурный", "purple": "фиолетовый", "violet": "фиолетовый", "pink": "розовый", "brown": "коричневый",
}  # fmt: skip
_HARD = {
    "m": "ый", "m-gen": "ого", "m-dat": "ому", "m-acc": "ый", "m-inst": "ым",
    "f": "ая", "f-gen": "ой", "f-dat": "ой", "f-acc": "ую", "f-inst": "ой", "f-prep": "ой",
    "p": "ые", "p-gen": "ых", "p-dat": "ым", "p-acc": "ые", "p-inst": "ыми", "p-prep": "ых",
}  # fmt: skip
_SOFT = {
    "m": "ий", "m-gen": "его", "m-dat": "ему", "m-acc": "ий", "m-inst": "им",
    "f": "яя", "f-gen": "ей", "f-dat": "ей", "f-acc": "юю", "f-inst": "ей", "f-prep": "ей",
    "p": "ие", "p-gen": "их", "p-dat": "им", "p-acc": "ие", "p-inst": "ими", "p-prep": "их",
}  # fmt: skip


def colour_name(hue: Hue) -> str:
    """Return the Russian name of a colour.

    >>> colour_name(Hue("r", "red")), colour_name(Hue("z", "zinc")), colour_name(Hue("."))
    ('красный', 'zinc', 'белый')
    """
    return _NAMES.get(hue.name.lower(), hue.name)


def colour_adjective(hue: Hue, form: str) -> str | None:
    """The colour as an adjective in that form; None if its name is no adjective that we know to inflect.

    >>> colour_adjective(Hue("b", "blue"), "p-gen"), colour_adjective(Hue("c", "cyan"), "m-acc")
    ('синих', 'голубой')
    >>> colour_adjective(Hue("z", "zinc"), "p") is None
    True
    """
    name = colour_name(hue)
    if name.endswith("ой") and form in ("m", "m-acc"):
        return name
    endings = _HARD if name.endswith(("ый", "ой")) else _SOFT if name.endswith("ний") else None
    return None if endings is None else name[:-2] + endings[form]

"""The grammar of explanations in Russian.

Forms of terms are the cases `gen`, `dat`, `acc`, `inst`, `prep`, nothing for the nominative. Besides, numbers take
`nom`, `gen` and `acc` ("3 клетки", with the noun), cells `can` (the verb that agrees with them), lines `here`,
`of-this`, `whole`, `start`, `end` (the way to their ends), `first` and `last` (the arrangements there).

Colours are adjectives that agree with what they belong to. Any other name stands in brackets or alone.
"""

from __future__ import annotations

from typing import ClassVar

from harness.puzzle import Axis
from harness.russian import russian
from harness.solver.human.findings import ColourBlock, Hue
from harness.solver.human.language import ClueBlocks, Language, occurrence

_NAMES = {
    "": "белый", "black": "чёрный", "white": "белый", "grey": "серый", "gray": "серый", "red": "красный",
    "orange": "оранжевый", "yellow": "жёлтый", "green": "зелёный", "cyan": "голубой", "blue": "синий",
    "magenta": "пурпурный", "purple": "фиолетовый", "violet": "фиолетовый", "pink": "розовый", "brown": "коричневый",
    "beige": "бежевый",
}  # fmt: skip
_SHADES = {"dark": "тёмно-", "light": "светло-"}
_GROUP = {"": "группа", "gen": "группы", "dat": "группе", "acc": "группу", "inst": "группой"}
_ORDINALS = ("перв", "втор", "трет", "четвёрт", "пят", "шест", "седьм", "восьм", "девят", "десят")
_ENDINGS = {
    "": ("ая", "ые"), "gen": ("ой", "ых"), "dat": ("ой", "ым"), "acc": ("ую", "ые"), "inst": ("ой", "ыми"),
    "prep": ("ой", "ых"),
}  # fmt: skip
"""Endings of adjectives, for one cell or group and for several."""
_SOFT = str.maketrans("аоуы", "яеюи")
"""Makes them those of "синий"."""


def colour_name(hue: Hue) -> str:
    """Return the Russian name of a colour.

    >>> colour_name(Hue("r", "red")), colour_name(Hue("z", "zinc")), colour_name(Hue("."))
    ('красный', 'zinc', 'белый')
    >>> colour_name(Hue("r", "dark red")), colour_adjective(Hue("b", "light blue"), "acc")
    ('тёмно-красный', 'светло-синюю')
    """
    shade, _, name = hue.name.lower().rpartition(" ")
    known = _NAMES.get(name) if shade in ("", *_SHADES) else None
    return hue.name if known is None else _SHADES.get(shade, "") + known


def colour_adjective(hue: Hue, case: str = "", *, several: bool = False) -> str | None:
    """The colour as an adjective for one cell or group, or several; None if we do not know to inflect its name.

    >>> colour_adjective(Hue("b", "blue"), "gen", several=True), colour_adjective(Hue("c", "cyan"), "acc")
    ('синих', 'голубую')
    >>> colour_adjective(Hue("z", "zinc")) is None
    True
    """
    name, ending = colour_name(hue), _ENDINGS[case][several]
    if name.endswith("ний"):
        return name[:-2] + ending.translate(_SOFT)
    return name[:-2] + ending if name.endswith(("ый", "ой")) else None


class Russian(Language):
    """Russian.

    >>> Russian().cells(0b1101, "prep"), Russian().number(21, "acc")
    ('клетках 1 и 3–4', '21 клетку')
    """

    code = "ru"
    thousands, also, either = "\N{NO-BREAK SPACE}", "и", "или"
    counted: ClassVar = {
        "nom": ("клетка", "клетки", "клеток"),
        "acc": ("клетку", "клетки", "клеток"),
        "gen": ("клетки", "клеток", "клеток"),
    }
    cell: ClassVar = {
        "": ("клетка {}", "клетки {}"), "gen": ("клетки {}", "клеток {}"), "dat": ("клетке {}", "клеткам {}"),
        "acc": ("клетку {}", "клетки {}"), "inst": ("клеткой {}", "клетками {}"), "prep": ("клетке {}", "клетках {}"),
        "can": ("может", "могут"),
    }  # fmt: skip
    that = "она", "такая группа"
    line_words: ClassVar = {
        Axis.ROW: {
            "": "строка {}", "gen": "строки {}", "prep": "строке {}",
            "here": "этой строке", "of-this": "этой строки", "whole": "всю строку",
            "start": "влево", "end": "вправо", "first": "самой левой", "last": "самой правой",
            "start-edge": "левый край", "start-edge-inst": "левым краем",
            "end-edge": "правый край", "end-edge-inst": "правым краем",
        },
        Axis.COLUMN: {
            "": "столбец {}", "gen": "столбца {}", "prep": "столбце {}",
            "here": "этом столбце", "of-this": "этого столбца", "whole": "весь столбец",
            "start": "вверх", "end": "вниз", "first": "самой верхней", "last": "самой нижней",
            "start-edge": "верхний край", "start-edge-inst": "верхним краем",
            "end-edge": "нижний край", "end-edge-inst": "нижним краем",
        },
    }  # fmt: skip

    def words(self, template: str) -> str:
        return russian()[template]

    def plural(self, number: int) -> int:
        """0 as with 1, 1 as with 2 to 4, 2 as with 5.

        >>> [Russian().plural(number) for number in (1, 2, 5, 11, 12, 21, 22, 111)]
        [0, 1, 2, 2, 2, 0, 1, 2]
        """
        if number % 100 in range(11, 15):
            return 2
        return 0 if number % 10 == 1 else 1 if number % 10 in (2, 3, 4) else 2

    def run(self, cells: int, hue: Hue, form: str) -> str:
        named = self.cells(cells, form)
        if form == "can":
            return named
        adjective = colour_adjective(hue, form, several=cells.bit_count() > 1)
        return f"{named} ({colour_name(hue)})" if adjective is None else f"{adjective} {named}"

    def hue(self, hue: Hue, form: str = "") -> str:
        name = colour_name(hue)
        adjective = colour_adjective(hue, "inst" if form == "were" else "", several=form in ("are", "blocks"))
        match form:
            case "were":
                return f"имела цвет {name}" if adjective is None else f"была {adjective}"
            case "is" | "are":
                return adjective or f"— {name}"
            case "blocks":
                return adjective or f"группы цвета {name}"
        return name

    def block_text(self, block: ColourBlock) -> str:
        is_one = self.plural(block.length) == 0
        adjective = colour_adjective(block.hue, "" if is_one else "gen", several=not is_one)
        return f"{block.length} {adjective or colour_name(block.hue)}"

    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        which, block = occurrence(index, clue), clue[index]
        own, many, size = "", "", f"{block.length}"
        if block.hue.in_colour:
            own, many = colour_adjective(block.hue, form) or "", colour_adjective(block.hue, "gen", several=True) or ""
            size += "" if own else f" ({colour_name(block.hue)})"
        if which is None:
            return f"{own} {_GROUP[form]} {size}".lstrip()
        return " ".join(filter(None, (_ordinal(which, form), "из", many, "групп", size)))


def _ordinal(number: int, case: str) -> str:
    """An ordinal of a group: первая, второй, третью, 11-я."""
    ending = _ENDINGS[case][0]
    if number > len(_ORDINALS):
        return f"{number}-{ending[-1]}"
    return _ORDINALS[number - 1] + ({"ая": "ья", "ой": "ьей", "ую": "ью"}[ending] if number == 3 else ending)

"""The explanations in Russian.

Forms of terms are the cases `gen`, `dat`, `acc`, `inst`, `prep`, nothing for the nominative. Besides, numbers take
`nom`, `gen` and `acc` ("3 клетки", with the noun), cells `can` (the verb that agrees with them), lines `here`,
`of-this`, `whole`, `start`, `end` (the way to their ends), `first` and `last` (the arrangements there).

Colours in Russian: adjectives that agree with what they belong to. Any other name stands in brackets or alone.

Forms: `f` for one cell or group, `p` for several, with a case: "f", "f-inst", "p", "p-gen" …
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from harness.puzzle import Axis, Line
from harness.solver.human.explain import Level
from harness.solver.human.findings import ColourBlock, Hue, Place, Side, Why
from harness.solver.human.language import ClueBlocks, Language, cell_ranges, occurrence
from harness.solver.human.rules import Rule

_NAMES = {
    "": "белый", "black": "чёрный", "white": "белый", "grey": "серый", "gray": "серый", "red": "красный",
    "orange": "оранжевый", "yellow": "жёлтый", "green": "зелёный", "cyan": "голубой", "blue": "синий",
    "magenta": "пурпурный", "purple": "фиолетовый", "violet": "фиолетовый", "pink": "розовый", "brown": "коричневый",
}  # fmt: skip
_SHADES = {"dark": "тёмно-", "light": "светло-"}
_HARD = {
    "f": "ая", "f-gen": "ой", "f-dat": "ой", "f-acc": "ую", "f-inst": "ой", "f-prep": "ой",
    "p": "ые", "p-gen": "ых", "p-dat": "ым", "p-acc": "ые", "p-inst": "ыми", "p-prep": "ых",
}  # fmt: skip
_SOFT = {
    "f": "яя", "f-gen": "ей", "f-dat": "ей", "f-acc": "юю", "f-inst": "ей", "f-prep": "ей",
    "p": "ие", "p-gen": "их", "p-dat": "им", "p-acc": "ие", "p-inst": "ими", "p-prep": "их",
}  # fmt: skip


def colour_name(hue: Hue) -> str:
    """Return the Russian name of a colour.

    >>> colour_name(Hue("r", "red")), colour_name(Hue("z", "zinc")), colour_name(Hue("."))
    ('красный', 'zinc', 'белый')
    >>> colour_name(Hue("r", "dark red")), colour_adjective(Hue("b", "light blue"), "f-acc")
    ('тёмно-красный', 'светло-синюю')
    """
    shade, _, name = hue.name.lower().rpartition(" ")
    known = _NAMES.get(name) if shade in ("", *_SHADES) else None
    return hue.name if known is None else _SHADES.get(shade, "") + known


def colour_adjective(hue: Hue, form: str) -> str | None:
    """The colour as an adjective in that form; None if its name is no adjective that we know to inflect.

    >>> colour_adjective(Hue("b", "blue"), "p-gen"), colour_adjective(Hue("c", "cyan"), "f-acc")
    ('синих', 'голубую')
    >>> colour_adjective(Hue("z", "zinc"), "p") is None
    True
    """
    name = colour_name(hue)
    endings = _HARD if name.endswith(("ый", "ой")) else _SOFT if name.endswith("ний") else None
    return None if endings is None else name[:-2] + endings[form]


_SENTENCES = {
    "no-blocks": "в {line:here} нет групп: {decided}.",
    "full-line": "группы вместе с промежутками в одну клетку занимают {line:whole}: {decided}.",
    "full-line-one": "{block} занимает {line:whole}: {decided}.",
    "completed-line": "чёрные клетки найдены все ({total}): {decided}.",
    "completed-line-both": "обе чёрные клетки найдены: {decided}.",
    "completed-line-one": "единственная чёрная клетка найдена: {decided}.",
    "last-blacks": "неизвестных клеток осталось ровно столько, сколько недостаёт чёрных ({missing}): {decided}.",
    "last-blacks-one": "недостаёт одной чёрной клетки, и неизвестна тоже только одна: {decided}.",
    "overlap": (
        "если сдвинуть все группы до упора {line:start}, {block} займёт {first:acc}, а если {line:end} — {last:acc}. "
        "В любом случае {decided}."
    ),
    "overlap-alone": (
        "если сдвинуть {block:acc} до упора {line:start}, она займёт {first:acc}, а если {line:end} — {last:acc}. "
        "В любом случае {decided}."
    ),
    "overlap-one-place": "для {block:gen} есть место только в {first:prep}: {decided}.",
    "finished-block": "{run} {run:can} быть только {block:inst}{why}, и она закончена: {decided}.",
    "finished-block-longest": (
        "{run} {run:can} относиться к разным группам{why}, но ни одна из них не длиннее {longest:gen}: {decided}."
    ),
    "joining": "{runs} {runs:can} принадлежать только одной группе — {block:dat}{why}: {decided}.",
    "splitting": (
        "если бы {cell} была чёрной, {joined} составили бы одну группу в {length:acc}, а группы длиннее "
        "{longest:gen} здесь быть не может: {decided}."
    ),
    "splitting-misfit": (
        "если бы {cell} была чёрной, {joined} составили бы одну группу в {length:acc}, а такой группы здесь быть не "
        "может: {decided}."
    ),
    "does-not-fit-any": (
        "между {start:inst} и {end:inst} места только на {room:acc}, а даже самая короткая группа {line:of-this} "
        "занимает {shortest:acc}: {decided}."
    ),
    "does-not-fit-unfinished": (
        "между {start:inst} и {end:inst} места только на {room:acc}, а даже самая короткая из незаконченных групп "
        "занимает {shortest:acc}: {decided}."
    ),
    "does-not-fit": (
        "между {start:inst} и {end:inst} места только на {room:acc}, а самая короткая группа, которая могла бы там "
        "стоять, занимает {shortest:acc}: {decided}."
    ),
    "push-from-wall": (
        "{run} {run:can} принадлежать только {block:dat}{why}. {wall} не пускает её дальше, поэтому она доходит "
        "по крайней мере до {reached:gen}: {decided}."
    ),
    "push-from-wall-shortest": (
        "{run} {run:can} относиться к разным группам{why}, но в каждой из них не меньше {shortest:gen}. {wall} не "
        "пускает такую группу дальше, поэтому она доходит по крайней мере до {reached:gen}: {decided}."
    ),
    "unreachable-before": "{starts}, а до неё групп нет: {decided}.",
    "unreachable-between": "{ends}, а {starts}: {decided}.",
    "unreachable-after": "{ends}, а после неё групп нет: {decided}.",
    "extremes": (
        "в {line:first} расстановке из тех, что согласуются с известными клетками, {block} занимает {first:acc}, а в "
        "{line:last} — {last:acc}. В любом случае {decided}."
    ),
    "extremes-one-place": "известные клетки оставляют для {block:gen} только одно место — {first:acc}: {decided}.",
    "either-block": (
        "{run} {run:can} принадлежать только {blocks:dat}. Где бы такая группа ни стояла, с учётом остальных {decided}."
    ),
    "either-block-one": (
        "{run} {run:can} принадлежать только {blocks:dat}. Где бы она ни стояла, с учётом остальных {decided}."
    ),
    "one-or-other": (
        "{run} {run:can} принадлежать только {blocks:dat}, и для каждой здесь есть только одно место. Какая бы "
        "это ни была группа, с учётом остальных {decided}."
    ),
    "all-arrangements-one": "с известными клетками согласуется единственная расстановка групп: {decided}.",
    "all-arrangements-few": (
        "расстановок, которые согласуются с известными клетками, всего {count}, и во всех них {decided}."
    ),
    "all-arrangements-many": (
        "с известными клетками согласуется слишком много расстановок ({count}), чтобы их перечислить, но в каждой "
        "из них {decided}."
    ),
    "colour-full-line": (
        "группы вместе с белыми клетками между группами одного цвета занимают {line:whole}: {decided}."
    ),
    "colour-full-line-touching": "группы стоят вплотную и занимают {line:whole}: {decided}.",
    "colour-completed-line": "цветные клетки найдены все ({total}): {decided}.",
    "colour-completed-line-one": "единственная цветная клетка найдена: {decided}.",
    "colour-finished-block": (
        "{run} {run:can} быть только {block:inst}{why}, и она закончена. Группа другого цвета с этой стороны вплотную "
        "не подходит: {decided}."
    ),
    "colour-finished-block-longest": (
        "{run} {run:can} относиться к разным группам{why}, но ни одна из них не длиннее {longest:gen}. Группа другого "
        "цвета с этой стороны вплотную не подходит: {decided}."
    ),
    "touching": "{one} и {other} соприкасаются: здесь заканчивается {ending} и начинается {starting}. {decided}.",
    "touching-any": (
        "{one} и {other} соприкасаются: здесь заканчивается одна группа и начинается другая. Какие бы это ни были "
        "группы, "
        "{decided}."
    ),
    "colour-splitting": (
        "если бы {cell} {hue:were}, {joined} составили бы одну группу в {length:acc}, а такой группы здесь быть не "
        "может: {decided}."
    ),
    "colour-splitting-other": (
        "если бы {cell} {hue:were}, {joined} составили бы одну группу в {length:acc}, а такой группы здесь быть не "
        "может; группа же другого цвета, которая сюда достаёт, слишком длинная: {decided}."
    ),
    "crossing": (
        "из групп {line:of-this} сюда достают только {across:blocks} ({cells}), а из групп столбца — только "
        "{down:blocks}: {decided}."
    ),
    "crossing-several": (
        "из групп {line:of-this} сюда достают только {across:blocks} ({cells}), а из групп столбцов — только "
        "{down:blocks}: {decided}."
    ),
    "both-lines": (
        "все расстановки {line:gen} ({line_clue}) и все расстановки {crossing:gen} ({crossing_clue}) допускают на "
        "пересечении только один общий цвет: {place} {colour:is}."
    ),
    "elimination": (
        "если переходить от линии к линии и помнить, какие цвета каждая исключает, для {line:gen} ({line_clue}) "
        "получится: {decided}."
    ),
    "colour-refuted": (
        "если бы {place} {colour:were}, для {line:gen} ({clue}) в конце концов не осталось бы ни одной расстановки."
    ),
    "colour-solution": (
        "короткого объяснения не нашлось; но с известными клетками согласуется только одно решение, и в нём {place} "
        "{colour:is}."
    ),
    "colour-solutions": (
        "короткого объяснения не нашлось; но во всех решениях, согласных с известными клетками ({count}), {place} "
        "{colour:is}."
    ),
    "suppose": "предположим, что {place} {colour:is}.",
    "suppose-otherwise": "теперь предположим, что {place} {colour:is}.",
    "link": "тогда в {line:prep} ({clue}) {decided}.",
    "refuted": "но тогда для {line:gen} ({clue}) не остаётся ни одной расстановки.",
    "trial": "значит, {place} {colour:is}.",
    "either-way": "так или иначе {place} {colour:is}.",
    "nested-trial": (
        "пробы отдельных клеток больше ничего не дают. Если бы {place} {other:were}, это в конце концов завело "
        "бы в тупик, но видно это, только если пробовать клетки и дальше. Значит, она {colour:is}."
    ),
}

_TEXTS = {
    "crossword": "кроссворд",
    "whole-picture": "вся картинка",
    "solved": "Решено.",
    "multiple": "Решений несколько, цвет {count:gen} не определён. Вот одно из них:",
    "multiple-many": "Решений несколько, и больше ничего общего у всех не найдено. Вот одно из них:",
    "no-solution": "Решений нет: это видно, если пробовать клетку за клеткой.",
    "no-arrangement": "Решений нет: для {line:gen} ({clue}) не остаётся ни одной расстановки; известно вот что: {text}",
    "timeout": "Время вышло; пока известно вот что:",
    "memory": "Память исчерпана; пока известно вот что:",
    "interrupted": "Прервано; пока известно вот что:",
    "class-line": "Сложность LINE: достаточно рассматривать линии по одной",
    "class-branch": "Сложность BRANCH: без проб не обойтись",
    "class-mult": "Сложность MULT: решений несколько",
    "class-unknown": "Сложность неизвестна: решение не доведено до конца",
    "level": "{level}, баллов: {score}",
    "score": "баллов: {score}",
    "no-step": "ни одного шага",
    "hint-complete": "Картинка закончена, и всё верно.",
    "hint-wrong": "{place} неверна: на самом деле она {colour:is}.",
    "hint-wrong-more": "{place} неверна: на самом деле она {colour:is}. Неверны и ещё {count:nom}.",
    "hint-wrong-more-one": "{place} неверна: на самом деле она {colour:is}. Неверна и ещё одна.",
    "hint-line": "Где-то ошибка: для {line:gen} ({clue}) не остаётся ни одной расстановки; известно вот что: {text}",
    "hint-contradiction": "Где-то ошибка: ни одно из решений не согласуется с этой картинкой.",
    "hint-puzzle-line": "У кроссворда решений нет: для {line:gen} ({clue}) нет ни одной расстановки.",
    "hint-no-solution": "У кроссворда решений нет.",
    "hint-multiple": "Больше ничего не следует: с этой картинкой согласуется несколько решений.",
    "hint-timeout": "Время вышло, а шаг не найден.",
    "hint-memory": "Память исчерпана, а шаг не найден.",
    "hint-interrupted": "Прервано, шаг ещё не найден.",
}

_RULES = {
    Rule.NO_BLOCKS: "нет групп",
    Rule.FULL_LINE: "полная линия",
    Rule.COMPLETED_LINE: "законченная линия",
    Rule.LAST_BLACKS: "последние чёрные клетки",
    Rule.OVERLAP: "перекрытие",
    Rule.FINISHED_BLOCK: "законченная группа",
    Rule.TOUCHING: "соприкосновение цветов",
    Rule.JOINING: "соединение",
    Rule.SPLITTING: "разделение",
    Rule.DOES_NOT_FIT: "не помещается",
    Rule.PUSH_FROM_WALL: "отталкивание от стенки",
    Rule.UNREACHABLE: "недосягаемость",
    Rule.CROSSING: "пересечение цветов",
    Rule.MUTUAL_EXCLUSION: "взаимное исключение",
    Rule.EXTREMES: "крайние расстановки",
    Rule.EITHER_BLOCK: "какая бы это ни была группа",
    Rule.ALL_ARRANGEMENTS: "все расстановки линии",
    Rule.BOTH_LINES: "все расстановки двух линий",
    Rule.ELIMINATION: "исключение от линии к линии",
    Rule.TRIAL: "проба",
    Rule.EITHER_WAY: "так или иначе",
    Rule.NESTED_TRIAL: "проба в пробе",
}

_LEVELS = {
    Level.EASY: "лёгкий",
    Level.MODERATE: "средний",
    Level.TRICKY: "непростой",
    Level.HARD: "трудный",
    Level.VERY_HARD: "очень трудный",
    Level.EXTREME: "труднейший",
}

_WHYS = {
    Why.ONLY_BLOCK: "",
    Why.TOO_SHORT: " (остальные короче)",
    Why.OUT_OF_REACH: " (остальные сюда не достают)",
    Why.TAKEN: " (другие подходящие группы нужны для других чёрных клеток)",
    Why.TAKEN_IN_COLOUR: " (другие подходящие группы нужны для других цветных клеток)",
    Why.NOT_THERE: " (остальные короче, не достают сюда или не помещаются)",
}

# by case: one cell, several cells
_CELL = {
    "": ("клетка", "клетки"),
    "gen": ("клетки", "клеток"),
    "dat": ("клетке", "клеткам"),
    "acc": ("клетку", "клетки"),
    "inst": ("клеткой", "клетками"),
    "prep": ("клетке", "клетках"),
}
# by case: with 1, with 2 to 4, with 5 and more; in the genitive only 1 is apart
_COUNTED = {
    "nom": ("клетка", "клетки", "клеток"),
    "acc": ("клетку", "клетки", "клеток"),
    "gen": ("клетки", "клеток", "клеток"),
}
_GROUP = {"": "группа", "gen": "группы", "dat": "группе", "acc": "группу", "inst": "группой"}
_LINE_WORDS = {
    Axis.ROW: {
        "": "строка", "gen": "строки", "prep": "строке",
        "here": "этой строке", "of-this": "этой строки", "whole": "всю строку",
        "start": "влево", "end": "вправо", "first": "самой левой", "last": "самой правой",
    },
    Axis.COLUMN: {
        "": "столбец", "gen": "столбца", "prep": "столбце",
        "here": "этом столбце", "of-this": "этого столбца", "whole": "весь столбец",
        "start": "вверх", "end": "вниз", "first": "самой верхней", "last": "самой нижней",
    },
}  # fmt: skip
_HUE_FORMS = {"were": "f-inst", "is": "f", "are": "p", "blocks": "p"}
_ORDINALS = ("перв", "втор", "трет", "четвёрт", "пят", "шест", "седьм", "восьм", "девят", "десят")
_ENDINGS = {"": "ая", "gen": "ой", "dat": "ой", "acc": "ую", "inst": "ой"}


class Russian(Language):
    """Russian.

    >>> Russian().cells((0, 2, 3), "prep"), Russian().number(21, "acc")
    ('клетках 1 и 3–4', '21 клетку')
    """

    code = "ru"
    sentences: ClassVar[Mapping[str, str]] = _SENTENCES
    texts: ClassVar[Mapping[str, str]] = _TEXTS
    rules: ClassVar[Mapping[Rule, str]] = _RULES
    levels: ClassVar[Mapping[Level, str]] = _LEVELS
    whys: ClassVar[Mapping[Why, str]] = _WHYS
    limits: ClassVar[Mapping[Side | None, str]] = {
        None: "накрывает {} и поэтому ",
        Side.START: "начинается не раньше клетки {}",
        Side.END: "заканчивается не позже клетки {}",
    }
    edges: ClassVar[Mapping[Axis, Mapping[Side, Mapping[str, str]]]] = {
        Axis.ROW: {
            Side.START: {"": "левый край", "inst": "левым краем"},
            Side.END: {"": "правый край", "inst": "правым краем"},
        },
        Axis.COLUMN: {
            Side.START: {"": "верхний край", "inst": "верхним краем"},
            Side.END: {"": "нижний край", "inst": "нижним краем"},
        },
    }
    either = "или"

    def number(self, number: int, form: str) -> str:
        text = f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")
        return f"{text} {_COUNTED[form][plural_form(number)]}" if form else text

    def cells(self, cells: tuple[int, ...], form: str) -> str:
        several = len(cells) > 1
        if form == "can":
            return "могут" if several else "может"
        return f"{_CELL[form][several]} {cell_ranges(cells, 'и')}"

    def decided(self, cells: tuple[int, ...], hue: Hue) -> str:
        return f"{self.cells(cells, '')} {self.hue(hue, 'is' if len(cells) == 1 else 'are')}"

    def run(self, cells: tuple[int, ...], hue: Hue, form: str) -> str:
        if form == "can":
            return self.cells(cells, form)
        adjective = colour_adjective(hue, "-".join(filter(None, ("f" if len(cells) == 1 else "p", form))))
        named = self.cells(cells, form)
        return f"{named} ({colour_name(hue)})" if adjective is None else f"{adjective} {named}"

    def hue(self, hue: Hue, form: str = "") -> str:
        adjective = colour_adjective(hue, _HUE_FORMS.get(form, "f"))
        name = colour_name(hue)
        match form:
            case "were":
                return f"имела цвет {name}" if adjective is None else f"была {adjective}"
            case "is" | "are":
                return adjective or f"— {name}"
            case "blocks":
                return adjective or f"группы цвета {name}"
        return name

    def block_text(self, block: ColourBlock) -> str:
        adjective = colour_adjective(block.hue, "f" if plural_form(block.length) == 0 else "p-gen")
        return f"{block.length} {adjective or colour_name(block.hue)}"

    def place(self, place: Place, form: str) -> str:
        return f"клетка на пересечении строки {place.row + 1} и столбца {place.column + 1}"

    def line(self, line: Line, form: str) -> str:
        word = _LINE_WORDS[line.axis][form]
        return f"{word} {line.number}" if form in ("", "gen", "prep") else word

    def block(self, index: int, clue: ClueBlocks, form: str) -> str:
        which = occurrence(index, clue)
        block = clue[index]
        if not block.hue.in_colour:
            size = block.length
            return f"{_GROUP[form]} {size}" if which is None else f"{_ordinal(which, form)} из групп {size}"
        own, several = (colour_adjective(block.hue, agreeing) for agreeing in (f"f-{form}".rstrip("-"), "p-gen"))
        behind = f"{block.length} ({colour_name(block.hue)})" if own is None else f"{block.length}"
        noun, nouns = (f"{own} {_GROUP[form]}", f"{several} групп") if own is not None else (_GROUP[form], "групп")
        return f"{noun} {behind}" if which is None else f"{_ordinal(which, form)} из {nouns} {behind}"


def plural_form(number: int) -> int:
    """Return the form of a noun after a number: 0 as with 1, 1 as with 2 to 4, 2 as with 5.

    >>> [plural_form(number) for number in (1, 2, 5, 11, 12, 21, 22, 111)]
    [0, 1, 2, 2, 2, 0, 1, 2]
    """
    if number % 100 in range(11, 15):
        return 2
    return 0 if number % 10 == 1 else 1 if number % 10 in (2, 3, 4) else 2


def _ordinal(number: int, case: str) -> str:
    """An ordinal of a group: первая, второй, третью, 11-я."""
    if number > len(_ORDINALS):
        return f"{number}-{ {'': 'я', 'acc': 'ю'}.get(case, 'й') }"
    stem, ending = _ORDINALS[number - 1], _ENDINGS[case]
    if number == 3:
        return stem + {"ая": "ья", "ой": "ьей", "ую": "ью"}[ending]
    return stem + ending

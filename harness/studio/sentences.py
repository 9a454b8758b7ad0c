"""Sentences of the server to a page, in the page's language.

The readers and solvers speak English, as the command line does. The page's Russian is made here: of sentences that a
page can bring about, by their patterns; another one is introduced in Russian and left as it is.
"""

from __future__ import annotations

import re

_RUSSIAN = (
    (r"(\S+): the file is empty.*", r"\1: файл пуст; выберите другой"),
    (r"(\S+): the screen is empty; .*", r"\1: экран пуст; нарисуйте на нём что-нибудь"),
    (r"(\S+): not a picture of a known kind; .*", r"\1: это не картинка; годятся PNG, JPEG, WebP, AVIF, GIF, BMP"),
    (r"(\S+): not a picture; .*", r"\1: это не картинка; выберите фото"),
    (
        r"(\S+): a picture of the kind (\S+), which is not read; .*",
        r"\1: картинки \2 не читаются; сохраните её как PNG или JPEG",
    ),
    (r"(\S+): the picture is damaged.*", r"\1: картинка испорчена; сохраните её ещё раз"),
    (r"(\S+): the picture is of one colour; .*", r"\1: картинка одного цвета; выберите такую, где что-то есть"),
    (r"(\S+): nothing of the picture is left; .*", r"\1: от картинки ничего не осталось; выберите её часть"),
    (r"(\S+): (\S+) pixels; .*", r"\1: \2 точек; уменьшите картинку"),
    (r"(\S+): far too many pixels; .*", r"\1: слишком много точек; уменьшите картинку"),
    (r"(\S+: )?(\S+) cells are too many; the page takes (\d+) a side", r"\1\2 клеток слишком много; сторона — до \3"),
    (r"(\S+) puzzles, and a book holds (\S+); .*", r"кроссвордов \1, а в книгу входит \2; сделайте несколько"),
    (r"(\S+): no solution; .*", r"\1: решений нет; проверьте числа командой check"),
    (r"(\S+): not decided: time ran out; .*", r"\1: неясно, время вышло; проверьте числа командой check"),
    (r"(\S+): not decided: memory ran out; .*", r"\1: неясно, память исчерпана; проверьте числа командой check"),
    (r"the file is larger than (\d+) MB; .*", r"файл больше \1 МБ; уменьшите картинку"),
    (r"(\S+): this is binary data, not a text.*", r"\1: это не кроссворд и не картинка, которую можно прочесть"),
    (r"(\S+): this is UTF-16 text; .*", r"\1: это текст в UTF-16; сохраните его как UTF-8"),
    (r"the page sent no (?:drawing|picture); .*", r"страница ничего не прислала; загрузите её заново"),
    (r"(width|height) (\S+); choose 1 to (\d+)", r"размер \2; выберите от 1 до \3"),
    (r"(\d+) Spectrums are on already; .*", r"Включено уже \1 «Спектрума»; выключите один"),
    (r"(\d+) pages are open already; .*", r"Открыто уже \1 страниц; закройте одну"),
    (r"this took longer than (\d+) seconds; .*", r"это заняло больше \1 секунд; попробуйте что-нибудь поменьше"),
    (r"this took more memory than there is; .*", r"не хватило памяти; попробуйте что-нибудь поменьше"),
    (r"the link holds no puzzle; .*", r"в ссылке нет кроссворда; скопируйте её целиком"),
    (r".*\bcolours?\b.*black and white.*", r"Кроссворд цветной, а нужен чёрно-белый"),
)
_OTHERWISE = "Не получилось. Вот что говорит программа: "


def told_in(sentence: str, language: str) -> str:
    """A sentence of ours in a language of the page.

    >>> told_in("cat.png: the picture is damaged (truncated); save it again", "ru")
    'cat.png: картинка испорчена; сохраните её ещё раз'
    >>> told_in("the page sent no drawing; reload it", "en")
    'the page sent no drawing; reload it'
    """
    if language != "ru":
        return sentence
    for pattern, russian in _RUSSIAN:
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            return found.expand(russian)
    return _OTHERWISE + sentence

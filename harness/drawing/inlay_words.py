"""What stands on the inlay, in English and in Russian: the essentials of the manual.

The words of the program that it quotes are those of the editions in either language.
"""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("en", "ru")


@dataclass(frozen=True)
class Words:
    """The same in both languages."""

    en: str
    ru: str

    def __getitem__(self, language: str) -> str:
        return {"en": self.en, "ru": self.ru}[language]


NOTHING = Words("", "")
Entry = tuple[Words, Words]
"""A term in bold, and what is said of it. A term alone is a heading, a text alone a paragraph."""

TITLE = (Words("JAPANESE", "ЯПОНСКИЕ"), Words("CROSSWORDS", "КРОССВОРДЫ"))
SPINE = Words("JAPANESE CROSSWORDS", "ЯПОНСКИЕ КРОССВОРДЫ")
MACHINES = Words("ZX Spectrum 48K · 128K · +2 · Pentagon", "ZX Spectrum 48K · 128K · +2 · Pentagon")
AUTHOR = Words("after Ivan Roshin's program, 2002", "по программе Ивана Рощина, 2002")
SHEET = Words(
    "Cut along the full lines, fold along the broken ones. Printed at 100 %, this bar is 50 mm long.",
    "Резать по сплошным линиям, сгибать по штриховым. При печати в масштабе 100 % эта черта длиной 50 мм.",
)

EDITIONS: tuple[Entry, ...] = (
    (Words("crossword", "crossword-ru"), Words("BASIC with machine code", "BASIC с машинным кодом")),
    (
        Words("crossword-basic", "crossword-basic-ru"),
        Words("BASIC alone, to be read and changed", "только BASIC: читать и переделывать"),
    ),
    (
        Words("crossword-turbo", "crossword-turbo-ru"),
        Words("machine code; counts solutions", "машинный код; считает решения"),
    ),
    (
        NOTHING,
        Words(
            "Free software: GNU General Public License, version 3 or later.",
            "Свободная программа: лицензия GNU GPL, версия 3 или новее.",
        ),
    ),
)

LOADING: tuple[Entry, ...] = (
    (Words("Loading", "Загрузка"), NOTHING),
    (
        NOTHING,
        Words(
            'Rewind the tape, type LOAD "" (J, then SYMBOL SHIFT and P twice), press ENTER and play. '
            "The menu is there after some three minutes.",
            'Перемотайте ленту в начало, наберите LOAD "" (J, потом дважды SYMBOL SHIFT и P), нажмите ENTER '
            "и включите воспроизведение. Меню появится примерно через три минуты.",
        ),
    ),
    (
        Words("128K, +2:", "128K, +2:"),
        Words(
            'Tape Loader; or 128 BASIC, and load "" in letters, as in every ROM that takes letters.',
            'Tape Loader; или 128 BASIC и load "" по буквам, как и в любом ПЗУ, где слова набирают по буквам.',
        ),
    ),
    (
        Words("Disk:", "Диск:"),
        Words(
            "in TR-DOS press R and ENTER, then 1, 2 or 3 for an edition.",
            "в TR-DOS нажмите R и ENTER, затем 1, 2 или 3: вариант программы.",
        ),
    ),
    (
        Words("To give up", "Прервать загрузку"),
        Words(
            "press SPACE (BREAK). After a tape loading error rewind, and try another volume.",
            "можно клавишей SPACE (BREAK). После ошибки перемотайте ленту и измените громкость.",
        ),
    ),
    (Words("The menu", "Меню"), NOTHING),
    (
        Words("1", "1"),
        Words(
            "A new crossword: its width and height, then the groups of each row from the top and of each column from "
            "the left, such as 2,1,1. ENTER alone is an empty line; < goes back a line, > forward.",
            "Новый кроссворд: ширина и высота, потом группы каждой строки сверху вниз и каждого столбца слева направо, "
            "например 2,1,1. Просто ENTER — пустая строка; < — на строку назад, > — вперёд.",
        ),
    ),
    (
        Words("2", "2"),
        Words("The same crossword again, from the start.", "Тот же кроссворд ещё раз, с самого начала."),
    ),
    (
        Words("3", "3"),
        Words(
            "A picture from tape (a SCREEN$, or its first 2048 bytes) becomes a crossword and is solved. Draw it in "
            "the top left corner, one pixel for each cell.",
            "Картинка с ленты (SCREEN$ или первые 2048 байт экрана) превращается в кроссворд и решается. Рисуйте в "
            "левом верхнем углу, клетка — одна точка.",
        ),
    ),
    (Words("4", "4"), Words("All numbers, for copying them out.", "Все числа, чтобы их выписать.")),
    (
        Words("5", "5"),
        Words("To BASIC. RUN starts afresh, without the tape.", "Выход в BASIC. RUN — начать снова, без ленты."),
    ),
    (
        Words("6", "6"),
        Words(
            "On the turbo tape: counts the solutions. Any key ends it.",
            "В варианте «турбо»: сосчитать решения. Любая клавиша прерывает счёт.",
        ),
    ),
    (
        Words("7, 8", "7, 8"),
        Words("Save the numbers to tape or disk; load them.", "Записать числа на ленту или диск; загрузить их."),
    ),
)

SOLVING: tuple[Entry, ...] = (
    (Words("While it solves", "Пока идёт решение"), NOTHING),
    (
        NOTHING,
        Words(
            "A small square is a cell that nothing is known of, one with a hole is white, an empty place is black. "
            "Dots at the edges mark the lines to be looked at.",
            "Квадратик — о клетке ничего не известно, квадратик с дырочкой — она белая, пустое место — чёрная. "
            "Точками по краям отмечены строки и столбцы, которые ещё предстоит проверить.",
        ),
    ),
    (Words("What it says", "Что говорит программа"), NOTHING),
    (
        Words("Incorrect data!", "Неверные данные!"),
        Words(
            "After a line: it cannot be what you typed; press ENTER, and type it again. While solving: there is no "
            "such picture.",
            "После ввода строки: так быть не может, нажмите ENTER и наберите её заново. При решении: такой "
            "картинки нет.",
        ),
    ),
    (
        Words("Check sum error!", "Суммы не сходятся!"),
        Words(
            "The rows do not have as many black cells as the columns.", "В строках и столбцах чёрных клеток не поровну."
        ),
    ),
    (
        Words("Many variants!", "Много вариантов!"),
        Words(
            "No line by itself gives anything more. Type y to go on, then b or w: the first unknown cell is to be "
            "black, or white. On the turbo tape, a lets the program try all by itself.",
            "По отдельности строки больше ничего не дают. Наберите Y, чтобы продолжить, потом B или W: первая "
            "неизвестная клетка — чёрная или белая. В «турбо» при ответе A программа пробует сама.",
        ),
    ),
    (Words("To stop it", "Остановить"), NOTHING),
    (
        Words("CAPS SHIFT + SPACE", "CAPS SHIFT + SPACE"),
        Words(
            "(BREAK) stops the solving. CONTINUE goes on; GO TO 130 leads to the menu, and the numbers are still "
            "there. On a 128K press a key and choose 128 BASIC first.",
            "(BREAK) прерывает решение. CONTINUE — продолжить; GO TO 130 — в меню, числа останутся. На 128K сначала "
            "нажмите клавишу и выберите второй пункт, 128 BASIC.",
        ),
    ),
    (Words("How large, how fast", "Размеры и время"), NOTHING),
    (
        NOTHING,
        Words(
            "Up to 62 × 42 cells. One of 20 × 30 takes two and a half minutes, on the turbo tape little more than a "
            "second, in BASIC alone 23 minutes.",
            "До 62 × 42 клеток. Кроссворд 20 × 30 решается две с половиной минуты, в «турбо» — немногим дольше "
            "секунды, только на BASIC — 23 минуты.",
        ),
    ),
)

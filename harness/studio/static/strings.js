// @ts-check
/** What the page says, in each language; `{x}` is filled in. */

/** @type {Record<string, Record<string, string>>} */
export const STRINGS = {
  en: {
    "title": "Crossword studio", "language": "Language", "skip": "To the drawing",
    "bring": "Bring something", "drop": "Drop or paste a picture, a SCREEN$ or a puzzle here",
    "choose": "Choose a file", "sample": "Or take a sample", "sample-none": "–", "blank": "Or begin anew",
    "columns": "Columns", "rows": "Rows", "begin": "Begin", "picture": "The picture", "left": "Left", "top": "Top",
    "width": "Width", "height": "Height", "colours": "Colours", "threshold": "Threshold", "dither": "Dither",
    "invert": "Invert", "proportion": "Keep the proportion", "crop-box": "The part that counts: left {left}, top {top}, width {width}, height {height}",
    "crop-help": "Drag a rectangle on the picture. Arrow keys move it, with Shift they size it; Home takes all.",
    "draw": "Draw", "tools": "Tools", "pencil": "Pencil", "line": "Line", "fill": "Fill",
    "undo": "Undo", "redo": "Redo", "mirror-h": "Mirror ↔", "mirror-v": "Mirror ↕", "shift-left": "Shift left",
    "shift-right": "Shift right", "shift-up": "Shift up", "shift-down": "Shift down",
    "draw-keys": "Arrow keys move, Space draws, Shift+Space erases, Ctrl+Z takes back.",
    "accept": "Change it", "watch": "Watch the Spectrum", "edition": "Program", "turbo": "Turbo",
    "classic": "Classic", "basic": "BASIC alone", "turbo-ru": "Turbo, in Russian", "classic-ru": "Classic, in Russian", "basic-ru": "BASIC alone, in Russian", "speed": "Speed", "full-speed": "As fast as it goes",
    "start": "Switch on", "stop": "Switch off", "screen": "The Spectrum's screen", "pause": "Pause",
    "resume": "Go on", "step-frame": "Step a frame", "step-line": "Step an analysis", "back": "Back 10 s",
    "live": "To the present", "film": "Record a GIF", "film-end": "Save the GIF", "keyboard": "Keyboard",
    "keyboard-note": "A key pressed here, or on your keyboard while the screen has the focus, is pressed on the Spectrum. The first one takes over from the program that types.",
    "solve": "Solve it by hand", "solve-start": "Begin", "hint": "Hint", "mistakes": "Show mistakes",
    "solve-keys": "Left button black, right button white; drag over several. Space, x and Backspace on the keyboard.",
    "solve-colour-keys": "Left button: the colour chosen; right button: white; drag over several. On the keyboard {keys} for the colours; Space, x and Backspace.",
    "take": "Take it home", "name": "Name", "print": "Print", "link": "Copy a link", "link-copied": "The link is on the clipboard.",
    "board": "Drawing, {width} by {height} cells", "solve-board": "Puzzle, {width} by {height} cells",
    "cell": "Row {row}, column {column}: {colour}", "black": "black", "white": "white", "unknown": "not known",
    "differs": "not the same in all solutions", "row-clue": "Row {number}: {clue}", "column-clue": "Column {number}: {clue}", "empty": "empty",
    "outcome-unique": "It is a puzzle: it has exactly one solution.",
    "outcome-multiple": "It has several solutions: {count} or more. The marked cells are not the same in all of them.",
    "outcome-contradiction": "It has no solution.",
    "outcome-limited": "It has one solution, perhaps more.", "outcome-timeout": "Time ran out before it was known whether it has one solution.",
    "outcome-memory": "Memory ran out before it was known whether it has one solution.",
    "outcome-interrupted": "", "thinking": "Thinking …",
    "level-easy": "easy", "level-moderate": "moderate", "level-tricky": "tricky", "level-hard": "hard",
    "level-very-hard": "very hard", "level-extreme": "extreme",
    "difficulty": "For a person: {level}, {steps} steps.", "difficulty-trial": "For a person: {level}, {steps} steps; cells must be tried.",
    "stalled": "Looking at single lines stalls with {lines} lines unfinished, the first of them: {first}.",
    "line-row": "row {number}", "line-column": "column {number}",
    "repair": "Changing {cells} leaves one solution.", "repair-sought": "Looking for a small change that leaves one solution …",
    "add-colour": "Another colour", "bad-size": "{width}×{height} cells; choose 1 to {most} a side.", "repair-none": "No small change was found that leaves one solution.",
    "repair-cell": "row {row}, column {column}",
    "stage-loading": "loading", "stage-entering": "typing the clues in", "stage-solving": "solving", "stage-solved": "solved",
    "stage-contradiction": "the program finds the data incorrect", "stage-checksum-error": "the program finds a check-sum error",
    "stage-many-variants": "many variants: the program asks which colour to try", "stage-yours": "you play",
    "status": "{stage} · {seconds} s of Spectrum time · {lines} lines analysed", "status-end": "{stage} · {seconds} s of Spectrum time for solving · {lines} lines analysed", "status-past": "the past",
    "agree": "{agree} of {cells} cells agree with our own solver", "lost": "The connection to the studio is lost: start it again if it has ended. Nothing drawn is lost; trying again …",
    "unreachable": "The studio does not answer. If it has ended, start it again; this page goes on then.",
    "not-judged": "Whether it is a puzzle will be known when the studio answers again.",
    "stopped-lost": "The Spectrum is off: it has gone with the connection.",
    "found-again": "The connection is back.", "stopped": "The Spectrum is off.",
    "refused": "The server does not let this page in; open the address that it printed last.",
    "solved": "Solved!", "no-mistakes": "No mistakes so far.", "some-mistakes": "Wrong cells: {count}.",
    "reload-kept": "What you drew is still here.", "too-large": "The Spectrum takes 62×42 cells; this is {width}×{height}.",
    "solution": "Solution", "crosswords": "Japanese crosswords", "puzzle": "Puzzle", "no-hint": "Nothing more follows.",
    "recorded": "{stage} · {seconds} s of Spectrum time · {lines} lines analysed in all",
  },
  ru: {
    "title": "Мастерская кроссвордов", "language": "Язык", "skip": "К рисунку",
    "bring": "Принесите что-нибудь", "drop": "Перетащите или вставьте сюда картинку, SCREEN$ или кроссворд",
    "choose": "Выбрать файл", "sample": "Или возьмите образец", "sample-none": "–", "blank": "Или начните с чистого листа",
    "columns": "Столбцов", "rows": "Строк", "begin": "Начать", "picture": "Картинка", "left": "Слева", "top": "Сверху",
    "width": "Ширина", "height": "Высота", "colours": "Цвета", "threshold": "Порог", "dither": "Смешивать точками",
    "invert": "Негатив", "proportion": "Сохранять пропорции", "crop-box": "Выбранная часть: слева {left}, сверху {top}, ширина {width}, высота {height}",
    "crop-help": "Обведите нужную часть картинки. Стрелки двигают её, с Shift меняют размер; Home берёт всё.",
    "draw": "Рисунок", "tools": "Инструменты", "pencil": "Карандаш", "line": "Линия", "fill": "Заливка",
    "undo": "Отменить", "redo": "Вернуть", "mirror-h": "Отразить ↔", "mirror-v": "Отразить ↕", "shift-left": "Сдвинуть влево",
    "shift-right": "Сдвинуть вправо", "shift-up": "Сдвинуть вверх", "shift-down": "Сдвинуть вниз",
    "draw-keys": "Стрелки – перемещение, пробел рисует, Shift+пробел стирает, Ctrl+Z отменяет.",
    "accept": "Изменить", "watch": "Смотреть, как решает Спектрум", "edition": "Программа", "turbo": "Турбо",
    "classic": "Классическая", "basic": "Только Бейсик", "turbo-ru": "Турбо, по-русски", "classic-ru": "Классическая, по-русски", "basic-ru": "Только Бейсик, по-русски", "speed": "Скорость", "full-speed": "Как можно быстрее",
    "start": "Включить", "stop": "Выключить", "screen": "Экран Спектрума", "pause": "Пауза",
    "resume": "Дальше", "step-frame": "Один кадр", "step-line": "Один анализ", "back": "На 10 с назад",
    "live": "В настоящее", "film": "Записать GIF", "film-end": "Сохранить GIF", "keyboard": "Клавиатура",
    "keyboard-note": "Клавиша, нажатая здесь или на вашей клавиатуре, когда выбран экран, нажимается на Спектруме. Первая же прерывает автоматический ввод.",
    "solve": "Решить самому", "solve-start": "Начать", "hint": "Подсказка", "mistakes": "Показать ошибки",
    "solve-keys": "Левая кнопка – чёрная клетка, правая – белая; можно вести по нескольким. На клавиатуре: пробел, x и Backspace.",
    "solve-colour-keys": "Левая кнопка – выбранный цвет, правая – белый; можно вести по нескольким. На клавиатуре: {keys} – цвета; пробел, x и Backspace.",
    "take": "Забрать с собой", "name": "Название", "print": "Напечатать", "link": "Скопировать ссылку", "link-copied": "Ссылка скопирована.",
    "board": "Рисунок, {width} на {height} клеток", "solve-board": "Кроссворд, {width} на {height} клеток",
    "cell": "Строка {row}, столбец {column}: {colour}", "black": "чёрная", "white": "белая", "unknown": "неизвестна",
    "differs": "не одинакова во всех решениях", "row-clue": "Строка {number}: {clue}", "column-clue": "Столбец {number}: {clue}", "empty": "пусто",
    "outcome-unique": "Это кроссворд: решение ровно одно.",
    "outcome-multiple": "Решений несколько: {count} или больше. Отмеченные клетки в них различаются.",
    "outcome-contradiction": "Решений нет.",
    "outcome-limited": "Одно решение есть, возможно, не единственное.", "outcome-timeout": "Время вышло раньше, чем стало известно, одно ли решение.",
    "outcome-memory": "Память кончилась раньше, чем стало известно, одно ли решение.",
    "outcome-interrupted": "", "thinking": "Считаю …",
    "level-easy": "легко", "level-moderate": "не очень сложно", "level-tricky": "с подвохом", "level-hard": "сложно",
    "level-very-hard": "очень сложно", "level-extreme": "чрезвычайно сложно",
    "difficulty": "Для человека: {level}, шагов: {steps}.", "difficulty-trial": "Для человека: {level}, шагов: {steps}; клетки придётся пробовать.",
    "stalled": "Если смотреть по одной линии, останутся нерешёнными линии: {lines}; первая из них – {first}.",
    "line-row": "строка {number}", "line-column": "столбец {number}",
    "repair": "Если изменить {cells}, решение будет одно.", "repair-sought": "Ищу небольшое изменение, после которого решение одно …",
    "add-colour": "Ещё цвет", "bad-size": "{width}×{height} клеток; выберите от 1 до {most} по каждой стороне.", "repair-none": "Небольшого изменения, после которого решение одно, не нашлось.",
    "repair-cell": "строка {row}, столбец {column}",
    "stage-loading": "загрузка", "stage-entering": "ввод чисел", "stage-solving": "решение", "stage-solved": "решено",
    "stage-contradiction": "программа считает данные неверными", "stage-checksum-error": "у программы не сошлась контрольная сумма",
    "stage-many-variants": "вариантов много: программа спрашивает, какой цвет пробовать", "stage-yours": "играете вы",
    "status": "{stage} · {seconds} с времени Спектрума · линий: {lines}", "status-end": "{stage} · на решение {seconds} с времени Спектрума · линий: {lines}", "status-past": "прошлое",
    "agree": "С нашим решателем совпадает клеток: {agree} из {cells}", "lost": "Связь с мастерской потеряна: если она закрыта, запустите её снова. Рисунок цел; пробую ещё раз …",
    "unreachable": "Мастерская не отвечает. Если она закрыта, запустите её снова, и эта страница продолжит работу.",
    "not-judged": "Кроссворд ли это, станет известно, когда мастерская снова ответит.",
    "stopped-lost": "Спектрум выключен: пропала связь.",
    "found-again": "Связь восстановлена.", "stopped": "Спектрум выключен.",
    "refused": "Сервер не впускает эту страницу; откройте адрес, который он напечатал последним.",
    "solved": "Решено!", "no-mistakes": "Пока ошибок нет.", "some-mistakes": "Неверных клеток: {count}.",
    "reload-kept": "Ваш рисунок на месте.", "too-large": "Спектрум берёт 62×42 клетки; здесь {width}×{height}.",
    "solution": "Решение", "crosswords": "Японские кроссворды", "puzzle": "Кроссворд", "no-hint": "Больше ничего не следует.",
    "recorded": "{stage} · {seconds} с времени Спектрума · всего линий: {lines}",
  },
};

let language = "en";

/** @returns {string} the code of the language in force */
export function currentLanguage() {
  return language;
}

/** A sentence, its places filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [terms]
 * @returns {string} */
export function text(key, terms = {}) {
  const template = STRINGS[language]?.[key] ?? STRINGS.en?.[key] ?? key;
  return template.replace(/\{(\w+)\}/g, (_, name) => String(terms[name] ?? ""));
}

/** Say everything on the page in another language.
 * @param {string} code @param {string} [title] the key of the page's title */
export function speak(code, title = "title") {
  language = code in STRINGS ? code : "en";
  document.documentElement.lang = language;
  document.title = text(title);
  for (const element of document.querySelectorAll("[data-t]")) {
    element.textContent = text(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}

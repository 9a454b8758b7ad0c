// @ts-check
/** BASIC as it is at a moment: the program's lines, the statement that runs, and the variables. */

const WORDS_FROM = 0xa3;
const KEYWORDS = (
  "SPECTRUM,PLAY,RND,INKEY$,PI,FN,POINT,SCREEN$,ATTR,AT,TAB,VAL$,CODE,VAL,LEN,SIN,COS,TAN,ASN,ACS,ATN,"
  + "LN,EXP,INT,SQR,SGN,ABS,PEEK,IN,USR,STR$,CHR$,NOT,BIN,OR,AND,<=,>=,<>,LINE,THEN,TO,STEP,DEF FN,CAT,"
  + "FORMAT,MOVE,ERASE,OPEN #,CLOSE #,MERGE,VERIFY,BEEP,CIRCLE,INK,PAPER,FLASH,BRIGHT,INVERSE,OVER,OUT,"
  + "LPRINT,LLIST,STOP,READ,DATA,RESTORE,NEW,BORDER,CONTINUE,DIM,REM,FOR,GO TO,GO SUB,INPUT,LOAD,LIST,"
  + "LET,PAUSE,NEXT,POKE,PRINT,PLOT,RUN,SAVE,RANDOMIZE,IF,CLS,DRAW,CLEAR,RETURN,COPY").split(",");
const THEN = 0xcb, NUMBER = 0x0e, QUOTE = 0x22, ENTER = 0x0d;
const PROG = 23635, VARS = 23627, E_LINE = 23641, PPC = 23621, SUBPPC = 23623, ERR_SP = 23613;
const MOST_LINES = 2000, MOST_VARIABLES = 60, MOST_ELEMENTS = 12;

/** @typedef {(address: number) => number} Peek */
/** @typedef {{number: number, statements: string[]}} Line */

/** @param {Peek} peek @param {number} address */
const word = (peek, address) => peek(address) | peek(address + 1) << 8;

/** The statements of a line. @param {Peek} peek @param {number} at @param {number} end @returns {string[]} */
function statements(peek, at, end) {
  const found = [""];
  let quoted = false;
  const add = (/** @type {string} */ text) => { found[found.length - 1] += text; };
  while (at < end) {
    const code = peek(at++);
    if (code === ENTER) break;
    if (code === NUMBER) at += 5;
    else if (code >= 16 && code <= 21) at++;
    else if (code === 22 || code === 23) at += 2;
    else if (code >= WORDS_FROM && !quoted) {
      const last = found[found.length - 1], before = /[\w"$)]$/.test(last ?? "") ? " " : "";
      add(`${before}${KEYWORDS[code - WORDS_FROM]} `);
      if (code === THEN) found.push("");
    } else if (code === 0x3a && !quoted) found.push("");
    else {
      if (code === QUOTE) quoted = !quoted;
      add(code === 0x60 ? "£" : code === 0x7f ? "©" : code >= 32 && code < 127 ? String.fromCharCode(code) : "·");
    }
  }
  return found.map(text => text.trim());
}

/** The program's lines. @param {Peek} peek @returns {Line[]} */
export function program(peek) {
  const found = [], end = word(peek, VARS);
  let at = word(peek, PROG);
  while (at >= 0x5c00 && at < end && found.length < MOST_LINES) {
    const number = peek(at) << 8 | peek(at + 1), length = word(peek, at + 2);
    if (number > 9999 || length === 0) break;
    found.push({ number, statements: statements(peek, at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return found;
}

/** The line and statement that BASIC is in. @param {Peek} peek @returns {[number, number]} */
export const place = peek => [word(peek, PPC), peek(SUBPPC)];

/** Return true if the stack is BASIC's: its error handler lies on it. @param {Peek} peek @param {number} sp */
export function isBasicStack(peek, sp) {
  const handler = word(peek, ERR_SP);
  return handler >= sp && handler - sp < 256 && word(peek, handler) < 0x4000;
}

/** A number in five bytes. @param {Peek} peek @param {number} at */
function value(peek, at) {
  const exponent = peek(at);
  if (!exponent) return word(peek, at + 2) - (peek(at + 1) ? 65536 : 0);
  let mantissa = 0;
  for (let k = 1; k < 5; k++) mantissa = mantissa * 256 + (k === 1 ? peek(at + k) | 128 : peek(at + k));
  return (peek(at + 1) & 128 ? -1 : 1) * mantissa * 2 ** (exponent - 160);
}

/** BASIC's variables: name, value as text, and where the value lies. @param {Peek} peek
 *  @returns {[string, string, number][]} */
export function variables(peek) {
  /** @type {[string, string, number][]} */ const found = [];
  const end = word(peek, E_LINE);
  let at = word(peek, VARS);
  while (at < end && peek(at) !== 0x80 && found.length < MOST_VARIABLES) {
    const kind = peek(at) >> 5;
    let name = String.fromCharCode(peek(at) & 31 | 96);
    if (kind === 3 || kind === 7) {
      found.push([name, text(value(peek, at + 1)), at + 1]);
      at += kind === 3 ? 6 : 19;
    } else if (kind === 5) {
      let code;
      do name += String.fromCharCode((code = peek(++at)) & 127); while (!(code & 128));
      found.push([name, text(value(peek, at + 1)), at + 1]);
      at += 6;
    } else if (kind === 2) {
      const length = word(peek, at + 1);
      let shown = "";
      for (let k = 0; k < Math.min(length, 24); k++) {
        shown += String.fromCharCode(Math.max(32, peek(at + 3 + k) & 127));
      }
      found.push([`${name}$`, `"${shown}${length > 24 ? "…" : ""}"`, at + 3]);
      at += 3 + length;
    } else if (kind === 4 || kind === 6) {
      const sizes = Array.from({ length: peek(at + 3) }, (_, k) => word(peek, at + 4 + 2 * k));
      const first = at + 4 + 2 * sizes.length;
      found.push([`${name}${kind === 6 ? "$" : ""}(${sizes.join(",")})`, elements(peek, first, kind === 6, sizes), first]);
      at += 3 + word(peek, at + 1);
    } else break;
  }
  return found;
}

/** The first elements of an array. @param {Peek} peek @param {number} at @param {boolean} isText
 *  @param {number[]} sizes */
function elements(peek, at, isText, sizes) {
  const wide = isText ? sizes[sizes.length - 1] ?? 1 : 5, rows = isText ? sizes.slice(0, -1) : sizes;
  const count = rows.reduce((product, size) => product * size, 1), shown = Math.min(count, MOST_ELEMENTS);
  const one = (/** @type {number} */ k) => isText
    ? `"${Array.from({ length: Math.min(wide, 24) }, (_, c) =>
      String.fromCharCode(Math.max(32, peek(at + k * wide + c) & 127))).join("")}"` : text(value(peek, at + 5 * k));
  return Array.from({ length: shown }, (_, k) => one(k)).join(" ") + (shown < count ? " …" : "");
}

/** @param {number} number */
const text = number => String(+number.toPrecision(9));

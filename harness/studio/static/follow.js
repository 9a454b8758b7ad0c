// @ts-check
/** Steps that follow from one line by itself: for puzzles of which no server and no file tells the next step. */

import { BACKGROUND } from "./drawing.js";
import { columnsOf, runsOf } from "./lines.js";

/** @typedef {import("./paint.js").Clue} Clue */
/** @typedef {import("./board.js").Clues} Clues */

const UNKNOWN = "?";
/** The page is alive again after so long: it can say that it thinks. */
const BREATH_MS = 50;

/** The numbers of a drawing. @param {string[]} rows @returns {Clues} */
export function cluesOf(rows) {
  const clueOf = (/** @type {string} */ line) => /** @type {Clue} */ (runsOf(line).map(([length, key]) => [length, key]));
  return { rows: rows.map(clueOf), columns: columnsOf(rows).map(clueOf) };
}

/** Which lengths of a line's beginning the first blocks can fill: `[blocks][cells]`. @param {Clue} clue @param {string} line */
function beginnings(clue, line) {
  const isWhite = (/** @type {number} */ at) => line[at] === UNKNOWN || line[at] === BACKGROUND;
  const fits = Array.from({ length: clue.length + 1 }, () => new Uint8Array(line.length + 1));
  for (let count = 0; count <= clue.length; count++) {
    const [length = 0, key = ""] = clue[count - 1] ?? [];
    const isApart = clue[count - 2]?.[1] === key;
    const [mine, before] = [fits[count] ?? new Uint8Array(), fits[count - 1]];
    let run = 0;
    for (let end = 0; end <= line.length; end++) {
      if (end === 0) {
        mine[0] = count ? 0 : 1;
        continue;
      }
      run = line[end - 1] === UNKNOWN || line[end - 1] === key ? run + 1 : 0;
      const start = end - length;
      const canEnd = count > 0 && run >= length && (isApart ? start > 0 && isWhite(start - 1) && before?.[start - 1] : before?.[start]);
      mine[end] = (mine[end - 1] && isWhite(end - 1)) || canEnd ? 1 : 0;
    }
  }
  return fits;
}

/** A line's cells as far as they are the same in all arrangements of its numbers; null if there is none.
 * @param {Clue} clue @param {string} line @returns {string | null} */
export function follow(clue, line) {
  const width = line.length;
  const before = beginnings(clue, line);
  const [turnedClue, turnedLine] = [[...clue].reverse(), [...line].reverse().join("")];
  const after = beginnings(turnedClue, turnedLine);
  if (!before[clue.length]?.[width]) return null;
  /** @type {Set<string>[]} */
  const possible = Array.from({ length: width }, () => new Set());
  clue.forEach(([length, key], index) => {
    for (let start = 0; start + length <= width; start++) {
      const end = start + length;
      if ([...line.slice(start, end)].some((cell) => cell !== UNKNOWN && cell !== key)) continue;
      if (isOpen(before, clue, line, index, start) && isOpen(after, turnedClue, turnedLine, clue.length - 1 - index, width - end)) {
        for (let at = start; at < end; at++) possible[at]?.add(key);
      }
    }
  });
  for (let at = 0; at < width; at++) {
    if (line[at] !== UNKNOWN && line[at] !== BACKGROUND) continue;
    for (let count = 0; count <= clue.length; count++) {
      if (before[count]?.[at] && after[clue.length - count]?.[width - 1 - at]) possible[at]?.add(BACKGROUND);
    }
  }
  return possible.map((keys) => (keys.size === 1 ? [...keys][0] : UNKNOWN)).join("");
}

/** True if the blocks before one can stand before where it starts, apart from it if they have its colour.
 * @param {Uint8Array[]} fits @param {Clue} clue @param {string} line @param {number} index @param {number} start */
function isOpen(fits, clue, line, index, start) {
  if (clue[index - 1]?.[1] !== clue[index]?.[1]) return Boolean(fits[index]?.[start]);
  const beside = line[start - 1];
  return start > 0 && (beside === UNKNOWN || beside === BACKGROUND) && Boolean(fits[index]?.[start - 1]);
}

/** Find the line in which most follows: its axis, its number from 1, and its cells that become known. Null if nothing follows.
 * @param {Clues} clues @param {string[]} rows */
export async function nextStep(clues, rows) {
  /** @type {{ line: { axis: string, number: number }, cells: { row: number, column: number, colour: string, key: string }[] } | null} */
  let best = null;
  let begun = performance.now();
  for (const [axis, lines, told] of /** @type {[string, string[], Clue[]][]} */ ([["row", rows, clues.rows], ["column", columnsOf(rows), clues.columns]])) {
    for (const [index, line] of lines.entries()) {
      const known = line.includes(UNKNOWN) ? follow(told[index] ?? [], line) : null;
      const cells = [...(known ?? "")].flatMap((key, at) => (key === UNKNOWN || line[at] !== UNKNOWN ? []
        : [{ row: (axis === "row" ? index : at) + 1, column: (axis === "row" ? at : index) + 1, colour: key === BACKGROUND ? "white" : "black", key }]));
      if (cells.length > (best?.cells.length ?? 0)) best = { line: { axis, number: index + 1 }, cells };
      if (performance.now() - begun < BREATH_MS) continue;
      await new Promise((done) => setTimeout(done));
      begun = performance.now();
    }
  }
  return best;
}

// @ts-check
/** How far each puzzle is solved: kept in the browser by the puzzle's content. */

import { keepForAll, keptForAll } from "./kept.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ rows: string[], seconds: number, strokes: number, share: number, isSolved: boolean, struck?: string[],
 *   tried?: string[] | null, shades?: Record<string, string> }} Progress `tried`: cells before a trial; `shades`: colours shown as others */

const PROGRESS = "progress";
const MOST_PROGRESS = 300;
/** The order of cards. */
const STATES = ["begun", "open", "solved"];

/** Says `kept` when some puzzle's progress is stored. */
export const progressed = new EventTarget();

/** Return a key for a puzzle's content. @param {Content} content @returns {string} */
export function puzzleId(content) {
  const said = JSON.stringify([content.rows, content.colours?.map(({ key, rgb }) => [key, rgb])]);
  let hash = 0xcbf29ce484222325n;
  for (const sign of said) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.charCodeAt(0))) * 0x100000001b3n);
  return hash.toString(36);
}

/** @param {string} id @returns {Progress | null} */
export function progressOf(id) {
  return (keptForAll(PROGRESS) ?? {})[id] ?? null;
}

/** @param {string} id @param {Progress} progress */
export function keepProgress(id, progress) {
  const { [id]: _, ...others } = keptForAll(PROGRESS) ?? {};
  keepForAll(PROGRESS, Object.fromEntries([...Object.entries(others).slice(1 - MOST_PROGRESS), [id, progress]]));
  progressed.dispatchEvent(new Event("kept"));
}

/** @param {string} id @returns {boolean} */
export function isSolved(id) {
  return progressOf(id)?.isSolved ?? false;
}

/** Sort puzzles: those begun, those to do, those solved; and say how many there are of each.
 * @template {{ id: string }} T @param {T[]} all @returns {{ sorted: T[], said: string }} */
export function byState(all) {
  const state = (/** @type {T} */ { id }) => (isSolved(id) ? "solved" : progressOf(id) ? "begun" : "open");
  const groups = STATES.map((wanted) => all.filter((one) => state(one) === wanted));
  const said = groups.flatMap(({ length }, at) => (length ? [text(`count-${STATES[at]}`, { count: length })] : []));
  return { sorted: groups.flat(), said: said.join(" · ") };
}

/** The next puzzle to solve: of the same size, or the next larger one; otherwise the smallest.
 * @template {{ id: string, cells: number }} T @param {T[]} all @param {string} id of the one just solved @param {number} cells its size @returns {T | undefined} */
export function nextOf(all, id, cells) {
  const open = all.filter((one) => one.id !== id && !isSolved(one.id)).sort((one, other) => one.cells - other.cells);
  return open.find((one) => one.cells >= cells) ?? open[0];
}

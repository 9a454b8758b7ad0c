// @ts-check
/** How far each puzzle is solved: kept in the browser by the puzzle's content. */

import { keepForAll, keptForAll } from "./kept.js";
import { toast } from "./notices.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ rows: string[], seconds: number, strokes: number, share: number, isSolved: boolean, struck?: string[],
 *   tried?: string[] | null, shades?: Record<string, string>, puzzle?: Content, address?: string, changed?: number }} Progress
 *   `tried`: cells before a trial; `shades`: colours shown as others; `puzzle`: of one that is on no other list */
/** @typedef {import("./hand.js").Found} Found */

const [PROGRESS, STEPS] = ["progress", "solving-steps"];
/** Puzzles whose progress is kept, and when there is no more room; and whose steps back are, with so many cells in all. */
const [MOST_PROGRESS, FEW_PROGRESS, MOST_WITH_STEPS, MOST_CELLS] = [300, 40, 4, 200_000];
/** The order of cards. */
const STATES = ["begun", "open", "solved"];

let isWarned = false;

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
  const { [id]: before, ...others } = keptForAll(PROGRESS) ?? {};
  const all = [...Object.entries(others), [id, { ...before, ...progress, changed: Date.now() }]];
  const isKept = [MOST_PROGRESS, FEW_PROGRESS].some((most) => keepForAll(PROGRESS, Object.fromEntries(all.slice(-most))));
  if (!isKept && !isWarned) toast(text("not-saved"));
  isWarned = !isKept;
  progressed.dispatchEvent(new Event("kept"));
}

/** Forget how far a puzzle is solved. @param {string} id @returns {Progress | null} what is forgotten */
export function forgetProgress(id) {
  const { [id]: forgotten, ...others } = keptForAll(PROGRESS) ?? {};
  keepForAll(PROGRESS, others);
  return forgotten ?? null;
}

/** Puzzles that were begun and are on no other list, with their progress. @returns {(Progress & { id: string, puzzle: Content, address: string, changed: number })[]} */
export function touchedPuzzles() {
  return Object.entries(keptForAll(PROGRESS) ?? {}).flatMap(([id, progress]) => (progress.puzzle ? [{ id, ...progress }] : []));
}

/** Keep the latest steps back and forth in a puzzle. @param {string} id @param {{ before: Found[], after: Found[] }} steps */
export function keepSteps(id, { before, after }) {
  let left = MOST_CELLS;
  const latest = (/** @type {Found[]} */ steps) => [...steps].reverse().filter(({ rows }) => (left -= rows.join("").length) >= 0).reverse();
  const { [id]: _, ...others } = keptForAll(STEPS) ?? {};
  keepForAll(STEPS, Object.fromEntries([...Object.entries(others).slice(1 - MOST_WITH_STEPS), [id, { before: latest(before), after: latest(after) }]]));
}

/** @param {string} id @returns {{ before: Found[], after: Found[] }} */
export function stepsOf(id) {
  return (keptForAll(STEPS) ?? {})[id] ?? { before: [], after: [] };
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

// @ts-check
/** How far each puzzle is solved: kept in the browser by the puzzle's content. */

import { keepForAll, keptForAll } from "./kept.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ rows: string[], seconds: number, strokes: number, share: number, isSolved: boolean, struck?: string[],
 *   tried?: string[] | null, shades?: Record<string, string> }} Progress `tried`: cells before a trial; `shades`: colours shown as others */

const PROGRESS = "progress";
const MOST_PROGRESS = 300;

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
}

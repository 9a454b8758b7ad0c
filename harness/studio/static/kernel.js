// @ts-check
/** The solver's compiled kernel in a page: one verdict on a puzzle, in a worker, with no server.
 *
 * `kernel.wasm` beside this module is made of harness/solver/kernel/c/; a page hands its bytes over. The worker's script is
 * made of this module's own text, so a page needs `worker-src blob:` and `script-src 'wasm-unsafe-eval'`, and no other file.
 */

/** @typedef {import("./board.js").Clues} Clues */
/**
 * @typedef {object} Judged
 * @property {"one" | "several" | "none" | "undecided"} kind "undecided": the looks, or the memory, ran out first
 * @property {string[]} known the picture that single lines lead to, "?" where they say nothing
 * @property {string[] | null} solution the first one found, as a drawing's rows
 * @property {string[] | null} other with "several": another one, the nearest found
 * @property {[number, number][]} differing with "several": cells (row, column) that are not the same in all solutions
 * @property {number} doubtful with "several": further cells that were not decided within the looks
 * @property {["row" | "column", number] | null} line with "none": a line, from 0, that no arrangement fits; null if only
 *   several lines together show it
 * @property {number} looks lines that were analysed
 */
/**
 * @typedef {object} How
 * @property {BufferSource} wasm the bytes of `kernel.wasm`
 * @property {number} [looks] lines that may be analysed: `LOOKS` if left out
 * @property {AbortSignal} [signal] ends the work at once
 */

/** About a second of an ordinary computer. */
export const LOOKS = 1_000_000;
/** The longest side. */
export const MOST = 99;

/** Judge a puzzle by its clues (`cluesOf(rows)` of a drawing), in black and white or colours; one at a time: a new one ends the
 * one before it. Rejects with the signal's reason (an AbortError) when it is ended, with a RangeError if a side is not 1 to 99.
 * @param {Clues} clues @param {How} how @returns {Promise<Judged>} */
export async function judge(clues, how) {
  throw new Error(`not there yet: ${clues.rows.length}, ${how.looks}`);
}

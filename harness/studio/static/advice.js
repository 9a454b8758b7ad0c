// @ts-check
/** What comes next in a puzzle, and what is wrong, by what the page knows: hints worked out beforehand, or one line by itself. */

import { cluesOf, nextStep } from "./follow.js";
import { text } from "./strings.js";

/** @typedef {{ cells: [number, number, string][], line: { axis: string, number: number } | null, texts: Record<string, string> }} Hint */

/** Advise as the server does. @param {import("./drawing.js").Content} puzzle its solution @param {{ state: string[], language: string }} asked
 * @param {{ hints?: Hint[], isUnique?: boolean }} [known] `isUnique`: another cell than the solution's
 *   is wrong; otherwise no mistakes are known */
export async function advise({ rows }, { state, language }, { hints = [], isUnique = true } = {}) {
  const wrong = state.flatMap((line, row) => [...line].flatMap((key, column) => (isUnique && key !== "?" && key !== rows[row]?.[column] ? [{ row: row + 1, column: column + 1 }] : [])));
  if (wrong.length) return { kind: "wrong-cells", wrong_cells: wrong, step: null, sentence: text("some-mistakes", { count: wrong.length }) };
  const known = hints.find((one) => one.cells.some(([row, column]) => state[row]?.[column] === "?"));
  if (known) {
    const cells = known.cells.map(([row, column, key]) => ({ row: row + 1, column: column + 1, key }));
    return { kind: "step", step: { line: known.line, cells }, sentence: known.texts[language] ?? known.texts.en };
  }
  const step = await nextStep(cluesOf(rows), state);
  if (step) return { kind: "step", step, sentence: text("follow-why"), isUnsure: !isUnique };
  const isComplete = !state.some((line) => line.includes("?"));
  return { kind: isComplete ? "complete" : "nothing", step: null, sentence: isComplete ? "" : text("no-hint"), isUnsure: !isUnique };
}

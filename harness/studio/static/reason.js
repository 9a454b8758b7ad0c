// @ts-check
/** The reason card: what follows next, why, and the line before and after. */

import { element } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { text } from "./strings.js";

/** @typedef {{ row: number, column: number, colour: string, key?: string }} HintCell rows and columns from 1 */

/** Return a step's conclusion as a title. @param {any} hint @param {import("./board.js").Looks["nameOf"]} nameOf @returns {string} */
export function titleOf(hint, nameOf) {
  /** @type {HintCell[]} */
  const cells = hint.step?.cells ?? [];
  const [first] = cells;
  const line = hint.step?.line ?? hint.step?.lines?.[0];
  if (!first) return text(`hint-${hint.kind}`);
  const isOne = cells.every((cell) => keyOf(cell) === keyOf(first));
  if (!line || !cells.every((cell) => cell[line.axis === "row" ? "row" : "column"] === line.number)) {
    return text("becomes", { row: first.row, column: first.column, colour: nameOf(keyOf(first)) });
  }
  const places = cells.map((cell) => (line.axis === "row" ? cell.column : cell.row));
  const title = text(`line-${line.axis}`, { number: line.number });
  return isOne ? text("cells-are", { line: title, cells: spans(places), count: places.length, colour: nameOf(keyOf(first), places.length) })
    : text("cells-follow", { line: title, count: places.length });
}

/** @param {HintCell} cell @returns {string} */
export function keyOf(cell) {
  return cell.key ?? (cell.colour === "black" ? "#" : BACKGROUND);
}

/** Numbers with those in a row joined: "1–3, 7". @param {number[]} numbers */
function spans(numbers) {
  /** @type {[number, number][]} */
  const joined = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = joined.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else joined.push([number, number]);
  }
  const said = joined.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`));
  return said.join(", ");
}

/** A line as little cells. @param {string} line its keys @param {Set<number>} fresh places that the step decides @param {(key: string) => string | null} rgb */
export function linePicture(line, fresh, rgb) {
  const place = element("div", "linepic");
  place.append(...[...line].map((key, index) => {
    const cell = element("i", key === "?" ? "" : key === BACKGROUND ? "blank" : "filled");
    if (fresh.has(index)) cell.classList.add("fresh");
    const colour = key === "?" || key === BACKGROUND ? null : rgb(key);
    if (colour) cell.style.backgroundColor = colour;
    return cell;
  }));
  return place;
}

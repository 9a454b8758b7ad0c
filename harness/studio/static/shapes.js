// @ts-check
/** Which cells a shape has. */

/** @typedef {[number, number]} Place row and column, from 0 */
/** @typedef {"" | "h" | "v" | "hv"} Symmetry what is drawn appears at the other side too */

/** The number nearest to another one between two bounds; the upper one counts if they cross. @param {number} at @param {number} least @param {number} most */
export function clamp(at, least, most) {
  return Math.min(Math.max(at, least), most);
}

/** The cells of a straight line between two cells, both included. @param {Place} from @param {Place} to @returns {Place[]} */
export function lineBetween([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = steps ? step / steps : 0;
    return /** @type {Place} */ ([Math.round(row + (toRow - row) * part), Math.round(column + (toColumn - column) * part)]);
  });
}

/** The corners of the area between two cells. @param {Place} from @param {Place} to */
export function areaBetween([row, column], [toRow, toColumn]) {
  return { top: Math.min(row, toRow), left: Math.min(column, toColumn), bottom: Math.max(row, toRow), right: Math.max(column, toColumn) };
}

/** All cells between two corners. @param {Place} from @param {Place} to @returns {Place[]} */
export function blockBetween(from, to) {
  const { top, left, bottom, right } = areaBetween(from, to);
  /** @type {Place[]} */
  const places = [];
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) places.push([row, column]);
  return places;
}

/** The edge of a rectangle. @param {Place} from @param {Place} to @returns {Place[]} */
export function rectangleBetween(from, to) {
  const { top, left, bottom, right } = areaBetween(from, to);
  return blockBetween(from, to).filter(([row, column]) => row === top || row === bottom || column === left || column === right);
}

/** The edge of the ellipse that fills a rectangle, without gaps. @param {Place} from @param {Place} to @returns {Place[]} */
export function ellipseBetween(from, to) {
  const { top, left, bottom, right } = areaBetween(from, to);
  const [middleRow, middleColumn] = [(top + bottom) / 2, (left + right) / 2];
  const [high, wide] = [(bottom - top + 1) / 2, (right - left + 1) / 2];
  const isIn = (/** @type {number} */ row, /** @type {number} */ column) => row >= top && row <= bottom && column >= left && column <= right
    && ((row - middleRow) / high) ** 2 + ((column - middleColumn) / wide) ** 2 <= 1;
  return blockBetween(from, to).filter(([row, column]) => isIn(row, column)
    && !(isIn(row - 1, column) && isIn(row + 1, column) && isIn(row, column - 1) && isIn(row, column + 1)));
}

/** The cells of one colour around a cell. @param {string[]} rows @param {Place} place @returns {Place[]} */
export function areaAround(rows, [row, column]) {
  const before = rows[row]?.[column];
  if (before === undefined) return [];
  const width = rows[0]?.length ?? 0;
  const seen = new Set([row * width + column]);
  /** @type {Place[]} */
  const area = [[row, column]];
  for (let at = 0; at < area.length; at++) {
    const [y, x] = area[at] ?? [0, 0];
    for (const [down, right] of /** @type {Place[]} */ ([[0, 1], [0, -1], [1, 0], [-1, 0]])) {
      const number = (y + down) * width + x + right;
      if (rows[y + down]?.[x + right] !== before || seen.has(number)) continue;
      seen.add(number);
      area.push([y + down, x + right]);
    }
  }
  return area;
}

/** These cells and those opposite them. @param {Place[]} places @param {Symmetry} symmetry @param {number} width @param {number} height
 * @returns {Place[]} */
export function withSymmetry(places, symmetry, width, height) {
  const across = symmetry.includes("h") ? places.map(([row, column]) => /** @type {Place} */ ([row, width - 1 - column])) : [];
  const half = [...places, ...across];
  const down = symmetry.includes("v") ? half.map(([row, column]) => /** @type {Place} */ ([height - 1 - row, column])) : [];
  return [...half, ...down];
}

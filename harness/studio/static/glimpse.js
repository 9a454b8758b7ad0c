// @ts-check
/** The program's grid as it stands on the screen, 4 pixels a cell, and the marks of its lines. */

const [PITCH, ORIGIN] = [4, 6];
const [WHITE, BLACK] = [0b111_101_111, 0];

/** @param {Uint8Array} screen @param {number} x @param {number} y */
function pixel(screen, x, y) {
  return (screen[(y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2 | x >> 3] ?? 0) >> (7 - (x & 7)) & 1;
}

/** Pixels of a square, the top left one first. @param {Uint8Array} screen @param {number} x @param {number} y @param {number} side */
function square(screen, x, y, side) {
  let bits = 0;
  for (let at = 0; at < side * side; at++) bits = bits << 1 | pixel(screen, x + at % side, y + Math.floor(at / side));
  return bits;
}

/** Read the cells; what is half drawn counts as unknown. @param {Uint8Array} screen @param {number} width @param {number} height
 * @returns {string[]} */
export function glimpse(screen, width, height) {
  return Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => {
    const cell = square(screen, ORIGIN + PITCH * column, ORIGIN + PITCH * row, 3);
    return cell === WHITE ? "." : cell === BLACK ? "#" : "?";
  }).join(""));
}

const [PASSIVE, ACTIVE] = [0b1000, 0b1111];

/** The line that is marked as being looked at (index -1: none, or several), and how many wait.
 * @param {Uint8Array} screen @param {string[]} grid its cells, for its size */
export function activeLine(screen, grid) {
  const marks = [
    ...grid.map((_, index) => ({ axis: "row", index, mark: square(screen, 0, PITCH * index + ORIGIN + 1, 2) })),
    ...Array.from(grid[0] ?? "", (_, index) => ({ axis: "column", index, mark: square(screen, PITCH * index + ORIGIN + 1, 0, 2) })),
  ];
  const [line, ...others] = marks.filter(({ mark }) => mark === ACTIVE);
  const waiting = marks.filter(({ mark }) => mark === PASSIVE).length;
  return { axis: line?.axis ?? "row", index: line && !others.length ? line.index : -1, waiting };
}

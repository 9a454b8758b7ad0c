// @ts-check
/** Files that the page writes and reads without a server: sheets as SVG and PNG, puzzles as `.non` and `.txt`. */

import { BACKGROUND } from "./drawing.js";
import { cluesOf } from "./follow.js";
import { columnsOf, runsOf } from "./lines.js";
import { isDark } from "./paint.js";
import { contentOf, fragmentOf } from "./share.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {import("./paint.js").Clue} Clue */

const MOST_BYTES = 1_000_000;
/** A sheet's cell, and the width and height of a number; pixels of a picture for each. */
const [CELL, WIDE, HIGH, SCALE] = [10, 9, 7.5, 3];
const [BLACK_RGB, WHITE_RGB] = ["#000000", "#ffffff"];
const HEADING = /^(title|rows|columns|picture|goal|width|height|color)\b:?\s*(.*)$/;
/** The coloured cells of a side, whatever their order: both sides have the same. */
const cellsOf = (/** @type {Clue[]} */ lines) => [...lines.flat().map(([length, key]) => key.repeat(length)).join("")].sort().join("");

/** Write a drawing's puzzle as a file. @param {Content} content @param {string} kind of the file @returns {Promise<Blob>} */
export async function fileOf(content, kind) {
  if (kind === "non") return new Blob([nonOf(content)]);
  if (kind === "puzzle.txt") return new Blob([textOf(content)]);
  const svg = new Blob([svgOf(content, await fragmentOf(content), kind === "solution.svg")], { type: "image/svg+xml" });
  return kind === "sheet.png" ? painted(svg) : svg;
}

/** @param {string} key @param {Content} content @returns {string} black for what is no colour: a link may hold anything */
function rgbOf(key, { colours = [], background = WHITE_RGB }) {
  const rgb = key === BACKGROUND ? background : colours.find((one) => one.key === key)?.rgb ?? "";
  return /^#\w{6}$/.test(rgb) ? rgb : BLACK_RGB;
}

/** @param {Content} content @param {string} link that opens it @param {boolean} isSolved */
function svgOf(content, link, isSolved) {
  const { rows, title = "" } = content;
  const clues = cluesOf(rows);
  const longest = (/** @type {Clue[]} */ lines) => Math.max(1, ...lines.map(({ length }) => length));
  const [columns, left, top] = [columnsOf(rows).length, WIDE * longest(clues.rows), HIGH * longest(clues.columns)];
  const [right, bottom] = [left + CELL * columns, top + CELL * rows.length];
  const box = (/** @type {number[]} */ [x, y, width, height], /** @type {string} */ rgb) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${rgb}"/>`;
  const number = (/** @type {Clue[number]} */ [length, key], /** @type {number} */ x, /** @type {number} */ y) => {
    const rgb = rgbOf(key, content);
    const ground = content.colours ? box([x + 0.3, y + 0.2, WIDE - 0.6, HIGH - 0.4], rgb) : "";
    return `${ground}<text x="${x + WIDE / 2}" y="${y + HIGH - 1.5}"${ground && isDark(rgb) ? ' fill="#fff"' : ""}>${length}</text>`;
  };
  const rules = (/** @type {(at: number, all: number) => boolean} */ isDrawn) => [
    ...Array.from({ length: columns + 1 }, (_, at) => (isDrawn(at, columns) ? `M${left + CELL * at} 0V${bottom}` : "")),
    ...Array.from({ length: rows.length + 1 }, (_, at) => (isDrawn(at, rows.length) ? `M0 ${top + CELL * at}H${right}` : "")),
  ].join("");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${right + 2} ${bottom + 2}" width="${SCALE * (right + 2)}" height="${SCALE * (bottom + 2)}" role="img">`,
    `<title>${title.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"))}</title>`,
    box([-1, -1, right + 2, bottom + 2], WHITE_RGB), box([left, top, right - left, bottom - top], rgbOf(BACKGROUND, content)),
    ...(isSolved ? rows.flatMap((row, y) => runsOf(row).map(([length, key, x]) => box([left + CELL * x, top + CELL * y, CELL * length, CELL], rgbOf(key, content)))) : []),
    '<g font-family="sans-serif" font-size="6.5" text-anchor="middle">',
    ...clues.rows.flatMap((clue, y) => clue.map((one, at) => number(one, left - WIDE * (clue.length - at), top + CELL * y + (CELL - HIGH) / 2))),
    ...clues.columns.flatMap((clue, x) => clue.map((one, at) => number(one, left + CELL * x + (CELL - WIDE) / 2, top - HIGH * (clue.length - at)))),
    `</g><path stroke="#a0a0aa" stroke-width="0.3" d="${rules(() => true)}"/>`,
    `<path stroke="#000" d="${rules((at, all) => at % 5 === 0 || at === all)}"/>`,
    `<metadata>${link}</metadata></svg>`,
  ].join("\n");
}

/** @param {Blob} svg @returns {Promise<Blob>} the same as a PNG */
async function painted(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/** The clues of both sides, a line each. @param {Content} content @param {string} colon behind a heading */
function cluesText({ rows, colours }, colon) {
  const told = (/** @type {Clue} */ clue) => clue.map(([length, key]) => (colours ? `${length}${key}` : length)).join(",") || "0";
  const clues = cluesOf(rows);
  return [`rows${colon}`, ...clues.rows.map(told), `columns${colon}`, ...clues.columns.map(told)];
}

/** @param {Content} content */
function nonOf(content) {
  const { rows, title, colours = [], background = WHITE_RGB } = content;
  const looks = colours.map(({ key, rgb }) => `color ${key} ${rgb}`);
  if (background.toLowerCase() !== WHITE_RGB) looks.push(`color 0 ${background}`);
  const cells = rows.join("").replaceAll(BACKGROUND, "0").replaceAll("#", "1");
  const head = [...(title ? [`title "${title.replaceAll('"', "'")}"`] : []), `width ${rows[0]?.length}`, `height ${rows.length}`];
  return [...head, ...looks, ...cluesText(content, ""), `goal "${cells}"`, ""].join("\n");
}

/** @param {Content} content */
function textOf(content) {
  if (content.colours) throw new Error(text("no-colours-there"));
  return [...(content.title ? [`title: ${content.title}`] : []), ...cluesText(content, ":"), "picture:", ...content.rows, ""].join("\n");
}

// -- reading -----------------------------------------------------------------------------------

/** The drawing in a file; one of clues alone is solved first. @param {Blob} file @param {number} most cells a side
 * @param {(clues: import("./board.js").Clues) => Promise<string[]>} solve @returns {Promise<Content>} */
export async function contentIn(file, most, solve) {
  const source = file.size > MOST_BYTES ? "" : await file.text();
  const shared = await contentOf(source);
  const { picture, rows, columns, ...looks } = shared ? { ...shared, picture: shared.rows, rows: [], columns: [] } : partsOf(source);
  const [width, height] = [picture[0]?.length || columns.length, picture.length || rows.length];
  if (!width || !height) throw new Error(text(new RegExp(HEADING, "m").test(source) ? "damaged-file" : "not-known-file"));
  if (Math.max(width, height) > most) throw new Error(text("bad-size", { width, height, most }));
  const clues = { rows, columns };
  const agree = picture.length ? picture.every((row) => row.length === width) && (!rows.length || JSON.stringify(cluesOf(picture)) === JSON.stringify(clues))
    : cellsOf(rows) === cellsOf(columns);
  if (!agree) throw new Error(text("damaged-file"));
  return { ...looks, rows: picture.length ? picture : await solve(clues) };
}

/** The clues, the picture and the looks in a `.non`, a `puzzle.txt`, a game id or a drawing of `#` and `.`. @param {string} source */
function partsOf(source) {
  /** @type {{ title: string, rows: Clue[], columns: Clue[], picture: string[], colours?: import("./drawing.js").Colour[], background?: string }} */
  const found = { title: "", rows: [], columns: [], picture: [] };
  const [, across = "", id = ""] = /^\s*(\d+)x\d+:([\d./]+)\s*$/.exec(source) ?? [];
  if (id) {
    const clues = id.split("/").map((one) => clueIn(one.replaceAll(".", ",")));
    return { ...found, columns: clues.slice(0, Number(across)), rows: clues.slice(Number(across)) };
  }
  /** @type {Record<string, string>} */
  const told = {};
  let section = /^[#.\s]+$/.test(source) ? "picture" : "";
  for (const line of source.split("\n").map((one) => one.trim())) {
    const [, word = "", value = ""] = HEADING.exec(line) ?? [];
    const [, key = "", rgb = ""] = /^(\w) (#\w{6})$/.exec(value) ?? [];
    if (word === "color" && key === "0") found.background = rgb;
    else if (word === "color") (found.colours ??= []).push({ key, name: "", rgb });
    else if (word) told[section = word] = value.replace(/^"(.*)"$/, "$1");
    else if (section === "picture" && line) found.picture.push(line);
    else if (section === "goal") told.goal += line.replace(/\s/g, "");
    else if (section === "rows" || section === "columns") {
      const all = Number(told[section] || told[section === "rows" ? "height" : "width"]);
      if (line ? !line.startsWith("#") : found[section].length < all) found[section].push(clueIn(line));
    }
  }
  const cells = told.goal?.replaceAll("0", BACKGROUND).replaceAll("1", "#") ?? "";
  if (cells) found.picture = Array.from({ length: found.rows.length }, (_, row) => cells.slice(row * found.columns.length, (row + 1) * found.columns.length));
  const keys = new Set([BACKGROUND, ...(found.colours?.map(({ key }) => key) ?? ["#"])]);
  if ([...found.picture.join(""), ...[...found.rows, ...found.columns].flat().map(([, key]) => key)].some((key) => !keys.has(key))) throw new Error(text("not-known-file"));
  return { ...found, title: told.title ?? "" };
}

/** @param {string} line @returns {Clue} */
function clueIn(line) {
  const groups = line.split(/[\s,]+/).filter((one) => !/^[0-]?$/.test(one)).map((one) => /^([1-9]\d?)([a-zA-Z]?)$/.exec(one));
  if (groups.includes(null)) throw new Error(text("not-known-file"));
  return groups.map((group) => [Number(group?.[1]), group?.[2] || "#"]);
}

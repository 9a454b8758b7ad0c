// @ts-check
/** A puzzle in a link: its drawing as JSON, deflated, in the part of the address that no server sees.
 *  `harness/studio/returning.py` does the same. */

import { fromBase64, through, toBase64 } from "../../../pyspectrum/page/bytes.js";

/** @typedef {import("./drawing.js").Content} Content */

const KEY = "#puzzle=";
/** Beginning of links of earlier versions, whose JSON is not deflated: a brace in base64. */
const PLAIN = "ey";
const MOST_BYTES = 2_000_000;

/** Return the part of a link after a solver page's address. @param {Content} content @returns {Promise<string>} */
export async function fragmentOf({ rows, title, colours, background }) {
  const json = new TextEncoder().encode(JSON.stringify({ rows, title, colours, background }));
  const packed = toBase64(await through(json, new CompressionStream("deflate-raw"), MOST_BYTES));
  return KEY + packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The drawing in a link or its fragment, null if there is none. @param {string} link @returns {Promise<Content | null>} */
export async function contentOf(link) {
  const at = link.indexOf(KEY);
  if (at < 0) return null;
  const packed = link.slice(at + KEY.length).trim();
  try {
    const bytes = fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const json = packed.startsWith(PLAIN) ? bytes : await through(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES);
    const content = JSON.parse(new TextDecoder().decode(json));
    return isDrawing(content) ? content : null;
  } catch {
    return null;
  }
}

/** @param {any} content @returns {content is Content} */
function isDrawing(content) {
  const rows = content?.rows;
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => typeof row === "string" && row.length === rows[0].length && row.length > 0);
}

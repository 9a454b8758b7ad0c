// @ts-check
/** A puzzle in a link: its drawing as JSON, deflated, in the part of the address that no server sees
 *  (`harness/studio/embedded.py` does the same); and the system's share sheet, for links and files. */

import { toast } from "./notices.js";
import { text } from "./strings.js";
import { fromBase64, through, toBase64 } from "../../../pyspectrum/page/bytes.js";

/** @typedef {import("./drawing.js").Content} Content */

const KEY = "#puzzle=";
const MOST_BYTES = 2_000_000;

/** Return the part of a link after a solver page's address. @param {Content} content @returns {Promise<string>} */
export async function fragmentOf({ rows, title, colours, background }) {
  const json = new TextEncoder().encode(JSON.stringify({ rows, title, colours, background }));
  const packed = toBase64(await through(json, new CompressionStream("deflate-raw"), MOST_BYTES));
  return KEY + packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The drawing in a link or its fragment, null if there is none. @param {string} link @returns {Promise<Content | null>} */
export async function contentOf(link) {
  const packed = link.match(/#puzzle=([\w-]+)/)?.[1];
  if (!packed) return null;
  try {
    const json = await through(fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/")), new DecompressionStream("deflate-raw"), MOST_BYTES);
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

/** @param {ShareData} data @returns {boolean} whether the system has a share sheet that takes it */
export function canHand(data) {
  return navigator.canShare?.(data) ?? false;
}

/** Hand something on by the share sheet, or otherwise. @param {ShareData} data @param {() => void | Promise<void>} otherwise @param {boolean} [isAgain]
 * @returns {Promise<void>} */
export async function hand(data, otherwise, isAgain = false) {
  if (!canHand(data)) return otherwise();
  try {
    return await navigator.share(data);
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    if (name === "AbortError") return undefined; // the sheet was closed
    if (name !== "NotAllowedError" || isAgain) return otherwise();
    return toast(text("share-ready"), text("share"), () => hand(data, otherwise, true)); // the press was too long ago
  }
}

/** @param {string} url @returns {Promise<void>} */
export function handLink(url) {
  return hand({ url }, async () => {
    await navigator.clipboard.writeText(url);
    toast(text("link-copied"));
  });
}

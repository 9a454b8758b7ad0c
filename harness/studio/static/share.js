// @ts-check
/** A puzzle in a link: its drawing as JSON, deflated, in the part of the address that no server sees.
 *  `harness/studio/returning.py` does the same. */

/** @typedef {import("./drawing.js").Content} Content */

const KEY = "#puzzle=";
/** Beginning of links of earlier versions, whose JSON is not deflated: a brace in base64. */
const PLAIN = "ey";
const MOST_BYTES = 2_000_000;

/** Return the part of a link after a solver page's address. @param {Content} content @returns {Promise<string>} */
export async function fragmentOf({ rows, title, colours, background }) {
  const json = new TextEncoder().encode(JSON.stringify({ rows, title, colours, background }));
  return KEY + toBase64(await through(json, new CompressionStream("deflate-raw")));
}

/** The drawing in a link or its fragment, null if there is none. @param {string} link @returns {Promise<Content | null>} */
export async function contentOf(link) {
  const at = link.indexOf(KEY);
  if (at < 0) return null;
  const packed = link.slice(at + KEY.length).trim();
  try {
    const bytes = fromBase64(packed);
    const json = packed.startsWith(PLAIN) ? bytes : await through(bytes, new DecompressionStream("deflate-raw"));
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

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream @returns {Promise<Uint8Array>} */
async function through(bytes, stream) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new Error("a link that holds too much");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} base64 */
function fromBase64(base64) {
  return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

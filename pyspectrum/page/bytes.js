// @ts-check
/** Bytes of files: read in order, packed and unpacked; and the error of a file that is not what it should be. */

/** A message for the person: what is wrong, and what to do. */
export class InputError extends Error {}

/** Reads a file from its beginning; what lies beyond its end is an `InputError`. */
export class Bytes {
  /** @param {Uint8Array} data @param {string} name for messages */
  constructor(data, name) {
    this.data = data;
    this.name = name;
    this.at = 0;
  }
  get atEnd() { return this.at >= this.data.length; }
  /** @param {number} length */
  take(length) {
    const start = this.at;
    this.at += length;
    if (this.at > this.data.length) {
      throw new InputError(`${this.name} is cut short: it ends at byte ${this.data.length}. Fetch it again.`);
    }
    return this.data.subarray(start, this.at);
  }
  /** A number of so many bytes, the lowest first. @param {number} [bytes] */
  number(bytes = 1) {
    return this.take(bytes).reduceRight((value, byte) => value * 256 + byte, 0);
  }
  word() { return this.number(2); }
  /** @param {number} length */
  text(length) { return String.fromCharCode(...this.take(length)); }
}

/** Pack or unpack bytes. @param {Uint8Array} data @param {CompressionStream | DecompressionStream} stream
 *  @param {number} most bytes that may come */
export async function through(data, stream, most) {
  const reader = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (data)]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */ const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > most) throw new InputError(`This unpacks to more than ${most} bytes.`);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
/** Pack bytes as zlib does. @param {Uint8Array} data */
export const deflate = data => through(data, new CompressionStream("deflate"), Infinity);
/** Unpack bytes, `most` of them. @param {Uint8Array} data @param {number} most */
export const inflate = (data, most) => through(data, new DecompressionStream("deflate"), most);

/** @param {string} text */
export const fromBase64 = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));
/** @param {Uint8Array} data */
export function toBase64(data) {
  let text = "";
  for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(text);
}

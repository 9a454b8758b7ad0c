// @ts-check
/** The television: what shows, the border as the beam drew it, what was looked at, and the golden pictures. */

import { PAGING } from "./reader.js";
import { $, attribute } from "./dom.js";
import { firstSince } from "./sound.js";
import { css } from "./view.js";

export const BORDER = 16, WIDTH = 288, HEIGHT = 224;
const ROW_PX = 8;

/** Sixteen colours as the canvas has them, ABGR. */
export const PALETTE = Uint32Array.from({ length: 16 }, (_, n) => {
  const level = n > 7 ? 0xff : 0xd7;
  return (0xff000000 | (n & 1 ? level : 0) << 16 | (n & 4 ? level : 0) << 8 | (n & 2 ? level : 0)) >>> 0;
});

/** Paint 256 by 192 pixels. @param {Uint8Array} ram @param {number} place
 *  @param {Uint32Array} out @param {number} width
 *  @param {number} left @param {number} top @param {boolean} flash */
export function paint(ram, place, out, width, left, top, flash) {
  for (let y = 0; y < 192; y++) {
    const pixels = place | (y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2, attributes = place + 0x1800
      + (y >> 3) * 32;
    let at = (y + top) * width + left;
    for (let x = 0; x < 32; x++) {
      const byte = ram[pixels + x], attribute = ram[attributes + x];
      let ink = attribute & 7 | attribute >> 3 & 8, paper = attribute >> 3 & 15;
      if (flash && attribute & 0x80) [ink, paper] = [paper, ink];
      for (let bit = 7; bit >= 0; bit--) out[at++] = PALETTE[byte >> bit & 1 ? ink : paper];
    }
  }
}

/** @param {Uint32Array} one @param {Uint32Array} other as long */
function equal(one, other) {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

export class Television {
  /** @param {import("./view.js").View} view */
  constructor(view) {
    this.view = view;
    this.canvas = $("tvc").getContext("2d");
    this.over = $("over").getContext("2d");
    this.image = this.canvas.createImageData(WIDTH, HEIGHT);
    this.pixels = new Uint32Array(this.image.data.buffer);
    /** The pixels that the canvas shows; nothing at first. */
    this.shown = new Uint32Array(this.pixels.length);
    this.drawnOver = true;
    this.buttons = /** @type {HTMLElement[]} */ ([...$("pictures").querySelectorAll("button")]);
    /** @type {Record<string, HTMLImageElement>} */ this.pictures = {};
    for (const [name, url] of Object.entries(view.head.pictures ?? {})) {
      const image = new Image();
      image.src = url;
      this.pictures[name] = image;
    }
  }

  draw() {
    const { view } = this, moment = view.moment();
    const chosen = view.picture ? this.pictures[view.picture] : null;
    for (const button of this.buttons) {
      attribute(button, "aria-pressed", String(button.dataset.picture === view.picture));
    }
    if (this.drawnOver) this.over.clearRect(0, 0, 2 * WIDTH, 2 * HEIGHT);
    this.drawnOver = false;
    if (chosen) {
      this.canvas.fillStyle = "#000";
      this.canvas.fillRect(0, 0, WIDTH, HEIGHT);
      const crop = Math.max(0, (chosen.naturalWidth - WIDTH) / 2),
        lines = Math.max(0, (chosen.naturalHeight - HEIGHT) / 2);
      const left = Math.max(0, (WIDTH - chosen.naturalWidth) / 2),
        top = Math.max(0, (HEIGHT - chosen.naturalHeight) / 2);
      this.canvas.drawImage(chosen, left - crop, top - lines);
      this.shown.fill(0);
      this.outlines();
      return;
    }
    this.border(moment);
    const flash = Math.floor((moment.t + view.head.begin) / view.frameTstates) >> 4 & 1;
    paint(moment.ram, view.trace.screenPlace(moment.paging), this.pixels, WIDTH, BORDER, BORDER, !!flash);
    if (!equal(this.pixels, this.shown)) {
      this.canvas.putImageData(this.image, 0, 0);
      this.shown.set(this.pixels);
    }
    this.outlines();
    if (view.square !== null) this.box(view.square >> 5, view.square & 31, 1, 1, "#fff", [4, 3]);
    if (view.step >= 0) this.beam();
  }

  /** The border by its lines, as the changes of this frame came. @param {import("./view.js").Moment} moment */
  border(moment) {
    const { view } = this, { frame, contention } = view.head.model, first = contention[0] - BORDER * contention[1];
    const start = Math.floor((moment.t + view.head.begin) / frame) * frame;
    let at = 0, colour = moment.words[14] & 7;
    const place = (/** @type {number} */ time) => firstSince(view.borders, time, change => change.t);
    const before = place(start), changes = view.borders.slice(before, place(start + frame));
    if (!changes.length || (view.step < 0 && view.frame >= view.n)) {
      this.pixels.fill(PALETTE[colour]);
      return;
    }
    colour = before ? view.borders[before - 1].colour : view.trace.ulaBefore & 7;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x += 8) {
        const t = start + first + y * contention[1] + (x - BORDER) / 2;
        while (at < changes.length && changes[at].t <= t) colour = changes[at++].colour;
        this.pixels.fill(PALETTE[colour], y * WIDTH + x, y * WIDTH + x + 8);
      }
    }
  }

  /** @param {number} row @param {number} column @param {number} rows @param {number} columns @param {string} colour
   *  @param {number[]} [dash] */
  box(row, column, rows, columns, colour, dash = []) {
    const o = this.over, px = 2 * ROW_PX, edge = 2 * BORDER;
    this.drawnOver = true;
    o.strokeStyle = colour;
    o.lineWidth = 2;
    o.setLineDash(dash);
    o.strokeRect(edge + column * px - 1, edge + row * px - 1, columns * px + 2, rows * px + 2);
    o.setLineDash([]);
  }

  /** The place that the failed expectation looked at,
   *  from the time on at which it did; squares that differ from a golden picture. */
  outlines() {
    const { view } = this, { failure } = view.head, call = view.head.calls.find(one => one.error);
    if (!failure || (call && view.now < call.t)) return;
    for (const [row, column] of failure.looks_at.squares ?? []) this.box(row, column, 1, 1, "#ff5a50");
    const box = view.region.box;
    if (!box) return;
    this.box(...box, "#ff5a50");
    const o = this.over, edge = 2 * BORDER, text = view.region.label.toLowerCase();
    const y = box[0] === 0 ? edge - 18 : edge + box[0] * 16 - 18, x = edge + box[1] * 16 - 2;
    o.font = `600 12px ${css("--font")}`;
    o.fillStyle = "#ff5a50";
    o.fillRect(x, y, o.measureText(text).width + 12, 17);
    o.fillStyle = "#1b0503";
    o.fillText(text, x + 6, y + 12.5);
  }

  /** Mark the beam. */
  beam() {
    const { view } = this, { contention, frame } = view.head.model, o = this.over;
    const t = (view.now + view.head.begin) % frame - contention[0] + BORDER * contention[1] + BORDER / 2;
    const line = Math.floor(t / contention[1]), x = t % contention[1] * 2;
    if (line < 0 || line >= HEIGHT) return;
    this.drawnOver = true;
    o.fillStyle = "rgba(163,170,255,.85)";
    o.fillRect(0, line * 2, 2 * WIDTH, 1);
    o.fillStyle = "#fff";
    if (x < WIDTH) o.fillRect(x * 2 - 4, line * 2 - 3, 8, 7);
  }

  /** The square of the screen under a point of the glass, or null. @param {MouseEvent} event */
  squareAt(event) {
    const box = this.over.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / box.width * WIDTH) - BORDER;
    const y = Math.floor((event.clientY - box.top) / box.height * HEIGHT) - BORDER;
    return x < 0 || y < 0 || x > 255 || y > 191 ? null : (y >> 3) * 32 + (x >> 3);
  }
}

/** The places of the RAM that a square of the screen shows. @param {import("./view.js").View} view
 *  @param {number} square */
export function placesOf(view, square) {
  const place = view.trace.screenPlace(view.moment().paging), row = square >> 5, column = square & 31, places = [];
  for (let line = 0; line < 8; line++) places.push(place | (row & 0x18) << 8 | line << 8 | (row & 7) << 5 | column);
  return [...places, place + 0x1800 + square];
}

/** A small picture of a frame. */
export class Thumbnails {
  /** @param {import("./view.js").View} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<number, HTMLCanvasElement>} */ this.known = new Map();
  }
  /** The picture of a frame, 256 by 192. @param {number} frame @param {CanvasRenderingContext2D} context */
  full(frame, context) {
    const { trace } = this.view, kept = trace.keptBefore(frame), data = context.createImageData(256, 192);
    const words = trace.words[kept];
    paint(trace.keptRam(kept), trace.screenPlace(words[PAGING]), new Uint32Array(data.data.buffer), 256, 0, 0, false);
    context.putImageData(data, 0, 0);
  }
  /** @param {number} frame @returns {HTMLCanvasElement} */
  get(frame) {
    const known = this.known.get(frame);
    if (known) return known;
    const large = document.createElement("canvas"), small = document.createElement("canvas");
    [large.width, large.height, small.width, small.height] = [256, 192, 128, 96];
    this.full(frame, /** @type {CanvasRenderingContext2D} */ (large.getContext("2d")));
    const context = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
    context.imageSmoothingQuality = "high";
    context.drawImage(large, 0, 0, 128, 96);
    this.known.set(frame, small);
    return small;
  }
}

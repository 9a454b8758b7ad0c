// @ts-check
/** The thing that the failed expectation looked at: where it is on the screen, and when it changed. */

import { WORDS, PAGING } from "./reader.js";

/** The text row of a place of the screen, and its column. @param {number} offset 0 to 6911
 *  @returns {[number, number]} */
export function square(offset) {
  if (offset < 0x1800) return [(offset >> 11) * 8 + (offset >> 5 & 7), offset & 31];
  return [offset - 0x1800 >> 5, offset & 31];
}

export class Region {
  /** @param {import("./model.js").Trace} trace @param {Record<string, any>} looks @param {{t: number}[]} borders
   *  @param {{from: number}[]} tones */
  constructor(trace, looks, borders, tones) {
    this.trace = trace;
    this.looks = looks;
    this.borders = borders;
    this.label = "Changes";
    /** Rows, columns, and how many of each. @type {[number, number, number, number] | null} */
    this.box = null;
    /** The frames in which it changed. */
    this.frames = new Uint8Array(trace.n + 1);
    if ("row" in looks) this.setBox(`Row ${looks.row}`, [looks.row, 0, looks.rows ?? 1, 32]);
    else if ("square" in looks) this.setBox(`Square ${looks.square}`, [looks.square[0], looks.square[1], 1, 1]);
    else if ("screen" in looks) {
      this.setBox("Screen", [0, 0, 24, 32]);
      this.box = null;
    } else if ("address" in looks) {
      this.label = looks.name ?? `#${looks.address.toString(16).toUpperCase()}`;
      this.markMemory();
    } else if ("border" in looks) {
      this.label = "Border";
      for (const { t } of borders) this.frames[this.frameOf(t)] = 1;
    } else if ("sound" in looks) {
      this.label = "Sound";
      for (const { from } of tones) this.frames[this.frameOf(from)] = 1;
    } else if ("pc" in looks) {
      this.label = looks.name ?? "PC there";
      for (const frame of looks.frames ?? []) if (frame < trace.n) this.frames[frame] = 1;
    }
  }
  /** @param {string} label @param {[number, number, number, number]} box */
  setBox(label, box) {
    this.label = label;
    this.box = this.wide = box;
    this.markMemory();
  }
  /** The frame that a moment lies in. @param {number} t */
  frameOf(t) {
    const { times, n } = this.trace;
    let low = 0, high = n;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, Math.max(0, n - 1));
  }
  /** Return true if a place of the RAM belongs to it. @param {number} place @param {number} paging */
  holds(place, paging) {
    const { looks, trace } = this;
    if ("address" in looks) {
      const address = trace.address(place, paging);
      return address >= looks.address && address < looks.address + (looks.length ?? 1);
    }
    if (!this.wide) return false;
    const offset = place - trace.screenPlace(paging);
    if (offset < 0 || offset >= 6912) return false;
    const [row, column] = square(offset), [top, left, rows, columns] = this.wide;
    return row >= top && row < top + rows && column >= left && column < left + columns;
  }
  markMemory() {
    const { trace } = this;
    for (let frame = 1; frame <= trace.n; frame++) {
      if (!trace.kept[frame]) continue;
      const paging = trace.words[frame][PAGING];
      let hit = this.flips(trace.words[trace.keptBefore(frame - 1)][PAGING], paging, () => trace.keptRam(frame));
      trace.changedRuns(frame, (place, _, length) => {
        for (let k = 0; k < length && !hit; k++) hit = this.holds(place + k, paging);
      });
      if (hit) this.frames[trace.keptBefore(frame - 1)] = 1;
    }
  }
  /** True if a 128 shows its other screen, and it is another there. @param {number} before @param {number} paging
   *  @param {() => Uint8Array} ramThen */
  flips(before, paging, ramThen) {
    if (!this.trace.head.model.banked || !this.wide || !((before ^ paging) & 8)) return false;
    const ram = ramThen(), one = 5 << 14, other = 7 << 14;
    for (let at = 0; at < 6912; at++) {
      if (ram[one | at] !== ram[other | at] && this.holds(one | at, 0)) return true;
    }
    return false;
  }
  /** The last step of a frame, before `limit`, that changed it, or -1. @param {number} frame
   *  @param {number} [limit] */
  lastStep(frame, limit = Infinity) {
    const steps = this.trace.steps(frame), { looks } = this;
    for (let k = Math.min(limit, steps.n) - 1; k >= 0; k--) {
      if ("pc" in looks) {
        if (steps.rows[k * WORDS + 11] === looks.pc) return k;
      } else if ("border" in looks) {
        if ((steps.rows[k * WORDS + 14] & 7) !== (steps.rows[(k + 1) * WORDS + 14] & 7)) return k;
      } else if ("sound" in looks) {
        if (steps.ports.some(port => port.step === k && port.out && !(port.port & 1))) return k;
      } else {
        const paging = (/** @type {number} */ step) => steps.rows[step * WORDS + PAGING];
        if (this.flips(paging(k), paging(k + 1), () => this.ramAfter(frame, k))) return k;
        for (let w = steps.wrote[k]; w < steps.wrote[k + 1]; w++) {
          if (steps.before[w] !== steps.after[w]
            && this.holds(steps.places[w], steps.rows[k * WORDS + PAGING])) return k;
        }
      }
    }
    return -1;
  }
  /** The RAM after a step. @param {number} frame @param {number} step */
  ramAfter(frame, step) {
    const ram = this.trace.ramAt(frame), { wrote, places, after } = this.trace.steps(frame);
    for (let w = 0; w < wrote[step + 1]; w++) ram[places[w]] = after[w];
    return ram;
  }
  /** The last change before a moment: frame and step. @param {number} frame @param {number} step
   *  @returns {[number, number] | null} */
  lastBefore(frame, step) {
    const { trace } = this;
    if (step >= 0 && frame < trace.n) {
      const found = this.lastStep(frame, step);
      if (found >= 0) return [frame, found];
    }
    for (let at = Math.min(frame, trace.n) - 1; at >= 0; at--) {
      if (!this.marked(at)) continue;
      const found = this.lastStep(at);
      if (found >= 0) return [at, found];
    }
    return null;
  }
  /** True if it may have changed in a frame: frames that are not kept share a mark. @param {number} frame */
  marked(frame) { return this.frames[frame]
    || (!this.trace.kept[frame] && this.frames[this.trace.keptBefore(frame)]); }
  /** The last frame in which it changed, or -1. */
  lastFrame() {
    const found = this.lastBefore(this.trace.n, -1);
    return found ? found[0] : -1;
  }
}

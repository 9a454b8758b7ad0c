// @ts-check
/** Memory: the program's variables by name, then the rows in which something changed, or those from an address on. */

import { variables } from "./basic.js";
import { basicRuns } from "./code.js";
import { hex } from "./disassembly.js";
import { $, attribute, esc, fill, put, text } from "./dom.js";
import { thousands } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Moment} Moment */
/** @typedef {{row: HTMLElement, at: HTMLElement, cells: HTMLElement[], names: HTMLElement, from: number,
 *   values: Int16Array}} Line */

const MOST_ROWS = 40, MOST_CHANGED_ROWS = 400, WIDE = 12, NARROW = 8, NARROW_PX = 1240;
const ROW_BYTES = 16, DUMP_ROWS = 32;
const BYTES = Array.from({ length: 256 }, (_, value) => hex(value, 2));

/** The places at which two contents of the RAM differ. @param {Uint8Array} ram @param {Uint8Array} base */
function differing(ram, base) {
  /** @type {number[]} */ const found = [];
  if (ram === base) return found;
  const words = new Uint32Array(ram.buffer, ram.byteOffset, ram.length >> 2);
  const before = new Uint32Array(base.buffer, base.byteOffset, base.length >> 2);
  for (let word = 0; word < words.length; word++) {
    if (words[word] === before[word]) continue;
    for (let at = 4 * word; at < 4 * word + 4; at++) if (ram[at] !== base[at]) found.push(at);
  }
  return found;
}

/** The panel, whose elements stay: all that changes then are texts and classes. */
export class MemoryPanel {
  constructor() {
    this.tools = document.createElement("div");
    this.tools.className = "goto";
    this.tools.innerHTML = '<input id="goto" placeholder="Address or name" aria-label="Show memory from">'
      + '<select id="base" aria-label="Show it as"><option>hex</option><option>decimal</option><option>words</option>'
      + "<option>text</option></select>";
    this.dump = document.createElement("div");
    this.dump.className = "dump";
    this.vars = document.createElement("div");
    this.vars.className = "vars";
    this.rows = document.createElement("div");
    this.rest = document.createElement("div");
    /** @type {Line[]} */ this.lines = [];
    this.wide = 0;
    this.rows.addEventListener("pointerover", event => {
      this.pointed = /** @type {Element} */ (event.target);
      this.explain();
    });
    /** A byte as it was. @type {(place: number) => string} */ this.was = () => "";
    /** The cell that is pointed at. @type {Element | null} */ this.pointed = null;
  }

  /** @param {View} view @param {Moment} moment @param {number} fitting the number of rows that fit
   *  @returns {string} how much has changed */
  draw(view, moment, fitting) {
    const { ram, base, wrote, paging } = moment, { trace } = view, wide = innerWidth < NARROW_PX ? NARROW : WIDE;
    put($("low"), [this.tools, this.vars, this.rows, this.dump, this.rest]);
    this.drawVariables(view, moment);
    this.rows.hidden = view.address !== null;
    if (view.address !== null) {
      fill(this.rest, "");
      return this.drawFrom(view, moment, view.address);
    }
    fill(this.dump, "");
    const changed = differing(ram, base);
    /** @type {Map<number, number[]>} */ const rows = new Map();
    for (const at of changed) {
      const row = Math.floor(at / wide), known = rows.get(row);
      if (known) known.push(at);
      else if (rows.size < MOST_CHANGED_ROWS) rows.set(row, [at]);
      else break;
    }
    const onScreen = (/** @type {number} */ at) => {
      const address = trace.address(at, paging);
      return address >= 0x4000 && address < 0x5b00 ? 2 : 0;
    };
    const order = [...rows.entries()].map(([row, at]) =>
      ({ row, at, rank: onScreen(at[0]) + (wrote.size && at.some(one => wrote.has(one)) ? 0 : 4) }));
    order.sort((one, other) => one.rank - other.rank || one.row - other.row);
    const drawn = Math.min(MOST_ROWS, order.length, view.all ? MOST_ROWS : fitting);
    this.fit(drawn, wide);
    this.was = at => `${shown(view, moment, at)} was ${hex(base[at], 2)}`;
    for (let k = 0; k < drawn; k++) this.drawLine(view, moment, this.lines[k], order[k].row * wide, order[k].at);
    this.explain();
    const left = Math.min(order.length, MOST_ROWS) - drawn;
    const none = view.step >= 0 ? "in this frame yet" : "since the frame before";
    fill(this.rest, left ? `<button class="link more" data-do="more">${thousands(left)} more</button>`
      : changed.length ? "" : `<p class="note">Nothing has changed ${none}.</p>`);
    if (!changed.length) return "";
    const so = view.step >= 0 ? " so far" : "";
    return `${thousands(changed.length)} byte${changed.length > 1 ? "s" : ""} changed${so}`;
  }

  /** Have the fields above change the view. @param {View} view @param {() => void} render */
  listen(view, render) {
    const field = /** @type {HTMLInputElement} */ (this.tools.firstElementChild);
    const base = /** @type {HTMLSelectElement} */ (this.tools.lastElementChild);
    field.addEventListener("change", () => {
      const asked = field.value.trim(), found = asked ? view.names.find(asked) : null;
      field.setCustomValidity(asked && found === null ? "no such address or name" : "");
      field.reportValidity();
      view.address = found;
      render();
    });
    base.addEventListener("change", () => {
      view.base = base.value;
      view.address ??= 0x4000;
      render();
    });
  }

  /** All bytes from an address on. @param {View} view @param {Moment} moment @param {number} first
   *  @returns {string} where they are */
  drawFrom(view, moment, first) {
    const { ram, base, wrote, paging, peek } = moment, { trace, names } = view, size = view.base === "words" ? 2 : 1;
    const wide = innerWidth < NARROW_PX ? ROW_BYTES / 2 : ROW_BYTES, last = Math.min(0x10000, first + DUMP_ROWS * wide);
    const cell = (/** @type {number} */ address) => {
      let kind = "";
      for (let k = 0; k < size; k++) {
        const at = trace.place(address + k & 0xffff, paging);
        if (at >= 0 && wrote.has(at)) kind = "wr";
        else if (at >= 0 && ram[at] !== base[at] && !kind) kind = "ch";
      }
      const value = peek(address), word = value | peek(address + 1 & 0xffff) << 8;
      const shown = view.base === "words" ? hex(word) : view.base === "decimal" ? String(value).padStart(3, "\u00a0")
        : view.base === "text" ? value >= 32 && value < 127 ? String.fromCharCode(value) : "·" : BYTES[value];
      return `<b class="${kind}" data-a="${address}" title="#${hex(address)}: ${value}, #${BYTES[value]}">${esc(shown)}</b>`;
    };
    let html = "";
    for (let row = first; row < last; row += wide) {
      let cells = "";
      for (let at = row; at < Math.min(row + wide, last); at += size) cells += cell(at);
      html += `<div class="mm"><i>${hex(row)}</i><span class="by ${view.base}">${cells}</span>`
        + `<s>${esc(names.place(row, paging))}</s></div>`;
    }
    fill(this.dump, html);
    return `from #${hex(first)}, ${first}`;
  }

  /** @param {View} view @param {Moment} moment */
  drawVariables(view, moment) {
    const { ram, base, wrote, paging, peek } = moment, { trace } = view;
    const state = (/** @type {number} */ address, /** @type {number} */ size) => {
      let found = "";
      for (let k = 0; k < size; k++) {
        const at = trace.place(address + k, paging);
        if (at >= 0 && wrote.has(at)) return "wr";
        if (at >= 0 && ram[at] !== base[at]) found = "ch";
      }
      return found;
    };
    /** @type {[string, string, number, number][]} */ const list = basicRuns(view, moment)
      ? variables(peek).map(([name, value, address]) => [name, value, address, 5])
      : view.names.variables.map(([address, name, size]) => [name,
        size > 1 ? hex(peek(address) | peek(address + 1) << 8) : BYTES[peek(address)], address, size]);
    const button = (/** @type {string} */ name, /** @type {number} */ address) =>
      `<button data-a="${address}" title="#${hex(address)}: who changed it last?">${esc(name)}<b></b></button>`;
    fill(this.vars, list.map(([name, , address]) => button(name, address)).join(""));
    list.forEach(([, value, address, size], k) => {
      const shown = this.vars.children[k], kind = state(address, size);
      text(/** @type {Element} */ (shown.lastElementChild), value);
      if (shown.className !== kind) shown.className = kind;
    });
  }

  /** Have as many rows as are drawn. @param {number} count @param {number} wide */
  fit(count, wide) {
    if (wide !== this.wide) {
      this.wide = wide;
      this.lines = [];
      this.rows.replaceChildren();
    }
    while (this.lines.length < count) {
      const row = document.createElement("div");
      row.className = "mm";
      row.innerHTML = `<i></i><span class="by">${"<b> </b>".repeat(wide)}</span><s></s>`;
      const [at, bytes, names] = /** @type {HTMLElement[]} */ ([...row.children]);
      const cells = /** @type {HTMLElement[]} */ ([...bytes.children]);
      this.lines.push({ row, at, cells, names, from: -1, values: new Int16Array(wide).fill(-1) });
      this.rows.append(row);
    }
    this.lines.forEach(({ row }, k) => { if (row.hidden !== k >= count) row.hidden = k >= count; });
  }

  /** @param {View} view @param {Moment} moment @param {Line} line @param {number} from @param {number[]} places */
  drawLine(view, moment, line, from, places) {
    const { trace, names } = view, { ram, wrote, paging } = moment;
    const name = (/** @type {number} */ at) => {
      const address = trace.address(at, paging);
      return address >= 0 ? names.place(address, paging) : `bank ${at >> 14}`;
    };
    line.from = from;
    text(line.at, shown(view, moment, from));
    text(line.names, inShort(places.map(name).filter(Boolean)));
    for (let k = 0, place = 0; k < line.cells.length; k++) {
      const at = from + k, cell = line.cells[k], value = at < ram.length ? ram[at] : -1;
      const changed = places[place] === at;
      if (changed) place++;
      const kind = wrote.has(at) ? "wr" : changed ? "ch" : value ? "" : "z";
      if (cell.className !== kind) cell.className = kind;
      if (line.values[k] === value) continue;
      line.values[k] = value;
      text(cell, value < 0 ? "  " : BYTES[value]);
    }
  }

  /** The place of the RAM that a cell shows, or -1. @param {Element} cell */
  placeOf(cell) {
    const line = this.lines.find(one => one.row.contains(cell));
    const k = line ? line.cells.indexOf(/** @type {any} */ (cell)) : -1;
    return line && k >= 0 && line.values[k] >= 0 ? line.from + k : -1;
  }
  /** Tell what the byte was that is pointed at. */
  explain() {
    const place = this.pointed ? this.placeOf(this.pointed) : -1;
    if (this.pointed && place >= 0) attribute(this.pointed, "title", this.was(place));
  }
}

/** Names in a few words: `row 0, col 3` to `row 0, col 9` are `row 0, col 3–9`. @param {string[]} names */
function inShort(names) {
  /** @type {[string, string, string][]} */ const found = [];
  for (const name of new Set(names)) {
    const [, start, number] = /^(.*?)(\d*)$/.exec(name) ?? ["", name, ""], last = found.at(-1);
    if (last && number && last[0] === start && last[2] && Number(number) > Number(last[2])) last[2] = number;
    else found.push([start, number, number]);
  }
  return found.map(([start, first, end]) => start + first + (end === first ? "" : `–${end}`)).join(", ");
}

/** A place of the RAM as it is called. @param {View} view @param {Moment} moment @param {number} at */
function shown(view, moment, at) {
  const address = view.trace.address(at, moment.paging);
  return address >= 0 ? hex(address) : `${at >> 14}:${hex(at & 0x3fff)}`;
}

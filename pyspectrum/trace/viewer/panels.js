// @ts-check
/** Registers, memory, stack, ports, BASIC, keyboard and wave at the moment that is shown. */

import { place, program, variables } from "./basic.js";
import { basicRuns } from "./code.js";
import { hex } from "./disassembly.js";
import { SP } from "./reader.js";
import { $, css, esc, fill, thousands } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Moment} Moment */

const PAIRS = [["PC", 11], ["AF", 0], ["BC", 1], ["DE", 2], ["HL", 3], ["IX", 8]];
const MORE_PAIRS = [["SP", 10], ["AF'", 4], ["BC'", 5], ["DE'", 6], ["HL'", 7], ["IY", 9]];
const FLAG_NAMES = ["sign", "zero", "bit 5", "half carry", "bit 3", "parity, overflow", "subtract", "carry"];
const HALF_ROWS = ["CAPS Z X C V", "A S D F G", "Q W E R T", "1 2 3 4 5", "0 9 8 7 6", "P O I U Y", "ENTER L K J H",
  "SPACE SYM M N B"];
const KEYS = ["1 2 3 4 5 6 7 8 9 0", "Q W E R T Y U I O P", "A S D F G H J K L ENTER", "CAPS Z X C V B N M SYM SPACE"];
/** @type {Record<string, string>} */
const SHORT = { ENTER: "ENT", CAPS: "CAP", SPACE: "SPC" };
const MOST_ROWS = 40, MOST_PORTS = 60, ROW_PX = 20;

/** The registers' elements, once: all that changes then are texts and classes. */
export function buildRegisters() {
  const one = (/** @type {any[]} */ [name, at]) => `<div><span>${name}</span><b data-word="${at}"></b></div>`;
  const flags = [..."SZ5H3PNC"].map((name, k) => `<i title="${FLAG_NAMES[k]}">${name}</i>`).join("");
  $("regs").innerHTML = `${PAIRS.map(one).join("")}<div class="fl"><div class="flags">${flags}</div>`
    + `<span class="st"></span></div>${MORE_PAIRS.map(one).join("")}`;
}
/** @param {View} view @param {Moment} moment */
export function drawRegisters(view, moment) {
  const { words, before } = moment, f = words[0] & 255, was = before[0] & 255, panel = $("regs");
  panel.querySelectorAll("[data-word]").forEach((/** @type {HTMLElement} */ element) => {
    const at = Number(element.dataset.word), text = hex(words[at]);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("ch", words[at] !== before[at]);
  });
  panel.querySelectorAll(".flags i").forEach((/** @type {HTMLElement} */ element, /** @type {number} */ k) => {
    element.classList.toggle("on", !!(f >> 7 - k & 1));
    element.classList.toggle("ch", !!((f ^ was) >> 7 - k & 1));
  });
  const status = panel.querySelector(".st"), text = view.status(words);
  if (status.textContent !== text) status.textContent = text;
}

/** @param {View} view @param {Moment} moment */
export function drawLow(view, moment) {
  document.querySelectorAll("[data-low]").forEach(tab =>
    tab.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (tab).dataset.low === view.tab)));
  const draw = { mem: memory, stack, ports, basic }[view.tab] ?? memory, [html, note] = draw(view, moment);
  fill($("low"), html);
  $("lownote").textContent = note;
}

/** How many rows are drawn: those that fit, until all are asked for. @param {View} view @param {number} most */
const rowsDrawn = (view, most) => view.all ? most : Math.min(most, Math.ceil(view.size($("low"))[1] / ROW_PX));
/** The button that shows the others. @param {number} left */
const more = left => left > 0 ? `<button class="link more" data-do="more">${thousands(left)} more</button>` : "";

/** Variables by name, then what has changed. @param {View} view @param {Moment} moment @returns {[string, string]} */
function memory(view, moment) {
  const { ram, base, wrote, paging, peek } = moment, { trace, names } = view, wide = innerWidth < 1240 ? 8 : 12;
  const state = (/** @type {number} */ address, /** @type {number} */ size) => {
    let found = "";
    for (let k = 0; k < size; k++) {
      const at = trace.place(address + k, paging);
      if (at >= 0 && wrote.has(at)) return "wr";
      if (at >= 0 && ram[at] !== base[at]) found = "ch";
    }
    return found;
  };
  let html = '<div class="vars">';
  if (basicRuns(view, moment)) {
    for (const [name, value, address] of variables(peek)) {
      html += `<button data-a="${address}" class="${state(address, 5)}" title="who changed it last?">`
        + `${esc(name)}<b>${esc(value)}</b></button>`;
    }
  } else {
    for (const [address, name, size] of names.variables(24)) {
      const value = size > 1 ? hex(peek(address) | peek(address + 1) << 8) : hex(peek(address), 2);
      html += `<button data-a="${address}" class="${state(address, size)}" title="#${hex(address)}: `
        + `who changed it last?">${esc(name)}<b>${value}</b></button>`;
    }
  }
  html += "</div>";
  /** @type {Map<number, number[]>} */ const rows = new Map();
  let changed = 0;
  for (let at = 0; at < ram.length; at++) {
    if (ram[at] === base[at]) continue;
    changed++;
    if (rows.size < 400) {
      const row = Math.floor(at / wide), known = rows.get(row);
      if (known) known.push(at);
      else rows.set(row, [at]);
    }
  }
  const onScreen = (/** @type {number} */ at) => {
    const address = trace.address(at, paging);
    return address >= 0x4000 && address < 0x5b00 ? 1 : 0;
  };
  const order = [...rows.entries()].sort(([a, one], [b, other]) =>
    Number(other.some(at => wrote.has(at))) - Number(one.some(at => wrote.has(at)))
      || onScreen(one[0]) - onScreen(other[0]) || a - b);
  const drawn = rowsDrawn(view, MOST_ROWS), places = order.slice(0, drawn);
  for (const [row, at] of places) html += memoryRow(view, moment, row * wide, wide, new Set(at));
  html += more(Math.min(order.length, MOST_ROWS) - places.length);
  const none = view.step >= 0 ? "in this frame yet" : "since the frame before";
  if (!changed) html += `<p class="note">Nothing has changed ${none}.</p>`;
  const when = view.step >= 0 ? "so far in this frame" : "since the frame before";
  return [html, changed ? `${thousands(changed)} byte${changed > 1 ? "s" : ""} changed ${when}` : ""];
}
/** @param {View} view @param {Moment} moment @param {number} from @param {number} wide @param {Set<number>} places */
function memoryRow(view, moment, from, wide, places) {
  const { trace, names } = view, { ram, base, wrote, paging } = moment;
  const address = (/** @type {number} */ at) => trace.address(at, paging);
  const shown = (/** @type {number} */ at) => address(at) >= 0 ? hex(address(at)) : `${at >> 14}:${hex(at & 0x3fff)}`;
  const name = (/** @type {number} */ at) =>
    address(at) >= 0 ? names.place(address(at), paging) : `bank ${at >> 14}`;
  const found = new Set([...places].map(name).filter(Boolean));
  let html = `<div class="mm"><i>${shown(from)}</i><span class="by">`;
  for (let at = from; at < Math.min(from + wide, ram.length); at++) {
    const kind = wrote.has(at) ? "wr" : places.has(at) ? "ch" : ram[at] ? "" : "z";
    html += `<b data-p="${at}" class="${kind}" title="${shown(at)} was ${hex(base[at], 2)}">${hex(ram[at], 2)}</b>`;
  }
  return `${html}</span><s>${esc([...found].join(", "))}</s></div>`;
}

/** @param {View} view @param {Moment} moment @returns {[string, string]} */
function stack(view, moment) {
  const { names } = view, { peek, paging } = moment, sp = moment.words[SP];
  let html = "";
  for (let k = 0; k < 9; k++) {
    const at = sp + 2 * k & 0xffff, value = peek(at) | peek(at + 1) << 8, line = names.line(value, paging);
    const call = peek(value - 3), returns = call === 0xcd || (call & 0xc7) === 0xc4;
    const name = value >= 0x4000 || k < 3 ? names.label(value, paging) : "";
    const what = name ? (returns ? "returns to " : "") + esc(name) : "";
    html += `<div class="st"><i>${hex(at)}</i><b>${hex(value)}</b><span>${what}</span>`
      + `<u>${esc(names.lineName(line))}</u></div>`;
  }
  return [html, `SP ${hex(sp)}`];
}

/** What a port's value means. @param {{port: number, value: number, out: boolean}} event @param {boolean} banked */
function meaning({ port, value, out }, banked) {
  if (!(port & 1)) {
    if (out) return `border ${value & 7}, speaker ${value >> 4 & 1}`;
    /** @type {string[]} */ const down = [];
    const rows = HALF_ROWS.filter((_, row) => !(port >> 8 + row & 1));
    for (const row of rows.length === 1 ? rows : []) {
      row.split(" ").forEach((key, bit) => { if (!(value >> bit & 1)) down.push(key); });
    }
    const name = rows.length === 1 ? rows[0] : rows.length ? "several half-rows" : "no half-row";
    return esc(name) + (down.length ? `: <strong>${down.join(" ")}</strong> is down` : "");
  }
  const pages = banked && !(port & 0x8002) && out;
  if (pages) return `bank ${value & 7}, screen ${value & 8 ? 7 : 5}, ROM ${value >> 4 & 1}`;
  if (banked && (port & 0xc002) === 0xc000) return out ? `sound chip: register ${value}` : "sound chip";
  if (banked && (port & 0xc002) === 0x8000) return `sound chip: ${value}`;
  return !(port & 0x20) && !out ? `joystick ${(value & 31).toString(2).padStart(5, "0")}` : "";
}
/** @param {View} view @param {Moment} moment @returns {[string, string]} */
function ports(view, moment) {
  const { trace, names } = view;
  const frame = view.step >= 0 ? view.frame : Math.max(0, view.frame - 1), steps = trace.steps(frame);
  const events = steps.ports.filter(event => view.step < 0 || event.step < view.step);
  const drawn = rowsDrawn(view, MOST_PORTS), rest = Math.min(events.length, MOST_PORTS) - drawn;
  const html = events.slice(-drawn).map(event => `<div class="pt${event.out ? " out" : ""}">`
    + `<i>${event.t - steps.t[0]}</i>`
    + `<b>${event.out ? "OUT" : "IN"}</b><span>${hex(event.port)}</span><b>${hex(event.value, 2)}</b>`
    + `<s>${meaning(event, view.head.model.banked)}</s>`
    + `<u>${esc(names.label(event.pc, moment.paging))}</u></div>`).join("") + more(rest);
  return [html + chip(view, moment) || '<p class="note">No port was used in this frame.</p>',
    `${thousands(events.length)} in this frame`];
}
/** The sound chip's registers. @param {View} view @param {Moment} moment */
function chip(view, moment) {
  if (!view.head.model.banked) return "";
  const registers = Array.from(view.trace.ayBefore);
  for (const { t, register, value } of view.trace.ay) {
    if (t - view.head.begin > moment.t) break;
    registers[register & 15] = value;
  }
  const shown = registers.slice(0, 14).map((value, k) => `R${k} <b>${hex(value, 2)}</b>`).join(" ");
  return `<p class="note ay">AY ${shown}</p>`;
}

/** @param {View} _view @param {Moment} moment @returns {[string, string]} */
function basic(_view, moment) {
  const [number, statement] = place(moment.peek), line = program(moment.peek).find(one => one.number === number);
  const texts = (line ? line.statements : []).map((text, k) =>
    k === statement - 1 ? `<mark>${esc(text)}</mark>` : esc(text));
  const shown = texts.join(": ");
  const list = variables(moment.peek).map(([name, value]) =>
    `<div class="st"><b>${esc(name)}</b><span class="wide">${esc(value)}</span></div>`).join("");
  const where = number <= 9999 ? `line ${number}:${statement}` : "a command";
  return [(line ? `<div class="bs">${number} ${shown}</div>` : '<p class="note">No line of a program runs.</p>')
    + list, where];
}

/** The keyboard, once. */
export function buildKeyboard() {
  let html = "";
  KEYS.forEach((keys, y) => keys.split(" ").forEach((key, x) => {
    const left = x * 21.4 + [0, 5, 10, 0][y] + 0.5;
    html += `<g data-k="${key}"><rect x="${left}" y="${y * 19 + 0.5}" width="19" height="16" rx="3.5"/>`
      + `<text x="${left + 9.5}" y="${y * 19 + 11.5}">${SHORT[key] ?? key}</text></g>`;
  }));
  $("kb").innerHTML = html;
}

/** @param {View} view */
export function drawKeysAndWave(view) {
  const down = view.held(view.now).map(key => key.toUpperCase());
  document.querySelectorAll("#kb g").forEach(key =>
    key.classList.toggle("on", down.includes(/** @type {SVGElement} */ (key).dataset.k ?? "")));
  const named = down.length ? down.join(" + ") : "none";
  $("kheld").textContent = named;
  $("kb").setAttribute("aria-label", `Keys down: ${named}`);
  const t = view.now + view.head.begin, half = view.frameTstates / 2;
  const tone = view.tones.find(one => one.from <= t + half && one.to >= t - half);
  const long = tone ? ((tone.to - tone.from) / view.head.model.second * 1000).toFixed(0) : "";
  $("stone").textContent = tone ? `${tone.hz} Hz, ${long} ms` : "silent";
  wave(view, t);
}
/** The speaker's level for three frames around a moment. @param {View} view @param {number} t */
function wave(view, t) {
  const canvas = $("wave"), [width] = view.size(canvas), ratio = devicePixelRatio || 1, high = 76;
  if (!width) return;
  canvas.width = width * ratio;
  canvas.height = high * ratio;
  const c = canvas.getContext("2d"), span = view.frameTstates * 3, from = t - span / 2;
  const x = (/** @type {number} */ at) => (at - from) / span * width;
  c.scale(ratio, ratio);
  c.strokeStyle = css("--line");
  c.beginPath();
  for (let frame = view.frame - 1; frame < view.frame + 3; frame++) {
    const edge = x(view.trace.times[Math.max(0, Math.min(view.n, frame))]);
    c.moveTo(edge, 0);
    c.lineTo(edge, high);
  }
  c.stroke();
  const { edges } = view;
  let k = edges.findIndex(edge => edge >= from), level = (k < 0 ? edges.length : k) & 1;
  if (k < 0) k = edges.length;
  const y = () => level ? 20 : 58;
  c.strokeStyle = css("--lane-snd");
  c.lineWidth = 1.25;
  c.beginPath();
  c.moveTo(0, y());
  for (; k < edges.length && edges[k] < from + span; k++) {
    c.lineTo(x(edges[k]), y());
    level ^= 1;
    c.lineTo(x(edges[k]), y());
  }
  c.lineTo(width, y());
  c.stroke();
  c.fillStyle = css("--pen");
  c.fillRect(width / 2 - 1, 0, 2, high);
}

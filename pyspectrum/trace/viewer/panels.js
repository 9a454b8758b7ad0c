// @ts-check
/** Registers, memory, stack, ports, BASIC, keyboard and wave at the moment that is shown. */

import { place, program, variables } from "./basic.js";
import { hex } from "./disassembly.js";
import { SP } from "./reader.js";
import { $, attribute, esc, fill, select, text } from "./dom.js";
import { firstSince } from "./sound.js";
import { css, thousands } from "./view.js";

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
const MOST_PORTS = 60, ROW_PX = 20;

/** @type {{values: [HTMLElement, number][], flags: HTMLElement[], status: HTMLElement}} */
const registers = { values: [], flags: [], status: document.body };
/** @type {[SVGElement, string][]} */ let keyboard = [];

/** The registers' elements, once: all that changes then are texts and classes. */
export function buildRegisters() {
  const one = (/** @type {any[]} */ [name, at]) => `<div><span>${name}</span><b data-word="${at}"></b></div>`;
  const flags = [..."SZ5H3PNC"].map((name, k) => `<i title="${FLAG_NAMES[k]}">${name}</i>`).join("");
  $("regs").innerHTML = `${PAIRS.map(one).join("")}<div class="fl"><div class="flags">${flags}</div>`
    + `<span class="state"></span></div>${MORE_PAIRS.map(one).join("")}`;
  const all = (/** @type {string} */ selector) =>
    /** @type {HTMLElement[]} */ ([...$("regs").querySelectorAll(selector)]);
  registers.values = all("[data-word]").map(element => [element, Number(element.dataset.word)]);
  registers.flags = all(".flags i");
  [registers.status] = all(".state");
}
/** @param {View} view @param {Moment} moment */
export function drawRegisters(view, moment) {
  const { words, before } = moment, f = words[0] & 255, was = before[0] & 255, { values, flags, status } = registers;
  for (const [element, at] of values) {
    text(element, hex(words[at]));
    element.classList.toggle("ch", words[at] !== before[at]);
  }
  flags.forEach((element, k) => {
    element.classList.toggle("on", !!(f >> 7 - k & 1));
    element.classList.toggle("ch", !!((f ^ was) >> 7 - k & 1));
  });
  text(status, view.status(words));
}

/** @param {View} view @param {Moment} moment @param {import("./memory.js").MemoryPanel} memory */
export function drawLow(view, moment, memory) {
  select("low", view.tab);
  const draw = { stack, ports, basic }[view.tab];
  if (!draw) return text($("lownote"), memory.draw(view, moment, fitting(view)));
  const [html, note] = draw(view, moment);
  fill($("low"), html);
  text($("lownote"), note);
}

/** The number of rows that fit. @param {View} view */
const fitting = view => Math.ceil(view.size($("low"))[1] / ROW_PX);
/** The button that shows the others. @param {number} left */
const more = left => left > 0 ? `<button class="link more" data-do="more">${thousands(left)} more</button>` : "";

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

/** Explain a port's value. @param {{port: number, value: number, out: boolean}} event @param {boolean} banked */
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
  const drawn = Math.min(MOST_PORTS, view.all ? MOST_PORTS : fitting(view));
  const rest = Math.min(events.length, MOST_PORTS) - drawn;
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
  const where = number && number <= 9999 ? `line ${number}:${statement}` : "a command";
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
  keyboard = [...$("kb").querySelectorAll("g")].map(key => [key, key.dataset.k]);
}

/** @param {View} view */
export function drawKeysAndWave(view) {
  const down = view.held(view.now).map(key => key.toUpperCase());
  for (const [key, name] of keyboard) key.classList.toggle("on", down.includes(name));
  const named = down.length ? down.join(" + ") : "none";
  text($("kheld"), named);
  attribute($("kb"), "aria-label", `Keys down: ${named}`);
  const t = view.now + view.head.begin, half = view.frameTstates / 2;
  const tone = view.tones.find(one => one.from <= t + half && one.to >= t - half);
  const long = tone ? ((tone.to - tone.from) / view.head.model.second * 1000).toFixed(0) : "";
  text($("stone"), tone ? `${tone.hz} Hz, ${long} ms` : "silent");
  wave(view, t);
}
/** The drawing on the wave's canvas. */
let waveShown = "";
/** The speaker's level for three frames around a moment. @param {View} view @param {number} t */
function wave(view, t) {
  const canvas = $("wave"), [width] = view.size(canvas), ratio = devicePixelRatio || 1, high = 76;
  if (!width) return;
  const span = view.frameTstates * 3, from = t - span / 2, { edges } = view;
  const x = (/** @type {number} */ at) => Math.round((at - from) / span * width * ratio) / ratio;
  const frames = [-1, 0, 1, 2].map(k => x(view.trace.times[Math.max(0, Math.min(view.n, view.frame + k))]));
  const first = firstSince(edges, from, edge => edge), turns = [];
  for (let k = first; k < edges.length && edges[k] < from + span; k++) turns.push(x(edges[k]));
  const shown = [width, ratio, css("--pen"), first & 1, ...frames, "", ...turns].join(" ");
  if (shown === waveShown) return;
  waveShown = shown;
  canvas.width = width * ratio;
  canvas.height = high * ratio;
  const c = canvas.getContext("2d");
  c.scale(ratio, ratio);
  c.strokeStyle = css("--line");
  c.beginPath();
  for (const edge of frames) {
    c.moveTo(edge, 0);
    c.lineTo(edge, high);
  }
  c.stroke();
  const y = (/** @type {number} */ k) => first + k & 1 ? 20 : 58;
  c.strokeStyle = css("--lane-snd");
  c.lineWidth = 1.25;
  c.beginPath();
  c.moveTo(0, y(0));
  turns.forEach((turn, k) => {
    c.lineTo(turn, y(k));
    c.lineTo(turn, y(k + 1));
  });
  c.lineTo(width, y(turns.length));
  c.stroke();
  c.fillStyle = css("--pen");
  c.fillRect(width / 2 - 1, 0, 2, high);
}

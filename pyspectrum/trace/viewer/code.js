// @ts-check
/** The author's source with the lines that ran, or what was executed. */

import { isBasicStack, place, program } from "./basic.js";
import { disassemble, hex } from "./disassembly.js";
import { foldsOf } from "./folds.js";
import { INTERRUPT, OUTSIDE, PAGING, PC, SP, WORDS } from "./reader.js";
import { $, esc, fill, fillRows, select, text } from "./dom.js";
import { thousands } from "./view.js";
import { usesHl } from "../../page/z80_prefixed.js";

const ROW_PX = 19, ROWS_BESIDE = 3;
const COLUMNS = ["AF", "BC", "DE", "HL", "AF'", "BC'", "DE'", "HL'", "IX", "IY", "SP"];

/** True if BASIC runs at a moment, and no code of the author's. @param {import("./view.js").View} view
 *  @param {import("./view.js").Moment} moment */
export function basicRuns(view, moment) {
  const [pc] = view.whereabouts(moment);
  return pc < 0x4000 && !view.callers(moment).length && isBasicStack(moment.peek, moment.words[SP]);
}

/** @param {import("./view.js").View} view @param {import("./view.js").Moment} moment */
export function drawCode(view, moment) {
  const { names } = view, [pc, interrupted] = view.whereabouts(moment), line = names.line(pc, moment.paging);
  const label = names.name(pc, moment.paging);
  const inBasic = view.code !== "executed" && basicRuns(view, moment);
  text($("where"), inBasic ? basicPlace(moment) : label + (line ? `  ·  ${names.lineName(line)}` : ""));
  select("code", view.code);
  const { said } = view, callers = view.callers(moment);
  const shown = said && said.frame === view.frame && said.step === view.step ? `<mark>${esc(said.text)}</mark>` : "";
  const path = callers.map(call => `<button data-call="${call}" title="to that call">`
    + `${esc(names.name(call, moment.paging))}:${names.line(call, moment.paging)?.[1]}</button>`).join(" ‹ ");
  fill($("crumb"), shown + (interrupted ? "an interrupt has just come · " : "")
    + (path ? `called from ${path}` : names.hasSource && line ? "in the main program" : "&nbsp;"));
  if (view.code === "executed") executed(view);
  else if (inBasic) basicSource(moment);
  else if (line) source(view, line);
  else listing(view, moment, pc);
}

/** Count the rows that fit. @param {import("./view.js").View} view @param {HTMLElement} box */
const fitting = (view, box) => Math.max(8, Math.floor(view.size(box)[1] / ROW_PX));

/** The first row of a list: the one before, if that shows the marked row and some beside it.
 *  @param {import("./view.js").View} view @param {string} name @param {number} marked @param {number} rows */
function topOf(view, name, marked, rows) {
  const { list } = view, room = marked - list.top;
  if (list.name !== name || room < ROWS_BESIDE || room >= rows - ROWS_BESIDE) {
    view.list = { name, top: marked - Math.floor(rows * 0.45) };
  }
  return view.list.top;
}

/** Assembly source with labels and comments told apart. @param {string} text */
function coloured(text) {
  const spaced = text.replace(/\t/g, "        ").replace(/^ {8}/, "    "), cut = spaced.indexOf(";");
  const code = cut < 0 ? spaced : spaced.slice(0, cut), comment = cut < 0 ? "" : spaced.slice(cut);
  const found = /^([A-Za-z_.][\w.]*:?)(.*)$/.exec(code);
  return (found ? `<b>${esc(found[1])}</b>${esc(found[2])}` : esc(code)) + (comment ? `<em>${esc(comment)}</em>` : "");
}

/** @param {import("./view.js").View} view @param {[number, number]} line */
function source(view, line) {
  const { trace, names, frame } = view, box = $("code"), steps = trace.steps(frame);
  const file = names.source.files[line[0]];
  const ran = linesThatRan(view, steps, view.step >= 0 ? view.step : steps.n, line[0]);
  const rows = fitting(view, box), last = file.lines.length - rows + 1;
  const top = Math.max(1, Math.min(last, topOf(view, `source ${line[0]}`, line[1], rows)));
  /** @type {import("./dom.js").Row[]} */ const shown = [];
  for (let n = top; n < top + rows && n <= file.lines.length; n++) {
    const addresses = names.addresses.get(`${line[0]}:${n}`);
    const html = `<i>${n}</i><span class="ad">${addresses ? hex(Math.min(...addresses)) : ""}</span>`
      + `<span class="x"></span><s>${coloured(file.lines[n - 1])}</s>`;
    shown.push({ kind: `ln${n === line[1] ? " pc" : ""}${ran.has(n) ? " ran" : ""}`, html });
  }
  if (shown.length) fillRows(box, shown);
  else fill(box, '<p class="note">The source file is not there any more.</p>');
}

/** The lines of a file that ran before a step. @param {import("./view.js").View} view
 *  @param {import("./model.js").Steps} steps @param {number} end @param {number} file */
function linesThatRan({ names }, { rows }, end, file) {
  /** @type {Set<number>} */ const ran = new Set(), seen = new Uint8Array(8 << 16);
  for (let at = 0; at < end * WORDS; at += WORDS) {
    const pc = rows[at + PC], place = (rows[at + PAGING] & 7) << 16 | pc;
    if (seen[place]) continue;
    seen[place] = 1;
    const line = names.line(pc, rows[at + PAGING]);
    if (line?.[0] === file) ran.add(line[1]);
  }
  return ran;
}

/** Line and statement of BASIC. @param {import("./view.js").Moment} moment */
function basicPlace(moment) {
  const [number, statement] = place(moment.peek);
  return number && number <= 9999 ? `BASIC  ·  line ${number}, statement ${statement}` : "BASIC  ·  a command";
}

/** BASIC's lines, the statement that runs marked. @param {import("./view.js").Moment} moment */
function basicSource(moment) {
  const [number, statement] = place(moment.peek);
  const rows = program(moment.peek).map(line => {
    const runs = (/** @type {number} */ k) => line.number === number && k === statement - 1;
    const texts = line.statements.map((text, k) => runs(k) ? `<mark>${esc(text)}</mark>` : esc(text));
    const shown = texts.join(": ").replace(/THEN: /g, "THEN ");
    return { kind: line.number === number ? "bl pc" : "bl", html: `<i>${line.number}</i><s>${shown}</s>` };
  });
  if (rows.length) fillRows($("code"), rows);
  else fill($("code"), '<p class="note">There is no BASIC program.</p>');
}

/** The line of BASIC that was brought into view. @type {Element | null} */ let inView = null;
/** Bring the line of BASIC that runs into view, once all is drawn: to ask for places is to have them all computed. */
export function showBasicLine() {
  const line = $("code").querySelector(".bl.pc");
  if (line && line !== inView) line.scrollIntoView({ block: "center" });
  inView = line;
}

/** Disassembly from PC on, where no source is known. @param {import("./view.js").View} view
 *  @param {import("./view.js").Moment} moment @param {number} pc */
function listing(view, moment, pc) {
  const rows = fitting(view, $("code"));
  /** @type {import("./dom.js").Row[]} */ const shown = [];
  if (view.list.name !== "listing" || !isListed(view, moment, pc, rows)) view.list = { name: "listing", top: pc };
  for (let k = 0, at = view.list.top; k < rows; k++) {
    const { text, length } = view.instruction(moment, at);
    const html = `<i></i><span class="ad">${hex(at)}</span><span class="x"></span>`
      + `<s><b>${esc(exactLabel(view, at, moment.paging))}</b>${esc(named(view, text, moment.paging))}</s>`;
    shown.push({ kind: at === pc ? "ln ran pc" : "ln ran", html });
    at = at + length & 0xffff;
  }
  fillRows($("code"), shown);
}
/** True if the listing shows PC as it is, and some rows after it. @param {import("./view.js").View} view
 *  @param {import("./view.js").Moment} moment @param {number} pc @param {number} rows */
function isListed(view, moment, pc, rows) {
  let at = view.list.top;
  for (let k = 0; k < rows - ROWS_BESIDE && at !== pc; k++) at = at + view.instruction(moment, at).length & 0xffff;
  return at === pc;
}
/** @param {import("./view.js").View} view @param {number} address @param {number} paging */
function exactLabel(view, address, paging) {
  const found = view.names.nearest(address, paging);
  return found && found[1] === 0 ? `${found[0]}: ` : "    ";
}
/** An instruction with names for addresses. @param {import("./view.js").View} view @param {string} text
 *  @param {number} paging */
export function named(view, text, paging) {
  return text.replace(/#([0-9A-F]{4})/, (whole, digits) => view.names.label(parseInt(digits, 16), paging) || whole);
}

/** @typedef {import("./folds.js").Fold} Fold */

/** The list of a frame: the numbers of its steps, and the loops that are folded.
 *  @param {import("./model.js").Steps} steps @returns {(number | Fold)[]} */
function listed(steps) {
  const found = [];
  let k = 0;
  for (const fold of foldsOf(steps)) {
    while (k < fold.from) found.push(k++);
    found.push(fold);
    k = fold.to;
  }
  while (k < steps.n) found.push(k++);
  return found;
}

/** The instructions of the frame, with their times and changes. @param {import("./view.js").View} view */
function executed(view) {
  const { trace, frame } = view, box = $("code"), steps = trace.steps(frame), rows = fitting(view, box);
  const items = listed(steps), now = Math.max(0, view.step);
  const holds = (/** @type {number | Fold} */ item) =>
    typeof item === "number" ? item === now : item.from <= now && now < item.to;
  const current = Math.max(0, items.findIndex(holds));
  const top = Math.max(0, Math.min(items.length - rows, topOf(view, `executed ${frame}`, current, rows)));
  const ram = trace.ramAt(frame);
  let wrote = 0;
  /** @type {import("./dom.js").Row[]} */ const shown = [];
  for (const item of items.slice(top, top + rows)) {
    const k = typeof item === "number" ? item : item.from;
    for (; wrote < steps.wrote[k]; wrote++) ram[steps.places[wrote]] = steps.after[wrote];
    shown.push(typeof item === "number" ? executedRow(view, steps, k, ram) : foldedRow(view, steps, item));
  }
  const none = frame >= view.n ? "The trace ends here." : "Nothing was executed in this frame.";
  if (shown.length) fillRows(box, shown);
  else fill(box, `<p class="note">${none}</p>`);
}

/** @param {import("./view.js").View} view @param {import("./model.js").Steps} steps @param {number} k
 *  @param {Uint8Array} ram as it was before the step */
function executedRow(view, steps, k, ram) {
  const { trace, names } = view;
  const before = steps.rows.subarray(k * WORDS, k * WORDS + WORDS), after = steps.rows.subarray((k + 1) * WORDS);
  const pc = before[PC], paging = before[PAGING], kind = steps.kind[k];
  const { text } = disassemble(address => trace.peek(ram, address, paging), pc, usesHl);
  const times = steps.count[k] > 1 ? ` ×${thousands(steps.count[k])}` : "";
  const what = kind === INTERRUPT ? "interrupt" : kind === OUTSIDE ? "the test changes"
    : named(view, text, paging) + times;
  const changed = [], from = steps.wrote[k], to = steps.wrote[k + 1];
  COLUMNS.forEach((name, word) => { if (before[word] !== after[word]) changed.push(`${name} ${hex(after[word])}`); });
  for (let w = from; w < Math.min(to, from + 2); w++) {
    const address = Math.max(0, trace.address(steps.places[w], paging));
    changed.push(`(${hex(address)}) ${hex(steps.after[w], 2)}`);
  }
  if (to - from > 2) changed.push(`… ${to - from} bytes`);
  const state = k === view.step ? " pc" : view.step >= 0 && k > view.step ? " fut" : "";
  const html = `<i>${steps.t[k] - steps.t[0]}</i><u>${esc(names.name(pc, paging))}</u>`
    + `<b>${esc(what)}</b><s>${esc(changed.join("  "))}</s>`;
  return { kind: `ex${state}`, data: String(k), html };
}

/** @param {import("./view.js").View} view @param {import("./model.js").Steps} steps @param {Fold} fold */
function foldedRow(view, steps, fold) {
  const { from, to, rounds, length } = fold, state = from <= view.step && view.step < to ? " pc" : "";
  const many = `${thousands(rounds)} rounds of ${length} instruction${length === 1 ? "" : "s"}`;
  const html = `<i>${steps.t[from] - steps.t[0]}</i><u>the same again</u>`
    + `<b>${many}</b><s>${thousands(steps.t[to] - steps.t[from])} T-states</s>`;
  return { kind: `ex fold${state}`, data: String(from), html };
}

// @ts-check
/** Opens the trace, draws it, and listens. */

import { Actions } from "./actions.js";
import { drawCode, showBasicLine } from "./code.js";
import { $, esc, select, text } from "./dom.js";
import { buildTest, grouped, showCall } from "./failure.js";
import { MemoryPanel } from "./memory.js";
import { Trace } from "./model.js";
import { Names } from "./names.js";
import { buildKeyboard, buildRegisters, drawKeysAndWave, drawLow, drawRegisters } from "./panels.js";
import { Region } from "./region.js";
import { Television } from "./screen.js";
import { borderChanges, findTones, speakerEdges } from "./sound.js";
import { drawTest } from "./test.js";
import { Timeline } from "./timeline.js";
import { View, forgetStyles, thousands } from "./view.js";

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "prev", ArrowRight: "next", "Shift+ArrowLeft": "back", "Shift+ArrowRight": "on",
  Home: "first", End: "last", " ": "play", j: "nextcall", k: "prevcall", ",": "iprev", ".": "inext",
  "[": "before", "]": "after", t: "text", g: "goto",
  o: "over", u: "out", f: "fail", c: "lead", z: "zoom",
  d: "theme", "?": "keys", s: "source", x: "executed", 1: "mem", 2: "stack", 3: "ports", 4: "basic",
  7: "expected", 8: "actual", 9: "difference",
};
const HELP = [["← →", "a frame"], [", .", "an instruction"], ["O U", "over a call, out of it"],
  ["⇧← ⇧→", "a second"],
  ["J K", "call of the test"], ["[ ]", "before, after a call"], ["T", "the test's source"],
  ["G", "go to an address of memory"], ["Space", "play, pause"], ["Home End", "start, end"],
  ["C", "last change of what was expected"],
  ["F", "the failure"], ["Z", "zoom in, whole test"], ["S X", "source, executed"], ["1 2 3 4", "memory … BASIC"],
  ["7 8 9", "golden picture: expected, actual, difference"], ["D", "light, dark"]];

/** @param {string} name @param {number} machine */
async function unpack(name, machine) {
  const packed = Uint8Array.from(atob($(`${name}-${machine}`).textContent.trim()), sign => sign.charCodeAt(0));
  const opened = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(opened).arrayBuffer());
}

/** @param {number} machine @returns {Promise<View>} */
async function open(machine) {
  /** @type {import("./model.js").Head} */ const head = JSON.parse($(`head-data-${machine}`).textContent);
  const [source, ram, rom, frames, reads, sound, changes] = await Promise.all(
    ["source", "ram", "rom", "frames", "reads", "sound", "changes"].map(name => unpack(name, machine)));
  const trace = new Trace(head, { ram, rom, frames, reads, sound, changes });
  const names = new Names(JSON.parse(new TextDecoder().decode(source)), head.model.banked);
  const edges = speakerEdges(trace), tones = findTones(trace, edges), borders = borderChanges(trace);
  const region = new Region(trace, head.failure?.looks_at ?? { screen: true }, borders, tones);
  if (!head.failure) region.label = "Changes";
  return new View(trace, names, tones, edges, region, borders);
}

/** Everything that belongs to one machine of the test. */
class Page {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.groups = grouped(view.head.calls);
    this.television = new Television(view);
    this.timeline = new Timeline(view, this.groups);
    this.memory = new MemoryPanel();
    this.actions = new Actions(view, this.groups, () => this.render(), () => this.redraw());
    this.memory.listen(view, () => this.render());
  }
  /** Draw the parts that do not change with the moment. */
  build() {
    const { view, groups } = this, { head } = view, failed = head.outcome === "failed";
    document.title = `${head.test} · trace`;
    $("testname").textContent = head.test;
    $("testmeta").textContent = `${head.file} · ${head.model.name} · ${thousands(view.n)} frames · `
      + (head.not_exact ? "not exact" : "replayed exactly") + (head.cut ? ` · ${head.cut}` : "");
    $("outcome").className = `badge ${head.outcome}`;
    const sign = failed ? "M6 6l12 12M18 6 6 18" : "m5 12.5 4.5 4.5L19 7.5";
    $("outcome").innerHTML = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${sign}"/></svg>`
      + esc(head.outcome);
    $("notexact").hidden = !head.not_exact;
    $("notexact").textContent = head.not_exact ?? "";
    $("pictures").hidden = !head.pictures;
    buildTest(view, groups);
    this.timeline.draw();
  }
  redraw() {
    forgetStyles();
    this.view.sizes.clear();
    this.timeline.draw();
    this.render();
  }
  render() {
    const { view } = this, moment = view.moment(), end = view.frame >= view.n, steps = view.trace.steps(view.frame);
    this.television.draw();
    drawRegisters(view, moment);
    drawCode(view, moment);
    drawLow(view, moment, this.memory);
    drawKeysAndWave(view);
    this.timeline.placeHead();
    text($("rframe"), `Frame ${thousands(view.frame)}`);
    text($("rtime"), `${view.seconds(view.now)} of ${view.seconds(view.head.end - view.head.begin)}`);
    const [count, unit] = $("ipos").children;
    text(count, end ? "end" : `${view.step < 0 ? "" : `${thousands(view.step + 1)} of `}${thousands(steps.n)}`);
    text(unit, end ? "of the test" : view.step < 0 ? "instructions" : `T ${steps.t[view.step] - steps.t[0]}`);
    showBasicLine();
    showCall(view, this.groups);
    drawTest(view, this.groups);
    clearTimeout(this.timer);
    if (!view.playing) this.timer = setTimeout(() => this.settled(moment), 400);
  }
  /** Once it stands still: tell a screen reader, and the address. @param {import("./view.js").Moment} moment */
  settled(moment) {
    const { view } = this, pc = moment.words[11];
    $("live").textContent = view.step < 0 ? `frame ${view.frame}`
      : `${view.names.name(pc, moment.paging)}, ${view.instruction(moment, pc).text}`;
    try {
      history.replaceState(null, "", `#f=${view.frame}${view.step >= 0 ? `&i=${view.step}` : ""}`);
    } catch { /* from disk some browsers keep the address as it is */ }
  }
}

/** @type {Page} */ let page;

/** Show a machine. @param {number} machine */
async function show(machine) {
  page = new Page(await open(machine));
  select("machine", String(machine));
  page.build();
  const asked = new URLSearchParams(location.hash.slice(1));
  const { view } = page;
  if (asked.has("f")) page.actions.go(Number(asked.get("f")), asked.has("i") ? Number(asked.get("i")) : -1);
  else {
    if (view.head.failure?.tab) view.tab = view.head.failure.tab;
    page.actions.toFailure();
  }
}

/** @param {string} side */
function showSide(side) {
  document.body.dataset.side = side;
  select("side", side);
}

function listen() {
  addEventListener("keydown", event => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
    if (target.tagName === "INPUT" || target.tagName === "SELECT") {
      if (event.key === "Escape" || event.key === "Enter") target.blur();
      return;
    }
    if ((event.key === " " || event.key === "Enter") && target.tagName === "BUTTON") return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = KEYS[(event.shiftKey && key.startsWith("Arrow") ? "Shift+" : "") + key];
    if (!action) return;
    event.preventDefault();
    page.actions.perform(action);
  });
  addEventListener("click", event => {
    const hit = /** @type {HTMLElement} */ (event.target)
      .closest("[data-call],[data-do],[data-code],[data-low],[data-side],[data-machine],[data-picture],"
        + "[data-test],[data-a],[data-g],[data-i]");
    const { view, actions, memory } = page, place = memory.placeOf(/** @type {Element} */ (event.target));
    if (place >= 0) return actions.whoChanged([place]);
    if (!(hit instanceof HTMLElement) || hit === document.body) return;
    const { call, code, low, side, machine, picture, test, a, g, i } = hit.dataset;
    if (hit.dataset.do) actions.perform(hit.dataset.do);
    else if (call) actions.toCall(Number(call));
    else if (code ?? low ?? picture ?? test) {
      actions.perform(/** @type {string} */ (code ?? low ?? picture ?? test));
    }
    else if (side) { showSide(side); page.redraw(); }
    else if (machine) void show(Number(machine));
    else if (a) actions.whoChanged([view.trace.place(Number(a), view.moment().paging)]);
    else if (g) actions.toGroup(Number(g));
    else if (i) actions.go(view.frame, Number(i));
  });
  $("glass").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const square = page.television.squareAt(event);
    if (square !== null && !page.view.picture) page.actions.whoPainted(square);
  });
  const time = $("time"), x = (/** @type {MouseEvent} */ event) => event.clientX - time.getBoundingClientRect().left;
  let drag = false;
  time.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    drag = true;
    time.setPointerCapture(event.pointerId);
    page.actions.go(page.timeline.frameAt(x(event)));
  });
  time.addEventListener("pointerup", () => { drag = false; });
  time.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (drag) page.actions.go(page.timeline.frameAt(x(event)));
    page.timeline.tip(x(event), drag);
  });
  time.addEventListener("pointerleave", () => { $("tip").hidden = true; });
  time.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    page.timeline.zoom(x(event), Math.exp(event.deltaY * 0.0015));
  }, { passive: false });
  addEventListener("resize", () => page.redraw());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.redraw());
}

/** Tabs for the machines, where the test has more than one. */
function buildMachines() {
  const scripts = [...document.querySelectorAll('script[id^="head-data-"]')];
  const heads = scripts.map(script => JSON.parse(script.textContent ?? ""));
  $("machines").hidden = heads.length < 2;
  const tab = (/** @type {any} */ head, /** @type {number} */ k) =>
    `<button role="tab" data-machine="${k}">${esc(head.name)}</button>`;
  $("machines").innerHTML = heads.map(tab).join("");
}

async function start() {
  $("keylist").innerHTML = HELP.map(([keys, what]) =>
    `<dt>${keys.split(" ").map(key => `<kbd>${key}</kbd>`).join("")}</dt><dd>${what}</dd>`).join("");
  buildKeyboard();
  buildRegisters();
  buildMachines();
  showSide("test");
  await show(0);
  listen();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}
void start();

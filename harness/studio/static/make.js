// @ts-check
/** Make: the board to draw on, its tools, its size and its colours. */

import { Board } from "./board.js";
import { announce, element, enable, field, get, icon, numberIn, onClick, press, say } from "./dom.js";
import { closeDrawers, openDrawer, toggleDrawer } from "./drawers.js";
import { BACKGROUND } from "./drawing.js";
import { Palette, keysOf, looksOf } from "./palette.js";
import { Pens, TOOL_KEYS } from "./pens.js";
import { text } from "./strings.js";
import { paintThumbSoon } from "./thumbs.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** Sets of colours to draw with. @type {Record<string, string[]>} */
const PALETTES = {
  spectrum: ["#000000", "#0000d8", "#d80000", "#d800d8", "#00d800", "#00d8d8", "#d8d800"],
  crayons: ["#15182b", "#d01828", "#f08000", "#f0d000", "#188030", "#2848b0", "#804820"],
  garden: ["#1f2a1c", "#2f7d32", "#8bc34a", "#e35183", "#f6c445", "#7b4a2d"],
  sea: ["#0b2545", "#13588f", "#38a3c9", "#a8dadc", "#e9c46a", "#e76f51"],
};
const CORNER_PX = 64;

export class Make {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.pens = new Pens(drawing, () => this.showTools());
    const looks = looksOf(() => drawing.content);
    this.looks = looks;
    this.board = new Board(get("board"), "board", this.pens.hands, looks);
    this.pens.board = this.board;
    this.palette = new Palette(get("palette"), looks, (ink) => this.pens.choose(ink));
    this.colours = "";
    for (const tool of Object.values(TOOL_KEYS)) onClick(`tool-${tool}`, () => this.pens.take(tool));
    onClick("symmetry", () => this.pens.nextSymmetry());
    onClick("undo", () => drawing.undo());
    onClick("redo", () => drawing.redo());
    onClick("make-zoom", () => this.board.zoomIn());
    onClick("make-fit", () => this.board.fit());
    onClick("corner", () => this.openSize());
    onClick("colours-open", () => this.openColours());
    onClick("mirror-h", () => drawing.mirror("h"));
    onClick("mirror-v", () => drawing.mirror("v"));
    asChoice(get("anchors"), () => {});
    get("size-form").addEventListener("submit", (event) => this.resize(event));
    get("new-colour").addEventListener("change", () => this.pens.choose(drawing.addColour(field("new-colour").value)));
    drawing.addEventListener("change", () => this.changed());
  }

  changed() {
    const { content } = this.drawing;
    const colours = JSON.stringify([content.colours, content.background]);
    if (colours !== this.colours) {
      this.colours = colours;
      this.showPalette();
      this.board.showAgain();
    }
    this.board.show(content.rows);
    enable("undo", this.drawing.done.length > 0);
    enable("redo", this.drawing.undone.length > 0);
    this.showCorner();
  }

  showCorner() {
    const { drawing } = this;
    const canvas = /** @type {HTMLCanvasElement} */ (get("corner").querySelector("canvas"));
    paintThumbSoon(canvas, () => drawing.content, CORNER_PX);
    get("corner-text").textContent = text("corner", { width: drawing.width, height: drawing.height });
    get("make-size").textContent = `${drawing.width} × ${drawing.height}`;
  }

  showAgain() {
    this.showPalette();
    this.board.showAgain();
    this.showTools();
    this.showCorner();
  }

  showPalette() {
    this.palette.show([...keysOf(this.drawing.content), BACKGROUND], this.pens.ink);
    if (openDrawer() === "colours") this.listColours();
  }

  showTools() {
    const { pens } = this;
    for (const tool of Object.values(TOOL_KEYS)) press(`tool-${tool}`, pens.tool === tool);
    press("symmetry", pens.symmetry !== "");
    get("symmetry").setAttribute("aria-label", `${text("symmetry")}: ${text(`symmetry-${pens.symmetry || "off"}`)}`);
    get("board").dataset.symmetry = pens.symmetry;
    this.palette.choose(pens.ink);
  }

  // -- size ----------------------------------------------------------------------------------

  openSize() {
    field("width").value = String(this.drawing.width);
    field("height").value = String(this.drawing.height);
    say("", "good", "size-message");
    toggleDrawer("size");
  }

  /** @param {Event} event */
  resize(event) {
    event.preventDefault();
    const [width, height] = [numberIn("width") ?? 0, numberIn("height") ?? 0];
    const sentence = sizeProblem(width, height);
    say(sentence, "bad", "size-message");
    if (sentence) return;
    const anchor = /** @type {HTMLElement | null} */ (get("anchors").querySelector("[aria-checked=true]"));
    this.drawing.resize(width, height, Number(anchor?.dataset.across), Number(anchor?.dataset.down));
    announce(`${width} × ${height}`);
  }

  // -- colours -------------------------------------------------------------------------------

  openColours() {
    this.listColours();
    toggleDrawer("colours");
  }

  listColours() {
    const colours = this.drawing.content.colours ?? [];
    get("colour-list").replaceChildren(...colours.map((colour) => this.colourLine(colour)));
    get("palettes").replaceChildren(...Object.entries(PALETTES).map(([name, rgbs]) => this.paletteButton(name, rgbs)));
  }

  /** @param {import("./drawing.js").Colour} colour */
  colourLine({ key, rgb }) {
    const name = this.looks.nameOf(key);
    const line = element("li");
    const input = /** @type {HTMLInputElement} */ (element("input", "", { type: "color", value: rgb, "aria-label": text("edit-colour", { name }) }));
    input.addEventListener("change", () => this.drawing.recolour(key, input.value));
    const remove = element("button", "tool", { type: "button", "aria-label": text("remove-colour", { name }) });
    remove.append(icon("bin"));
    remove.addEventListener("click", () => {
      this.drawing.removeColour(key);
      /** @type {HTMLElement | null} */ (get("colours").querySelector("button"))?.focus();
    });
    line.append(input, name, remove);
    return line;
  }

  /** @param {string} name @param {string[]} rgbs */
  paletteButton(name, rgbs) {
    const button = element("button", "btn palette-button", { type: "button", "data-palette": name });
    button.append(text(`palette-${name}`), ...rgbs.map((rgb) => {
      const swatch = element("i", "", { "aria-hidden": "true" });
      swatch.style.backgroundColor = rgb;
      return swatch;
    }));
    button.addEventListener("click", () => this.drawing.usePalette(rgbs));
    return button;
  }

  // -- keys ----------------------------------------------------------------------------------

  /** A letter while the board or the tools have the focus. @param {string} key @returns {boolean} */
  key(key) {
    const tool = TOOL_KEYS[key];
    const colour = [...keysOf(this.drawing.content), BACKGROUND][Number(key) - 1];
    if (tool) this.pens.take(tool);
    else if (key === "m") this.pens.nextSymmetry();
    else if (key === "c") this.openColours();
    else if (/^[1-9]$/.test(key) && colour) this.pens.choose(colour);
    else return false;
    return true;
  }

  /** Another drawing is there. */
  begin() {
    closeDrawers();
    this.pens.select(null);
    this.board.at = { row: 0, column: 0 };
    showChoice(get("anchors"), get("anchors").firstElementChild);
  }
}

/** Cells a side at most; the server knows better. */
export const limits = { most: 200 };

/** @param {number} width @param {number} height @returns {string} a sentence, empty if it can be */
export function sizeProblem(width, height) {
  return Math.min(width, height) < 1 || Math.max(width, height) > limits.most ? text("bad-size", { width, height, most: limits.most }) : "";
}

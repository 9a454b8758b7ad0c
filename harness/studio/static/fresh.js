// @ts-check
/** New puzzles of a size and a difficulty, or in colour: their door on the first page, and their addresses. */

import { get, say } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { keepForAll, keptForAll } from "./kept.js";
import { hideToast, toast } from "./notices.js";
import { BLACK } from "./palette.js";
import { isSolved, puzzleId } from "./progress.js";
import { text } from "./strings.js";
import { fromBase64 } from "../../../pyspectrum/page/bytes.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ side: number, step: string, seed: number }} Wish `step` of the page's scale, or `colour`; another seed, another puzzle */

const ADDRESS = /^#new=(\d{1,3})x\1-([a-z]+)-(\d{1,9})(?=\/|$)/;
const STEP = "fresh-step";
const SEEDS = 100_000;
/** From one day's puzzle to the next: sizes and difficulties change daily. */
const DAYS_STEP = 7;
/** The smallest puzzles, of which none is hard. */
const SMALLEST = "5";

/** The new puzzle that an address names. @param {string} hash @returns {Wish | null} */
export function wishOf(hash) {
  const [, side, step, seed] = ADDRESS.exec(hash) ?? [];
  return step ? { side: Number(side), step, seed: Number(seed) } : null;
}

/** @param {Wish} wish @returns {string} the part of its address after the page's */
export function addressOf({ side, step, seed }) {
  return `#new=${side}x${side}-${step}-${seed}`;
}

/** The new puzzles that a page holds, by their addresses. @param {string[]} lines as `tools.stock` writes them @returns {Map<string, Content>} */
export function stockOf(lines) {
  return new Map(lines.map((line) => {
    const [name = "", packed = "", looks = ""] = line.split(" ");
    const side = parseInt(name, 10);
    const colours = [...looks.matchAll(/(.)(#\w{6})/g)].map(([, key = "", rgb = ""]) => ({ key, name: "", rgb }));
    const signs = [BACKGROUND, ...(looks ? colours.map(({ key }) => key) : [BLACK])];
    const bits = [...fromBase64(packed)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const cells = (bits.match(looks ? /../g : /./g) ?? []).map((sign) => signs[parseInt(sign, 2)]).join("");
    const rows = Array.from({ length: side }, (_, row) => cells.slice(row * side, (row + 1) * side));
    return [`#new=${name}`, { rows, title: "", ...(looks && { colours, background: "#FFFFFF" }) }];
  }));
}

/** The stock's puzzle of a day: the same everywhere. @param {Map<string, Content>} stock @param {Date} [day] @returns {[string, Content] | undefined} */
export function ofDay(stock, day = new Date()) {
  const number = Math.floor((day.getTime() - day.getTimezoneOffset() * 60_000) / 86_400_000);
  return [...stock][(number * DAYS_STEP) % stock.size];
}

export class FreshDoor {
  /** @param {Map<string, Content>} stock @param {(content: Content, address: string) => void} open
   * @param {(wish: Wish) => Promise<{ content: Content, address: string }>} make makes what the stock has not; its error is a sentence for the user
   * @param {() => void} [cancel] ends that */
  constructor(stock, open, make, cancel) {
    this.stock = stock;
    this.show = open;
    this.make = make;
    this.cancel = cancel;
    /** One more of a kind, made while another is solved. @type {{ kind: string, content: Content, address: string } | null} */
    this.ahead = null;
    /** @type {NodeListOf<HTMLButtonElement>} */
    this.sizes = document.querySelectorAll("#fresh-sizes button");
    /** @type {NodeListOf<HTMLInputElement>} */
    this.steps = document.querySelectorAll("#fresh-steps input");
    const last = keptForAll(STEP);
    for (const step of this.steps) {
      step.checked = step.value === last || (step.checked && !last);
      step.addEventListener("change", () => this.stepChanged());
    }
    for (const size of this.sizes) size.addEventListener("click", () => this.another({ side: Number(size.value), step: this.step }));
    this.stepChanged();
  }

  get step() {
    return [...this.steps].find(({ checked }) => checked)?.value ?? "easy";
  }

  stepChanged() {
    keepForAll(STEP, this.step);
    for (const size of this.sizes) size.disabled = size.value === SMALLEST && this.step === "hard";
  }

  /** A puzzle of a kind that is not solved yet: of the stock at once, then others. @param {{ side: number, step: string }} kind */
  async another({ side, step }) {
    const kind = `#new=${side}x${side}-${step}-`;
    const left = [...this.stock].filter(([address, content]) => address.startsWith(kind) && address !== location.hash && !isSolved(puzzleId(content)));
    const [address, content] = left[anySeed() % left.length] ?? [];
    const wish = { side, step, seed: anySeed() };
    if (address && content) this.show(content, address);
    else if (this.ahead?.kind === kind) this.show(this.ahead.content, this.ahead.address);
    else await this.open(wish);
    if (left.length > 1 || !this.cancel) return;
    this.ahead = null;
    this.make({ ...wish, seed: anySeed() }).then((made) => (this.ahead = { kind, ...made }), () => {});
  }

  /** Open the puzzle of an address; what goes wrong is said at the door, or where it is not in sight. @param {Wish} wish */
  async open(wish) {
    const stocked = this.stock.get(addressOf(wish));
    if (stocked) return this.show(stocked, addressOf(wish));
    const isAtDoor = get("fresh").getClientRects().length > 0;
    say("", "good", "fresh-message");
    try {
      const making = this.make(wish);
      toast(text("making"), text("cancel"), this.cancel, true);
      const { content, address } = await making;
      hideToast();
      this.show(content, address);
    } catch (error) {
      hideToast();
      const sentence = error instanceof Error ? error.message : String(error);
      if (isAtDoor) say(sentence, "bad", "fresh-message");
      else toast(sentence);
    }
  }
}

function anySeed() {
  return Math.floor(Math.random() * SEEDS);
}

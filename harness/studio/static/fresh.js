// @ts-check
/** New puzzles of a size and a difficulty: their door on the first page, and their addresses. */

import { announce, get, say } from "./dom.js";
import { keepForAll, keptForAll } from "./kept.js";
import { hideToast, toast } from "./notices.js";
import { text } from "./strings.js";

/** @typedef {{ side: number, step: string, seed: number }} Wish `step` of the page's scale; another seed, another puzzle */

const ADDRESS = /^#new=(\d{1,3})x\1-([a-z]+)-(\d{1,9})(?=\/|$)/;
const STEP = "fresh-step";
const SEEDS = 100_000;
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

export class FreshDoor {
  /** @param {(wish: Wish) => Promise<void>} make makes a puzzle and opens it; its error is a sentence for the user */
  constructor(make) {
    this.make = make;
    /** @type {NodeListOf<HTMLButtonElement>} */
    this.sizes = document.querySelectorAll("#fresh-sizes button");
    /** @type {NodeListOf<HTMLInputElement>} */
    this.steps = document.querySelectorAll("#fresh-steps input");
    const last = keptForAll(STEP);
    for (const step of this.steps) {
      step.checked = step.value === last || (step.checked && !last);
      step.addEventListener("change", () => this.stepChanged());
    }
    for (const size of this.sizes) {
      size.addEventListener("click", () => this.open({ side: Number(size.value), step: this.step, seed: anySeed() }));
    }
    this.stepChanged();
  }

  get step() {
    return [...this.steps].find(({ checked }) => checked)?.value ?? "easy";
  }

  stepChanged() {
    keepForAll(STEP, this.step);
    for (const size of this.sizes) size.disabled = size.value === SMALLEST && this.step === "hard";
  }

  /** Another puzzle of this kind. @param {Wish} wish */
  another(wish) {
    return this.open({ ...wish, seed: anySeed() });
  }

  /** Open a new puzzle; what goes wrong is said at the door, or where it is not in sight. @param {Wish} wish */
  async open(wish) {
    const isAtDoor = get("fresh").getClientRects().length > 0;
    const tell = (/** @type {string} */ sentence) => {
      say(isAtDoor ? sentence : "", "good", "fresh-message");
      if (!isAtDoor && sentence) toast(sentence);
      else hideToast();
    };
    tell(text("making"));
    announce(text("making"));
    try {
      await this.make(wish);
      tell("");
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }
}

function anySeed() {
  return Math.floor(Math.random() * SEEDS);
}

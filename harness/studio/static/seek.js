// @ts-check
/** The seek bar: what the Spectrum did so far, with ticks where solving began and where it ended. */

import { element, field, get } from "./dom.js";
import { text } from "./strings.js";
import { clockText } from "./timer.js";

const FRAMES_A_SECOND = 50.08;

export class Seek {
  /** @param {(frame: number) => void} chosen told where a person wants to go */
  constructor(chosen) {
    this.isDragged = false;
    const input = field("seek");
    input.addEventListener("input", () => {
      this.isDragged = true;
      this.place(Number(input.value), Number(input.max));
      chosen(Number(input.value));
    });
    input.addEventListener("change", () => {
      this.isDragged = false;
    });
  }

  /** @param {{ frame: number, last: number, solving: number | null, solved: number | null }} status in frames since switching on */
  show({ frame, last, solving, solved }) {
    const input = field("seek");
    input.disabled = false;
    input.max = String(last);
    if (!this.isDragged) input.value = String(frame);
    this.place(this.isDragged ? Number(input.value) : frame, last);
    const ticks = [solving, solved].filter((tick) => tick !== null && tick <= last);
    if (String(ticks) !== get("ticks").dataset.at) {
      get("ticks").dataset.at = String(ticks);
      get("ticks").replaceChildren(...ticks.map(() => element("i", "tick")));
    }
    [...get("ticks").children].forEach((tick, index) => {
      /** @type {HTMLElement} */ (tick).style.left = `${(100 * (ticks[index] ?? 0)) / Math.max(1, last)}%`;
    });
  }

  /** @param {number} frame @param {number} last */
  place(frame, last) {
    const [at, all] = [clockText(frame / FRAMES_A_SECOND), clockText(last / FRAMES_A_SECOND)];
    get("track-at").style.width = `${(100 * frame) / Math.max(1, last)}%`;
    get("track-had").style.width = last ? "100%" : "0";
    get("at").textContent = at;
    get("of").textContent = `/ ${all}`;
    field("seek").setAttribute("aria-valuetext", text("seek-at", { at, all }));
  }

  clear() {
    field("seek").disabled = true;
    field("seek").value = "0";
    get("ticks").replaceChildren();
    get("ticks").dataset.at = "";
    this.place(0, 0);
    get("of").textContent = "";
  }
}

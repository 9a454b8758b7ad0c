// @ts-check
/** The pad for thumbs: a cross on the left, fire and the other keys on the right. Fingers may slide, and be several. */

/**
 * @typedef {{label: string, keys: string[], bits?: number}} Key of the pad: keys of the Spectrum, or bits of the joystick
 * @typedef {{cross: Key[], keys: Key[]}} Layout `cross` are left, right, up and down, the first two of them, or none
 */

/** @param {string} label @param {string} [name] @returns {Key} */
const key = (label, name = label.toLowerCase()) => ({ label, keys: [name] });
/** @param {string} label @param {number} bits @returns {Key} */
const push = (label, bits) => ({ label, keys: [], bits });
/** Left, right, up and down, and fire, of what most games know. @type {Record<string, Key[]>} */
const KINDS = {
  qaop: [..."OPQA"].map(letter => key(letter)).concat(key("SPACE", "SPACE")),
  cursor: [..."58760"].map(digit => key(digit)),
  sinclair: [..."67980"].map(digit => key(digit)),
  kempston: [push("←", 2), push("→", 1), push("↑", 8), push("↓", 4), push("FIRE", 16)],
};
const ARROWS = "←→↑↓";
/** Places in the cross: keys by their numbers, row by row. */
const PLACES = [[0, 2], [2], [1, 2], [0], [], [1], [0, 3], [3], [1, 3]];

export class Pad {
  /** @param {HTMLElement} cross @param {HTMLElement} keys @param {import("./keyboard.js").Keyboard} keyboard
   *  @param {Layout | null} own the program's keys, if they are known */
  constructor(cross, keys, keyboard, own) {
    this.cross = cross;
    this.keys = keys;
    this.keyboard = keyboard;
    this.own = own;
    /** Keys under the fingers. @type {Map<number, HTMLElement | null>} */ this.fingers = new Map();
    for (const place of [cross, keys]) {
      place.addEventListener("pointerdown", event => {
        event.preventDefault(); // the tube keeps the focus
        place.setPointerCapture(event.pointerId);
        this.touch(event);
      });
      place.addEventListener("pointermove", event => { if (this.fingers.has(event.pointerId)) this.touch(event); });
      for (const end of ["pointerup", "pointercancel"]) {
        place.addEventListener(end, event => this.hold(/** @type {PointerEvent} */ (event).pointerId, null));
      }
      place.addEventListener("contextmenu", event => event.preventDefault());
    }
    this.choose("own");
  }
  /** Show keys: the program's own, or a kind. @param {string} kind */
  choose(kind) {
    const { own } = this, [left, right, up, down, fire] = KINDS[kind] ?? [], others = own?.keys ?? [key("ENTER", "ENTER")];
    const cross = fire ? [left, right, up, down] : own?.cross ?? [];
    const keys = fire ? [fire, ...others.filter(({ label }) => label !== fire.label)] : others;
    const half = cross.length ? 0 : keys.length >> 1;
    this.cross.className = cross.length ? "pad cross" : `pad rest${half > 4 ? " many" : ""}`;
    this.cross.replaceChildren(...cross.length ? PLACES.map(numbers => this.draw(numbers.map(n => cross[n]).filter(Boolean), numbers))
      : keys.slice(0, half).map(one => this.draw([one])));
    this.keys.replaceChildren(...keys.slice(half).map(one => this.draw([one])));
    this.keys.classList.toggle("many", keys.length - half > 4);
  }
  /** @param {Key[]} held @param {number[]} places in the cross; two are a corner */
  draw(held, places = []) {
    const button = document.createElement(held.length ? "button" : "i"), [first] = held;
    button.dataset.keys = held.flatMap(({ keys }) => keys).join(" ");
    button.dataset.bits = String(held.reduce((all, { bits = 0 }) => all | bits, 0));
    if (held.length < 2 && first && places.length < 2) {
      const arrow = ARROWS[places[0]] ?? "";
      button.append(arrow || first.label);
      if (arrow && first.label !== arrow) button.append(Object.assign(document.createElement("small"), { textContent: first.label }));
    } else button.className = "corner";
    button.classList.toggle("wide", !places.length && (first?.label.length ?? 0) > 4);
    if (button instanceof HTMLButtonElement) Object.assign(button, { type: "button", tabIndex: -1 });
    button.setAttribute("aria-label", held.map(({ label }) => label).join(" and "));
    return button;
  }

  /** @param {PointerEvent} event */
  touch({ pointerId, clientX, clientY }) {
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-keys]");
    this.hold(pointerId, under instanceof HTMLElement ? under : null, true);
  }
  /** @param {number} finger @param {HTMLElement | null} under @param {boolean} [isDown] */
  hold(finger, under, isDown = false) {
    const { keyboard, fingers } = this, before = fingers.get(finger);
    if (isDown && under === before) return;
    if (isDown) fingers.set(finger, under);
    else fingers.delete(finger);
    const by = `finger ${finger}`, keys = under?.dataset.keys?.split(" ").filter(Boolean) ?? [];
    keyboard.hold(by, keys.length ? keys : null);
    keyboard.push(by, Number(under?.dataset.bits ?? 0));
    for (const one of [before, under]) one?.classList.toggle("down", [...fingers.values()].includes(one));
  }
}

// @ts-check
/** The Spectrum's forty keys: those of the computer in front of the person, drawn ones for fingers, and joysticks. */

/** @typedef {{rows: number[], kempston: number}} Held half-rows from #FEFE on, 0 bits for keys; bits 000FUDLR */

const HALF_ROWS = ["CAPS z x c v", "a s d f g", "q w e r t", "1 2 3 4 5", "0 9 8 7 6", "p o i u y", "ENTER l k j h",
  "SPACE SYMBOL m n b"].map(row => row.split(" "));
/** Rows as they are drawn: a key, what SYMBOL SHIFT makes of it, and what else it is. */
const DRAWN = [
  "1 ! EDIT|2 @ CAPS LK|3 # TR VID|4 $ INV VID|5 % ←|6 & ↓|7 ' ↑|8 ( →|9 ) GRAPH|0 _ DELETE",
  "q <= PLOT|w <> DRAW|e >= REM|r < RUN|t > RAND|y AND RETURN|u OR IF|i AT INPUT|o ; POKE|p \" PRINT",
  "a STOP NEW|s NOT SAVE|d STEP DIM|f TO FOR|g THEN GO TO|h ^ GO SUB|j - LOAD|k + LIST|l = LET|ENTER",
  "CAPS|z : COPY|x £ CLEAR|c ? CONT|v / CLS|b * BORDER|n , NEXT|m . PAUSE|SYMBOL|SPACE",
].map(row => row.split("|").map(key => key.split(" ")));
const SHIFTS = ["CAPS", "SYMBOL"];
const LABELS = /** @type {Record<string, string>} */ ({
  CAPS: "CAPS SHIFT", SYMBOL: "SYMBOL SHIFT", ENTER: "ENTER", SPACE: "SPACE",
});
/** Keys of a computer by what they type, as keys of a Spectrum. @type {Record<string, string>} */
const TYPED = {
  Enter: "ENTER", " ": "SPACE", Backspace: "CAPS 0", CapsLock: "CAPS 2", Shift: "CAPS", Control: "SYMBOL",
  Alt: "SYMBOL", ArrowLeft: "CAPS 5", ArrowDown: "CAPS 6", ArrowUp: "CAPS 7", ArrowRight: "CAPS 8",
};
for (const [key, sign] of DRAWN.flat()) if (sign?.length === 1) TYPED[sign] = `SYMBOL ${key}`;
/** Arrows and fire as bits of the Kempston joystick. @type {Record<string, number>} */
const STICK = { ArrowRight: 1, ArrowLeft: 2, ArrowDown: 4, ArrowUp: 8, Control: 16 };
const FIRE = 16, DEAD_ZONE = 0.5;

/** @param {Iterable<string>} keys */
export function rowsOf(keys) {
  const down = new Set(keys);
  return HALF_ROWS.map(row => row.reduce((bits, key, bit) => down.has(key) ? bits & ~(1 << bit) : bits, 0x1f));
}

export class Keyboard {
  /** @param {HTMLElement} place for the drawn keys @param {HTMLElement} tube what takes the real ones while it has
   *  the focus @param {(held: Held) => void} changed told all that is held */
  constructor(place, tube, changed) {
    this.changed = changed;
    /** True if arrows and Control are a Kempston joystick. */
    this.hasStick = false;
    /** Keys down, by what holds them. @type {Map<string, string[]>} */ this.held = new Map();
    /** Shifts that wait for a key. @type {Set<string>} */ this.latched = new Set();
    /** Bits of the joystick, by what pushes it. @type {Map<string, number>} */ this.pushed = new Map();
    this.told = this.last = "";
    this.place = place;
    for (const row of DRAWN) {
      const line = document.createElement("div");
      line.append(...row.map(key => this.draw(key)));
      place.append(line);
    }
    tube.addEventListener("keydown", event => this.real(event, true));
    tube.addEventListener("keyup", event => this.real(event, false));
    tube.addEventListener("blur", () => this.releaseAll());
  }

  /** @param {string[]} key its name, its sign and its word @returns {HTMLElement} */
  draw([name, sign, ...word]) {
    const button = document.createElement("button"), label = LABELS[name] ?? name.toUpperCase();
    button.type = "button";
    button.dataset.key = name;
    button.setAttribute("aria-label", label);
    button.append(part("b", label.replace(" SHIFT", "")));
    if (sign) button.append(part("i", sign), part("small", word.join(" ")));
    else button.className = "wide";
    if (SHIFTS.includes(name)) this.drawShift(button, name);
    else this.drawKey(button, name);
    return button;
  }
  /** @param {HTMLElement} button @param {string} name */
  drawKey(button, name) {
    this.listen(button, name, () => this.unlatch());
  }
  /** A shift that is tapped waits for the next key, as one finger cannot press two; held, it is held.
   *  @param {HTMLElement} button @param {string} name */
  drawShift(button, name) {
    button.setAttribute("aria-pressed", "false");
    this.listen(button, name, isAlone => {
      const waits = isAlone && !this.latched.size;
      this.unlatch();
      if (waits) this.latched.add(name);
      button.setAttribute("aria-pressed", String(waits));
    });
  }
  unlatch() {
    this.latched.clear();
    for (const button of this.place.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", "false");
  }
  /** @param {HTMLElement} button @param {string} name
   *  @param {(isAlone: boolean) => void} released told whether no other key went down meanwhile */
  listen(button, name, released) {
    const by = `drawn ${name}`;
    const press = () => {
      this.hold(by, [...this.latched, name]);
      this.last = by;
    };
    const release = () => {
      if (!this.held.has(by)) return;
      this.hold(by, null);
      released(this.last === by);
    };
    button.addEventListener("pointerdown", event => {
      event.preventDefault(); // the tube keeps the focus
      button.setPointerCapture(event.pointerId);
      press();
    });
    for (const end of ["pointerup", "pointercancel", "blur"]) button.addEventListener(end, release);
    button.addEventListener("contextmenu", event => event.preventDefault());
    const isPress = (/** @type {KeyboardEvent} */ event) => event.key === "Enter" || event.key === " ";
    button.addEventListener("keydown", event => { if (isPress(event) && !event.repeat) press(); });
    button.addEventListener("keyup", event => { if (isPress(event)) release(); });
  }

  /** @param {KeyboardEvent} event @param {boolean} down */
  real(event, down) {
    const { key, code } = event;
    if (event.metaKey || key === "Tab" || key === "Escape" || /^F\d/.test(key)) return;
    const bit = this.hasStick ? STICK[key] : 0, typed = typedKeys(event);
    if (down && !bit && !typed.length) return;
    event.preventDefault();
    if (event.repeat) return;
    if (bit || this.pushed.has(code)) return this.push(code, down ? bit : 0);
    // the shift that types a sign on this keyboard is none on a Spectrum's
    if (down && typed[0] === "SYMBOL" && event.shiftKey) {
      for (const [by, [first]] of this.held) if (by.startsWith("real") && first === "CAPS") this.held.delete(by);
    }
    this.hold(`real ${code}`, down ? typed : null);
  }
  /** @param {string} by @param {string[] | null} keys */
  hold(by, keys) {
    if (keys) this.held.set(by, keys);
    else this.held.delete(by);
    this.tell();
  }
  /** Push the joystick. @param {string} by @param {number} bits */
  push(by, bits) {
    if (bits) this.pushed.set(by, bits);
    else this.pushed.delete(by);
    this.tell();
  }
  /** Read the gamepads that are plugged in; call it once a picture. */
  readGamepads() {
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (!pad) continue;
      const [x = 0, y = 0] = pad.axes, at = (/** @type {number} */ n) => pad.buttons[n]?.pressed;
      const bits = (x > DEAD_ZONE || at(15) ? 1 : 0) | (x < -DEAD_ZONE || at(14) ? 2 : 0)
        | (y > DEAD_ZONE || at(13) ? 4 : 0) | (y < -DEAD_ZONE || at(12) ? 8 : 0)
        | ([0, 1, 2, 3].some(at) ? FIRE : 0);
      if (bits !== (this.pushed.get(`pad ${pad.index}`) ?? 0)) this.push(`pad ${pad.index}`, bits);
    }
  }
  releaseAll() {
    this.held.clear();
    this.pushed.clear();
    this.tell();
  }
  tell() {
    const keys = new Set([...this.held.values()].flat());
    const held = { rows: rowsOf(keys), kempston: [...this.pushed.values()].reduce((all, bits) => all | bits, 0) };
    const text = JSON.stringify(held);
    if (text === this.told) return;
    this.told = text;
    for (const button of this.place.querySelectorAll("button")) {
      button.classList.toggle("down", keys.has(button.dataset.key ?? ""));
    }
    this.changed(held);
  }
}

/** The keys of a Spectrum for what a computer's keyboard types. @param {KeyboardEvent} event */
function typedKeys({ key, code, shiftKey }) {
  if (TYPED[key]) return TYPED[key].split(" ");
  if (/^\d$/.test(key)) return [key];
  // of a keyboard with other letters, the key that lies there
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
  return letter ? shiftKey ? ["CAPS", letter] : [letter] : [];
}

/** @param {string} kind @param {string} text */
function part(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  element.setAttribute("aria-hidden", "true");
  return element;
}

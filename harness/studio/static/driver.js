// @ts-check
/**
 * A Spectrum in a worker, to be watched: it loads the program, types a puzzle in and has it solved, and says
 * what the program does; one can pause it, go back, and take over.
 *
 * The program is known by what stands on its screen and by when it asks for a line: its prompts come by INPUT.
 */

import { Film } from "./gif.js";
import { rowsOf } from "../../../pyspectrum/page/keyboard.js";
import { Runner, serve } from "../../../pyspectrum/page/runner.js";
import { Ring, capture, restore, timeOf } from "../../../pyspectrum/page/states.js";

/**
 * @typedef {{ rows: number[][], columns: number[][] }} Clues
 * @typedef {"menu_exit" | "any_key" | "check_sum" | "incorrect_entry" | "solved" | "incorrect" | "many_variants"} Message
 * @typedef {{ name: string, data: Uint8Array, script: import("../../../pyspectrum/page/runner.js").Script,
 *   entry: number | null, said: Record<Message, Uint8Array[]>, clues: Clues, speed: number }} Performance
 *   `entry` is the address of the code that analyses a line, null without one; `said` are the program's messages as the
 *   screen has them, eight bytes a character, in each language
 * @typedef {import("../../../pyspectrum/page/states.js").State} State
 */

/** The ROM's EDITOR, which every INPUT calls; and where it has taken up the next line of BASIC. */
const [EDITOR, NEXT_LINE] = [0x0f2c, 0x1bd1];
const [KSTATE, FLAGS, PPC, K_CUR, WORKSP] = [23552, 23611, 23621, 23643, 23649];
const [NEW_KEY, FREE] = [0x20, 0xff];
/** The BASIC lines that analyse one line of the puzzle. */
const [FIRST_LINE, LAST_LINE] = [2190, 3610];
/** Frames: for each thing that the program must do, between two looks at the screen, for a key held and then up. */
const [PATIENCE, LOOK, HOLD, UP] = [6000, 4, 50, 5];
/** Most moments kept, and frames between two at first; then every other one goes. */
const [MOMENTS, MOMENT] = [60, 50];
/** Between two lines told in words, and two looks at the grid. */
const [TELL_MS, GLIMPSE_MS] = [250, 100];
const FILM_FRAMES = 4;
const [WIDEST, HIGHEST] = [62, 42];

/** Moments of the whole past, further apart the longer it is. */
class Moments extends Ring {
  /** @param {State} state */
  keep(state) {
    this.states.push(state);
    if (this.states.length > this.most) {
      this.states = this.states.filter((_, number) => !(number & 1));
      this.every *= 2;
    }
    return /** @type {State} */ (this.states[0]);
  }
}

/** Thrown through the driver when the program does not answer. */
class LostError extends Error {}

export class Driver extends Runner {
  static asked = [...Runner.asked, "perform", "stepLine", "seek", "live", "film"];

  /** @param {ConstructorParameters<typeof Runner>[0]} send @param {ConstructorParameters<typeof Runner>[1]} clock */
  constructor(send, clock) {
    super(send, clock);
    this.stage = "";
    /** The speed that the page wants. */
    this.chosen = 1;
    /** @type {Clues} */
    this.clues = { rows: [], columns: [] };
    this.isTurned = false;
    /** @type {Record<string, string[]>} */
    this.said = {};
    /** @type {number | null} */
    this.entry = null;
    /** @type {Generator<void, void> | null} */
    this.driver = null;
    /** The present while the past is looked at. @type {{ state: State, rows: number[] } | null} */
    this.present = null;
    /** @type {Film | null} */
    this.recording = null;
    /** The analysis whose cells the program draws next. @type {{ count: number, grid: string[], axis: string, index: number, waiting: number } | null} */
    this.awaited = null;
    /** @type {(() => void)[]} */
    this.watches = [];
    this.first = this.lines = this.inputs = this.solvingAt = this.endedAt = this.toldAt = this.glimpsedAt = this.steps = 0;
    this.isMidFrame = false;
  }

  /** Begin anew, on a machine that has just been switched on. @param {Performance} performance */
  async perform({ name, data, script, entry, said, clues, speed }) {
    this.pause();
    const { rows, columns } = clues;
    this.isTurned = columns.length > WIDEST || rows.length > HIGHEST;
    this.clues = this.isTurned ? { rows: columns, columns: rows } : clues;
    this.said = Object.fromEntries(Object.entries(said).map(([key, all]) => [key, all.map(textOf)]));
    this.entry = entry;
    this.stage = "loading";
    this.chosen = speed;
    this.driver = this.present = this.recording = this.awaited = null;
    this.lines = this.inputs = this.solvingAt = this.endedAt = this.toldAt = this.glimpsedAt = this.steps = 0;
    this.isMidFrame = false;
    this.watches = [];
    this.it.hook(EDITOR, () => {
      if (this.present) return;
      this.inputs += 1;
      if (this.stage === "solving" && !this.endedAt) this.endedAt = this.it.tstates;
    });
    await this.open({ name, data, script });
    this.driver = this.drive();
    this.keepPace();
    this.run();
  }

  /** Forget the past. */
  begin() {
    super.begin();
    const { frame } = this.it.model;
    this.ring = new Moments(MOMENT * frame, MOMENTS);
    this.first = this.it.tstates;
  }

  // -- the driver: each `yield` is a frame -----------------------------------------------------

  *drive() {
    try {
      yield* this.waitFor(() => this.shows("menu_exit"), LOOK);
      this.begin();
      this.stage = "entering";
      this.keepPace();
      this.stage = yield* this.enterAndSolve();
    } catch (error) {
      if (!(error instanceof LostError)) throw error;
      this.send({ what: "lost" });
      this.stage = "yours";
    }
    this.stopWatching();
    this.driver = null;
    this.keepPace();
    this.show();
  }

  *enterAndSolve() {
    const { rows, columns } = this.clues;
    const answers = [[columns.length], [rows.length], ...rows, ...columns];
    let asked = this.inputs;
    yield* this.pressAway("1", "menu_exit");
    for (const answer of answers) {
      yield* this.waitFor(() => this.inputs > asked);
      if (this.shows("incorrect_entry")) return "contradiction";
      yield* this.clearLine();
      for (const key of answer.join(",")) yield* this.tap(key === "," ? ["SYMBOL", "n"] : [key]);
      asked = this.inputs;
      yield* this.tap(["ENTER"]);
    }
    const found = yield* this.which(["any_key", "check_sum", "incorrect_entry"]);
    if (found === "incorrect_entry") return "contradiction";
    if (found === "check_sum") {
      yield* this.pressAway("ENTER", "check_sum");
      return "checksum-error";
    }
    return yield* this.solve();
  }

  *solve() {
    const asked = this.inputs;
    this.stage = "solving";
    this.solvingAt = this.it.tstates;
    this.watchLines();
    yield* this.pressAway("ENTER", "any_key");
    while (this.inputs === asked) yield;
    const found = yield* this.which(["solved", "many_variants", "incorrect"]);
    const stage = found === "solved" ? found : found === "incorrect" ? "contradiction" : "many-variants";
    this.tellGrid();
    this.send({ what: "end", stage, tstates: this.endedAt - this.solvingAt, lines: this.lines });
    return stage;
  }

  /** @param {() => boolean} condition @param {number} [look] frames from one look to the next */
  *waitFor(condition, look = 1) {
    for (let frame = 0; !condition(); frame += look) {
      if (frame > PATIENCE) throw new LostError();
      for (let n = 0; n < look; n++) yield;
    }
  }
  /** @param {Message[]} keys @returns {Generator<void, Message>} the first of these messages that stands on the screen */
  *which(keys) {
    let found = keys[0];
    yield* this.waitFor(() => (found = keys.find((key) => this.shows(key))) !== undefined, LOOK);
    return /** @type {Message} */ (found);
  }
  /** Hold a key until a message has gone; a program in BASIC may look at the keys rarely. @param {string} key
   * @param {Message} message */
  *pressAway(key, message) {
    for (let frame = 0; this.shows(message); frame++) {
      if (frame > PATIENCE) throw new LostError();
      const phase = frame % (HOLD + UP);
      if (phase === 0) this.hold([key]);
      if (phase === HOLD) this.hold([]);
      yield;
    }
    this.hold([]);
  }
  /** Press a key for INPUT, which takes it. @param {string[]} keys */
  *tap(keys) {
    const isFree = () => this.byte(KSTATE) === FREE && this.byte(KSTATE + 4) === FREE;
    yield* this.waitFor(isFree);
    this.hold(keys);
    yield* this.waitFor(() => !isFree() && !(this.byte(FLAGS) & NEW_KEY));
    this.hold([]);
  }
  /** Rub out what a key pressed before the prompt has left in its line. */
  *clearLine() {
    for (let n = 0; n < 2; n++) yield;
    while (this.word(K_CUR) > this.word(WORKSP)) yield* this.tap(["CAPS", "0"]);
  }

  /** @param {string[]} keys */
  hold(keys) { this.apply({ at: this.it.tstates, rows: rowsOf(keys), kempston: 0 }); }
  /** @param {number} address */
  byte(address) { return this.it.z80.peek(address) ?? 0; }
  /** @param {number} address */
  word(address) { return this.byte(address) | this.byte(address + 1) << 8; }
  /** @param {Message} message */
  shows(message) {
    const { screen } = this.it;
    let text = "";
    for (let at = 0; at < 768; at++) {
      const top = (at & 0x300) << 3 | at & 0xff;
      for (let row = 0; row < 8; row++) text += String.fromCharCode(screen[top | row << 8] ?? 0);
    }
    return this.said[message]?.some((one) => {
      let at = text.indexOf(one);
      while (at >= 0 && at % 8) at = text.indexOf(one, at + 1);
      return at >= 0;
    }) ?? false;
  }

  // -- the program's work ----------------------------------------------------------------------

  /** Count the analyses of a line: of the code, from entry to return; or of the BASIC lines that do the same. */
  watchLines() {
    const { it, watches } = this;
    let began = false, end = () => {};
    if (this.entry === null) {
      watches.push(it.hook(NEXT_LINE, () => {
        if (this.present) return;
        const line = this.word(PPC), inside = line >= FIRST_LINE && line <= LAST_LINE;
        if (inside && !began) this.lines += 1;
        if (began && !inside) this.lineEnded();
        began = inside;
      }));
      return;
    }
    watches.push(it.hook(this.entry, () => {
      if (this.present) return;
      this.lines += 1;
      end();
      end = it.hook(this.word(it.z80.sp), () => {
        if (this.present) return;
        end();
        this.lineEnded();
      });
    }), () => end());
  }
  stopWatching() {
    for (const stop of this.watches.splice(0)) stop();
  }
  lineEnded() {
    const now = this.clock.now(), isTold = this.steps > 0 || now - this.toldAt >= TELL_MS;
    if (isTold || this.awaited) {
      const grid = this.look();
      if (this.awaited) this.tellAnalysis(this.awaited, grid);
      this.awaited = isTold ? { count: this.lines, grid, ...activeLine(this.it.screen, grid) } : null;
      if (isTold) this.toldAt = now;
    }
    if (!this.steps) return;
    this.steps -= 1;
    this.tellGrid();
    if (!this.steps) this.it.stop();
  }
  look() { return glimpse(this.it.screen, this.clues.columns.length, this.clues.rows.length); }
  tellGrid() {
    const grid = this.look();
    this.send({ what: "grid", rows: this.isTurned ? turned(grid) : grid });
  }
  /** @param {{ count: number, grid: string[], axis: string, index: number, waiting: number }} awaited
   * @param {string[]} grid the cells at the end of the next analysis */
  tellAnalysis({ count, grid: before, axis, index, waiting }, grid) {
    if (index < 0) return;
    const [was, now] = [before, grid].map((rows) => (axis === "row" ? rows : turned(rows))[index] ?? "");
    const fresh = [...now ?? ""].filter((cell, at) => cell !== "?" && was?.[at] === "?").length;
    const cells = grid.join("");
    const clue = (axis === "row" ? this.clues.rows : this.clues.columns)[index];
    const shown = this.isTurned ? (axis === "row" ? "column" : "row") : axis;
    const found = [...cells].filter((cell) => cell !== "?").length;
    this.send({ what: "analysis", axis: shown, number: index + 1, clue, fresh, waiting, count, found, cells: cells.length });
  }

  // -- frames, and the past --------------------------------------------------------------------

  get isHeld() { return !this.driver && !this.present && super.isHeld; }

  /** @param {boolean} draws @param {boolean} [hears] */
  oneFrame(draws, hears = false) {
    const { it } = this;
    if (this.present) it.rows.set(lastUntil(this.held, ({ at }) => at, it.tstates)?.rows ?? rowsOf([]));
    else if (!this.isMidFrame) this.driver?.next();
    super.oneFrame(draws, hears);
    this.isMidFrame = it.stopped;
    if (this.present && it.tstates >= timeOf(this.present.state)) this.returnToPresent();
    else if (!this.present && it.frame % FILM_FRAMES === 0) this.recording?.add(it.screen, it.ula & 7, it.frame);
  }
  /** @param {number} times */
  speed(times) {
    this.chosen = times;
    if (this.driver || this.present) this.keepPace();
    else super.speed(times);
  }
  /** Load as fast as it goes, then go at the speed that was chosen; and at a real one's when a person plays. */
  keepPace() {
    super.speed(this.stage === "loading" ? 0 : this.driver || this.present ? this.chosen : 1);
  }
  /** Run to the end of the next analysis of a line, or of one more; in the past, one frame. */
  stepLine() {
    if (this.present || !this.driver) return this.frame();
    this.steps += 1;
    this.run();
  }
  /** Look at what has been. @param {number} frame counted from the menu on */
  seek(frame) {
    const { it } = this, wanted = this.first + frame * it.model.frame;
    if (frame >= this.frameOf(this.presentTime)) return this.live();
    this.present ??= { state: capture(it, this.tapeDeck.state()), rows: [...it.rows] };
    const state = lastUntil(this.ring.states, timeOf, wanted) ?? this.ring.states[0];
    if (!state) return this.live();
    it.beam = null;
    restore(it, state);
    this.tapeDeck.restore(state.deck);
    while (this.present && it.z80.edge + it.model.frame <= wanted) {
      this.oneFrame(it.z80.edge + 2 * it.model.frame > wanted);
    }
    if (this.present) this.keepPace();
    this.show();
  }
  /** @param {number} seconds */
  back(seconds) {
    this.seek(this.frameOf(this.it.tstates - seconds * this.it.model.second));
    return this.it.tstates;
  }
  /** See the present again. */
  live() {
    if (this.present) this.returnToPresent();
    this.show();
  }
  returnToPresent() {
    const { present, it } = this;
    if (!present) return;
    this.present = null;
    restore(it, present.state);
    this.tapeDeck.restore(present.state.deck);
    it.rows.set(present.rows);
    this.isMidFrame = it.z80.now > it.model.interrupt;
    this.keepPace();
  }
  /** @param {number} tstates @returns {number} the frame, counted from the menu on */
  frameOf(tstates) { return Math.max(0, Math.floor((tstates - this.first) / this.it.model.frame)); }
  get presentTime() { return this.present ? timeOf(this.present.state) : this.it.tstates; }

  /** The person's keys; the first one takes over from the driver, in the past from there on.
   * @param {{ rows: number[], kempston: number }} held */
  keys(held) {
    const isDown = held.rows.some((row) => row !== 0x1f);
    if (!isDown && (this.driver || this.present)) return;
    if (this.driver || this.present) this.takeOver();
    super.keys(held);
  }
  takeOver() {
    const { it } = this;
    this.driver = this.present = null;
    this.awaited = null;
    this.stopWatching();
    this.stage = "yours";
    this.ring.before(it.tstates);
    this.held = this.held.filter(({ at }) => at <= it.tstates);
    this.hold([]);
    this.keepPace();
    this.run();
  }

  // -- what the page gets ----------------------------------------------------------------------

  /** Send the picture, and how things stand. */
  show() {
    const { it, stage, lines } = this, now = this.clock.now();
    if (stage === "solving" && !this.present && now - this.glimpsedAt >= GLIMPSE_MS && lines) {
      this.glimpsedAt = now;
      this.tellGrid();
    }
    this.send({
      what: "status", stage, lines, paused: !this.running, past: !!this.present,
      frame: this.frameOf(it.tstates), last: this.frameOf(this.presentTime),
      solving: this.solvingAt ? this.frameOf(this.solvingAt) : null, solved: this.endedAt ? this.frameOf(this.endedAt) : null,
    });
    super.show();
  }
  pause() {
    this.steps = 0;
    super.pause();
    if (this.stage) this.show();
  }
  /** Keep a film from here on; or return it, as a GIF. @param {boolean} on */
  film(on) {
    const made = this.recording?.bytes() ?? new Uint8Array(0);
    this.recording = on ? new Film() : null;
    return made;
  }
}

/** The last of some things, in the order of their times, that is not after a moment. @template T
 * @param {T[]} things @param {(thing: T) => number} timeOf @param {number} moment @returns {T | undefined} */
function lastUntil(things, timeOf, moment) {
  let at = things.length - 1;
  while (at >= 0 && timeOf(/** @type {T} */ (things[at])) > moment) at -= 1;
  return things[at];
}
/** @param {Uint8Array} bytes */
const textOf = (bytes) => String.fromCharCode(...bytes);
/** @param {string[]} rows */
const turned = (rows) => Array.from(rows[0] ?? "", (_, column) => rows.map((row) => row[column]).join(""));

// -- the program's grid as it stands on the screen, 4 pixels a cell, and the marks of its lines 

const [PITCH, ORIGIN] = [4, 6];
const [WHITE, BLACK] = [0b111_101_111, 0];

/** @param {Uint8Array} screen @param {number} x @param {number} y */
function pixel(screen, x, y) {
  return (screen[(y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2 | x >> 3] ?? 0) >> (7 - (x & 7)) & 1;
}

/** Pixels of a square, the top left one first. @param {Uint8Array} screen @param {number} x @param {number} y @param {number} side */
function square(screen, x, y, side) {
  let bits = 0;
  for (let at = 0; at < side * side; at++) bits = bits << 1 | pixel(screen, x + at % side, y + Math.floor(at / side));
  return bits;
}

/** Read the cells; what is half drawn counts as unknown. @param {Uint8Array} screen @param {number} width @param {number} height
 * @returns {string[]} */
function glimpse(screen, width, height) {
  return Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => {
    const cell = square(screen, ORIGIN + PITCH * column, ORIGIN + PITCH * row, 3);
    return cell === WHITE ? "." : cell === BLACK ? "#" : "?";
  }).join(""));
}

const [PASSIVE, ACTIVE] = [0b1000, 0b1111];

/** The line that is marked as being looked at (index -1: none, or several), and how many wait.
 * @param {Uint8Array} screen @param {string[]} grid its cells, for its size */
function activeLine(screen, grid) {
  const marks = [
    ...grid.map((_, index) => ({ axis: "row", index, mark: square(screen, 0, PITCH * index + ORIGIN + 1, 2) })),
    ...Array.from(grid[0] ?? "", (_, index) => ({ axis: "column", index, mark: square(screen, PITCH * index + ORIGIN + 1, 0, 2) })),
  ];
  const [line, ...others] = marks.filter(({ mark }) => mark === ACTIVE);
  const waiting = marks.filter(({ mark }) => mark === PASSIVE).length;
  return { axis: line?.axis ?? "row", index: line && !others.length ? line.index : -1, waiting };
}

serve(Driver);

// @ts-check
/** Moments of a machine, to come back to; and a ring of them. */

/**
 * @typedef {import("./machine.js").Machine} Machine
 * @typedef {{banks: Uint8Array[], g: Uint8Array, shadow: Uint8Array, words: number[], now: number, edge: number,
 *  paging: number, ula: number, selected: number, ay: Uint8Array, ulaReads: number, edges: Float64Array,
 *  deck: unknown}} State what `restore` needs; the keys and the joystick are not part of it
 */

/** Return the machine as it is. @param {Machine} machine @param {unknown} [deck] the state of the tape deck
 *  @returns {State} */
export function capture(machine, deck = null) {
  const { z80, banks, paging, ula, selected, ay, ulaReads, edges } = machine;
  const { sp, pc, wz, i, r, im, iff, halted, code, now, edge } = z80;
  return {
    banks: banks.map(bank => bank.slice()), g: z80.g.slice(), shadow: z80.shadow.slice(),
    words: [sp, pc, wz, i, r, im, iff, halted, code], now, edge,
    paging, ula, selected, ay: ay.slice(), ulaReads, edges, deck,
  };
}

/** Go back to a state of a machine of the same model. @param {Machine} machine @param {State} state */
export function restore(machine, state) {
  const { z80 } = machine;
  state.banks.forEach((bank, number) => machine.banks[number].set(bank));
  z80.g.set(state.g);
  z80.shadow.set(state.shadow);
  [z80.sp, z80.pc, z80.wz, z80.i, z80.r, z80.im, z80.iff, z80.halted, z80.code] = state.words;
  z80.now = state.now;
  z80.edge = state.edge;
  machine.ula = state.ula;
  machine.selected = state.selected;
  machine.ay.set(state.ay);
  machine.ulaReads = state.ulaReads;
  machine.play(state.edges);
  machine.page(state.paging);
  machine.beam?.begin(machine);
}

/** @param {State} state */
export const timeOf = state => state.edge + state.now;

/** The last moments, `every` T-states apart or more often; the oldest go first. */
export class Ring {
  /** @param {number} every @param {number} most */
  constructor(every, most) {
    this.every = every;
    this.most = most;
    /** @type {State[]} */ this.states = [];
  }
  /** Return true if it is time to keep a state. @param {number} tstates */
  isDue(tstates) {
    const last = this.states.at(-1);
    return !last || tstates - timeOf(last) >= this.every;
  }
  /** Keep a state; return the oldest. @param {State} state */
  keep(state) {
    this.states.push(state);
    if (this.states.length > this.most) this.states.shift();
    return this.states[0];
  }
  /** Return the last state at or before a moment, or the oldest, and forget those after it. @param {number} tstates */
  before(tstates) {
    const { states } = this;
    while (states.length > 1 && timeOf(states[states.length - 1]) > tstates) states.pop();
    return states.at(-1);
  }
}

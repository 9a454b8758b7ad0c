// @ts-check
/** Sound: the speaker's edges, its tones, and those of the sound chip. */

/** @typedef {{from: number, to: number, hz: number, ay: boolean}} Tone */

const PAUSE_TSTATES = 20000;
const FEWEST_EDGES = 4;
const HIGHEST_HZ = 20000;

/** The place of the first of a sorted list that is not before a time. @template T @param {T[]} list @param {number} t
 *  @param {(one: T) => number} time */
export function firstSince(list, t, time) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (time(list[middle]) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {import("./model.js").Trace} trace @returns {number[]} the times at which the speaker's level turned over */
export function speakerEdges(trace) {
  const edges = [];
  let level = trace.ulaBefore >> 4 & 1;
  for (const { t, value } of trace.ula) {
    const now = value >> 4 & 1;
    if (now !== level) edges.push(t);
    level = now;
  }
  return edges;
}

/** The times at which the border took another colour, with the colour. @param {import("./model.js").Trace} trace */
export function borderChanges(trace) {
  /** @type {{t: number, colour: number}[]} */ const found = [];
  let colour = trace.ulaBefore & 7;
  for (const { t, value } of trace.ula) {
    if ((value & 7) !== colour) found.push({ t, colour: value & 7 });
    colour = value & 7;
  }
  return found;
}

/** @param {number[]} edges @param {number} second @returns {Tone[]} */
function beeperTones(edges, second) {
  const tones = [];
  let first = 0;
  for (let k = 1; k <= edges.length; k++) {
    if (k < edges.length && edges[k] - edges[k - 1] <= PAUSE_TSTATES) continue;
    if (k - first > FEWEST_EDGES) {
      const hz = Math.round(second / ((edges[k - 1] - edges[first]) / (k - first - 1) * 2));
      tones.push({ from: edges[first], to: edges[k - 1], hz, ay: false });
    }
    first = k;
  }
  return tones;
}

/** @param {import("./model.js").Trace} trace @returns {Tone[]} */
function chipTones(trace) {
  /** @type {Tone[]} */ const tones = [];
  const second = trace.head.model.second, registers = Uint8Array.from(trace.ayBefore);
  const open = [0, 1, 2].map(() => ({ period: 0, since: 0 }));
  const look = (/** @type {number} */ t, /** @type {boolean} */ end) => {
    for (let voice = 0; voice < 3; voice++) {
      const sounds = !end && !(registers[7] >> voice & 1) && registers[8 + voice] & 31;
      const period = sounds ? Math.max(1, registers[2 * voice] | (registers[2 * voice + 1] & 15) << 8) : 0;
      const now = open[voice];
      if (period === now.period) continue;
      const hz = now.period ? Math.round(second / 2 / 16 / now.period) : 0;
      if (hz && hz < HIGHEST_HZ && (t - now.since) / second * hz >= 2) tones.push({ from: now.since, to: t, hz,
        ay: true });
      open[voice] = { period, since: t };
    }
  };
  if (trace.ay.length) registers[7] = registers[7] || 0xff;
  for (const { t, register, value } of trace.ay) {
    registers[register & 15] = value;
    look(t, false);
  }
  look(trace.head.end, true);
  return tones;
}

/** All tones, by their beginning. @param {import("./model.js").Trace} trace @param {number[]} edges
 *  @returns {Tone[]} */
export function findTones(trace, edges) {
  return [...beeperTones(edges, trace.head.model.second), ...chipTones(trace)].sort((a, b) => a.from - b.from);
}

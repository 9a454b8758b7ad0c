// @ts-check
/**
 * What is heard in a stretch of time, as samples: the speaker's level and the sound chip.
 *
 * Sources: the AY-3-8912 data sheet; the levels of its volumes as M. Westcott measured them (comp.sys.sinclair, 2001).
 */

/** @typedef {import("./machine.js").Model} Model */

const VOLUMES = [0, 0.0137, 0.0205, 0.0291, 0.0423, 0.0618, 0.0847, 0.1369, 0.1691, 0.2647, 0.3527, 0.4499, 0.5704,
  0.6873, 0.8482, 1];
const STEP = 16; // T-states: eight periods of the chip's clock, the shortest half-wave
const ULA = 16, SPEAKER = 0x10;
const BEEPER_SHARE = 0.4, VOICE_SHARE = 0.2, CORNER = 0.997;

/** The sound chip, eight periods of its clock at a time. */
class Chip {
  constructor() {
    this.registers = new Uint8Array(16);
    this.counters = new Uint16Array(3);
    this.levels = new Uint8Array(3);
    this.noise = 1;
    this.noiseCount = this.envelopeCount = this.phase = this.half = 0;
  }
  /** @param {number} register @param {number} value */
  write(register, value) {
    this.registers[register] = value;
    if (register === 13) this.phase = this.envelopeCount = 0;
  }
  /** Volume of the envelope, 0 to 15. */
  envelope() {
    const shape = this.registers[13], attack = shape & 4 ? 0 : 15, { phase } = this;
    if (phase < 16) return phase ^ attack;
    if (!(shape & 8)) return 0;
    if (shape & 1) return (shape & 2 ? 15 : 0) ^ attack ^ 15;
    return (phase & 15) ^ (shape & 2 && phase & 16 ? attack ^ 15 : attack);
  }
  /** Go one step on, and return the level. */
  step() {
    const { registers: r, counters, levels } = this, mixer = r[7];
    this.half ^= 1;
    if (this.half) {
      if (++this.noiseCount >= Math.max(1, r[6] & 31)) {
        this.noiseCount = 0;
        this.noise = this.noise >> 1 | ((this.noise ^ this.noise >> 3) & 1) << 16;
      }
      if (++this.envelopeCount >= Math.max(1, r[11] | r[12] << 8)) {
        this.envelopeCount = 0;
        this.phase = this.phase < 47 ? this.phase + 1 : 16;
      }
    }
    let sum = 0;
    for (let voice = 0; voice < 3; voice++) {
      if (++counters[voice] >= Math.max(1, r[2 * voice] | (r[2 * voice + 1] & 15) << 8)) {
        counters[voice] = 0;
        levels[voice] ^= 1;
      }
      const sounds = (levels[voice] | mixer >> voice & 1) & (this.noise | mixer >> 3 + voice & 1) & 1;
      if (sounds) sum += VOLUMES[r[8 + voice] & 16 ? this.envelope() : r[8 + voice] & 15];
    }
    return sum;
  }
}

export class Mixer {
  /** @param {Model} model @param {number} rate samples a second */
  constructor(model, rate) {
    this.perSample = model.second / rate;
    this.chip = model.banked ? new Chip() : null;
    this.now = -1;
    this.stepped = 0;
    this.ula = this.chipLevel = this.area = this.sampled = this.before = this.filtered = 0;
    /** @type {number[]} */ this.samples = [];
  }
  /** Start at a moment, with what the ULA and the chip hold. @param {import("./machine.js").Machine} machine */
  begin(machine) {
    this.now = this.stepped = this.sampled = machine.tstates;
    this.area = 0;
    this.ula = machine.ula;
    machine.ay.forEach((value, register) => this.chip?.write(register, value));
  }
  /** Return the samples up to a moment. @param {number[]} writes as a machine logs them @param {number} end */
  render(writes, end) {
    for (let k = 0; k < writes.length; k += 3) {
      this.goTo(writes[k]);
      if (writes[k + 1] === ULA) this.ula = writes[k + 2];
      else this.chip?.write(writes[k + 1], writes[k + 2]);
    }
    this.goTo(end);
    return Float32Array.from(this.samples.splice(0));
  }
  /** @param {number} until */
  goTo(until) {
    while (this.now < until) {
      const level = (this.ula & SPEAKER ? BEEPER_SHARE : 0) + this.chipLevel * VOICE_SHARE;
      const sample = this.sampled + this.perSample;
      const next = Math.min(until, sample, this.chip ? this.stepped + STEP : until);
      this.area += level * (next - this.now);
      this.now = next;
      if (this.chip && next >= this.stepped + STEP) {
        this.stepped = next;
        this.chipLevel = this.chip.step();
      }
      if (next < sample) continue;
      const value = this.area / this.perSample;
      this.filtered = value - this.before + CORNER * this.filtered; // nothing that stands still is heard
      this.before = value;
      this.samples.push(this.filtered);
      this.area = 0;
      this.sampled = sample;
    }
  }
}

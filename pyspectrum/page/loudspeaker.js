// @ts-check
/** The audio worklet's own script: plays the samples that a Spectrum sends, a tenth of a second late. */

const scope = /** @type {any} */ (globalThis);
const FIRST = 0.06, MOST = 0.25, FADE = 0.99;

class Loudspeaker extends scope.AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {Float32Array[]} */ this.waiting = [];
    this.count = this.at = this.level = 0;
    this.plays = false;
    this.port.onmessage = (/** @type {MessageEvent<MessagePort>} */ { data }) => {
      data.onmessage = ({ data: samples }) => this.take(samples);
    };
  }
  /** @param {Float32Array} samples */
  take(samples) {
    this.waiting.push(samples);
    this.count += samples.length;
    while (this.count > MOST * scope.sampleRate) this.drop();
  }
  drop() {
    this.count -= (this.waiting.shift()?.length ?? 0) - this.at;
    this.at = 0;
  }
  /** @param {unknown} _ @param {Float32Array[][]} outputs */
  process(_, [[out]]) {
    if (this.count >= FIRST * scope.sampleRate) this.plays = true;
    for (let k = 0; k < out.length; k++) {
      if (this.plays && !this.count) this.plays = false;
      if (this.plays) {
        this.level = this.waiting[0][this.at++];
        this.count--;
        if (this.at === this.waiting[0].length) {
          this.waiting.shift();
          this.at = 0;
        }
      } else this.level *= FADE;
      out[k] = this.level;
    }
    return true;
  }
}
scope.registerProcessor("loudspeaker", Loudspeaker);

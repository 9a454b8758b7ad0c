// @ts-check
/** The Spectrum's speaker: the edges that the server sends, as sound, at real speed. */

const RATE = 22_050;
const TSTATES_A_SECOND = 3_500_000;
const HEAD = 6;
const VOLUME = 0.12;
/** Delay of the sound, so that the next piece is there in time. */
const LATENCY = 0.08;

export class Speaker {
  constructor() {
    this.isOn = false;
    /** @type {AudioContext | null} */
    this.context = null;
    this.until = 0;
    this.pieces = 0;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    if (isOn) {
      this.context ??= new AudioContext();
      this.context.resume();
    } else {
      this.silence();
    }
  }

  silence() {
    this.context?.suspend();
    this.until = 0;
    if (this.isOn) this.context?.resume();
  }

  /** A piece: its length in T-states and the level at its start, then the T-states at which the level turned over.
   * @param {Uint8Array} message */
  take(message) {
    const { context } = this;
    if (!this.isOn || !context) return;
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const [tstates, start] = [view.getUint32(1), view.getUint8(5)];
    const samples = new Float32Array(Math.max(1, Math.round((tstates * RATE) / TSTATES_A_SECOND)));
    let [at, level] = [0, start ? VOLUME : 0];
    for (let place = HEAD; place + 4 <= message.byteLength; place += 4) {
      const edge = Math.min(samples.length, Math.round((view.getUint32(place) * RATE) / TSTATES_A_SECOND));
      samples.fill(level, at, edge);
      [at, level] = [edge, level ? 0 : VOLUME];
    }
    samples.fill(level, at);
    const buffer = context.createBuffer(1, samples.length, RATE);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    if (this.until < context.currentTime) this.until = context.currentTime + LATENCY;
    source.start(this.until);
    this.until += buffer.duration;
    this.pieces += 1;
    document.documentElement.dataset.heard = String(this.pieces);
  }
}

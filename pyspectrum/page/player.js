// @ts-check
/** A Spectrum for a page: it runs in a worker, shows on a canvas, and is heard once it may be. */

import { InputError } from "./bytes.js";
import { HEIGHT, WIDTH } from "./picture.js";

/**
 * @typedef {{label: string, position: number, parts: number, playing: boolean, atEnd: boolean}} Tape
 * @typedef {{tstates: number, border: number, tape: Tape}} Shown
 * @typedef {Record<string, (message: any) => void>} Listeners by what a message is, "picture", "saved", "hook" or "stopped"; and
 *  "problem", which gets a sentence
 */

export class Player {
  /** @param {HTMLCanvasElement} canvas @param {string} script the worker's @param {Listeners} listeners */
  constructor(canvas, script, listeners = {}) {
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    this.context = canvas.getContext("2d", { alpha: false });
    this.listeners = listeners;
    /** Who waits for an answer. @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.asked = 0;
    /** @type {{audio: AudioContext, node: AudioWorkletNode} | null} */ this.speaker = null;
    this.worker = this.start(script);
  }
  /** @param {string} script */
  start(script) {
    try {
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
      worker.onmessage = ({ data }) => this.hear(data);
      worker.onerror = ({ message }) => this.listeners.problem?.(`The Spectrum has failed: ${message}`);
      return worker;
    } catch {
      throw new InputError("This browser runs no worker from this page, and a Spectrum needs one. Open it in another.");
    }
  }

  /** Ask for something of `Runner`. @param {string} what @param {unknown} [given] @param {Transferable[]} [transfer]
   *  @returns {Promise<any>} */
  ask(what, given, transfer = []) {
    const id = ++this.asked;
    this.worker.postMessage({ id, what, given }, transfer);
    return new Promise((resolve, reject) => { this.waiting.set(id, { resolve, reject }); });
  }
  /** @param {any} message */
  hear(message) {
    const { id, what, value, problem } = message, waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (problem !== undefined && waiting) waiting.reject(new InputError(problem));
    else if (problem !== undefined) this.listeners.problem?.(problem);
    else if (waiting) waiting.resolve(value);
    else if (what === "picture") this.show(message);
    else this.listeners[what]?.(message);
  }
  /** @param {Shown & {buffer: ArrayBuffer}} shown */
  show(shown) {
    this.context?.putImageData(new ImageData(new Uint8ClampedArray(shown.buffer), WIDTH, HEIGHT), 0, 0);
    this.worker.postMessage({ id: 0, what: "shown", given: shown.buffer }, [shown.buffer]);
    this.listeners.picture?.(shown);
  }

  /** Be heard, from a touch or a key on. @param {string} script the worklet's, or its address, which ends in .js */
  async listen(script) {
    if (!("AudioContext" in globalThis) || !("AudioWorkletNode" in globalThis)) {
      throw new InputError("This browser has no Web Audio, so the Spectrum is silent. All else works.");
    }
    try {
      const { audio, node } = this.speaker ??= await speakerOf(script), { port1, port2 } = new MessageChannel();
      node.port.postMessage(port1, [port1]);
      await this.ask("listen", { port: port2, rate: audio.sampleRate }, [port2]);
      await audio.resume();
    } catch {
      throw new InputError("This browser lets the Spectrum make no sound here. All else works.");
    }
  }
  /** Be silent. */
  async mute() {
    await this.ask("listen", {});
    await this.speaker?.audio.suspend();
  }
}

/** No worklet may come from a blob where the page is a file. @param {string} script or its address */
async function speakerOf(script) {
  const audio = new AudioContext({ latencyHint: "interactive" });
  await audio.audioWorklet.addModule(script.endsWith(".js") ? script : `data:text/javascript,${encodeURIComponent(script)}`);
  const node = new AudioWorkletNode(audio, "loudspeaker", { numberOfInputs: 0 });
  node.connect(audio.destination);
  return { audio, node };
}

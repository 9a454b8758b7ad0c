// @ts-check
/** A recorded Spectrum: played at a speed, paused, sought; the pictures are those of `harness/studio/export.py`. */

import { get, onClick, setIcon } from "./dom.js";
import { SpectrumScreen } from "./screen.js";
import { Seek } from "./seek.js";
import { text } from "./strings.js";
import { asChoice } from "./toolbar.js";

/** @typedef {{ pictures: string, frames: number, stage: string, tstates: number, lines: number, solving: number }} Recording
 *   `solving`: the first picture after the numbers are in */

const FRAMES_A_SECOND = 50.08;
/** The speed of "as fast as it goes" for a recording. */
const MOST_SPEED = 100;

export class Recorded {
  constructor() {
    this.screen = new SpectrumScreen(/** @type {HTMLCanvasElement} */ (get("screen")));
    this.seek = new Seek((frame) => this.goTo(frame));
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {Uint8Array[]} */
    this.pictures = [];
    this.at = 0;
    this.speed = 10;
    this.isPlaying = false;
    this.since = 0;
    onClick("play", () => this.play());
    onClick("full", () => (document.fullscreenElement ? document.exitFullscreen() : get("tv").requestFullscreen?.()));
    asChoice(get("speeds"), (button) => {
      this.speed = Number(button.dataset.speed) || MOST_SPEED;
    });
    const fit = () => this.screen.fit(get("stage-watch"));
    new ResizeObserver(fit).observe(get("stage-watch"));
    document.addEventListener("fullscreenchange", fit);
  }

  /** @param {Recording | null} recording */
  async show(recording) {
    if (recording === this.recording) return;
    this.isPlaying = false;
    this.recording = recording;
    this.pictures = recording ? await picturesOf(recording) : [];
    this.at = 0;
    this.screen.switchOff();
    this.tell();
  }

  play() {
    if (this.at >= this.pictures.length) this.goTo(0);
    this.isPlaying = !this.isPlaying;
    this.since = performance.now();
    if (this.isPlaying) requestAnimationFrame((now) => this.step(now));
    this.tell();
  }

  /** @param {number} now */
  step(now) {
    if (!this.isPlaying || !this.recording) return;
    const due = Math.floor(((now - this.since) / 1000) * (FRAMES_A_SECOND / this.recording.frames) * this.speed);
    if (due > 0) {
      this.since = now;
      this.take(this.at + due);
    }
    if (this.at >= this.pictures.length) this.isPlaying = false;
    else requestAnimationFrame((next) => this.step(next));
    this.tell();
  }

  /** Take over the pictures up to one. @param {number} end */
  take(end) {
    for (const picture of this.pictures.slice(this.at, end)) this.screen.take(picture);
    this.at = Math.min(end, this.pictures.length);
  }

  /** Each picture is what changed since the one before, so the way back begins at the first. @param {number} frame */
  goTo(frame) {
    const wanted = Math.round(frame / (this.recording?.frames ?? 1));
    if (wanted < this.at) {
      this.screen.switchOff();
      this.at = 0;
    }
    this.take(wanted);
    this.tell();
  }

  tell() {
    const { recording, pictures, at } = this;
    setIcon(get("play"), this.isPlaying ? "pause" : "play");
    get("play").setAttribute("aria-label", text(this.isPlaying ? "pause" : at ? "go-on" : "start"));
    get("led").classList.toggle("on", at > 0);
    if (!recording) return;
    const isOver = at >= pictures.length;
    const stage = text(at === 0 ? "stopped" : isOver ? `stage-${recording.stage}` : at < recording.solving ? "stage-entering" : "stage-solving");
    get("screen-text").textContent = stage;
    get("stage-text").textContent = !isOver ? "" : text("status-end", { stage, seconds: (recording.tstates / 3_500_000).toFixed(1), lines: recording.lines });
    const frames = recording.frames;
    this.seek.show({ frame: at * frames, last: pictures.length * frames, solving: recording.solving * frames, solved: null });
  }
}

/** @param {Recording} recording @returns {Promise<Uint8Array[]>} */
async function picturesOf(recording) {
  const packed = Uint8Array.from(atob(recording.pictures), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const pictures = [];
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at);
    pictures.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return pictures;
}

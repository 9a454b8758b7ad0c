// @ts-check
/** The Spectrum's screen on a canvas, from the rows that the server sends (harness/studio/conductor.py). */

const [BORDER, WIDTH, HEIGHT] = [32, 256, 192];
const [BITMAP, SCREEN, ROW] = [6144, 6912, 32];
const HEAD = 7;
/** Visible part of the picture, with half of the border; and the size of the television's case. */
const [SHOWN, CASE] = [{ width: 288, height: 224 }, { width: 40, height: 60 }];
/** ABGR, as a little-endian canvas has them: the eight colours, and the eight bright ones. */
const COLOURS = Uint32Array.from({ length: 16 }, (_, number) => {
  const level = number < 8 ? 0xd8 : 0xff;
  return (0xff000000 | (number & 1 ? level << 16 : 0) | (number & 4 ? level << 8 : 0) | (number & 2 ? level : 0)) >>> 0;
});

export class SpectrumScreen {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.memory = new Uint8Array(SCREEN);
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.image = this.context.createImageData(WIDTH + 2 * BORDER, HEIGHT + 2 * BORDER);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.frame = 0;
    this.isPast = false;
  }

  /** Take over what a message changes, and draw. @param {Uint8Array} message */
  take(message) {
    this.frame = new DataView(message.buffer, message.byteOffset).getUint32(1);
    const [border = 7, flags = 0] = [message[5], message[6]];
    this.isPast = (flags & 2) !== 0;
    for (let at = HEAD; at < message.length; at += ROW + 1) {
      this.memory.set(message.subarray(at + 1, at + 1 + ROW), (message[at] ?? 0) * ROW);
    }
    this.draw(border, (flags & 1) !== 0);
  }

  /** @param {number} border @param {boolean} flashed */
  draw(border, flashed) {
    this.pixels.fill(COLOURS[border & 7] ?? 0);
    const width = WIDTH + 2 * BORDER;
    for (let y = 0; y < HEIGHT; y++) {
      // a row of pixels lies where its third, its pixel row within the character and its character row say
      const start = ((y & 0xc0) << 5) | ((y & 7) << 8) | ((y & 0x38) << 2);
      let at = (y + BORDER) * width + BORDER;
      for (let x = 0; x < ROW; x++) {
        const attribute = this.memory[BITMAP + (y >> 3) * ROW + x] ?? 0;
        const bright = (attribute & 0x40) >> 3;
        let ink = COLOURS[bright | (attribute & 7)] ?? 0;
        let paper = COLOURS[bright | ((attribute >> 3) & 7)] ?? 0;
        if (flashed && attribute & 0x80) [ink, paper] = [paper, ink];
        const bits = this.memory[start + x] ?? 0;
        for (let mask = 0x80; mask; mask >>= 1) this.pixels[at++] = bits & mask ? ink : paper;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }

  /** The largest whole multiple of the screen's own pixels at which the television fits into a place. @param {HTMLElement} place */
  fit(place) {
    if (!place.clientWidth) return; // hidden
    const scale = window.devicePixelRatio || 1;
    const isFull = document.fullscreenElement !== null;
    const style = getComputedStyle(place);
    const [width, height] = isFull ? [window.innerWidth, window.innerHeight]
      : [place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), place.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)];
    const isNarrow = window.matchMedia("(max-width: 719px)").matches && !isFull;
    const most = Math.min((width - CASE.width) / SHOWN.width, isNarrow ? Infinity : (height - CASE.height) / SHOWN.height);
    const times = Math.max(1, Math.floor(most * scale)) / scale;
    this.canvas.closest("figure")?.style.setProperty("--k", String(times));
    this.canvas.dataset.scale = String(times * scale);
  }

  switchOff() {
    this.memory.fill(0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }
}

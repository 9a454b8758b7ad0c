// @ts-check
/** The small picture in a board's corner. If not all cells are in sight, a frame shows which are, and can be dragged. */

import { paintThumbSoon } from "./thumbs.js";

/** @typedef {import("./board.js").Board} Board */

const CORNER_PX = 48;
/** Around the picture: padding and border. */
const EDGES_PX = 6;

export class Overview {
  /** @param {HTMLElement} place with a canvas and a frame @param {Board} board */
  constructor(place, board) {
    this.place = place;
    this.board = board;
    this.canvas = /** @type {HTMLCanvasElement} */ (place.querySelector("canvas"));
    this.frame = /** @type {HTMLElement} */ (place.querySelector(".in-sight"));
    /** Where in the frame the pointer holds it. @type {{ x: number, y: number } | null} */
    this.grip = null;
    board.place.addEventListener("moved", () => this.follow());
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, () => (this.grip = null));
  }

  /** @param {() => import("./drawing.js").Content} current the picture as it is then */
  show(current) {
    paintThumbSoon(this.canvas, current, CORNER_PX);
  }

  /** Pixels of the small picture for one of the board. */
  get scale() {
    return this.canvas.clientWidth / (this.board.width * this.board.view.cell);
  }

  /** The board shows other cells: put the frame round them. A picture with a frame takes all the room that clues leave. */
  follow() {
    const { board: { view, width, height }, canvas, frame, place } = this;
    place.classList.toggle("map", !view.isWhole);
    const room = Math.min((view.gutter.width - EDGES_PX) / width, (view.gutter.height - EDGES_PX) / height);
    const [wide, high] = view.isWhole ? ["", ""] : [width, height].map((cells) => `${Math.floor(room * cells)}px`);
    Object.assign(canvas.style, { width: wide, height: high });
    const { pan, window: seen } = view;
    const [left, top, across, down] = [pan.x, pan.y, seen.width, seen.height].map((at) => at * this.scale);
    Object.assign(frame.style, { left: `${canvas.offsetLeft + Number(left)}px`, top: `${canvas.offsetTop + Number(top)}px`, width: `${across}px`, height: `${down}px` });
  }

  /** Hold the frame; a press beside it brings its middle there. @param {PointerEvent} event */
  down(event) {
    if (this.board.view.isWhole || event.button) return;
    event.preventDefault();
    this.place.setPointerCapture(event.pointerId);
    const box = this.frame.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    this.grip = x >= 0 && y >= 0 && x <= box.width && y <= box.height ? { x, y } : { x: box.width / 2, y: box.height / 2 };
    this.drag(event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.grip) return;
    const box = this.canvas.getBoundingClientRect();
    const { view } = this.board;
    this.board.panBy((event.clientX - this.grip.x - box.left) / this.scale - view.pan.x, (event.clientY - this.grip.y - box.top) / this.scale - view.pan.y);
  }
}

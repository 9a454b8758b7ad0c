// @ts-check
/** The time that a person takes: it runs while the puzzle is in sight, from the first stroke on, and can be paused. */

export class Timer {
  /** @param {() => void} ticked told each second */
  constructor(ticked) {
    this.spent = 0;
    /** @type {number | null} */
    this.since = null;
    this.isPaused = false;
    /** Whether a person solves: the time stands while the page is out of sight. */
    this.isOn = false;
    setInterval(() => this.since !== null && ticked(), 1000);
    document.addEventListener("visibilitychange", () => this.follow());
  }

  get seconds() {
    return Math.floor(this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000));
  }

  /** @param {number} seconds spent already */
  begin(seconds) {
    this.spent = seconds;
    this.since = null;
    this.isPaused = this.isOn = false;
  }

  stop() {
    this.isOn = false;
    this.follow();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    this.isOn = true;
    this.follow();
  }

  follow() {
    const runs = this.isOn && !this.isPaused && !document.hidden;
    if (runs === (this.since !== null)) return;
    if (this.since !== null) this.spent += (performance.now() - this.since) / 1000;
    this.since = runs ? performance.now() : null;
  }
}

/** Minutes and seconds. @param {number} seconds @returns {string} */
export function clockText(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}` : `${minutes}:${String(rest).padStart(2, "0")}`;
}

// @ts-check
/** A puzzle book: puzzles that the browser keeps until they are taken home together, as one PDF. */

import { enable, get, onClick, reveal, save, trying } from "./dom.js";
import { keepForAll, keptForAll } from "./kept.js";
import { toast } from "./notices.js";
import { puzzleId } from "./progress.js";
import { ask } from "./server.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./drawing.js").Content} Content */

const BOOK = "book";
/** As `harness/studio/offices.py` has it. */
const MOST = 200;

export class Book {
  /** @param {() => Content} current the drawing as it is */
  constructor(current) {
    this.current = current;
    onClick("book-add", () => this.add());
    onClick("book-pdf", () => trying(() => this.take()));
    onClick("book-empty", () => this.empty());
  }

  /** @returns {Content[]} */
  get puzzles() {
    return keptForAll(BOOK) ?? [];
  }

  add() {
    const { rows, title, colours, background } = this.current();
    const { puzzles } = this;
    if (puzzles.length >= MOST) toast(text("book-full", { count: MOST }));
    else keepForAll(BOOK, [...puzzles, { rows, title, colours, background }]);
    this.show();
  }

  async take() {
    const answer = await ask("/api/book", { documents: this.puzzles, language: currentLanguage() });
    save(await answer.blob(), "puzzles.pdf");
  }

  empty() {
    const before = this.puzzles;
    keepForAll(BOOK, []);
    this.show();
    toast(text("book-emptied"), text("undo"), () => {
      keepForAll(BOOK, before);
      this.show();
    });
  }

  show() {
    const { puzzles } = this;
    const id = puzzleId(this.current());
    get("book-note").textContent = text(puzzles.length ? "book-has" : "book-none", { count: puzzles.length });
    const isIn = puzzles.some((other) => puzzleId(other) === id);
    get("book-add").textContent = text(isIn ? "book-again" : "book-add");
    enable("book-add", !isIn);
    for (const button of ["book-pdf", "book-empty"]) reveal(get(button), puzzles.length > 0);
  }
}

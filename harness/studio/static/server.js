// @ts-check
/** The server: questions, and sockets that come back by themselves. */

import { currentLanguage, text } from "./strings.js";

const token = new URLSearchParams(location.search).get("token") ?? "";
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** Longer than the server takes for any question. */
const PATIENCE_MS = 120_000;
/** Questions of which a newer one replaces the older: the server drops a question whose connection closes. */
const REPLACED = new Set(["/api/hint", "/api/choices", "/api/new"]);
const NEWER = new Error();
/** @type {Map<string, AbortController>} */
const asking = new Map();

/** As the server has it: what is larger does not leave the page. */
const MOST_BYTES = 20_000_000;

/** The server's refusal of a request, in a sentence for the user. */
class RefusedError extends Error {}
/** The server does not answer. */
export class UnreachableError extends Error {}

/** Ask the server; a JSON body is sent as such, anything else as it is. An error is a sentence for the user. Where a
 * newer question has replaced this one, nothing ever comes.
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Response>} */
export async function ask(path, body) {
  const kind = path.split("?")[0] ?? path;
  const ending = new AbortController();
  setTimeout(() => ending.abort(), PATIENCE_MS);
  if (REPLACED.has(kind)) {
    asking.get(kind)?.abort(NEWER);
    asking.set(kind, ending);
  }
  const isFile = body instanceof Blob || body instanceof ArrayBuffer;
  if (body instanceof Blob && body.size > MOST_BYTES) throw new RefusedError(text("too-many-bytes", { size: Math.ceil(body.size / 1e6), most: MOST_BYTES / 1e6 }));
  const response = await answerOf(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-Studio-Token": token, "Accept-Language": currentLanguage() },
    body: body === undefined ? undefined : isFile ? /** @type {BodyInit} */ (body) : JSON.stringify(body),
    signal: ending.signal,
  });
  if (!response.ok) throw new RefusedError(await response.text());
  return response;
}

/** End a question: nothing ever comes. @param {string} kind */
export function dropQuestion(kind) {
  asking.get(kind)?.abort(NEWER);
}

/** @param {string} path @param {RequestInit} request @returns {Promise<Response>} */
async function answerOf(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error === NEWER) return new Promise(() => {});
    throw new UnreachableError(text("unreachable"));
  }
}

/** A WebSocket; when it breaks it is opened again. `send` tells whether a message was sent.
 * @param {string} path
 * @param {{ open: () => void, message: (data: any) => void, lost: () => void, refused: (sentence: string) => void }} listener */
export function openLine(path, listener) {
  let wait = FIRST_WAIT_MS;
  /** @type {WebSocket | null} */
  let socket = null;

  function open() {
    socket = new WebSocket(`ws://${location.host}${path}?token=${encodeURIComponent(token)}`);
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      wasOpen = true;
      listener.open();
    });
    socket.addEventListener("message", (event) => listener.message(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      listener.lost();
      if (!wasOpen) tellRefusal();
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    });
  }

  /** A socket that is refused does not say so; a question is answered with the reason. */
  async function tellRefusal() {
    try {
      await ask("/api/begin");
    } catch (error) {
      if (error instanceof RefusedError) listener.refused(text("refused"));
    }
  }

  open();
  return {
    send(/** @type {object} */ message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}

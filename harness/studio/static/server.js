// @ts-check
/** The server: questions, and sockets that come back by themselves. */

const token = new URLSearchParams(location.search).get("token") ?? "";
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/** What the server says of a request that it does not like, in a sentence for the user. */
export class RefusedError extends Error {}

/** Ask the server; a JSON body is sent as such, anything else as it is.
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Response>} */
export async function ask(path, body) {
  const isFile = body instanceof Blob || body instanceof ArrayBuffer;
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-Studio-Token": token },
    body: body === undefined ? undefined : isFile ? /** @type {BodyInit} */ (body) : JSON.stringify(body),
  });
  if (!response.ok) throw new RefusedError(await response.text());
  return response;
}

/** A WebSocket; when it breaks it is opened again, unless `close` was called.
 * @typedef {{ send: (message: object) => void, close: () => void }} Line */

/**
 * @param {string} path
 * @param {{ open?: () => void, message: (data: any) => void, bytes?: (data: Uint8Array) => void,
 *           lost?: () => void, again?: boolean }} listener `again`: whether to open it again when it breaks
 * @returns {Line} */
export function openLine(path, listener) {
  let closed = false;
  let wait = FIRST_WAIT_MS;
  /** @type {WebSocket | null} */
  let socket = null;

  function open() {
    socket = new WebSocket(`ws://${location.host}${path}?token=${encodeURIComponent(token)}`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      listener.open?.();
    });
    socket.addEventListener("message", (event) => {
      if (event.data instanceof ArrayBuffer) listener.bytes?.(new Uint8Array(event.data));
      else listener.message(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      listener.lost?.();
      if (listener.again === false) {
        closed = true;
        return;
      }
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    });
  }

  open();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}

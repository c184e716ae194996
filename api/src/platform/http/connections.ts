import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that was answered before it had sent its whole request may pause this long. What it sends next is read as the rest of the body. */
const restOfBodyTimeoutMs = 5000;
/** What a client still sends is discarded this long: closing at once would reset the connection, and the client would lose the answer. */
const lingerMs = 2000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The requests of each connection that are not answered yet. A client may send several at once (pipelining); they are answered in their order. */
export class Connections {
  readonly #open = new WeakMap<Socket, Set<Exchange>>();
  readonly #refused = new WeakSet<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      const open = new Set<Exchange>();
      this.#open.set(socket, open);
      socket.once('close', () => closeWaiting(open));
    });
    server.prependListener('request', (request, response) => this.#add({ request, response }));
  }

  #add(exchange: Exchange): void {
    const { request, response } = exchange;
    const open = this.#open.get(request.socket);
    open?.add(exchange);
    response.once('close', () => {
      open?.delete(exchange);
      // Also after an answer that needs no body. Otherwise the next request of the client would be swallowed until the time limit of this one.
      if (!request.complete) request.socket.setTimeout(restOfBodyTimeoutMs);
    });
  }

  /** Ends a connection whose last request cannot be read, once the requests before it are answered. `write` writes the answer and ends the socket. */
  refuse(socket: Socket, write: () => void): void {
    // What follows a request that cannot be read cannot be read, either.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const before = [...(this.#open.get(socket) ?? [])].filter(({ request }) => request.complete).at(-1);
    const end = () => {
      if (!socket.writable) return;
      write();
      const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
      socket.once('close', () => clearTimeout(timer));
    };
    if (before === undefined) end();
    else before.response.once('close', end);
  }
}

/** Node.js closes the response whose turn it was. Those behind it would wait for their turn, and be counted as requests in flight, for ever. */
function closeWaiting(open: ReadonlySet<Exchange>): void {
  for (const { response } of open) {
    if (response.socket !== null || response.destroyed) continue;
    response.destroyed = true;
    response.emit('close');
  }
}

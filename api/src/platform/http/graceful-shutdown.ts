import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const sweepEvery = 100;
// Whoever has not said a word by then has nothing under way. Counted in sweeps, not in time: a process that is short of
// time has as little of it for reading what has arrived.
const silentSweeps = 5;
// The longest that anyone may take who has begun: with all else that stops, less than the half minute after which services are killed.
const longest = 20_000;
const longestInLine = 5000;

/** Closes without cutting anyone off: who knocked is let in, who was let in is answered, and nobody keeps us for ever. */
export class GracefulShutdown {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  async close(closeServer: () => Promise<unknown>): Promise<void> {
    await this.#lastInLine();
    // An answer that is given from here on is the last one of its connection.
    this.#server.keepAliveTimeout = 1;
    const began = performance.now();
    let sweeps = 0;
    const sweep = setInterval(() => {
      sweeps++;
      const late = performance.now() - began > longest;
      for (const socket of this.#sockets) if (late || (sweeps > silentSweeps && socket.bytesRead === 0)) socket.destroy();
    }, sweepEvery);
    try {
      await closeServer();
    } finally {
      clearInterval(sweep);
    }
  }

  /**
   * The system takes connections before we do, one of them each time we look, and throws away those that we have not
   * taken when we stop listening, with the requests that are in them. They wait in line: once one of our own has
   * come through, so has everyone before it.
   */
  #lastInLine(): Promise<void> {
    const address = this.#server.address() as AddressInfo | string | null;
    if (address === null || typeof address === 'string') return Promise.resolve();
    const host = address.address === '0.0.0.0' || address.address === '::' ? 'localhost' : address.address;
    return new Promise((resolve) => {
      const own = connect(address.port, host);
      const served = (socket: Socket) => {
        if (socket.remotePort === own.localPort) done();
      };
      const timer = setTimeout(() => done(), longestInLine);
      const done = () => {
        clearTimeout(timer);
        this.#server.off('connection', served);
        own.destroy();
        resolve();
      };
      own.on('error', done);
      this.#server.on('connection', served);
    });
  }
}

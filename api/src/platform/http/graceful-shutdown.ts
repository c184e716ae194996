import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const sweepIntervalMs = 100;
// A connection without a byte after this many sweeps has no request. Sweeps, not milliseconds: a process that is short of
// processor time has not read what has arrived, either.
const maxSilentSweeps = 5;
// With everything else that stops, less than the 30 seconds after which a service is usually killed.
const requestTimeoutMs = 20_000;
const drainTimeoutMs = 5000;

/** Closes the server without losing requests: pending connections are accepted and requests in flight are answered. */
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
    await this.#drainBacklog();
    // From here on, each response is the last one on its connection.
    this.#server.keepAliveTimeout = 1;
    const startedAt = performance.now();
    let sweeps = 0;
    const timer = setInterval(() => {
      sweeps++;
      const isTimedOut = performance.now() - startedAt > requestTimeoutMs;
      for (const socket of this.#sockets) if (isTimedOut || (sweeps > maxSilentSweeps && socket.bytesRead === 0)) socket.destroy();
    }, sweepIntervalMs);
    try {
      await closeServer();
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Closing a listening socket resets the connections in its backlog, with their requests. The backlog is a queue: once a
   * connection of our own has been accepted, all earlier ones have been, too.
   */
  #drainBacklog(): Promise<void> {
    const address = this.#server.address() as AddressInfo | string | null;
    if (address === null || typeof address === 'string') return Promise.resolve();
    const host = address.address === '0.0.0.0' || address.address === '::' ? 'localhost' : address.address;
    return new Promise((resolve) => {
      const probe = connect(address.port, host);
      const onConnection = (socket: Socket) => {
        if (socket.remotePort === probe.localPort) done();
      };
      const timer = setTimeout(() => done(), drainTimeoutMs);
      const done = () => {
        clearTimeout(timer);
        this.#server.off('connection', onConnection);
        probe.destroy();
        resolve();
      };
      probe.on('error', done);
      this.#server.on('connection', onConnection);
    });
  }
}

import { Socket } from 'node:net';

/** All sockets that are open or being opened, to destroy them at once: `pg` waits without limit for a silent server. */
export class SocketRegistry {
  readonly #sockets = new Set<Socket>();
  #isDestroyed = false;
  #bytesReadOnClosed = 0;

  /** The `stream` option of `pg`. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#bytesReadOnClosed += socket.bytesRead;
      this.#sockets.delete(socket);
    });
    // In the next tick, because `pg` has yet to connect it.
    if (this.#isDestroyed) setImmediate(() => socket.destroy(destroyedError()));
    return socket;
  };

  /** Bytes received on all sockets so far. */
  get bytesRead(): number {
    let sum = this.#bytesReadOnClosed;
    for (const { bytesRead } of this.#sockets) sum += bytesRead;
    return sum;
  }

  /** Returns a function that destroys all sockets that have received nothing since. They are opened again on demand. */
  watch(): () => void {
    const before = new Map([...this.#sockets].map((socket) => [socket, socket.bytesRead]));
    return () => {
      for (const [socket, bytes] of before) if (socket.bytesRead === bytes) socket.destroy(destroyedError());
    };
  }

  /** Destroys all sockets, and those opened later. */
  destroyAll(): void {
    this.#isDestroyed = true;
    for (const socket of this.#sockets) socket.destroy(destroyedError());
  }
}

const destroyedError = () => new Error('Connection terminated: the service closed it');

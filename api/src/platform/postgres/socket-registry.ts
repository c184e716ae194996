import { Socket } from 'node:net';

/** Every connection that is open, or being opened, so that all of them can be cut at once: `pg` waits without end for a server that is silent. */
export class SocketRegistry {
  readonly #sockets = new Set<Socket>();
  #cut = false;
  #heardBefore = 0;

  /** What `pg` takes as its stream. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#heardBefore += socket.bytesRead;
      this.#sockets.delete(socket);
    });
    // Not at once: it is only about to connect.
    if (this.#cut) setImmediate(() => socket.destroy(ended()));
    return socket;
  };

  /** How many bytes have come over all of them. */
  get heard(): number {
    let sum = this.#heardBefore;
    for (const { bytesRead } of this.#sockets) sum += bytesRead;
    return sum;
  }

  /** Answers with a way to cut all those that have brought nothing since. What is cut is opened again when it is needed. */
  watch(): () => void {
    const before = new Map([...this.#sockets].map((socket) => [socket, socket.bytesRead]));
    return () => {
      for (const [socket, bytes] of before) if (socket.bytesRead === bytes) socket.destroy(ended());
    };
  }

  /** From now on there is no connection, and there will be none. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy(ended());
  }
}

const ended = () => new Error('Connection terminated: it was cut');

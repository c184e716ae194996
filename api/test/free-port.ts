import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range that systems give to outgoing connections, so that a port which is free now stays free until it is used.
const [lowest, highest] = [10_000, 29_999];

/** A port of this machine that nothing listens on, for what must know its address before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

import { connect, createServer } from 'node:net';

/**
 * A TCP proxy between the service and a database server that can be made to fail: `cut` closes all connections and refuses new ones,
 * `blackhole` drops all data, `half-close` closes the direction to the service and keeps the other open.
 */
export async function startProxy(target) {
  const pairs = new Set();
  let mode = 'open';
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    if (mode === 'cut') return void near.destroy();
    if (mode === 'blackhole') return void near.on('end', () => near.destroy()).resume();
    const far = connect({ ...target, allowHalfOpen: true });
    const pair = { near, far, drops: false };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('data', (chunk) => pair.drops || far.write(chunk));
    far.on('data', (chunk) => pair.drops || near.write(chunk));
    near.on('end', () => (pair.drops ? near.destroy() : far.end()));
    far.on('end', () => pair.drops || near.end());
    near.on('close', () => {
      // The server notices it when the network is back.
      if (pair.drops && mode === 'blackhole') return;
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => pair.drops || near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: server.address().port,
    set(next) {
      mode = next;
      for (const pair of pairs) {
        if (next === 'cut') pair.near.destroy();
        if (next === 'half-close') pair.near.end();
        // A connection that lost bytes stays broken, like behind a firewall that dropped its state: the service gets no error.
        if (next === 'blackhole') pair.drops = true;
        if (next === 'open' && pair.near.destroyed) {
          pairs.delete(pair);
          pair.far.destroy();
        }
      }
    },
    close() {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}

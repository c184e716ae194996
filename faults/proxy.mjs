import { connect, createServer } from 'node:net';

/**
 * A TCP proxy between the service and a database server that can be made to fail: `cut` closes all connections and refuses new ones,
 * `blackhole` drops all data, `half-close` closes the direction to the service and keeps the other open.
 */
export async function startProxy(target) {
  const pairs = new Set();
  let mood = 'open';
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    if (mood === 'cut') return void near.destroy();
    if (mood === 'blackhole') return void near.on('end', () => near.destroy()).resume();
    const far = connect({ ...target, allowHalfOpen: true });
    const pair = { near, far, swallows: false };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('data', (chunk) => pair.swallows || far.write(chunk));
    far.on('data', (chunk) => pair.swallows || near.write(chunk));
    near.on('end', () => (pair.swallows ? near.destroy() : far.end()));
    far.on('end', () => pair.swallows || near.end());
    near.on('close', () => {
      // The server notices it when the network is back.
      if (pair.swallows && mood === 'blackhole') return;
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => pair.swallows || near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: server.address().port,
    set(next) {
      mood = next;
      for (const pair of pairs) {
        if (next === 'cut') pair.near.destroy();
        if (next === 'half-close') pair.near.end();
        // A connection that lost bytes stays broken, like behind a firewall that dropped its state: the service gets no error.
        if (next === 'blackhole') pair.swallows = true;
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

import { connect, createServer } from 'node:net';

/**
 * A network between the service and a database server that can be told to fail:
 * `cut` ends what is open and lets nobody in, `blackhole` swallows everything without a word, `half-close` says
 * goodbye to the service and goes on listening to it.
 */
export async function startProxy(target) {
  const pairs = new Set();
  let mood = 'open';
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    if (mood === 'cut') return void near.destroy();
    const far = connect({ ...target, allowHalfOpen: true });
    const pair = { near, far, swallow: mood === 'blackhole' };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('data', (chunk) => pair.swallow || far.write(chunk));
    far.on('data', (chunk) => pair.swallow || near.write(chunk));
    near.on('end', () => pair.swallow || far.end());
    far.on('end', () => pair.swallow || near.end());
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => pair.swallow || near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: server.address().port,
    set(next) {
      mood = next;
      for (const pair of pairs) {
        if (next === 'cut') pair.near.destroy();
        // What was swallowed is gone, so a connection that lost some stays lost, as behind a firewall that forgot it.
        if (next === 'blackhole') pair.swallow = true;
        if (next === 'half-close') pair.near.end();
      }
    },
    close() {
      server.close();
      for (const { near } of pairs) near.destroy();
    },
  };
}

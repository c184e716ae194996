// A minimal cluster of three processes: each serves the metrics of all.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { clusterMetrics, relayMetrics } from '../../dist/platform/telemetry/cluster-metrics.js';
import { Metrics } from '../../dist/platform/telemetry/metrics.js';

if (cluster.isPrimary) {
  relayMetrics();
  const ports = new Map();
  cluster.on('message', (worker, message) => {
    if (message.port === undefined) return;
    ports.set(worker.id, message.port);
    if (ports.size === 3) process.stdout.write(`${JSON.stringify([...ports.values()])}\n`);
  });
  for (let n = 1; n <= 3; n++) cluster.fork({ NUMBER: String(n) });
} else {
  const metrics = new Metrics();
  metrics.own({ name: 'swath_own', help: 'Adds up.', type: 'counter', read: () => 10 ** Number(process.env.NUMBER) });
  metrics.own({ name: 'swath_here', help: 'While it runs.', type: 'gauge', read: () => 1 });
  metrics.shared(async () => [{ name: 'swath_shared', help: 'Does not.', type: 'gauge', read: () => 7 }]);
  const all = clusterMetrics(metrics);
  const server = createServer(async (request, response) => {
    if (request.url === '/mute') {
      process.send = () => false; // for the other processes, this one hangs
      return response.end();
    }
    if (request.url === '/here') return response.end();
    if (request.url === '/end') process.exit(1);
    response.end(await metrics.text(await all()));
  });
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => process.send({ port: server.address().port }));
}

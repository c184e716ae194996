// Slow and unresponsive clients: other clients are served meanwhile, and these are disconnected in the end.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { call } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { row } from './report.mjs';
import { eventually, pause } from './wait.mjs';

const idle = 2000;
const slow = 200;
const unreadStreams = 40;
/** Request timeout of the service, with a margin. */
const disconnectTimeoutSeconds = 90;
const maxMemoryMb = 400;

export async function clients({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'clients', seed });
  const { port } = new URL(environment.service.url);
  const sockets = [];
  /** Connects, sends, and records how the connection ended. */
  const open = (first) => {
    const client = { socket: connect(Number(port), '127.0.0.1'), open: true, output: '' };
    sockets.push(client);
    client.socket.on('error', () => {});
    client.socket.on('data', (chunk) => {
      client.output = (client.output + chunk).slice(0, 2000);
    });
    client.socket.on('close', () => {
      client.open = false;
    });
    if (first !== undefined) client.socket.write(first);
    return client;
  };
  /** A few connections at a time, because the backlog of the listening socket is limited. */
  const openMany = async (count, make) => {
    const made = [];
    while (made.length < count) {
      for (let n = 0; n < 40; n++) made.push(make(made.length));
      await call(environment.service.url, 'GET', '/api/health/live', { agent: false });
    }
    return made;
  };
  try {
    await environment.startLoad();
    const silent = await openMany(idle, () => open());
    const byByte = await openMany(slow, () => open('G'));
    const text = `ET /api/health/live HTTP/1.1\r\nhost: swath\r\nx-slow: ${'a'.repeat(2000)}`;
    let at = 0;
    const trickle = setInterval(() => {
      for (const client of byByte) if (client.open) client.socket.write(text[at % text.length]);
      at++;
    }, 250);
    const { farmers } = environment.people;
    const unfinished = await openMany(slow, (n) =>
      open(
        `POST /api/farmer/order HTTP/1.1\r\nhost: swath\r\nauthorization: Bearer ${farmers[n % farmers.length].token}\r\n` +
          'content-type: application/json\r\ncontent-length: 500\r\n\r\n{"date":',
      ),
    );
    // Streams without a reader: eight for each of five users, who may have ten.
    const unread = await openMany(unreadStreams, (n) => {
      const client = open(
        `GET /api/common/notification/stream HTTP/1.1\r\nhost: swath\r\nauthorization: Bearer ${farmers[n % 5].token}\r\nlast-event-id: 0\r\n\r\n`,
      );
      client.socket.pause();
      return client;
    });
    await environment.load.progress(100);
    const left = (list) => list.filter((client) => client.open).length;
    const stillOpen = { silent, byByte, unfinished };
    await eventually(
      async () => {
        const rest = Object.values(stillOpen).reduce((sum, list) => sum + left(list), 0);
        if (rest > 0) throw new Error(`${rest} are still connected`);
      },
      disconnectTimeoutSeconds,
      500,
    ).catch(() => {});
    clearInterval(trickle);
    const memory = memoryOf(environment.service.pid);
    const found = await environment.settle();
    const kept = Object.entries(stillOpen).map(([name, list]) => [name, left(list)]);
    const refusals = byByte.concat(unfinished).filter(({ output }) => /^HTTP\/1.1 408 .*application\/problem\+json/s.test(output)).length;
    report(
      row({
        title: 'slow and unresponsive clients',
        tried: sockets.length,
        found,
        load: environment.load,
        extra: [
          ...kept.map(([name, count]) => [`still connected after ${disconnectTimeoutSeconds} s (${name}):`, count, count === 0]),
          ['answered with 408:', `${refusals} of ${2 * slow}`, refusals === 2 * slow],
          ['unread streams:', unread.length, true],
          ['slowest answer to others, s:', environment.load.slowest, environment.load.slowest < 10],
          ['memory of the service, MB:', memory, memory < maxMemoryMb],
        ],
      }),
    );
  } finally {
    for (const { socket } of sockets) socket.destroy();
    await pause(50);
  }
  await environment.close();
}

function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

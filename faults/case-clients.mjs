// Slow and unresponsive clients: other clients are served meanwhile, and these are disconnected in the end.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { call } from './client.mjs';
import { row } from './report.mjs';
import { OrderContext } from './scene.mjs';
import { eventually, pause } from './waiting.mjs';

const idle = 2000;
const slow = 200;
const unreadStreams = 40;
/** Request timeout of the service, with a margin. */
const letGoWithin = 90;
const mostMemory = 400;

export async function clients({ seed, report }) {
  const scene = await OrderContext.open({ name: 'clients', seed });
  const { port } = new URL(scene.service.url);
  const sockets = [];
  /** Connects, sends, and records how the connection ended. */
  const open = (first) => {
    const client = { socket: connect(Number(port), '127.0.0.1'), open: true, said: '' };
    sockets.push(client);
    client.socket.on('error', () => {});
    client.socket.on('data', (chunk) => {
      client.said = (client.said + chunk).slice(0, 2000);
    });
    client.socket.on('close', () => {
      client.open = false;
    });
    if (first !== undefined) client.socket.write(first);
    return client;
  };
  /** A few connections at a time, because the backlog of the listening socket is limited. */
  const crowd = async (count, make) => {
    const made = [];
    while (made.length < count) {
      for (let n = 0; n < 40; n++) made.push(make(made.length));
      await call(scene.service.url, 'GET', '/api/health/live', { agent: false });
    }
    return made;
  };
  try {
    await scene.startLoad();
    const silent = await crowd(idle, () => open());
    const byByte = await crowd(slow, () => open('G'));
    const text = `ET /api/health/live HTTP/1.1\r\nhost: swath\r\nx-slow: ${'a'.repeat(2000)}`;
    let at = 0;
    const trickle = setInterval(() => {
      for (const client of byByte) if (client.open) client.socket.write(text[at % text.length]);
      at++;
    }, 250);
    const { farmers } = scene.people;
    const unfinished = await crowd(slow, (n) =>
      open(
        `POST /api/farmer/order HTTP/1.1\r\nhost: swath\r\nauthorization: Bearer ${farmers[n % farmers.length].token}\r\n` +
          'content-type: application/json\r\ncontent-length: 500\r\n\r\n{"date":',
      ),
    );
    // Streams without a reader: eight for each of five users, who may have ten.
    const unread = await crowd(unreadStreams, (n) => {
      const client = open(
        `GET /api/common/notification/stream HTTP/1.1\r\nhost: swath\r\nauthorization: Bearer ${farmers[n % 5].token}\r\nlast-event-id: 0\r\n\r\n`,
      );
      client.socket.pause();
      return client;
    });
    await scene.load.progress(100);
    const left = (list) => list.filter((client) => client.open).length;
    const stillOpen = { silent, byByte, unfinished };
    await eventually(
      async () => {
        const rest = Object.values(stillOpen).reduce((sum, list) => sum + left(list), 0);
        if (rest > 0) throw new Error(`${rest} are still connected`);
      },
      letGoWithin,
      500,
    ).catch(() => {});
    clearInterval(trickle);
    const memory = memoryOf(scene.service.pid);
    const found = await scene.settle();
    const kept = Object.entries(stillOpen).map(([name, list]) => [name, left(list)]);
    const refusals = byByte.concat(unfinished).filter(({ said }) => /^HTTP\/1.1 408 .*application\/problem\+json/s.test(said)).length;
    report(
      row({
        title: 'slow and unresponsive clients',
        tried: sockets.length,
        found,
        load: scene.load,
        extra: [
          ...kept.map(([name, count]) => [`still connected after ${letGoWithin} s (${name}):`, count, count === 0]),
          ['answered with 408:', `${refusals} of ${2 * slow}`, refusals === 2 * slow],
          ['unread streams:', unread.length, true],
          ['slowest answer to others, s:', scene.load.slowest, scene.load.slowest < 10],
          ['memory of the service, MB:', memory, memory < mostMemory],
        ],
      }),
    );
  } finally {
    for (const { socket } of sockets) socket.destroy();
    await pause(50);
  }
  await scene.close();
}

function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

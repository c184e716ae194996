import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptFairly } from './fair-accept.ts';

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

async function withServer(onRequest: (response: ServerResponse) => void, work: (open: () => Socket) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => onRequest(response));
  acceptFairly(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets: Socket[] = [];
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    return socket;
  };
  try {
    await work(open);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('when busy connections and new ones meet, then no connection is answered many times before another is answered once', async () => {
  const count = 60;
  const answered = new Array<number>(count).fill(0);
  let mostBefore = 0;
  const busyFor = (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
  };
  await withServer(
    (response) => {
      busyFor(0.5);
      response.end('ok');
    },
    async (open) => {
      await Promise.all(
        Array.from(
          { length: count },
          (_, index) =>
            new Promise<void>((resolve) => {
              const socket = open();
              socket.on('connect', () => socket.write(request));
              socket.on('data', () => {
                answered[index] = (answered[index] as number) + 1;
                if (answered.includes(0)) mostBefore = Math.max(mostBefore, ...answered);
                if (answered.includes(0)) socket.write(request);
                else resolve();
              });
              // All are done when the last one is answered once.
              const timer = setInterval(() => !answered.includes(0) && resolve(clearInterval(timer)), 5);
            }),
        ),
      );
    },
  );
  // Without the limit per turn, the first connections were answered some dozens of times.
  expect(mostBefore).toBeLessThan(20);
});

test('when a client leaves before its request is started, then the request is dropped, and others are answered', async () => {
  let started = 0;
  await withServer(
    (response) => {
      started++;
      response.end('ok');
    },
    async (open) => {
      const leaving = Array.from({ length: 20 }, open);
      for (const socket of leaving) socket.on('connect', () => socket.end(request, () => socket.destroy()));
      const staying = open();
      staying.on('connect', () => staying.write(request));
      await new Promise((resolve) => staying.once('data', resolve));
      expect(started).toBeGreaterThan(0);
    },
  );
});

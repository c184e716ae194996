import { createServer } from 'node:http';
import { call, expectOk } from './client.mjs';

/** A webhook receiver that records the messages. */
export async function startReceiver() {
  const received = new Map();
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { type, data } = JSON.parse(Buffer.concat(parts).toString());
      received.set(request.headers['webhook-id'], `${type} ${data.order.id}`);
      response.writeHead(204).end();
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  return {
    /** Messages by id: a message may arrive twice. */
    received,
    subscribe: (url, token) =>
      expectOk(call(url, 'POST', '/api/admin/webhook/', { token, body: { url: address, eventTypes: ['order.created', 'order.paid'] } })),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

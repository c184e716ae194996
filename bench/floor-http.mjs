// The floor of HTTP: node:http writing a prepared buffer.
import { createServer } from 'node:http';
import { serveJobs } from './children.mjs';

let last;

serveJobs(
  () => {},
  ({ size }) =>
    new Promise((resolve) => {
      last?.close();
      const body = Buffer.alloc(size, 'x');
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': size };
      const server = createServer((_, response) => {
        response.writeHead(200, headers);
        response.end(body);
      });
      last = server;
      server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}` }));
    }),
);

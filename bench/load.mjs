// HTTP load generator, in a separate process, so that it does not share the event loop of the measured service.
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { serveJobs } from './children.mjs';
import { startRun, summary } from './measure.mjs';

serveJobs(
  () => {},
  (job) => (job.perSecond !== undefined ? atRate(job) : job.isLowLoad ? loops(job) : hammer(job)),
);

/** Maximum load: each connection sends its next request when the previous one is answered. Open requests at the end are waited for. */
async function hammer({ url, requests, seconds, connections }) {
  const run = { took: [], refused: 0, clock: startRun(seconds) };
  const { hostname, port } = new URL(url);
  const messages = requests.map((request) => requestBytes(request, `${hostname}:${port}`));
  await Promise.all(
    Array.from({ length: connections }, (_, number) => {
      // Each connection has its own share of requests, so that they do not request the same at the same time.
      const share = messages.filter((_, at) => at % connections === number % Math.min(connections, messages.length));
      return keepAsking(connect({ host: hostname, port, noDelay: true }), share, run);
    }),
  );
  return { ...summary(run.took, run.clock.elapsedSeconds()), refused: run.refused };
}

function requestBytes({ method = 'GET', path, headers = {}, body }, host) {
  const all = { host, ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** Reads only the status and the length of a response: a complete HTTP client would need more CPU than the measured service. */
function keepAsking(socket, messages, run) {
  return new Promise((resolve, reject) => {
    let next = 0;
    let start = 0;
    let status = 0;
    let head = '';
    /** Bytes of the body that are still to come; -1: the head is not complete. */
    let rest = -1;
    const send = () => {
      start = performance.now();
      socket.write(messages[next++ % messages.length]);
    };
    const received = () => {
      const milliseconds = performance.now() - start;
      run.clock.note(milliseconds);
      if (status < 300) run.took.push(milliseconds);
      else run.refused++;
      rest = -1;
      if (!run.clock.isOver()) return send();
      socket.destroy();
      resolve();
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the connection was closed')));
    socket.on('data', (chunk) => {
      if (rest >= 0) rest -= chunk.length;
      else {
        head += chunk.latin1Slice(0, Math.min(chunk.length, 4096));
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        status = Number(head.slice(9, 12));
        const length = /\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
        if (length === undefined) return reject(new Error(`a response has no content-length: ${head.slice(0, end)}`));
        // What came before this chunk was part of the head.
        const bodyBytes = chunk.length - (end + 4 - (head.length - Math.min(chunk.length, 4096)));
        rest = Number(length) - bodyBytes;
        head = '';
      }
      if (rest === 0) received();
    });
  });
}

/** A few loops that wait for each response without a timeout: for slow pages. */
async function loops({ url, requests, seconds, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took = [];
  let refused = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, loop) => {
      let at = loop;
      do {
        const start = performance.now();
        const status = await get(url, requests[at++ % requests.length], agent);
        if (status < 300) took.push(performance.now() - start);
        else refused++;
      } while (performance.now() < end);
    }),
  );
  agent.destroy();
  return { ...summary(took, (performance.now() - began) / 1000), refused };
}

/** A fixed number of requests per second, sent whether or not earlier ones are answered, so that a delay is measured and not avoided. */
async function atRate({ url, requests, seconds, perSecond }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const took = [];
  let refused = 0;
  const began = performance.now();
  const sent = [];
  for (let at = 0; at < seconds * perSecond; at++) {
    const due = began + (at * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const start = performance.now();
    sent.push(
      get(url, requests[at % requests.length], agent).then((status) => {
        if (status < 300) took.push(performance.now() - start);
        else refused++;
      }),
    );
  }
  await Promise.all(sent);
  agent.destroy();
  return { ...summary(took, (performance.now() - began) / 1000), refused };
}

function get(url, { path, headers }, agent) {
  return new Promise((resolve, reject) => {
    ask(url + path, { headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });
}

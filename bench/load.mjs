// HTTP load generator, in a separate process, so that it does not share the event loop of the measured service.
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { serveJobs } from './children.mjs';
import { startRun, summary } from './measure.mjs';

serveJobs(
  () => {},
  (job) => (job.perSecond !== undefined ? atRate(job) : job.isLowLoad ? loops(job) : hammer(job)),
);

/**
 * Maximum load: each connection sends its next request when the previous one is answered. Connections are open before the run begins, as those of
 * the floor are. Open requests at the end are waited for.
 */
async function hammer({ url, requests, seconds, connections }) {
  const { hostname, port } = new URL(url);
  const messages = requests.map((request) => requestBytes(request, `${hostname}:${port}`));
  const clients = Array.from({ length: connections }, (_, number) => {
    // Each connection has its own share of requests, so that they do not request the same at the same time.
    const share = messages.filter((_, at) => at % connections === number % Math.min(connections, messages.length));
    return openClient({ host: hostname, port }, share);
  });
  // The service has accepted a connection when it has answered on it.
  await Promise.all(clients.map((client) => client.ask({ took: [], refused: 0, clock: startRun(0) })));
  const run = { took: [], refused: 0, clock: startRun(seconds) };
  await Promise.all(clients.map((client) => client.ask(run)));
  for (const client of clients) client.close();
  return { ...summary(run.took, run.clock.elapsedSeconds()), refused: run.refused };
}

function requestBytes({ method = 'GET', path, headers = {}, body }, host) {
  const all = { host, ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

const lengthName = Buffer.from('\ncontent-length: ');
/** One for all connections: a chunk is read before the next one arrives. */
const readBuffer = Buffer.allocUnsafe(65_536);

/**
 * Reads only the status and the length of a response, and without the events of a stream: a complete HTTP client would need more CPU than
 * the measured service. On two cores its CPU time is missing for the service, and the loop that is the floor has no client.
 */
function openClient({ host, port }, messages) {
  let next = 0;
  let start = 0;
  let status = 0;
  /** The part of the head that has arrived, if it is not complete. */
  let begun;
  /** Bytes of the body that are still to come; -1: the head is not complete. */
  let rest = -1;
  let run;
  let resolve;
  let reject;
  const send = (now) => {
    start = now;
    socket.write(messages[next++ % messages.length]);
  };
  const received = () => {
    const now = performance.now();
    run.clock.note(now - start);
    if (status < 300) run.took.push(now - start);
    else run.refused++;
    rest = -1;
    if (run.clock.isOver(now)) resolve();
    else send(now);
  };
  const onHead = (chunk) => {
    const bytes = begun === undefined ? chunk : Buffer.concat([begun, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      begun = Buffer.from(bytes);
      return;
    }
    begun = undefined;
    status = Number(bytes.latin1Slice(9, 12));
    const length = contentLength(bytes, end);
    if (length === undefined) return reject(new Error(`a response has no content-length: ${bytes.latin1Slice(0, end)}`));
    rest = length - (bytes.length - end - 4);
  };
  const onChunk = (size, buffer) => {
    if (rest >= 0) rest -= size;
    else onHead(buffer.subarray(0, size));
    if (rest === 0) received();
    return true;
  };
  const socket = connect({ host, port, noDelay: true, onread: { buffer: readBuffer, callback: onChunk } });
  socket.on('error', (error) => reject(error));
  socket.on('end', () => reject(new Error('the connection was closed')));
  return {
    /** Sends requests until the run is over, at least one. */
    ask(asked) {
      run = asked;
      return new Promise((done, failed) => {
        resolve = done;
        reject = failed;
        send(performance.now());
      });
    },
    close: () => socket.destroy(),
  };
}

/** The names of headers are in lower case if this service or the floor of HTTP sends them. */
function contentLength(bytes, headEnd) {
  const at = bytes.indexOf(lengthName);
  if (at < 0 || at > headEnd) return undefined;
  let length = 0;
  for (let digit = at + lengthName.length; bytes[digit] >= 48 && bytes[digit] <= 57; digit++) length = 10 * length + bytes[digit] - 48;
  return length;
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

// Asks over HTTP and counts the answers. In a process of its own, so that it shares no event loop with what is measured.
import { Agent, request as ask } from 'node:http';
import autocannon from 'autocannon';
import { serveJobs } from './children.mjs';
import { summary } from './measure.mjs';

serveJobs(
  () => {},
  (job) => (job.gently ? loops(job) : cannon(job)),
);

/** As much as the other side can take. */
async function cannon({ url, requests, seconds, connections }) {
  let next = 0;
  const took = [];
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 50,
    // Each connection asks for its own share, else all would ask for the same thing at the same time.
    setupClient: (client) => {
      const share = requests.filter((_, at) => at % connections === next % Math.min(connections, requests.length));
      next++;
      client.setRequests(share);
    },
  });
  // Its own histogram counts whole milliseconds.
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) took.push(milliseconds);
  });
  const result = await run;
  await new Promise((resolve) => setTimeout(resolve, 100)); // what was cut off at the end is finished there
  return { ...summary(took, result.duration), refused: result.non2xx + result.errors + result.timeouts };
}

/** A few loops that end with the answer they wait for, however long it takes: for pages that may be slow. */
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

function get(url, { path, headers }, agent) {
  return new Promise((resolve, reject) => {
    ask(url + path, { headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });
}

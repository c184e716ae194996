// HTTP load generator, in a separate process, so that it does not share the event loop of the measured service.
import { Agent, request as ask } from 'node:http';
import autocannon from 'autocannon';
import { serveJobs } from './children.mjs';
import { summary } from './measure.mjs';

serveJobs(
  () => {},
  (job) => (job.perSecond !== undefined ? atRate(job) : job.isLowLoad ? loops(job) : runAutocannon(job)),
);

/** Maximum load. */
async function runAutocannon({ url, requests, seconds, connections }) {
  let next = 0;
  const took = [];
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 50,
    // Each connection has its own share of requests, so that they do not request the same at the same time.
    setupClient: (client) => {
      const share = requests.filter((_, at) => at % connections === next % Math.min(connections, requests.length));
      next++;
      client.setRequests(share);
    },
  });
  // The built-in histogram has whole milliseconds only.
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) took.push(milliseconds);
  });
  const result = await run;
  await new Promise((resolve) => setTimeout(resolve, 100)); // requests that were aborted at the end are not errors
  return { ...summary(took, result.duration), refused: result.non2xx + result.errors + result.timeouts };
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

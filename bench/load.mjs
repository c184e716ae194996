// Asks over HTTP and counts the answers.
import autocannon from 'autocannon';
import { serveJobs } from './children.mjs';

serveJobs(
  () => {},
  async ({ url, requests, seconds, connections }) => {
    let next = 0;
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      // Each connection asks for its own share, else all would ask for the same thing at the same time.
      setupClient: (client) => {
        const share = requests.filter((_, at) => at % connections === next % Math.min(connections, requests.length));
        next++;
        client.setRequests(share);
      },
    });
    const refused = result.non2xx + result.errors + result.timeouts;
    return {
      perSecond: result['2xx'] / result.duration,
      done: result['2xx'],
      refused,
      p50: result.latency.p50,
      p99: result.latency.p99,
    };
  },
);

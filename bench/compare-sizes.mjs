// The first page of every list with the large and the small data set: CPU of service and PostgreSQL together. Both have the same weeks
// around today; the large one has a longer past.

import { measureAlternately, totalCpu, withCpuTime } from './alternate.mjs';
import { findLists } from './lists.mjs';
import { startProgress } from './progress.mjs';

export const growthGoal = 1.3;
const usual = { connections: 4, goal: growthGoal };
/** A search of orders is measured alone, and must answer within a time. */
const searching = { connections: 1, goal: 2, p50GoalMs: 20 };

const goalsOf = ({ title }) => (title.startsWith('/api/receptionist/order?search=') ? searching : usual);

export async function compareSizes({ postgres, small, large, load, options }) {
  const lists = await Promise.all(
    [small, large].map(async ({ client, url }) =>
      (await findLists(client, url, options.sorts)).filter(({ title }) => options.listsNamed.test(title)),
    ),
  );
  const progress = startProgress('lists', lists[0].length);
  const rows = [];
  for (const [at, inSmall] of lists[0].entries()) {
    const inLarge = lists[1][at];
    progress.show(at, inSmall.title);
    const row = await compareOne(inSmall, inLarge, { postgres, small, large, load, options }).catch((error) => ({
      title: inSmall.title,
      status: error.message,
      goal: goalsOf(inSmall).goal,
      met: false,
    }));
    rows.push(row);
    if (row.met === false) progress.log(`${row.title}: ${row.status ?? `${row.ratio.toFixed(2)} times the cost`}`);
  }
  const judged = rows.filter(({ met }) => met !== undefined);
  progress.end(`${judged.filter(({ met }) => met).length} of ${judged.length} within their goal`);
  return rows;
}

async function compareOne(inSmall, inLarge, { postgres, small, large, load, options }) {
  const { connections, goal, p50GoalMs = Number.POSITIVE_INFINITY } = goalsOf(inSmall);
  const unanswered = (status) => ({ title: inSmall.title, status, goal, met: false });
  if (inSmall.problem !== undefined) return unanswered(inSmall.problem);
  const pages = await Promise.all([readPage(small.url, inSmall), readPage(large.url, inLarge)]);
  const refused = pages.find(({ status }) => status !== 200);
  if (refused?.status === 400 && inSmall.otherwise !== undefined) {
    const other = ({ title, headers, otherwise }) => ({ title, headers, path: otherwise });
    return compareOne(other(inSmall), other(inLarge), { postgres, small, large, load, options });
  }
  if (refused !== undefined) return unanswered(`answered ${refused.status}`);
  const ask = (subject, list) => (seconds) =>
    withCpuTime(subject.service.pid, postgres.pid, () =>
      load.ask({ isLowLoad: true, url: subject.url, requests: [list], seconds, connections }),
    );
  const measure = (settings) => measureAlternately({ small: ask(small, inSmall), large: ask(large, inLarge) }, settings);
  const ratioOf = (result) => totalCpu(result.large) / totalCpu(result.small);
  let result = await measure(options.growth);
  // A row that misses its goal in a short measurement is measured again for longer.
  if (ratioOf(result) > goal) result = await measure({ rounds: options.growth.rounds + 1, seconds: options.growth.seconds * 2 });
  const ratio = ratioOf(result);
  // A fuller page costs more, whatever the length of the list.
  const comparable = pages[1].rows <= pages[0].rows + 5;
  return {
    title: inSmall.title,
    ratio,
    ...(comparable ? { goal, met: ratio <= goal && result.large.p50 < p50GoalMs } : {}),
    small: { cpu: totalCpu(result.small), p50: result.small.p50, p99: result.small.p99, rows: pages[0].rows, total: pages[0].total },
    large: { cpu: totalCpu(result.large), p50: result.large.p50, p99: result.large.p99, rows: pages[1].rows, total: pages[1].total },
  };
}

async function readPage(url, { path, headers }) {
  const response = await fetch(url + path, { headers });
  const { content, page } = await response.json();
  return { status: response.status, rows: content?.length, total: page?.totalElements };
}

// Variants run alternately, and medians are compared, so that a busy machine affects all of them.
import { cpuOf, cpuOfFamily, median } from './measure.mjs';

/** One measurement with its CPU milliseconds per request: of the given process, and of PostgreSQL. */
export async function withCpuTime(pid, postgresPid, work) {
  const before = { own: cpuOf(pid), postgres: cpuOfFamily(postgresPid) };
  const result = await work();
  const spent = (now, then) => ((now - then) * 1000) / result.done;
  return { ...result, ownCpu: spent(cpuOf(pid), before.own), postgresCpu: spent(cpuOfFamily(postgresPid), before.postgres) };
}

/** A short warm-up for each, then the rounds. `variants`: functions that take a number of seconds. */
export async function measureAlternately(variants, { rounds, seconds, warmUp = seconds / 2 }) {
  const results = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(variants)) {
      const result = await run(round === 0 ? warmUp : seconds);
      if (result.refused > 0) throw new Error(`${result.refused} requests to the ${name} were refused`);
      if (round > 0) results[name].push(result);
    }
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, list]) => [
      name,
      Object.fromEntries(['perSecond', 'p50', 'p99', 'ownCpu', 'postgresCpu'].map((key) => [key, median(list.map((one) => one[key]))])),
    ]),
  );
}

export const totalCpu = ({ ownCpu, postgresCpu }) => ownCpu + postgresCpu;

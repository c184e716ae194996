// The day planner on generated days, in a worker thread as in the service: time, cost, bound and memory. Needs no database.
import { cpus, loadavg } from 'node:os';
import { load } from './built.mjs';

const { planInWorker } = await load('dispatch/plan-in-worker.js');
const { defaultOptions } = await load('dispatch/planner/model.js');
const { complicate, noComplications, sampleDay } = await load('dispatch/planner/sample-day.js');
const { checkPlan } = await load('dispatch/planner/checker.js');

const crowded = { ...noComplications, previousCrews: 0.5, pins: 0.1, farmerBans: 0.3, pairBans: 0.2 };

const days = [
  { title: '12 orders, 10 sprayers', goalSeconds: 1, goalGap: 0, day: () => sampleDay(12, 10, 1) },
  { title: '60 orders, 40 sprayers', goalSeconds: 2, goalGap: 0, day: () => sampleDay(60, 40, 1) },
  { title: '120 orders, 60 sprayers', goalSeconds: 4, goalGap: 0, day: () => sampleDay(120, 60, 2) },
  { title: '200 orders, 90 sprayers', goalSeconds: 6, goalGap: 0, day: () => sampleDay(200, 90, 3) },
  { title: '200/90, one person ill in the plan above', goalSeconds: 3, goalGap: 0.01, day: (before) => withIllPerson(before) },
  {
    title: '200/90, random previous crews, pins and bans',
    goalSeconds: 30,
    goalGap: 0.01,
    day: () => complicate(sampleDay(200, 90, 3), crowded, 7),
  },
  {
    title: '200/90, own base for each sprayer',
    goalSeconds: 30,
    goalGap: 0.01,
    day: () => complicate(sampleDay(200, 90, 3), { ...noComplications, ownBases: 1 }, 7),
  },
  { title: '60/12, understaffed', goalSeconds: 30, day: () => sampleDay(60, 12, 1) },
  { title: '200/45, understaffed', goalSeconds: 30, day: () => sampleDay(200, 45, 3) },
];

/** The day as planned before, with the sprayer of the most jobs absent. */
function withIllPerson({ day, plan }) {
  const [busiest] = [...plan.routes].sort((a, b) => b.jobs - a.jobs);
  return {
    ...day,
    orders: day.orders.map((order, at) => ({ ...order, previousCrew: plan.orders[at].crew })),
    sprayers: day.sprayers.map((sprayer) =>
      sprayer.id === busiest.sprayerId ? { ...sprayer, absentSessionIds: day.sessions.map(({ id }) => id) } : sprayer,
    ),
  };
}

/** Plans every day once. CPU time is that of the whole process, so it includes compiling the solver. */
export async function measurePlanner() {
  const rows = [];
  let before;
  for (const { title, goalSeconds, goalGap, day: create } of days) {
    const day = create(before);
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    const plan = await planInWorker(day, defaultOptions).result;
    const seconds = (performance.now() - began) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    const { problems } = checkPlan(
      day,
      plan.orders.map(({ crew }) => crew),
    );
    if (problems.length > 0) throw new Error(`${title}: ${problems.join('; ')}`);
    before = { day, plan };
    const isInTime = seconds <= goalSeconds && (goalGap === undefined || plan.gap <= goalGap);
    const crewless = plan.unplaced.length;
    const minCrewless = plan.minOrdersWithoutCrew;
    rows.push({
      ...{ title, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, cost: plan.cost.total, lowerBound: plan.lowerBound, gap: plan.gap },
      ...{ crewless, minCrewless, goalSeconds },
      ...{ memoryMb: process.memoryUsage().rss / 1e6, met: isInTime && crewless === minCrewless },
    });
    console.log(`  ${title}: ${seconds.toFixed(1)} s, gap ${(plan.gap * 100).toFixed(3)} %`);
  }
  return { rows, machine: plannerMachine() };
}

const plannerMachine = () => ({
  date: new Date().toISOString().slice(0, 10),
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.versions.node,
  load: loadavg()[0],
});

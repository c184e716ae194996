// The results as text tables, for the terminal and docs/bench.md.
import { decision, peakMemoryGoalMb } from './goals.mjs';
import { figure, ratio, verdict } from './table.mjs';

const goalText = (goal, words) => (goal === undefined ? '' : `${words} ${goal}`);

export const speedTable = (paths) => ({
  head: ['path', 'connections', 'service /s', 'floor /s', 'node:http /s', 'ratio', 'p50 ms', 'p99 ms', 'floor p50', 'floor p99'],
  rows: paths.map(({ title, connections, service, floor, http, ratio: value }) => [
    title,
    String(connections),
    figure(service.perSecond),
    figure(floor.perSecond),
    figure(http.perSecond),
    ratio(value),
    figure(service.p50),
    figure(service.p99),
    figure(floor.p50),
    figure(floor.p99),
  ]),
});

export const cpuTable = (paths) => ({
  head: ['path', 'connections', 'service', 'PostgreSQL', 'together', 'bare loop + node:http', 'ratio'],
  rows: paths.map(({ title, connections, service, floorsCpu, cpuRatio }) => [
    title,
    String(connections),
    figure(service.ownCpu),
    figure(service.postgresCpu),
    figure(service.cpu),
    figure(floorsCpu),
    ratio(cpuRatio),
  ]),
});

export const goalTable = (paths) => ({
  head: ['path', 'connections', 'measure', 'value', 'goal', ''],
  rows: paths.flatMap(({ title, connections, goals }) =>
    goals.map(({ measure, value, goal, kind, met, decision: explainedBy }) => [
      title,
      String(connections),
      measure,
      ratio(value),
      `${kind} ${goal}`,
      verdict(met, explainedBy),
    ]),
  ),
});

export const comparisonTable = (rows) => ({
  head: ['path', 'connections', 'ratio then', 'ratio now', 'throughput', 'CPU', 'p99', ''],
  rows: rows.map(({ title, connections, earlier, ratio: now, throughput, cpu, p99, isSlower }) => [
    ...[title, String(connections), ratio(earlier.ratio), ratio(now), ratio(throughput), ratio(cpu), ratio(p99), isSlower ? 'SLOWER' : ''],
  ]),
});

export const listTable = (lists) => ({
  head: ['first page of', 'small ms', 'large ms', 'ratio', 'goal', '', 'items', 'of'],
  rows: lists.map(({ title, status, small, large, ratio: value, goal, met }) =>
    status === undefined
      ? [
          title,
          figure(small.cpu),
          figure(large.cpu),
          ratio(value),
          goalText(goal, 'at most'),
          met === undefined ? 'fuller page' : verdict(met),
          small.rows === large.rows ? String(large.rows) : `${small.rows}, ${large.rows}`,
          small.total === large.total ? String(large.total) : `${small.total}, ${large.total}`,
        ]
      : [title, '', '', '', goalText(goal, 'at most'), status, '', ''],
  ),
});

export const startTable = (start, memory, soak) => ({
  head: ['', '', 'goal', ''],
  rows: [
    ...(start ?? []).map(({ title, seconds, goal, met }) => [
      `first answer ${title}`,
      `${seconds.toFixed(2)} s`,
      `under ${goal} s`,
      verdict(met),
    ]),
    ...(soak === undefined
      ? []
      : [
          [
            `memory of the service (RSS) after ${soak.minutes} minutes of mixed load`,
            `${figure(soak.memory)} MB`,
            `under ${soak.memoryGoal} MB`,
            verdict(soak.memoryMet),
          ],
        ]),
    ...(memory === undefined
      ? []
      : [
          ['memory of the service (RSS) after a run as above, up to 256 connections at once', `${figure(memory.megabytes)} MB`, '', ''],
          ...(memory.peak === undefined
            ? []
            : [
                [
                  'at most during the run',
                  `${figure(memory.peak)} MB`,
                  `under ${peakMemoryGoalMb} MB`,
                  verdict(memory.peak < peakMemoryGoalMb, decision),
                ],
              ]),
        ]),
  ],
});

export const rebookingTable = (rebooking) => ({
  head: ['', '', 'goal', ''],
  rows: rebooking.map(({ title, seconds, goal, met }) => [title, `${seconds.toFixed(2)} s`, `under ${goal} s`, verdict(met)]),
});

export const planTitle = ({ date, cores, processor, node, load }) =>
  `Planning a day: ${date}, ${cores} cores${processor === 'unknown' ? '' : ` (${processor})`}, Node ${node}, load average ${load.toFixed(1)}`;

export const planTable = (rows) => ({
  head: ['day', 'time', 'CPU', 'cost', 'gap', 'orders without a crew (proven minimum)', 'memory', 'goal', ''],
  rows: rows.map(({ title, seconds, cpuSeconds, cost, gap, crewless, minCrewless, memoryMb, goalSeconds, met }) => [
    ...[title, `${seconds.toFixed(1)} s`, `${cpuSeconds.toFixed(1)} s`, cost.toLocaleString('en'), `${(gap * 100).toFixed(2)} %`],
    ...[`${crewless} (${minCrewless})`, `${memoryMb.toFixed(0)} MB`, `${goalSeconds} s`, verdict(met)],
  ]),
});

export const planServiceTable = (rows) => ({
  head: ['', '', 'goal', ''],
  rows: rows.map(({ title, value, unit, goal, met }) => [
    ...[title, `${value.toFixed(1)} ${unit}`, goal === undefined ? '' : `at most ${goal} ${unit}`],
    met === undefined ? '' : verdict(met),
  ]),
});

export const soakTable = ({ each }) => ({
  head: ['minute', 'requests', 'bookings', 'cancels', 'stream events', 'errors', 'p50 ms', 'p99 ms', 'memory MB'],
  rows: each.map((one) => [
    String(one.minute),
    String(one.requests),
    String(one.bookings),
    String(one.cancels),
    String(one.events),
    String(one.errors),
    figure(one.p50),
    figure(one.p99),
    figure(one.memory),
  ]),
});

// Command-line options. See docs/bench.md.
import { parseArgs } from 'node:util';
import { pathNames } from './paths.mjs';
import { nodeOptions } from './settings.mjs';

export const smallOrders = 10_000;

/** Defaults of a full run and of a quick run. */
const usual = {
  orders: 1_000_000,
  connections: [1, 32, 256],
  rounds: 3,
  roundsWithMany: 3,
  seconds: 1.5,
  warmUp: 0.75,
  compileSeconds: 3,
  growth: { rounds: 2, seconds: 0.4, warmUp: 0.2 },
  starts: 3,
};
const quick = {
  ...usual,
  orders: 5000,
  // Short turns: a busy moment of the machine affects service and floor.
  rounds: 2,
  seconds: 0.25,
  warmUp: 0.1,
  compileSeconds: 0.7,
  // Runs with many connections are several times as long, because their responses are.
  roundsWithMany: 1,
  growth: { rounds: 1, seconds: 0.2, warmUp: 0.1 },
  starts: 1,
};

const quickParts = Object.keys(pathNames);
const parts = [...Object.keys(pathNames), 'rebooking', 'plan', 'growth', 'start'];

export function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      orders: { type: 'string' },
      only: { type: 'string' },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      sorts: { type: 'boolean', default: false },
      keep: { type: 'string' },
      lists: { type: 'string' },
      write: { type: 'boolean', default: false },
      json: { type: 'string' },
      against: { type: 'string' },
      'node-option': { type: 'string', multiple: true },
    },
  });
  const base = values.quick ? quick : usual;
  const only = values.only?.split(',') ?? (values.quick ? quickParts : parts);
  for (const name of only) if (!parts.includes(name)) throw new Error(`--only takes ${parts.join(', ')}, not ${name}`);
  const minutes = whole('minutes', values.minutes) ?? 0;
  const narrowed = ['quick', 'orders', 'only', 'connections', 'rounds', 'seconds', 'node-option', 'lists'].some((name) => values[name]);
  const orders = whole('orders', values.orders) ?? (minutes > 0 ? smallOrders : base.orders);
  return {
    orders,
    connections: values.connections?.split(',').map((text) => whole('connections', text)) ?? base.connections,
    rounds: whole('rounds', values.rounds) ?? base.rounds,
    seconds: number('seconds', values.seconds) ?? base.seconds,
    roundsWithMany: whole('rounds', values.rounds) ?? base.roundsWithMany,
    warmUp: base.warmUp,
    compileSeconds: base.compileSeconds,
    growth: base.growth,
    starts: base.starts,
    paths: Object.keys(pathNames).filter((name) => only.includes(name)),
    lists: only.includes('growth') && orders > smallOrders,
    rebooking: only.includes('rebooking'),
    start: only.includes('start'),
    plan: only.includes('plan'),
    planOnly: only.every((name) => name === 'plan'),
    minutes,
    sorts: values.sorts,
    keep: values.keep,
    listsNamed: new RegExp(values.lists ?? ''),
    nodeOptions: [...nodeOptions, ...(values['node-option'] ?? [])],
    json: values.json,
    against: values.against,
    /** A partial or smaller run writes no report by default. */
    write: values.write || !narrowed,
  };
}

function number(name, text) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}

function whole(name, text) {
  const value = number(name, text);
  if (value !== undefined && !Number.isInteger(value)) throw new Error(`--${name} must be a whole number, not ${text}`);
  return value;
}

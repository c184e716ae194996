// The floor of the database: the service's prepared statements in a plain loop over one pool of `pg`, with rows as the objects that `pg`
// creates by default.
import pg from 'pg';
import { serveJobs } from './children.mjs';
import { startRun, summary } from './measure.mjs';

let connection;
const pools = new Map();

function poolOf(size) {
  let pool = pools.get(size);
  if (pool === undefined) {
    // Opened on first use and closed afterwards, so that idle connections do not affect other measurements.
    pool = new pg.Pool({ ...connection, max: size, idleTimeoutMillis: 20_000 });
    pools.set(size, pool);
  }
  return pool;
}

/** All statements of one request; independent ones concurrently, like the service. */
const read = (pool, statements) => Promise.all(statements.map((statement) => pool.query(statement)));

const deadlock = '40P01';

/** The statements of a transaction one by one, with the same retry as the service. */
async function write(pool, statements) {
  const client = await pool.connect();
  try {
    for (;;) {
      try {
        return await transact(client, statements);
      } catch (error) {
        await client.query('rollback');
        if (error.code !== deadlock) throw error;
      }
    }
  } finally {
    client.release();
  }
}

async function transact(client, statements) {
  await client.query('begin');
  const found = {};
  for (const { name, text, values, gives } of statements) {
    const { rows } = await client.query({
      name,
      text,
      values: values.map((value) => (value?.from === undefined ? value : found[value.from])),
    });
    if (rows.length === 0 && gives !== undefined) throw new Error(`${name} found nothing`);
    if (gives !== undefined) found[gives] = rows[0].id;
  }
  await client.query('commit');
}

serveJobs(
  (settings) => {
    connection = settings.connection;
  },
  async ({ kind, requests, loops, connections, seconds }) => {
    const pool = poolOf(connections);
    const run = kind === 'write' ? write : read;
    const took = [];
    const clock = startRun(seconds);
    await Promise.all(
      Array.from({ length: loops }, async (_, loop) => {
        for (let at = Math.floor((requests.length * loop) / loops); !clock.isOver(); at++) {
          const start = performance.now();
          await run(pool, requests[at % requests.length]);
          const milliseconds = performance.now() - start;
          clock.note(milliseconds);
          took.push(milliseconds);
        }
      }),
    );
    return { ...summary(took, clock.elapsedSeconds()), refused: 0 };
  },
);

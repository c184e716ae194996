import { inSpan, type SpanFacts, type Tracing } from '../telemetry/tracing.ts';
import type { Database, Db, Tx } from './database.ts';
import type { Statement } from './sql.ts';

const system = { 'db.system.name': 'postgresql' };

/** By its name, never with its values; those without a name are lists in an order that is seldom asked for. */
function factsOf({ name }: Statement): SpanFacts {
  return { ...system, 'db.query.summary': name ?? 'unnamed' };
}

/** The same database, with a span for each statement below one that is under way. What polls by itself makes none. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const traced = <T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> =>
    tracing.current() === undefined ? work() : inSpan(tracing, name, 'client', facts, work);
  const tracedDb = (db: Db): Db => ({
    rows: (statement, values) => traced(`sql ${statement.name ?? 'unnamed'}`, factsOf(statement), () => db.rows(statement, values)),
    rawRows: (statement, values) => traced(`sql ${statement.name ?? 'unnamed'}`, factsOf(statement), () => db.rawRows(statement, values)),
  });
  return {
    read: tracedDb(database.read),
    write: tracedDb(database.write),
    transaction: (work) => traced('sql transaction', system, () => database.transaction((tx) => work(tracedDb(tx) as Tx))),
    listen: (channel, heard) => database.listen(channel, heard),
    get isListening() {
      return database.isListening;
    },
    queues: () => database.queues(),
    load: () => database.load(),
    close: () => database.close(),
  };
}

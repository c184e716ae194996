import { inSpan, type SpanFacts, type Tracing } from '../telemetry/tracing.ts';
import type { Database, Db, Tx } from './database.ts';
import type { Statement } from './sql.ts';

const system = { 'db.system.name': 'postgresql' };

/** Name of the statement, without values. Statements without a name are lists with an uncommon sort. */
function factsOf({ name }: Statement): SpanFacts {
  return { ...system, 'db.query.summary': name ?? 'unnamed' };
}

/** Wraps a database so that each statement is a span below the current one. Background polling has no current span and creates none. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const traced = <T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> =>
    tracing.current() === undefined ? work() : inSpan(tracing, name, 'client', facts, work);
  const tracedDb = (db: Db): Db => ({
    rows: (statement, values) => traced(`sql ${statement.name ?? 'unnamed'}`, factsOf(statement), () => db.rows(statement, values)),
    rawRows: (statement, values) => traced(`sql ${statement.name ?? 'unnamed'}`, factsOf(statement), () => db.rawRows(statement, values)),
  });
  return {
    read: tracedDb(database.read),
    current: tracedDb(database.current),
    write: tracedDb(database.write),
    transaction: (work) => traced('sql transaction', system, () => database.transaction((tx) => work(tracedDb(tx) as Tx))),
    search: (signal, work) => database.search(signal, (db) => work(tracedDb(db))),
    snapshot: (work) => traced('sql snapshot', system, () => database.snapshot(work)),
    listen: (channel, handler) => database.listen(channel, handler),
    get isListening() {
      return database.isListening;
    },
    queues: () => database.queues(),
    load: () => database.load(),
    close: () => database.close(),
  };
}

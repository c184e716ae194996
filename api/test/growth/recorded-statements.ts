import type { Database, Db, Tx, Value } from '../../src/platform/postgres/database.ts';
import type { Statement } from '../../src/platform/postgres/sql.ts';

export interface RecordedStatement {
  statement: Statement;
  values: readonly Value[];
  /** Sent with the settings of searches. */
  isSearch: boolean;
}

/** Wraps a database and records every statement. */
export function recordStatements(database: Database, recorded: RecordedStatement[]): Database {
  const recording = (db: Db, isSearch = false): Db => ({
    rows: (statement, values = []) => {
      recorded.push({ statement, values, isSearch });
      return db.rows(statement, values);
    },
    rawRows: (statement, values = []) => {
      recorded.push({ statement, values, isSearch });
      return db.rawRows(statement, values);
    },
  });
  return {
    read: recording(database.read),
    current: recording(database.current),
    write: recording(database.write),
    transaction: (work) => database.transaction((tx) => work(recording(tx) as Tx)),
    search: (signal, work) => database.search(signal, (db) => work(recording(db, true))),
    snapshot: (work) => database.snapshot(work),
    listen: (channel, onNotification) => database.listen(channel, onNotification),
    get isListening() {
      return database.isListening;
    },
    queues: () => database.queues(),
    load: () => database.load(),
    close: () => database.close(),
  };
}

/** A value as an SQL literal. */
export function literal(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Buffer) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return quoted(`{${value.map((item: string) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return quoted(String(value));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

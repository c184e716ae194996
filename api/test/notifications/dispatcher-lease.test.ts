import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Tx } from '../../src/platform/postgres/database.ts';
import { removeBookingLimits } from '../arrange.ts';
import { placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let suspended: Promise<void>;
let resume: () => void;

/** Suspends the first service that writes notifications, as SIGSTOP does: it keeps its connection and sends nothing. */
function suspendingOnce(): (database: Database) => Database {
  let done = false;
  let reached = () => {};
  suspended = new Promise((resolve) => {
    reached = resolve;
  });
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const watched = (tx: Tx): Tx => ({
    ...tx,
    async rows(statement, values) {
      if (statement.name === 'insert_notifications' && !done) {
        done = true;
        reached();
        await resumed;
      }
      return tx.rows(statement, values);
    },
  });
  return (database) =>
    new Proxy(database, {
      get: (target, key) =>
        key === 'transaction'
          ? <T>(work: (tx: Tx) => Promise<T>) => target.transaction((tx) => work(watched(tx)))
          : Reflect.get(target, key),
    });
}

beforeEach(async () => {
  service = await startService({ between: suspendingOnce() });
  await removeBookingLimits(service);
});
afterEach(async () => {
  resume();
  await service.close();
});

test('when the process with the dispatcher lease is suspended, then another takes over, and nothing is dispatched twice when it resumes', async () => {
  const farmer = await signedIn(service, 'farmer');
  const first = await placed(farmer);
  await suspended;
  await service.another();
  const orders = [first, await placed(farmer), await placed(farmer)];
  const dispatched = () =>
    service.sql<{ order_id: string }>('select order_id from notification where recipient_id = $1 order by id', [farmer.id]);
  const expected = orders.map(({ id }) => ({ order_id: String(id) }));
  await eventually(async () => expect(await dispatched()).toEqual(expected));

  resume();
  const last = await placed(farmer);
  await eventually(async () => expect(await dispatched()).toEqual([...expected, { order_id: String(last.id) }]));
  expect(await service.sql('select 1 from outbox_event')).toEqual([]);
});

// Some outbox events cannot be dispatched: all others are, none is lost, and a replay dispatches them.
import { call, expectOk } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { row } from './report.mjs';
import { eventually } from './wait.mjs';

const addPoison = `
  create function poison_event() returns trigger language plpgsql as $$
  begin
    if new.id % 10 = 0 then new.type := 'poison ' || new.type; end if;
    return new;
  end $$;
  create trigger poison_event before insert on outbox_event for each row execute function poison_event();`;
const removePoison = 'drop trigger poison_event on outbox_event; drop function poison_event';

/** Events that wait although no earlier event of their order failed. */
const held = `select count(*)::int as n from outbox_event e
   where not exists (select from outbox_event b where b.order_id = e.order_id and b.id <= e.id and b.next_attempt_at is not null)`;

export async function poisonEvent({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'poison-event', seed });
  const { service, people } = environment;
  const client = await environment.connect();
  const count = async (text) => (await client.query(text)).rows[0].n;
  await client.query(addPoison);
  await environment.startLoad();
  await environment.load.progress(300);
  await environment.load.stop();
  const poisoned = await eventually(async () => {
    if ((await count(held)) > 0) throw new Error('events wait behind those of other orders');
    return count('select count(*)::int as n from outbox_event where next_attempt_at is not null');
  }, 60);

  await client.query(removePoison);
  // Moves the due time of each retry forward, until all are dead letters.
  await eventually(async () => {
    await client.query('update outbox_event set next_attempt_at = null where next_attempt_at is not null');
    if ((await count('select count(*)::int as n from outbox_event')) > 0) throw new Error('events are still being tried');
  }, 120);
  const dead = await count('select count(*)::int as n from dead_letter');
  await client.query("update dead_letter set type = replace(type, 'poison ', '')");
  await client.end();
  const { replayed } = await expectOk(call(service.url, 'POST', '/api/admin/dead-letter/replay', { token: people.admin.token }));
  const found = await environment.settle();
  report(
    row({
      title: 'events that cannot be dispatched',
      tried: dead,
      found,
      load: environment.load,
      extra: [
        ['failed while all events of other orders were dispatched:', poisoned, poisoned > 0],
        ['dead letters, all replayed:', `${replayed} of ${dead}`, dead > 0 && replayed === dead],
        ['running:', service.isRunning ? 'yes' : 'no', service.isRunning],
      ],
    }),
  );
  await environment.close();
}

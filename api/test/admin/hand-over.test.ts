import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runTimers } from '../../src/fieldwork/run-timers.ts';
import { removeBookingLimits } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let admin: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

/** A background job gives orders of earlier tests to a receptionist of this one, so those are not counted. */
let lastEarlierOrder: string;
beforeEach(async () => {
  const [row] = await service.sql<{ id: string }>('select coalesce(max(id), 0) as id from spray_order');
  lastEarlierOrder = row?.id ?? '0';
});

const deactivate = (id: string, at: Service = service) => callerOn(at, admin).post(`/api/admin/user/${id}/deactivate`);
const noReceptionists = () => service.sql("update app_user set active = false where role = 'receptionist'");

async function openOrdersOf(receptionist: Caller | null): Promise<number> {
  const [row] = await service.sql<{ n: number }>(
    'select count(*)::int as n from spray_order where not closed and receptionist_id is not distinct from $1 and id > $2',
    [receptionist?.id ?? null, lastEarlierOrder],
  );
  return row?.n ?? 0;
}

async function orderOf(receptionist: Caller): Promise<string> {
  const { id } = await placed(farmer);
  await service.sql('update spray_order set receptionist_id = $2 where id = $1', [id, receptionist.id]);
  return String(id);
}

/** Locks the audit trail, so that every request which got that far waits inside its transaction. */
async function whileCommitsWait<T>(requests: () => Promise<T>[]): Promise<T[]> {
  let sent: Promise<T>[] = [];
  await service.database.transaction(async (tx) => {
    await tx.rows({ name: undefined, text: 'lock table audit_entry in exclusive mode' });
    sent = requests();
    await untilLockWaiters(tx, 4);
  });
  return Promise.all(sent);
}

describe('open orders of a receptionist who leaves', () => {
  test('when a receptionist is deactivated, then those with the fewest orders get them, and closed orders stay unchanged', async () => {
    await noReceptionists();
    const [mai, thu, lan] = [
      await signedIn(service, 'receptionist'),
      await signedIn(service, 'receptionist'),
      await signedIn(service, 'receptionist'),
    ];
    for (let n = 0; n < 5; n++) await orderOf(mai);
    for (let n = 0; n < 3; n++) await orderOf(thu);
    const closed = await orderOf(mai);
    await admin.post(`/api/receptionist/order/${closed}/cancel`, { reason: 'rain' });
    await service.sql('update spray_order set receptionist_id = $2 where id = $1', [closed, mai.id]);
    expect((await deactivate(mai.id)).body.active).toBe(false);
    expect([await openOrdersOf(mai), await openOrdersOf(thu), await openOrdersOf(lan)]).toEqual([0, 4, 4]);
    expect((await admin.get(`/api/receptionist/order/${closed}`)).body.receptionist.id).toBe(Number(mai.id));
    const [audit] = (await admin.get('/api/admin/audit/?action=user_deactivate&size=1')).body.content;
    expect(audit.changes).toContainEqual({ field: 'openOrders', from: 5, to: 0 });
  });

  test('when a receptionist becomes a sprayer, then the orders are handed over; an admin keeps them; without a receptionist they have none', async () => {
    await noReceptionists();
    const [mai, thu] = [await signedIn(service, 'receptionist'), await signedIn(service, 'receptionist')];
    await orderOf(mai);
    expect((await admin.patch(`/api/admin/user/${mai.id}`, { role: 'sprayer', expertise: 'adept' })).status).toBe(200);
    expect([await openOrdersOf(mai), await openOrdersOf(thu)]).toEqual([0, 1]);
    expect((await admin.patch(`/api/admin/user/${thu.id}`, { role: 'admin' })).status).toBe(200);
    expect(await openOrdersOf(thu)).toBe(1);
    expect((await deactivate(thu.id)).status).toBe(200);
    expect([await openOrdersOf(thu), await openOrdersOf(null)]).toEqual([0, 1]);
  });

  test('when fifty receptionists are deactivated at once, then the remaining one has every order', async () => {
    await noReceptionists();
    const stays = await signedIn(service, 'receptionist');
    const leaving: Caller[] = [];
    for (let n = 0; n < 50; n++) leaving.push(await signedIn(service, 'receptionist'));
    for (const receptionist of leaving) await orderOf(receptionist);
    const answers = await whileCommitsWait(() => leaving.map(({ id }, n) => deactivate(id, n % 2 === 0 ? service : other)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await openOrdersOf(stays)).toBe(50);
  });

  test('when orders are booked while their receptionist is deactivated, then none stays with that receptionist', async () => {
    await noReceptionists();
    const deactivated = await signedIn(service, 'receptionist');
    const bookings = Array.from({ length: 50 }, () => placed(farmer));
    await deactivate(deactivated.id);
    await Promise.all(bookings);
    const stays = await signedIn(service, 'receptionist');
    await runTimers(service.database, service.app.catalog, service.clock.now);
    expect(await openOrdersOf(deactivated)).toBe(0);
    await orderOf(deactivated);
    await runTimers(service.database, service.app.catalog, service.clock.now);
    expect([await openOrdersOf(deactivated), (await openOrdersOf(stays)) > 0]).toEqual([0, true]);
  });
});

test('when both sprayers of a crew are made apprentices, twenty-five times each at once, then one who may lead remains', async () => {
  const receptionist = await signedIn(service, 'receptionist');
  for (let round = 0; round < 3; round++) {
    const crew = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer', { expertise: 'adept' })] as const;
    const { id } = await placed(farmer, { confirmed: true, date: `2026-12-0${round + 1}` });
    const ids = crew.map((member) => Number(member.id));
    expect((await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: ids })).status).toBe(200);
    const answers = await whileCommitsWait(() =>
      Array.from({ length: 50 }, (_, n) =>
        callerOn(n % 4 < 2 ? service : other, admin).patch(`/api/admin/user/${ids[n % 2]}`, { expertise: 'apprentice' }),
      ),
    );
    expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'STAFF_HAS_JOBS')).toEqual([]);
    const levels = await service.sql<{ expertise: string }>('select expertise from app_user where id = any($1)', [ids]);
    expect(levels.filter(({ expertise }) => expertise === 'apprentice').length).toBe(1);
  }
});

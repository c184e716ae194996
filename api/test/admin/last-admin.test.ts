import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilLockWaiters } from '../barriers.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

const activeAdmins = async () =>
  (await service.sql<{ id: string }>("select id from app_user where role = 'admin' and active")).map((row) => row.id);

test('when there is one admin, then that admin cannot be demoted or deactivated, not even by themselves', async () => {
  const admin = await signedIn(service, 'admin');
  const demoted = await admin.patch(`/api/admin/user/${admin.id}`, { role: 'receptionist' });
  const off = await admin.post(`/api/admin/user/${admin.id}/deactivate`);
  const reset = await admin.post(`/api/admin/user/${admin.id}/reset-password`);
  expect([demoted, off, reset].map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'LAST_ADMIN'],
    [409, 'LAST_ADMIN'],
    [409, 'CANNOT_SEND_LINK'],
  ]);
  expect(await activeAdmins()).toEqual([admin.id]);
});

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

describe('fifty admins on two instances', () => {
  test('when each demotes or deactivates the next at once, then at least one admin is left', async () => {
    await service.sql("update app_user set active = false where role = 'admin'");
    const admins: Caller[] = [];
    for (let n = 0; n < 50; n++) admins.push(await signedIn(service, 'admin'));
    const answers = await whileCommitsWait(() =>
      admins.map((admin, n) => {
        const caller = n % 2 === 0 ? admin : callerOn(other, admin);
        const next = admins[(n + 1) % admins.length]?.id;
        return n % 3 === 0
          ? caller.patch(`/api/admin/user/${next}`, { role: 'receptionist' })
          : caller.post(`/api/admin/user/${next}/deactivate`);
      }),
    );
    const left = await activeAdmins();
    expect(left.length).toBeGreaterThan(0);
    // An admin who was removed before the own request arrived is refused; each change happens once.
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBe(50 - left.length);
    expect(answers.every(({ status }) => [200, 401, 403, 409].includes(status))).toBe(true);
  });

  test('when two are left and each tries twenty-five times to remove the other, then one remains', async () => {
    await service.sql("update app_user set active = false where role = 'admin'");
    const pair = [await signedIn(service, 'admin'), await signedIn(service, 'admin')] as const;
    const [one, two] = pair;
    const answers = await whileCommitsWait(() =>
      Array.from({ length: 50 }, (_, n) => {
        const [actor, target] = n % 2 === 0 ? [one, two] : [two, one];
        return callerOn(n % 4 < 2 ? service : other, actor).post(`/api/admin/user/${target.id}/deactivate`);
      }),
    );
    expect((await activeAdmins()).length).toBe(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => [200, 401, 409].includes(status))).toBe(true);
  });
});

test('when crews are assigned while their sprayer is deactivated, then no job has a deactivated sprayer', async () => {
  const admin = await signedIn(service, 'admin');
  const receptionist = await signedIn(service, 'receptionist');
  const farmer = await signedIn(service, 'farmer');
  for (let round = 0; round < 5; round++) {
    const sprayer = await signedIn(service, 'sprayer');
    const { id } = await placed(farmer, { date: `2026-12-1${round}`, confirmed: true });
    const assign = callerOn(other, receptionist).put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
    const [assigned, off] = await Promise.all([assign, admin.post(`/api/admin/user/${sprayer.id}/deactivate`)]);
    expect([
      [200, 409, 'STAFF_HAS_JOBS'],
      [409, 200, 'CREW_UNKNOWN'],
    ]).toContainEqual([assigned.status, off.status, assigned.body.code ?? off.body.code]);
  }
});

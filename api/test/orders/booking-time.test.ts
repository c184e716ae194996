import { afterAll, beforeAll, expect, test } from 'vitest';
import { booking, type Caller, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

async function book(now: string, date: string, sessionId: number): Promise<string> {
  service.clock.now = new Date(now);
  const answer = await farmer.post('/api/farmer/order', booking({ date, session: { id: sessionId } }));
  return answer.status === 200 ? `booked on ${answer.body.creationDate}` : `${answer.status} ${answer.body.code}`;
}

// Session 1 begins at 04:00, 4 at 07:00, 5 at 16:00; Ho Chi Minh City is seven hours ahead of UTC.
test.each([
  ['2026-11-15T02:00:00Z', '2026-11-15', 4, '409 SESSION_BEGUN'],
  ['2026-11-15T02:00:00Z', '2026-11-15', 5, 'booked on 2026-11-15'],
  ['2026-11-15T08:59:59Z', '2026-11-15', 5, 'booked on 2026-11-15'],
  ['2026-11-15T09:00:00Z', '2026-11-15', 5, '409 SESSION_BEGUN'],
  ['2026-11-15T02:00:00Z', '2026-11-14', 5, '400 DATE_NOT_BOOKABLE'],
  ['2026-11-16T16:59:59Z', '2026-11-16', 6, '409 SESSION_BEGUN'],
  ['2026-11-16T17:00:00Z', '2026-11-16', 6, '400 DATE_NOT_BOOKABLE'],
  ['2026-11-16T17:00:00Z', '2026-11-17', 1, 'booked on 2026-11-17'],
  ['2026-11-16T21:00:00Z', '2026-11-17', 1, '409 SESSION_BEGUN'],
  ['2026-11-15T02:00:00Z', '2027-11-15', 1, 'booked on 2026-11-15'],
  ['2026-11-15T02:00:00Z', '2027-11-16', 1, '400 DATE_NOT_BOOKABLE'],
  ['2026-11-15T17:00:00Z', '2027-11-16', 1, 'booked on 2026-11-16'],
  ['2027-11-20T02:00:00Z', '2028-02-29', 1, 'booked on 2027-11-20'],
  ['2027-11-20T02:00:00Z', '2028-11-19', 1, 'booked on 2027-11-20'],
  ['2027-11-20T02:00:00Z', '2028-11-20', 1, '400 DATE_NOT_BOOKABLE'],
])('when it is %s and a farmer books %s, session %i, then it is %s', async (now, date, sessionId, outcome) => {
  // The token is valid for a month, and the cases span several years.
  await service.sql("update access_token set expires_at = '2100-01-01'");
  expect(await book(now, date, sessionId)).toBe(outcome);
});

test('when the company moves to a time zone with daylight saving time, then its local time decides', async () => {
  const own = await startService();
  try {
    const farmer = await signedIn(own, 'farmer');
    await own.sql("update company set time_zone = 'Europe/Berlin'");
    own.clock.now = new Date('2026-11-15T06:30:00Z'); // 07:30 local time
    const send = (sessionId: number, date = '2026-11-15') =>
      farmer.post('/api/farmer/order', booking({ date, session: { id: sessionId } }));
    await eventually(async () => expect((await send(4)).body.code).toBe('SESSION_BEGUN'));
    own.clock.now = new Date('2026-10-24T22:30:00Z'); // 00:30 on the 25th, still daylight saving time
    expect((await send(1, '2026-10-24')).body.code).toBe('DATE_NOT_BOOKABLE');
    own.clock.now = new Date('2026-10-25T02:59:59Z'); // 03:59:59, standard time
    expect((await send(1, '2026-10-25')).status).toBe(200);
    own.clock.now = new Date('2026-10-25T03:00:00Z');
    expect((await send(1, '2026-10-25')).body.code).toBe('SESSION_BEGUN');
  } finally {
    await own.close();
  }
});

test('when a crop is deactivated in the database without a notification, then a refused booking takes no place', async () => {
  const own = await startService();
  try {
    const farmer = await signedIn(own, 'farmer');
    const send = () => farmer.post('/api/farmer/order', booking());
    expect((await send()).status).toBe(200);
    // Without the triggers there is no NOTIFY, as in the moment before it arrives.
    await own.sql('begin; set local session_replication_role = replica; update crop set active = false where id = 1; commit');
    expect((await send()).status).not.toBe(200);
    expect(await own.sql("select taken from session_day where date = '2026-11-17' and session_id = 3")).toEqual([{ taken: 1 }]);
  } finally {
    await own.close();
  }
});

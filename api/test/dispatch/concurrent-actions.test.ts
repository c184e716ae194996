import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitions } from '../../src/orders/order-rules.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let desk: Caller;
let otherDesk: Caller;
let sprayers: Caller[];

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
  const other = await service.another();
  desk = await signedIn(service, 'receptionist');
  otherDesk = callerOn(other, desk);
  sprayers = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
});
afterAll(() => service.close());

const refusals = ['ACTION_NOT_ALLOWED', 'CREW_BUSY', 'SESSION_FULL'];

test.each([1, 2, 3, 4])('when all actions run on one order at once (round %i), then it has one legal history', async (round) => {
  const day = (n: number) => `2026-12-${String(round * 6 + n).padStart(2, '0')}`;
  const { id } = await placed(farmer, { date: day(0) });
  const office = `/api/receptionist/order/${id}`;
  const acts = (at: Caller, n: number): Promise<Answer>[] => [
    farmer.post(`/api/farmer/order/${id}/confirm`),
    at.post(`${office}/confirm`),
    at.put(`${office}/sprayers`, { sprayerIds: [Number(sprayers[n % 2]?.id)] }),
    at.post(`${office}/reschedule`, { date: day(1 + (n % 3)), session: { id: 1 + (n % 2) } }),
    farmer.post(`/api/farmer/order/${id}/reschedule`, { date: day(4), session: { id: 3 } }),
    // Late, and in every second round only, so that the other actions can succeed.
    ...(n === 7 && round % 2 === 0 ? [at.post(`${office}/cancel`, { reason: 'rain' })] : []),
  ];
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => acts(n % 2 === 0 ? desk : otherDesk, n)).flat());
  for (const { status, body } of answers) if (status !== 200) expect([status, refusals.includes(body.code)]).toEqual([409, true]);

  const steps = (await desk.get(`${office}/timeline?size=200`)).body.content as Answer['body'][];
  expect(steps[0]).toMatchObject({ action: 'place', fromStatus: null, toStatus: 'pending' });
  for (const [index, step] of steps.slice(1).entries()) {
    expect(step.fromStatus).toBe(steps[index]?.toStatus);
    const legal = transitions.some(
      ({ action, by, from, to }) =>
        action === step.action && by.includes(step.role) && from.includes(step.fromStatus) && to.includes(step.toStatus),
    );
    expect([step, legal]).toEqual([step, true]);
  }

  // The current state is the end of the history, and places and crew match it.
  const order = (await desk.get(office)).body;
  expect(order.orderStatus).toBe(steps.at(-1)?.toStatus);
  if (round % 2 === 0) expect(order.orderStatus).toBe('cancelled');
  const versions = await service.sql<{ version: number }>('select version from order_history where order_id = $1 order by id', [id]);
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
  const places = await service.sql<{ date: string; session_id: string; taken: number }>(
    'select date::text, session_id, taken from session_day where taken > 0 and date between $1 and $2',
    [day(0), day(5)],
  );
  expect(places).toEqual(order.orderStatus === 'cancelled' ? [] : [{ date: order.date, session_id: String(order.session.id), taken: 1 }]);
  const crew = await service.sql<{ date: string; session_id: string; order_status: string }>(
    'select date::text, session_id, order_status from crew_member where order_id = $1',
    [id],
  );
  if (order.orderStatus === 'assigned') expect(crew).toHaveLength(1);
  if (order.orderStatus === 'confirmed') expect(crew).toHaveLength(0);
  for (const member of crew)
    expect(member).toEqual({ date: order.date, session_id: String(order.session.id), order_status: order.orderStatus });
});

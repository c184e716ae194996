import { defaultSettings } from '../../src/dispatch/planner/model.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service } from '../harness.ts';

export const planPath = '/api/receptionist/plan';
export const base = { name: 'Kho Chợ Mới', latitude: 10.5, longitude: 105.4 };

/** A company that can plan: a base, and sprayers with these levels. */
export async function arrangeCompany(
  service: Service,
  office: Caller,
  levels: readonly ('expert' | 'adept' | 'apprentice')[],
): Promise<Caller[]> {
  await removeBookingLimits(service);
  await office.put('/api/receptionist/base', base);
  return Promise.all(levels.map((expertise) => signedIn(service, 'sprayer', { expertise })));
}

/** An order `km` north of the base. */
export const orderAt = async (farmer: Caller, date: string, session: number, km: number, more: object = {}): Promise<number> =>
  (
    await placed(farmer, {
      ...{ date, session: { id: session }, confirmed: true, area: 5 },
      ...{ latitude: base.latitude + km / 111.2, longitude: base.longitude, ...more },
    })
  ).id;

export const planDone = (caller: Caller, id: number): Promise<Answer['body']> =>
  eventually(async () => {
    const { body } = await caller.get(`${planPath}/${id}`);
    if (body.state === 'planning') throw new Error('still planning');
    return body;
  });

export async function planned(caller: Caller, date: string, options: object = {}): Promise<Answer['body']> {
  const started = await caller.post(planPath, { date, options });
  if (started.status !== 200) throw new Error(`planning answered ${started.status}: ${started.text}`);
  return planDone(caller, started.body.id);
}

export const rowsOf = async (caller: Caller, id: number): Promise<Answer['body'][]> =>
  (await caller.get(`${planPath}/${id}/row/?size=200`)).body.content;

export const crewOf = async (caller: Caller, orderId: number): Promise<string[]> =>
  (await caller.get(`/api/receptionist/order/${orderId}/sprayers`)).body.content.map(({ id }: { id: number }) => String(id));

const cost = {
  ...{ total: 0, distance: 0, ordersWithoutCrew: 0, peopleRemoved: 0, peopleAdded: 0 },
  ...{ fairness: 0, secondPersons: 0, firstJobBonus: 0 },
};

/** A ready proposal with one order that has no crew, and the way of one sprayer; for tests about something else. */
export async function storedPlan(service: Service, actorId: string, sprayerId: string, orderId: string): Promise<string> {
  const [order] = await service.sql<{ date: string; session_id: string; farmer_id: string }>(
    'select date::text, session_id, farmer_id from spray_order where id = $1',
    [orderId],
  );
  if (order === undefined) throw new Error('no such order');
  const place = { latitude: 10.5, longitude: 105.4 };
  const planned = { id: orderId, sessionId: order.session_id, place, area: 5, farmerId: order.farmer_id, previousCrew: [] };
  const input = { sessions: [], orders: [planned], sprayers: [], bans: [], settings: defaultSettings };
  const [plan] = await service.sql<{ id: string }>(
    `insert into crew_plan (date, created_at, actor_id, state, seed, time_limit_ms, holder, lease_until, cost, previous_cost, lower_bound,
                            min_without_crew, is_optimal, input)
     values ($1, now(), $2, 'ready', 0, 1000, 'test', now(), $3, $3, 0, 0, true, $4) returning id`,
    [order.date, actorId, JSON.stringify(cost), JSON.stringify(input)],
  );
  const unplaced = { conflict: [{ kind: 'order-needs-crew', orderId }], isMinimal: true };
  await service.sql(
    `insert into crew_plan_row (crew_plan_id, order_id, session_id, before_status, before_crew, crew, unplaced)
     values ($1, $2, $3, 'confirmed', '{}', '{}', $4)`,
    [plan?.id, orderId, order.session_id, JSON.stringify(unplaced)],
  );
  await service.sql("insert into crew_plan_route (crew_plan_id, sprayer_id, jobs, metres, blocks) values ($1, $2, 0, 0, '[]')", [
    plan?.id,
    sprayerId,
  ]);
  return String(plan?.id);
}

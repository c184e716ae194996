import type pg from 'pg';
import { expect } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Answer, booking, call } from '../factories.ts';
import { eventually } from '../harness.ts';
import { adminEmail, adminPassword, query } from './built-service.ts';

let made = 0;

/** The load books more than the usual limit of a farmer. */
export async function raiseBookingLimit(url: string): Promise<void> {
  const admin = await call({ url }, 'POST', '/api/auth/login', { body: { email: adminEmail, password: adminPassword } });
  const answer = await call({ url }, 'PATCH', '/api/admin/setting', { token: admin.body.token, body: { openBookingLimit: 1_000_000 } });
  if (answer.status !== 200) throw new Error(`raising the limit answered ${answer.status}: ${answer.text}`);
}

export async function newFarmer(url: string): Promise<string> {
  await raiseBookingLimit(url);
  made++;
  const answer = await call({ url }, 'POST', '/api/auth/register', {
    body: { password: 'Green-Field-7', fullName: `Farmer ${made}`, phoneNumber: `09${String(made).padStart(8, '0')}` },
  });
  if (answer.status !== 200) throw new Error(`registering answered ${answer.status}: ${answer.text}`);
  return answer.body.token;
}

/** Books continuously over several connections, and records what was acknowledged. */
export class BookingLoad {
  readonly url: string;
  readonly acknowledged = new Map<string, string>();
  readonly answers: Answer[] = [];
  readonly #token: string;
  readonly #prefix: string;
  readonly #lanes: Promise<void>[];
  #stopped = false;
  #next = 0;

  constructor(url: string, token: string, prefix: string, firstDay: number) {
    this.url = url;
    this.#token = token;
    this.#prefix = prefix;
    this.#lanes = Array.from({ length: 8 }, () => this.#book(firstDay));
  }

  async #book(firstDay: number): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    while (!this.#stopped) {
      const n = this.#next++;
      const location = `${this.#prefix} ${n}`;
      // Two places in each of six sessions a day: every booking has its own place.
      const place = { date: addDays(today, firstDay + (Math.floor(n / 12) % 150)), session: { id: 1 + (Math.floor(n / 2) % 6) } };
      try {
        const answer = await call(this, 'POST', '/api/farmer/order', { token: this.#token, body: booking({ ...place, location }) });
        this.answers.push(answer);
        if (answer.status === 200) this.acknowledged.set(location, String(answer.body.id));
        else await new Promise((resolve) => setTimeout(resolve, 20));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20)); // no response
      }
    }
  }

  /** Waits until this many more bookings are acknowledged. */
  async progress(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    await eventually(async () => {
      if (this.acknowledged.size < goal)
        throw new Error(`only ${this.acknowledged.size} of ${goal} acknowledged; last: ${this.answers.at(-1)?.text}`);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#lanes);
  }
}

type Ask = <T extends pg.QueryResultRow>(text: string) => Promise<T[]>;

/** No acknowledged order is lost, none is duplicated or partial, and every event is dispatched once. */
export function expectWhole(folder: string, ...loads: BookingLoad[]): Promise<void> {
  return expectWholeIn((text) => query(folder, text), ...loads);
}

/** The same, for a database on a server. */
export async function expectWholeIn(ask: Ask, ...loads: BookingLoad[]): Promise<void> {
  const orders = await ask<{ id: string; location: string }>('select id, location from spray_order');
  expect(new Set(orders.map((order) => order.location)).size).toBe(orders.length);
  const stored = new Map(orders.map((order) => [order.location, order.id]));
  for (const load of loads) {
    const lost = [...load.acknowledged].filter(([location, id]) => stored.get(location) !== id);
    expect(lost).toEqual([]);
  }
  const placeMismatches = await ask(
    `select * from (select date, session_id, count(*) as orders from spray_order where order_status <> 'cancelled' group by 1, 2) o
       full join session_day d using (date, session_id) where coalesce(o.orders, 0) <> coalesce(d.taken, 0)`,
  );
  expect(placeMismatches).toEqual([]);
  const partialOrders = await ask(
    `select o.id, count(h.id) from spray_order o left join order_history h on h.order_id = o.id group by o.id having count(h.id) <> 1`,
  );
  expect(partialOrders).toEqual([]);
  await eventually(async () => {
    expect(await ask('select id from outbox_event')).toEqual([]);
  });
  const notNotifiedOnce = await ask(
    `select o.id, count(n.id) from spray_order o left join notification n on n.order_id = o.id and n.recipient_id = o.farmer_id
      group by o.id having count(n.id) <> 1`,
  );
  expect(notNotifiedOnce).toEqual([]);
}

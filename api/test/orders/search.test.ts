import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { fc } from '../seeded-fast-check.ts';

let service: Service;
let receptionist: Caller;

interface StoredOrder {
  id: number;
  name: string;
  phone: string;
  location: string;
  date: string;
  status: string;
  payment: string;
  method: string;
  session: number;
  crop: number;
  cost: number;
}
let stored: StoredOrder[];

const manyOrders = 8000;

/** Names and places with words of every frequency; words that only old orders have, or only the newest; digits in places; many words with one beginning. */
const insertOrders = `
  with farmer as (
    insert into app_user (email, full_name, phone_number, role, created_at)
    select 'f' || i || '@search.example',
           (case when i % 5 < 3 then 'Nguyễn' when i % 5 = 3 then 'Trần' else 'Đặng' end) || ' ' || (array['Văn', 'Thị', 'Hữu'])[1 + i % 3] || ' '
             || (array['Bình', 'Bích', 'Long', 'Điền', 'Ánh', 'Út', 'Lụa'])[1 + i % 7],
           '09' || lpad((i * 7919 % 10000000)::text, 8, '0'), 'farmer', now()
      from generate_series(1, 60) i order by i
    returning id
  ), farmers as (select array_agg(id order by id) as ids from farmer)
  insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status, payment_status,
                           payment_method, completion_date, confirmed, creation_date, created_at)
  select ids[1 + n * 31 % 60], date, 1 + n % 6,
         (array['Ruộng gò', 'Rẫy ven sông', 'Vườn sau nhà'])[1 + n % 3] || ', ' || (array['Long Điền', 'Mỹ Hiệp', 'Hội An', 'Tân Châu'])[1 + n / 3 % 4]
           || case when n < 6500 then ' cũ' else '' end || case when n % 800 = 0 then ' hiếm' else '' end || ', ấp ' || n % 13 || ' lô' || n % 90,
         10, 105, 1 + n % 3, 10, 30000, 1 + n % 90, status, case when status = 'completed' and n % 9 = 0 then 'failed' else 'pending' end,
         (array['cash', 'visa', 'mastercard'])[1 + n % 3], case when status = 'completed' then date end, status not in ('pending', 'cancelled'), date, now()
    from farmers, (select n, date '2024-01-01' + n / 10 as date,
                          case when n < 6000 then case when n % 11 = 0 then 'cancelled' else 'completed' end
                               when n % 4 = 0 then 'pending' else 'confirmed' end as status
                     from generate_series(1, ${manyOrders}) n order by n) n`;

beforeAll(async () => {
  service = await startService({ idle: true });
  receptionist = await signedIn(service, 'receptionist');
  await removeBookingLimits(service);
  await service.sql(insertOrders);
  await service.sql('analyze');
  stored = await service.sql<StoredOrder & Record<string, unknown>>(
    `select o.id::int, f.full_name as name, f.phone_key as phone, o.location, o.date::text, o.order_status as status, o.payment_status as payment,
            o.payment_method as method, o.session_id::int as session, o.crop_id::int as crop, o.cost::float8 as cost
       from spray_order o join app_user f on f.id = o.farmer_id`,
  );
});
afterAll(() => service.close());

const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a search means, without an index: each word begins a word of the name or the place; digits may be a phone number or an order. */
function matches(order: StoredOrder, search: string): boolean {
  if (search.startsWith('#')) return search === `#${order.id}`;
  const own = plainWords(`${order.location} ${order.name}`);
  const typed = plainWords(search);
  const hasWords = typed.length > 0 && typed.every((word) => own.some((ownWord) => ownWord.startsWith(word)));
  if (!/^\d+$/.test(search)) return hasWords;
  const isPhone = search.length >= 3 && order.phone.startsWith(search.startsWith('0') ? search : `0${search}`);
  return hasWords || isPhone || Number(search) === order.id;
}

const isClosed = ({ status }: StoredOrder) => status === 'completed' || status === 'cancelled';
const byList = (a: StoredOrder, b: StoredOrder) =>
  Number(isClosed(a)) - Number(isClosed(b)) || (a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id);

const sorts: Record<string, (a: StoredOrder, b: StoredOrder) => number> = {
  '': byList,
  'id,asc': (a, b) => a.id - b.id,
  'date,asc': (a, b) => a.date.localeCompare(b.date) || a.id - b.id,
  'cost,desc': (a, b) => b.cost - a.cost || b.id - a.id,
  'paymentMethod,asc': (a, b) => a.method.localeCompare(b.method) || a.id - b.id,
};

const word = fc.constantFrom(
  ...['Nguyễn', 'nguyen', 'ng', 'Trần', 'Đặng', 'dang', 'Văn', 'thi', 'Bình', 'bi', 'Long', 'Điền', 'dien', 'Út', 'lua', 'ruong', 'rẫy'],
  ...['tan', 'Tân Châu', 'Hội An', 'cũ', 'hiếm', 'hie', 'ấp 1', 'ap 12', 'lô', 'lo8', '7', 'không có', 'long dien', 'my hiep'],
);
const search = fc.oneof(
  { weight: 8, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.constantFrom('09', '090', '0900', '95', '907', '12') },
  { weight: 1, arbitrary: fc.nat(manyOrders + 100).chain((id) => fc.constantFrom(String(id), `#${id}`)) },
);
const filters = fc.record(
  {
    orderStatus: fc.subarray<string>(['pending', 'confirmed', 'completed', 'cancelled'], { minLength: 1 }),
    paymentStatus: fc.constantFrom<string[]>(['failed'], ['pending'], ['failed', 'pending']),
    paymentMethod: fc.subarray<string>(['cash', 'visa', 'mastercard'], { minLength: 1 }),
    from: fc.constantFrom('2024-03-01', '2025-06-01', '2026-01-01'),
    to: fc.constantFrom('2026-01-20', '2027-01-01'),
    sessionId: fc.integer({ min: 1, max: 6 }),
    cropId: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;

const passes = (order: StoredOrder, asked: Filters): boolean =>
  (asked.orderStatus?.includes(order.status) ?? true) &&
  (asked.paymentStatus?.includes(order.payment) ?? true) &&
  (asked.paymentMethod?.includes(order.method) ?? true) &&
  (asked.from === undefined || order.date >= asked.from) &&
  (asked.to === undefined || order.date <= asked.to) &&
  (asked.sessionId === undefined || order.session === asked.sessionId) &&
  (asked.cropId === undefined || order.crop === asked.cropId);

async function askFor(query: Record<string, unknown>) {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)]));
  const { status, body, text, headers } = await receptionist.get(`/api/receptionist/order/?${new URLSearchParams(pairs)}`);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return {
    ids: body.content.map(({ id }: { id: number }) => id),
    page: body.page,
    isMore: headers.get('total-is-minimum') === 'true',
  };
}

test('when orders are searched with any words, filters, sort and page, then the answer is that of a plain reference', async () => {
  await fc.assert(
    fc.asyncProperty(
      search,
      filters,
      fc.constantFrom('', '', '', ...Object.keys(sorts)),
      fc.constantFrom(0, 0, 1, 2, 7, 49, 50, 120),
      fc.constantFrom(20, 25, 100),
      async (text, asked, sort, page, size) => {
        const expected = stored.filter((order) => passes(order, asked) && matches(order, text)).sort(sorts[sort]);
        const total = Math.min(expected.length, 1000);
        expect(await askFor({ search: text, ...asked, ...(sort === '' ? {} : { sort }), page, size })).toEqual({
          ids: expected.slice(page * size, (page + 1) * size).map(({ id }) => id),
          page: { size, number: page, totalElements: total, totalPages: Math.ceil(total / size) },
          isMore: expected.length > 1000,
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('when more than 10,000 orders come before a page, then it is empty', async () => {
  expect(await askFor({ search: 'nguyen', page: 600, size: 20 })).toMatchObject({ ids: [], isMore: true });
  expect(await askFor({ search: 'hiem', page: 2_000_000_000, size: 200 })).toMatchObject({ ids: [], isMore: false });
});

test('when an export has a search, then it has every match', async () => {
  const { status, text } = await receptionist.get('/api/receptionist/order.csv?search=hiem%20nguyen');
  const expected = stored.filter((order) => matches(order, 'hiem nguyen')).length;
  expect([status, text.trim().split('\n').length]).toEqual([200, expected + 1]);
});

describe('totals', () => {
  const addOrders = (count: number) =>
    service.sql(
      `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status, payment_method,
                                confirmed, creation_date, created_at)
       select min(u.id), '2023-01-01', 1, 'Bờ bao ranh giới', 10, 105, 1, 1, 1, 1, 'cancelled', 'cash', false, '2023-01-01', now()
         from app_user u, generate_series(1, ${count}) n where u.role = 'farmer' group by n`,
    );

  test('when there are 999, 1,000 or 1,001 matches, then the total is exact up to 1,000 and says that there are more', async () => {
    const seen = [];
    for (const count of [999, 1, 1]) {
      await addOrders(count);
      const { page, isMore, ids } = await askFor({ search: 'ranh gioi', page: 49, size: 20 });
      seen.push([page.totalElements, page.totalPages, isMore, ids.length]);
    }
    expect(seen).toEqual([
      [999, 50, false, 19],
      [1000, 50, false, 20],
      [1000, 50, true, 20],
    ]);
    await service.sql("delete from spray_order where location = 'Bờ bao ranh giới'");
    expect(await askFor({ search: 'ranh gioi' })).toMatchObject({ ids: [], isMore: false });
  });
});

describe('a client that is gone', () => {
  const searchesOf = async () =>
    (
      await service.sql<{ wait: string }>(
        `select wait_event_type as wait from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%order_search%' and pid <> pg_backend_pid()`,
      )
    ).map(({ wait }) => wait);
  const startSearch = (text: string) => {
    const gone = new AbortController();
    const answer = fetch(`${service.url}/api/receptionist/order/?search=${text}`, {
      headers: { authorization: `Bearer ${receptionist.token}` },
      signal: gone.signal,
    }).then(async (response) => ({ status: response.status, body: (await response.json()) as { content: unknown[] } }));
    return { answer, leave: () => gone.abort() };
  };
  const untilSearches = (count: number) => eventually(async () => expect(await searchesOf()).toHaveLength(count));
  /** Searches cannot read while `work` runs. */
  const whileLocked = <T>(work: (untilWaiting: (count: number) => Promise<void>) => Promise<T>): Promise<T> =>
    service.database.transaction(async (tx) => {
      await tx.rows({ name: undefined, text: 'lock table order_search in access exclusive mode' });
      return work((count) => untilLockWaiters(tx, count));
    });

  test('when a client leaves, then its search is cancelled in PostgreSQL, and no other one', async () => {
    const others = await whileLocked(async (untilWaiting) => {
      const [first, second] = [startSearch('nguyen'), startSearch('hiem')];
      await untilWaiting(2);
      first.leave();
      await expect(first.answer).rejects.toThrow();
      await untilSearches(1);
      // It has the connection of the cancelled one.
      return [second, startSearch('hiem')];
    });
    const expected = stored.filter((order) => matches(order, 'hiem')).length;
    for (const { answer } of others) {
      const { status, body } = await answer;
      expect([status, body.content.length]).toEqual([200, expected]);
    }
  });

  test('when all connections of searches are busy, then a search that waits leaves the queue with its client, and the next one is answered', async () => {
    const busy = await whileLocked(async (untilWaiting) => {
      const searches = Array.from({ length: 4 }, () => startSearch('nguyen'));
      await untilWaiting(4);
      const waiting = startSearch('tran');
      await eventually(async () => expect(service.database.load().pipes.search.inFlight).toBe(5));
      expect((await receptionist.get('/api/receptionist/order/?size=1')).status).toBe(200);
      waiting.leave();
      await expect(waiting.answer).rejects.toThrow();
      await eventually(async () => expect(service.database.load().pipes.search.inFlight).toBe(4));
      return searches;
    });
    for (const { answer } of busy) expect((await answer).status).toBe(200);
    expect((await askFor({ search: 'hiem' })).ids).not.toEqual([]);
  });

  test('when searches are left again and again, then no other search fails', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const { answer, leave } = startSearch(n % 2 === 0 ? 'nguyen' : 'dien');
        if (n % 3 > 0) return answer.then(({ status }) => status);
        setImmediate(leave);
        return answer.then(
          () => 200,
          () => 200,
        );
      }),
    );
    expect(answers).toEqual(answers.map(() => 200));
    await untilSearches(0);
    expect(service.database.load().pipes.search.inFlight).toBe(0);
  });
});

test('when a caller books, then the order is found at once by name, phone number, place and number', async () => {
  const farmer = await signedIn(service, 'farmer', { fullName: 'Quách Thị Khởi', phoneNumber: '+84 977 321 654' });
  const { id } = await placed(farmer, { date: '2026-12-22', location: 'Gò Tháp, ấp Mười' });
  for (const text of ['quach', 'khoi go thap', '0977321654', '977 321', '+84977', 'muoi quach', `#${id}`, String(id)])
    expect([text, (await askFor({ search: text })).ids]).toEqual([text, expect.arrayContaining([id])]);
});

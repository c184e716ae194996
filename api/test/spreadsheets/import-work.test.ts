import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { waitForOutbox } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Answer, booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { checked, refusedRows, root, run, settled, upload } from './sheet-calls.ts';

let service: Service;
let office: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  [office, farmer] = await Promise.all([signedIn(service, 'receptionist'), signedIn(service, 'farmer', { fullName: 'Lê Ruộng' })]);
});
afterAll(() => service.close());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
const download = async (path: string) =>
  new Uint8Array(await (await fetch(service.url + path, { headers: { authorization: `Bearer ${office.token}` } })).arrayBuffer());
/** Each is uploaded and checked before. */
const imports = 6;
const titles = 'Date,From,Farmer,Phone,Place,Latitude,Longitude,Crop,Area';
const row = (date: string, phone: string, place: string, area = '10', crop = 'Fruit') =>
  `${date},06:00,An,${phone},${place},10.5,105.4,${crop},"${area}"`;

describe('a file of orders', () => {
  test('when orders are exported in either format and language, then the import finds all of them the same', async () => {
    for (const [n, location] of ['Ruộng A', '=HYPERLINK("x")', 'Sau đình, "bờ kè"'].entries())
      expect((await farmer.post('/api/farmer/order', booking({ location, area: 12.5, date: `2026-11-${17 + n}` }))).status).toBe(200);
    for (const path of ['order.csv?language=en', 'order.csv?language=vi', 'order.xlsx?language=en', 'order.xlsx?language=vi']) {
      const sheet = await checked(service, office, 'orders', await download(`/api/receptionist/${path}`));
      expect(sheet, path).toMatchObject({ questions: [], counts: { new: 0, same: 3, changed: 0, refused: 0 } });
    }
  });

  test('when another program wrote dates, times and hectares, then orders are booked and can be undone', async () => {
    const sheet = await checked(service, office, 'orders', fixture('orders-xlsxwriter.xlsx'));
    expect(sheet.counts).toEqual({ new: 2, same: 0, changed: 0, refused: 0 });
    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'applied' });
    const orders = () =>
      service.sql(
        "select o.date::text, o.area::text, o.order_status, u.full_name, u.phone_number from spray_order o join app_user u on u.id = o.farmer_id where o.location like 'Ruộng số%' order by o.date",
      );
    const person = { full_name: 'Phạm Lúa', phone_number: '0914000011' };
    expect(await orders()).toEqual([
      { date: '2026-12-02', area: '12.5', order_status: 'confirmed', ...person },
      { date: '2026-12-03', area: '5', order_status: 'confirmed', ...person },
    ]);
    expect((await checked(service, office, 'orders', fixture('orders-xlsxwriter.xlsx'))).counts).toMatchObject({ same: 2 });
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await orders()).toMatchObject([{ order_status: 'cancelled' }, { order_status: 'cancelled' }]);
  });

  test.each([
    ['orders', 'spray_order', "location like 'Song song %'"],
    ['fields', 'field', "name like 'Cùng lúc %'"],
  ])(
    'when the same file of %s is in several imports that two processes apply at once, then each row is stored once',
    async (kind, table, condition) => {
      const other = await service.another();
      await service.sql('update spray_session set capacity = 1000 where id = 3');
      const known = await signedIn(service, 'farmer', { phoneNumber: kind === 'orders' ? '0914000901' : '0914000902' });
      const rows = Array.from({ length: 40 }, (_, n) =>
        kind === 'orders' ? row('2026-12-20', known.phoneNumber, `Song song ${n}`) : `${known.phoneNumber},Cùng lúc ${n},10.5,105.4`,
      );
      const file = `${kind === 'orders' ? titles : 'Phone,Field,Latitude,Longitude'}\n${rows.join('\n')}\n`;
      const sheets: Answer['body'][] = [];
      for (let n = 0; n < imports; n++) sheets.push(await checked(service, office, kind, file));
      expect(sheets.map(({ counts }) => counts.new)).toEqual(Array(imports).fill(40));
      const results = await Promise.all(sheets.map(({ id }, n) => run(callerOn(n % 2 === 0 ? service : other, office), id, 'apply')));
      expect(results.filter(({ state }) => state === 'applied')).toHaveLength(1);
      expect(results.filter(({ state }) => state !== 'applied').map(({ failure }) => failure.code)).toEqual(
        Array(imports - 1).fill('stale'),
      );
      const [stored] = await service.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${condition}`);
      expect(stored?.n).toBe(40);
      await service.sql('update spray_session set capacity = 2 where id = 3');
    },
  );

  test('when dates can be read in two ways, then the order of day and month is asked', async () => {
    const { body } = await upload(service, office, 'orders', `${titles}\n${row('03/12/2026', '0914000021', 'P')}\n`);
    expect(body).toMatchObject({ dateOrder: null, questions: [{ about: 'dateOrder' }] });
    const file = `${titles}\n${row('05/12/2026', '0914000021', 'P')}\n`;
    await expect(checked(service, office, 'orders', file)).rejects.toThrow('the dates can be read in two ways');
    const dates = async (dateOrder: string) => {
      const sheet = await checked(service, office, 'orders', file, { dateOrder });
      return [sheet.counts.new, (await refusedRows(office, sheet.id)).map(([, field]) => field)];
    };
    expect(await dates('dmy')).toEqual([1, []]);
    // 12 May 2026 is over.
    expect(await dates('mdy')).toEqual([0, ['date']]);
    const proven = await upload(service, office, 'orders', `${titles}\n${row('12/31/2026', '0914000021', 'P')}\n`);
    expect(proven.body).toMatchObject({ dateOrder: 'mdy', questions: [] });
  });

  test('when areas are in công or sào, then their size is asked and they are converted', async () => {
    const file = `${titles}\n${row('2026-12-04', '0914000031', 'Công', '10 công')}\n${row('2026-12-05', '0914000031', 'Sào', '10 sào')}\n${row('2026-12-06', '0914000031', 'Ha', '1,5 ha')}\n${row('2026-12-07', '0914000031', 'Lạ', '3 bước')}\n`;
    const { body } = await upload(service, office, 'orders', file);
    expect(body.questions).toEqual([
      { about: 'cong', sizes: [1000, 1296] },
      { about: 'sao', sizes: [360, 500, 1000] },
    ]);
    const unitSizes = [
      { unit: 'cong', squareMetres: 1296 },
      { unit: 'sao', squareMetres: 500 },
    ];
    const sheet = await checked(service, office, 'orders', file, { unitSizes });
    expect(await refusedRows(office, sheet.id)).toEqual([[5, 'area', 'has a unit that we do not know: use công, sào, ha or m²']]);
    await run(office, sheet.id, 'apply');
    expect(
      await service.sql("select location, area::text from spray_order where date between '2026-12-04' and '2026-12-07' order by id"),
    ).toEqual([
      { location: 'Công', area: '12.96' },
      { location: 'Sào', area: '5' },
      { location: 'Ha', area: '15' },
    ]);
  });

  test('when a session has fewer places than rows, then the rows beyond are refused; a place lost meanwhile blocks the application', async () => {
    const [{ capacity } = { capacity: 0 }] = await service.sql<{ capacity: number }>(
      "select capacity from spray_session where start_time = '06:00' and active",
    );
    const rows = Array.from({ length: capacity + 1 }, (_, n) => row('2026-12-08', `09140001${String(n).padStart(2, '0')}`, `P${n}`));
    const sheet = await checked(service, office, 'orders', `${titles}\n${rows.join('\n')}\n`);
    expect(sheet.counts).toMatchObject({ new: capacity, refused: 1 });
    expect(await refusedRows(office, sheet.id)).toEqual([[capacity + 2, 'start', 'is a session that is full on this day']]);
    const [{ id } = { id: 0 }] = await service.sql<{ id: number }>("select id from spray_session where start_time = '06:00' and active");
    await farmer.post('/api/farmer/order', booking({ date: '2026-12-08', session: { id: Number(id) }, location: 'Faster' }));
    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'checked', failure: { code: 'stale' } });
    expect(await service.sql("select location from spray_order where date = '2026-12-08'")).toEqual([{ location: 'Faster' }]);
  });

  test('when 50 undo an import at once on two processes, then it is undone once', async () => {
    const sheet = await checked(service, office, 'orders', `${titles}\n${row('2026-12-09', '0914000041', 'Once')}\n`);
    await run(office, sheet.id, 'apply');
    const callers = [office, callerOn(await service.another(), office)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (callers[n % 2] as Caller).post(`${root}/${sheet.id}/undo`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await settled(office, sheet.id)).toMatchObject({ state: 'undone' });
  });

  test('when a file changes stored orders, then what the office may edit is changed and undone, and the rest is refused', async () => {
    const dates = ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24'];
    const ids: number[] = [];
    for (const date of dates) {
      const sessionId = (await service.sql<{ id: string }>("select id from spray_session where start_time = '06:00' and active"))[0]?.id;
      const { body } = await farmer.post('/api/farmer/order', booking({ date, session: { id: Number(sessionId) }, area: 10 }));
      ids.push(body.id);
    }
    const [edited, paid, moved, cancelled] = ids;
    // The orders have their fields.
    await waitForOutbox(service);
    await service.sql("update spray_order set payment_status = 'paid' where id = $1", [paid]);
    await office.post(`/api/receptionist/order/${cancelled}/cancel`, { reason: 'rain' });
    const line = (id: unknown, date: unknown, area: string, place = 'New place') =>
      `${id},${date},06:00,${farmer.phoneNumber},${place},,,,${area},`;
    const lines = [
      line(edited, dates[0], '12.5'),
      line(paid, dates[1], '11'),
      line(moved, '2026-12-28', '10'),
      line(cancelled, dates[3], '9', ''),
    ];
    const file = `Number,Date,From,Phone,Place,Latitude,Longitude,Crop,Area,Paid by\n${lines.join('\n')}\n`;
    const sheet = await checked(service, office, 'orders', file);
    expect(sheet.counts).toEqual({ new: 0, same: 0, changed: 1, refused: 3 });
    expect(await refusedRows(office, sheet.id)).toEqual([
      [3, 'area', 'differs from the order, which is paid, invoiced or being paid by card'],
      [4, 'date', 'differs from the order: change it on the page of the order'],
      [5, 'area', 'differs from the order, which can no longer be changed'],
    ]);
    const stored = async () => (await office.get(`/api/receptionist/order/${edited}`)).body;
    const fieldOf = () => service.sql('select field_id from order_field where order_id = $1', [edited]);
    const [before, field] = [await stored(), await fieldOf()];
    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'applied', failure: null });
    const after = await stored();
    expect(after).toMatchObject({ location: 'New place', area: 12.5 });
    expect(Number(after.cost)).toBeCloseTo((Number(before.cost) / 10) * 12.5, 2);
    expect((await checked(service, office, 'orders', file)).counts).toMatchObject({ same: 1, changed: 0 });
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    expect(await stored()).toMatchObject({ location: before.location, area: before.area, cost: before.cost });
    expect(await fieldOf()).toEqual(field);
  });

  test('when an order of the file has moved on, then the undo says so', async () => {
    const sheet = await checked(service, office, 'orders', `${titles}\n${row('2026-12-10', '0914000051', 'Moved')}\n`);
    await run(office, sheet.id, 'apply');
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>("select id from spray_order where location = 'Moved'");
    await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'rain' });
    const { state, failure } = await run(office, sheet.id, 'undo');
    expect([state, failure.code, failure.rows[0].row]).toEqual(['applied', 'blocked', 2]);
  });
});

test.each([
  ['applied', 'apply', 'insert'],
  ['undone', 'undo', 'update'],
] as const)('when an import is being %s, then the sessions of its orders can be booked meanwhile', async (state, step, operation) => {
  const dates = [1, 2, 3].map((day) => `2027-02-${step === 'apply' ? 1 : 2}${day}`);
  const places = [...dates.slice(1).map((_, n) => `${step} ${n}`), 'Waits'];
  const rows = dates.map((date, n) => row(date, `09140002${n}${step.length}`, String(places[n])));
  const sheet = await checked(service, office, 'orders', `${titles}\n${rows.join('\n')}\n`);
  if (step === 'undo') await run(office, sheet.id, 'apply');
  const [session] = await service.sql<{ id: string }>("select id from spray_session where start_time = '06:00' and active");
  await service.sql(`create function wait_for_test() returns trigger language plpgsql as $$
      begin
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(20270201);
        return new;
      end $$;
    create trigger wait_for_test before ${operation} on spray_order for each row when (new.location = 'Waits') execute function wait_for_test()`);
  try {
    const work = await service.database.transaction(async (tx) => {
      await tx.rows(looseStatement('select pg_advisory_xact_lock(20270201)'));
      const work = run(office, sheet.id, step);
      await untilLockWaiters(tx, 1);
      let answers: Answer[] | undefined;
      void Promise.all(dates.map((date) => farmer.post('/api/farmer/order', booking({ date, session: { id: Number(session?.id) } })))).then(
        (all) => (answers = all),
      );
      await eventually(async () => {
        // Keeps the transaction busy.
        await tx.rows(looseStatement('select 1'));
        expect(answers?.map(({ status }) => status)).toEqual([200, 200, 200]);
      });
      return { work };
    });
    expect(await work.work).toMatchObject({ state, failure: null });
  } finally {
    await service.sql('drop trigger wait_for_test on spray_order; drop function wait_for_test');
  }
  const taken = await service.sql<{ taken: number }>('select taken from session_day where date = any($1) and session_id = $2', [
    dates,
    session?.id,
  ]);
  expect(taken.map((place) => place.taken)).toEqual(dates.map(() => (step === 'apply' ? 2 : 1)));
});

describe('a file that changes orders', () => {
  const header = 'Number,Date,From,Phone,Place,Latitude,Longitude,Crop,Area,Farmer';
  let sessionId: number;

  beforeAll(async () => {
    const [session] = await service.sql<{ id: string }>("select id from spray_session where start_time = '06:00' and active");
    sessionId = Number(session?.id);
  });

  const order = async (date: string): Promise<number> => {
    const { id } = await placed(farmer, { date, session: { id: sessionId }, area: 10 });
    // The order has its field.
    await waitForOutbox(service);
    return id;
  };
  const line = (id: number, date: string, { place = '', area = '' }) => `${id},${date},06:00,,${place},,,,${area},`;
  const newLine = (date: string) => `,${date},06:00,0914000061,Beside,10.5,105.4,Fruit,10,An`;
  const check = (...lines: string[]) => checked(service, office, 'orders', `${header}\n${lines.join('\n')}\n`);
  const stored = async (id: number) => (await service.sql('select location, area::text from spray_order where id = $1', [id]))[0];

  /** Changes of an order fail with these errors of the database, one after the other. */
  async function failing(id: number, codes: string[], work: () => Promise<void>): Promise<void> {
    await service.sql(`create sequence failed_change;
      create function fail_change() returns trigger language plpgsql as $$
        declare code text := ('{${codes.join()}}'::text[])[nextval('failed_change')];
        begin
          if code is not null then raise exception 'injected' using errcode = code; end if;
          return new;
        end $$;
      create trigger fail_change before update on spray_order for each row when (new.id = ${id}) execute function fail_change()`);
    try {
      await work();
    } finally {
      await service.sql('drop trigger fail_change on spray_order; drop function fail_change; drop sequence failed_change');
    }
  }

  test('when a change meets a deadlock, then it is tried again; a lock timeout is not taken for a change by someone else', async () => {
    const id = await order('2027-01-04');
    const sheet = await check(line(id, '2027-01-04', { place: 'Retried' }));
    await failing(id, ['55P03', '40P01'], async () => {
      expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'checked', failure: { code: 'failed', rows: [] } });
      expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'applied', failure: null });
    });
    await failing(id, ['55P03', '40P01'], async () => {
      expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'applied', failure: { code: 'failed', rows: [] } });
      expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    });
  });

  test('when an order is edited while its file is applied, then the edit comes after it', async () => {
    const id = await order('2027-01-05');
    const sheet = await check(line(id, '2027-01-05', { place: 'Of the file' }), newLine('2027-01-06'));
    const { applied, edited } = await service.database.transaction(async (tx) => {
      // The application reads the places of new orders after the stored orders.
      await tx.rows(looseStatement('lock table session_day in access exclusive mode'));
      const applied = run(office, sheet.id, 'apply');
      await untilLockWaiters(tx, 1);
      const edited: Promise<Answer> = office.post(`/api/receptionist/order/${id}/edit`, { location: 'Of the office' });
      await untilLockWaiters(tx, 2);
      return { applied, edited };
    });
    expect(await applied).toMatchObject({ state: 'applied', failure: null });
    expect((await edited).status).toBe(200);
    expect(await stored(id)).toMatchObject({ location: 'Of the office' });
  });

  test('when a file adds an order and changes one in an earlier session, then the places are locked in their order', async () => {
    const id = await order('2027-01-07');
    await order('2027-01-08');
    const sheet = await check(line(id, '2027-01-07', { area: '11' }), newLine('2027-01-08'));
    const lock = (date: string) => looseStatement(`select 1 from session_day where date = '${date}' for update nowait`);
    const applied = await service.database.transaction(async (tx) => {
      await tx.rows(lock('2027-01-07'));
      const applied = run(office, sheet.id, 'apply');
      await untilLockWaiters(tx, 1);
      await tx.rows(lock('2027-01-08'));
      return [applied];
    });
    expect(await applied[0]).toMatchObject({ state: 'applied', failure: null });
    expect(await stored(id)).toMatchObject({ area: '11' });
  });

  test('when only the area was changed, then the undo keeps the field as it was booked', async () => {
    const id = await order('2027-01-12');
    const sheet = await check(line(id, '2027-01-12', { area: '11' }));
    await run(office, sheet.id, 'apply');
    const fieldOf = () => service.sql('select field_id, boundary from order_field where order_id = $1', [id]);
    const [field] = await fieldOf();
    await service.sql(
      `update field set boundary = '{"type":"Polygon","coordinates":[]}', area_m2 = 1, extent = '(1,1),(0,0)' where id = $1`,
      [field?.field_id],
    );
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    expect(await fieldOf()).toEqual([{ field_id: field?.field_id, boundary: null }]);
    await service.sql('update field set boundary = null, area_m2 = null, extent = null where id = $1', [field?.field_id]);
  });

  test('when the field of a changed order is archived, then the undo is blocked', async () => {
    const id = await order('2027-01-13');
    const sheet = await check(line(id, '2027-01-13', { place: 'Elsewhere' }));
    const setArchived = (archived: boolean) => service.sql('update field set archived = $2 where id = $1', [field?.field_id, archived]);
    const [field] = await service.sql<{ field_id: string }>('select field_id from order_field where order_id = $1', [id]);
    await run(office, sheet.id, 'apply');
    await setArchived(true);
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'applied', failure: { code: 'blocked', rows: [{ row: 2 }] } });
    expect(await stored(id)).toMatchObject({ location: 'Elsewhere' });
    await setArchived(false);
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
  });

  test('when a file changes more than 200 orders, then the rows beyond are refused, also when it is applied', async () => {
    const date = '2027-01-11';
    const id = await order(date);
    const columns = `farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status, payment_method, confirmed,
      creation_date, created_at`;
    const copies = await service.sql<{ id: string }>(
      `insert into spray_order (${columns}) select ${columns} from spray_order, generate_series(1, 200) where id = $1 returning id`,
      [id],
    );
    const lines = [id, ...copies.map((copy) => Number(copy.id))].map((each) => line(each, date, { area: '11' }));
    const sheet = await check(...lines);
    expect(sheet.counts).toEqual({ new: 0, same: 0, changed: 200, refused: 1 });
    const message = 'differs from the order, but a file may change at most 200 orders: put this row into another file';
    expect(await refusedRows(office, sheet.id)).toEqual([[202, 'area', message]]);
    await service.sql(
      `update sheet_import_row r set outcome = f.outcome, target_id = $2::bigint, details = f.details, input = f.input || jsonb_build_object('id', $2::bigint::text)
         from sheet_import_row f where r.import_id = $1 and r.number = 202 and f.import_id = $1 and f.number = 2`,
      [sheet.id, copies.at(-1)?.id],
    );
    expect(await run(office, sheet.id, 'apply')).toMatchObject({
      state: 'checked',
      failure: { code: 'stale', rows: [{ row: 202, message }] },
    });
    expect(await stored(id)).toMatchObject({ area: '10' });
  });
});

describe('a file of fields', () => {
  const header = 'Nông dân,SĐT,Tên ruộng,Vĩ độ,Kinh độ,Cây trồng,Ghi chú';

  test('when it is applied, changed and undone, then the fields follow', async () => {
    const file = `${header}\nx,${farmer.phoneNumber},Thửa 1,"10,53",105.45,Lúa,gần kênh\nx,${farmer.phoneNumber},Thửa 2,10.54,105.46,,\nx,0999999999,Thửa 3,10.5,105.4,,\n`;
    const sheet = await checked(service, office, 'fields', file);
    expect(sheet.counts).toEqual({ new: 2, same: 0, changed: 0, refused: 1 });
    expect(await refusedRows(office, sheet.id)).toEqual([[4, 'phoneNumber', 'belongs to no farmer: import the farmers first']]);
    await run(office, sheet.id, 'apply');
    const fields = () => service.sql("select name, latitude, notes, version from field where name like 'Thửa%' order by name");
    expect(await fields()).toMatchObject([{ name: 'Thửa 1', latitude: 10.53, notes: 'gần kênh' }, { name: 'Thửa 2' }]);
    expect((await checked(service, office, 'fields', file)).counts).toMatchObject({ same: 2 });

    const change = await checked(service, office, 'fields', `${header}\nx,${farmer.phoneNumber},Thửa 1,10.6,105.45,,\n`);
    expect(change.counts).toMatchObject({ changed: 1 });
    await run(office, change.id, 'apply');
    expect(await fields()).toMatchObject([{ latitude: 10.6, notes: 'gần kênh', version: 2 }, {}]);
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'applied', failure: { code: 'blocked', rows: [{ row: 2 }] } });
    await run(office, change.id, 'undo');
    expect(await fields()).toMatchObject([{ latitude: 10.53 }, {}]);
  });
});

test('when another program wrote a heading, merged cells and formulas, then the farmers below are read', async () => {
  const sheet = await checked(service, office, 'farmers', fixture('farmers-openpyxl.xlsx'));
  expect(sheet.counts).toMatchObject({ new: 3 });
  const { body } = await office.get(`${root}/${sheet.id}/row/`);
  expect(body.content.map(({ row: number, label }: { row: number; label: string }) => [number, label])).toEqual([
    [4, 'Nguyễn Thị Hoa'],
    [5, 'Trần Văn Tèo'],
    [7, 'Lê Bưởi'],
  ]);
});

/** What the rows of the files of LibreOffice say, by kind and language. */
const writtenByLibreOffice: Record<string, object[]> = {
  'farmers-en': [
    { fullName: 'Lê Thị Sen', phoneNumber: '0915200001', email: 'sen@test.example', postalCode: '881000', language: 'vi' },
    { fullName: 'Trần Văn Bảy', phoneNumber: '0915200002', email: null, street: 'Ấp Bình Hòa, tổ 3', language: 'en' },
  ],
  'farmers-vi': [
    { fullName: 'Nguyễn Thị Út', phoneNumber: '0915200003', street: 'Ấp 4; kênh 7', province: 'Đồng Tháp', language: 'vi' },
    { fullName: 'Phạm Văn Được', phoneNumber: '0915200004', email: 'duoc@test.example', street: null, language: 'en' },
  ],
  'fields-en': [
    { phoneNumber: '0915200099', name: 'Canal field', latitude: 10.5321, longitude: 105.4512, cropId: '2', obstacles: 'Power line' },
    { name: 'Hill field', cropId: '1', notes: null },
  ],
  'fields-vi': [
    { phoneNumber: '0915200099', name: 'Thửa bờ kênh', latitude: 10.5511, longitude: 105.4711, cropId: '2', notes: 'Vào từ phía đông' },
    { name: 'Thửa sau đình', cropId: '3', obstacles: null },
  ],
  'orders-en': [
    { date: '2026-12-14', start: '06:00', phoneNumber: '0915200099', location: 'Canal field', area: 12.5, paymentMethod: 'cash' },
    { date: '2026-12-15', latitude: 10.5402, cropId: '1', area: 3, paymentMethod: 'visa' },
  ],
  'orders-vi': [
    { date: '2026-12-16', start: '06:00', location: 'Thửa bờ kênh', longitude: 105.4711, area: 8, paymentMethod: 'cash' },
    { date: '2026-12-17', farmer: 'Võ Mới', phoneNumber: '0915200098', cropId: '3', area: 2.5 },
  ],
  'products-en': [
    {
      authorisationNumber: '0012/BVTV',
      rainFastHours: 1.5,
      beeHazard: 'high',
      withdrawnOn: '2027-06-30',
      use: { doseMin: 0.25, cropId: '1' },
    },
    { name: 'Calc Guard', use: { cropId: '2', target: 'Leaf folder', doseMax: 0.4, doseUnit: 'l/ha', preHarvestDays: 14 } },
  ],
  'products-vi': [
    { name: 'Sạch Đạo Ôn', beeHazard: 'moderate', withdrawnOn: '2027-12-31', use: { target: 'Đạo ôn', doseMin: 0.35, doseUnit: 'kg/ha' } },
    { name: 'Sạch Cỏ', authorisationNumber: '0346/CNKT', beeHazard: 'none', use: null },
  ],
  'staff-en': [
    { fullName: 'Bay Calc', role: 'sprayer', expertise: 'expert', phoneNumber: '0915200011' },
    { fullName: 'Mai Calc', role: 'receptionist', expertise: null, city: 'Châu Đốc' },
  ],
  'staff-vi': [
    { fullName: 'Đỗ Văn Thợ', role: 'sprayer', expertise: 'adept', phoneNumber: '0915200013' },
    { fullName: 'Lê Thị Quầy', role: 'receptionist', city: 'Châu Đốc' },
  ],
};

test('when LibreOffice wrote a file in any format and encoding, then all its rows are read', async () => {
  const [admin] = await Promise.all([
    signedIn(service, 'admin'),
    signedIn(service, 'farmer', { fullName: 'Lê Ruộng', phoneNumber: '0915200099' }),
  ]);
  const files = readdirSync(join(import.meta.dirname, 'fixtures/libreoffice'));
  expect(files).toHaveLength(16);
  for (const file of files) {
    const [kind = '', language] = file.split(/[-.]/);
    const sheet = await checked(service, admin, kind, fixture(`libreoffice/${file}`));
    expect([file, sheet.counts]).toEqual([file, { new: 2, same: 0, changed: 0, refused: 0 }]);
    const rows = await service.sql<{ input: object }>('select input from sheet_import_row where import_id = $1 order by number', [
      sheet.id,
    ]);
    expect(
      rows.map(({ input }) => input),
      file,
    ).toMatchObject(writtenByLibreOffice[`${kind}-${language}`] ?? []);
  }
});

test('when a template is downloaded, then all its columns are recognised', async () => {
  for (const kind of ['farmers', 'fields', 'orders']) {
    const { body } = await upload(
      service,
      office,
      kind,
      await download(`/api/receptionist/spreadsheet-template.xlsx?kind=${kind}&language=vi`),
    );
    expect(body.detail).toBe('The file has no rows below the titles of its columns.');
  }
});

test('when farmers, fields and staff are exported in either format and language, then the import finds all of them the same', async () => {
  const admin = await signedIn(service, 'admin', { fullName: '=1+1', street: '-5', city: null });
  await signedIn(service, 'sprayer', { email: null });
  const field = { name: '@Thửa, "góc"', latitude: 10.5, longitude: 105.25, cropType: { id: 1 }, obstacles: '+ dây điện', notes: 'a;b' };
  expect((await farmer.post('/api/farmer/field', field)).status).toBe(200);
  const lists = { farmers: 'receptionist/customer', fields: 'receptionist/field', staff: 'admin/user' };
  const roles = 'role=receptionist&role=sprayer&role=admin';
  for (const [kind, list] of Object.entries(lists))
    for (const format of ['csv', 'xlsx'])
      for (const language of ['en', 'vi']) {
        const path = `/api/${list}.${format}?language=${language}${kind === 'staff' ? `&${roles}` : ''}`;
        const headers = { authorization: `Bearer ${admin.token}` };
        const file = new Uint8Array(await (await fetch(service.url + path, { headers })).arrayBuffer());
        const { counts, rows, questions } = await checked(service, admin, kind, file);
        expect([path, questions, counts]).toEqual([path, [], { new: 0, same: rows, changed: 0, refused: 0 }]);
      }
});

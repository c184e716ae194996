import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFeedback, addNotification, everyState, moveOrder, orderInState, removeBookingLimits, waitForOutbox } from './arrange.ts';
import { deviations, exact, exactly, feedback, notification, orderOf, paged, type Shape, user, withFarmer } from './contract-shapes.ts';
import { type Answer, booking, type Caller, call, placed, signedIn } from './factories.ts';
import { eventually, type Service, startService } from './harness.ts';

/** A success in the sense of the contract: 200, JSON for every Accept header, and this shape. */
function expectSuccess(answer: Answer, shape: Shape): Answer['body'] {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  const body = exact(answer.text);
  expect(deviations(body, shape)).toEqual([]);
  return body;
}

const accepts = ['*/*', 'application/json', 'text/html', 'application/xml;q=0.9, image/webp', 'nonsense'];

/** Reads with and without a trailing slash, and with every Accept header; the responses must be byte-identical. */
async function readEveryWay(caller: Caller, path: string, shape: Shape): Promise<Answer['body']> {
  const [bare, query] = [path.replace(/\/?(\?.*)?$/, ''), /\?.*$/.exec(path)?.[0] ?? ''];
  const answers = await Promise.all(
    [`${bare}${query}`, `${bare}/${query}`].flatMap((address) =>
      accepts.map((accept) => call(service, 'GET', address, { token: caller.token, headers: { accept } })),
    ),
  );
  expect(new Set(answers.map((answer) => answer.text)).size, answers.map((answer) => answer.text).join('\n')).toBe(1);
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('content-type')}`)).size).toBe(1);
  return expectSuccess(answers[0] as Answer, shape);
}

let service: Service;
let farmer: Caller;
let receptionist: Caller;
let admin: Caller;
let crew: [Caller, Caller];

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  crew = [await signedIn(service, 'sprayer', { expertise: 'adept' }), await signedIn(service, 'sprayer', { expertise: 'apprentice' })];
});
afterAll(() => service.close());

describe('1 POST /api/farmer/order', () => {
  let booker: Caller;
  beforeAll(async () => {
    booker = await signedIn(service, 'farmer');
  });
  const times = [
    undefined,
    { startTime: { hour: 6, minute: 0, second: 0, nano: 0 }, endTime: { hour: 7, minute: 0, second: 0, nano: 0 } },
    { startTime: '06:00', endTime: '07:00:00' },
  ];
  for (const address of ['/api/farmer/order', '/api/farmer/order/']) {
    for (const accept of accepts) {
      test(`when it is sent to ${address} with Accept ${accept}, then the response is the new order without its farmer`, async () => {
        for (const confirmed of [true, false, undefined]) {
          for (const paymentMethod of ['cash', 'visa', 'mastercard'] as const) {
            const body = booking({ confirmed, paymentMethod, date: '2027-01-05' });
            const order = expectSuccess(
              await booker.post(address, body, { accept }),
              orderOf({ orderStatus: confirmed === true ? 'confirmed' : 'pending', paymentStatus: 'pending', paymentMethod }),
            );
            expect(order).toMatchObject({
              date: '2027-01-05',
              session: { id: 3n, startTime: { hour: 6n, minute: 0n, second: 0n, nano: 0n }, endTime: { hour: 7n } },
              location: body.location,
              latitude: 10.5312,
              longitude: 105.4551,
              cropType: { id: 1n, name: 'fruit' },
              area: 12.5,
              cost: 375000n,
              confirmed: confirmed === true,
              creationDate: '2026-11-15',
            });
          }
        }
      });
    }
  }

  test.each(times)('when the session has the times %j, then only its id is used', async (given) => {
    const session = { id: 2, ...given };
    const order = expectSuccess(
      await booker.post('/api/farmer/order', booking({ session, cropType: { id: 2, name: 'whatever' }, date: '2027-01-06' })),
      orderOf({}),
    );
    expect(order.session).toMatchObject({ id: 2n, startTime: { hour: 5n } });
    expect(order.cropType).toEqual({ id: 2n, name: 'cereal' });
  });
});

describe.each(everyState)('an order that is $orderStatus, payment $paymentStatus by $paymentMethod', (state) => {
  let id: string;

  beforeAll(async () => {
    const order = await orderInState(service, farmer, { ...state, orderStatus: 'pending', paymentStatus: 'pending' }, crew);
    id = String(order.id);
    await moveOrder(service, id, state);
    await addFeedback(service, id);
    for (const reader of [farmer, receptionist, admin, crew[0]]) await addNotification(service, reader, id);
    await waitForOutbox(service);
  });

  test('2: when the office reads it, then it has all fields, the farmer included', async () => {
    for (const reader of [receptionist, admin]) {
      const order = await readEveryWay(reader, `/api/receptionist/order/${id}`, withFarmer(state));
      expect([String(order.id), String(order.farmer.id)]).toEqual([id, farmer.id]);
    }
  });

  test('4: when its farmer lists orders, then it is listed without the farmer', async () => {
    const list = await readEveryWay(farmer, '/api/farmer/order/?size=200', paged(orderOf({})));
    const found = list.content.find((order: { id: bigint }) => String(order.id) === id);
    expect(deviations(found, orderOf(state))).toEqual([]);
  });

  test('5: when the office lists feedback, then it is included with its farmer', async () => {
    const list = await readEveryWay(receptionist, '/api/receptionist/feedback/?size=200', paged(feedback));
    const found = list.content.find(({ order }: { order: { id: bigint } }) => String(order.id) === id);
    expect(deviations(found?.order, withFarmer(state))).toEqual([]);
  });

  test('7: when its sprayer lists orders, then it is listed with its farmer', async () => {
    const list = await readEveryWay(crew[1], '/api/sprayer/order/?size=200', paged(withFarmer({})));
    const found = list.content.find((order: { id: bigint }) => String(order.id) === id);
    expect(deviations(found, withFarmer(state))).toEqual([]);
  });

  test('8: when the office lists its sprayers, then they are users with that role', async () => {
    const list = await readEveryWay(receptionist, `/api/receptionist/order/${id}/sprayers`, paged(user('sprayer')));
    expect(list.content.map((sprayer: { id: bigint }) => String(sprayer.id)).sort()).toEqual(crew.map((member) => member.id).sort());
    expect(list.page).toEqual({ size: 20n, number: 0n, totalElements: 2n, totalPages: 1n });
  });

  test('9: when a user lists notifications, then it is included, and the password is redacted', async () => {
    for (const reader of [farmer, receptionist, admin, crew[0]]) {
      const list = await readEveryWay(reader, '/api/common/notification/?size=200', paged(notification(reader.role)));
      const found = list.content.find(({ order, subject }: { order: { id: bigint }; subject: string }) => {
        return String(order.id) === id && subject === 'Lịch phun "mới"';
      });
      expect(deviations(found?.order, withFarmer(state))).toEqual([]);
      expect(found.text).toBe('Dòng một\nDòng hai');
      for (const item of list.content) expect(String(item.recipient.id)).toBe(reader.id);
    }
  });

  test('3: when its farmer confirms it, then the response has no farmer; a cancelled one is refused', async () => {
    for (const address of [`/api/farmer/order/${id}/confirm`, `/api/farmer/order/${id}/confirm/`]) {
      const answer = await farmer.post(address, undefined, { accept: 'text/html' });
      if (state.orderStatus === 'cancelled') {
        expect([answer.status, answer.body.code]).toEqual([409, 'ACTION_NOT_ALLOWED']);
      } else {
        const orderStatus = state.orderStatus === 'pending' ? 'confirmed' : state.orderStatus;
        expect(expectSuccess(answer, orderOf({ ...state, orderStatus })).confirmed).toBe(true);
      }
    }
  });
});

describe('6 GET /api/farmer/order/{id}/payment-intent/{secret}', () => {
  // The service itself cancels the intent of a cancelled order: other tests cover that.
  const cards = everyState.filter(({ orderStatus, paymentMethod }) => orderStatus !== 'cancelled' && paymentMethod !== 'cash');
  test('when the order is cancelled, then the response has no farmer, and it is not paid', async () => {
    const { id } = await placed(farmer, { paymentMethod: 'visa', date: '2027-02-01' });
    const { body: intent } = await farmer.post(`/api/farmer/order/${id}/payment-intent`);
    await farmer.post(`/api/farmer/order/${id}/cancel`);
    const state = { orderStatus: 'cancelled', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
    await eventually(async () => {
      const [{ status } = { status: '' }] = await service.sql<{ status: string }>('select status from payment_intent where id = $1', [
        intent.id,
      ]);
      expect(status).toBe('cancelled');
    });
    await readEveryWay(farmer, `/api/farmer/order/${id}/payment-intent/${intent.clientSecret}`, orderOf(state));
  });

  test.each(cards)('when the order is $orderStatus and paid by $paymentMethod, then the response has no farmer', async (state) => {
    const { id } = await placed(farmer, { paymentMethod: state.paymentMethod, date: '2027-02-01' });
    const { body: intent } = await farmer.post(`/api/farmer/order/${id}/payment-intent`);
    await moveOrder(service, id, { ...state, paymentStatus: 'pending' });
    const address = `/api/farmer/order/${id}/payment-intent/${intent.clientSecret}`;
    await readEveryWay(farmer, address, orderOf({ ...state, paymentStatus: 'pending' }));
    const cardNumber = state.paymentStatus === 'paid' ? '4242 4242 4242 4242' : '4000 0000 0000 0002';
    await farmer.post(`/api/farmer/order/${id}/payment-intent/sandbox-card`, { clientSecret: intent.clientSecret, cardNumber });
    await readEveryWay(farmer, address, orderOf(state));
  });
});

describe('null values', () => {
  test('when an order has no receptionist, then its receptionist is null in every response', async () => {
    const empty = await startService();
    try {
      const alone = await signedIn(empty, 'farmer');
      const emptyAdmin = await signedIn(empty, 'admin');
      const sprayer = await signedIn(empty, 'sprayer');
      const order = await orderInState(empty, alone, { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' }, [
        sprayer,
      ]);
      await addFeedback(empty, order.id);
      await addNotification(empty, sprayer, order.id);
      const nullShape = exactly(null);
      const noReceptionist = withFarmer({}, nullShape);
      expectSuccess(await alone.get('/api/farmer/order/'), paged(orderOf({}, nullShape)));
      expectSuccess(await alone.post(`/api/farmer/order/${order.id}/confirm`), orderOf({}, nullShape));
      expectSuccess(await emptyAdmin.get(`/api/receptionist/order/${order.id}`), noReceptionist);
      expectSuccess(await emptyAdmin.get('/api/receptionist/feedback/'), paged({ ...feedback, order: noReceptionist }));
      expectSuccess(await sprayer.get('/api/sprayer/order/?page=0'), paged(noReceptionist));
      expectSuccess(await sprayer.get('/api/common/notification/'), paged({ ...notification('sprayer'), order: noReceptionist }));
    } finally {
      await empty.close();
    }
  });

  test('when a user has no address, then those fields are present and null', async () => {
    const unknown = { email: null, phoneNumber: null, street: null, city: null, province: null, postalCode: null };
    const caller = await signedIn(service, 'farmer', unknown);
    const { id } = await placed(caller, { date: '2027-02-02' });
    const order = exact((await receptionist.get(`/api/receptionist/order/${id}`)).text);
    const nothing = exactly(null);
    const blank = { email: nothing, phoneNumber: nothing, street: nothing, city: nothing, province: nothing, postalCode: nothing };
    expect(deviations(order, { ...withFarmer({}), farmer: { ...user('farmer'), ...blank } })).toEqual([]);
  });

  test('when a list is empty, then the response is an empty page', async () => {
    const idleSprayer = await signedIn(service, 'sprayer');
    const list = expectSuccess(await idleSprayer.get('/api/sprayer/order/?pageable[page]=0'), paged(withFarmer({})));
    expect(list).toEqual({ content: [], page: { size: 20n, number: 0n, totalElements: 0n, totalPages: 0n } });
  });
});

describe('ids near the end of int64', () => {
  test('when ids exceed what a double can represent, then every operation reads and writes them exactly', async () => {
    const far = await startService();
    try {
      await removeBookingLimits(far);
      const start = 9_223_372_036_854_775_700n;
      for (const table of [
        'app_user',
        'spray_order',
        'feedback',
        'notification',
        'crop',
        'spray_session',
        'outbox_event',
        'order_history',
      ]) {
        await far.sql("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, String(start)]);
      }
      await far.sql("insert into crop (name, price) values ('rice', 20000.5)");
      await far.sql("insert into spray_session (start_time, end_time, capacity) values ('08:30:15.123456', '09:00', 9)");
      const first = start + 1n;
      const owner = await signedIn(far, 'farmer');
      const office = await signedIn(far, 'receptionist');
      const sprayer = await signedIn(far, 'sprayer');
      expect([owner.id, office.id, sprayer.id]).toEqual([first, first + 1n, first + 2n].map(String));

      const raw = JSON.stringify(booking({ session: 'S', cropType: 'C', paymentMethod: 'visa' }))
        .replace('"S"', `{"id":${first}}`)
        .replace('"C"', `{"id":${first},"name":"rice"}`);
      const order = expectSuccess(await owner.post('/api/farmer/order', raw), orderOf({}));
      expect([order.id, order.session.id, order.cropType.id, order.receptionist.id]).toEqual([first, first, first, first + 1n]);
      expect(order.session.startTime).toEqual({ hour: 8n, minute: 30n, second: 15n, nano: 123_456_000n });

      await far.sql(
        `insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
         select id, $2, date, session_id, order_status from spray_order where id = $1`,
        [String(first), sprayer.id],
      );
      await addFeedback(far, String(first));
      await addNotification(far, sprayer, String(first));
      const intent = (await owner.post(`/api/farmer/order/${first}/payment-intent`)).body;
      const read = async (caller: Caller, path: string) => exact((await caller.get(path)).text);
      expect((await read(owner, `/api/farmer/order/${first}/payment-intent/${intent.clientSecret}`)).id).toBe(first);
      expect(exact((await owner.post(`/api/farmer/order/${first}/confirm`)).text).id).toBe(first);
      expect((await read(owner, '/api/farmer/order/?sort=id,desc')).content[0].id).toBe(first);
      const whole = await read(office, `/api/receptionist/order/${first}`);
      expect([whole.id, whole.farmer.id, whole.receptionist.id]).toEqual([first, first, first + 1n]);
      expect((await read(office, `/api/receptionist/order/${first}/sprayers`)).content[0].id).toBe(first + 2n);
      const [given] = (await read(office, '/api/receptionist/feedback/')).content;
      expect([given.id, given.order.id, given.order.farmer.id]).toEqual([first, first, first]);
      expect((await read(sprayer, '/api/sprayer/order/?page=0')).content[0].id).toBe(first);
      const [notified] = (await read(sprayer, '/api/common/notification/')).content;
      expect([notified.order.id, notified.recipient.id]).toEqual([first, first + 2n]);
      expect(notified.id >= first).toBe(true);
    } finally {
      await far.close();
    }
  });

  const wrong = ['0', '-1', '1.5', '01', 'abc', '1e3', '9223372036854775808', '18446744073709551617', '%201', '+1', 'null'];
  test.each(wrong)('when an id is %s, then it is a 400 that names it', async (id) => {
    for (const [caller, method, path] of [
      [receptionist, 'GET', `/api/receptionist/order/${id}`],
      [receptionist, 'GET', `/api/receptionist/order/${id}/sprayers`],
      [farmer, 'POST', `/api/farmer/order/${id}/confirm`],
      [farmer, 'GET', `/api/farmer/order/${id}/payment-intent/secret`],
    ] as const) {
      const answer = await call(service, method, path, { token: caller.token });
      expect([answer.status, answer.body.errors?.[0]?.path], path).toEqual([400, 'id']);
    }
  });

  test('when the largest int64 is requested, then it is a 404', async () => {
    const answer = await receptionist.get('/api/receptionist/order/9223372036854775807');
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['0', '-1', '1.5', '"3"', 'null', 'true', '[]', '{}', '9223372036854775808', '1e400', '1e19'])(
    'when the body has session and crop %s, then both are named in the 400',
    async (id) => {
      const raw = JSON.stringify(booking({ session: { id: 'X' }, cropType: { id: 'X' } })).replaceAll('"X"', id);
      const answer = await farmer.post('/api/farmer/order', raw);
      const paths = answer.body.errors?.map((error: { path: string }) => error.path);
      expect([answer.status, paths], answer.text).toEqual([400, ['session.id', 'cropType.id']]);
    },
  );
});

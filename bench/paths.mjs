// What is asked: each path as HTTP requests for the service and as the very statements that the service runs
// for them, which the floor repeats. Statements are caught from the built stores, so they cannot drift apart.
import { password, receptionists } from './data.mjs';

const dist = new URL('../api/dist/', import.meta.url);
const store = (path) => import(new URL(path, dist).href);
const orderStore = await store('orders/order-store.js');
const listStore = await store('orders/order-list-store.js');
const notificationStore = await store('notifications/notification-store.js');

/** Runs a store function on a database that only notes what it is asked. */
async function caught(call) {
  const statements = [];
  const note = async ({ name, text }, values = []) => {
    statements.push({ name, text, values });
    return [];
  };
  await call({ rows: note, rawRows: note });
  return statements;
}

const both = async (...calls) => (await Promise.all(calls.map(caught))).flat();

export async function signIn(url, email) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const { token } = await response.json();
  return { authorization: `Bearer ${token}` };
}

/** Farmers who have a full page of orders, signed in. */
async function findFarmers(client, url) {
  const { rows } = await client.query(
    `select u.id, u.email from app_user u
      where u.role = 'farmer' and (select count(*) from (select 1 from spray_order o where o.farmer_id = u.id limit 20) o) = 20
      order by md5(u.id::text) limit 16`,
  );
  const farmers = [];
  for (const { id, email } of rows) farmers.push({ id, headers: await signIn(url, email) });
  return farmers;
}

export async function preparePaths(client, url) {
  const farmers = await findFarmers(client, url);
  const receptionist = await signIn(url, 'receptionist1@bench.example');
  const { rows: orders } = await client.query('select id from spray_order order by md5(id::text) limit 640');
  return {
    order: {
      title: 'get one order',
      requests: orders.map(({ id }) => ({ path: `/api/receptionist/order/${id}`, headers: receptionist })),
      floor: await Promise.all(orders.map(({ id }) => caught((db) => orderStore.findRawOrder(db, id)))),
    },
    orders: {
      title: 'page of 20 orders',
      requests: farmers.map(({ headers }) => ({ path: '/api/farmer/order/?page=0&size=20', headers })),
      floor: await Promise.all(
        farmers.map(({ id }) => {
          const filter = { farmerId: id, orderStatus: [], paymentMethod: [] };
          return both(
            (db) => listStore.countFarmerOrders(db, filter),
            (db) => listStore.listFarmerOrders(db, filter, [], 20, 0),
          );
        }),
      ),
    },
    notifications: {
      title: 'page of 20 notifications',
      requests: farmers.map(({ headers }) => ({ path: '/api/common/notification/?page=0&size=20', headers })),
      floor: await Promise.all(
        farmers.map(({ id }) =>
          both(
            (db) => notificationStore.countNotifications(db, id),
            (db) => notificationStore.listNotifications(db, id, [], 20, 0),
          ),
        ),
      ),
    },
    create: createPath(farmers),
  };
}

const ahead = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function createPath(farmers) {
  const bookings = Array.from({ length: 1600 }, (_, at) => ({
    farmer: farmers[at % farmers.length],
    date: ahead(2 + ((at * 37) % 350)),
    session: 1 + (at % 6),
    crop: 1 + (at % 3),
    area: 12.5 + (at % 40),
  }));
  return {
    title: 'create an order',
    requests: bookings.map(({ farmer, date, session, crop, area }) => ({
      method: 'POST',
      path: '/api/farmer/order',
      headers: { ...farmer.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        date,
        session: { id: session },
        location: 'Ruộng sau đình, xã Long Điền A',
        latitude: 10.5312,
        longitude: 105.4551,
        cropType: { id: crop },
        area,
        confirmed: true,
        paymentMethod: 'cash',
      }),
    })),
    floor: bookings.map(bareBooking),
  };
}

const farmerOrder = (await caught((db) => orderStore.findFarmerOrder(db, '1', '1')))[0];

/** What the service does in one statement, as most services would: one statement after another. */
function bareBooking({ farmer, date, session, crop, area }) {
  const now = new Date().toISOString();
  return [
    {
      name: 'take_place',
      text: `insert into session_day as d (date, session_id, taken)
             select $1::date, s.id, 1 from spray_session s, crop c
              where s.id = $2 and s.active and s.capacity > 0 and c.id = $3 and c.active
                for key share of s
             on conflict (date, session_id) do update set taken = d.taken + 1
               where d.taken < (select capacity from spray_session where id = d.session_id)
             returning session_id as id`,
      values: [date, session, crop],
      gives: 'place',
    },
    {
      name: 'pick_receptionist',
      text: `select u.id from app_user u
              where u.role = 'receptionist' and u.active
              order by (select sum(size) from tally where list = 'open orders' and owner_id = u.id) nulls first, random() limit 1`,
      values: [],
      gives: 'receptionist',
    },
    {
      name: 'insert_order',
      text: `insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, cost,
                                      order_status, payment_method, confirmed, creation_date, created_at)
             select $1, $2, $3, $4, $5, $6, $7, c.id, $9::numeric, spray_cost($9::numeric, c.price, k.currency_digits), $10, $11, true, $12, $13
               from crop c, company k where c.id = $8 and c.active
             returning id`,
      values: [
        farmer.id,
        { from: 'receptionist' },
        date,
        session,
        'Ruộng sau đình, xã Long Điền A',
        10.5312,
        105.4551,
        crop,
        String(area),
        'confirmed',
        'cash',
        now.slice(0, 10),
        now,
      ],
      gives: 'order',
    },
    {
      name: 'insert_history',
      text: "insert into order_history (order_id, at, actor_id, action, to_status) values ($1, $2, $3, 'place', 'confirmed')",
      values: [{ from: 'order' }, now, farmer.id],
    },
    {
      name: 'insert_event',
      text: "insert into outbox_event (at, type, order_id, actor_id) values ($1, 'created', $2, $3)",
      values: [now, { from: 'order' }, farmer.id],
    },
    { ...farmerOrder, values: [{ from: 'order' }, farmer.id] },
  ];
}

/** Pages whose lists grow with the business, for comparing a large data set with a small one. */
export async function prepareGrowingPages(client, url) {
  const farmers = await findFarmers(client, url);
  const busiest = await client.query(
    `select u.email from app_user u join spray_order o on o.farmer_id = u.id group by u.id order by count(*) desc limit 1`,
  );
  const one = async (email, path) => [{ path, headers: await signIn(url, email) }];
  return [
    { title: "a farmer's orders", requests: farmers.map(({ headers }) => ({ path: '/api/farmer/order/', headers })) },
    { title: "the busiest farmer's orders", requests: await one(busiest.rows[0].email, '/api/farmer/order/') },
    { title: "a sprayer's orders", requests: await one('sprayer1@bench.example', '/api/sprayer/order/?page=0&size=20') },
    { title: "the office's notifications", requests: await one(`receptionist${receptionists}@bench.example`, '/api/common/notification/') },
    { title: 'feedback', requests: await one('receptionist1@bench.example', '/api/receptionist/feedback/') },
  ];
}

// Placing an order: as requests to the service, and as the same statements one by one in a plain transaction.
import { eventStore, orderStore, recordStatements } from './statements.mjs';

const ahead = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Bookings over a year, with the statements of the floor. */
export function createPath(farmers) {
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

const farmerOrder = (await recordStatements((db) => orderStore.findFarmerOrder(db, '1', '1')))[0];

/** The single statement of the service as separate statements. */
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
      text: `select u.id
               from app_user u left join (select owner_id, sum(size) as orders from tally where list = 'open orders' group by owner_id) t
                    on t.owner_id = u.id
              where u.role = 'receptionist' and u.active
              order by t.orders nulls first, random() limit 1`,
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
      text: `insert into outbox_event (at, type, order_id, actor_id, snapshot)
             select $1::timestamptz, 'created', o.id, $3::bigint, ${eventStore.newOrderSnapshot('o')} from spray_order o where o.id = $2`,
      values: [now, { from: 'order' }, farmer.id],
    },
    { ...farmerOrder, values: [{ from: 'order' }, farmer.id] },
  ];
}

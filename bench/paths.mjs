// The most frequent operations: each as HTTP requests to the service, and as the statements that it runs.
import { createPath } from './booking.mjs';
import {
  closureStore,
  listStore,
  notificationStore,
  officeCountStore,
  officeListStore,
  orderStore,
  recordAllStatements,
  recordStatements,
} from './statements.mjs';
import { findBookers, findFarmers, signIn } from './users.mjs';
import { weatherPath } from './weather.mjs';

/** Creating orders comes last, because it changes the data. */
export const pathNames = {
  order: { title: 'get one order' },
  orders: { title: 'page of 20 orders of a farmer' },
  notifications: { title: 'page of 20 notifications' },
  office: { title: 'first page of all orders' },
  // At most 204 searches run or wait; its only goal is at 1 connection.
  search: { title: 'search by a name', maxConnections: 32 },
  availability: { title: 'free places of a week' },
  weather: { title: 'weather of a week, six sessions a day' },
  create: { title: 'create an order' },
};

const noFilter = { orderStatus: [], paymentStatus: [], paymentMethod: [] };

function officePage(words) {
  const filter = { ...noFilter, words };
  return recordAllStatements(
    (db) => officeCountStore.countOfficeOrders(db, filter),
    (db) => officeListStore.listOfficeOrders(db, filter, [], 20, 0),
  );
}

/** By name: `{ requests, floor }`. */
export async function preparePaths(client, url, orders) {
  const farmers = await findFarmers(client, url);
  const office = await signIn(url, 'receptionist1@bench.example');
  const ids = Array.from({ length: 640 }, (_, at) => String(1 + ((at * 104_729) % orders)));
  const page = (path) => farmers.map(({ headers }) => ({ path, headers }));
  const week = [day(0), day(6)];
  // Every booking has a free place: the measurement is about creating orders, not about rejections.
  await client.query('update spray_session set capacity = 100000');
  await client.query('update company set open_booking_limit = 1000000');
  return {
    order: {
      requests: ids.map((id) => ({ path: `/api/receptionist/order/${id}`, headers: office })),
      floor: await Promise.all(ids.map((id) => recordStatements((db) => orderStore.findRawOrder(db, id)))),
    },
    orders: {
      requests: page('/api/farmer/order/?page=0&size=20'),
      floor: await Promise.all(
        farmers.map(({ id }) => {
          const filter = { farmerId: id, orderStatus: [], paymentMethod: [] };
          return recordAllStatements(
            (db) => listStore.countFarmerOrders(db, filter),
            (db) => listStore.listFarmerOrders(db, filter, [], 20, 0),
          );
        }),
      ),
    },
    notifications: {
      requests: page('/api/common/notification/?page=0&size=20'),
      floor: await Promise.all(
        farmers.map(({ id }) =>
          recordAllStatements(
            (db) => notificationStore.countNotifications(db, id),
            (db) => notificationStore.listNotifications(db, id, [], 20, 0),
          ),
        ),
      ),
    },
    office: { requests: [{ path: '/api/receptionist/order/', headers: office }], floor: [await officePage(undefined)] },
    search: {
      requests: farmers.map(({ name }) => ({ path: `/api/receptionist/order/?search=${encodeURIComponent(name)}`, headers: office })),
      floor: await Promise.all(farmers.map(({ name }) => officePage(name))),
    },
    availability: {
      requests: page(`/api/common/availability?from=${week[0]}&to=${week[1]}&size=42`),
      floor: [await recordStatements((db) => closureStore.readSessionDays(db, { from: week[0], to: week[1] }))],
    },
    weather: await weatherPath(client, farmers),
    create: createPath(await findBookers(client)),
  };
}

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

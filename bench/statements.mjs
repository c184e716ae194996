// The very statements that the service runs, caught from its built stores: the floor repeats them, and they cannot drift apart.
import { load } from './built.mjs';

export const orderStore = await load('orders/order-store.js');
export const eventStore = await load('orders/event-store.js');
export const listStore = await load('orders/order-list-store.js');
export const officeListStore = await load('orders/office-list-store.js');
export const officeCountStore = await load('orders/office-count-store.js');
export const notificationStore = await load('notifications/notification-store.js');
export const catalogStore = await load('catalog/catalog-store.js');

/** What a store function asks a database that only notes it. */
export async function caught(call) {
  const statements = [];
  const note = async ({ name, text }, values = []) => {
    statements.push({ name, text, values });
    return [];
  };
  await call({ rows: note, rawRows: note });
  return statements;
}

export const allCaught = async (...calls) => (await Promise.all(calls.map(caught))).flat();

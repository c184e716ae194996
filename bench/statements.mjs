// Records the statements of the built stores, so that the floor runs exactly the statements of the service.
import { load } from './built.mjs';

export const orderStore = await load('orders/order-store.js');
export const eventStore = await load('orders/event-store.js');
export const listStore = await load('orders/order-list-store.js');
export const officeListStore = await load('orders/office-list-store.js');
export const officeCountStore = await load('orders/office-count-store.js');
export const notificationStore = await load('notifications/notification-store.js');
export const closureStore = await load('catalog/closure-store.js');

/** A database stub that records the statements of a store function. */
export async function recordStatements(call) {
  const statements = [];
  const note = async ({ name, text }, values = []) => {
    statements.push({ name, text, values });
    return [];
  };
  await call({ rows: note, rawRows: note });
  return statements;
}

export const recordAllStatements = async (...calls) => (await Promise.all(calls.map(recordStatements))).flat();

/** Effect of a request on the history of its order. */
const stepOf = { place: 'place', confirm: 'confirm', cancel: 'cancel', reschedule: 'reschedule', assign: 'assign' };

/**
 * Compares requests and their responses with the orders and their histories. `lost`: acknowledged, but missing. `doubled`: present more
 * often than requested.
 */
export function compare(entries, orders, steps) {
  const lost = [];
  const doubled = [];
  const byMark = new Map();
  for (const order of orders) byMark.set(order.location, [...(byMark.get(order.location) ?? []), String(order.id)]);
  const byId = new Map(orders.map((order) => [String(order.id), order]));
  const taken = new Map();
  for (const { order_id: id, action } of steps) taken.set(String(id), [...(taken.get(String(id)) ?? []), action]);
  const expectedById = new Map();
  for (const { do: what, mark, order, status, now } of entries) {
    if (what === 'place' && (byMark.get(mark)?.length ?? 0) > 1) doubled.push(`order ${mark} is there ${byMark.get(mark).length} times`);
    if (status !== 200) continue;
    const id = String(order);
    if (what === 'place' && !byMark.get(mark)?.includes(id)) lost.push(`order ${mark}, acknowledged as ${id}`);
    if (what === 'card' && byId.get(id)?.payment_status !== 'paid' && byId.get(id)?.order_status !== 'cancelled')
      lost.push(`payment of ${id}`);
    const known = expectedById.get(id) ?? { steps: [], isUncertain: false };
    if (stepOf[what] !== undefined) known.steps.push(stepOf[what]);
    expectedById.set(id, { ...known, ...(stepOf[what] === undefined ? {} : { last: now }) });
  }
  // A request without a response may have had an effect.
  for (const { order, status } of entries)
    if (status === undefined && order !== undefined && expectedById.has(String(order))) expectedById.get(String(order)).isUncertain = true;
  for (const [id, { steps: expected, last, isUncertain }] of expectedById) {
    const actual = (taken.get(id) ?? []).filter((action) => stepOf[action] !== undefined);
    if (isUncertain) continue;
    for (const action of new Set([...expected, ...actual])) {
      const count = (list) => list.filter((other) => other === action).length;
      if (count(actual) < count(expected)) lost.push(`${action} of ${id}`);
      if (count(actual) > count(expected)) doubled.push(`${action} of ${id}`);
    }
    if (byId.get(id) !== undefined && byId.get(id).order_status !== last)
      lost.push(`order ${id} is ${byId.get(id).order_status}, was acknowledged as ${last}`);
  }
  return { lost, doubled };
}

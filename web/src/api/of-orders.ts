/** Lists about chosen orders take this many ids at once. */
const ordersAtOnce = 200;

interface Query {
  orderId: number[];
  pageable: { page: number; size: number };
}

/** Reads a list about chosen orders, in as many requests at once as it takes. */
export async function readOfOrders<T>(orderIds: readonly number[], readPart: (query: Query) => Promise<{ content: T[] }>): Promise<T[]> {
  const parts = Array.from({ length: Math.ceil(orderIds.length / ordersAtOnce) }, (_, at) =>
    orderIds.slice(at * ordersAtOnce, (at + 1) * ordersAtOnce),
  );
  const pages = await Promise.all(parts.map((orderId) => readPart({ orderId, pageable: { page: 0, size: ordersAtOnce } })));
  return pages.flatMap(({ content }) => content);
}

export interface Load {
  id: string;
  /** Open orders that they look after. */
  orders: number;
}

/** Each order in turn goes to whoever has fewest then: their ids, in the order of the orders. Where there is nobody, none. */
export function distributeOrders(orderIds: readonly string[], loads: readonly Load[]): string[] {
  const now = loads.map((load) => ({ ...load }));
  return orderIds.flatMap(() => {
    const [first, ...others] = now;
    if (first === undefined) return [];
    const least = others.reduce((best, load) => (load.orders < best.orders ? load : best), first);
    least.orders++;
    return least.id;
  });
}

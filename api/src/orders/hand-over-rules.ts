export interface ReceptionistLoad {
  id: string;
  /** Number of open orders assigned to the receptionist. */
  orders: number;
}

/** Assigns each order to the receptionist with the fewest orders so far. Returns their ids in the sequence of `orderIds`; empty if there is no receptionist. */
export function distributeOrders(orderIds: readonly string[], loads: readonly ReceptionistLoad[]): string[] {
  const currentLoads = loads.map((load) => ({ ...load }));
  return orderIds.flatMap(() => {
    const [first, ...others] = currentLoads;
    if (first === undefined) return [];
    const least = others.reduce((best, load) => (load.orders < best.orders ? load : best), first);
    least.orders++;
    return least.id;
  });
}

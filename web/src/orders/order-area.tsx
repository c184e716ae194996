import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { readOfOrders } from '../api/of-orders.ts';
import { useFormat } from '../ui/format.ts';

let asked: { ids: Set<number>; answer: Promise<Map<number, string>> } | undefined;

/** Asks for the units of all orders that are drawn together in one request. */
async function readUnit(id: number): Promise<string | null> {
  if (asked === undefined) {
    const ids = new Set<number>();
    const answer = Promise.resolve().then(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      asked = undefined;
      const content = await readOfOrders([...ids], (query) => read(api.GET('/api/common/order-unit', { params: { query } })));
      return new Map(content.map(({ orderId, areaUnit }) => [orderId, areaUnit]));
    });
    asked = { ids, answer };
  }
  asked.ids.add(id);
  return (await asked.answer).get(id) ?? null;
}

/** The unit in which an order was booked. It differs from the company's only if the company has changed its unit since. */
export function useOrderUnit(id: number): string {
  const { areaUnit, formerAreaUnits } = useCompany();
  const { data } = useQuery({
    queryKey: ['order-unit', id],
    queryFn: () => readUnit(id),
    enabled: formerAreaUnits.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? areaUnit;
}

/** Writes areas of an order in its unit. */
export function useOrderAreaText(id: number): (area: number) => string {
  const format = useFormat();
  const unit = useOrderUnit(id);
  return (area) => format.area(area, unit);
}

export function OrderArea({ order: { id, area } }: { order: { id: number; area: number } }) {
  return useOrderAreaText(id)(area);
}

import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';

const maxAsked = 200;
let asked: { ids: Set<number>; answer: Promise<Map<number, string>> } | undefined;

/** Asks for the units of all orders that are drawn together in one request. */
async function readUnit(id: number): Promise<string | null> {
  if (asked === undefined || asked.ids.size >= maxAsked) {
    const ids = new Set<number>();
    const answer = Promise.resolve().then(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      asked = undefined;
      const { content } = await read(
        api.GET('/api/common/order-unit', { params: { query: { orderId: [...ids], pageable: { page: 0, size: maxAsked } } } }),
      );
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

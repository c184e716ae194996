import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, read } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { isAboutTime, useTaken } from '../../catalog/taken.tsx';
import { useAction } from '../../ui/action.ts';
import { useFieldWords } from '../../ui/field-errors.ts';
import { type Draft, type KeyedBody, type NewOrder, onceFor, orderOf } from './booking-draft.ts';
import { addressOf } from './booking-steps.ts';

/** Parts of the draft to clear because the service refused them; the page then returns to their step. */
function atFault(error: unknown): Draft {
  // An area that does not fit at that time may fit at another, and can be sent to the office.
  if (!(error instanceof Problem) || error.code === 'AREA_TOO_LARGE') return {};
  const isAtFault = (...paths: string[]) => error.errors.some(({ path }) => paths.includes(path));
  return {
    ...(isAtFault('location', 'latitude', 'longitude') ? { field: undefined } : {}),
    ...(isAtFault('cropType.id') ? { cropId: undefined } : {}),
    ...(isAtFault('area') ? { area: undefined } : {}),
  };
}

/** Sends the order with an idempotency key. If the time is taken, it returns to the week with the next free time. */
export function useBooking(draft: Draft, change: (part: Draft) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { taken, refused, forget } = useTaken();
  const fieldWords = useFieldWords();
  const sending = useAction({
    act: ({ body, key: idempotencyKey }: KeyedBody) => {
      const { fieldId, ...order } = JSON.parse(body) as NewOrder & { fieldId?: number };
      const header = { 'Idempotency-Key': idempotencyKey };
      if (fieldId === undefined) return read(api.POST('/api/farmer/order', { params: { header }, body: order }));
      // The place is that of the field.
      const { location: _, latitude: __, longitude: ___, ...visit } = order;
      return read(api.POST('/api/farmer/field/{id}/order', { params: { path: { id: fieldId }, header }, body: visit }));
    },
    invalidates: [ordersKey],
    onSuccess: (order) => {
      queries.setQueryData([...orderKey(order.id), 'booked'], order);
      void navigate(`${addressOf('done')}&order=${order.id}`, { replace: true });
    },
    showsOwnErrors: true,
  });
  const book = () => {
    const order = orderOf(draft);
    const { slot } = draft;
    if (order === undefined || slot === undefined || sending.isPending) return;
    const once = onceFor(draft, { ...order, fieldId: draft.field?.fieldId });
    change({ once });
    sending.mutate(once, {
      onError: (error) => {
        const isRefused = error instanceof Problem && !error.isTransient;
        if (isAboutTime(error)) {
          change({ slot: undefined, once: undefined });
          void refused(slot, error, draft.field);
          void navigate(addressOf('time'), { replace: true });
        } else if (isRefused) {
          change({ once: undefined, ...atFault(error) });
          void queries.invalidateQueries({ queryKey: ['crops'] });
        }
      },
    });
  };
  return {
    book,
    isBusy: sending.isPending,
    problem: isAboutTime(sending.error) ? null : sending.error,
    fieldErrors: fieldWords(sending.error),
    taken,
    forget,
  };
}

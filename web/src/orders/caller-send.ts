import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { isAboutTime, useTaken } from '../catalog/taken.tsx';
import { useAction } from '../ui/action.ts';
import { onceFor } from './booking-draft.ts';
import { type CallerDraft, callerOrderOf } from './caller-draft.ts';

export const bookedKey = (id: number) => [...orderKey(id), 'booked'] as const;

/** Books for the caller, once. A time that went to someone else is told with what is free instead; all else stays as it was typed. */
export function useCallerBooking(draft: CallerDraft, change: (part: CallerDraft) => void, onBooked: (order: Shape<'Order'>) => void) {
  const queries = useQueryClient();
  const { taken, refused, forget } = useTaken();
  const sending = useAction({
    act: ({ body, key }: { body: string; key: string }) =>
      read(api.POST('/api/receptionist/order', { params: { header: { 'Idempotency-Key': key } }, body: JSON.parse(body) })),
    changes: [ordersKey, ['callers']],
    onDone: (order) => {
      queries.setQueryData(bookedKey(order.id), order);
      forget();
      onBooked(order);
    },
    quiet: true,
  });
  const book = () => {
    const order = callerOrderOf(draft);
    const { slot } = draft;
    if (order === undefined || slot === undefined || sending.isPending) return;
    const once = onceFor(draft, order);
    change({ once });
    sending.mutate(once, {
      onError: (error) => {
        if (isAboutTime(error)) {
          change({ slot: undefined, once: undefined });
          void refused(slot, error);
        } else if (error instanceof Problem && !error.passing) change({ once: undefined });
      },
    });
  };
  return { book, isBusy: sending.isPending, problem: isAboutTime(sending.error) ? null : sending.error, taken, forget };
}

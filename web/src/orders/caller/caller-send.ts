import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { isAboutTime, useTaken } from '../../catalog/taken.tsx';
import { useAction } from '../../ui/action.ts';
import { useFieldWords } from '../../ui/field-errors.ts';
import { type KeyedBody, onceFor } from '../booking/booking-draft.ts';
import { type CallerDraft, type CallerOrder, callerOrderOf, fieldOf, type Part, placeOf } from './caller-draft.ts';

export const bookedKey = (id: number) => [...orderKey(id), 'booked'] as const;

const partAt: Record<string, Part> = {
  'farmer.phoneNumber': 'phone',
  'farmer.fullName': 'name',
  location: 'place',
  latitude: 'position',
  longitude: 'position',
  'cropType.id': 'crop',
  area: 'area',
};

/** Sends the booking with an idempotency key. If the time is taken, the next free one is proposed and the draft is kept. */
export function useCallerBooking(draft: CallerDraft, change: (part: CallerDraft) => void, onBooked: (order: Shape<'Order'>) => void) {
  const queries = useQueryClient();
  const { taken, refused, forget } = useTaken();
  const fieldWords = useFieldWords();
  const sending = useAction({
    act: ({ body, key: idempotencyKey }: KeyedBody) => {
      const { fieldId, ...order } = JSON.parse(body) as CallerOrder & { fieldId?: number };
      const header = { 'Idempotency-Key': idempotencyKey };
      if (fieldId === undefined) return read(api.POST('/api/receptionist/order', { params: { header }, body: order }));
      // Place and farmer are those of the field.
      const { farmer: _, location: __, latitude: ___, longitude: ____, ...visit } = order;
      return read(api.POST('/api/receptionist/field/{id}/order', { params: { path: { id: fieldId }, header }, body: visit }));
    },
    invalidates: [ordersKey, ['callers']],
    onSuccess: (order) => {
      queries.setQueryData(bookedKey(order.id), order);
      forget();
      onBooked(order);
    },
    showsOwnErrors: true,
  });
  const book = () => {
    const order = callerOrderOf(draft);
    const { slot } = draft;
    if (order === undefined || slot === undefined || sending.isPending) return;
    const once = onceFor(draft, { ...order, fieldId: fieldOf(draft)?.fieldId });
    change({ once });
    sending.mutate(once, {
      onError: (error) => {
        if (isAboutTime(error)) {
          change({ slot: undefined, once: undefined });
          void refused(slot, error, placeOf(draft));
        } else if (error instanceof Problem && !error.isTransient) {
          change({ once: undefined });
          void queries.invalidateQueries({ queryKey: ['crops'] });
        }
      },
    });
  };
  // Any change of the draft clears the errors.
  const isUnchanged = JSON.stringify({ ...callerOrderOf(draft), fieldId: fieldOf(draft)?.fieldId }) === sending.variables?.body;
  const problem = isAboutTime(sending.error) || !isUnchanged ? null : sending.error;
  const fieldErrors: Partial<Record<Part, string>> = {};
  for (const [path, words] of fieldWords(problem)) if (partAt[path] !== undefined) fieldErrors[partAt[path]] = words;
  return { book, isBusy: sending.isPending, problem, fieldErrors, taken, forget };
}

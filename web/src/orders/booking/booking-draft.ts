import { useCallback, useEffect, useState } from 'react';
import type { Shape } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency.ts';
import { useMe } from '../../api/session.ts';
import { isArea } from '../../catalog/area-rules.ts';
import type { Slot } from '../../catalog/availability.ts';

export type NewOrder = Shape<'NewOrder'>;
export type Method = NewOrder['paymentMethod'];

export interface Field {
  location: string;
  latitude: number;
  longitude: number;
}

export interface KeyedBody {
  key: string;
  body: string;
}

/** What a farmer has said so far. Each part may still be missing. */
export interface Draft {
  field?: Field | undefined;
  cropId?: number | undefined;
  area?: number | undefined;
  slot?: Slot | undefined;
  method?: Method | undefined;
  /** The key under which just this order was sent, so that sending it again on bad signal books once. */
  once?: KeyedBody | undefined;
}

/** Lives as long as the tab: a reload, or a phone that threw the page away, loses nothing. */
export function useDraft<Kept extends Draft = Draft>() {
  const keptAs = `swath-booking-${useMe().id}`;
  const [draft, setDraft] = useState<Partial<Kept>>(() => readKept(keptAs));
  useEffect(() => sessionStorage.setItem(keptAs, JSON.stringify(draft)), [keptAs, draft]);
  const change = useCallback((part: Partial<Kept>) => setDraft((before) => ({ ...before, ...part })), []);
  const clear = useCallback(() => setDraft({}), []);
  return { draft, change, clear };
}

function readKept<Kept>(keptAs: string): Partial<Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(keptAs) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

/** The order that a draft makes; undefined as long as something is missing. */
export function orderOf({ field, cropId, area, slot, method = 'cash' }: Draft): NewOrder | undefined {
  if (field === undefined || cropId === undefined || !isArea(area) || slot === undefined) return undefined;
  return {
    ...field,
    cropType: { id: cropId },
    area,
    date: slot.date,
    session: { id: slot.session.id },
    paymentMethod: method,
    confirmed: true,
  };
}

/** One key for one intention: another order gets another key. */
export function onceFor({ once }: Draft, order: object): KeyedBody {
  const body = JSON.stringify(order);
  return once?.body === body ? once : { key: newIdempotencyKey(), body };
}

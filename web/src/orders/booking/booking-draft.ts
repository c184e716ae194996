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
  /** The field of the registry; undefined: a place that is not in it. */
  fieldId?: number | undefined;
}

export interface KeyedBody {
  key: string;
  body: string;
}

/** Draft of a booking. Each part may be missing. */
export interface Draft {
  field?: Field | undefined;
  cropId?: number | undefined;
  area?: number | undefined;
  slot?: Slot | undefined;
  method?: Method | undefined;
  /** The idempotency key of this order, so that a retry on a weak network books once. */
  once?: KeyedBody | undefined;
}

/** Stored in the tab's session storage, so that a reload or a discarded page loses nothing. */
export function useDraft<Kept extends Draft = Draft>() {
  const keptAs = `swath-booking-${useMe().id}`;
  return useKept<Kept>(keptAs, () => readKept(keptAs));
}

/**
 * A draft that starts empty: what was begun before for somebody else is offered as `unfinished`, and never mixed in. It is kept until it is
 * resumed, dropped, or replaced by a later one.
 */
export function useFreshDraft<Kept extends Draft>(isBegun: (draft: Partial<Kept>) => boolean) {
  const keptAs = `swath-booking-${useMe().id}`;
  const unfinishedAs = `${keptAs}-unfinished`;
  const [unfinished, setUnfinished] = useState<Partial<Kept> | undefined>(() =>
    [readKept<Kept>(keptAs), readKept<Kept>(unfinishedAs)].find((draft) => isBegun(draft)),
  );
  useEffect(() => {
    if (unfinished === undefined) sessionStorage.removeItem(unfinishedAs);
    else sessionStorage.setItem(unfinishedAs, JSON.stringify(unfinished));
  }, [unfinishedAs, unfinished]);
  const kept = useKept<Kept>(keptAs, () => ({}));
  const drop = useCallback(() => setUnfinished(undefined), []);
  const { clear, change } = kept;
  const resume = useCallback(() => {
    if (unfinished === undefined) return;
    clear();
    change(unfinished);
    setUnfinished(undefined);
  }, [unfinished, clear, change]);
  return { ...kept, unfinished, resume, drop };
}

function useKept<Kept extends Draft>(keptAs: string, initial: () => Partial<Kept>) {
  const [draft, setDraft] = useState<Partial<Kept>>(initial);
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

/** The request body of a complete draft; undefined while something is missing. */
export function orderOf({ field, cropId, area, slot, method = 'cash' }: Draft): NewOrder | undefined {
  if (field === undefined || cropId === undefined || !isArea(area) || slot === undefined) return undefined;
  const { location, latitude, longitude } = field;
  return {
    ...{ location, latitude, longitude },
    cropType: { id: cropId },
    area,
    date: slot.date,
    session: { id: slot.session.id },
    paymentMethod: method,
    confirmed: true,
  };
}

/** What the checks before a booking need of a draft; undefined while something is missing. */
export function checkedBooking({ field, slot, area }: Draft) {
  if (field === undefined || slot === undefined || !isArea(area)) return undefined;
  const { location, latitude, longitude, fieldId } = field;
  const place = { location, latitude, longitude, ...(fieldId === undefined ? {} : { fieldId }) };
  return { ...place, date: slot.date, sessionId: slot.session.id, area };
}

/** One key per order: another order gets another key. */
export function onceFor({ once }: Draft, order: object): KeyedBody {
  const body = JSON.stringify(order);
  return once?.body === body ? once : { key: newIdempotencyKey(), body };
}

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { freePlacesFrom, type Slot } from '../../catalog/availability.ts';
import type { CallerDraft } from './caller-draft.ts';

/** Another phone number resets the farmer and the field. */
export const anotherCaller = { farmer: undefined, filledFor: undefined, knownId: undefined, field: undefined } as const;

/**
 * Reads the initial values from the address once: a phone number or a time of the board. Returns the time when it is
 * known to be still free; then removes the parameters, so that a reload keeps what was typed since.
 */
export function useAskedFor(change: (part: CallerDraft) => void): { slot: Slot | undefined; isLooking: boolean } {
  const [params, setParams] = useSearchParams();
  const [slot, setSlot] = useState<Slot>();
  const [isLooking, setLooking] = useState(() => params.has('date') && params.has('session'));
  const [phone, date, session] = [params.get('phone'), params.get('date'), params.get('session')];
  useEffect(() => {
    if (phone !== null) change({ ...anotherCaller, name: undefined, phone });
    if (date !== null && session !== null) {
      setLooking(true);
      void choose(date, session);
    }
    if (phone !== null || date !== null) setParams({}, { replace: true });

    async function choose(day: string, sessionId: string) {
      const places = await freePlacesFrom(day).catch(() => []);
      const free = places.find((place) => place.date === day && String(place.session.id) === sessionId);
      setLooking(false);
      if (free === undefined) return;
      const asked = { date: day, session: free.session };
      change({ slot: asked, isProposed: false });
      setSlot(asked);
    }
  }, [phone, date, session, change, setParams]);
  return { slot, isLooking };
}

import { startTransition, useEffect, useState } from 'react';

/** What a page asks for first comes within this time, or the network is slow and wants no more to do. */
const settling = 1500;
const longest = 2000;

let settled = false;

/** False until the first page of a visit is there and the browser has nothing better to do: for what nobody sees at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(settled);
  useEffect(() => {
    let gone = false;
    const now = () => {
      settled = true;
      if (!gone) startTransition(() => setIdle(true));
    };
    const waiting = setTimeout(
      () => (typeof requestIdleCallback === 'undefined' ? now() : requestIdleCallback(now, { timeout: longest })),
      settled ? 0 : settling,
    );
    return () => {
      gone = true;
      clearTimeout(waiting);
    };
  }, []);
  return idle;
}

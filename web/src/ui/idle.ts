import { startTransition, useEffect, useState } from 'react';

/** What a page asks for first comes within this time, or the network is slow and wants no more to do. */
const settling = 1500;
const longest = 2000;

let settled = false;

const whenFree = (then: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') then();
  else requestIdleCallback(then, { timeout: longest });
};

/** Calls back once the first page of a visit is there and the browser has nothing better to do; what it returns calls that off. */
export function onceIdle(then: () => void): () => void {
  let gone = false;
  const now = () => {
    settled = true;
    if (!gone) then();
  };
  const waiting = setTimeout(() => whenFree(now), settled ? 0 : settling);
  return () => {
    gone = true;
    clearTimeout(waiting);
  };
}

/** False until then: for what nobody sees at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(settled);
  useEffect(() => onceIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

/** How many of some parts further down are to be drawn: none until the browser is idle, then one more each time it has nothing better to do. */
export function useOneByOne(most: number): number {
  const idle = useIdle();
  // Whoever comes back finds all of it, and is where they were.
  const [count, setCount] = useState(settled ? most : 0);
  useEffect(() => {
    if (!idle || count === most) return;
    let gone = false;
    whenFree(() => {
      if (!gone) startTransition(() => setCount(count + 1));
    });
    return () => {
      gone = true;
    };
  }, [idle, count, most]);
  return count;
}

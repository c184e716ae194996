import { startTransition, useEffect, useState } from 'react';

/** What a page asks for first comes within this time, or the network is slow and wants no more to do. */
const settleDelayMs = 1500;
const maxIdleWaitMs = 2000;

let hasSettled = false;

const whenIdle = (callback: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') callback();
  else requestIdleCallback(callback, { timeout: maxIdleWaitMs });
};

/** Calls back once the first page of a visit is there and the browser has nothing better to do; what it returns calls that off. */
export function onceIdle(then: () => void): () => void {
  let isCancelled = false;
  const run = () => {
    hasSettled = true;
    if (!isCancelled) then();
  };
  const timer = setTimeout(() => whenIdle(run), hasSettled ? 0 : settleDelayMs);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/** False until then: for what nobody sees at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(hasSettled);
  useEffect(() => onceIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

/** How many of some parts further down are to be drawn: none until the browser is idle, then one more each time it has nothing better to do. */
export function useStaggeredCount(total: number): number {
  const idle = useIdle();
  // Whoever comes back finds all of it, and is where they were.
  const [count, setCount] = useState(hasSettled ? total : 0);
  useEffect(() => {
    if (!idle || count === total) return;
    let isCancelled = false;
    whenIdle(() => {
      if (!isCancelled) startTransition(() => setCount(count + 1));
    });
    return () => {
      isCancelled = true;
    };
  }, [idle, count, total]);
  return count;
}

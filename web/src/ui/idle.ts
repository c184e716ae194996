import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react';

/** The first data of a page usually arrives within this time. */
const settleDelayMs = 1500;
const maxIdleWaitMs = 2000;

let hasSettled = false;

const whenIdle = (callback: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') callback();
  else requestIdleCallback(callback, { timeout: maxIdleWaitMs });
};

/** Runs the callback when the first page has loaded and the browser is idle. Returns a function that cancels it. */
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

/** Runs tasks one after another, each when the one before has ended and the browser is idle again. Returns a function that cancels the remaining ones. */
export function inIdlePeriods(tasks: readonly (() => Promise<unknown>)[]): () => void {
  let isCancelled = false;
  const runFrom = async (index: number): Promise<void> => {
    if (isCancelled) return;
    await tasks[index]?.();
    if (index + 1 < tasks.length) whenIdle(() => void runFrom(index + 1));
  };
  const cancelStart = onceIdle(() => void runFrom(0));
  return () => {
    isCancelled = true;
    cancelStart();
  };
}

/** False until then: for content that is not visible at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(hasSettled);
  useEffect(() => onceIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

/** True after a reload or a step back to the app, where the scroll position is restored; false for a newly opened page. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}

/** Content that the first render of a visit leaves out if it is below the screen. It is rendered after the first paint. */
export function AfterFirstPaint({ isBelowScreen, children }: { isBelowScreen: boolean; children: ReactNode }): ReactNode {
  const isPainted = useDeferredValue(true, hasSettled || isReturn());
  return isPainted || !isBelowScreen ? children : null;
}

/** Number of parts to render: none until the browser is idle, then one more per idle period. */
export function useStaggeredCount(total: number): number {
  const idle = useIdle();
  // On a return to the page all parts are rendered, so that the scroll position can be restored.
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

import { startTransition, useEffect, useState } from 'react';

/** Long enough for a page to have come and been drawn, short enough that nobody has pressed anything. */
const longest = 2000;

/** False until the browser has nothing better to do: for what nobody sees at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const now = () => startTransition(() => setIdle(true));
    if (typeof requestIdleCallback === 'undefined') {
      const waiting = setTimeout(now, 500);
      return () => clearTimeout(waiting);
    }
    const waiting = requestIdleCallback(now, { timeout: longest });
    return () => cancelIdleCallback(waiting);
  }, []);
  return idle;
}

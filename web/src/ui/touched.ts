import { startTransition, useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
let touched = false;

/** False until someone begins to use the page: for what is only needed when something is pressed. */
export function useTouched(): boolean {
  const [is, setIs] = useState(touched);
  useEffect(() => {
    const now = () => {
      touched = true;
      startTransition(() => setIs(true));
    };
    const stop = new AbortController();
    for (const sign of signs) addEventListener(sign, now, { once: true, passive: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return is;
}

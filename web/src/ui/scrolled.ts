import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const keptAs = 'swath-scrolled';

function readKept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(keptAs) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Nobody comes back to a page that they have just opened; asking what was kept would only hold it up. */
function isReturn(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type !== 'navigate';
}

/** A page begins at its top; whoever goes back finds it where they left it. */
export function useScrolled(): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const places = useRef<Record<string, number>>(undefined);
  const shown = useRef(key);
  useLayoutEffect(() => {
    places.current ??= isReturn() ? readKept() : {};
    shown.current = key;
    scrollTo(0, isBack ? (places.current[key] ?? 0) : 0);
  }, [key, isBack]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const stop = new AbortController();
    const note = () => {
      if (places.current !== undefined) places.current[shown.current] = scrollY;
    };
    const keep = () => {
      sessionStorage.setItem(keptAs, JSON.stringify(places.current));
      // Whoever reloads the page is put back by the browser, before there is any of ours.
      history.scrollRestoration = 'auto';
    };
    addEventListener('scroll', note, { passive: true, signal: stop.signal });
    addEventListener('pagehide', keep, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

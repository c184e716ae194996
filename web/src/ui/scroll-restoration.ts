import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isReturn } from './idle.ts';

const storageKey = 'swath-scrolled';

function readStoredPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** What the address says besides the order in the side panel: opening the panel is no new page. */
function pageOf(pathname: string, search: string): string {
  const params = new URLSearchParams(search);
  params.delete('order');
  return `${pathname}?${params}`;
}

/** A new page starts at the top; back and forward restore the scroll position. */
export function useScrollRestoration(): void {
  const { key, pathname, search } = useLocation();
  const page = pageOf(pathname, search);
  const isBack = useNavigationType() === 'POP';
  const positions = useRef<Record<string, number>>(undefined);
  const currentKey = useRef(key);
  const currentPage = useRef<string>(undefined);
  useLayoutEffect(() => {
    // Reading the stored positions would only delay a newly opened page.
    positions.current ??= isReturn() ? readStoredPositions() : {};
    currentKey.current = key;
    const isSamePage = currentPage.current === page;
    currentPage.current = page;
    if (isBack) scrollTo(0, positions.current[key] ?? 0);
    else if (!isSamePage) scrollTo(0, 0);
  }, [key, page, isBack]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const controller = new AbortController();
    const recordPosition = () => {
      if (positions.current !== undefined) positions.current[currentKey.current] = scrollY;
    };
    const storePositions = () => {
      sessionStorage.setItem(storageKey, JSON.stringify(positions.current));
      // On a reload the browser restores the position before the app has started.
      history.scrollRestoration = 'auto';
    };
    addEventListener('scroll', recordPosition, { passive: true, signal: controller.signal });
    addEventListener('pagehide', storePositions, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}

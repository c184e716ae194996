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

/** Parameters of the side panel and of sheets. */
const overlayParameters = ['order', 'move', 'pay', 'rate'];

/** What the address says besides the side panel and sheets: to open or close them is no new page. */
function pageOf(pathname: string, search: string): string {
  const params = new URLSearchParams(search);
  for (const name of overlayParameters) params.delete(name);
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
    const position = positions.current[currentKey.current] ?? 0;
    currentKey.current = key;
    const isSamePage = currentPage.current === page;
    currentPage.current = page;
    if (isBack) scrollTo(0, positions.current[key] ?? 0);
    else if (isSamePage) positions.current[key] = position;
    else scrollTo(0, 0);
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

import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useIdle } from './idle.ts';

/** For what takes a browser long to draw: not before it is about to be seen, and not before the rest of the page is there. */
export function Nearby({ children, until }: { children: ReactNode; until: ReactNode }) {
  const idle = useIdle();
  const [near, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return idle && near ? children : <div ref={place}>{until}</div>;
}

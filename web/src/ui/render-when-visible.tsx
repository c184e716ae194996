import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useIdle } from './idle.ts';

/** Renders expensive content only when it is near the viewport and the browser is idle. */
export function RenderWhenVisible({ children, placeholder }: { children: ReactNode; placeholder: ReactNode }) {
  const idle = useIdle();
  const [isNear, setNear] = useState(false);
  const placeholderRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (placeholderRef.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '200px' },
    );
    observer.observe(placeholderRef.current);
    return () => observer.disconnect();
  }, []);
  return idle && isNear ? children : <div ref={placeholderRef}>{placeholder}</div>;
}

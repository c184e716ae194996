import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type LineRange, linesWithin } from './visible-lines-rules.ts';

/** With more orders on the board the chips get one height, and only those near the screen are rendered. */
export const mostRendered = 120;

/** Rendered above and below the screen, so that scrolling shows no empty cells. */
const marginPx = 400;

/**
 * The lines of equal height in an element that are on the screen or near it. It works in a page that scrolls and in a
 * scrolling part of it. The first value is right before the first paint. Nothing is measured while everything is rendered, because measuring
 * forces a layout of the page.
 */
export function useVisibleLines(
  element: RefObject<HTMLElement | null>,
  count: number,
  lineHeightPx: number,
  isWindowed: boolean,
): LineRange {
  const [range, setRange] = useState<LineRange>({ first: 0, end: 0 });
  const measure = () => {
    const top = element.current?.getBoundingClientRect().top;
    if (top === undefined) return;
    const next = linesWithin({ top: -marginPx - top, bottom: innerHeight + marginPx - top }, count, lineHeightPx);
    setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
  };
  const latest = useRef(measure);
  // Without a list of dependencies: whatever was rendered may have moved the element.
  useLayoutEffect(() => {
    latest.current = measure;
    if (isWindowed) measure();
  });
  useEffect(() => {
    if (!isWindowed) return;
    const stop = new AbortController();
    const { signal } = stop;
    const update = () => latest.current();
    // Captured, because scroll events of an inner part do not bubble.
    document.addEventListener('scroll', update, { signal, capture: true, passive: true });
    addEventListener('resize', update, { signal });
    // What opens above the element moves it without a scroll event.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [isWindowed]);
  return range;
}

/** True while the page is printed: paper has no scrolling, so everything is rendered. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    // The browser lays out the pages right after the event.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal: stop.signal });
    addEventListener('afterprint', () => setPrinting(false), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isPrinting;
}

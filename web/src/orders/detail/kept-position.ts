import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What a user does to go elsewhere; from then on the position is theirs. */
const userInputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Scrolls the nearest part of the page that can scroll vertically. */
function scrollAround(item: Element, byPx: number): void {
  for (let part = item.parentElement; part !== null && part !== document.body; part = part.parentElement) {
    const canScroll = part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY);
    if (canScroll) {
      part.scrollBy({ top: byPx, behavior: 'instant' });
      return;
    }
  }
  scrollBy({ top: byPx, behavior: 'instant' });
}

/**
 * The list becomes narrower when the panel opens, and its lines wrap: the clicked item stays where it was on the screen.
 * Returns the function that takes the clicked element.
 */
export function useKeptPosition(list: RefObject<HTMLElement | null>, isOpen: boolean): (clicked: Element) => void {
  const clicked = useRef<{ id: string; top: number } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening and closing change the width
  useLayoutEffect(() => {
    const before = clicked.current;
    clicked.current = undefined;
    if (before === undefined || list.current === null) return;
    const keep = () => {
      const item = list.current?.querySelector(`[data-order-id="${before.id}"]`) ?? undefined;
      const movedPx = item === undefined ? 0 : item.getBoundingClientRect().top - before.top;
      if (item !== undefined && Math.abs(movedPx) >= 0.5) scrollAround(item, movedPx);
    };
    keep();
    // Lines may wrap once more when the browser has laid out the new width, and when further data arrives.
    const observer = new ResizeObserver(keep);
    observer.observe(list.current);
    const input = new AbortController();
    for (const name of userInputs)
      addEventListener(name, () => observer.disconnect(), { capture: true, passive: true, signal: input.signal });
    return () => {
      observer.disconnect();
      input.abort();
    };
  }, [isOpen]);
  return (target) => {
    const item = target.closest<HTMLElement>('[data-order-id]') ?? target.closest('tr')?.querySelector<HTMLElement>('[data-order-id]');
    const id = item?.dataset.orderId;
    clicked.current = item == null || id === undefined ? undefined : { id, top: item.getBoundingClientRect().top };
  };
}

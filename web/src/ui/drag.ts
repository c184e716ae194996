import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './drag.module.css';

/** The cell that contains an element: where it can be dropped. */
export const cellAt = (element: Element): string | undefined => element.closest<HTMLElement>('[data-cell]')?.dataset.cell;

export interface Drag {
  /** The order. */
  id: number;
  /** The cell under the pointer. */
  over: string | undefined;
}

interface Press {
  chip: HTMLElement;
  isTouch: boolean;
  from: { x: number; y: number };
  at: { x: number; y: number };
  hold?: ReturnType<typeof setTimeout> | undefined;
  /** The drag image that follows the pointer. */
  ghost?: HTMLElement;
}

/** Long-press time to start a drag by touch; a swipe scrolls. */
const holdMs = 350;
/** Pointer movement in pixels before a drag starts. */
const slack = { mouse: 4, touch: 10 };
/** Distance from the edge of the window at which the page scrolls automatically. */
const edge = { x: 32, y: 96 };
const fastest = 14;

const towards = (at: number, end: number, zone: number): number => {
  const near = Math.max(0, zone - at) * -1 + Math.max(0, at - (end - zone));
  return Math.max(-1, Math.min(1, near / zone)) * fastest;
};

/** The whole element, or the part of it that says which one it is (`data-lift`): a copy of a wide row would hide where it goes. */
function liftCopy(moved: HTMLElement): HTMLElement {
  const chip = moved.querySelector<HTMLElement>('[data-lift]') ?? moved;
  const { width } = chip.getBoundingClientRect();
  const copy = chip.cloneNode(true) as HTMLElement;
  for (const name of ['data-stop', 'data-order-id', 'href']) copy.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.classList.add(styles.lifted ?? '');
  copy.style.width = `${width}px`;
  document.body.append(copy);
  return copy;
}

/**
 * Calls `onDrag` during a drag by mouse or touch of an element with `data-movable` and `data-order-id`, and `onDrop` at its end over an
 * element with `data-cell`. Returns a function that removes the listeners.
 */
function watchDrags(table: HTMLElement, onDrag: (drag: Drag | undefined) => void, onDrop: (id: number, cell: string) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let press: Press | undefined;
  let wasDragged = false;
  let over: string | undefined;

  const idOf = ({ chip }: Press) => Number(chip.dataset.orderId);
  const end = () => {
    clearTimeout(press?.hold);
    press?.ghost?.remove();
    if (press?.ghost !== undefined) onDrag(undefined);
    press = undefined;
  };
  const follow = () => {
    if (press?.ghost === undefined) return;
    const { at, ghost } = press;
    const board = table.parentElement;
    const { left = 0, right = innerWidth, top = 0, bottom = innerHeight } = board?.getBoundingClientRect() ?? {};
    const under = document.elementFromPoint(at.x, at.y);
    // A panel at the edge of the window is where the drag ends.
    if (under?.closest('[data-drop-panel]') == null) {
      board?.scrollBy(
        towards(at.x - left, Math.min(right, innerWidth) - left, edge.x),
        towards(at.y - top, Math.min(bottom, innerHeight) - top, edge.y),
      );
      scrollBy(0, towards(at.y, innerHeight, edge.y));
    }
    const isPart = ghost.dataset.lift !== undefined;
    ghost.style.transform = `translate(${at.x - ghost.offsetWidth / 2}px, ${at.y - ghost.offsetHeight * (isPart ? 1.25 : 0.5)}px)`;
    const cell = under !== null && table.contains(under) ? cellAt(under) : undefined;
    if (cell !== over) {
      over = cell;
      onDrag({ id: idOf(press), over });
    }
    requestAnimationFrame(follow);
  };
  const lift = () => {
    if (press === undefined) return;
    press.ghost = liftCopy(press.chip);
    over = cellAt(press.chip);
    wasDragged = true;
    onDrag({ id: idOf(press), over });
    follow();
  };

  table.addEventListener(
    'pointerdown',
    ({ target, button, isPrimary, pointerType, clientX: x, clientY: y }) => {
      wasDragged = false;
      const chip = (target as Element).closest<HTMLElement>('[data-movable]');
      if (chip === null || button !== 0 || !isPrimary) return;
      end();
      const isTouch = pointerType === 'touch';
      press = { chip, isTouch, from: { x, y }, at: { x, y }, hold: isTouch ? setTimeout(lift, holdMs) : undefined };
    },
    { signal },
  );
  window.addEventListener(
    'pointermove',
    ({ isPrimary, clientX: x, clientY: y }) => {
      if (press === undefined || !isPrimary) return;
      press.at = { x, y };
      if (press.ghost !== undefined) return;
      const isFar = Math.hypot(x - press.from.x, y - press.from.y) > (press.isTouch ? slack.touch : slack.mouse);
      if (isFar && press.isTouch) end();
      else if (isFar) lift();
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    () => {
      const drop = press?.ghost !== undefined && over !== undefined ? { id: idOf(press), cell: over } : undefined;
      end();
      if (drop !== undefined) onDrop(drop.id, drop.cell);
    },
    { signal },
  );
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || press?.ghost === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
  // During a touch drag, scrolling and the context menu are suppressed.
  const hold = (event: Event) => {
    if (press?.isTouch === true && (press.ghost !== undefined || event.type === 'contextmenu')) event.preventDefault();
  };
  table.addEventListener('touchmove', hold, { signal, passive: false });
  table.addEventListener('contextmenu', hold, { signal });
  // The click after a drop must not open the order. A click by key (detail 0) does.
  table.addEventListener(
    'click',
    (event) => {
      if (!wasDragged || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return () => {
    end();
    stop.abort();
  };
}

/** The dragged order and its position. `grid` contains what can be dragged and where it can be dropped. */
export function useDrag(grid: RefObject<HTMLElement | null>, onDrop: (id: number, cell: string) => void): Drag | undefined {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => (grid.current === null ? undefined : watchDrags(grid.current, setDrag, (id, cell) => latest.current(id, cell))), [grid]);
  return drag;
}

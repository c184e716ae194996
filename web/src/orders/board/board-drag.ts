import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './board.module.css';
import { cellAt } from './board-keys.ts';

export interface Drag {
  id: number;
  /** The cell under the hand. */
  over: string | undefined;
}

interface Press {
  chip: HTMLElement;
  isTouch: boolean;
  from: { x: number; y: number };
  at: { x: number; y: number };
  hold?: ReturnType<typeof setTimeout> | undefined;
  /** What follows the hand, once the order is lifted. */
  ghost?: HTMLElement;
}

/** How long a finger rests on an order to lift it: a swipe goes on scrolling. */
const holdMs = 350;
/** How far a hand may tremble, in pixels. */
const slack = { mouse: 4, touch: 10 };
/** Near the edge of the window, below the bars of the page, what is further on comes into view. */
const edge = { x: 32, y: 96 };
const fastest = 14;

const towards = (at: number, end: number, zone: number): number => {
  const near = Math.max(0, zone - at) * -1 + Math.max(0, at - (end - zone));
  return Math.max(-1, Math.min(1, near / zone)) * fastest;
};

function liftCopy(chip: HTMLElement): HTMLElement {
  const { width } = chip.getBoundingClientRect();
  const copy = chip.cloneNode(true) as HTMLElement;
  for (const name of ['data-stop', 'data-order-id', 'href']) copy.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.classList.add(styles.lifted ?? '');
  copy.style.width = `${width}px`;
  document.body.append(copy);
  return copy;
}

/** Calls `onDrag` while an order is carried over the table, by mouse or finger alike, and `onDrop` where it is let go. Answers with how to stop. */
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
    const { left = 0, right = innerWidth } = board?.getBoundingClientRect() ?? {};
    board?.scrollBy(towards(at.x - left, Math.min(right, innerWidth) - left, edge.x), 0);
    scrollBy(0, towards(at.y, innerHeight, edge.y));
    ghost.style.transform = `translate(${at.x - ghost.offsetWidth / 2}px, ${at.y - ghost.offsetHeight / 2}px)`;
    const under = document.elementFromPoint(at.x, at.y);
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
  // A finger that carries something does not scroll, nor does it ask what else could be done with a link.
  const hold = (event: Event) => {
    if (press?.isTouch === true && (press.ghost !== undefined || event.type === 'contextmenu')) event.preventDefault();
  };
  table.addEventListener('touchmove', hold, { signal, passive: false });
  table.addEventListener('contextmenu', hold, { signal });
  // Letting go of an order does not open it.
  table.addEventListener(
    'click',
    (event) => {
      if (!wasDragged) return;
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

/** The order that is being carried over the board, and where it is. */
export function useDrag(grid: RefObject<HTMLElement | null>, onDrop: (id: number, cell: string) => void): Drag | undefined {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => (grid.current === null ? undefined : watchDrags(grid.current, setDrag, (id, cell) => latest.current(id, cell))), [grid]);
  return drag;
}

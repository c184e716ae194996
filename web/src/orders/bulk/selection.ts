import { useRef, useState } from 'react';
import type { Order } from '../detail/office-order-data.ts';
import { idsBetween, maxSelected } from './selection-rules.ts';

export interface Selection {
  orders: Order[];
  has(id: number): boolean;
  /** With `upTo`, all orders between the last selected one and this one. */
  toggle(id: number, upTo?: boolean): void;
  /** Selects all of these, or none of them if all are selected. */
  toggleAll(ids: readonly number[]): void;
  clear(): void;
}

/** Selected orders of a page. `shown`: the orders on the screen, in their order; a selected order that is shown has its present state. */
export function useSelection(shown: readonly Order[]): Selection {
  const [selected, setSelected] = useState<Readonly<Record<number, Order>>>({});
  const last = useRef<number | undefined>(undefined);
  const byId = new Map(shown.map((order) => [order.id, order]));
  const add = (ids: readonly number[]) =>
    setSelected((now) => {
      const next = { ...now };
      for (const id of ids) {
        const order = byId.get(id);
        if (order !== undefined && Object.keys(next).length < maxSelected) next[id] = order;
      }
      return next;
    });
  const remove = (ids: readonly number[]) =>
    setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !ids.includes(Number(id)))));
  return {
    orders: Object.values(selected).map((order) => byId.get(order.id) ?? order),
    has: (id) => id in selected,
    toggle(id, upTo = false) {
      if (upTo) add(idsBetween([...byId.keys()], last.current, id));
      else if (id in selected) remove([id]);
      else add([id]);
      last.current = id;
    },
    toggleAll: (ids) => (ids.every((id) => id in selected) ? remove(ids) : add(ids)),
    clear: () => setSelected({}),
  };
}

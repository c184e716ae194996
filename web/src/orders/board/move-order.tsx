import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, type Shape } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { ifMatch, readVersioned, type Versioned } from '../../api/versions.ts';
import type { Slot } from '../../catalog/week-table.tsx';
import { addDays } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { uiWords } from '../../ui/words.ts';
import { type Order, officeOrderKey, seenTag, type User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { boardWords } from './board-words.ts';
import type { Week, weekKey } from './week-data.ts';

interface Move {
  order: Order;
  to: Slot;
  crew: readonly User[];
  tag: string | null;
  /** Set when a move is undone: the crew to assign again. */
  crewAgain?: readonly User[];
}

const weeksKey = [...ordersKey, 'week'];

function reschedule({ order: { id }, to, tag }: Move): Promise<Versioned<Order>> {
  return readVersioned(
    api.POST('/api/receptionist/order/{id}/reschedule', {
      params: { path: { id }, header: { 'Idempotency-Key': newIdempotencyKey(), ...ifMatch(tag) } },
      body: { date: to.date, session: { id: to.session.id } },
    }),
  );
}

async function sendAgain({ order: { id } }: Move, crew: readonly User[]): Promise<Versioned<Order>> {
  return readVersioned(
    api.PUT('/api/receptionist/order/{id}/sprayers', {
      params: { path: { id }, header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { sprayerIds: crew.map((sprayer) => sprayer.id) },
    }),
  );
}

/** Moves an order with an optimistic update, a rollback on error, and undo. */
export function useMoveOrder() {
  const words = useWords(boardWords);
  const { undo } = useWords(uiWords);
  const format = useFormat();
  const explain = useProblemWords();
  const queries = useQueryClient();
  const takeBack = useRef<(() => void) | undefined>(undefined);
  const when = ({ date, session }: { date: string; session: Shape<'Session'> }) => `${format.date(date)}, ${format.session(session)}`;

  const { mutate } = useMutation({
    mutationFn: async (move: Move) => {
      const moved = await reschedule(move);
      const again = move.crewAgain ?? [];
      return again.length > 0 && moved.value.orderStatus === 'confirmed' ? sendAgain(move, again) : moved;
    },
    onMutate: async ({ order, to }) => {
      await queries.cancelQueries({ queryKey: weeksKey });
      const before = queries.getQueriesData<Week>({ queryKey: weeksKey });
      for (const [key, week] of before) {
        if (week === undefined) continue;
        const [, , from, days] = key as ReturnType<typeof weekKey>;
        const others = week.orders.filter(({ id }) => id !== order.id);
        const shown = from <= to.date && to.date < addDays(from, days);
        queries.setQueryData<Week>(key, {
          ...week,
          orders: shown ? [...others, { ...order, date: to.date, session: to.session }] : others,
        });
      }
      return before;
    },
    onError: (error, _move, before) => {
      for (const [key, week] of before ?? []) queries.setQueryData(key, week);
      notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    },
    onSuccess: (moved, { order, to, crew, crewAgain }) => {
      queries.setQueryData(officeOrderKey(order.id), moved);
      const name = order.farmer.fullName;
      if (crewAgain !== undefined) {
        takeBack.current = undefined;
        notifications.show({ message: words.movedBack(name, when(to)), color: 'leaf' });
        return;
      }
      const crewLost = order.orderStatus === 'assigned' && moved.value.orderStatus === 'confirmed';
      const toast = newIdempotencyKey();
      takeBack.current = () => {
        notifications.hide(toast);
        takeBack.current = undefined;
        mutate({
          order: moved.value,
          to: { date: order.date, session: order.session },
          crew: [],
          tag: moved.tag,
          crewAgain: crewLost ? crew : [],
        });
      };
      notifications.show({
        id: toast,
        color: crewLost ? 'sky' : 'leaf',
        autoClose: 10_000,
        message: (
          <span className={styles.toast}>
            <span>
              <Text span>{words.moved(name, when(to))}</Text>
              {crewLost ? <Text>{words.crewLost(crew.map(({ fullName }) => fullName).join(', '))}</Text> : null}
            </span>
            <Button variant="default" onClick={() => takeBack.current?.()}>
              {undo}
            </Button>
          </span>
        ),
      });
    },
    onSettled: (_result, _error, { order }) => {
      void queries.invalidateQueries({ queryKey: ordersKey });
      void queries.invalidateQueries({ queryKey: orderKey(order.id) });
    },
  });

  return {
    move: (order: Order, to: Slot, crew: readonly User[]) => {
      if (order.date === to.date && order.session.id === to.session.id) return;
      mutate({ order, to, crew, tag: seenTag(queries, order.id) });
    },
    undo: () => takeBack.current?.(),
  };
}

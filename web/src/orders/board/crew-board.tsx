import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { readVersioned } from '../../api/versions.ts';
import { type Absence, absencesQuery } from '../../dispatch/absence-queries.ts';
import { useAction } from '../../ui/action.ts';
import { clockTime } from '../../ui/format-rules.ts';
import { useWords } from '../../ui/language.tsx';
import { QueryBoundary } from '../../ui/states.tsx';
import type { Order, User } from '../detail/office-order-data.ts';
import { crewByOrder, halves } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import styles from './crew-board.module.css';
import { CrewRow, type Picked } from './crew-row.tsx';
import { mostRendered, useIsPrinting } from './visible-lines.ts';
import type { Week } from './week-data.ts';

interface CrewBoardProps {
  week: Week;
  /** The orders that pass the filters. */
  orders: readonly Order[];
  /** Set: only this row. */
  sprayer: number | 'none' | undefined;
  date: string;
}

/** The day by sprayer: a row for each, and one for orders without a crew. An order is picked up and put into another row, by drag or by button. */
export function CrewBoard(props: CrewBoardProps) {
  const { date } = props;
  const absences = useQuery(absencesQuery({ from: date, to: date, state: 'approved' }));
  // Without them, sprayers who are absent would be offered.
  return <QueryBoundary query={absences}>{(found) => <CrewTable {...props} absences={found} />}</QueryBoundary>;
}

function CrewTable({ week, orders: filtered, sprayer: only, date, absences }: CrewBoardProps & { absences: readonly Absence[] }) {
  const words = useWords(boardWords);
  const [picked, setPicked] = useState<Picked>();
  const orders = filtered.filter((order) => order.date === date && order.orderStatus !== 'cancelled');
  const sessions = halves(
    week.places.filter((each) => each.date === date),
    week.orders.filter((order) => order.date === date),
  ).flat();
  const crews = crewByOrder(week.sprayers);
  const crewOf = (id: number) => crews.get(id) ?? [];
  const rows = [...new Map(week.sprayers.map(({ sprayer }) => [sprayer.id, sprayer])).values()].filter(
    ({ id }) => only === undefined || only === id,
  );
  const assign = useAction<{ order: Order; crew: User[] }>({
    act: ({ order: { id }, crew }, idempotencyKey) =>
      readVersioned(
        api.PUT('/api/receptionist/order/{id}/sprayers', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { sprayerIds: crew.map((member) => member.id) },
        }),
      ),
    invalidates: [ordersKey, ['order']],
    successMessage: words.crewAssigned,
  });
  const put = (to: User) => {
    setPicked(undefined);
    if (picked === undefined || crewOf(picked.order.id).some(({ id }) => id === to.id)) return;
    const { order, from } = picked;
    const others = from === undefined ? [] : crewOf(order.id).filter(({ id }) => id !== from.id);
    assign.mutate({ order, crew: [to, ...others] });
  };
  const isPrinting = useIsPrinting();
  const byRow = new Map<number | undefined, Order[]>();
  for (const order of orders) {
    const crew = crewOf(order.id);
    for (const row of crew.length === 0 ? [undefined] : crew.map(({ id }) => id)) byRow.set(row, [...(byRow.get(row) ?? []), order]);
  }
  const isWindowed = orders.length > mostRendered && !isPrinting;
  const shared = { byRow, sessions, absences, crewOf, picked, setPicked, put, date, isWindowed };
  return (
    <div className={styles.scroll}>
      <table className={styles.grid} aria-label={words.crewGrid}>
        <thead>
          <tr>
            <th scope="col">{words.sprayer}</th>
            {sessions.map((session) => (
              <th key={session.id} scope="col">
                {clockTime(session.startTime)}
                <span className={styles.until}>–{clockTime(session.endTime)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {only === undefined || only === 'none' ? <CrewRow sprayer={undefined} {...shared} /> : null}
          {rows.map((sprayer) => (
            <CrewRow key={sprayer.id} sprayer={sprayer} {...shared} />
          ))}
        </tbody>
      </table>
      {orders.length === 0 ? <Text p="md">{words.noJobs}</Text> : null}
    </div>
  );
}

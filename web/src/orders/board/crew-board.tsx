import { Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { readVersioned } from '../../api/versions.ts';
import { useAction } from '../../ui/action.ts';
import { clockTime, useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { orderIcons } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import { useShownState } from '../shown-state.ts';
import { crewByOrder, halves } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import styles from './crew-board.module.css';
import type { Week } from './week-data.ts';

/** An order picked up from a row; `from` is undefined in the row without a crew. */
interface Picked {
  order: Order;
  from: User | undefined;
}

const canBeAssigned = ({ orderStatus }: Order): boolean => orderStatus === 'confirmed' || orderStatus === 'assigned';

/** The day by sprayer: a row for each, and one for orders without a crew. An order is picked up and put into another row, by drag or by button. */
export function CrewBoard({ week, date }: { week: Week; date: string }) {
  const words = useWords(boardWords);
  const [picked, setPicked] = useState<Picked>();
  const orders = week.orders.filter((order) => order.date === date && order.orderStatus !== 'cancelled');
  const sessions = halves(
    week.places.filter((each) => each.date === date),
    orders,
  ).flat();
  const crews = crewByOrder(week.sprayers);
  const crewOf = (id: number) => crews.get(id) ?? [];
  const rows = [...new Map(week.sprayers.map(({ sprayer }) => [sprayer.id, sprayer])).values()];
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
  const chips = (shown: readonly Order[], row: User | undefined) =>
    shown.map((order) => (
      <CrewChip
        key={order.id}
        order={order}
        crew={crewOf(order.id)}
        isPicked={picked?.order.id === order.id && picked.from?.id === row?.id}
        onPick={canBeAssigned(order) ? () => setPicked(picked?.order.id === order.id ? undefined : { order, from: row }) : undefined}
        onDrag={() => setPicked({ order, from: row })}
      />
    ));
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
          <tr className={styles.unassigned}>
            <th scope="row">{words.withoutCrew}</th>
            {sessions.map(({ id }) => (
              <td key={id}>
                {chips(
                  orders.filter((order) => order.session.id === id && crewOf(order.id).length === 0),
                  undefined,
                )}
              </td>
            ))}
          </tr>
          {rows.map((sprayer) => (
            <tr key={sprayer.id}>
              <th scope="row">{sprayer.fullName}</th>
              {sessions.map((session) => {
                const own = orders.filter(
                  (order) => order.session.id === session.id && crewOf(order.id).some(({ id }) => id === sprayer.id),
                );
                const isTarget = picked?.order.session.id === session.id && own.length === 0;
                return (
                  <td
                    key={session.id}
                    data-target={isTarget || undefined}
                    onDragOver={(event: DragEvent) => {
                      if (isTarget) event.preventDefault();
                    }}
                    onDrop={(event: DragEvent) => {
                      event.preventDefault();
                      if (isTarget) put(sprayer);
                    }}
                  >
                    {chips(own, sprayer)}
                    {isTarget ? (
                      <button
                        type="button"
                        className={styles.target}
                        aria-label={words.assignTo(sprayer.fullName)}
                        onClick={() => put(sprayer)}
                      >
                        {words.assignHere}
                      </button>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {orders.length === 0 ? <Text p="md">{words.noJobs}</Text> : null}
    </div>
  );
}

interface CrewChipProps {
  order: Order;
  crew: readonly User[];
  isPicked: boolean;
  /** undefined: the work has begun or is not confirmed, so the crew stays. */
  onPick: (() => void) | undefined;
  onDrag(): void;
}

function CrewChip({ order, crew, isPicked, onPick, onDrag }: CrewChipProps) {
  const words = useWords(boardWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const { addressOf } = useChosenOrder();
  const { id, farmer, location, area } = order;
  const shown = useShownState(order);
  const Icon = orderIcons[shown];
  const action = crew.length === 0 ? words.assignCrew : words.changeCrew;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by key and touch
    <div
      className={styles.chip}
      data-state={shown}
      data-picked={isPicked || undefined}
      draggable={onPick !== undefined}
      onDragStart={onDrag}
    >
      <Link to={addressOf(id)} data-order-id={id} className={styles.link ?? ''} draggable={false}>
        <Icon size={16} aria-hidden /> {farmer.fullName}
        <span className="visually-hidden">, {states.order[shown]}</span>
      </Link>
      <span className={styles.until}>
        {location} · {format.area(area)}
      </span>
      {onPick === undefined ? null : (
        <button
          type="button"
          className={styles.pick}
          aria-pressed={isPicked}
          aria-label={words.pick(action, farmer.fullName)}
          onClick={onPick}
        >
          {action}
        </button>
      )}
    </div>
  );
}

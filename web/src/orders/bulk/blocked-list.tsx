import { Button, Text } from '@mantine/core';
import { useWords } from '../../ui/language.tsx';
import type { Order } from '../detail/office-order-data.ts';
import styles from './bulk.module.css';
import type { BlockedOrder } from './bulk-action.ts';
import { bulkWords } from './bulk-words.ts';

interface BlockedListProps {
  blocked: readonly BlockedOrder[];
  orders: readonly Order[];
  busy: boolean;
  onLeaveOut(rest: Order[]): void;
}

/** The orders that block an action, and a button that removes them from the selection. */
export function BlockedList({ blocked, orders, busy, onLeaveOut }: BlockedListProps) {
  const words = useWords(bulkWords);
  const rest = orders.filter(({ id }) => !blocked.some((each) => each.id === id));
  const nameOf = (id: number) => orders.find((order) => order.id === id)?.farmer.fullName ?? '';
  return (
    <>
      <ul className={styles.blocked}>
        {blocked.map(({ id, text }) => (
          <li key={id}>
            <strong>{words.orderName(id, nameOf(id))}</strong>: {text}
          </li>
        ))}
      </ul>
      {rest.length === 0 ? (
        <Text>{words.noneLeft}</Text>
      ) : (
        <Button variant="default" mt="sm" loading={busy} onClick={() => onLeaveOut(rest)}>
          {words.leaveOut(rest.length)}
        </Button>
      )}
    </>
  );
}

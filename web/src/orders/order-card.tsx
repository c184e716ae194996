import { Anchor, Group, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { OrderBadge, PaymentBadge } from '../ui/state-badge.tsx';
import { stateWords } from '../ui/state-words.ts';
import { DeedButton } from './deed-button.tsx';
import { type FarmerOrder, useNextStep } from './farmer-queries.ts';
import { farmerWords } from './farmer-words.ts';
import styles from './order-card.module.css';

/** One order in a list: what it is, how it stands, and what is to be done. The whole card leads to it. */
export const OrderCard = memo(function OrderCard({ order }: { order: FarmerOrder }) {
  const format = useFormat();
  const words = useWords(farmerWords);
  const { crop } = useWords(stateWords);
  const step = useNextStep(order);
  return (
    <li className={styles.card} data-quiet={order.orderStatus === 'cancelled' || undefined}>
      <div className={styles.facts}>
        <Anchor component={Link} to={`/orders/${order.id}`} className={styles.title ?? ''}>
          {format.date(order.date)} · {format.session(order.session)}
        </Anchor>
        <Text>{order.location}</Text>
        <Text c="dimmed">
          {crop[order.cropType.name] ?? order.cropType.name}, {format.area(order.area)} · {format.money(order.cost)}
        </Text>
      </div>
      <Group gap="xs">
        <OrderBadge status={order.orderStatus} />
        {order.orderStatus === 'cancelled' ? null : <PaymentBadge status={order.paymentStatus} />}
      </Group>
      {step === undefined || step.situation === 'done' || step.situation === 'cancelled' ? null : (
        <div className={styles.next}>
          <Text>{words.situations[step.situation]}</Text>
          {step.deed === null ? null : <DeedButton id={order.id} deed={step.deed} variant="light" className={styles.deed ?? ''} />}
        </div>
      )}
    </li>
  );
});

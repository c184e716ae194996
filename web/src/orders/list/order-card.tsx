import { memo } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { PaymentBadge } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { ActionButton } from '../action-button.tsx';
import { type FarmerOrder, useNextStep } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import { OrderArea } from '../order-area.tsx';
import { OrderState } from '../order-state.tsx';
import styles from './order-card.module.css';

/** An order in a list with its state and next step. The whole card is a link. */
export const OrderCard = memo(function OrderCard({ order, price }: { order: FarmerOrder; price: number }) {
  const format = useFormat();
  const words = useWords(farmerWords);
  const { crop } = useWords(stateWords);
  const step = useNextStep(order);
  return (
    <li className={styles.card} data-quiet={order.orderStatus === 'cancelled' || undefined}>
      <div className={styles.facts}>
        <Link to={`/orders/${order.id}`} className={styles.title}>
          {format.date(order.date)} · {format.session(order.session)}
        </Link>
        <p className={styles.text}>{order.location}</p>
        <p className={styles.text} data-quiet>
          {crop[order.cropType.name] ?? order.cropType.name}, <OrderArea order={order} /> · {format.money(price)}
        </p>
      </div>
      <div className={styles.badges}>
        <OrderState order={order} />
        {order.orderStatus === 'cancelled' ? null : <PaymentBadge status={order.paymentStatus} />}
      </div>
      {step === undefined || step.situation === 'done' || step.situation === 'cancelled' ? null : (
        <div className={styles.next}>
          <p className={styles.text}>{words.situations[step.situation]}</p>
          {step.action === null ? null : (
            <ActionButton id={order.id} action={step.action} variant="light" className={styles.action ?? ''} />
          )}
        </div>
      )}
    </li>
  );
});

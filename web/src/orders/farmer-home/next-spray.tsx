import { Anchor, Title } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChevronRight } from '../../icons/chevron-right.ts';
import { IconCoin } from '../../icons/coin.ts';
import type { Icon } from '../../icons/icon.ts';
import { IconMapPin } from '../../icons/map-pin.ts';
import { IconPlant2 } from '../../icons/plant-2.ts';
import { IconUsers } from '../../icons/users.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { PaymentBadge } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { useAdjustedPrice } from '../adjusted-prices.ts';
import { type FarmerOrder, hasCrew, useCrew } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import { NextStepPanel } from '../next-step-panel.tsx';
import { OrderArea } from '../order-area.tsx';
import { OrderState } from '../order-state.tsx';
import { SprayTime } from '../spray-time.tsx';
import styles from './next-spray.module.css';

/** The next spray: time, place, crew, price and next step. */
export const NextSpray = memo(function NextSpray({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerWords);
  const { crop, method } = useWords(stateWords);
  const format = useFormat();
  const crew = useCrew(order);
  const price = useAdjustedPrice(order);
  return (
    <section className={styles.card} aria-labelledby="next-spray">
      <div className={styles.head}>
        <Title order={2} size="h3" id="next-spray">
          {order.orderStatus === 'in_progress' || order.orderStatus === 'completed' ? words.thisSpray : words.nextSpray}
        </Title>
        <OrderState order={order} />
      </div>
      <SprayTime order={order} />
      <dl className={styles.facts}>
        <Fact icon={IconMapPin} name={words.where}>
          {order.location}
        </Fact>
        <Fact icon={IconPlant2} name={words.crop}>
          {crop[order.cropType.name] ?? order.cropType.name}, <OrderArea order={order} />
        </Fact>
        <Fact icon={IconUsers} name={words.who}>
          {crew.data === undefined
            ? hasCrew(order.orderStatus)
              ? '…'
              : words.notAssignedYet
            : crew.data.content.map(({ fullName }) => fullName).join(', ')}
        </Fact>
        <Fact icon={IconCoin} name={words.cost}>
          <span className={styles.cost}>
            {format.money(price)}, {method[order.paymentMethod]} <PaymentBadge status={order.paymentStatus} />
          </span>
        </Fact>
      </dl>
      <NextStepPanel order={order} />
      <Anchor component={Link} to={`/orders/${order.id}`} className={styles.open ?? ''}>
        {words.open} <IconChevronRight size={20} aria-hidden />
      </Anchor>
    </section>
  );
});

function Fact({ icon: Icon, name, children }: { icon: Icon; name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        <Icon size={22} aria-hidden />
        <span className="visually-hidden">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

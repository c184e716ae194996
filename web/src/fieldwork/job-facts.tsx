import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldWords as registryWords } from '../fields/field-words.ts';
import { useOrderFieldFacts } from '../fields/order-field.tsx';
import { IconCash } from '../icons/cash.ts';
import { IconClock } from '../icons/clock.ts';
import { IconCreditCard } from '../icons/credit-card.ts';
import { IconNote } from '../icons/note.ts';
import { IconPlant } from '../icons/plant.ts';
import { IconPolygon } from '../icons/polygon.ts';
import { IconRulerMeasure } from '../icons/ruler-measure.ts';
import { IconUser } from '../icons/user.ts';
import { OrderArea } from '../orders/order-area.tsx';
import { useOrderReport } from '../orders/report/report-queries.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import styles from './fieldwork.module.css';
import { noteQuery, type Order, useAnnouncedTransfer } from './jobs.ts';
import { fieldWords } from './words.ts';

/** Details of a job in large type for the crew. */
export function JobFacts({ order, withTime = false }: { order: Order; withTime?: boolean }) {
  const words = useWords(fieldWords);
  const { crop } = useWords(stateWords);
  const format = useFormat();
  const { farmer, cropType, paymentMethod } = order;
  // Before the work there is no report, so the price is the price at booking.
  const report = useOrderReport('sprayer', order.id, order.orderStatus === 'in_progress' || order.orderStatus === 'completed');
  const price = report.data?.balance.total ?? order.cost;
  const home = [farmer.street, farmer.city, farmer.province].filter((part) => part !== null && part !== '').join(', ');
  return (
    <dl className={styles.facts}>
      {withTime ? (
        <Fact name={words.when} icon={<IconClock aria-hidden />}>
          {format.longDate(order.date)}, {format.session(order.session)}
        </Fact>
      ) : null}
      <Fact name={words.farmer} icon={<IconUser aria-hidden />}>
        {farmer.fullName}
        {withTime && home !== '' ? <span className={styles.quiet}>{home}</span> : null}
      </Fact>
      <Fact name={words.crop} icon={<IconPlant aria-hidden />}>
        {crop[cropType.name] ?? cropType.name}
      </Fact>
      <Fact name={words.area} icon={<IconRulerMeasure aria-hidden />}>
        <OrderArea order={order} />
      </Fact>
      <Fact name={words.price} icon={paymentMethod === 'cash' ? <IconCash aria-hidden /> : <IconCreditCard aria-hidden />}>
        {format.money(price)}
        <PaymentNote order={{ ...order, cost: price }} />
      </Fact>
      <FieldFact id={order.id} />
      <Note id={order.id} />
    </dl>
  );
}

/** What the crew does about the payment. After an announced transfer it does not read that it should collect cash. */
function PaymentNote({ order }: { order: Order }) {
  const paymentWords = usePaymentWords();
  const transfer = useUncheckedTransfer(order);
  return transfer === undefined ? <span className={styles.quiet}>{paymentWords(order)}</span> : <AnnouncedTransfer order={order} />;
}

/** A transfer that the farmer has reported for an unpaid order, and the office has not checked. */
function useUncheckedTransfer({ id, paymentMethod, paymentStatus }: Order) {
  const transfer = useAnnouncedTransfer(id);
  return paymentMethod !== 'cash' || paymentStatus === 'paid' ? undefined : transfer;
}

/** The crew does not simply take cash. */
export function AnnouncedTransfer({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const transfer = useUncheckedTransfer(order);
  if (transfer === undefined) return null;
  return <strong className={styles.announced}>{words.transferAnnounced(format.money(transfer.amount))}</strong>;
}

/** Area by boundary, obstacles and notes of the field. */
function FieldFact({ id }: { id: number }) {
  const words = useWords(registryWords);
  const facts = useOrderFieldFacts(id);
  if (facts === undefined) return null;
  return (
    <Fact name={words.orderField} icon={<IconPolygon aria-hidden />}>
      <span className={styles.note}>{facts.join(' · ')}</span>
    </Fact>
  );
}

/** The note to the crew. */
function Note({ id }: { id: number }) {
  const words = useWords(fieldWords);
  const { data } = useQuery(noteQuery(id));
  if (data === undefined || data.note === null) return null;
  return (
    <Fact name={words.crewNote} icon={<IconNote aria-hidden />}>
      <span className={styles.note}>{data.note}</span>
    </Fact>
  );
}

/** Payment method, and what the crew has to do about it. */
export function usePaymentWords(): (order: Order) => string {
  const words = useWords(fieldWords);
  const format = useFormat();
  return ({ paymentMethod, paymentStatus, cost }) => {
    if (paymentMethod !== 'cash') return paymentStatus === 'paid' ? words.cardPaid : words.cardUnpaid;
    return paymentStatus === 'paid' ? words.cashPaid : words.collectCash(format.money(cost));
  };
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      {icon}
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { IconCash } from '../icons/cash.ts';
import { IconFileDownload } from '../icons/file-download.ts';
import { IconHistory } from '../icons/history.ts';
import { IconPhone } from '../icons/phone.ts';
import { OrderState } from '../orders/order-state.tsx';
import { telephoneLink } from '../ui/device-links.ts';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { stateWords } from '../ui/state-words.ts';
import { MailInvoice } from './mail-invoice.tsx';
import type { OrderPayment } from './payment-queries.ts';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';
import { ReturnCash } from './return-cash.tsx';

export type Opening = 'cash' | 'ledger';

interface PaymentRowProps {
  payment: OrderPayment;
  onOpen(what: Opening): void;
}

/** Payment status of one order with its actions. */
export function PaymentRow({ payment: { order, due, paid, refunded, refundDue }, onOpen }: PaymentRowProps) {
  const words = useWords(paymentsWords);
  const { method } = useWords(stateWords);
  const { language } = useLanguage();
  const format = useFormat();
  const { id, farmer, location, orderStatus, paymentMethod } = order;
  const hasInvoice = orderStatus !== 'cancelled';
  const sums = [
    { name: orderStatus === 'completed' ? words.owed : words.upcoming, amount: due },
    { name: words.paid, amount: paid },
    { name: words.refunded, amount: refunded },
    { name: words.refundDue, amount: refundDue },
  ];
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Link to={`/orders/${id}`} className={styles.link}>
          {farmer.fullName}
        </Link>
        <Text>
          {words.order(id)}, {format.slot(order)}
        </Text>
        <Text c="dimmed">{location}</Text>
        <div className={styles.facts}>
          <OrderState order={order} />
          <span>{method[paymentMethod]}</span>
          {farmer.phoneNumber === null ? null : (
            <Anchor
              href={telephoneLink(farmer.phoneNumber)}
              className={styles.call ?? ''}
              aria-label={`${words.call(farmer.fullName)}: ${formatPhone(farmer.phoneNumber)}`}
            >
              <IconPhone size={18} aria-hidden /> {formatPhone(farmer.phoneNumber)}
            </Anchor>
          )}
        </div>
      </div>
      <dl className={styles.sums}>
        {sums
          .filter(({ amount }) => amount > 0)
          .map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{format.money(amount)}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.actions}>
        {due > 0 && paymentMethod === 'cash' && hasInvoice ? (
          <Button variant="light" leftSection={<IconCash size={20} aria-hidden />} onClick={() => onOpen('cash')}>
            {words.takeCash}
          </Button>
        ) : null}
        {refundDue > 0 ? <ReturnCash order={order} due={refundDue} /> : null}
        <Button variant="default" leftSection={<IconHistory size={20} aria-hidden />} onClick={() => onOpen('ledger')}>
          {words.ledger}
        </Button>
        {hasInvoice && due > 0 ? <MailInvoice orderId={id} /> : null}
        {hasInvoice ? (
          <Button
            component="a"
            href={`/api/receptionist/order/${id}/invoice.pdf?language=${language}`}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconFileDownload size={20} aria-hidden />}
          >
            {words.print}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

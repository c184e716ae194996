import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { IconCreditCard } from '../../icons/credit-card.ts';
import { IconFileDownload } from '../../icons/file-download.ts';
import { BankTransfer } from '../../payments/bank-transfer.tsx';
import { ChangeMethod } from '../../payments/change-method.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage, useWords } from '../../ui/language.tsx';
import { PaymentBadge } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { farmerOrderWords } from '../farmer-order/farmer-order-words.ts';
import { type FarmerOrder, useNextStep } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import { canPayByCard, owes } from '../next-step.ts';
import { useOrderReport } from '../report/report-queries.ts';
import { Section } from '../section.tsx';
import styles from './order-money.module.css';

export function OrderMoney({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const { actions } = useWords(farmerWords);
  const { method } = useWords(stateWords);
  const { language } = useLanguage();
  const format = useFormat();
  const step = useNextStep(order);
  const { cardProvider } = useCompany();
  const balance = useOrderReport('farmer', order.id).data?.balance;
  const paper = order.paymentStatus === 'paid' ? 'receipt' : 'invoice';
  const isCancelled = order.orderStatus === 'cancelled';
  const refunds =
    balance === undefined
      ? []
      : [...(balance.refundedByHand > 0 ? [words.cashBackText] : []), ...(balance.refundedToCard ? [words.refundText] : [])];
  return (
    <Section title={words.money}>
      <div className={styles.sum}>
        <span className={styles.cost}>{format.money(balance?.total ?? order.cost)}</span>
        {isCancelled ? null : <PaymentBadge status={order.paymentStatus} />}
      </div>
      <Text>
        {words.method}: <strong>{method[order.paymentMethod]}</strong>
      </Text>
      {isCancelled ? refunds.map((text) => <Text key={text}>{text}</Text>) : null}
      {owes(order) && order.paymentMethod === 'cash' ? <Text c="dimmed">{words.cashText}</Text> : null}
      {owes(order) && order.paymentMethod === 'cash' ? <BankTransfer orderId={order.id} /> : null}
      <Group>
        {/* If payment is the next step, the panel above has the button. */}
        {canPayByCard(order, cardProvider !== null) && step?.action !== 'pay' ? (
          <Button component={Link} to="?pay" replace variant="light" leftSection={<IconCreditCard size={20} aria-hidden />}>
            {actions.pay}
          </Button>
        ) : null}
        <ChangeMethod order={order} />
        {isCancelled && order.paymentStatus !== 'paid' ? null : (
          <Button
            component="a"
            href={`/api/farmer/order/${order.id}/${paper}.pdf?language=${language}`}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconFileDownload size={20} aria-hidden />}
          >
            {words[paper]}
          </Button>
        )}
      </Group>
    </Section>
  );
}

import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import type { Shape } from '../api/client.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconFileDownload } from '../icons/file-download.ts';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useCardPayment } from './card-payment.ts';
import styles from './pay-card.module.css';
import { payCardWords } from './pay-card-words.ts';
import { SecondStep } from './second-step.tsx';
import { TestCardForm } from './test-card-form.tsx';

const StripeForm = lazy(async () => ({ default: (await import('./stripe-form.tsx')).StripeForm }));

interface PayCardProps {
  order: Pick<Shape<'FarmerOrder'>, 'id' | 'cost' | 'paymentStatus'>;
  close(): void;
}

/** Card payment with the form of the configured provider. */
export function PayCard({ order, close }: PayCardProps) {
  const words = useWords(payCardWords);
  const format = useFormat();
  const { stage, answered, retry } = useCardPayment(order.id, order.paymentStatus === 'paid');
  // The intent has the present price; afterwards the last one is shown.
  const last = useRef(order.cost);
  if ('intent' in stage) last.current = stage.intent.amount;
  const amount = format.money(last.current);
  switch (stage.at) {
    case 'opening':
      return <Waiting text={words.opening} />;
    case 'asking':
      return <Waiting text={words.paying} />;
    case 'broken':
      return <ErrorState error={stage.error} retry={retry} />;
    case 'processing':
      return (
        <Stack>
          <Alert color="sky">{words.processing}</Alert>
          <Button onClick={close}>{words.done}</Button>
        </Stack>
      );
    case 'paid':
      return <Paid orderId={order.id} amount={amount} close={close} />;
    case 'second_step':
      return (
        <SecondStep
          orderId={order.id}
          clientSecret={stage.intent.clientSecret}
          amount={amount}
          onAnswer={(status) => answered(stage.intent, status)}
        />
      );
    case 'card': {
      const { intent, declined } = stage;
      const form = { orderId: order.id, amount, onAnswer: (status: typeof intent.status) => answered(intent, status) };
      return (
        <Stack>
          <p className={styles.sum}>
            <span>{words.amount}</span>
            <strong>{amount}</strong>
          </p>
          {declined ? (
            <Alert color="clay" role="alert">
              {words.declined}
            </Alert>
          ) : null}
          {intent.provider === 'stripe' && intent.publishableKey ? (
            <Suspense fallback={<Waiting text={words.opening} />}>
              <StripeForm key={intent.id} clientSecret={intent.clientSecret} publishableKey={intent.publishableKey} {...form} />
            </Suspense>
          ) : (
            <TestCardForm key={intent.id} clientSecret={intent.clientSecret} {...form} />
          )}
        </Stack>
      );
    }
  }
}

function Waiting({ text }: { text: string }) {
  return (
    <div className={styles.waiting} role="status">
      <Loader />
      <Text>{text}</Text>
    </div>
  );
}

function Paid({ orderId, amount, close }: { orderId: number; amount: string; close(): void }) {
  const words = useWords(payCardWords);
  const { language } = useLanguage();
  return (
    <Stack align="center" ta="center" role="status">
      <IconCircleCheck size={56} stroke={1.5} className={styles.paid ?? ''} aria-hidden />
      <Text size="xl" fw={600}>
        {words.paidTitle}
      </Text>
      <Text>{words.paidText(amount)}</Text>
      <Button
        component="a"
        href={`/api/farmer/order/${orderId}/receipt.pdf?language=${language}`}
        target="_blank"
        rel="noopener"
        variant="default"
        fullWidth
        leftSection={<IconFileDownload size={20} aria-hidden />}
      >
        {words.receipt}
      </Button>
      <Button fullWidth onClick={close}>
        {words.done}
      </Button>
    </Stack>
  );
}

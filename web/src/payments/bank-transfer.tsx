import { Alert, Button, CopyButton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import styles from './transfer.module.css';
import { transferWords } from './transfer-words.ts';

const QrCode = lazyPart(() => import('../fieldwork/qr-code.tsx'), 'QrCode');

/** For an unpaid cash order: how to pay it by bank transfer. Renders nothing where transfers are not offered. */
export function BankTransfer({ orderId }: { orderId: number }) {
  const words = useWords(transferWords);
  const { data } = useQuery({
    queryKey: [...orderKey(orderId), 'bank-transfer'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}/bank-transfer', { params: { path: { id: orderId } }, signal })),
  });
  const reporting = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/farmer/order/{id}/bank-transfer/report', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    invalidates: [orderKey(orderId), ordersKey],
    successMessage: words.reportDone,
  });
  if (data === undefined || data.account === null) return null;
  const { account, report } = data;
  return (
    <section className={styles.panel}>
      <Title order={3} size="h4">
        {words.title}
      </Title>
      <Text>{words.text}</Text>
      <div className={styles.code}>
        <Suspense>
          <QrCode text={account.qrPayload} label={words.code} />
        </Suspense>
      </div>
      <Facts transfer={data} account={account} />
      <Text c="dimmed">{words.referenceHint}</Text>
      {report === 'reported' ? <Alert color="sky">{words.reported}</Alert> : null}
      {report === 'rejected' ? <Alert color="clay">{words.rejected}</Alert> : null}
      {report === 'reported' ? null : (
        <Button leftSection={<IconCheck size={20} aria-hidden />} loading={reporting.isPending} onClick={() => reporting.mutate()}>
          {words.report}
        </Button>
      )}
    </section>
  );
}

type Transfer = Shape<'BankTransfer'>;

function Facts({ transfer, account }: { transfer: Transfer; account: NonNullable<Transfer['account']> }) {
  const words = useWords(transferWords);
  const format = useFormat();
  const facts = [
    { name: words.bank, text: account.bankName, copied: undefined },
    { name: words.accountNumber, text: account.accountNumber, copied: account.accountNumber },
    { name: words.accountHolder, text: account.accountHolder, copied: undefined },
    { name: words.amount, text: format.money(transfer.amount), copied: String(transfer.amount) },
    { name: words.reference, text: transfer.reference, copied: transfer.reference },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, text, copied }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
          {/* On plain http origins the browser has no clipboard. */}
          {copied === undefined || !('clipboard' in navigator) ? null : (
            <dd className={styles.copy}>
              <CopyButton value={copied} timeout={4000}>
                {({ copied: isCopied, copy }) => (
                  <Button
                    variant="default"
                    leftSection={isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
                    aria-label={isCopied ? words.copied : words.copy(name)}
                    onClick={copy}
                  >
                    <span aria-live="polite">{isCopied ? words.copied : words.copyShort}</span>
                  </Button>
                )}
              </CopyButton>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

import { Alert, Button, Stack, Text, Title } from '@mantine/core';

import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { IconCloudOff } from '../icons/cloud-off.ts';
import { IconNumbers } from '../icons/numbers.ts';
import { IconQrcode } from '../icons/qrcode.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useProblemWords } from '../ui/problem-words.ts';
import { useQueuedSignOff } from './field-actions.ts';
import type { Order } from './jobs.ts';
import padStyles from './number-pad.module.css';
import { NumberPad, padKey } from './number-pad.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './sign-off.module.css';
import { useUnsent } from './unsent.ts';
import { fieldWords } from './words.ts';

/** Sign-off by the farmer: on the farmer's phone, or with the sign-off code on this one. */
export function SignOff({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const online = useIsOnline();
  const [byCode, setByCode] = useState(false);
  return (
    <div className={styles.center}>
      <Title order={2}>{words.signOffTitle}</Title>
      {online ? null : (
        <Alert color="gray" icon={<IconCloudOff aria-hidden />}>
          {words.signOffOffline}
        </Alert>
      )}
      {byCode ? (
        <SixDigits order={order} />
      ) : (
        <>
          <Text>{words.scanText}</Text>
          <QrCode text={`${location.origin}/orders/${order.id}?sign-off`} label={words.qrLabel} />
        </>
      )}
      <Button
        size="lg"
        variant="default"
        leftSection={byCode ? <IconQrcode size={24} aria-hidden /> : <IconNumbers size={24} aria-hidden />}
        onClick={() => setByCode(!byCode)}
      >
        {byCode ? words.useQr : words.useCode}
      </Button>
    </div>
  );
}

const boxes = [0, 1, 2, 3, 4, 5];

function SixDigits({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const explain = useProblemWords();
  const [code, setCode] = useState('');
  const signOff = useAction({
    act: (digits: string, idempotencyKey) =>
      read(
        api.POST('/api/sprayer/order/{id}/sign-off', {
          params: { path: { id: order.id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { code: digits },
        }),
      ),
    invalidates: [orderKey(order.id), ordersKey],
    showsOwnErrors: true,
  });
  const online = useIsOnline();
  const queue = useQueuedSignOff(order);
  const isQueued = useUnsent().some(({ orderId, code: digits }) => orderId === order.id && digits !== undefined);
  const press = (key: string) => {
    if (signOff.isPending || isQueued || key === '.') return;
    const next = key === 'back' ? code.slice(0, -1) : (code.length === 6 ? '' : code) + key;
    setCode(next);
    if (next.length === 6 && online) signOff.mutate(next);
    else if (next.length === 6) queue(next);
    else signOff.reset();
  };
  if (isQueued)
    return (
      <Alert color="gray" role="status" icon={<IconCloudOff aria-hidden />}>
        {words.codeKept}
      </Alert>
    );
  return (
    <Stack>
      <Text>{words.codeText}</Text>
      <div className={padStyles.codeField}>
        <div className={padStyles.code} aria-hidden>
          {boxes.map((n) => (
            <span key={n} data-next={n === code.length || undefined}>
              {code[n] ?? ''}
            </span>
          ))}
        </div>
        <input
          aria-label={words.code}
          inputMode="none"
          autoComplete="off"
          value={code}
          aria-invalid={signOff.isError}
          onChange={() => undefined}
          onKeyDown={(event) => {
            const key = padKey(event.key);
            if (key === undefined || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            press(key);
          }}
        />
      </div>
      {signOff.isError ? (
        <Alert color="clay" role="alert">
          {explain(signOff.error)}
        </Alert>
      ) : null}
      <NumberPad press={press} />
    </Stack>
  );
}

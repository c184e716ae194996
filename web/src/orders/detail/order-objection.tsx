import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { IconMessageReport } from '../../icons/message-report.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Segments } from '../../ui/segments.tsx';
import { uiWords } from '../../ui/words.ts';
import { useOrderReport } from '../report/report-queries.ts';
import { settleObjection, useObjections } from '../to-do/attention.ts';
import { type Order, useOfficeAction } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';
import { useOrderSteps } from './order-timeline.tsx';

type PriceChange = 'kept' | NonNullable<Shape<'ObjectionAnswer'>['priceChange']>['kind'];

/** An open objection is shown first: it blocks other steps until it is resolved. */
export function OrderObjection({ order: { id, orderStatus, cost }, tag }: { order: Order; tag: string | null }) {
  const words = useWords(officeOrderWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const { currencyDigits } = useCompany();
  const steps = useOrderSteps(id);
  const isReported = orderStatus === 'in_progress' || orderStatus === 'completed';
  const objected = isReported && (steps.data ?? []).some(({ action }) => action === 'object');
  const objections = useObjections(id, objected);
  const price = useOrderReport('receptionist', id).data?.balance.total ?? cost;
  const [answer, setAnswer] = useState('');
  const [kind, setKind] = useState<PriceChange>('kept');
  const [amount, setAmount] = useState<number | string>('');
  const [asked, setAsked] = useState(false);
  const settle = useOfficeAction({
    id,
    act: (input: Shape<'ObjectionAnswer'>, idempotencyKey) => settleObjection(id, input, tag, idempotencyKey),
    done: words.settled,
    onDone: () => {
      setAnswer('');
      setKind('kept');
      setAmount('');
      setAsked(false);
    },
  });
  const open = objected ? objections.data?.content.find(({ resolvedAt }) => resolvedAt === null) : undefined;
  if (open === undefined) return null;
  const missing = answer.trim() === '';
  const value = Number(amount);
  const isAmountWrong = kind !== 'kept' && (!(value > 0) || (kind === 'credit' && value > price));
  const send = () => {
    setAsked(true);
    if (missing || isAmountWrong) return;
    settle.mutate({ text: answer.trim(), ...(kind === 'kept' ? {} : { priceChange: { kind, amount: value } }) });
  };
  return (
    <Alert color="clay" icon={<IconMessageReport size={24} aria-hidden />} title={words.objection}>
      <Stack>
        <Text>“{open.text}”</Text>
        <Textarea
          label={words.answer}
          autosize
          minRows={2}
          maxLength={1000}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          error={asked && missing ? required : undefined}
        />
        <Segments
          aria-label={words.priceChange}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'kept', label: words.priceKept },
            { value: 'credit', label: words.credit },
            { value: 'surcharge', label: words.surcharge },
          ]}
        />
        {kind === 'kept' ? null : (
          <DecimalInput
            hasThousands
            label={kind === 'credit' ? words.creditAmount : words.surchargeAmount}
            description={kind === 'credit' ? words.creditHint(format.money(price)) : words.surchargeHint}
            min={0}
            decimalScale={currencyDigits}
            value={amount}
            onChange={setAmount}
            error={
              asked && isAmountWrong ? (value > price && kind === 'credit' ? words.creditHint(format.money(price)) : required) : undefined
            }
          />
        )}
        <Button loading={settle.isPending} onClick={send}>
          {words.settle}
        </Button>
      </Stack>
    </Alert>
  );
}

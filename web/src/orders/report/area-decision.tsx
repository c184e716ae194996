import { Alert, Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import type { Slot } from '../../catalog/week-table.tsx';
import { IconRulerMeasure } from '../../icons/ruler-measure.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Loading } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { type Order, useOfficeAction } from '../detail/office-order-data.ts';
import { useOrderAreaText } from '../order-area.tsx';
import { type OrderReport, useOrderReport } from './report-queries.ts';
import { reportWords } from './report-words.ts';

const WeekTable = lazy(async () => ({ default: (await import('../../catalog/week-table.tsx')).WeekTable }));

type Decision = 'bill' | 'rebook' | 'keep';
const minRest = 1;

/** The area sprayed differs from the area ordered: the office decides about the price. */
export function AreaDecision({ order, tag }: { order: Order; tag: string | null }) {
  const { data } = useOrderReport('receptionist', order.id);
  if (data?.undecided !== true || data.report === null || data.costSprayed === null) return null;
  return <Decide key={order.id} order={order} tag={tag} data={data} areaSprayed={data.report.areaSprayed} costSprayed={data.costSprayed} />;
}

interface DecideProps {
  order: Order;
  tag: string | null;
  data: OrderReport;
  areaSprayed: number;
  costSprayed: number;
}

function Decide({ order, tag, data, areaSprayed, costSprayed }: DecideProps) {
  const { id } = order;
  const words = useWords(reportWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const [decision, setDecision] = useState<Decision>('bill');
  const [reason, setReason] = useState('');
  const [slot, setSlot] = useState<Slot>();
  const [asked, setAsked] = useState(false);
  const decide = useOfficeAction({
    id,
    act: (_, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/report/decision', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
          body: {
            decision,
            ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
            ...(decision === 'rebook' && slot !== undefined ? { date: slot.date, session: { id: slot.session.id } } : {}),
          },
        }),
      ),
    done: words.saved,
  });
  const areaText = useOrderAreaText(id);
  const { areaOrdered, balance } = data;
  const rest = Math.round((areaOrdered - areaSprayed) * 10_000) / 10_000;
  const isReasonMissing = decision === 'keep' && reason.trim() === '';
  const isTimeMissing = decision === 'rebook' && slot === undefined;
  const title = (areaSprayed < areaOrdered ? words.decideTitle : words.decideMoreTitle)(areaText(areaSprayed), areaText(areaOrdered));
  return (
    <Alert color="clay" icon={<IconRulerMeasure size={24} aria-hidden />} title={title}>
      <Stack>
        <Text>{words.decideText(format.money(costSprayed), format.money(balance.cost))}</Text>
        <Radio.Group label={words.decision} value={decision} onChange={(value) => setDecision(value as Decision)}>
          <Stack gap="xs" mt="xs">
            <Radio value="bill" label={words.bill(format.money(costSprayed))} />
            {rest >= minRest ? <Radio value="rebook" label={words.rebook(areaText(rest))} description={words.rebookText} /> : null}
            <Radio value="keep" label={words.keep(format.money(balance.cost))} />
          </Stack>
        </Radio.Group>
        {decision === 'rebook' ? (
          <Suspense fallback={<Loading lines={3} />}>
            <Text fw={600}>{words.time}</Text>
            <WeekTable chosen={slot} onChoose={setSlot} place={order} />
            {asked && isTimeMissing ? (
              <Text role="alert" c="var(--clay-text)">
                {words.timeMissing}
              </Text>
            ) : null}
          </Suspense>
        ) : null}
        <TextInput
          label={decision === 'keep' ? words.reason : words.reasonOptional}
          description={words.reasonHint}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={asked && isReasonMissing ? required : undefined}
        />
        <Button
          loading={decide.isPending}
          onClick={() => {
            setAsked(true);
            if (!isReasonMissing && !isTimeMissing) decide.mutate();
          }}
        >
          {words.save}
        </Button>
      </Stack>
    </Alert>
  );
}

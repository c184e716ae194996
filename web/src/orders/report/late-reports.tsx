import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import { IconCloudQuestion } from '../../icons/cloud-question.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { uiWords } from '../../ui/words.ts';
import { type Order, useOfficeAction } from '../detail/office-order-data.ts';
import { useOrderAreaText } from '../order-area.tsx';
import styles from './report.module.css';
import { useOrderReport } from './report-queries.ts';
import { reportWords } from './report-words.ts';

/** Late reports: the office accepts one as the report of the order, or sets it aside. */
export function LateReports({ order, tag }: { order: Order; tag: string | null }) {
  const { id } = order;
  const { data } = useQuery({
    queryKey: [...orderKey(id), 'late-reports'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/late-report', { params: { path: { id } }, signal })),
  });
  return (data?.content ?? [])
    .filter(({ decision }) => decision === null)
    .map((report) => <Late key={report.id} order={order} tag={tag} report={report} />);
}

type Decision = 'accepted' | 'set_aside';
type HeldCash = 'record' | 'drop';

function Late({ order: { id, orderStatus }, tag, report }: { order: Order; tag: string | null; report: Shape<'LateReport'> }) {
  const words = useWords(reportWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const areaText = useOrderAreaText(id);
  const [heldCash, setHeldCash] = useState<HeldCash>();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const decide = useOfficeAction<Decision>({
    id,
    act: (decision, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/late-report/{reportId}/decision', {
          params: { path: { id, reportId: report.id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
          body: {
            decision,
            ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
            ...(heldCash === undefined ? {} : { heldCash }),
          },
        }),
      ),
    done: words.saved,
  });
  const { data: job } = useOrderReport('receptionist', id);
  const isReported = job !== undefined && job.report !== null;
  const canAccept = !isReported && (orderStatus === 'confirmed' || orderStatus === 'assigned' || orderStatus === 'in_progress');
  const isReasonMissing = reason.trim() === '';
  const { earlierReport: earlier } = report;
  const isCashOpen = report.cash === 'held' && heldCash === undefined;
  const choose = (decision: Decision) => {
    setAsked(true);
    if (!isCashOpen && (decision === 'accepted' || !isReasonMissing)) decide.mutate(decision);
  };
  return (
    <Alert
      color="clay"
      icon={<IconCloudQuestion size={24} aria-hidden />}
      title={(earlier === null ? words.lateTitle : words.secondTitle)(report.sprayer.fullName)}
    >
      <Stack>
        <Text>
          {earlier === null
            ? words.lateText
            : words.secondText(
                earlier.by,
                format.moment(earlier.receivedAt),
                [
                  areaText(earlier.areaSprayed),
                  ...(earlier.cashReceived === null ? [] : [words.cashOf(format.money(earlier.cashReceived))]),
                ].join(', '),
              )}
        </Text>
        <dl className={styles.facts}>
          <dt>{words.sprayed}</dt>
          <dd>
            <strong>{areaText(report.areaSprayed)}</strong>
          </dd>
          {report.note === null ? null : (
            <>
              <dt>{words.note}</dt>
              <dd>{report.note}</dd>
            </>
          )}
          {report.finishedAt === null ? null : (
            <>
              <dt>{words.times}</dt>
              <dd>
                {report.startedAt === null
                  ? words.until(format.moment(report.finishedAt))
                  : words.fromTo(format.moment(report.startedAt), format.moment(report.finishedAt))}
              </dd>
            </>
          )}
          {report.cashReceived === null ? null : (
            <>
              <dt>{words.cash}</dt>
              <dd>
                {format.money(report.cashReceived)}
                {report.cash === 'held' ? <span className={styles.quiet}> · {words.heldApart}</span> : null}
              </dd>
            </>
          )}
        </dl>
        {report.cash === 'held' ? (
          <Radio.Group
            label={words.heldCash}
            value={heldCash ?? null}
            onChange={(value) => setHeldCash(value as HeldCash)}
            error={asked && isCashOpen ? required : undefined}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="drop" label={words.heldDrop} />
              <Radio value="record" label={words.heldRecord(report.sprayer.fullName)} />
            </Stack>
          </Radio.Group>
        ) : null}
        <TextInput
          label={words.lateReason}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={asked && isReasonMissing ? required : undefined}
        />
        <Group gap="xs">
          {canAccept ? (
            <Button loading={decide.isPending} onClick={() => choose('accepted')}>
              {words.lateAccept}
            </Button>
          ) : null}
          <Button variant="default" loading={decide.isPending} onClick={() => choose('set_aside')}>
            {words.lateSetAside}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

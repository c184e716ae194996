import { Alert, Button, Group, MultiSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../../api/all-pages.ts';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { ordersKey } from '../../api/live.ts';
import { mondayOf } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { uiWords } from '../../ui/words.ts';
import { useSprayersWeek } from '../detail/crew-by-hand.tsx';
import type { Order } from '../detail/office-order-data.ts';
import { officeOrderWords } from '../detail/office-order-words.ts';
import { BlockedList } from './blocked-list.tsx';
import { type BlockedOrder, type BulkKind, useBulkAction } from './bulk-action.ts';
import { bulkWords } from './bulk-words.ts';

interface BulkFormProps {
  kind: BulkKind;
  orders: readonly Order[];
  close(): void;
  onDone(): void;
}

/** Form with the details of one bulk action. */
export function BulkForm({ kind, orders, close, onDone }: BulkFormProps) {
  const words = useWords(bulkWords);
  const { required } = useWords(uiWords);
  const { reasons, farmersReason } = useWords(officeOrderWords);
  const { today } = useCompany();
  const [reason, setReason] = useState('');
  const [date, setDate] = useState(today);
  const [session, setSession] = useState<string | null>(null);
  const [sprayers, setSprayers] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const [blocked, setBlocked] = useState<BlockedOrder[]>([]);
  const action = useBulkAction(onDone, setBlocked);
  const missing = (isMissing: boolean) => (isChecked && isMissing ? required : undefined);
  const isComplete =
    reason.trim() !== '' && (kind !== 'move' || (date !== '' && session !== null)) && (kind !== 'assign' || sprayers.length > 0);
  const send = (chosen: readonly Order[]) => {
    setChecked(true);
    if (!isComplete) return;
    action.mutate({
      action: kind,
      orders: chosen,
      reason: reason.trim(),
      ...(kind === 'move' ? { date, session: { id: Number(session) } } : {}),
      ...(kind === 'assign' ? { sprayerIds: sprayers.map(Number) } : {}),
    });
  };
  return (
    <Stack>
      {kind === 'move' ? (
        <>
          <TextInput
            type="date"
            label={words.date}
            value={date}
            min={today}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
            error={missing(date === '')}
          />
          <SessionSelect date={date} value={session} onChange={setSession} error={missing(session === null)} />
          <Text c="dimmed">{words.crewMayChange}</Text>
        </>
      ) : null}
      {kind === 'assign' ? (
        <SprayerSelect orders={orders} value={sprayers} onChange={setSprayers} error={missing(sprayers.length === 0)} />
      ) : null}
      {kind === 'cancel' ? <Text c="dimmed">{words.refundLater}</Text> : null}
      <Textarea
        label={kind === 'message' ? words.messageLabel : words.reason}
        description={kind === 'message' ? undefined : words.reasonHint}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={missing(reason.trim() === '')}
      />
      {kind === 'message' ? null : (
        <Group gap="xs">
          {(kind === 'cancel' ? [farmersReason, ...reasons] : reasons).map((text) => (
            <Button key={text} variant="default" onClick={() => setReason(text)}>
              {text}
            </Button>
          ))}
        </Group>
      )}
      {blocked.length === 0 ? null : (
        <Alert color="clay" role="alert" title={words.blockedTitle(blocked.length, orders.length)}>
          <BlockedList blocked={blocked} orders={orders} busy={action.isPending} onLeaveOut={send} />
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        <Button color={kind === 'cancel' ? 'clay' : 'leaf'} loading={action.isPending} onClick={() => send(orders)}>
          {words.submit[kind]}
        </Button>
      </Group>
    </Stack>
  );
}

interface ChoiceProps<Value> {
  value: Value;
  onChange(value: Value): void;
  error: string | undefined;
}

function SessionSelect({ date, value, onChange, error }: ChoiceProps<string | null> & { date: string }) {
  const words = useWords(bulkWords);
  const format = useFormat();
  const places = useQuery({
    queryKey: [...ordersKey, 'places', date],
    enabled: date !== '',
    queryFn: ({ signal }) =>
      allPages((pageable) => read(api.GET('/api/common/availability', { params: { query: { from: date, to: date, pageable } }, signal }))),
  });
  return (
    <Select
      label={words.session}
      data={(places.data ?? []).map(({ session, free }) => ({
        value: String(session.id),
        label: words.sessionFree(format.session(session), free),
      }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

function SprayerSelect({ orders, value, onChange, error }: ChoiceProps<string[]> & { orders: readonly Order[] }) {
  const words = useWords(bulkWords);
  const states = useWords(stateWords);
  const { today } = useCompany();
  const week = useSprayersWeek(mondayOf(orders[0]?.date ?? today));
  return (
    <MultiSelect
      label={words.sprayers}
      placeholder={value.length === 0 ? words.sprayersHint : ''}
      searchable
      maxValues={2}
      value={value}
      onChange={onChange}
      error={error}
      data={(week.data ?? []).map(({ sprayer }) => ({
        value: String(sprayer.id),
        label: `${sprayer.fullName} · ${states.expertise[sprayer.expertise ?? 'apprentice']}`,
      }))}
    />
  );
}

import { Button, Group, MultiSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Shape } from '../api/client.ts';
import { api, read } from '../api/client.ts';
import type { Order } from '../orders/detail/office-order-data.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Segments } from '../ui/segments.tsx';
import { tallSwitch } from '../ui/tall-switch.ts';
import { uiWords } from '../ui/words.ts';
import { stoppedCountQuery } from '../weather/stopped-count.ts';
import { rebookingKey } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

interface StartRebookingProps {
  date: string;
  sessions: readonly Shape<'Session'>[];
  /** Selected orders; empty: none are selected. */
  orders: readonly Order[];
  /** Begins with the orders in STOP weather. */
  isForStop: boolean;
  close(): void;
}

type Scope = 'selected' | 'day' | 'stop';

/** Asks which orders are to be moved and why, then opens the proposal. */
export function StartRebooking({ date: shownDate, sessions, orders, isForStop, close }: StartRebookingProps) {
  const words = useWords(rebookingWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const navigate = useNavigate();
  const [scope, setScope] = useState<Scope>(isForStop ? 'stop' : orders.length > 0 ? 'selected' : 'day');
  const [date, setDate] = useState(shownDate);
  const [allDays, setAllDays] = useState(false);
  const stopDate = allDays ? undefined : date;
  const { data: stopped } = useQuery({ ...stoppedCountQuery(stopDate), enabled: scope === 'stop' && stopDate !== '' });
  const [sessionIds, setSessionIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const propose = useAction({
    act: (body: Shape<'NewRebooking'>, idempotencyKey) =>
      read(api.POST('/api/receptionist/rebooking', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [rebookingKey],
    onSuccess({ id }) {
      close();
      void navigate(`/rebooking/${id}`);
    },
  });
  const send = () => {
    setChecked(true);
    if (reason.trim() === '' || (scope !== 'selected' && date === '')) return;
    propose.mutate({
      reason: reason.trim(),
      ...(scope === 'selected' ? { orderIds: orders.map(({ id }) => id) } : {}),
      ...(scope === 'day' ? { date, ...(sessionIds.length === 0 ? {} : { sessionIds: sessionIds.map(Number) }) } : {}),
      ...(scope === 'stop' ? { allWithStop: true, ...(stopDate === undefined ? {} : { date: stopDate }) } : {}),
    });
  };
  return (
    <Stack>
      <Segments
        aria-label={words.scope}
        value={scope}
        onChange={(value) => setScope(value as Scope)}
        data={[
          ...(orders.length === 0 ? [] : [{ value: 'selected', label: words.selected(orders.length) }]),
          { value: 'day', label: words.day },
          { value: 'stop', label: words.stop },
        ]}
      />
      {scope === 'day' ? (
        <>
          <TextInput
            type="date"
            label={words.date}
            value={date}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
            error={isChecked && date === '' ? required : undefined}
          />
          <MultiSelect
            label={words.sessions}
            placeholder={sessionIds.length === 0 ? words.allSessions : ''}
            data={sessions.map((session) => ({ value: String(session.id), label: format.session(session) }))}
            value={sessionIds}
            onChange={setSessionIds}
          />
        </>
      ) : null}
      {scope === 'stop' ? (
        <>
          <TextInput
            type="date"
            label={words.date}
            value={date}
            disabled={allDays}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
            error={isChecked && date === '' ? required : undefined}
          />
          <Switch
            size="md"
            styles={tallSwitch}
            label={words.allDays}
            checked={allDays}
            onChange={({ currentTarget }) => setAllDays(currentTarget.checked)}
          />
          <Text role="status" fw={600}>
            {stopped === undefined ? ' ' : words.stoppedCount(stopped)}
          </Text>
        </>
      ) : null}
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isChecked && reason.trim() === '' ? required : undefined}
      />
      <Group gap="xs">
        {words.commonReasons.map((text) => (
          <Button key={text} variant="default" onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </Group>
      <Group justify="flex-end">
        <Button component={Link} to="/rebooking" variant="subtle" onClick={close}>
          {words.earlier}
        </Button>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button loading={propose.isPending} onClick={send}>
          {words.propose}
        </Button>
      </Group>
    </Stack>
  );
}

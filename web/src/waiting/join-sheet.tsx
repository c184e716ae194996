import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { ordersKey } from '../api/live.ts';
import type { Slot } from '../catalog/availability.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { waitingWords } from './waiting-words.ts';

type Order = Pick<Shape<'NewOrder'>, 'location' | 'latitude' | 'longitude' | 'cropType' | 'area' | 'paymentMethod'>;

interface JoinSheetProps {
  /** The full time that was tapped; undefined: closed. */
  slot: Slot | undefined;
  /** What to spray; undefined: not yet complete. */
  order: Order | undefined;
  /** For a caller. */
  farmer?: Shape<'CallerOrder'>['farmer'] | undefined;
  close(): void;
  onJoined(): void;
}

/** Joins the waiting list for a full time, and others that suit as well. */
export function JoinSheet(props: JoinSheetProps) {
  const words = useWords(waitingWords);
  const { slot, close } = props;
  return (
    <Sheet opened={slot !== undefined} close={close} title={words.joinTitle}>
      {slot === undefined ? null : <JoinForm {...props} slot={slot} />}
    </Sheet>
  );
}

function JoinForm({ slot, order, farmer, onJoined }: JoinSheetProps & { slot: Slot }) {
  const words = useWords(waitingWords);
  const format = useFormat();
  const explain = useProblemWords();
  const { today } = useCompany();
  const [from, setFrom] = useState(slot.date);
  const [to, setTo] = useState(slot.date);
  const [sessionIds, setSessionIds] = useState([String(slot.session.id)]);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read(api.GET('/api/common/session', { params: { query: { pageable: { page: 0, size: 100 } } }, signal })),
  });
  const join = useAction({
    act: (wish: Shape<'NewWaitingEntry'>, idempotencyKey) => {
      const header = { 'Idempotency-Key': idempotencyKey };
      if (farmer === undefined) return read(api.POST('/api/farmer/waiting-entry', { params: { header }, body: wish }));
      const { phoneNumber, fullName } = farmer;
      const caller = { phoneNumber, ...(fullName === undefined ? {} : { fullName }) };
      return read(api.POST('/api/receptionist/waiting-entry', { params: { header }, body: { ...wish, farmer: caller } }));
    },
    invalidates: [ordersKey],
    successMessage: farmer === undefined ? words.joined : words.joinedForCaller,
    onSuccess: onJoined,
    showsOwnErrors: true,
  });
  const send = () => {
    if (order === undefined || sessionIds.length === 0) return;
    const { location, latitude, longitude, cropType, area, paymentMethod } = order;
    join.mutate({ location, latitude, longitude, cropType, area, paymentMethod, from, to, sessionIds: sessionIds.map(Number) });
  };
  return (
    <Stack>
      <Text>{words.joinText}</Text>
      <Group grow align="flex-start">
        <TextInput
          label={words.from}
          type="date"
          min={today}
          value={from}
          onChange={({ currentTarget }) => {
            setFrom(currentTarget.value);
            if (to < currentTarget.value) setTo(currentTarget.value);
          }}
        />
        <TextInput label={words.to} type="date" min={from} value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)} />
      </Group>
      <Checkbox.Group
        label={words.times}
        value={sessionIds}
        onChange={setSessionIds}
        error={sessionIds.length === 0 ? words.chooseTime : undefined}
      >
        <Group gap="xs" mt={4}>
          {sessions.data?.content.map((session) => (
            <Checkbox
              key={session.id}
              value={String(session.id)}
              label={format.session(session)}
              size="md"
              styles={{ body: { minHeight: 44, alignItems: 'center' } }}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {order === undefined ? <Text c="dimmed">{words.lacking}</Text> : null}
      {join.error === null ? null : (
        <Alert color="clay" role="alert">
          {explain(join.error)}
        </Alert>
      )}
      <Button
        size="lg"
        loading={join.isPending}
        disabled={order === undefined || sessionIds.length === 0 || from === '' || to === ''}
        onClick={send}
      >
        {words.join}
      </Button>
    </Stack>
  );
}

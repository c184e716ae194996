import { Button, Group, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { daysText } from '../catalog/days-text.ts';
import { IconCheck } from '../icons/check.ts';
import { IconX } from '../icons/x.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { uiWords } from '../ui/words.ts';
import type { Absence } from './absence-queries.ts';
import { AbsenceRow } from './absence-row.tsx';
import { absenceWords } from './absence-words.ts';

/** Absences that sprayers ask for, to approve or refuse. */
export function AbsenceRequests({ requests }: { requests: readonly Absence[] }) {
  const words = useWords(absenceWords);
  if (requests.length === 0) return null;
  return (
    <section aria-label={words.requests}>
      <Title order={2} size="h3" mb={8}>
        {words.requests}
      </Title>
      <ul className={styles.list}>
        {requests.map((absence) => (
          <Request key={absence.id} absence={absence} />
        ))}
      </ul>
    </section>
  );
}

function Request({ absence }: { absence: Absence }) {
  const words = useWords(absenceWords);
  const format = useFormat();
  const [refusing, setRefusing] = useState(false);
  const { id, sprayer, openJobs } = absence;
  const what = `${sprayer.fullName}, ${daysText(format, absence)}`;
  const approve = useAction({
    act: (_: number, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/absence/{id}/approve', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: {},
        }),
      ),
    invalidates: [ordersKey],
    successMessage: (approved) => words.approved(approved.openJobs),
  });
  return (
    <AbsenceRow absence={absence} name={sprayer.fullName}>
      {openJobs === 0 ? null : <span className={styles.note}>{words.jobsThen(openJobs)}</span>}
      <Group gap="xs" mt={4}>
        <Button
          variant="light"
          leftSection={<IconCheck size={20} aria-hidden />}
          loading={approve.isPending}
          aria-label={`${words.approve}: ${what}`}
          onClick={() => approve.mutate(id)}
        >
          {words.approve}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={20} aria-hidden />}
          aria-label={`${words.refuse}: ${what}`}
          onClick={() => setRefusing(true)}
        >
          {words.refuse}
        </Button>
      </Group>
      <Sheet opened={refusing} close={() => setRefusing(false)} title={words.refuseTitle(what)}>
        {refusing ? <Refusal id={id} close={() => setRefusing(false)} /> : null}
      </Sheet>
    </AbsenceRow>
  );
}

function Refusal({ id, close }: { id: number; close(): void }) {
  const words = useWords(absenceWords);
  const { optional } = useWords(uiWords);
  const [note, setNote] = useState('');
  const refuse = useAction({
    act: (text: string, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/absence/{id}/refuse', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: text.trim() === '' ? {} : { note: text },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: words.refused,
    onSuccess: close,
  });
  return (
    <Stack>
      <Textarea
        label={`${words.refusalNote} (${optional})`}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button loading={refuse.isPending} onClick={() => refuse.mutate(note)}>
        {words.refuse}
      </Button>
    </Stack>
  );
}

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import type { Slot } from '../catalog/availability.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Loading, QueryBoundary } from '../ui/states.tsx';
import styles from './waiting.module.css';
import { type OfficeEntry, waitingStepsQuery } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

const WeekTable = lazyPart(() => import('../catalog/week-table.tsx'), 'WeekTable');

/** Answers of the farmer on the phone. */
export function OfferActions({ offer: { id }, name }: { offer: NonNullable<OfficeEntry['offer']>; name: string }) {
  const words = useWords(waitingWords);
  const accept = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/waiting-offer/{id}/accept', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: words.bookedFor,
  });
  const decline = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/waiting-offer/{id}/decline', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: words.declinedFor,
  });
  return (
    <>
      <Button loading={accept.isPending} aria-label={`${words.acceptFor}: ${name}`} onClick={() => accept.mutate(undefined)}>
        {words.acceptFor}
      </Button>
      <Button
        variant="default"
        loading={decline.isPending}
        aria-label={`${words.declineFor}: ${name}`}
        onClick={() => decline.mutate(undefined)}
      >
        {words.declineFor}
      </Button>
    </>
  );
}

/** Offers any free time to an entry. */
export function OfferByHand({ entry: { id, farmer, from, latitude, longitude } }: { entry: OfficeEntry }) {
  const words = useWords(waitingWords);
  const [opened, setOpened] = useState(false);
  const offer = useAction({
    act: ({ date, session }: Slot, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/waiting-entry/{id}/offer', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { date, session: { id: session.id } },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: words.offered,
    onSuccess: () => setOpened(false),
  });
  return (
    <>
      <Button variant="default" aria-label={words.offerName(farmer.fullName)} onClick={() => setOpened(true)}>
        {words.offer}
      </Button>
      <Sheet opened={opened} close={() => setOpened(false)} title={words.offerName(farmer.fullName)} wide>
        <Stack>
          <Text>{words.offerText}</Text>
          <Suspense fallback={<Loading />}>
            <WeekTable startAt={from} place={{ latitude, longitude }} advises onChoose={(slot) => offer.mutate(slot)} />
          </Suspense>
        </Stack>
      </Sheet>
    </>
  );
}

export function RemoveEntry({ entry: { id, farmer } }: { entry: OfficeEntry }) {
  const words = useWords(waitingWords);
  const [reason, setReason] = useState('');
  const remove = useAction({
    act: (text: string, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/waiting-entry/{id}/remove', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { reason: text },
        }),
      ),
    invalidates: [ordersKey],
    successMessage: words.removed,
  });
  return (
    <Confirm
      title={words.removeTitle}
      text={words.removeText(farmer.fullName)}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={(close) => {
        if (reason.trim() !== '') remove.mutate(reason.trim(), { onSuccess: close });
      }}
      trigger={(open) => (
        <Button variant="default" aria-label={words.removeName(farmer.fullName)} onClick={open}>
          {words.remove}
        </Button>
      )}
    >
      <TextInput
        label={words.reason}
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Confirm>
  );
}

/** Offers, answers, and why the entry was passed over. */
export function EntryHistory({ entry: { id, farmer } }: { entry: OfficeEntry }) {
  const words = useWords(waitingWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" aria-label={words.historyName(farmer.fullName)} onClick={() => setOpened(true)}>
        {words.history}
      </Button>
      <Sheet opened={opened} close={() => setOpened(false)} title={words.historyName(farmer.fullName)}>
        {opened ? <Steps id={id} /> : null}
      </Sheet>
    </>
  );
}

function Steps({ id }: { id: number }) {
  const words = useWords(waitingWords);
  const format = useFormat();
  return (
    <QueryBoundary query={useQuery(waitingStepsQuery(id))}>
      {({ content }) => (
        <ul className={styles.list}>
          {content.map((step) => (
            <li key={step.id} className={styles.text}>
              <strong>
                {words.steps[step.action]}
                {step.reason === null ? '' : `: ${words.reasons[step.reason] ?? step.reason}`}
              </strong>
              {step.date === null || step.session === null ? null : <span>{format.slot({ date: step.date, session: step.session })}</span>}
              <span className={styles.quiet}>
                {format.moment(step.timestamp)} · {step.by ?? words.service}
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  );
}

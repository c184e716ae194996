import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { orderKey, ordersKey } from '../../api/live.ts';
import { PhotoPicker } from '../../feedback/photo-picker.tsx';
import { usePhotos } from '../../feedback/photos.ts';
import { sendObjectionPhoto } from '../../feedback/send-order-photo.ts';
import { IconAlertTriangle } from '../../icons/alert-triangle.ts';
import { IconCheck } from '../../icons/check.ts';
import { useAction } from '../../ui/action.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { daysBetween } from '../../ui/dates.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { uiWords } from '../../ui/words.ts';
import { type FarmerOrder, useTimeline, useWork } from '../farmer-queries.ts';
import { OfficeCall } from '../office-call.tsx';
import { Section } from '../section.tsx';
import { threadWords } from '../thread/thread-words.ts';
import { farmerOrderWords } from './farmer-order-words.ts';
import styles from './sign-off.module.css';

/** For completed work, so many days after the completion as the company has set; what was said stays. */
export function CompletedObjection({ order }: { order: FarmerOrder }) {
  const { today, objectionDays } = useCompany();
  const work = useWork(order);
  const { orderStatus, completionDate } = order;
  if (orderStatus !== 'completed' || work === undefined) return null;
  const mayObject = completionDate !== null && daysBetween(completionDate, today) <= objectionDays;
  return <Objection order={order} objected={work.objected} mayObject={mayObject} />;
}

/** Objections to the work, and a form to raise one. */
export function Objection({ order, objected, mayObject = true }: { order: FarmerOrder; objected: boolean; mayObject?: boolean }) {
  const words = useWords(farmerOrderWords);
  const [opened, { open, close }] = useDisclosure();
  const steps = useTimeline(order.id).data?.content;
  if (steps === undefined) return null;
  const statements = steps.filter(({ action, reason }) => (action === 'object' || action === 'resolve') && reason !== null);
  const hasHistory = statements.length > 0 || objected;
  // The sheet stays mounted after the objection is created, so that the upload of its photos continues.
  return (
    <>
      {hasHistory ? (
        <Section title={words.wrong}>
          {statements.map(({ id, action, reason }) => (
            <div key={id}>
              <Text size="sm" c="dimmed">
                {action === 'object' ? words.youSaid : words.officeSaid}
              </Text>
              <Text className={styles.said}>{reason}</Text>
            </div>
          ))}
          {objected ? (
            <Group>
              <OfficeCall fallback={order.receptionist?.phoneNumber ?? null} />
              {order.orderStatus === 'completed' ? <Withdraw orderId={order.id} /> : null}
            </Group>
          ) : mayObject ? (
            <WrongButton open={open} />
          ) : null}
        </Section>
      ) : mayObject ? (
        <WrongButton open={open} />
      ) : null}
      <Sheet opened={opened} close={close} title={words.wrongTitle}>
        <ObjectionForm
          orderId={order.id}
          text={order.orderStatus === 'completed' ? words.wrongTextCompleted : words.wrongText}
          close={close}
        />
      </Sheet>
    </>
  );
}

/** The farmer ends the objection: nothing is left for the office to answer. */
function Withdraw({ orderId }: { orderId: number }) {
  const words = useWords(farmerOrderWords);
  const withdraw = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/farmer/order/{id}/objection/withdraw', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    invalidates: [orderKey(orderId), ordersKey],
    successMessage: words.settledDone,
  });
  return (
    <Confirm
      title={words.settledTitle}
      text={words.settledText}
      action={words.settled}
      danger={false}
      busy={withdraw.isPending}
      onConfirm={(close) => withdraw.mutate(undefined, { onSuccess: close })}
      trigger={(open) => (
        <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} onClick={open}>
          {words.settled}
        </Button>
      )}
    />
  );
}

function WrongButton({ open }: { open(): void }) {
  const words = useWords(farmerOrderWords);
  return (
    <Button variant="default" className={styles.wrong ?? ''} leftSection={<IconAlertTriangle size={20} aria-hidden />} onClick={open}>
      {words.wrong}
    </Button>
  );
}

function ObjectionForm({ orderId, text, close }: { orderId: number; text: string; close(): void }) {
  const words = useWords(farmerOrderWords);
  const { required } = useWords(uiWords);
  const { objectionPhotosAgain } = useWords(threadWords);
  const explain = useProblemWords();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? required : null) },
  });
  const photos = usePhotos(orderId, sendObjectionPhoto);
  const [isSent, setSent] = useState(false);
  const queries = useQueryClient();
  const sendPhotos = async () => {
    if (!(await photos.send())) return;
    void queries.invalidateQueries({ queryKey: orderKey(orderId) });
    close();
  };
  const send = useAction({
    act: ({ text }: { text: string }, idempotencyKey) =>
      read(
        api.POST('/api/farmer/order/{id}/objection', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { text: text.trim() },
        }),
      ),
    invalidates: [orderKey(orderId), ordersKey],
    successMessage: words.wrongSent,
    onSuccess: () => {
      setSent(true);
      void sendPhotos();
    },
    showsOwnErrors: true,
  });
  return (
    <form onSubmit={form.onSubmit((values) => (isSent ? void sendPhotos() : send.mutate(values)))} noValidate>
      <Stack>
        <Text>{text}</Text>
        {send.isError ? (
          <Alert color="clay" role="alert">
            {explain(send.error)}
          </Alert>
        ) : null}
        <Textarea
          label={words.wrongField}
          placeholder={words.wrongHint}
          autosize
          minRows={3}
          maxLength={1000}
          data-autofocus
          key={form.key('text')}
          {...form.getInputProps('text')}
        />
        <PhotoPicker photos={photos} busy={send.isPending} />
        <Button type="submit" loading={send.isPending || photos.photos.some(({ state }) => state === 'sending')}>
          {isSent ? objectionPhotosAgain : words.wrongSend}
        </Button>
      </Stack>
    </form>
  );
}

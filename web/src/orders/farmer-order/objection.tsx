import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { PhotoPicker } from '../../feedback/photo-picker.tsx';
import { usePhotos } from '../../feedback/photos.ts';
import { sendObjectionPhoto } from '../../feedback/send-order-photo.ts';
import { IconAlertTriangle } from '../../icons/alert-triangle.ts';
import { useAction } from '../../ui/action.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { uiWords } from '../../ui/words.ts';
import { CallButton } from '../call-button.tsx';
import { type FarmerOrder, useTimeline } from '../farmer-queries.ts';
import { Section } from '../section.tsx';
import { threadWords } from '../thread/thread-words.ts';
import { farmerOrderWords } from './farmer-order-words.ts';
import styles from './sign-off.module.css';

/** Objections to the work, and a form to raise one. */
export function Objection({ order, objected }: { order: FarmerOrder; objected: boolean }) {
  const words = useWords(farmerOrderWords);
  const [opened, { open, close }] = useDisclosure();
  const steps = useTimeline(order.id).data?.content;
  if (steps === undefined) return null;
  const statements = steps.filter(({ action, reason }) => (action === 'object' || action === 'resolve') && reason !== null);
  const phoneNumber = order.receptionist?.phoneNumber ?? null;
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
            phoneNumber === null ? null : (
              <CallButton phoneNumber={phoneNumber}>{words.callOffice}</CallButton>
            )
          ) : (
            <WrongButton open={open} />
          )}
        </Section>
      ) : (
        <WrongButton open={open} />
      )}
      <Sheet opened={opened} close={close} title={words.wrongTitle}>
        <ObjectionForm orderId={order.id} close={close} />
      </Sheet>
    </>
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

function ObjectionForm({ orderId, close }: { orderId: number; close(): void }) {
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
        <Text>{words.wrongText}</Text>
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

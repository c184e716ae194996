import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { IconHeart } from '../icons/heart.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { usePhotos } from './photos.ts';
import { rateWords } from './rate-words.ts';
import { Stars } from './stars.tsx';

const ratings = ['overall', 'attentive', 'friendly', 'professional'] as const;

interface Rating {
  overall: number;
  attentive: number;
  friendly: number;
  professional: number;
  text: string;
}

export function RateForm({ orderId, close }: { orderId: number; close(): void }) {
  const words = useWords(rateWords);
  const explain = useProblemWords();
  const photos = usePhotos(orderId);
  const [saved, setSaved] = useState(false);
  const needed = (value: number) => (value === 0 ? words.chooseStars : null);
  const form = useForm<Rating>({
    initialValues: { overall: 0, attentive: 0, friendly: 0, professional: 0, text: '' },
    validate: { overall: needed, attentive: needed, friendly: needed, professional: needed },
  });
  const send = useAction({
    async act(rating: Rating, idempotencyKey) {
      await giveFeedback(orderId, rating, idempotencyKey);
      setSaved(true);
      return photos.send();
    },
    invalidates: [orderKey(orderId), ordersKey],
    showsOwnErrors: true,
  });
  const again = useAction({ act: () => photos.send(), invalidates: [orderKey(orderId)] });
  const missing = photos.photos.some(({ state }) => state === 'failed');
  const isSending = send.isPending || again.isPending;
  if (saved && !missing && !isSending)
    return (
      <Stack align="center" ta="center">
        <IconHeart size={40} aria-hidden />
        <Text fw={600}>{words.thanksTitle}</Text>
        <Text>{words.thanksText}</Text>
        <Button fullWidth onClick={close}>
          {words.close}
        </Button>
      </Stack>
    );
  if (saved)
    return (
      <Stack>
        {missing && !isSending ? <Alert color="clay">{words.thanksPhotos}</Alert> : null}
        <PhotoPicker photos={photos} busy={isSending} />
        <Button loading={isSending} onClick={() => again.mutate()}>
          {words.sendPhotos}
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <Stack>
        {send.isError ? (
          <Alert color="clay" role="alert">
            {explain(send.error)}
          </Alert>
        ) : null}
        {ratings.map((name) => (
          <Stars
            key={name}
            label={words[name]}
            value={form.values[name]}
            onChange={(value) => form.setFieldValue(name, value)}
            error={form.errors[name] === undefined ? undefined : words.chooseStars}
          />
        ))}
        <Textarea label={words.text} placeholder={words.textHint} autosize minRows={3} maxLength={2000} {...form.getInputProps('text')} />
        <PhotoPicker photos={photos} busy={isSending} />
        <Button type="submit" fullWidth loading={send.isPending}>
          {words.send}
        </Button>
      </Stack>
    </form>
  );
}

function giveFeedback(id: number, { overall, attentive, friendly, professional, text }: Rating, idempotencyKey: string) {
  const words = text.trim();
  return read(
    api.POST('/api/farmer/order/{id}/feedback', {
      params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
      body: {
        overallRating: overall,
        attentiveRating: attentive,
        friendlyRating: friendly,
        professionalRating: professional,
        ...(words === '' ? {} : { text: words }),
      },
    }),
  );
}
